"""Stage-by-stage solves in a folder: resuming with the next stage, and refusals."""

import errno
import os
import sys
from unittest.mock import patch

import numpy as np
import pytest

from gamesolver import FileError, solve
from gamesolver.files import stage_file
from gamesolver.files.checkpoints import Checkpoints
from gamesolver.system.disk import bytes_held, free_on_disk
from tests.support.example_games import example

GAME = example("connect_four_by_discs").ConnectFourByDiscs(3, 2, line=3)
ENTRIES = "gamesolver-stages-1"


class EnoughError(Exception):
    """Error by which a listener stops a solve."""


def stop_after(stages, folder, game=GAME):
    """Solve the given number of stages, and stop in the next one."""

    def listen(news):
        if news.phase == f"stage {6 - stages}":
            raise EnoughError

    with pytest.raises(EnoughError):
        solve(game, folder=folder, progress=listen)


def file_of(solution, path):
    """Save a solution and return the bytes of its file."""
    solution.save(path, how=False)
    return path.read_bytes()


@pytest.mark.parametrize("stages", [3, 0, 6])
def test_the_same_call_goes_on_with_the_next_stage(stages, tmp_path):
    """A resumed solve gives the same file as one in memory, and empties its folder."""
    folder = tmp_path / "kept"
    stop_after(stages, folder)
    solution = solve(GAME, folder=folder)
    begun = f", {stages} of them in an earlier solve" if stages else ""
    assert solution.how.why == f"7 stages on disk{begun}"
    assert file_of(solution, tmp_path / "one") == file_of(solve(GAME), tmp_path / "two")
    assert not list(folder.iterdir())


def test_stopped_again_and_again(tmp_path):
    """A solve that is stopped and resumed at every stage gives the right counts."""
    for stages in range(7):
        stop_after(stages, tmp_path)
    assert solve(GAME, folder=tmp_path).counts() == solve(GAME).counts()


def test_what_was_changed_or_lost_is_refused(tmp_path):
    """A stage file with a changed byte or another length is refused, and so is a missing one."""
    stop_after(3, tmp_path)
    path = tmp_path / ENTRIES
    kept = path.read_bytes()
    broken = f"the checkpoint in {tmp_path} is broken: {ENTRIES} {{}}; remove it to begin again"
    for changed in (kept[:-1] + bytes([kept[-1] ^ 4]), kept + b"more", kept[:-1]):
        path.write_bytes(changed)
        with pytest.raises(FileError) as caught:
            solve(GAME, folder=tmp_path)
        assert str(caught.value) == broken.format("has a wrong checksum")
    path.unlink()
    for why in ("is missing", "is no file: expected the one that was written"):
        with pytest.raises(FileError) as caught:
            solve(GAME, folder=tmp_path)
        assert str(caught.value) == broken.format(why)
        path.mkdir(exist_ok=True)


def test_other_indexes_of_the_stages_are_refused(tmp_path):
    """A checkpoint with other indexes in its stages is refused, although the rules are equal."""
    about = dict.fromkeys(["game", "parameters", "rules", "cells", "leads back", "roots"], "it")
    file = stage_file.StageFile(Checkpoints(tmp_path, 60, about), {0: 3, 1: 5})
    file.finish(3, np.full(5, 7, np.uint8), 1)
    again = stage_file.StageFile(Checkpoints(tmp_path, 60, about), {0: 3, 1: 5})
    assert (again.finished, again.longest, again.opened().tolist()) == (1, 1, [0] * 3 + [7] * 5)
    with pytest.raises(FileError) as caught:
        stage_file.StageFile(Checkpoints(tmp_path, 60, about), {0: 4, 1: 4})
    assert str(caught.value) == (
        f"{tmp_path} contains a checkpoint with other indexes in its stages: finish that solve, "
        "remove the files gamesolver-* there, or name another folder"
    )


@pytest.mark.parametrize("taken", [["it"], {"it": 5}, {"it": [0]}, {"it": [[1]]}])
def test_a_checkpoint_that_took_what_it_has_not_is_refused(taken, tmp_path):
    """A checkpoint with an invalid list of reused stages is refused."""
    state = {"phase": stage_file.PHASE, "width": "|u1", "longest": 1, "hashes": ["", ""]}
    kept = Checkpoints(tmp_path, 60, dict.fromkeys(["game", "parameters"], "it"))
    kept.save(state | {"taken": taken})
    received = patch.object(Checkpoints, "state", state | {"taken": taken})
    with received, pytest.raises(FileError) as caught:
        stage_file.StageFile(kept, {0: 3, 1: 5, 2: 4})
    assert "is broken: its list of other solutions is invalid; remove" in str(caught.value)


@pytest.mark.parametrize(
    "lie",
    [
        {"width": "<f8"},
        {"width": "<u8"},
        {"width": None},
        {"longest": "far"},
        {"longest": -1},
        {"hashes": 5},
        {"long": 5},
        {"long": {"count": -1, "hash": ""}},
    ],
    ids=str,
)
def test_a_checkpoint_that_makes_no_sense_is_refused(lie, tmp_path):
    """A checkpoint with an invalid description of its stages is refused."""
    state = {"phase": stage_file.PHASE, "width": "|u1", "longest": 1, "hashes": []} | lie
    kept = Checkpoints(tmp_path, 60, dict.fromkeys(["game", "parameters"], "it"))
    received = patch.object(Checkpoints, "state", state)
    with (
        received,
        pytest.raises(FileError, match="broken: its description of the stages is invalid"),
    ):
        stage_file.StageFile(kept, {0: 3, 1: 5, 2: 4})


def test_what_is_half_written_is_written_again(tmp_path):
    """Entries of a stage that no checkpoint names are written again."""
    stop_after(3, tmp_path)
    path = tmp_path / ENTRIES
    kept, size = path.read_bytes(), GAME.rules.num_indexes
    ahead = sum(GAME.rules.by_stage[discs] for discs in range(4))
    path.write_bytes(bytes([77]) * ahead + kept[ahead:])
    assert len(kept) == size
    assert solve(GAME, folder=tmp_path).counts() == solve(GAME).counts()


def test_a_full_disk_stops_with_what_was_reached(tmp_path, monkeypatch):
    """A full disk is reported with its reason; with room again, the same call resumes the solve."""
    written = stage_file.StageFile._write

    def full(self, *work):
        if self.finished == 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return written(self, *work)

    monkeypatch.setattr(stage_file.StageFile, "_write", full)
    with pytest.raises(FileError) as caught:
        solve(GAME, folder=tmp_path)
    assert str(caught.value) == (
        f"cannot keep checkpoints in {tmp_path}: No space left on device; free space there, or "
        "name another place"
    )
    monkeypatch.undo()
    why = solve(GAME, folder=tmp_path).how.why
    assert why == "7 stages on disk, 4 of them in an earlier solve"


def refusal(folder, free, monkeypatch):
    """Return the message of a solve with the given number of free bytes."""
    monkeypatch.setattr(stage_file, "free_on_disk", lambda path: free)
    with pytest.raises(FileError) as caught:
        solve(GAME, folder=folder)
    return str(caught.value)


def test_a_disk_without_room_for_all_stages_is_refused_before_the_work(tmp_path, monkeypatch):
    """The estimate is compared with the free space; files that exist already need none."""
    reported = "cannot keep checkpoints in {}: {} of 7 stages are to be solved, which takes {} of "
    reported += "disk, and {} are free; free space there, or name another place"
    assert refusal(tmp_path, 122, monkeypatch) == reported.format(
        tmp_path, 7, "123 bytes", "122 bytes"
    )
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(stage_file, "free_on_disk", lambda path: 123)
    stop_after(3, tmp_path)
    monkeypatch.setattr(stage_file, "bytes_held", lambda path: 100)
    assert refusal(tmp_path, 22, monkeypatch) == reported.format(
        tmp_path, 4, "23 bytes", "22 bytes"
    )
    monkeypatch.setattr(stage_file, "free_on_disk", lambda path: 23)
    assert solve(GAME, folder=tmp_path).how.why == "7 stages on disk, 3 of them in an earlier solve"


def test_wider_entries_need_room_for_both_files(tmp_path, monkeypatch):
    """Widening the entries is refused without disk space for the new file and the later stages."""
    about = dict.fromkeys(["game", "parameters", "rules", "cells", "leads back", "roots"], "it")
    file = stage_file.StageFile(Checkpoints(tmp_path, 60, about), {0: 3, 1: 5})
    file.finish(3, np.full(5, 7, np.uint8), 1)
    monkeypatch.setattr(stage_file, "bytes_held", lambda path: 5)
    monkeypatch.setattr(stage_file, "free_on_disk", lambda path: 10)
    with pytest.raises(FileError) as caught:
        file.widen(np.dtype(np.uint16))
    assert "1 of 2 stages are to be solved, which takes 11 bytes of disk, and 10 " in str(
        caught.value
    )
    monkeypatch.setattr(stage_file, "free_on_disk", lambda path: 11)
    file.widen(np.dtype(np.uint16))
    assert file.opened().tolist() == [0] * 3 + [7] * 5


def test_what_was_left_as_entries_became_wider_takes_no_disk(tmp_path):
    """Old and new stage files left by a killed process are removed, except the one in use."""
    about = dict.fromkeys(["game", "parameters", "rules", "cells", "leads back", "roots"], "it")
    left = {tmp_path / f"gamesolver-stages-{form}" for form in ("1", "2", "2-endless")}
    for is_begun in (False, True):
        for path in left - {*tmp_path.iterdir()}:
            path.write_bytes(b"left")
        file = stage_file.StageFile(Checkpoints(tmp_path, 60, about), {0: 3, 1: 5})
        assert [*tmp_path.glob("gamesolver-stages-*")] == [file.path]
        if not is_begun:
            file.finish(3, np.full(5, 7, np.uint8), 1)
    assert file.opened().tolist() == [0] * 3 + [7] * 5


ABOUT = dict.fromkeys(["game", "parameters", "rules", "cells", "leads back", "roots"], "it")
STAGES = {0: 30, 1: 40, 2: 30}


def with_longs(folder):
    """Return a stage file in which one stage has entries that do not fit into a byte."""
    file = stage_file.StageFile(Checkpoints(folder, 60, ABOUT), STAGES)
    file.finish(70, np.full(30, 7, np.uint8), 1)
    entries = np.arange(40, dtype=np.uint16)
    entries[[3, 7]] = 255, 1_000
    file.finish(30, entries, 332)
    return file


def listed(file):
    """Return the list of long outcomes."""
    return list(zip(file.longs.indexes.tolist(), file.longs.entries.tolist(), strict=True))


def test_few_long_entries_stand_in_a_list(tmp_path):
    """With two long entries of a hundred, entries stay bytes, and a list contains the long ones."""
    file = with_longs(tmp_path)
    assert listed(file) == [(33, 255), (37, 1_000)]
    again = stage_file.StageFile(Checkpoints(tmp_path, 60, ABOUT), STAGES)
    assert listed(again) == listed(file)
    assert (again.width, again.finished, again.longest) == (np.uint8, 2, 332)
    assert again.opened()[30:38].tolist() == [0, 1, 2, 255, 4, 5, 6, 255]


def test_many_long_entries_have_all_written_again(tmp_path):
    """With four long entries of a hundred, all entries become wider, and the list is removed."""
    file = with_longs(tmp_path)
    entries = np.full(30, 5, np.uint16)
    entries[:2] = 300
    file.finish(0, entries, 99)
    for each in (file, stage_file.StageFile(Checkpoints(tmp_path, 60, ABOUT), STAGES)):
        assert (each.width, listed(each)) == (np.uint16, [])
        whole = each.opened()
        assert whole[[0, 1, 2, 33, 37, 38, 70]].tolist() == [300, 300, 5, 255, 1_000, 8, 7]
    assert sorted(path.name for path in tmp_path.glob("gamesolver-stages*")) == [
        "gamesolver-stages-2"
    ]


def test_a_list_that_was_changed_or_lost_is_refused(tmp_path):
    """A changed or missing list of long outcomes is refused."""
    with_longs(tmp_path)
    path = tmp_path / "gamesolver-stages-long"
    kept = path.read_bytes()
    for why, change in {
        "has a wrong checksum": lambda: path.write_bytes(kept[:-1] + bytes([kept[-1] ^ 4])),
        "is missing": path.unlink,
    }.items():
        change()
        with pytest.raises(FileError) as caught:
            stage_file.StageFile(Checkpoints(tmp_path, 60, ABOUT), STAGES)
        assert str(caught.value) == (
            f"the checkpoint in {tmp_path} is broken: {path.name} {why}; remove it to begin again"
        )


def test_what_a_file_holds_and_what_is_free(tmp_path):
    """A missing file holds no bytes, a written one at least its length; free space is positive."""
    file = tmp_path / "file"
    assert bytes_held(file) == 0
    file.write_bytes(bytes(100_000))
    assert bytes_held(file) >= 100_000 or sys.platform != "linux"
    assert free_on_disk(tmp_path) > 0
    assert free_on_disk(tmp_path / "nowhere") == sys.maxsize


def test_a_stage_that_reads_otherwise_than_it_was_written(tmp_path, monkeypatch):
    """A stage that reads differently from what was written is refused at once."""
    monkeypatch.setattr(stage_file.StageFile, "_hash_in_file", lambda self, parts: 1)
    with pytest.raises(FileError) as caught:
        solve(GAME, folder=tmp_path)
    assert str(caught.value) == (
        f"the checkpoint in {tmp_path} is broken: a stage differs from what was written; "
        "remove it to begin again"
    )
