"""The engine on games with scores, gains and a worth of endless play, against the reference."""

from random import Random

import pytest

from gamesolver import solve
from tests.support.compiled_scores import CompiledScores
from tests.support.graph_games import IS_PLAIN
from tests.support.scale import scaled
from tests.support.scored_graphs import beside, drawn

GRAPHS = 40 if IS_PLAIN else scaled(1_500, 30_000)


def said(outcome):
    """An outcome as the reference has it."""
    return outcome.score, outcome.remoteness, outcome.last_gain


def require_truth(parts, game):
    """A solve and a verification of these graphs side by side: every outcome is right."""
    solution = solve(game)
    first = 0
    for part in parts:
        for (node, seat), outcome in part.truth(game.endless).items():
            assert said(solution[2 * (first + node) + seat]) == outcome, (part, node, seat)
        first += len(part.moves)
    assert solution.verify(full=True).positions == len(solution) == 2 * first
    counts = solution.counts()
    assert sum(counts.values()) == len(solution)


@pytest.mark.parametrize("endless", [0, 1, -2])
@pytest.mark.parametrize("gains", [False, True])
@pytest.mark.parametrize("numbered", [False, True])
def test_thousands_of_compiled_graphs_with_loops(endless, gains, numbered):
    """Compiled graphs with loops, kept turns, scores and gains are as the reference has them."""
    luck = Random(f"{endless} {gains}")
    parts = [drawn(luck, gains=gains) for _ in range(GRAPHS)]
    game = CompiledScores(
        beside(parts), endless, gains=gains, staged=gains or numbered, numbered=numbered
    )
    require_truth(parts, game)
