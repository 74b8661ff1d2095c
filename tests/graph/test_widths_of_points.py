"""Points at the edges of the columns that hold them, against the reference."""

from itertools import product

import numpy as np
import pytest

from gamesolver import solve
from tests.inside.graph import retrograde
from tests.inside.tables import PENDING, Labels, narrowed
from tests.support.magnitudes import MOST_POINTS, WIDTHS, about
from tests.support.scored_graphs import ScoredDrawing, ScoredGame
from tests.support.scored_reference import said

EDGES = about((*WIDTHS, MOST_POINTS), MOST_POINTS)


def require_right(drawing, endless=0):
    """Every outcome is that of the reference, and the solution verifies."""
    solution = solve(ScoredGame(drawing, endless), method="retrograde")
    assert {position: said(solution[position]) for position in solution} == drawing.truth(endless)
    solution.verify(full=True)


@pytest.mark.parametrize("endless", [0, -1, 1])
@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("edge", EDGES)
def test_the_only_score_of_a_game_is_at_an_edge(edge, sign, endless):
    """A loop, and one end that is worth 127, 128 or 129 either way: by both sides' choice."""
    loop = ((1, False, 0),), ((0, False, 0), (2, False, 0)), ()
    require_right(ScoredDrawing(loop, (None, None, sign * edge)), endless)


@pytest.mark.parametrize("edge", EDGES)
def test_a_payoff_of_infinite_play_is_at_an_edge(edge):
    """Scores are counted from the payoff: the difference of two edges is twice as far."""
    loop = ((1, False, 0), (2, False, 0)), ((0, False, 0), (3, True, 0)), (), ()
    for endless, least, most in product((-edge, edge), (-edge, 0), (edge, 1)):
        require_right(ScoredDrawing(loop, (None, None, least, most)), endless)


@pytest.mark.parametrize("gains", [1, 2, 3])
@pytest.mark.parametrize("edge", EDGES)
def test_the_sum_of_gains_is_beyond_an_edge(edge, gains):
    """What is won by several gains needs a wider column than each of them, and than its end."""
    line = [((at + 1, False, (-1) ** at * edge),) for at in range(gains)]
    loop = ((gains, False, 0), (gains + 1, False, 0))
    for endless in (0, -edge, edge):
        for sign in (-1, 1):
            ends = (*[None] * (gains + 1), sign * edge)
            require_right(ScoredDrawing((*line, loop, ()), ends), endless)


@pytest.mark.parametrize("size", about((2**10, 2**11), 2**12))
@pytest.mark.parametrize("bits", [31, 32])
@pytest.mark.parametrize("sign", [-1, 1])
def test_the_plies_and_points_of_a_line_fill_a_cell(size, bits, sign):
    """A line of forced moves to one end, whose cells take 30 to 33 bits."""
    most = 2 ** (bits - 12)  # twice as much takes 20 or 21 bits, and the plies 10 to 12
    points, plies = np.zeros(size, np.int64), np.full(size, PENDING, np.int32)
    points[-1], plies[-1] = sign * (most - 1), 0
    rows, edges = np.minimum(np.arange(size + 1), size - 1), np.arange(1, size, dtype=np.int32)
    labels = retrograde(rows, edges, Labels(points, plies))
    assert labels.plies.tolist() == [*range(size - 1, -1, -1)]
    from_the_end = [sign * (most - 1), -sign * (most - 1)] * size
    assert labels.points.tolist() == from_the_end[:size][::-1]


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_labels_of_any_width_may_hold_the_least_number_of_it(kind):
    """Retrograde analysis takes the least number of a column for what it is."""
    least = max(int(np.iinfo(kind).min), -(2**40))
    points = np.array([0, 0, least], kind)
    rows, edges = np.array([0, 1, 3, 3]), np.array([1, 0, 2], np.int32)
    plies = np.array([PENDING, PENDING, 0], np.int32)
    labels = retrograde(rows, edges, Labels(points, plies))
    assert labels.points.tolist() == [least, -least, least]
    assert labels.plies.tolist() == [2, 1, 0]


@pytest.mark.parametrize(
    "number", [sign * each for each in about(WIDTHS, 2**32) for sign in (-1, 1)]
)
def test_a_narrowed_column_holds_its_numbers_and_their_opposites(number):
    """A column is narrowed to the least width that holds each number negated, too."""
    narrow = narrowed(np.array([0, number], np.int64))
    assert narrow.tolist() == [0, number]
    assert (-narrow).tolist() == [0, -number]
    assert np.abs(narrow).tolist() == [0, abs(number)]
    widths = [1, 2, 4, 8]
    assert narrow.itemsize == next(each for each in widths if abs(number) < 2 ** (8 * each - 1))
