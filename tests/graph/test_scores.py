"""Games with scores, gains and a worth of endless play: the roads, the verifier, the reference."""

from random import Random

import pytest

from gamesolver import solve
from tests.support.graph_games import IS_PLAIN
from tests.support.scale import scaled
from tests.support.scored_graphs import ScoredGame, beside, drawn

GRAPHS = 300 if IS_PLAIN else scaled(3_000, 60_000)


def said(outcome):
    """An outcome as the reference has it."""
    return outcome.score, outcome.remoteness, outcome.last_gain


@pytest.mark.parametrize("endless", [0, 1, -2, 5])
@pytest.mark.parametrize("gains", [False, True])
def test_thousands_of_graphs_with_loops_and_scores(endless, gains):
    """Random graphs with loops, kept turns, scores and gains are as the reference has them."""
    luck = Random(f"{endless} {gains}")
    parts = [drawn(luck, gains=gains) for _ in range(GRAPHS)]
    solution = solve(ScoredGame(beside(parts), endless), method="retrograde")
    first = 0
    for part in parts:
        for (node, seat), outcome in part.truth(endless).items():
            assert said(solution[first + node, seat]) == outcome, (part, node, seat)
        first += len(part.moves)
    assert solution.verify(full=True).positions == len(solution) == 2 * first
