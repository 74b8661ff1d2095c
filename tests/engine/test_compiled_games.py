"""The compiled test games themselves: rules, indexes and expected outcomes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver import NO_POSITION, check_game, explore, solve
from tests.attacks.compiled_graphs import WAYS, GraphGame, RandomGraph
from tests.attacks.graph_games import ONE_BY_ONE, DrawnGame, drawings
from tests.oracles.unfolded import unfolded_size
from tests.support.compiled_games import DRAW, FACTOR, LOSS, WIN, Chain, MoveAgain, Ring

RINGS = [(size, end) for size in (1, 2, 5) for end in (LOSS, DRAW, WIN)]
CLOSED = [
    *(Chain(9, end) for end in (LOSS, DRAW, WIN)),
    *(Chain(plies, LOSS) for plies in (0, 1)),
    Chain(9, LOSS, keep=2),
    Chain(9, LOSS, keep=2, staged=True),
    *(MoveAgain(plies) for plies in (7, 0)),
    *(Ring(*each) for each in RINGS[::4]),
    *(Chain(plies, end) for plies in (0, 1) for end in (DRAW, WIN)),
    *(Chain(2, end) for end in (LOSS, DRAW, WIN)),
    *(Chain(9, LOSS, keep) for keep in (1, 3)),
    *(MoveAgain(plies) for plies in (1, 2)),
    *(Ring(*each) for place, each in enumerate(RINGS) if place % 4),
]
INDEXED = [
    Chain(4, indexed=True),
    Chain(4, WIN, keep=2, indexed=True),
    MoveAgain(3, indexed=True),
    Ring(3, DRAW, indexed=True),
    *(RandomGraph(nodes=20, way=way, indexed=True) for way in WAYS),
]


def assert_as_expected(game):
    """Check that every solved position has its expected outcome, and return the solution."""
    expected, solution = game.expected(), solve(game)
    assert {position: solution[position] for position in solution}.items() <= expected.items()
    assert solution.verify(full=True).positions == unfolded_size(solution)
    return solution


@pytest.mark.parametrize("game", [*CLOSED, *INDEXED], ids=repr)
def test_closed_forms(game):
    """Solutions have the outcomes of the closed form or the reference."""
    assert_as_expected(game)


@pytest.mark.parametrize("game", [*CLOSED, RandomGraph(nodes=30, staged=True)], ids=repr)
def test_laws(game):
    """Each test game obeys every law."""
    assert check_game(game, thorough=True).exhaustive


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("on_slate", [True, False])
def test_random_graphs(way, on_slate):
    """Random graphs of 200 nodes are solved correctly, with data in a closure or on the slate."""
    solution = assert_as_expected(RandomGraph(nodes=200, way=way, on_slate=on_slate, staged=True))
    assert max(each.remoteness or 0 for each in solution.counts()) > 10
    assert len({each.value for each in solution.counts()}) == 3


@settings(max_examples=ONE_BY_ONE)
@given(drawings(), st.sampled_from(WAYS), st.booleans())
def test_games_on_the_slate(drawing, way, indexed):
    """A drawing on the slate has the same positions and outcomes as with plain rules."""
    game = GraphGame(drawing, way=way, indexed=indexed)
    solution = assert_as_expected(game)
    reached = {game.canonical(each) for each in explore(game, fold=False)}
    assert reached <= set(solution)
    if way != "alone":
        plain = explore(DrawnGame(drawing, folded=way == "images"))
        assert reached == {game.canonical(game.position(*each)) for each in plain}


@pytest.mark.parametrize("game", INDEXED, ids=repr)
def test_indexes(game):
    """A third of the indexes are used, one for each orbit, and other integers have no index."""
    calls, indexes = game.rules.calls, game.rules.num_indexes
    at = [int(calls.position_at(index)) for index in range(indexes)]
    valid = {
        at[index]: index for index in range(indexes) if calls.index(as_word(at[index])) == index
    }
    assert len(valid) == (indexes - 2) // 3
    assert {game.canonical(position) for position in game.expected()} == set(valid)
    for position in game.expected():
        assert int(calls.index(as_word(position))) == valid[game.canonical(position)]
    strays = {1, FACTOR - 1, FACTOR + 1, FACTOR * len(game.expected()), 2**63, NO_POSITION - 1}
    assert [int(calls.index(as_word(stray))) for stray in strays] == [-1] * len(strays)


def as_word(number):
    """Return a number as the unsigned integer that compiled rules take."""
    from numpy import uint64

    return uint64(number)
