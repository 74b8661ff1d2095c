"""Checkpoints of ``solve(folder=...)``: resuming, refusals, and files left behind."""

import sys
import threading

import attrs
import numpy as np
import pytest
from numba import njit

from games import ConnectFour, Quixo
from gamesolver import (
    NO_SCORE,
    CompiledGame,
    CompiledRules,
    FileError,
    InvalidArgumentError,
    MemoryLimitError,
    solve,
)
from gamesolver.files import checkpoints
from gamesolver.files.checkpoints import Pauses
from gamesolver.rules.guard import Rules
from tests.files.test_saving import Sheet
from tests.support.own_process import printed

GAME = ConnectFour(4, 3)


class EnoughError(Exception):
    """Error by which a listener stops a solve."""


def stopped(game, folder, phase):
    """Solve until the given phase is reported, and stop there."""

    def listen(news):
        if news.phase.startswith(phase):
            raise EnoughError

    with pytest.raises(EnoughError):
        solve(game, folder=folder, every=0, progress=listen)


def kept_bytes(solution, path):
    """Save a solution and return the bytes of its file."""
    solution.save(path, how=False)
    return path.read_bytes()


@pytest.mark.parametrize("phase", ["finding", "ends of play", "stages", "checking indexes"])
def test_the_same_call_goes_on(phase, tmp_path):
    """A solve stopped in any phase and rerun saves the same file, and empties its folder."""
    folder = tmp_path / "kept"
    stopped(GAME, folder, phase)
    assert (folder / "gamesolver-checkpoint").exists() or phase == "finding"
    solution = solve(GAME, folder=folder, every=0)
    assert kept_bytes(solution, tmp_path / "one") == kept_bytes(solve(GAME), tmp_path / "two")
    assert not list(folder.iterdir())


def refused_memory(folder, is_named):
    """Write keys, a run and a stage, with or without a checkpoint, and run out of memory."""
    keys = np.arange(9, dtype=np.uint64)
    with checkpoints.keeping(folder, 60, Rules(GAME), [GAME.start()]) as kept:
        kept.append(keys)
        kept.runs.new().append(keys)
        (folder / "gamesolver-stages-1").write_bytes(bytes(9))
        if is_named:
            kept.save({"phase": "finding"})
        raise MemoryLimitError("out of memory", limit=1, needed=2)


def test_nothing_is_left_from_which_no_player_can_go_on(tmp_path):
    """A file that no checkpoint names is removed after the error; a named one stays."""
    with pytest.raises(MemoryLimitError):
        refused_memory(tmp_path, is_named=False)
    assert not list(tmp_path.iterdir())
    with pytest.raises(MemoryLimitError):
        refused_memory(tmp_path, is_named=True)
    left = {path.name for path in tmp_path.iterdir()}
    assert left >= {"gamesolver-checkpoint", "gamesolver-rank-0-log"}


def test_work_that_would_be_done_again_makes_a_checkpoint_due_sooner(tmp_path, monkeypatch):
    """A checkpoint is due after 60 s less the work to redo, or due soon after 15 s."""
    clock = iter([100.0, 114.0, 116.0, 159.0, 161.0, 134.0, 136.0])
    monkeypatch.setattr(checkpoints.time, "monotonic", lambda: next(clock))
    kept = checkpoints.Checkpoints(tmp_path, 60.0, {})
    assert [kept.is_due_soon, kept.is_due_soon] == [False, True]
    assert [kept.is_due, kept.is_due] == [False, True]
    kept.redo_seconds = 25.0
    assert [kept.is_due, kept.is_due] == [False, True]


def test_it_states_that_it_went_on(tmp_path):
    """A resumed solve is reported as resumed in ``how``, and a new solve is not."""
    stopped(GAME, tmp_path, "checking indexes")
    assert "resumed from a checkpoint" in solve(GAME, folder=tmp_path).how.why
    assert "resumed" not in solve(GAME, folder=tmp_path).how.why


def test_a_checkpoint_of_a_game_that_has_moved(tmp_path, monkeypatch):
    """A checkpoint is resumed although the game's class was in another module before."""
    with monkeypatch.context() as earlier:
        earlier.setattr(ConnectFour, "__module__", "games.connect_four")
        stopped(GAME, tmp_path, "checking indexes")
    kept = (tmp_path / "gamesolver-checkpoint").read_text()
    assert '"games.connect_four:ConnectFour"' in kept
    assert "resumed from a checkpoint" in solve(GAME, folder=tmp_path).how.why


def test_a_stranger_in_the_folder_is_left_alone(tmp_path):
    """Files in the folder that are not part of a checkpoint stay."""
    (tmp_path / "notes.txt").write_text("mine")
    for name in (
        "keys",
        "cells-5",
        "left-1",
        "about",
        ".about.bak",
        "gamesolver-cells-of-mine",
    ):
        (tmp_path / name).write_text("mine")
    before = {each.name for each in tmp_path.iterdir()}
    solve(GAME, folder=tmp_path, every=0)
    assert {each.name for each in tmp_path.iterdir()} == before


def test_what_a_killed_process_left_beside_is_removed(tmp_path):
    """Files of a killed process that no checkpoint names are removed."""
    for name in (
        ".gamesolver-checkpoint.77-abc",
        "gamesolver-rank-0-cells-3",
        "gamesolver-rank-0-log",
        "gamesolver-rank-1-keys-3",
    ):
        (tmp_path / name).write_bytes(b"half of it")
    solve(GAME, folder=tmp_path, every=0)
    assert not list(tmp_path.iterdir())


# ── refusals ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            lambda: ConnectFour(3, 4),
            r"contains a checkpoint of ConnectFour\(fall=True, height=3, line=4, width=4\), "
            r"not of ConnectFour\(fall=True, height=4, line=4, width=3\): "
            r"finish that solve, remove the files gamesolver-\* there, "
            "or name another folder",
        ),
        (
            lambda: Quixo(size=2),
            "contains a checkpoint of games.in_a_row.connect_four:ConnectFour, not of games.quixo:",
        ),
    ],
)
def test_another_game_is_refused(other, message, tmp_path):
    """A checkpoint of another game or other parameters is refused, and its files stay."""
    stopped(GAME, tmp_path, "ends of play")
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    with pytest.raises(FileError, match=message):
        solve(other(), folder=tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_other_roots_and_other_rules_are_refused(tmp_path, monkeypatch):
    """A checkpoint is refused if the start or the rules have changed."""
    stopped(GAME, tmp_path, "ends of play")
    start = GAME.play(GAME.start(), GAME.moves(GAME.start())[0])
    with pytest.raises(FileError, match="ConnectFour from other positions: finish that solve"):
        solve(GAME, start=start, folder=tmp_path)
    monkeypatch.setattr(ConnectFour, "format_move", lambda self, move: f"<{move}>")
    with pytest.raises(FileError, match="ConnectFour under other rules: finish that solve"):
        solve(GAME, folder=tmp_path)


def test_another_format_is_refused(tmp_path, monkeypatch):
    """A checkpoint in the format of another version is refused."""
    stopped(GAME, tmp_path, "ends of play")
    monkeypatch.setattr(checkpoints, "FORMAT", 4)
    with pytest.raises(FileError, match="of another version of gamesolver"):
        solve(GAME, folder=tmp_path)


def broken_ones(folder):
    """Yield the name of each file of a checkpoint while it is changed, truncated or missing."""
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        middle = len(content) // 2
        changed = content[:middle] + bytes(b ^ 1 for b in content[middle:])
        for broken in (
            (changed, content[:-1], content[:-8], None) if content else (b"something", None)
        ):
            if broken is None and path.name == "gamesolver-checkpoint":
                continue  # then there is no checkpoint
            if broken is None:
                path.unlink()
            else:
                path.write_bytes(broken)
            yield path.name
            path.write_bytes(content)


@pytest.mark.parametrize(
    ("made", "phase"),
    [
        (lambda: GAME, "sorting"),
        (lambda: GAME, "checking indexes"),
        (lambda: Sheet("longer", "strict", indexed=True, back=True), "checking indexes"),
    ],
)
def test_a_broken_checkpoint_is_refused(made, phase, tmp_path):
    """A checkpoint is refused if any of its files was changed, truncated or removed."""
    game = made()
    stopped(game, tmp_path, phase)
    seen = set()
    for name in broken_ones(tmp_path):
        with pytest.raises(FileError, match=r"is broken: .*; remove it to begin again"):
            solve(game, folder=tmp_path)
        seen.add(name)
    assert "gamesolver-checkpoint" in seen
    assert len(seen) > 1


def test_two_at_once_are_refused(tmp_path):
    """A second solve in the same folder is refused until the first one has ended."""
    inside, go_on = threading.Event(), threading.Event()

    def listen(news):
        if news.phase != "compile":  # which comes before the folder is opened
            inside.set()
            go_on.wait(60)

    first = threading.Thread(target=lambda: solve(GAME, folder=tmp_path, progress=listen))
    first.start()
    inside.wait(60)
    with pytest.raises(FileError, match="another solve keeps its checkpoints in"):
        solve(GAME, folder=tmp_path)
    go_on.set()
    first.join()
    assert solve(GAME, folder=tmp_path).outcome == solve(GAME).outcome


@pytest.mark.parametrize("every", [-1, "60", None, True, float("nan")])
def test_seconds_that_are_none(every, tmp_path):
    """A bad number of seconds between checkpoints is refused."""
    with pytest.raises(InvalidArgumentError, match=r"bad every .*: expected seconds, 0 or more"):
        solve(GAME, folder=tmp_path, every=every)


def test_a_folder_that_cannot_be_written(tmp_path):
    """A folder is refused if its path, or a parent of it, is a file."""
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidArgumentError, match="expected a folder, got a file"):
        solve(GAME, folder=tmp_path / "file")
    with pytest.raises(FileError, match=r"cannot keep checkpoints in .*: Not a directory"):
        solve(GAME, folder=tmp_path / "file" / "below")


FULL = """
import sys
from games import ConnectFour
from gamesolver import FileError, solve
from tests.support.own_process import make_room_for
make_room_for(20_000)
try:
    solve(ConnectFour(4, 3), folder=sys.argv[1], every=0)
except FileError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on the size of files")
def test_a_full_disk(tmp_path):
    """A full disk stops a solve with a message; with room again, the same call finishes it."""
    output = printed(FULL, tmp_path)
    assert output.startswith(f"cannot keep checkpoints in {tmp_path}: File too large")
    solution = solve(GAME, folder=tmp_path)
    assert solution.counts() == solve(GAME).counts()


@njit
def take_one(position, moves, positions):
    """Generate the only move, which takes one."""
    moves[0], positions[0] = 0, position - np.uint64(1)
    return 1


@njit
def take_one_for_nothing(position, moves, positions, gains):
    """Generate that move with a gain of 0, as in rules whose kernels other tests compile, too."""
    gains[0] = 0
    return take_one(position, moves, positions)


@njit
def lost_by_one(position):
    """Return the score of the end, a loss by one for the player to move."""
    return NO_SCORE if position else -1


@njit
def lost(position):
    """Return the code of the end, a loss for the player to move."""
    return 2 if position else -1


@njit
def seat(position):
    """Return the index of the player to move."""
    return np.int64(position & np.uint64(1))


class Line(CompiledGame):
    """A line of forced moves, too long for sampled play to reach its end."""

    rules = CompiledRules(
        take_one_for_nothing,
        terminal_score=lost_by_one,
        max_moves=1,
        least_score=-1,
        most_score=1,
        player=seat,
    )

    def start(self):
        return 3000


def with_bounds(least, most):
    """Return the rules with other bounds of scores."""
    return attrs.evolve(Line.rules, least_score=least, most_score=most)


def by_value():
    """Return the rules with values in place of scores."""
    ends = {"successors": take_one, "terminal_score": None, "terminal_code": lost}
    return attrs.evolve(Line.rules, **ends, least_score=None, most_score=None)


@pytest.mark.parametrize(
    ("name", "changed"),
    [("rules", with_bounds(-9, 9)), ("rules", by_value()), ("endless", 1)],
    ids=["bounds", "values", "endless"],
)
def test_entries_that_would_mean_something_else_are_refused(name, changed, tmp_path, monkeypatch):
    """A changed meaning of an entry, which a sample of play does not show, is refused."""
    stopped(Line(), tmp_path, "ends of play")
    with monkeypatch.context() as change:
        change.setattr(Line, name, changed)
        with pytest.raises(FileError, match="Line under other rules: finish that solve"):
            solve(Line(), folder=tmp_path)
    assert str(solve(Line(), folder=tmp_path).outcome) == "loss by 1 in 3000"


def test_pauses_are_as_long_as_the_disk_is_slow(monkeypatch):
    """A pause is 12 times the duration of the last checkpoint, or longer if requested."""
    clock = [100.0]
    monkeypatch.setattr(checkpoints.time, "monotonic", lambda: clock[0])
    pauses, always = Pauses(60), Pauses(0)

    def passes(seconds):
        clock[0] += seconds
        return pauses.is_over(), pauses.is_over(part=1 / 4), pauses.is_over(redo=30)

    assert passes(59) == (False, True, True)
    assert passes(1) == (True, True, True)
    with pauses.writing(), always.writing():
        clock[0] += 10
    assert passes(29) == (False, False, False)
    assert passes(90) == (False, True, True)
    assert passes(1) == (True, True, True)
    assert always.is_over()
    with pauses.writing():
        clock[0] += 1
    assert passes(59) == (False, True, True)
    assert passes(1) == (True, True, True)
