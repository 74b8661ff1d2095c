"""Looking ahead by the rules alone gives the outcomes that the solver finds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import MNK, Quixo
from gamesolver import Value, solve
from gamesolver.forecast import sampling
from tests.attacks.engine_games import ENUMERATED, SheetGame
from tests.attacks.graph_games import drawings
from tests.support.scale import scaled

ENDED = 5
"""Result for a terminal position. Other positions have a value, or 0 if none is seen."""


def runner_over(solution):
    """Return the kernel runner of a solution, and all of its indexes."""
    return solution._table.runner, np.arange(len(solution))


def seen(solution, position, plies):
    """Return the expected result of a look ahead of the given number of plies."""
    outcome = solution[position]
    if solution.game.terminal_value(position) is not None:
        return ENDED
    within = outcome.remoteness is not None and outcome.remoteness <= plies
    return int(outcome.value) if within and outcome.value is not Value.DRAW else 0


@settings(max_examples=scaled(60, 2_000))
@given(drawings(), st.sampled_from(ENUMERATED), st.integers(1, 6))
def test_any_game_is_looked_at_as_it_is_solved(drawing, kind, plies):
    """On random graphs, each outcome within the given number of plies is found."""
    game = SheetGame(drawing, kind)
    solution = solve(game)
    runner, indexes = runner_over(solution)
    outcomes = sampling.outcomes_within(runner, indexes, plies)
    assert outcomes.tolist() == [
        seen(solution, runner.places.position(index), plies) for index in indexes.tolist()
    ]


@pytest.mark.compiled(why="thousands of searches")
@pytest.mark.parametrize("plies", [4, 1, 2, 3])
def test_quixo_is_looked_at_as_it_is_solved(plies):
    """Looking ahead agrees with the solution in all 19,683 positions of Quixo 3x3."""
    solution = solve(Quixo(3))
    runner, indexes = runner_over(solution)
    outcomes = sampling.outcomes_within(runner, indexes, plies)
    expected = [seen(solution, runner.places.position(index), plies) for index in indexes.tolist()]
    assert outcomes.tolist() == expected


def test_successors_are_listed_with_repeats():
    """The start of m,n,k on 3x3 has nine moves to three positions, and an end has none."""
    game = MNK(3, 3, 3)
    runner, indexes = runner_over(solve(game))
    wanted = {game.canonical(each) for each in (game.start(), game.parse("xxx/oo./..."))}
    indexes = np.array([index for index in indexes if int(runner.places.position(index)) in wanted])
    keys, ends = sampling.successors_of(runner, indexes)
    assert (len(keys), len(np.unique(keys)), ends) == (9, 3, 1)
