"""The search by depth, compiled and plain, agrees with the reference for any table size.

``prove`` uses the search by depth if the author of a game states which moves are good. The authors
here state nothing, so that the search meets all kinds of games: with cycles, kept turns and
symmetries.
"""

from random import Random

import pytest

from gamesolver import Outcome, Value
from gamesolver.proofs.compiled_search import CompiledSearch
from gamesolver.proofs.plain_search import PlainSearch
from gamesolver.proofs.questions import Questions, exactly, value_alone
from gamesolver.proofs.search_scores import search_score
from gamesolver.rules.guard import Rules
from tests.attacks.compiled_graphs import WAYS, GraphGame
from tests.attacks.graph_games import DrawnGame, many_drawings, with_all_roots
from tests.attacks.symmetric_games import PlainSymmetricGame, SymmetricGame
from tests.oracles.reference import reference
from tests.support.scale import scaled

TABLES = 1, 100, 1_000_000
GAMES = scaled(20, 200)
TANGLED = scaled(100, 2_000)


def watch(visited, forgotten):
    """Let the search run on to its end."""


def plain(game, entries):
    """Return questions about a game, answered by the plain search."""
    rules = Rules(game)
    return Questions(rules, PlainSearch(rules, entries, watch))


def compiled(game, entries):
    """Return questions about a game, answered by the compiled search."""
    return Questions(Rules(game), CompiledSearch(game, entries, watch))


def wrong(game, queried, expected):
    """Return the roots of a game for which the exact outcome or the winner is wrong."""
    return [
        root
        for root in (game.start(), *game.positions())
        if queried().resolve(root, exactly) != (search_score(expected[root]),) * 2
        or Value.of(queried().resolve(root, value_alone)[0]) is not expected[root].value
    ]


def outcomes_of(game):
    """Return the reference outcome of each position of a game on a random graph."""
    drawing = game.drawing
    found = reference(drawing.as_dict(), drawing.known())
    return {
        (node, seat): Outcome(Value(found[node][0]), found[node][1])
        for node in drawing.roots
        for seat in (0, 1)
    }


@pytest.mark.parametrize("entries", TABLES)
def test_in_plain_python(entries):
    """The plain search is right for graphs with cycles, kept turns and symmetric positions."""
    for number, drawing in enumerate(many_drawings(GAMES, seed=31)):
        game = DrawnGame(drawing, folded=bool(number % 2))
        assert not wrong(game, lambda game=game: plain(game, entries), outcomes_of(game))


@pytest.mark.parametrize("entries", TABLES)
@pytest.mark.compiled(why="without a compiler the same search is tried by the plain test")
def test_compiled(entries):
    """The compiled search is right for graphs, in every way of writing compiled rules."""
    for number, drawing in enumerate(many_drawings(GAMES, seed=32)):
        game = GraphGame(drawing, WAYS[number % 3])
        expected = game.expected()
        assert not wrong(game, lambda game=game: compiled(game, entries), expected)


@pytest.mark.parametrize("entries", [100, 1_000_000])
@pytest.mark.parametrize("is_compiled", [False, True])
def test_one_table_serves_all_positions_of_a_graph(is_compiled, entries):
    """A bound stored on one line of play is right on all lines, in graphs with cycles, too."""
    for number, drawing in enumerate(many_drawings(TANGLED, seed=31, most_nodes=20)):
        tangled = with_all_roots(drawing, Random(number))
        game = GraphGame(tangled, WAYS[number % 3]) if is_compiled else DrawnGame(tangled)
        questions = (compiled if is_compiled else plain)(game, entries)
        expected = game.expected() if is_compiled else outcomes_of(game)
        assert not wrong(game, lambda questions=questions: questions, expected)


@pytest.mark.parametrize("entries", TABLES)
@pytest.mark.compiled(why="without a compiler the same search is tried by the plain test")
def test_symmetries_of_every_kind(entries):
    """The search is right for symmetries in every way of writing them, compiled and plain."""
    for seed in range(GAMES // 2):
        for kind, queried in ((SymmetricGame, compiled), (PlainSymmetricGame, plain)):
            game = kind(seed)
            expected = game.expected()
            assert not wrong(
                game, lambda game=game, queried=queried: queried(game, entries), expected
            )
