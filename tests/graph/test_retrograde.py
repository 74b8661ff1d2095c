"""Edge cases of retrograde analysis: reversal, long lines, wide columns and bad arrays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver import Game, InvalidArgumentError, Value, explore, solve
from gamesolver.graph import reversing
from gamesolver.graph.retrograde import retrograde
from gamesolver.tables.labels import PENDING, Labels
from tests.attacks.graph_games import IS_PLAIN
from tests.support.scale import scaled


def labels_of(*pairs):
    """Return labels from pairs of points and plies."""
    points, plies = zip(*pairs, strict=True)
    return Labels(np.array(points, dtype=np.int8), np.array(plies, dtype=np.int32))


LOSS, DRAW, WIN = map(int, (Value.LOSS, Value.DRAW, Value.WIN))
OPEN = (0, PENDING)


@settings(max_examples=scaled(100, 5_000))
@given(st.integers(1, 40), st.data())
def test_reversal_lists_the_same_moves_by_target(size, data):
    """Each edge is found under its target, in the order of its sources, with its turn bit."""
    column = st.integers(-size, size - 1)
    moves = data.draw(st.lists(st.lists(column, max_size=5), min_size=size, max_size=size))
    rows = np.concatenate([[0], np.cumsum([len(each) for each in moves])]).astype(np.int64)
    edges = np.array([to for each in moves for to in each], dtype=np.int32)
    predecessor_rows, sources = reversing.reverse(rows, edges)
    for target in range(size):
        expected = [
            ~source if to < 0 else source
            for source, each in enumerate(moves)
            for to in each
            if max(to, ~to) == target
        ]
        assert sources[predecessor_rows[target] : predecessor_rows[target + 1]].tolist() == expected


def test_reversal_over_several_bins(monkeypatch):
    """A graph reversed in several bins of 2^16 rows and several calls equals a stable sort."""
    monkeypatch.setattr(reversing, "EDGES_A_CALL", 100_000)
    monkeypatch.setattr(reversing, "ROWS_A_CALL", 70_000)
    size = 3 * (1 << 16) + 5
    random = np.random.default_rng(7)
    rows = np.arange(0, 2 * size + 1, 2, dtype=np.int64)
    edges = random.integers(-size, size, 2 * size).astype(np.int32)
    predecessor_rows, sources = reversing.reverse(rows, edges)
    targets = np.maximum(edges, ~edges)
    order = np.argsort(targets, kind="stable")
    plain = np.repeat(np.arange(size), 2)
    assert np.array_equal(sources, np.where(edges < 0, ~plain, plain)[order])
    assert np.array_equal(np.diff(predecessor_rows), np.bincount(targets, minlength=size))


class Line(Game[int, int]):
    """Line of forced moves to a lost terminal position."""

    def __init__(self, length):
        self.length = length

    def start(self):
        return self.length

    def moves(self, position):
        return (0,)

    def play(self, position, move):
        return position - 1

    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None


@pytest.mark.parametrize("method", ["retrograde", "minimax"])
def test_a_line_of_many_moves(method):
    """A very long line is solved without a limit of recursion or remoteness."""
    length = scaled(200_000, 1_000_000) // (20 if IS_PLAIN else 1)
    solution = solve(Line(length), method=method)
    assert (solution.value, solution.remoteness) == (Value.LOSS, length)
    assert solution[length - 1].value is Value.WIN
    graph = explore(Line(length))
    assert (graph.count_games(), graph.count_nodes()) == (1, length + 1)


def test_more_moves_than_a_byte_counts():
    """Positions with 254 to 70,000 losing moves are lost in one ply."""
    for width in (254, 255, 256, 300, 70_000):
        rows = np.array([0, width, width], dtype=np.int64)
        edges = np.ones(width, dtype=np.int32)
        resolved = retrograde(rows, edges, labels_of(OPEN, (WIN, 0)))
        assert resolved.outcome(0).remoteness == 1
        assert resolved.outcome(0).value is Value.LOSS


def test_wide_columns():
    """Columns of 64 bits are accepted, and hold plies beyond 2**31."""
    rows = np.array([0, 1, 2, 2], dtype=np.int64)
    edges = np.array([1, 2], dtype=np.int64)
    far = Labels(
        np.array([0, 0, LOSS], dtype=np.int8),
        np.array([PENDING, PENDING, 2**31], dtype=np.int64),
    )
    resolved = retrograde(rows, edges, far)
    assert resolved.plies.tolist() == [2**31 + 2, 2**31 + 1, 2**31]


def test_a_known_win_is_not_an_answer_before_its_time():
    """A position with a known slow win and a faster win in the graph takes the faster one."""
    # node 0 can move to a known loss in 9, or to node 1, from which a forced line ends in a loss
    rows = np.array([0, 2, 3, 4, 4, 4], dtype=np.int64)
    edges = np.array([3, 1, 2, 4, 0][:4], dtype=np.int32)
    resolved = retrograde(rows, edges, labels_of(OPEN, OPEN, OPEN, (LOSS, 9), (LOSS, 0)))
    assert resolved.outcome(2).remoteness == 1
    assert resolved.outcome(1).remoteness == 2
    assert (resolved.outcome(0).value, resolved.outcome(0).remoteness) == (Value.WIN, 3)


@pytest.mark.parametrize(
    ("rows", "edges", "entries", "message"),
    [
        ([0, 1], [1], [OPEN], "an edge leads outside the 1 positions of the graph"),
        ([0, 2], [0], [OPEN], "rows must rise from 0 to the number of edges"),
        ([0, 2, 1, 2], [0, 0], [OPEN] * 3, "rows must rise from 0 to the number of edges"),
        ([0, 0], [], [OPEN], "position 0 has neither moves nor a label"),
        (
            [0, 0],
            [],
            [(DRAW, 0), (DRAW, 0)],
            "labels do not fit their graph: expected 1 points and plies, got 2 and 2",
        ),
    ],
)
def test_arrays_that_do_not_fit_are_refused(rows, edges, entries, message):
    """Arrays with an index out of range or with wrong sizes are refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        retrograde(np.array(rows), np.array(edges, dtype=np.int32), labels_of(*entries))
    assert str(caught.value) == message


def test_the_arguments_stay_as_they_are():
    """``retrograde`` does not modify the given labels."""
    before = labels_of(OPEN, (LOSS, 0))
    resolved = retrograde(np.array([0, 1, 1]), np.array([1], dtype=np.int32), before)
    assert before.plies.tolist() == [PENDING, 0]
    assert resolved.points.tolist() == [WIN, LOSS]
