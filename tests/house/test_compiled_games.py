"""Each compiled game of the library has plain rules, and tests that compare the two."""

from inspect import getclosurevars
from pathlib import Path

import attrs
import pytest

from gamesolver import CompiledGame, registered_games
from gamesolver.boardgames import BoardGame
from gamesolver.kernels.deferring import Deferred
from tests.oracles.plain_rules import BY_HAND

TESTS = Path(__file__).parents[1] / "games"
COMPILED = [kind for kind in registered_games().values() if issubclass(kind, CompiledGame)]
COMPARES = ("assert_alike", "assert_same_rules")


def files_that_compare(kind):
    """Return the files of tests that compare a game with its plain version."""
    texts = [file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py")]
    return [text for text in texts if kind.__name__ in text and any(h in text for h in COMPARES)]


@pytest.mark.parametrize("kind", sorted(BY_HAND, key=lambda kind: kind.__name__))
def test_a_compiled_game_is_compared_with_its_plain_version(kind):
    """The plain rules of a compiled game are in ``plain.py``, and a test compares the two."""
    plain = type(kind().plain)
    assert not issubclass(plain, CompiledGame)
    assert plain.__module__.endswith(".plain")
    assert files_that_compare(kind), (
        f"no test in {TESTS.name} compares {kind.__name__} with its plain version"
    )


@pytest.mark.compiled(why="without a compiler nothing is kept")
@pytest.mark.parametrize("kind", COMPILED)
def test_rules_can_be_kept(kind):
    """No rule calls a compiled function of its closure, which each process would compile again.

    A derived rule has its own file, so a rule written by hand that calls it can be cached.
    """
    game = kind()
    rules = attrs.asdict(game.rules, recurse=False).items()
    derived = [game.derived_rules.successors] if isinstance(game, BoardGame) else []
    compiled = {name: rule.py_func for name, rule in rules if isinstance(rule, Deferred)}
    assert "successors" in compiled
    for name, rule in compiled.items():
        called = getclosurevars(rule).nonlocals.values()
        assert all(each in derived for each in called if isinstance(each, Deferred)), name
