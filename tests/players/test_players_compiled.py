"""Players on compiled games: the same answers as on the plain ones, from memory and from a file."""

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
    """Chances are those of the plain game, to the last digit."""
    plain = solve(PLAIN)
    for by, ties in (("outcome", "random"), ("value", "random")):
        here = odds(GAME, PerfectPlayer(solution, by=by, ties=ties), RandomPlayer(GAME))
        there = odds(PLAIN, PerfectPlayer(plain, by=by, ties=ties), RandomPlayer(PLAIN))
        assert here == there
        assert here.positions == there.positions


def test_best_response(solution):
    """So is what the best response attains, and a match is played."""
    rival = RandomPlayer(GAME)
    player = best_response(solution, rival)
    there = best_response(solve(PLAIN), RandomPlayer(PLAIN)).promise(PLAIN.start())
    assert odds(GAME, player, rival) == player.promise(GAME.start()) == there
    assert match(GAME, player, rival, games=1_000, seed=1).loss == 0


def test_audit(solution):
    """The published counts again; in a compiled game too images are queried one by one."""
    report = audit(PerfectPlayer(solution), solution)
    assert report.by_value == Tally(3191, 3191)
    assert report.by_outcome_folded == Tally(477, 477)
    assert (report.strong, report.weak, report.fastest) == (True, True, True)
    assert audit(RandomPlayer(GAME), solution).by_value == Tally(0, 3191)


def test_sample(solution):
    """A sample of a compiled game is drawn alike from memory and from a file."""
    report = audit(RandomPlayer(GAME), solution, sample=100, seed=1)
    assert report.by_outcome == Tally(0, 100)
    assert report.verdict == "sample"
    assert "Chose" in str(report)
