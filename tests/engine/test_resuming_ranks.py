"""Stopped ranks: their checkpoint is resumed on any number of ranks, and the cause is named."""

import errno
import os
import threading
from functools import cache
from itertools import cycle
from random import Random
from unittest.mock import patch

import attrs
import numpy as np
import pytest

from games import Quixo
from gamesolver import CompiledGame, FileError, MemoryLimitError
from gamesolver.cli.commands import solve as solve_command
from gamesolver.engine import ends, finding, whole_solve
from gamesolver.engine.shares import IndexedShare, KeyShare
from gamesolver.files import checkpoints, rank_notes
from gamesolver.files.checkpoints import ABOUT, Checkpoints
from gamesolver.files.rank_notes import GONE, keeping_on_ranks
from gamesolver.rules.guard import Rules
from tests.attacks.compiled_graphs import RandomGraph
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.scored_graphs import abreast, drawn
from tests.engine.test_resuming import Sheet
from tests.support.engine_solving import solved
from tests.support.rank_solving import file_of, solved_on
from tests.support.rank_threads import on_ranks
from tests.support.scale import scaled


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch):
    """Make small games have many checkpoints, and use predecessors."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    monkeypatch.setattr(ends, "SOON", 10**9)
    monkeypatch.setattr(finding, "ENOUGH", 20)
    monkeypatch.setattr(finding, "OTHERS_A_STEP", 20)


class Stopping(Checkpoints):
    """Checkpoints that interrupt one rank after a given number of saves."""

    after = 0

    def save(self, *checkpoint):
        super().save(*checkpoint)
        self.after -= 1
        if self.after == 0 and self.team.rank == self.team.size // 2:
            raise KeyboardInterrupt


def kept(team, game, folder):
    """Solve with a checkpoint at each opportunity."""
    team.get_acquainted()
    roots = [game.start(), *game.positions()]
    with keeping_on_ranks(folder, 0.0, Rules(game), roots, team) as keeper:
        return solved_on(team, game, keeper=keeper)


def solved_with_stops(game, folder, after):
    """Solve a game with stops, on another number of ranks each time, and return the solution."""
    with (
        patch.object(rank_notes, "Checkpoints", Stopping),
        patch.object(Stopping, "after", after),
    ):
        for size, _ in zip(cycle((2, 3, 1, 4)), range(500), strict=False):
            first, *others = on_ranks(size, lambda team: kept(team, game, folder))
            if not isinstance(first, KeyboardInterrupt):
                assert others == [None] * (size - 1), (first, others)
                return first
    raise AssertionError("it does not come to an end")


@attrs.frozen
class Scored(CompiledGame):
    """Game of graphs with scores, described by flags, so that its parameters are literals."""

    gains: bool
    staged: bool
    loops: bool

    @property
    def rules(self):
        return scored(self.gains, self.staged, self.loops).rules

    def start(self):
        return 0


@cache
def scored(gains, staged, loops):
    """Return a game on such graphs, in which infinite play is a win of the first player."""
    luck = Random(11)
    parts = abreast(drawn(luck, gains=gains, loops=loops) for _ in range(6))
    return CompiledScores(parts, 2, gains=gains, staged=staged, indexed=True)


GAMES = {
    "scores by stages": lambda: Scored(gains=True, staged=True, loops=True),
    "longer than a byte, by predecessors": lambda: Sheet("long", "strict", indexed=True, back=True),
    "enumerated, by the graph": lambda: RandomGraph(100, 5, "images", False, False, on_slate=True),
    "drawn, enumerated": lambda: Sheet("drawn", "strict"),
    "indexed, by the graph": lambda: RandomGraph(100, 5, "images", True, False, on_slate=True),
    "by predecessors": lambda: Sheet("random", indexed=True, back=True),
    "drawn, by predecessors": lambda: Sheet("drawn", "strict", indexed=True, back=True),
    "longer than a byte, enumerated": lambda: Sheet("longer", "strict"),
    "longer than a byte, by the graph": lambda: Sheet("longer", "strict", indexed=True),
    "scores by their graph": lambda: Scored(gains=False, staged=False, loops=True),
    "scores in passes": lambda: Scored(gains=True, staged=False, loops=False),
}


SMALL = ("scores by their graph", "scores in passes")
"""Games with few checkpoints, which are stopped at each of them."""


@pytest.mark.parametrize("name", GAMES)
def test_the_file_is_the_same(name, tmp_path):
    """Ranks stopped many times and resumed on other numbers of ranks give the same file."""
    game = GAMES[name]()
    expected = file_of(solved(game, "graph"))
    solution = solved_with_stops(game, tmp_path, 1 if name in SMALL else scaled(12, 1))
    assert not isinstance(solution, BaseException), solution
    assert file_of(solution) == expected
    assert "resumed from " in solution.how.why
    assert list(tmp_path.iterdir()) == []


def test_the_next_call_states_which_rank_stopped_and_where_it_goes_on(tmp_path):
    """The next call reports the number of ranks, the rank that stopped, and its resume point."""
    game = GAMES["enumerated, by the graph"]()
    with (
        patch.object(rank_notes, "Checkpoints", Stopping),
        patch.object(Stopping, "after", 12),
    ):
        on_ranks(2, lambda team: kept(team, game, tmp_path))
    columns = sorted(path.name for path in tmp_path.iterdir())
    assert [name for name in columns if name.count("-") < 3] == ["gamesolver-checkpoint"]

    (tmp_path / "gamesolver-rank-1").write_text("rank 1 of 2 (here, process 7)")
    first, _, _ = on_ranks(3, lambda team: kept_but_once(team, game, tmp_path))
    assert first.how.why.startswith("resumed from ")
    assert ", saved by 2 ranks, where rank 1 of 2 (here, process 7) had stopped; " in first.how.why


def test_nothing_is_left_where_memory_was_refused_before_a_checkpoint(tmp_path):
    """An early lack of memory leaves no files, and the notes of ranks are not executable."""
    game, modes = GAMES["indexed, by the graph"](), set()

    def refused(team):
        team.get_acquainted()
        with keeping_on_ranks(tmp_path, 60, Rules(game), [game.start()], team) as keeper:
            keeper.entries_by_stage({0: 9, 1: 99}, np.uint8)
            modes.update(path.stat().st_mode for path in tmp_path.glob("gamesolver-rank-*"))
            team.meet()
            if team.rank == 1:
                raise MemoryLimitError("out of memory", limit=1, needed=2)
            team.meet()

    for reported in on_ranks(2, refused):
        assert isinstance(reported, MemoryLimitError)
    assert list(tmp_path.iterdir()) == []
    assert modes
    assert not any(mode & 0o111 for mode in modes)


@pytest.mark.parametrize("name", ["enumerated, by the graph", "indexed, by the graph"])
def test_what_all_have_is_written_into_one_file(name, tmp_path):
    """Ranks write common columns into one file directly, over old content, and remove it."""
    game = GAMES[name]()
    expected = file_of(solved(game, "graph"))
    for column in ("cells", "keys"):
        (tmp_path / f"gamesolver-whole-{column}").write_bytes(b"left" * 9999)
    with (
        patch.object(KeyShare, "put_in_place", None),
        patch.object(IndexedShare, "put_in_place", None),
    ):
        first, *others = on_ranks(3, lambda team: kept_but_once(team, game, tmp_path))
    assert file_of(first) == expected
    assert others == [None, None]
    assert list(tmp_path.iterdir()) == []


def test_a_disk_without_room_for_what_all_have_is_reported_by_all(tmp_path):
    """If the first rank cannot create the common file, all ranks raise the system's error."""
    game = GAMES["indexed, by the graph"]()
    full = OSError(errno.ENOSPC, "No space left on device")
    with patch.object(checkpoints, "take_room", side_effect=full):
        reported = on_ranks(2, lambda team: kept_but_once(team, game, tmp_path))
    assert all(isinstance(each, FileError) for each in reported)
    assert "cannot keep checkpoints in " in str(reported[0])


def test_the_command_states_it_too(capsys):
    """The command reports a solve that resumed or began again, and no other."""
    for why in ("resumed from wins and losses in 4, where; the graph", "began again, where; the"):
        solve_command.report_resumed(why)
        assert capsys.readouterr().err == f"This solve {why.partition(';')[0]}\n"
    solve_command.report_resumed("the graph of them; resumed from")
    assert capsys.readouterr() == ("", "")


def kept_but_once(team, game, folder):
    """Solve from an existing checkpoint, if any, without writing new ones."""
    team.get_acquainted()
    roots = [game.start(), *game.positions()]
    with keeping_on_ranks(folder, 1e9, Rules(game), roots, team) as keeper:
        return solved_on(team, game, keeper=keeper)


def test_whichever_player_is_gone_without_a_word_is_seen(tmp_path):
    """A rank whose lock is free without a note of its end is lost; the first one is recorded."""
    fcntl = pytest.importorskip("fcntl")
    note = tmp_path / "gamesolver-rank-0"
    note.write_text("rank 0 of 2")
    held = os.open(note, os.O_RDWR)
    fcntl.flock(held, fcntl.LOCK_EX)
    witness = threading.Thread(target=rank_notes._witness, args=(note, tmp_path))
    witness.start()
    assert not (tmp_path / GONE).exists()
    os.close(held)
    witness.join()
    assert (tmp_path / GONE).read_text() == "rank 0 of 2"
    note.write_text("rank 1 of 2")
    rank_notes._witness(note, tmp_path)
    assert (tmp_path / GONE).read_text() == "rank 0 of 2"
    gone = "rank 0 of 2 was killed, or ended without a message: the same call"
    assert rank_notes._lost(tmp_path) == f"{gone} begins again"
    (tmp_path / ABOUT).touch()
    assert rank_notes._lost(tmp_path) == f"{gone} goes on from the checkpoint in {tmp_path}"
    (tmp_path / GONE).unlink()
    assert rank_notes._lost(tmp_path) == ""
    note.write_text("rank 1 of 2 ends")
    rank_notes._witness(note, tmp_path)
    assert not (tmp_path / GONE).exists()


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    """A checkpoint of another game or a broken one is refused by all ranks."""
    game = GAMES["enumerated, by the graph"]()
    with (
        patch.object(rank_notes, "Checkpoints", Stopping),
        patch.object(Stopping, "after", 3),
    ):
        on_ranks(2, lambda team: kept(team, game, tmp_path))
    for error in on_ranks(2, lambda team: kept(team, Quixo(size=2), tmp_path)):
        assert isinstance(error, FileError)
        assert "contains a checkpoint of " in str(error)
        assert ", not of games.quixo:Quixo: finish that solve" in str(error)
    entries = next(tmp_path.glob("gamesolver-rank-1-keys-*"))
    entries.write_bytes(entries.read_bytes()[:-1] + b"!")
    for error in on_ranks(2, lambda team: kept(team, game, tmp_path)):
        assert isinstance(error, FileError)
        assert f"is broken: {entries.name} has a wrong checksum; remove it" in str(error)
