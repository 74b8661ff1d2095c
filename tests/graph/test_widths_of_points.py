"""Points at the limits of their columns, compared with the reference."""

from itertools import product

import numpy as np
import pytest

from gamesolver import solve
from gamesolver.graph.retrograde import retrograde
from gamesolver.tables.labels import PENDING, Labels, narrowed
from tests.attacks.magnitudes import MOST_POINTS, WIDTHS, about
from tests.attacks.scored_graphs import ScoredDrawing, ScoredGame
from tests.oracles.scored_reference import as_reference

EDGES = about((*WIDTHS, MOST_POINTS), MOST_POINTS)


def require_right(drawing, endless=0):
    """Check that every outcome equals the reference, and verify the solution."""
    solution = solve(ScoredGame(drawing, endless), method="retrograde")
    assert {position: as_reference(solution[position]) for position in solution} == drawing.truth(
        endless
    )
    solution.verify(full=True)


@pytest.mark.parametrize("endless", [0, -1, 1])
@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("edge", EDGES)
def test_the_only_score_of_a_game_is_at_an_edge(edge, sign, endless):
    """A game with a cycle and one end, whose score is at the limit of a width, is correct."""
    loop = ((1, False, 0),), ((0, False, 0), (2, False, 0)), ()
    require_right(ScoredDrawing(loop, (None, None, sign * edge)), endless)


@pytest.mark.parametrize("edge", EDGES)
def test_a_payoff_of_infinite_play_is_at_an_edge(edge):
    """A payoff of infinite play at a limit is correct, although differences are twice as large."""
    loop = ((1, False, 0), (2, False, 0)), ((0, False, 0), (3, True, 0)), (), ()
    for endless, least, most in product((-edge, edge), (-edge, 0), (edge, 1)):
        require_right(ScoredDrawing(loop, (None, None, least, most)), endless)


@pytest.mark.parametrize("gains", [1, 2, 3])
@pytest.mark.parametrize("edge", EDGES)
def test_the_sum_of_gains_is_beyond_an_edge(edge, gains):
    """Sums of gains that need a wider column than each gain and each end are correct."""
    line = [((at + 1, False, (-1) ** at * edge),) for at in range(gains)]
    loop = ((gains, False, 0), (gains + 1, False, 0))
    for endless in (0, -edge, edge):
        for sign in (-1, 1):
            ends = (*[None] * (gains + 1), sign * edge)
            require_right(ScoredDrawing((*line, loop, ()), ends), endless)


@pytest.mark.parametrize("size", about((2**15,), 2**16))
@pytest.mark.parametrize("sizes", about((2**14,), 2**15))
@pytest.mark.parametrize("sign", [-1, 1])
def test_the_plies_and_kinds_of_points_fill_an_entry(size, sizes, sign):
    """A long line with many different end scores is correct, with entries of 31 or 32 bits."""
    points = np.concatenate([np.zeros(size, np.int64), sign * 10**5 * np.arange(1, sizes + 1)])
    plies = np.where(points == 0, PENDING, 0)
    rows, edges = np.minimum(np.arange(size + sizes + 1), size), np.arange(1, size + 1)
    edges[-1] = size + sizes - 1
    labels = retrograde(rows, edges.astype(np.int32), Labels(points, plies))
    assert labels.plies[:size].tolist() == [*range(size, 0, -1)]
    assert labels.points[size:].tolist() == points[size:].tolist()
    end = int(points[-1])
    assert labels.points[:size].tolist() == ([end, -end] * size)[size % 2 :][:size]


@pytest.mark.parametrize("plies", [2**20, 2**30])
def test_a_large_score_far_away_has_room_in_an_entry(plies):
    """A score of 6.6e13 with 2**20 plies or more fits into an entry of 64 bits."""
    most = 66_000 * MOST_POINTS
    points, known = np.array([0, most], np.int64), np.array([PENDING, plies], np.int64)
    labels = retrograde(np.array([0, 1, 1]), np.array([1], np.int32), Labels(points, known))
    assert labels.points.tolist() == [-most, most]
    assert labels.plies.tolist() == [plies + 1, plies]


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_labels_of_any_width_may_hold_the_least_number_of_it(kind):
    """Labels may contain the least number of their integer type, down to -2**40."""
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
    """A column is narrowed to the least width that holds each number and its negative."""
    narrow = narrowed(np.array([0, number], np.int64))
    assert narrow.tolist() == [0, number]
    assert (-narrow).tolist() == [0, -number]
    assert np.abs(narrow).tolist() == [0, abs(number)]
    widths = [1, 2, 4, 8]
    assert narrow.itemsize == next(each for each in widths if abs(number) < 2 ** (8 * each - 1))
