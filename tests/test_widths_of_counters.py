"""Counters of moves, about the last number that a byte holds: declared, and real."""

from random import Random

import numpy as np
import pytest

from gamesolver import Outcome, Value, solve
from gamesolver.graph.border import bytes_a_row, counter_to
from gamesolver.graph.retrograde import retrograde
from gamesolver.tables.labels import ENDLESS, PENDING, Labels
from tests.engine_games import SheetGame
from tests.engine_solving import chain, labelled, solved
from tests.graph_games import Drawing, DrawnGame
from tests.reference import reference
from tests.test_borders import border_of
from tests.test_roads import outcome_of

ABOUT_A_BYTE = (254, 255, 256, 257, 258, 600)
ROADS = [("sweeps", False), ("graph", False), ("either", False), ("either", True)]
FOUND_OR_NUMBERED = [("symmetries", False), ("raw", False), ("index", True), ("raw", True)]


def fan(moves, escapes):
    """A position with so many moves, each to a win of the other player a few plies away.

    With ``escapes`` one of the moves leads to a circle instead.
    """
    lines = Random(moves)
    drawn, ends = [None], [None]

    def line(plies):
        """A line of so many forced moves to a loss; where it begins."""
        first = len(drawn)
        for ply in range(plies):
            drawn.append(((first + ply + 1, False),))
            ends.append(None)
        drawn.append(())
        ends.append(-1)
        return first

    targets = [line(lines.choice((1, 3, 3, 5))) for _ in range(moves - escapes)]
    if escapes:
        targets.append(len(drawn))
        drawn.append(((len(drawn), False),))
        ends.append(None)
    drawn[0] = tuple((target, False) for target in targets)
    return Drawing(tuple(drawn), tuple(ends), (None,) * len(ends), (0,))


def require_right(game, way):
    """The outcome of every node is that of the reference."""
    truth = reference(game.drawing.as_dict(), game.drawing.known())
    solution = solved(game, way)
    assert labelled(solution) == {node: outcome_of(each) for node, each in truth.items()}
    solution.verify(full=True)


@pytest.mark.parametrize("declared", ABOUT_A_BYTE)
@pytest.mark.parametrize(("fold", "numbered"), FOUND_OR_NUMBERED)
def test_as_many_moves_are_declared(declared, fold, numbered):
    """Where no position has more than two, however many it might have."""
    for way, back in ROADS:
        for end in (-1, 0, 1):
            drawing = chain(9, end, escape=True)
            game = SheetGame(drawing, fold, numbered, back=back and numbered, most_moves=declared)
            require_right(game, way)


@pytest.mark.parametrize("escapes", [False, True], ids=["lost", "endless"])
@pytest.mark.parametrize("moves", ABOUT_A_BYTE[:-1])
@pytest.mark.parametrize(("fold", "numbered"), FOUND_OR_NUMBERED)
def test_a_position_has_as_many_moves(moves, fold, numbered, escapes):
    """It is lost when the last of them is known to lose, and not before."""
    for way, back in ROADS:
        drawing = fan(moves, escapes)
        game = SheetGame(drawing, fold, numbered, back=back and numbered, most_moves=moves)
        require_right(game, way)


@pytest.mark.parametrize("escapes", [False, True], ids=["lost", "endless"])
@pytest.mark.parametrize("moves", ABOUT_A_BYTE[:-1])
@pytest.mark.parametrize("method", ["minimax", "retrograde", "auto"])
def test_so_has_a_position_of_a_plain_game(moves, method, escapes):
    """By every method, but for minimax where play can run in a circle."""
    game = DrawnGame(fan(moves, escapes))
    truth = reference(game.drawing.as_dict(), game.drawing.known())
    if method == "minimax" and escapes:
        return
    solution = solve(game, method=method)
    assert {node: solution[node, 0] for node in truth} == {
        node: outcome_of(each) for node, each in truth.items()
    }


@pytest.mark.parametrize("declared", ABOUT_A_BYTE)
def test_moves_inside_and_outside_are_counted_together(declared):
    """A row with moves to positions that are won, and others over the border that do not lose."""
    for inside in (0, 1, 2, 100, 254, 255, 256):
        for outside in ABOUT_A_BYTE:
            require_counted(inside, min(outside, declared), declared)


def require_counted(inside, outside, declared):
    """As long as one move outside is no loss, the row is an endless draw."""
    told = np.zeros((4, 2), np.int64)
    told[1, 0] = outside
    border = border_of(told, declared)
    rows = np.array([0, inside, inside], np.int64)
    known = Labels(np.array([PENDING, 1], np.int8), np.array([ENDLESS, 0], np.int32))
    labels = retrograde(rows, np.full(inside, 1, np.int32), known, border=border)
    assert labels.outcome(0) == Outcome(Value.DRAW, None)


def test_what_a_border_takes_for_a_position():
    """One byte counts up to 255 moves; more take eight."""
    assert [bytes_a_row(each) for each in (1, 255, 256, 10**6)] == [13, 13, 20, 20]
    assert [counter_to(each) for each in (255, 256)] == [np.uint8, np.int64]
