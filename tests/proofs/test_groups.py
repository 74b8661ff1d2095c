"""Groups of Connect Four positions by number of stones, compared with a solved board.

A thousand of each group, on larger boards, are proved by ``python -m benchmarks proofs-groups``.
"""

from random import Random

import pytest

from games import ConnectFour
from gamesolver import Value, prove, solve
from tests.support.scale import scaled

EACH = scaled(5, 100)


def by_stones(game, stones, chance):
    """Return a nonterminal position with the given number of stones, by random play."""
    while True:
        position = game.start()
        while game.terminal_value(position) is None and game.stage(position) < stones:
            position = game.play(position, chance.choice(game.moves(position)))
        if game.terminal_value(position) is None:
            return position


@pytest.mark.compiled
def test_groups_of_positions():
    """Wins and losses are proved with their plies, and draws, which fill the board, without."""
    game, chance = ConnectFour(width=5, height=4), Random(5)
    solution = solve(game)
    for stones in range(2, 19, 2):
        for _ in range(EACH):
            position = by_stones(game, stones, chance)
            outcome = solution[position]
            is_draw = outcome.value is Value.DRAW
            proof = prove(game, position, exact=not is_draw)
            assert proof.value is Value.DRAW if is_draw else proof.outcome == outcome
            assert not is_draw or outcome.remoteness == 20 - stones
