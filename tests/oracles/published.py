"""The published figures of the games, and assertions that compare results with them."""

from collections import Counter
from functools import reduce
from operator import or_

from gamesolver import Value, find_game, registered_games
from gamesolver.rules.figures import figures_of

NAMES = {"won": Value.WIN, "lost": Value.LOSS, "drawn": Value.DRAW}


def figures(name):
    """Return the published figures of a game by parameters; those of the default come first."""
    return [{"parameters": {}} | each for each in figures_of(name, find_game(name))]


def on_board(game):
    """Return a game's facts about boards, from ``[its-name.board]`` next to its module.

    ``men``: the pieces keep their places, except at most ``touched`` that a move changes.
    ``legend``: a legend numbers the places. Heap games may have neither.
    """
    (name,) = (each for each, kind in registered_games().items() if kind is type(game))
    reported = [each["board"] for each in figures(name) if "board" in each]
    return reduce(or_, reported, {"men": True, "touched": 2, "legend": True})


def made(name, golden):
    """Return the game that some figures are about."""
    return find_game(name)(**golden["parameters"])


def by_value(counts):
    """Return the numbers of positions won, lost, and drawn."""
    sums = Counter()
    for outcome, count in counts.items():
        sums[outcome.value] += count
    return {name: sums[value] for name, value in NAMES.items()}


def words(outcome):
    """Return the possible published forms of an outcome: whole, without plies, or the winner."""
    return str(outcome), str(outcome).partition(" in ")[0], outcome.value.name.lower()


def assert_outcome(outcome, golden):
    """Assert that the start has the published value, and the plies if they are published."""
    assert golden["outcome"] in words(outcome)


def assert_counts(counts, golden):
    """Assert that the numbers of won, lost and drawn positions are as published."""
    found = by_value(counts)
    assert {name: found[name] for name in NAMES if name in golden} == {
        name: golden[name] for name in NAMES if name in golden
    }
