"""Symmetries that are no positions, that vary from call to call, and that a sample cannot refute.

``test_spot_check`` has the symmetries that are false.
"""

import re
from itertools import product
from random import Random
from typing import ClassVar
from unittest.mock import patch

import attrs
import pytest

from games import TicTacToe
from gamesolver import (
    Game,
    GameContractError,
    Solution,
    Value,
    VerificationError,
    check_game,
    estimate,
    explore,
    prove,
    solve,
)
from gamesolver.files import shared_stages
from tests.support.example_games import example


def refused(work, *arguments, **options):
    """Return the violation for which a call is refused."""
    with pytest.raises(GameContractError) as caught:
        work(*arguments, **options)
    (fault,) = caught.value.faults
    return fault


# ── what is not a position ──────────────────────────────────────────────────────────────────────


class NoCanonical(TicTacToe):
    """Tic-tac-toe whose ``canonical`` forgets to return a position."""

    def canonical(self, position):
        return None


class ListsLists(TicTacToe):
    """Tic-tac-toe whose ``symmetries`` lists lists."""

    def symmetries(self, position):
        return [list(position)]


class ListsNone(TicTacToe):
    """Tic-tac-toe whose ``symmetries`` lists ``None``."""

    def symmetries(self, position):
        return [None]


@pytest.mark.parametrize("work", [solve, explore, prove, estimate, check_game])
@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (
            NoCanonical,
            "canonical('.........') returned None: expected a position of its orbit",
        ),
        (
            ListsLists,
            "symmetries('.........') returned a list, and positions must be hashable: let the "
            "position be a tuple",
        ),
        (ListsNone, "symmetries('.........') lists None: expected positions"),
    ],
)
def test_what_is_not_a_position_is_blamed_on_the_method_that_gave_it(kind, message, work):
    """Neither on ``canonical``, which the author did not write, nor on what comes after it."""
    with pytest.raises(GameContractError) as caught:
        work(kind())
    first = caught.value.faults[0]
    if work is not check_game or kind is not ListsNone:  # which may lay it to ``<`` as well
        assert first.message == message


# ── symmetries that are different at each call ──────────────────────────────────────────────────


class SomeTwins(TicTacToe):
    """Tic-tac-toe that lists some of its true twins, and others at another call."""

    luck = Random(1)

    def symmetries(self, position):
        twins = list(super().symmetries(position))
        return self.luck.sample(twins, self.luck.randrange(len(twins) + 1))


class SomeCells(TicTacToe):
    """Tic-tac-toe that lists an arrangement of the cells, and another one at another call."""

    luck = Random(1)

    def symmetries(self, position):
        yield "".join(self.luck.sample(position[:9], 9)) + position[9]


class Now(TicTacToe):
    """Tic-tac-toe that lists its true twins at every second call."""

    calls = 0

    def symmetries(self, position):
        type(self).calls += 1
        yield from super().symmetries(position) if self.calls % 2 else ()


@pytest.mark.parametrize("kind", [SomeTwins, SomeCells, Now])
def test_symmetries_that_depend_on_the_number_of_calls_never_give_a_wrong_answer(kind):
    """They are refused, or every outcome is right."""
    truth = solve(TicTacToe())
    for seed in range(10):
        kind.luck, kind.calls = Random(seed), seed
        try:
            solution = solve(kind())
        except (GameContractError, VerificationError):
            continue
        assert kind is not SomeCells
        assert all(outcome == truth[position] for position, outcome in solution.items())


# ── what a sample cannot see ────────────────────────────────────────────────────────────────────


@attrs.frozen
class OneFalsePair(TicTacToe):
    """Tic-tac-toe in which one orbit is said to be symmetric to another one."""

    pair: tuple[str, str] = ("", "")

    def symmetries(self, position):
        twins = [position, *super().symmetries(position)]
        first, other = self.pair
        if first in twins or other in twins:
            for each in self.pair:
                yield from (each, *super().symmetries(each))
        else:
            yield from twins


def false_pairs(count):
    """Return pairs of positions of five stones, of which one is won and the other lost."""
    solution = solve(TicTacToe())
    five = [each for each in solution if 9 - each.count(".") == 5]
    won = [each for each in five if solution[each].value is Value.WIN]
    lost = [each for each in five if solution[each].value is Value.LOSS]
    return Random(3).sample(list(product(won, lost)), count)


def test_a_symmetry_that_is_false_of_two_positions_needs_a_full_verification():
    """A sample misses some of these, and ``verify(full=True)`` finds all and names both."""
    missed = 0
    for pair in false_pairs(12):
        game = OneFalsePair(pair=pair)
        try:
            solution = solve(game)
        except (GameContractError, VerificationError):
            continue
        missed += 1
        fault = refused(solution.verify, full=True)
        assert len(set(re.findall(r"'[xo.]{9}(?: [xo])?'", fault.message))) >= 2
    assert 0 < missed < 12


# ── saved solutions that are used again ─────────────────────────────────────────────────────────

BY_DISCS = example("connect_four_by_discs").ConnectFourByDiscs


class WithTable(BY_DISCS):
    """Connect Four whose positions of three discs or more are taken from another solution."""

    def shared_stage(self, other, stage):
        return stage if type(other) is BY_DISCS and stage >= 3 else None


@pytest.fixture(scope="module")
def table():
    """Return the solution that is used again."""
    return solve(BY_DISCS(3, 2, line=3))


def test_a_spot_check_looks_at_what_comes_from_a_saved_solution(table, tmp_path):
    """It looks at as many positions as without one."""
    game = WithTable(3, 2, line=3)
    with_table = solve(game, folder=tmp_path, tables=[table])

    assert with_table.how.taken
    assert with_table.how.spot_check == solve(game).how.spot_check
    assert with_table.how.spot_check.positions == len(with_table)


def test_a_wrong_saved_solution_is_refused(table, tmp_path):
    """Some outcomes in it are wrong in turn, and no trial of slots looks."""
    game, first = WithTable(3, 2, line=3), sum(table.game.rules.by_stage[each] for each in range(3))
    tried = 0
    for slot in range(first, len(table._table.cells), 5):
        cells = table._table.cells.copy()
        if cells[slot] < 3:  # unused
            continue
        cells[slot] += 3 * 2  # two plies more
        wrong = Solution(
            table.game, attrs.evolve(table._table, cells=cells), table.how, (table.start,)
        )
        with patch.object(shared_stages, "TRIED", 0), pytest.raises(VerificationError):
            solve(game, folder=tmp_path / str(slot), tables=[wrong])
        tried += 1
    assert tried > 10


class OneWay(Game):
    """A row of four cells whose symmetries turn it one step, and do not list the way back."""

    def start(self):
        return "....", 0

    def player(self, position):
        return position[1]

    def moves(self, position):
        return [cell for cell, sign in enumerate(position[0]) if sign == "."]

    def play(self, position, move):
        row, seat = position
        return row[:move] + "xo"[seat] + row[move + 1 :], 1 - seat

    def terminal_value(self, position):
        if "xx" in position[0] or "oo" in position[0]:
            return Value.LOSS
        return None if "." in position[0] else Value.DRAW

    def symmetries(self, position):
        yield position[0][1:] + position[0][:1], position[1]


def test_symmetries_that_do_not_list_the_way_back_are_named():
    """No ``canonical`` is blamed that the author did not write."""
    with pytest.raises(GameContractError) as caught:
        solve(OneWay())
    assert str(caught.value) == (
        "OneWay breaks its contract: symmetries(('o.xx', 1)) lists ('.xxo', 1), and "
        "symmetries(('.xxo', 1)) does not list ('o.xx', 1): expected each position of an orbit "
        "to list the others"
    )


class Wavering(TicTacToe):
    """Tic-tac-toe in which one loss in fifty is said to be a win."""

    luck: ClassVar = Random(3)

    def terminal_value(self, position):
        value = super().terminal_value(position)
        return Value.WIN if value is Value.LOSS and self.luck.random() < 0.02 else value


def test_a_rule_that_wavers_is_named_and_not_the_solution():
    """Once an outcome is wrong, the rule is called again at its position."""
    with pytest.raises(GameContractError, match=r"terminal_value\(.*\) returned .* asked again"):
        solve(Wavering())
