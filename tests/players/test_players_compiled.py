"""Players of compiled games answer as those of plain games, from memory and from a file."""

import pytest

from games import MNK, TicTacToe
from gamesolver import load, solve
from gamesolver.players import PerfectPlayer, RandomPlayer, Tally, audit, best_response, match, odds

GAME = MNK()
PLAIN = TicTacToe()


@pytest.fixture(scope="module", params=["loaded", "solved"])
def solution(request, tmp_path_factory):
    """Tic-tac-toe with compiled rules, just solved or from a file."""
    solved = solve(GAME)
    if request.param == "solved":
        return solved
    path = tmp_path_factory.mktemp("files") / "file"
    solved.save(path)
    return load(path)


def test_odds(solution):
    """The odds are exactly those of the plain game."""
    plain = solve(PLAIN)
    for by, ties in (("outcome", "random"), ("value", "random")):
        here = odds(GAME, PerfectPlayer(solution, by=by, ties=ties), RandomPlayer(GAME))
        there = odds(PLAIN, PerfectPlayer(plain, by=by, ties=ties), RandomPlayer(PLAIN))
        assert here == there
        assert here.positions == there.positions


def test_best_response(solution):
    """A best response attains what it attains in the plain game, and never loses a match."""
    rival = RandomPlayer(GAME)
    player = best_response(solution, rival)
    there = best_response(solve(PLAIN), RandomPlayer(PLAIN)).promise(PLAIN.start())
    assert odds(GAME, player, rival) == player.promise(GAME.start()) == there
    assert match(GAME, player, rival, games=1_000, seed=1).loss == 0


def test_audit(solution):
    """An audit has the published counts of positions."""
    report = audit(PerfectPlayer(solution), solution)
    assert report.by_value == Tally(3191, 3191)
    assert report.by_outcome_folded == Tally(477, 477)
    assert (report.strong, report.weak, report.fastest) == (True, True, True)
    assert audit(RandomPlayer(GAME), solution).by_value == Tally(0, 3191)


def test_sample(solution):
    """A sample can be taken from a solution in memory and from a file."""
    report = audit(RandomPlayer(GAME), solution, sample=100, seed=1)
    assert report.by_outcome == Tally(0, 100)
    assert report.verdict == "sample"
    assert "Chose" in str(report)
