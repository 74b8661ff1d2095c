"""The verifier accepts what is right and catches every planted fault."""

from bisect import bisect_right
from functools import cache
from itertools import accumulate
from random import Random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Nim, TicTacToe
from gamesolver import Outcome, Value, VerificationError, solve
from gamesolver.rules.guard import Rules
from gamesolver.tables.labels import ENDLESS, Labels
from gamesolver.tables.table import DictTable
from gamesolver.verify.certificate import verify
from tests.attacks.graph_games import (
    ONE_BY_ONE,
    SIDE_BY_SIDE,
    DrawnGame,
    abreast,
    drawings,
    many_drawings,
)
from tests.support.scale import scaled


class Remembering(TicTacToe):
    """Tic-tac-toe with cached rules."""

    def __init__(self):
        game = TicTacToe()
        for name in ("moves", "play", "terminal_value", "canonical", "player"):
            object.__setattr__(self, name, cache(getattr(game, name)))


def table_of(solution, first=()):
    """Return a copy of a solution's table, whose labels may be spoilt.

    It lists the positions in ``first`` first.
    """
    table = solution._table
    positions = list(dict.fromkeys([*first, *table.positions]))
    order = [table.index[each] for each in positions]
    labels = Labels(table.labels.points[order], table.labels.plies[order])
    index = {position: place for place, position in enumerate(positions)}
    return DictTable(positions, index, labels, table.reached)


def write(table, index, outcome):
    """Put an outcome in a table."""
    table.labels.points[index] = int(outcome.value)
    table.labels.plies[index] = ENDLESS if outcome.remoteness is None else outcome.remoteness


ALL_OUTCOMES = [Outcome(value, plies) for value in Value for plies in range(10)]
ALL_OUTCOMES.append(Outcome(Value.DRAW, None))


@pytest.mark.compiled(why="long, and the verifier has no kernels")
def test_every_corruption_of_tic_tac_toe_is_caught():
    """Each position (by day every fourth) with any other of 31 outcomes is caught.

    The conditions at the position and its predecessors can fail. So these are listed first, or
    the test would take a minute.
    """
    game = Remembering()
    solution = solve(game)
    rules, roots = Rules(game), [solution.start]
    leading = {each: [] for each in solution}
    for each in solution:
        for move in game.moves(each) if game.terminal_value(each) is None else ():
            leading[game.canonical(game.play(each, move))].append(each)
    planted = caught = 0
    changed = list(solution)[:: scaled(4, 1)]
    for position in changed:
        table = table_of(solution, first=dict.fromkeys([*leading[position], position]))
        right = solution[position]
        for wrong in ALL_OUTCOMES:
            if wrong == right:
                continue
            write(table, table.index[position], wrong)
            planted += 1
            try:
                verify(rules, table, roots)
            except VerificationError:
                caught += 1
        write(table, table.index[position], right)
        assert verify(rules, table, roots).positions == 765
    assert planted == caught == 30 * len(changed) >= 30 * 765 // 4


def spoil(table, index, which):
    """Replace the outcome at an index by a chosen other one, and return the first."""
    right = table.labels.outcome(index)
    write(table, index, [each for each in ALL_OUTCOMES if each != right][which])
    return right


@settings(max_examples=ONE_BY_ONE)
@given(drawings(), st.integers(0, 255), st.integers(0, len(ALL_OUTCOMES) - 2))
def test_random_corruptions_of_graphs_with_loops_are_caught(drawing, place, which):
    """A single wrong label at any position is caught."""
    solution = solve(DrawnGame(drawing), method="retrograde")
    table = table_of(solution)
    spoil(table, place % len(solution), which)
    with pytest.raises(VerificationError):
        verify(Rules(solution.game), table, [solution.start], full=True)


def test_thousands_of_random_corruptions_are_caught():
    """A wrong label is caught in each of many graphs, which are verified one by one."""
    luck = Random(6)
    drawings = list(many_drawings(SIDE_BY_SIDE, seed=6))
    game = DrawnGame(abreast(drawings))
    rules, whole = Rules(game), solve(game, method="retrograde")._table
    for part, roots in parts_of(whole, game, drawings):
        verify(rules, part, roots, full=True)
        spoil(part, luck.randrange(len(part)), luck.randrange(len(ALL_OUTCOMES) - 1))
        with pytest.raises(VerificationError):
            verify(rules, part, roots, full=True)


def parts_of(whole, game, drawings):
    """Yield the table and the roots of each drawing of those that were solved side by side."""
    bounds = list(accumulate((len(each.moves) for each in drawings), initial=0))
    places = [[] for _ in drawings]
    for place, (node, _) in enumerate(whole.positions):
        places[bisect_right(bounds, node) - 1].append(place)
    for first, drawing, here in zip(bounds[:-1], drawings, places, strict=True):
        positions = [whole.positions[place] for place in here]
        labels = Labels(whole.labels.points[here], whole.labels.plies[here])
        table = DictTable(
            positions, {each: n for n, each in enumerate(positions)}, labels, len(positions)
        )
        yield table, [game.canonical((first + root, 0)) for root in drawing.roots]


def test_the_report_counts_what_was_looked_at():
    """A full report counts all 5,478 boards; a quick one 765 positions, and fewer moves."""
    solution = solve(TicTacToe())
    quick, full = solution.verify(), solution.verify(full=True)
    assert (full.positions, full.moves, full.ends) == (5478, 16167, 958)
    assert (quick.positions, quick.ends) == (765, 138)
    assert quick.moves < 2270
    assert full.seconds > 0


def test_a_wrong_position_is_named_with_what_is_stored_and_expected():
    """The error has the position and both outcomes; its message adds the reason."""
    solution = solve(Nim(heaps=(1, 2)))
    table = table_of(solution)
    write(table, table.index[1, 2], Outcome(Value.WIN, 5))
    with pytest.raises(VerificationError) as caught:
        verify(Rules(solution.game), table, [solution.start])
    assert str(caught.value) == (
        "the solution is wrong: position (1, 2) is stored as win in 5, and should be win in 3: "
        "this is the greatest backed-up outcome of its moves"
    )
    error = caught.value
    assert error.position == (1, 2)
    assert error.stored == Outcome(Value.WIN, 5)
    assert error.expected == Outcome(Value.WIN, 3)


def test_an_end_that_is_no_end_is_caught():
    """A terminal position must have its terminal value at remoteness 0."""
    solution = solve(Nim(heaps=(0,)))
    table = table_of(solution)
    for wrong in (Outcome(Value.LOSS, 2), Outcome(Value.WIN, 0)):
        write(table, 0, wrong)
        with pytest.raises(VerificationError) as caught:
            verify(Rules(solution.game), table, [])
        assert str(caught.value) == (
            f"the solution is wrong: position (0,) is stored as {wrong}, and should be loss in 0: "
            "play has ended there"
        )


def test_a_missing_successor_is_caught():
    """A table without a reachable position is refused, and the message names the position."""
    solution = solve(Nim(heaps=(1, 2)))
    table = table_of(solution)
    left = {position: place for position, place in table.index.items() if position != (0, 1)}
    smaller = attrs.evolve(table, index=left)
    with pytest.raises(VerificationError) as caught:
        verify(Rules(solution.game), smaller, [solution.start], full=True)
    assert str(caught.value) == (
        "the solution is wrong: position (1, 0): it is missing, one move after (1, 2)"
    )


def test_a_missing_root_is_caught():
    """A table without one of the positions to solve is refused."""
    solution = solve(Nim(heaps=(1, 2)))
    with pytest.raises(VerificationError) as caught:
        verify(Rules(solution.game), solution._table, [(3, 3)])
    assert str(caught.value) == ("the solution is wrong: position (3, 3): it is missing")


def test_the_rules_decide_not_the_table():
    """The table of one game is refused for another game with the same positions."""
    normal, misere = solve(Nim(heaps=(2, 2))), Nim(heaps=(2, 2), misere=True)
    with pytest.raises(VerificationError):
        verify(Rules(misere), normal._table, [normal.start])
