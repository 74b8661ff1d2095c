"""Every game on the shelf that has symmetries, once with them and once without: orbit by orbit."""

import pytest

from gamesolver import CompiledGame, Game, registered_games
from tests.support.published import figures
from tests.support.unfolded import assert_same_unfolded

SMALL = 20_000
"""Positions of a game that is solved here, where one knows how many there are."""


def has_symmetries(game):
    """Whether its class says which positions are twins."""
    kind = type(game)
    return (kind.symmetries, kind.canonical) != (Game.symmetries, Game.canonical)


def how_many(golden):
    """How many positions a game has, as far as it is said."""
    return golden.get("positions") or 8 * golden.get("folded", 0)


def without_twins(golden):
    """Whether each position is said to be alone in its orbit."""
    return golden.get("positions") == golden.get("folded")


def small_ones(name, kind):
    """The game, or a smaller one, in plain Python; none where all that is known of is large."""
    known = [golden for golden in figures(name) if how_many(golden)]
    fitting = sorted((each for each in known if how_many(each) <= SMALL), key=without_twins)
    games = [
        kind(**each["parameters"]) for each in (fitting if known else [{"parameters": {}}])[:1]
    ]
    return [game.plain if isinstance(game, CompiledGame) else game for game in games]


FOLDED = [
    game
    for name, kind in registered_games().items()
    for game in small_ones(name, kind)
    if has_symmetries(game)
]


@pytest.mark.parametrize("game", FOLDED, ids=repr)
def test_with_symmetries_and_without(game):
    """Each position has the outcome of its orbit, and each orbit as many positions as it says."""
    assert_same_unfolded(game)
