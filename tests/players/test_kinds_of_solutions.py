"""Players, odds, audits, puzzles and strategies of plain, compiled and loaded solutions."""

import pytest

from games import MNK
from gamesolver import Value, load, solve
from gamesolver.players import (
    PerfectPlayer,
    RandomPlayer,
    audit,
    best_response,
    compare,
    match,
    odds,
    puzzles,
    strategy,
    traps,
)
from tests.oracles.mnk import PlainMNK

WITHOUT_KERNELS = pytest.mark.compiled(why="no kernel takes part in it")
KINDS = ("plain", "compiled", "plain, loaded", "compiled, loaded")
SOME = pytest.mark.parametrize(
    "solution",
    ["compiled, loaded", "plain", "compiled", "plain, loaded"],
    indirect=True,
)


@pytest.fixture(scope="module")
def solutions(tmp_path_factory):
    """Tic-tac-toe in plain Python and compiled, in memory and from a file."""
    made = {"plain": solve(PlainMNK()), "compiled": solve(MNK())}
    for kind, solution in dict(made).items():
        path = tmp_path_factory.mktemp("kinds") / "kept"
        solution.save(path)
        made[f"{kind}, loaded"] = load(path, solution.game)
    return made


@pytest.fixture(params=KINDS[::-1])
def solution(request, solutions):
    """One of the four solutions."""
    return solutions[request.param]


@SOME
@WITHOUT_KERNELS
def test_matches_and_odds(solution):
    """The odds are those of tic-tac-toe for every kind of solution, and a match never loses."""
    game = solution.game
    rival, perfect = RandomPlayer(game), PerfectPlayer(solution, ties="random")
    assert str(odds(game, perfect, rival)) == "win 96.78%, draw 3.22%, loss 0.00%"
    assert str(odds(game, rival, rival)) == "win 58.49%, draw 12.70%, loss 28.81%"
    assert match(game, perfect, rival, games=1_000, seed=1).loss == 0
    response = best_response(solution, rival)
    assert str(odds(game, response, rival)) == "win 99.48%, draw 0.52%, loss 0.00%"


@SOME
@WITHOUT_KERNELS
def test_audits(solution):
    """The audited positions are as many as published, and the verdicts are the same."""
    report = audit(PerfectPlayer(solution), solution)
    assert (report.by_value.positions, report.by_value_folded.positions) == (3191, 431)
    assert (report.by_outcome.positions, report.by_outcome_folded.positions) == (3515, 477)
    assert (report.strong, report.weak, report.fastest) == (True, True, True)
    assert audit(RandomPlayer(solution.game), solution).by_value.right == 0
    symmetric = PerfectPlayer(solution, ties="random")
    assert audit(symmetric, solution, symmetric=True).by_value.positions == 431
    assert audit(symmetric, solution, sample=100).verdict == "sample"


def test_puzzles_and_traps(solution):
    """Every kind of solution has 170 wins, 85 rescues and 49 traps."""
    kinds = [each.kind for each in puzzles(solution, most=None)]
    assert (kinds.count("win"), kinds.count("rescue")) == (170, 85)
    assert len(traps(solution, most=None)) == 49


@WITHOUT_KERNELS
def test_strategies(solution):
    """A strategy for the second player has 71 positions."""
    found = strategy(solution, 1)
    assert (len(found), found.value) == (71, Value.DRAW)


@pytest.mark.parametrize("other", KINDS)
def test_comparisons(solution, solutions, other):
    """All 765 positions agree, whichever two solutions are compared."""
    found = compare(solution, solutions[other])
    assert (found.agree, found.differ) == (765, 0)
    assert found.only_in_one == found.only_in_other == 0
