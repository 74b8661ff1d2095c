"""Both roads, the verifier and the reference agree on graphs of every kind."""

import numpy as np
from hypothesis import given, settings

from gamesolver import LoopError, Outcome, Value, solve
from gamesolver.graph.retrograde import retrograde
from gamesolver.tables.labels import ENDLESS, PENDING, Labels
from tests.graph_games import MANY, DrawnGame, drawings, with_borders_played_out
from tests.reference import reference


def outcome_of(pair):
    """The outcome that a pair of the reference stands for."""
    value, remoteness = pair
    return Outcome(Value(value), remoteness)


def arrays_of(drawing):
    """Rows, edges and known labels of a drawing, as the graph solver takes them."""
    sizes = [len(each) for each in drawing.moves]
    rows = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    columns = [~to if kept else to for each in drawing.moves for to, kept in each]
    value = np.full(len(sizes), PENDING, dtype=np.int8)
    plies = np.full(len(sizes), ENDLESS, dtype=np.int32)
    for node, (code, remoteness) in drawing.known().items():
        value[node] = code
        plies[node] = ENDLESS if remoteness is None else remoteness
    return rows, np.array(columns, dtype=np.int32), Labels(value, plies)


@settings(max_examples=MANY // 2)
@given(drawings())
def test_retrograde_equals_the_reference_and_verifies(drawing):
    """On 5,000 graphs with loops, kept turns, draws and several roots, folded or not, all agree."""
    truth = reference(drawing.as_dict(), drawing.known())
    for folded in (True, False):
        solution = solve(DrawnGame(drawing, folded), method="retrograde")
        for node, seat in solution:
            assert solution[node, seat] == outcome_of(truth[node])
        assert solution.verify(full=True).positions == len(solution)


@settings(max_examples=MANY // 4)
@given(drawings(loops=False))
def test_minimax_equals_the_reference_where_there_is_no_loop(drawing):
    """On 2,500 graphs without loops minimax, retrograde, auto and the reference agree."""
    truth = reference(drawing.as_dict(), drawing.known())
    game = DrawnGame(drawing)
    by_minimax = solve(game, method="minimax")
    by_retrograde = solve(game, method="retrograde")
    assert list(by_minimax) == list(by_retrograde)
    for node, seat in by_minimax:
        assert by_minimax[node, seat] == outcome_of(truth[node]) == by_retrograde[node, seat]
    assert solve(game).how.road == "minimax"


@settings(max_examples=MANY // 5)
@given(drawings())
def test_minimax_refuses_exactly_the_graphs_with_a_loop(drawing):
    """Minimax answers, or names a way from a position back to itself; auto never errs."""
    game = DrawnGame(drawing)
    truth = reference(drawing.as_dict(), drawing.known())
    try:
        solve(game, method="minimax")
    except LoopError as error:
        loop = error.loop
        for here, there in zip(loop, (*loop[1:], loop[0]), strict=True):
            ahead = {game.canonical(game.play(here, move)) for move in game.moves(here)}
            assert there in ahead
        assert solve(game).how.road == "retrograde"
    solution = solve(game)
    assert all(solution[node, seat] == outcome_of(truth[node]) for node, seat in solution)


@settings(max_examples=MANY)
@given(drawings(borders=True))
def test_known_borders_at_any_remoteness(drawing):
    """10,000 graphs that border on known outcomes are solved as if these were played out."""
    labels = retrograde(*arrays_of(drawing))
    truth = reference(drawing.as_dict(), drawing.known())
    assert [labels.outcome(node) for node in truth] == [outcome_of(truth[node]) for node in truth]

    whole = with_borders_played_out(drawing)
    assert reference(whole.as_dict(), whole.known()).items() >= truth.items()
    solution = solve(DrawnGame(whole), method="retrograde")
    solution.verify()
    for node, seat in solution:
        if node in truth:
            assert solution[node, seat] == outcome_of(truth[node])
