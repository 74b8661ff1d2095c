"""Random games with symmetries: every method gives the outcomes of the reference.

Each part has 2,000 games in nightly runs. The games are described in ``symmetric_games``.
"""

import os
from collections import Counter
from random import Random

import attrs
import numpy as np
import pytest

from gamesolver import CycleError, check_game, solve
from tests.attacks.graph_games import Drawing
from tests.attacks.symmetric_games import STYLES, Pattern, PlainSymmetricGame, SymmetricGame, Way
from tests.support.engine_solving import solved
from tests.support.scale import scaled

IS_PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
PARTS = 10
GAMES = scaled(120, 20_000) // (10 if IS_PLAIN else 1)
CHECKED = scaled(5, 200)


PLAINLY = Way(
    seats="none",
    fold="index",
    indexed=True,
    back=True,
    staged=False,
    style="others",
    spare_images=0,
    spare_moves=0,
    factor=1,
    offset=0,
    seed=0,
)


def seeds(part):
    """Return the seeds of the games of a part."""
    return range(part, GAMES, PARTS)


def require_right(solution, truth, covered):
    """Check the outcome of every raw position, the counts, and the verification."""
    assert {each: solution.get(each) for each in truth} == {
        each: truth[each] if each in covered else None for each in truth
    }
    assert solution.counts(symmetric=True) == Counter(truth[each] for each in covered)
    solution.verify(full=True)


def require_probed(solution, truth, covered):
    """Check that ``probe_many`` gives the outcome of each position."""
    answers = solution.probe_many(np.array(list(truth), np.uint64))
    for place, each in enumerate(truth):
        assert answers.known[place] == (each in covered)
        if each in covered:
            expected = truth[each].value.value, truth[each].remoteness
            remoteness = int(answers.remoteness[place])
            assert (answers.values[place], None if remoteness < 0 else remoteness) == expected


def require_minimax_right(game, truth, covered):
    """Check the solution by minimax, unless it refuses the game because of a cycle."""
    try:
        solution = solve(game, method="minimax")
    except CycleError:
        return
    require_right(solution, truth, covered)


def mirrored_game(style, spare_images):
    """Return a game with two paths from 0 to 5, 0-1-3-5 and 0-2-4-5, exchanged by a mirror."""
    rows = (1, 2), (3,), (4,), (5,), (5,), ()
    moves = tuple(tuple((to, False) for to in row) for row in rows)
    drawing = Drawing(moves, (None,) * 5 + (1,), (None,) * 6, (0,))
    pattern = Pattern(drawing, ((0, 1, 2, 3, 4, 5), (0, 2, 1, 4, 3, 5)))
    return SymmetricGame.of(pattern, attrs.evolve(PLAINLY, style=style, spare_images=spare_images))


@pytest.mark.parametrize("spare_images", [0, 1, 62])
@pytest.mark.parametrize("style", STYLES)
def test_a_position_that_its_own_symmetry_leaves_alone(style, spare_images):
    """A position with two moves to one index, and mapped to itself by a symmetry, is lost in 3."""
    game = mirrored_game(style, spare_images)
    for methods in ("either", "sweeps", "graph"):
        solution = solved(game, methods)
        assert [str(solution[each]) for each in range(6)] == [
            "loss in 3",
            "win in 2",
            "win in 2",
            "loss in 1",
            "loss in 1",
            "win in 0",
        ]
        solution.verify(full=True)


@pytest.mark.parametrize("part", range(PARTS))
def test_compiled_games(part):
    """Every method gives the outcomes of the reference, and the right reachable positions."""
    for seed in seeds(part):
        game, luck = SymmetricGame(seed), Random(seed)
        truth, reached = game.expected(), game.reached()
        covered = set(truth) if game.way.indexed else reached
        solution = solved(
            game, luck.choice(("sweeps", "graph", "either", "either")), luck.choice((1, 1, 1, 2))
        )
        require_right(solution, truth, covered)
        require_probed(solution, truth, covered)
        from_start = solution.counts(reachable=True, symmetric=True)
        assert from_start == Counter(truth[each] for each in game.reached(first=True))
        if luck.random() < 0.3:
            require_minimax_right(game, truth, covered)


@pytest.mark.parametrize("part", range(PARTS))
def test_plain_games(part):
    """Plain games with every style of ``symmetries`` have the outcomes of the reference."""
    for seed in seeds(part):
        game = PlainSymmetricGame(seed)
        truth = game.expected()
        method = Random(seed).choice(("auto", "retrograde"))
        solution = solve(game, method=method, positions=list(truth))
        require_right(solution, truth, set(truth))


@pytest.mark.parametrize("seed", range(CHECKED))
def test_the_games_keep_the_laws(seed):
    """``check_game`` finds no fault in the test games, compiled or plain."""
    for game in (SymmetricGame(seed), PlainSymmetricGame(seed)):
        assert check_game(game, thorough=True).exhaustive
