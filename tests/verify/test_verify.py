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
    """Tic-tac-toe that works out each answer only once."""

    def __init__(self):
        game = TicTacToe()
        for name in ("moves", "play", "terminal_value", "canonical", "player"):
            object.__setattr__(self, name, cache(getattr(game, name)))


def table_of(solution, first=()):
    """A table of its own with the outcomes of a solution, whose labels may be spoilt.

    It lists some of the positions ``first``.
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
    """Each of the 765 positions (by day every fourth), given another of 31 outcomes, is noticed.

    What leads to it can report, and it can itself: so these are listed first, or this would
    take a minute. All else is as it was.
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
    """Put another outcome in a table: one of all that are not what is there."""
    right = table.labels.outcome(index)
    write(table, index, [each for each in ALL_OUTCOMES if each != right][which])
    return right


@settings(max_examples=ONE_BY_ONE)
@given(drawings(), st.integers(0, 255), st.integers(0, len(ALL_OUTCOMES) - 2))
def test_random_corruptions_of_graphs_with_loops_are_caught(drawing, place, which):
    """One wrong label, wherever it is and whatever it states, is caught."""
    solution = solve(DrawnGame(drawing), method="retrograde")
    table = table_of(solution)
    spoil(table, place % len(solution), which)
    with pytest.raises(VerificationError):
        verify(Rules(solution.game), table, [solution.start], full=True)


def test_thousands_of_random_corruptions_are_caught():
    """So it is on 1,000 graphs that are solved side by side and verified each by itself."""
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
    """A table for each drawing of those that were solved side by side, and its roots."""
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
    """With ``full`` all 5,478 boards that the 765 stand for; else a win in one ends a position."""
    solution = solve(TicTacToe())
    quick, full = solution.verify(), solution.verify(full=True)
    assert (full.positions, full.moves, full.ends) == (5478, 16167, 958)
    assert (quick.positions, quick.ends) == (765, 138)
    assert quick.moves < 2270
    assert full.seconds > 0


def test_a_wrong_position_is_named_with_what_is_stored_and_expected():
    """The message shows where, what was stored, what it should be and why; so do the attributes."""
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
    """A table from which a reachable position has been taken is refused by name."""
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
    """Every position that was to be solved must be in the table."""
    solution = solve(Nim(heaps=(1, 2)))
    with pytest.raises(VerificationError) as caught:
        verify(Rules(solution.game), solution._table, [(3, 3)])
    assert str(caught.value) == ("the solution is wrong: position (3, 3): it is missing")


def test_the_rules_decide_not_the_table():
    """The table of one game does not pass as that of another with the same positions."""
    normal, misere = solve(Nim(heaps=(2, 2))), Nim(heaps=(2, 2), misere=True)
    with pytest.raises(VerificationError):
        verify(Rules(misere), normal._table, [normal.start])
