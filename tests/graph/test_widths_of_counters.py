"""Counters of moves at the limit of a byte, for declared and for actual numbers of moves."""

import numpy as np
import pytest

from gamesolver import Outcome, Value, solve
from gamesolver.graph.retrograde import retrograde
from gamesolver.graph.widths import ROWS_A_LOOK
from gamesolver.tables.labels import PENDING, Labels
from tests.attacks.engine_games import SheetGame
from tests.attacks.graph_games import Drawing, DrawnGame
from tests.attacks.magnitudes import about
from tests.graph.test_boundary import boundary_of
from tests.graph.test_methods import outcome_of
from tests.oracles.reference import reference
from tests.support.engine_solving import chain, labelled, solved
from tests.support.scale import IS_NIGHTLY

ABOUT_A_BYTE = (254, 255, 256, 257, 258, 600) if IS_NIGHTLY else (255, 256)
REAL = (254, 255, 256, 257, 258) if IS_NIGHTLY else (255, 256)
METHODS = [("sweeps", False), ("graph", False), ("either", False), ("either", True)]
ENUMERATED_OR_INDEXED = [("symmetries", False), ("index", True)]


def fan(moves, escapes):
    """Return a graph whose first node has a number of losing moves, and all its outcomes.

    With ``escapes`` one of the moves leads to a cycle instead. The outcomes are computed here,
    because the reference is slow for this number of nodes.
    """
    plies = [(1, 3, 3, 5)[each % 4] for each in range(moves - escapes)]
    drawn, outcomes = [()], [(0, None) if escapes else (-1, 1 + max(plies))]
    for left in plies:
        drawn[0] += ((len(drawn), False),)
        for ply in range(left, -1, -1):
            drawn.append(((len(drawn) + 1, False),) if ply else ())
            outcomes.append((1 if ply % 2 else -1, ply))
    if escapes:
        drawn[0] += ((len(drawn), False),)
        drawn.append(((len(drawn), False),))
        outcomes.append((0, None))
    ends = tuple(None if row else -1 for row in drawn)
    return Drawing(tuple(drawn), ends, (None,) * len(ends), (0,)), outcomes


def require_right(game, method, outcomes):
    """Check the outcome of every node, and verify the solution."""
    solution = solved(game, method)
    assert labelled(solution) == {node: outcome_of(each) for node, each in enumerate(outcomes)}
    solution.verify(full=True)


@pytest.mark.parametrize("declared", ABOUT_A_BYTE)
@pytest.mark.parametrize(("fold", "indexed"), ENUMERATED_OR_INDEXED)
def test_as_many_moves_are_declared(declared, fold, indexed):
    """Games with at most two moves per position are correct for any declared maximum."""
    for method, back in METHODS:
        for end in (-1, 0, 1):
            drawing = chain(9, end, escape=True)
            truth = reference(drawing.as_dict(), drawing.known())
            game = SheetGame(drawing, fold, indexed, back=back and indexed, most_moves=declared)
            require_right(game, method, [truth[node] for node in range(len(truth))])


@pytest.mark.parametrize("escapes", [False, True])
@pytest.mark.parametrize(
    ("moves", "kind"),
    [
        *zip((255, 256), ENUMERATED_OR_INDEXED, strict=True),
        *zip((256, 255), ENUMERATED_OR_INDEXED, strict=True),
        *((moves, kind) for moves in {*REAL} - {255, 256} for kind in ENUMERATED_OR_INDEXED),
    ],
)
def test_a_position_has_as_many_moves(moves, kind, escapes):
    """A position with about 256 moves is lost if and only if all of them lose."""
    fold, indexed = kind
    for method, back in METHODS:
        drawing, outcomes = fan(moves, escapes)
        game = SheetGame(drawing, fold, indexed, back=back and indexed, most_moves=moves)
        require_right(game, method, outcomes)


KINDS = [("minimax", False), *((each, how) for each in ("retrograde", "auto") for how in (0, 1))]


@pytest.mark.parametrize("moves", REAL)
@pytest.mark.parametrize(("method", "escapes"), KINDS)
def test_so_has_a_position_of_a_plain_game(moves, method, escapes):
    """A plain game with about 256 moves in a position is correct by every method."""
    drawing, outcomes = fan(moves, bool(escapes))
    solution = solve(DrawnGame(drawing), method=method)
    resolved_outcomes = [solution[node, 0] for node in range(len(outcomes))]
    assert resolved_outcomes == [outcome_of(each) for each in outcomes]


def test_moves_inside_and_outside_are_counted_together():
    """A row with losing moves inside and drawing moves outside is an endless draw."""
    for inside in (0, 1, 2, 100, 254, 255, 256):
        for outside in (254, 255, 256, 257, 258, 600):
            boundary = boundary_of([(0, 0, None)] * outside, 2)
            rows = np.array([0, inside, inside], np.int64)
            end_labels = Labels(np.array([0, 1], np.int8), np.array([PENDING, 0], np.int32))
            labels = retrograde(rows, np.full(inside, 1, np.int32), end_labels, boundary=boundary)
            assert labels.outcome(0) == Outcome(Value.DRAW, None)


@pytest.mark.parametrize("size", about((ROWS_A_LOOK,), ROWS_A_LOOK + 1))
@pytest.mark.parametrize("moves", REAL)
def test_the_most_moves_are_in_the_first_chunk_of_positions(moves, size):
    """The greatest number of moves is found in the first chunk of positions."""
    counts = np.zeros(size, np.int64)
    counts[0], counts[-1] = moves, 1  # each to position 1, which is won
    rows = np.concatenate([[0], np.cumsum(counts)])
    points, plies = np.ones(size, np.int8), np.zeros(size, np.int32)
    plies[[0, -1]] = PENDING
    labels = retrograde(rows, np.ones(moves + 1, np.int32), Labels(points, plies))
    for node in (0, size - 1):
        assert labels.outcome(node) == Outcome(Value.LOSS, 1)
