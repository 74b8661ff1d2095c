"""Both methods, the verifier and the reference agree on graphs of every kind."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver import CycleError, Outcome, Value, solve
from gamesolver.graph.retrograde import retrograde
from gamesolver.kernels.retrograde import BIN_BITS, SMALL
from gamesolver.tables.labels import ENDLESS, PENDING, Labels
from tests.attacks.graph_games import (
    ONE_BY_ONE,
    SIDE_BY_SIDE,
    WIDE,
    DrawnGame,
    abreast,
    drawings,
    filled_up,
    many_drawings,
    truth_abreast,
    with_boundaries_played_out,
)
from tests.attacks.magnitudes import about
from tests.oracles.reference import reference
from tests.oracles.unfolded import unfolded_size

KINDS = [{"number": SIDE_BY_SIDE}, {"number": SIDE_BY_SIDE // 20, **WIDE}]
"""Many small graphs, and a few with about as many moves as a byte can count."""


def outcome_of(pair):
    """Return the outcome given by a pair of the reference."""
    value, remoteness = pair
    return Outcome(Value(value), remoteness)


def arrays_of(drawing):
    """Return rows, edges and known labels of a drawing, as the graph solver takes them."""
    sizes = [len(each) for each in drawing.moves]
    rows = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    columns = [~to if kept else to for each in drawing.moves for to, kept in each]
    value = np.zeros(len(sizes), dtype=np.int8)
    plies = np.full(len(sizes), PENDING, dtype=np.int32)
    for node, (code, remoteness) in drawing.known().items():
        value[node] = code
        plies[node] = ENDLESS if remoteness is None else remoteness
    return rows, np.array(columns, dtype=np.int32), Labels(value, plies)


@settings(max_examples=ONE_BY_ONE)
@given(st.one_of(drawings(), drawings(**WIDE)))
def test_retrograde_equals_the_reference_and_verifies(drawing):
    """On graphs of all kinds retrograde analysis equals the reference, and the result verifies."""
    truth = reference(drawing.as_dict(), drawing.known())
    for folded in (True, False):
        solution = solve(DrawnGame(drawing, folded), method="retrograde")
        for node, seat in solution:
            assert solution[node, seat] == outcome_of(truth[node])
        assert solution.verify(full=True).positions == unfolded_size(solution)


@pytest.mark.parametrize("folded", [True, False])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_thousands_of_graphs_in_one_solve(kind, folded):
    """Many graphs solved as one game have the outcomes of the reference, and verify."""
    parts = list(many_drawings(seed=1, **kind))
    truth = truth_abreast(parts)
    solution = solve(DrawnGame(abreast(parts), folded), method="retrograde")
    assert len(solution) > len(parts)
    assert all(solution[node, seat] == outcome_of(truth[node]) for node, seat in solution)
    assert solution.verify(full=True).positions == unfolded_size(solution)


@settings(max_examples=ONE_BY_ONE)
@given(drawings(loops=False))
def test_minimax_equals_the_reference_where_there_is_no_loop(drawing):
    """On graphs without cycles minimax, retrograde, auto and the reference agree."""
    truth = reference(drawing.as_dict(), drawing.known())
    game = DrawnGame(drawing)
    by_minimax = solve(game, method="minimax")
    by_retrograde = solve(game, method="retrograde")
    assert list(by_minimax) == list(by_retrograde)
    for node, seat in by_minimax:
        assert by_minimax[node, seat] == outcome_of(truth[node]) == by_retrograde[node, seat]
    assert solve(game).how.method == "minimax"


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_thousands_of_graphs_without_a_loop_by_minimax(kind):
    """On many graphs in one game minimax, retrograde analysis and the reference agree."""
    parts = list(many_drawings(seed=2, loops=False, **kind))
    truth = truth_abreast(parts)
    game = DrawnGame(abreast(parts))
    by_minimax, by_retrograde = (solve(game, method=each) for each in ("minimax", "retrograde"))
    assert list(by_minimax) == list(by_retrograde)
    for node, seat in by_minimax:
        assert by_minimax[node, seat] == outcome_of(truth[node]) == by_retrograde[node, seat]


@settings(max_examples=2 * ONE_BY_ONE)
@given(drawings())
def test_minimax_refuses_exactly_the_graphs_with_a_loop(drawing):
    """Minimax solves a game or names a real cycle, and the default method solves every game."""
    game = DrawnGame(drawing)
    truth = reference(drawing.as_dict(), drawing.known())
    try:
        solve(game, method="minimax")
    except CycleError as error:
        cycle = error.cycle
        for here, there in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            ahead = {game.canonical(game.play(here, move)) for move in game.moves(here)}
            assert there in ahead
        assert solve(game).how.method == "retrograde"
    solution = solve(game)
    assert all(solution[node, seat] == outcome_of(truth[node]) for node, seat in solution)


@settings(max_examples=ONE_BY_ONE)
@given(drawings(boundaries=True))
def test_known_boundary_values_at_any_remoteness(drawing):
    """Graphs with boundary values have the same outcomes as if these were played out."""
    require_boundaries_as_played_out([drawing])


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_thousands_of_known_boundary_values(kind):
    """Many graphs with boundary values in one game are solved as if these were played out."""
    require_boundaries_as_played_out(list(many_drawings(seed=3, boundaries=True, **kind)))


@pytest.mark.parametrize("size", about((SMALL, 1 << BIN_BITS), 1 << 18, least=SMALL))
def test_graphs_about_the_edges_of_frontiers_and_bins(size):
    """Graphs that just fill a frontier or a bin, or have one position more or less, are correct."""
    parts = list(many_drawings(SIDE_BY_SIDE // 10, seed=6))
    whole, truth = filled_up(abreast(parts), size), truth_abreast(parts)
    labels = retrograde(*arrays_of(whole))
    assert [labels.outcome(node) for node in range(len(truth))] == list(map(outcome_of, truth))
    assert (labels.plies[len(truth) :] == ENDLESS).all()
    assert not labels.points[len(truth) :].any()


def require_boundaries_as_played_out(parts):
    """Check that boundary values and games that play them out give the same outcomes."""
    truth = truth_abreast(parts)
    labels = retrograde(*arrays_of(abreast(parts)))
    assert [labels.outcome(node) for node in range(len(truth))] == list(map(outcome_of, truth))

    played = list(map(with_boundaries_played_out, parts))
    for part, whole in zip(parts, played, strict=True):
        known = reference(part.as_dict(), part.known())
        assert reference(whole.as_dict(), whole.known()).items() >= known.items()
    truth = truth_abreast(played)
    solution = solve(DrawnGame(abreast(played)), method="retrograde")
    solution.verify()
    assert all(solution[node, seat] == outcome_of(truth[node]) for node, seat in solution)
