"""Games that are infinite by mistake are stopped early; large and long finite games are not."""

import itertools
import re
from functools import cache
from unittest.mock import patch

import attrs
import numpy as np
import pytest
from numba import njit

from games import AnimalShogi, ConnectFour
from gamesolver import (
    CompiledGame,
    CompiledRules,
    Game,
    MemoryLimitError,
    Value,
    explore,
    registered_games,
    solve,
)
from gamesolver.engine import finding
from gamesolver.forecast import no_end
from gamesolver.graph.exploring import Explorer
from gamesolver.system import memory
from tests.support.compiled_games import Chain
from tests.support.rank_solving import solved_on
from tests.support.rank_threads import on_ranks

MEGABYTE = 10**6


@pytest.fixture
def queries_early(monkeypatch):
    """Solve that looks for its end after a few megabytes, not only after 2 GB."""
    monkeypatch.setattr(memory, "ESTIMATE_AT", 6 * MEGABYTE)
    monkeypatch.setattr(no_end, "SECONDS", 0.5)


class Up(Game):
    """Game of a counter without a limit."""

    def start(self):
        return 0

    def moves(self, position):
        return (1,)

    def play(self, position, move):
        return position + 1

    def terminal_value(self, position):
        return None


class History(Up):
    """Game whose positions contain all moves made."""

    def start(self):
        return ()

    def moves(self, position):
        return (0, 1)

    def play(self, position, move):
        return (*position, move)


class CountedLoops(Up):
    """Small game with cycles and ends, made infinite by a counter of plies."""

    def start(self):
        return (0, 0)

    def moves(self, position):
        return (1, 2, 5)

    def play(self, position, move):
        return ((position[0] * move + 1) % 300, position[1] + 1)

    def terminal_value(self, position):
        return Value.LOSS if position[0] % 7 == 3 else None


class UpAndDown(Up):
    """Game of a counter that moves both ways."""

    def moves(self, position):
        return (1, -1) if position else (1,)

    def play(self, position, move):
        return position + move


class Plane(Up):
    """Walk on an infinite plane."""

    def start(self):
        return (0, 0)

    def moves(self, position):
        return ((0, 1), (1, 0), (0, -1), (-1, 0))

    def play(self, position, move):
        return (position[0] + move[0], position[1] + move[1])


class Undo(History):
    """Game whose positions contain all moves made, the last of which can be undone."""

    def moves(self, position):
        return (0, 1, 2) if position else (0, 1)

    def play(self, position, move):
        return position[:-1] if move == 2 else (*position, move)


GROWING = {
    Undo: r"positions keep growing: \(\) at the start, \([01, .]+\) in layer \d+",
    Up: r"positions keep growing: 0 at the start, \d+ in layer [\d,]+",
    History: r"positions keep growing: \(\) at the start, \([01, .]+\) in layer \d+",
    CountedLoops: r"positions keep growing: \(0, 0\) at the start, \(\d+, (\d+)\) in layer [\d,]+",
    UpAndDown: r"positions keep growing: 0 at the start, \d+ in layer [\d,]+",
    Plane: r"positions keep growing: \(0, 0\) at the start, \(\d+, \d+\) in layer [\d,]+",
}


@pytest.mark.parametrize("game", GROWING)
@pytest.mark.parametrize("work", [solve, explore])
def test_a_game_without_end_is_stopped_with_what_was_seen(game, work, queries_early):
    """The message has the number of positions, the widest layers, a growing position and advice."""
    with pytest.raises(MemoryLimitError) as caught:
        work(game())
    first, widest, growing, *advice = str(caught.value).splitlines()
    assert " may never end: " in first
    assert " positions were found, which take " in first
    assert widest.startswith("  widest of ")
    assert re.fullmatch(rf"  {GROWING[game]}", growing)
    assert advice[0].startswith('  memory="')
    assert advice[1:] == [
        "  check_game(game) tries the rules",
        "  prove(game) proves the outcome of one position",
    ]
    assert caught.value.needed < 60 * MEGABYTE < caught.value.limit


@pytest.mark.parametrize("game", [Up, CountedLoops])
def test_a_limit_of_the_caller_s_and_force_are_consent(game, queries_early):
    """With a limit of the caller or ``force``, the solve continues up to the limit."""
    with pytest.raises(
        MemoryLimitError, match=r"^out of memory: the limit is 20\.0 MB \(as requested"
    ):
        solve(game(), memory="20 MB")
    with (
        patch.object(memory, "free_bytes", lambda: 24 * MEGABYTE),
        pytest.raises(MemoryLimitError, match=r"^out of memory: the limit is 20\.4 MB \(85 %"),
    ):
        solve(game(), force=True)


@cache
def counting_rules():
    """Return rules of a walk among 251 numbers with a counter of plies and some ends."""

    @njit
    def successors(position, moves, positions):
        ply, number = position >> np.uint64(8), position & np.uint64(255)
        for move in range(3):
            following = (number * np.uint64(2 * move + 1) + np.uint64(1)) % np.uint64(251)
            moves[move] = move
            positions[move] = ((ply + np.uint64(1)) << np.uint64(8)) | following
        return np.int64(3)

    @njit
    def terminal_code(position):
        number = position & np.uint64(255)
        return np.int64(-1 if number % np.uint64(7) == np.uint64(3) else 2)

    return CompiledRules(successors, terminal_code, max_moves=3)


class CompiledCounting(CompiledGame):
    """Compiled game with a counter of plies that makes it infinite."""

    rules = property(lambda self: counting_rules())

    def start(self):
        return 0


ENDLESS = [Chain(1 << 40, 0), CompiledCounting()]
"""A line and a game with many ends, both infinite."""


@pytest.mark.compiled(why="a line of a million positions is long in plain Python")
@pytest.mark.parametrize("game", ENDLESS, ids=["line", "ends"])
def test_a_compiled_game_without_end_is_stopped_with_what_was_seen(game, queries_early):
    """An infinite compiled enumerated game is stopped with two of its positions and advice."""
    with pytest.raises(MemoryLimitError) as caught:
        solve(game)
    first, widest, last, *advice = str(caught.value).splitlines()
    assert " may never end: " in first
    assert widest.startswith("  widest of ")
    assert re.fullmatch(r"  the start is '?0'?, and one of the last positions is '?\d+'?", last)
    assert advice[1:] == [
        "  check_game(game) tries the rules",
        "  prove(game) proves the outcome of one position",
    ]
    assert caught.value.needed < 200 * MEGABYTE


@pytest.mark.compiled(why="a line of a million positions is long in plain Python")
def test_a_compiled_game_without_end_is_stopped_with_a_folder(queries_early, tmp_path):
    """An infinite game is also stopped if it is solved in a folder."""
    with pytest.raises(MemoryLimitError, match=" may never end: "):
        solve(CompiledCounting(), folder=tmp_path)


@pytest.mark.compiled(why="a line of a million positions is long in plain Python")
def test_ranks_stop_together_if_no_end_is_in_sight(monkeypatch):
    """All ranks raise the error if the game has no end in sight."""
    monkeypatch.setattr(memory, "ESTIMATE_AT", 5 * MEGABYTE)
    monkeypatch.setattr(no_end, "SECONDS", 0.5)
    errors = on_ranks(2, lambda team: solved_on(team, CompiledCounting()))
    assert [type(error) for error in errors] == [MemoryLimitError] * 2
    assert all(" may never end: " in str(error).splitlines()[0] for error in errors)


@pytest.mark.compiled(why="it is the compiled finder that asks")
@pytest.mark.parametrize("game", [ConnectFour(width=5, height=4), AnimalShogi("LC")], ids=repr)
def test_compiled_games_that_end_are_solved_however_early_it_is_queried(game, monkeypatch):
    """Finite compiled games are solved even if the solve looks for their end early."""
    looks, steps = [], itertools.count()
    usual = no_end.require_an_end_of_enumeration

    def look(*work):
        looks.append(work)
        usual(*work)

    count = len(solve(game))
    monkeypatch.setattr(finding, "ENOUGH", 1 << 8)
    monkeypatch.setattr(memory.MemoryMeter, "needs_estimate", lambda *_: next(steps) in (1, 9, 25))
    monkeypatch.setattr(no_end, "is_known", lambda game: False)
    monkeypatch.setattr(no_end, "require_an_end_of_enumeration", look)
    assert len(solve(game)) == count
    assert looks


# ── games that end ──────────────────────────────────────────────────────────────────────────────


@attrs.frozen
class Line(Up):
    """Line of forced moves to an end, up or down."""

    plies: int = 30_000
    step: int = 1

    def start(self):
        return 0 if self.step > 0 else self.plies

    def play(self, position, move):
        return position + self.step

    def terminal_value(self, position):
        return Value.LOSS if position == (self.plies if self.step > 0 else 0) else None


@attrs.frozen
class Board(Plane):
    """Walk on a board so large that its layers widen for a long time."""

    side: int = 200

    def moves(self, position):
        return [
            (x, y)
            for x, y in super().moves(position)
            if 0 <= position[0] + x < self.side and 0 <= position[1] + y < self.side
        ]

    def terminal_value(self, position):
        return Value.LOSS if position == (self.side - 1, self.side - 1) else None


@pytest.mark.parametrize("game", [Line(), Line(step=-1), Line(60_000)], ids=repr)
def test_a_long_line_with_an_end_is_solved(game, queries_early):
    """A long line of forced moves that ends is solved."""
    assert solve(game).remoteness == game.plies


def test_a_million_positions_in_a_line_are_no_reason_to_query():
    """A line of a million positions stays below the default threshold."""
    assert solve(Line(1_000_000)).remoteness == 1_000_000


def test_a_board_whose_layers_shrink_at_last_is_solved(monkeypatch):
    """A large board whose layers finally shrink is solved, though moves lead back."""
    monkeypatch.setattr(memory, "ESTIMATE_AT", 9 * MEGABYTE)
    assert len(solve(Board())) == 40_000


LARGE = {
    "animal-shogi", "connect-four", "gobblet-gobblers", "nine-mens-morris", "quixo", "teeko",
    "chess-endgame", "sim",
}  # fmt: skip
"""Games of the library with millions of positions, which plain Python explores for minutes."""


@pytest.mark.parametrize("name", sorted(registered_games().keys() - LARGE))
def test_games_of_the_shelf_are_explored_however_early_it_is_queried(name, monkeypatch):
    """No game of the library is taken for infinite, even if its size is unknown."""
    monkeypatch.setattr(memory, "ESTIMATE_AT", 1)
    monkeypatch.setattr(no_end, "is_known", lambda game: False)
    monkeypatch.setattr(Explorer, "positions_a_look", 32)
    assert len(explore(registered_games()[name]()))
