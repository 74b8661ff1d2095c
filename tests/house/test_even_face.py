"""One word for one thing in every public signature: ``seat``, ``limit``, ``most``, ``start``."""

import inspect
from pathlib import Path
from tempfile import TemporaryDirectory

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
from gamesolver.web import write_proof
from tests.support.public_face import functions, methods, signatures

GAME = TicTacToe()
SOLUTION = solve(GAME)
RANDOM = RandomPlayer(GAME)
KEPT = {"gamesolver.PlayerError", "gamesolver.players.PlayerError", "gamesolver.players.audit"}
KEPT |= {"gamesolver.players.keeping"}
"""Where ``player`` is somebody who chooses moves, and no seat."""
OF_RULES = {"gamesolver.CompiledRules"}
"""Where ``player`` is a rule of a game."""


def having(parameter, found=None):
    """The public callables that have a parameter of a name."""
    return {
        name: parameters[parameter]
        for name, parameters in (found or signatures()).items()
        if parameter in parameters
    }


def called():
    """The signatures of functions and methods, those of classes left out."""
    found = functions() | methods()
    return {name: given for name, given in signatures().items() if name in found}


def test_the_signatures_are_read():
    """Functions, methods and constructors are among what is looked at."""
    named = {"gamesolver.solve", "gamesolver.Solution.counts", "gamesolver.players.Strategy"}
    assert named <= signatures().keys()


def test_a_seat_is_called_seat():
    """None says ``side``, ``player`` is who chooses moves or the rule, ``mover`` is a name."""
    assert not having("side")
    assert having("mover").keys() == {"gamesolver.players.Puzzle", "gamesolver.players.Trap"}
    assert {each.annotation for each in having("mover").values()} == {"str"}
    assert having("player").keys() == KEPT | OF_RULES
    assert {each.annotation for each in having("seat").values()} == {
        "int",
        "int | None",
        "int | str | None",
    }


def test_a_start_is_named():
    """``start`` is given by its name, wherever one can play from somewhere else."""
    kinds = {name: each.kind for name, each in having("start", called()).items()}
    assert len(kinds) > 6
    assert set(kinds.values()) == {inspect.Parameter.KEYWORD_ONLY}


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
    "gamesolver.web.write_proof": lambda: shown_of_proof(most=2) > 2,
}


def shown_of_proof(most):
    """How many positions stand on the page of a proof that has hundreds."""
    with TemporaryDirectory() as folder:
        write_proof(prove(GAME), page := Path(folder) / "proof.html", most=most)
        return page.read_text(encoding="utf-8").count('<section class="proved"')


def plots():
    """The pictures, where what draws them is installed."""
    pytest.importorskip("matplotlib").use("Agg")
    from gamesolver import plots

    return plots


def test_each_limit_and_each_most_is_tried():
    """Whoever adds a ``limit`` or a ``most`` has to show here what it does."""
    assert having("limit", called()).keys() == LIMITS.keys()
    assert having("most", called()).keys() == MOST.keys()


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_refuses_beyond(name, tmp_path):
    """What is larger than ``limit`` is a ``SizeLimitError``, which knows the limit."""
    with pytest.raises(SizeLimitError) as caught:
        LIMITS[name](tmp_path)
    assert caught.value.limit == 5


@pytest.mark.parametrize("name", MOST)
def test_most_stops_when_there_is_enough(name):
    """More than ``most`` are no error: it is enough, and no more are looked at or given."""
    assert not MOST[name]()
