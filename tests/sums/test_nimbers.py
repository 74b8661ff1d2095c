"""Nimbers: heaps compared with theory, sums with the solved game, and invalid games."""

from itertools import product
from random import Random

import attrs
import pytest

from games import Nim, PongHauKi, ScoringHeaps, Subtraction, TicTacToe
from gamesolver import (
    Advice,
    CycleError,
    Game,
    GameContractError,
    InvalidArgumentError,
    MemoryLimitError,
    Sum,
    UnknownPositionError,
    Value,
    nimbers,
    solve,
)
from tests.oracles.unfolded import unfolded_size


@attrs.frozen
class Drawn(Game[int, int]):
    """Random impartial game: each number leads to some smaller ones."""

    size: int
    seed: int

    def start(self):
        return self.size

    def moves(self, position):
        luck = Random(f"{self.seed} {position}")
        return sorted(luck.sample(range(position), min(position, luck.randrange(4))))

    def play(self, position, move):
        return move

    def terminal_value(self, position):
        return None if self.moves(position) else Value.LOSS


def by_definition(game, position):
    """Return the least number that is not the nimber of a successor, by plain recursion."""
    if game.terminal_value(position) is not None:
        return 0
    taken = {by_definition(game, game.play(position, move)) for move in game.moves(position)}
    return next(number for number in range(len(taken) + 1) if number not in taken)


def single_heaps(heaps):
    """Return the parts of a position of Nim, one for each heap."""
    return [(heap,) for heap in heaps]


@pytest.mark.parametrize("item", [3.5, None, (1,), (1, 2, 3), "ab", [1, 1], ([1], 1)])
def test_views_of_nimbers_do_not_contain_what_is_not_an_entry(item):
    """``in`` returns False for any object that is not an entry, as in the views of a ``dict``."""
    table = nimbers(Subtraction(heap=6, takes=(1, 2)))
    assert item not in table.items()
    assert item not in table.keys()  # noqa: SIM118  # tests the view
    assert item not in table.values()
    assert (1, 1) in table.items()
    assert table.items().isdisjoint([3, None, (1,)])


def test_heaps_of_nim_are_their_own_nimbers():
    """The nimber of a position of Nim is the exclusive or of its heap sizes."""
    table = nimbers(Nim(heaps=(3, 5)))
    for one, other in product(range(4), range(6)):
        assert table[one, other] == table[other, one] == one ^ other


def test_single_parts_alone_are_explored():
    """With parts, only single heaps are stored, and the nimbers of all sums are known."""
    table = nimbers(Nim(heaps=(9,) * 10), single_heaps)
    assert sorted(table) == [(heap,) for heap in range(10)]
    assert table[(9,) * 10] == 0
    assert table[9, 8, 4, 2, 1] == 6
    assert table[()] == 0


@pytest.mark.parametrize("seed", range(10))
def test_games_drawn_at_random(seed):
    """Nimbers of random games agree with the definition."""
    game = Drawn(12, seed)
    table = nimbers(game)
    assert dict(table) == {position: by_definition(game, position) for position in table}
    assert set(table) == set(solve(game))


@pytest.mark.parametrize("seed", range(6))
def test_a_sum_is_lost_where_the_nimbers_cancel(seed):
    """A position of a solved sum is lost if and only if the nimbers of its games cancel."""
    parts = [Drawn(6, seed), Drawn(5, seed + 100), Subtraction(heap=4)]
    game, tables = Sum(*parts), [nimbers(part) for part in parts]
    solution, whole = solve(game), nimbers(game)
    for position in solution:
        first, second, third = (table[each] for table, each in zip(tables, position, strict=True))
        assert whole[position] == first ^ second ^ third
        assert (solution[position].value is Value.LOSS) == (whole[position] == 0)
        winning = whole.winning_moves(position)
        assert all(solution[game.play(position, move)].value is Value.LOSS for move in winning)
        assert bool(winning) == (whole[position] > 0)
    assert solution.verify(full=True).positions == unfolded_size(solution)


def test_other_roots():
    """Nimbers are known from the start, or from the given start and positions."""
    game = Subtraction(heap=3)
    assert len(nimbers(game)) == 4
    assert len(nimbers(game, start=9)) == 10
    assert len(nimbers(game, positions=[5, 7])) == 8


# ── refusals ─────────────────────────────────────────────────────────────────────────────────────


@attrs.frozen
class Round(Game[int, int]):
    """Game that cycles through three positions."""

    def start(self):
        return 0

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return (position + 1) % 3

    def terminal_value(self, position):
        return None


class Silent(Nim):
    """Nim whose terminal positions are draws."""

    def terminal_value(self, position):
        return None if any(position) else Value.DRAW


def test_loops_are_named():
    """A game with cycles is refused, and the message names a cycle."""
    with pytest.raises(CycleError) as caught:
        nimbers(Round())
    assert str(caught.value) == (
        "nimbers require a game without cycles: position 0 can return to itself by way of 1, 2; "
        "solve(game) supports cycles"
    )
    assert caught.value.cycle == (1, 2, 0)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (PongHauKi(), "it has a method player: expected the same moves for both players"
         ""),
        (ScoringHeaps(), "it has scores: expected terminal_value, a loss at every end of play"),
        (Nim(misere=True), "terminal_value((0, 0, 0)) returned Value.WIN: expected every end of "
         "play to be a loss for the player to move"),
        (Silent(heaps=(1,)), "terminal_value((0,)) returned Value.DRAW: expected every end of "
         "play to be a loss for the player to move"),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Game) else "",
)  # fmt: skip
def test_games_that_are_not_impartial(game, why):
    """Games with players, scores or ends that are not losses are refused, in a sum too."""
    message = f"{game!r} is not an impartial game in which the player who cannot move loses: {why}"
    with pytest.raises(InvalidArgumentError) as caught:
        nimbers(game)
    assert str(caught.value) == message
    with pytest.raises((InvalidArgumentError, GameContractError)) as caught:
        solve(Sum(game, Subtraction()))
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (5, "bad parts 5: expected a function from a position to its parts"),
        (lambda heaps: 7, "bad parts of Nim(heaps=(1, 2)): parts((1, 2)) raised "
         "TypeError: 'int' object is not iterable"),
        (lambda heaps: [[1]], "bad parts of Nim(heaps=(1, 2)): parts((1, 2)) gave "
         "[1], which cannot be hashed: expected positions"),
        (lambda heaps: [heaps, (1,)], "bad parts of Nim(heaps=(1, 2)): parts((1, 2)) "
         "gave [(1, 2), (1,)], and (1, 2) is a part itself: expected parts that do not split "
         "further"),
    ],
)  # fmt: skip
def test_parts_that_are_none(parts, message):
    """``parts`` must be a function that returns positions which do not split further."""
    with pytest.raises(InvalidArgumentError) as caught:
        nimbers(Nim(heaps=(1, 2)), parts)
    assert str(caught.value) == message


@pytest.mark.parametrize("position", [9, "x", None, [1]])
def test_positions_that_are_not_known(position):
    """Unreachable positions, and objects that are not positions, are refused."""
    with pytest.raises(UnknownPositionError) as caught:
        nimbers(Subtraction(heap=3))[position]
    assert str(caught.value).startswith(f"unknown position {position!r}: ")


def test_what_would_reach_a_position_is_data():
    """The advice about an unknown position is data, separate from the message."""
    with pytest.raises(UnknownPositionError) as caught:
        nimbers(Subtraction(heap=3))[9]
    error = caught.value
    assert error.message.endswith("not reachable from the start of Subtraction(heap=3)")
    assert error.advice == (Advice("goes there", {"start": None}, call="nimbers(game, {})"),)
    assert str(error) == f"{error.message}; nimbers(game, start=...) goes there"


@attrs.frozen
class LongPositions(Game[tuple[int, ...], int]):
    """Heap with a position of ten thousand equal numbers, which takes 80 kB.

    All positions take about a gigabyte, more than the memory that earlier tests may have freed.
    """

    def start(self):
        return (12_000,) * 10_000

    def moves(self, position):
        return [1] if position[0] else []

    def play(self, position, move):
        return (position[0] - move,) * 10_000

    def terminal_value(self, position):
        return None if position[0] else Value.LOSS


def test_memory_runs_out():
    """``nimbers`` of a game that is too large raises MemoryLimitError."""
    with pytest.raises(MemoryLimitError, match="positions found"):
        nimbers(LongPositions(), memory="1 MB")


def test_sums_of_what_is_no_game():
    """``Sum`` requires at least one game, and only games."""
    with pytest.raises(InvalidArgumentError, match=r"^bad Sum of no games: expected one or more$"):
        Sum()
    with pytest.raises(InvalidArgumentError) as caught:
        Sum(Nim(), TicTacToe)
    assert str(caught.value).startswith("bad game <class")
