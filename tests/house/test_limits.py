"""Every public ``limit`` refuses a larger result, and every public ``most`` shortens it."""

from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from games import Nim, TicTacToe
from gamesolver import SizeLimitError, check_game, explore, prove, solve
from gamesolver.players import (
    RandomPlayer,
    audit,
    best_response,
    keeping,
    odds,
    puzzles,
    strategy,
    traps,
)
from gamesolver.web import library_app, serve_library, write_proof, write_site
from tests.support.explorer_calls import fetch
from tests.support.public_face import functions, methods, signatures

GAME = TicTacToe()
LIBRARY = {"tic-tac-toe": TicTacToe}
SOLUTION = solve(GAME)
RANDOM = RandomPlayer(GAME)


def having(parameter):
    """Return the names of the public functions and methods that have a parameter."""
    found = functions() | methods()
    return {name for name, each in signatures().items() if name in found and parameter in each}


LIMITS = {
    "gamesolver.GameGraph.to_networkx": lambda path: explore(GAME).to_networkx(limit=5),
    "gamesolver.Solution.to_networkx": lambda path: SOLUTION.to_networkx(limit=5),
    "gamesolver.Solution.to_pandas": lambda path: SOLUTION.to_pandas(limit=5),
    "gamesolver.Solution.to_polars": lambda path: SOLUTION.to_polars(limit=5),
    "gamesolver.Solution.export": lambda path: SOLUTION.export(path / "g.dot", limit=5),
    "gamesolver.Proof.to_networkx": lambda path: prove(GAME).to_networkx(limit=5),
    "gamesolver.players.audit": lambda path: audit(RANDOM, SOLUTION, limit=5),
    "gamesolver.players.best_response": (
        lambda path: best_response(SOLUTION, RANDOM, limit=5)(GAME.start())
    ),
    "gamesolver.players.keeping": lambda path: keeping(RANDOM, SOLUTION, limit=5),
    "gamesolver.players.odds": lambda path: odds(GAME, RANDOM, RANDOM, limit=5),
    "gamesolver.players.strategy": lambda path: strategy(SOLUTION, limit=5),
    "gamesolver.plots.perfect_play": lambda path: plots().perfect_play(SOLUTION, limit=5),
    "gamesolver.plots.values_by_ply": lambda path: plots().values_by_ply(SOLUTION, limit=5),
}
MOST = {
    "gamesolver.check_game": lambda: check_game(Nim(), most=5, walks=1).exhaustive,
    "gamesolver.players.Audit.shape": (
        lambda: len(audit(RANDOM, SOLUTION).shape(most=2)["mistakes"]) > 2
    ),
    "gamesolver.players.puzzles": lambda: len(puzzles(SOLUTION, most=2)) > 2,
    "gamesolver.players.traps": lambda: len(traps(SOLUTION, most=2)) > 2,
    "gamesolver.web.library_app": lambda: is_solved(library_app(LIBRARY, most=2)),
    "gamesolver.web.serve_library": lambda: is_solved(served_library(most=2)),
    "gamesolver.web.write_proof": lambda: shown_of_proof(most=2) > 2,
    "gamesolver.web.write_site": lambda: pages_of_site(most=2) > 0,
}


def is_solved(library):
    """Return True if a library of a game of hundreds of positions does not refuse it."""
    return fetch(library, "/tic-tac-toe/").code == 200


def served_library(most):
    """Return the application that a call of ``serve_library`` would serve."""
    made = []
    with patch("gamesolver.web.serving.listen", lambda make, *rest: made.append(make())):
        serve_library(games=LIBRARY, most=most)
    return made[0]


def shown_of_proof(most):
    """Return the number of positions on the page of a proof that has hundreds."""
    with TemporaryDirectory() as folder:
        write_proof(prove(GAME), page := Path(folder) / "proof.html", most=most)
        return page.read_text(encoding="utf-8").count('<section class="proved"')


def pages_of_site(most):
    """Return the number of games with a page, on a site of one game of hundreds of positions."""
    with TemporaryDirectory() as folder:
        return write_site(folder, [GAME], most=most)


def plots():
    """Return the module that draws, if matplotlib is installed."""
    pytest.importorskip("matplotlib").use("Agg")
    from gamesolver import plots

    return plots


def test_each_limit_and_each_most_is_tried():
    """A new ``limit`` or ``most`` has an entry in this file, so its effect is tested."""
    assert having("limit") == LIMITS.keys()
    assert having("most") == MOST.keys()


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_refuses_beyond(name, tmp_path):
    """A result larger than ``limit`` raises ``SizeLimitError`` with that limit."""
    with pytest.raises(SizeLimitError) as caught:
        LIMITS[name](tmp_path)
    assert caught.value.limit == 5


@pytest.mark.parametrize("name", MOST)
def test_most_stops_when_there_is_enough(name):
    """With ``most`` a function stops early, or skips a large game, without an error."""
    assert not MOST[name]()
