"""Enumeration by sorted runs on disk: the same positions in the same order as in memory."""

import errno
import io
import json
import os
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver import FileError, GameContractError, MemoryLimitError
from gamesolver.engine import finding, key_set, run_finding, whole_solve
from gamesolver.engine.keeper import BY_RUNS
from gamesolver.engine.key_set import KeySet
from gamesolver.files import rank_notes, run_files
from gamesolver.files.checkpoints import ABOUT, Checkpoints, about_solve
from gamesolver.kernels.runs import drop_known, merge
from gamesolver.rules.guard import Rules
from gamesolver.system.memory import MemoryMeter
from tests.attacks.engine_games import ENUMERATED, SheetGame
from tests.attacks.graph_games import ONE_BY_ONE, drawings
from tests.engine.test_resuming import Sheet, Stopping, kept_bytes, solved_with_stops
from tests.engine.test_resuming_elsewhere import (
    chosen,
    phases_on_ranks,
    resumed_on_ranks,
    stopped_on_ranks,
    without_more,
)
from tests.engine.test_stage_by_stage import ABOUT as ABOUT_A_DRAWING
from tests.files.test_checkpoints import broken_ones
from tests.support.engine_solving import playable, random_drawing, solved, table_of
from tests.support.rank_solving import file_of, solved_on_ranks
from tests.support.scale import scaled


@pytest.fixture(autouse=True, scope="module")
def _no_memory():
    """Make small games have many runs: no key set fits in memory, and buffers are small."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(KeySet, "may_grow", lambda self, abreast: False)
        patch.setattr(key_set, "CAPACITY", 1)
        patch.setattr(finding, "ENOUGH", 64)
        patch.setattr(run_finding, "LEAST", 16)
        patch.setattr(run_finding, "MOST", 16)
        patch.setattr(run_finding, "MANY", 3)
        patch.setattr(run_finding, "KEYS_A_CALL", 8)
        patch.setattr(run_finding, "KEYS_A_ROUND", 32)
        patch.setattr(run_finding, "KEYS_SENT", 7)
        yield


def kept_in(folder, game):
    """Return checkpoints of a game, which can be resumed if its drawing has a name."""
    named = isinstance(game, Sheet)
    about = about_solve(Rules(game), [game.start(), *game.positions()]) if named else {}
    return Checkpoints(Path(folder), 3600.0, about)


@settings(max_examples=ONE_BY_ONE // 8)
@given(drawings(), st.sampled_from(ENUMERATED), st.sampled_from([1, 2]))
def test_any_game_has_the_same_keys(drawing, fold, threads):
    """Keys and table entries are those found in memory, with one thread or two."""
    game = SheetGame(playable(drawing, fold), fold)
    expected = table_of(game)[0]
    with TemporaryDirectory() as folder:
        table, summary = table_of(game, threads=threads, kept=kept_in(folder, game))
    assert summary[0].startswith("found by sorted runs")
    assert np.array_equal(table.places.keys, expected.places.keys)
    assert np.array_equal(table.entries, expected.entries)


def test_a_set_that_is_outgrown_half_way(tmp_path, monkeypatch):
    """If a key set becomes too large, found, waiting and binned positions are moved to runs."""
    game = SheetGame(random_drawing(4000, seed=5), "strict")
    expected = table_of(game)[0]
    monkeypatch.setattr(key_set, "CAPACITY", 5)
    monkeypatch.setattr(run_finding, "LEAST", 200)
    monkeypatch.setattr(finding, "LEAST_BIN", 2)
    table, summary = table_of(game, kept=kept_in(tmp_path, game))
    assert summary[0].startswith("found by sorted runs")
    assert np.array_equal(table.places.keys, expected.places.keys)


def patch_for_ranks(monkeypatch):
    """Prepare the solver for ranks that are threads.

    It skips the trial of the rules, and checkpoints have fixed parameters.
    """
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    monkeypatch.setattr(rank_notes, "about_solve", lambda rules, roots: ABOUT_A_DRAWING)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("fold", ENUMERATED)
def test_ranks_find_the_same_keys(size, fold, tmp_path, monkeypatch):
    """On any number of ranks the file equals that of one process, and the folder is left empty."""
    patch_for_ranks(monkeypatch)
    for number in range(scaled(2, 20)):
        drawing = playable(random_drawing(40 + 300 * number, seed=number), fold)
        game = SheetGame(drawing, fold)
        expected = file_of(solved(game))
        solution = solved_on_ranks(game, size, tmp_path)
        assert "found by sorted runs" in solution.how.why
        assert file_of(solution) == expected
        assert not list(tmp_path.iterdir())


def test_ranks_change_to_runs_together(tmp_path, monkeypatch):
    """If the key set of one rank may not grow, all ranks continue with runs."""
    patch_for_ranks(monkeypatch)
    monkeypatch.setattr(finding, "ENOUGH", 20)
    monkeypatch.setattr(finding, "OTHERS_A_STEP", 20)
    refused = []

    def may_grow(key_set, extra):
        if not refused:
            refused.append(key_set)
        return key_set is not refused[0]

    monkeypatch.setattr(KeySet, "may_grow", may_grow)
    game = SheetGame(random_drawing(2000, seed=7), "strict")
    solution = solved_on_ranks(game, 3, tmp_path)
    assert len(refused) == 1
    assert "found by sorted runs" in solution.how.why
    assert file_of(solution) == file_of(solved(game))


def test_more_memory_is_all_that_would_help():
    """The error advises only more memory, because all found positions are in files already."""
    runner = SimpleNamespace(game=SheetGame(random_drawing(4, seed=1), "strict"))
    finder = SimpleNamespace(meter=MemoryMeter(1), runner=runner, _progress="finding 9 positions")
    reported = (
        r"after finding 9 positions: all of them are in files already; memory=\.\.\. allows more$"
    )
    with pytest.raises(MemoryLimitError, match=reported):
        run_finding.RunFinder._room(finder, 1)


GAMES = [
    lambda: Sheet("more"),
    lambda: Sheet("more", "canonical"),
]


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("threads", [2, 1])
def test_stopped_at_any_checkpoint_it_goes_on(number, threads, tmp_path):
    """A solve stopped and resumed many times gives the same file, and resumes from runs."""
    game = GAMES[number]()
    expected = kept_bytes(solved(game), tmp_path / "expected")
    after = scaled(3 + 2 * number, 1)
    solution, phases = solved_with_stops(game, "sweeps", threads, tmp_path / "kept", after)
    assert kept_bytes(solution, tmp_path / "resumed") == expected
    assert phases.count(BY_RUNS) > 1


def test_a_checkpoint_of_the_set_goes_on_by_runs(tmp_path, monkeypatch):
    """A checkpoint with all keys in memory is resumed by runs if there is less memory."""
    game = Sheet("more")
    expected = kept_bytes(solved(game), tmp_path / "expected")
    (tmp_path / "kept").mkdir()
    with monkeypatch.context() as then:
        then.setattr(KeySet, "may_grow", lambda self, abreast: True)
        then.setattr(finding, "ENOUGH", 8)
        then.setattr(finding, "KEYS_A_ROUND", 16)
        keeper = Stopping(tmp_path / "kept", game, after=3)
        with pytest.raises(KeyboardInterrupt):
            table_of(game, kept=keeper)
        keeper.close()
    keeper = kept_in(tmp_path / "kept", game)
    assert keeper.state["phase"] == "finding"
    solution = solved(game, kept=keeper)
    assert "; found by sorted runs" in solution.how.why
    assert kept_bytes(solution, tmp_path / "resumed") == expected


@pytest.mark.parametrize("size", [1, 2, 3])
def test_runs_of_two_ranks_are_resumed(size, tmp_path, monkeypatch):
    """Runs of two ranks, stopped at any checkpoint, are resumed by any number of ranks."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    game = Sheet("more", "canonical")
    expected = file_of(solved(game, "graph"))
    phases = phases_on_ranks(game, "graph", tmp_path)
    assert {*phases} == {BY_RUNS, "graph"}
    for after in chosen(phases, 20 if size == 3 else 4):  # 20 include merges of candidates
        assert stopped_on_ranks(game, "graph", tmp_path, 2, after)
        assert file_of(resumed_on_ranks(game, "graph", tmp_path, size)) == expected, after
        without_more(tmp_path)


def refused_after(writes):
    """Return ``Path.open`` for a disk that is full after a number of writes to runs.

    The first refused write is done in part.
    """
    usual, left = Path.open, count(writes, -1)

    class Full(io.FileIO):
        def write(self, content):
            if next(left) <= 0:
                super().write(content[:4])
                raise OSError(errno.ENOSPC, "No space left on device")
            return super().write(content)

    def opened(path, mode="r", *given, **more):
        is_run = path.name.startswith("gamesolver-run-") and mode in ("r+b", "wb")
        return Full(path, mode) if is_run else usual(path, mode, *given, **more)

    return opened


@pytest.mark.parametrize("writes", [2, 9, 23, 41])
def test_a_full_disk_keeps_what_was_reached(writes, tmp_path, monkeypatch):
    """A write refused by a full disk is reported, and with room the same call resumes."""
    game = Sheet("more")
    expected = kept_bytes(solved(game), tmp_path / "expected")
    folder = tmp_path / "kept"
    folder.mkdir()
    with monkeypatch.context() as full:
        full.setattr(Path, "open", refused_after(writes))
        with pytest.raises(FileError, match=r"No space left on device; free space there, or name"):
            table_of(game, kept=kept_in(folder, game))
    keeper = kept_in(folder, game)
    assert keeper.state["phase"] == BY_RUNS
    solution = solved(game, kept=keeper)
    keeper.close()
    assert kept_bytes(solution, tmp_path / "resumed") == expected
    keeper.remove()
    assert not list(folder.iterdir())


def test_a_run_that_is_not_as_it_was_is_refused(tmp_path):
    """A changed, truncated or missing run is refused."""
    game = Sheet("more")
    keeper = Stopping(tmp_path, game, after=4)
    with pytest.raises(KeyboardInterrupt):
        table_of(game, kept=keeper)
    seen = set()
    for name in broken_ones(tmp_path):
        with pytest.raises(FileError, match=r"is broken: .*; remove it to begin again"):
            kept_in(tmp_path, game)
        seen.add(name.rpartition("-")[0])
    assert "gamesolver-run" in seen


def test_a_fault_of_the_rules_names_the_position(tmp_path):
    """A fault of the rules raises the same type of error as with the key set in memory."""
    drawing = random_drawing(60, seed=3)
    game = SheetGame(drawing, "strict", most_moves=2)
    with pytest.raises(GameContractError) as in_memory:
        table_of(game)
    with pytest.raises(GameContractError) as on_disk:
        table_of(game, kept=kept_in(tmp_path, game))
    assert str(on_disk.value) == str(in_memory.value)


# ── the files ──────────────────────────────────────────────────────────────


def test_what_is_not_kept_goes_with_the_next_checkpoint(tmp_path, monkeypatch):
    """Runs that are no longer needed are removed by the next checkpoint, and not earlier.

    Files with similar names stay. If unneeded runs are large, a checkpoint is due.
    """
    monkeypatch.setattr(run_files, "MUCH", 4)
    (tmp_path / "gamesolver-run-mine").write_text("mine")
    keeper = kept_in(tmp_path, Sheet("more"))
    one, other = keeper.runs.new(), keeper.runs.new()
    one.append(np.array([3, 5], np.uint64))
    other.append(np.array([4, 6, 7], np.uint64))
    keeper.runs.keep([one, other])
    keeper.save({"phase": BY_RUNS})
    assert not keeper.runs.is_wasteful
    keeper.runs.keep([other])
    merged = keeper.runs.new()
    merged.append(np.arange(7, dtype=np.uint64))
    assert keeper.runs.is_wasteful
    assert one.path.exists()
    keeper.save({"phase": BY_RUNS})
    assert {each.name for each in tmp_path.iterdir()} == {
        "gamesolver-run-mine",
        "gamesolver-checkpoint",
        other.path.name,
    }
    about = json.loads((tmp_path / ABOUT).read_text().partition("\n")[2])
    assert [[number, size] for number, size, _ in about["runs"]] == [[other.number, 3]]
    read = kept_in(tmp_path, Sheet("more")).runs
    assert [run.opened().tolist() for run in read.kept] == [[4, 6, 7]]
    assert read.new().number > other.number


def test_what_was_refused_half_way_is_cut_off(tmp_path):
    """The remains of a refused write are overwritten by the next keys and never read."""
    run = kept_in(tmp_path, Sheet("more")).runs.new()
    for keys in ([1, 2], [5]):
        run.append(np.array(keys, np.uint64))
        with run.path.open("ab") as file:
            file.write(os.urandom(11))
    assert run.opened().tolist() == [1, 2, 5]


# ── the loops ──────────────────────────────────────────────────────────────

KEYS = st.lists(st.one_of(st.integers(1, 30), st.integers(1, 2**64 - 1)), max_size=40)


@settings(max_examples=ONE_BY_ONE // 2)
@given(KEYS, KEYS, st.integers(1, 9), st.integers(1, 5))
def test_merged_and_left_out(some, others, room, stride):
    """Two runs are merged in parts, and known keys are dropped from a run."""
    some, others = sorted({*some}), sorted({*others} - {*some})
    one, other = np.array(some, np.uint64), np.array(others, np.uint64)
    merged = []
    while len(one) or len(other):
        part = np.empty(min(room, len(one) + len(other)), np.uint64)
        first, second = merge(one, other, part)
        one, other = one[first:], other[second:]
        merged += part.tolist()
    assert merged == sorted(some + others)
    keys, known = np.array(merged, np.uint64), np.array(others, np.uint64)
    assert keys[: drop_known(keys, known, stride)].tolist() == some


@settings(max_examples=ONE_BY_ONE // 2)
@given(KEYS, st.integers(1, 2**64 - 1), st.integers(1, 2**64 - 1))
def test_once_and_between(some, one, other):
    """``once`` sorts keys without duplicates, and ``between`` includes both bounds."""
    keys = run_finding.once(np.array(some, np.uint64))
    assert keys.tolist() == sorted({*some})
    first, last = sorted([one, other])
    expected = [each for each in keys.tolist() if first <= each <= last]
    assert run_finding.between(keys, np.uint64(first), np.uint64(last)).tolist() == expected
