"""Graphs with boundary values: the inner part is solved from the outcomes outside."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver.graph.boundary import Outside, counter_to
from gamesolver.graph.retrograde import retrograde
from gamesolver.tables.labels import ENDLESS, PENDING, Labels
from tests.attacks.graph_games import (
    ONE_BY_ONE,
    SIDE_BY_SIDE,
    WIDE,
    abreast,
    drawings,
    many_drawings,
    reached,
    truth_abreast,
)
from tests.graph.test_methods import KINDS, outcome_of
from tests.oracles.reference import back, reference


def cut(drawing, outside):
    """Remove the nodes whose outcomes are given in ``outside``, which become boundary values.

    Return rows, edges, labels and boundary as the graph solver takes them, and the inner nodes.
    """
    within = [node for node in range(len(drawing.moves)) if node not in outside]
    number = {node: each for each, node in enumerate(within)}
    rows, edges, received = [0], [], []
    for row, node in enumerate(within):
        for to, kept in drawing.moves[node]:
            if to in outside:
                received.append((row, *back(outside[to], kept)))
            else:
                edges.append(~number[to] if kept else number[to])
        rows.append(len(edges))
    ends = [drawing.ends[node] for node in within]
    value = np.array([end or 0 for end in ends], np.int8)
    plies = np.array([PENDING if end is None else 0 for end in ends], np.int32)
    arrays = np.array(rows, np.int64), np.array(edges, np.int32), Labels(value, plies)
    return *arrays, boundary_of(received, len(within)), within


def boundary_of(received, size):
    """Return the boundary of some backed-up outcomes, each given as row, value and plies."""
    entries = [(row, value, ENDLESS if plies is None else plies) for row, value, plies in received]
    rows, values, plies = np.array(entries, np.int64).reshape(-1, 3).T
    return Outside.of(rows, values, plies, None, size)


def require_same_inside(drawing, outside, truth):
    """Check that the inner part, solved with its boundary values, has the outcomes of the whole."""
    *arrays, boundary, within = cut(drawing, outside)
    labels = retrograde(*arrays, boundary=boundary)
    expected = [outcome_of(truth[node]) for node in within]
    assert [labels.outcome(row) for row in range(len(within))] == expected


def known_outside(drawing, with_ends):
    """Return the nodes whose outcome is given, with or without terminal positions."""
    known = drawing.known()
    return {node: known[node] for node in known if with_ends or drawing.ends[node] is None}


@settings(max_examples=ONE_BY_ONE)
@given(st.one_of(drawings(boundaries=True), drawings(boundaries=True, **WIDE)), st.booleans())
def test_an_outside_with_any_outcomes(drawing, with_ends):
    """Wins, losses and both kinds of draw outside, at any remoteness, give correct outcomes."""
    truth = reference(drawing.as_dict(), drawing.known())
    require_same_inside(drawing, known_outside(drawing, with_ends), truth)


@pytest.mark.parametrize("with_ends", [True, False])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_thousands_of_outsides_at_once(kind, with_ends):
    """Many graphs with boundary values, solved as one graph, give correct outcomes."""
    parts = list(many_drawings(seed=4, boundaries=True, **kind))
    whole = abreast(parts)
    require_same_inside(whole, known_outside(whole, with_ends), truth_abreast(parts))


@settings(max_examples=ONE_BY_ONE)
@given(drawings(most_nodes=14), st.data())
def test_an_outside_solved_before(drawing, data):
    """A graph is solved correctly if the nodes that some nodes reach are solved before."""
    truth = reference(drawing.as_dict(), drawing.known())
    few = data.draw(st.lists(st.integers(0, len(drawing.moves) - 1), max_size=3))
    require_same_inside(drawing, {each: truth[each] for each in reached(drawing, few)}, truth)


def test_thousands_of_outsides_solved_before():
    """Many graphs in one are solved correctly if all that a seventh of the nodes reach is given."""
    parts = list(many_drawings(SIDE_BY_SIDE, seed=5, most_nodes=14))
    whole, truth = abreast(parts), truth_abreast(parts)
    few = random.Random(5).sample(range(len(truth)), len(truth) // 7)
    require_same_inside(whole, {each: truth[each] for each in reached(whole, few)}, truth)


def test_boundary_values_alone_resolve_a_row():
    """Rows without inner moves have the greatest backed-up outcome of their boundary values."""
    received = [(0, -1, 70_000), (0, -1, 5)]  # all lost
    received += [(1, 1, 9), (1, 1, 12), (1, -1, 70_000), (1, 0, 2), *[(1, 0, None)] * 297]
    received += [(2, 0, 90_000), (2, -1, 4)]  # a finished draw
    received += [(3, 0, None), (3, 0, None), (3, -1, 4)]  # an endless one
    received += [(4, 1, 1)]  # won at once
    open_ = Labels.pending_all(5)
    none = np.zeros(6, np.int64), np.empty(0, np.int32)
    labels = retrograde(*none, open_, boundary=boundary_of(received, 5))
    assert [str(labels.outcome(row)) for row in range(5)] == [
        "loss in 70000",
        "win in 9",
        "draw in 90000",
        "endless draw",
        "win in 1",
    ]


@pytest.mark.parametrize("most", [0, 1, 254, 255, 256, 257, 70_000])
def test_counters_hold_as_many_moves_as_they_count(most):
    """A counter has one byte up to 255 moves, and more bytes for more."""
    assert np.iinfo(counter_to(most)).max >= most
    assert (counter_to(most) is np.uint8) == (most <= 255)
