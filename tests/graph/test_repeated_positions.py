"""Rules with a memory: games in which a repeated position ends play."""

import pytest

from gamesolver import Game, Value, solve
from tests.attacks.graph_games import DrawnGame, many_drawings
from tests.support.scale import IS_PLAIN, scaled

NODES = 5
"""Greatest number of nodes; there is a position for each set of nodes seen before."""


class Remembering(Game):
    """A game in which a repeated position is terminal, with a payoff for the player to move."""

    def __init__(self, game, payoff=Value.DRAW, roots=()):
        self.game, self.payoff, self.roots = game, payoff, roots

    def start(self):
        return self.game.start(), frozenset()

    def positions(self):
        return [(root, frozenset()) for root in self.roots]

    def moves(self, position):
        return self.game.moves(position[0])

    def play(self, position, move):
        here, seen = position
        return self.game.play(here, move), seen | {here}

    def terminal_value(self, position):
        here, seen = position
        end = self.game.terminal_value(here)
        return self.payoff if end is None and here in seen else end

    def player(self, position):
        return self.game.player(position[0])


@pytest.mark.parametrize("seed", range(3))
def test_a_draw_by_repetition_need_not_be_remembered(seed):
    """If a repetition is a draw, values and the plies of wins and losses are as without memory."""
    decided = 0
    count = scaled(200, 10_000) // (4 if IS_PLAIN else 1)
    for drawing in many_drawings(count, seed, most_nodes=NODES):
        free = solve(DrawnGame(drawing, folded=False))
        remembering = solve(Remembering(free.game, roots=tuple(free)))
        for position in free:
            outcome, fresh = free[position], remembering[position, frozenset()]
            assert fresh.value is outcome.value
            if outcome.value is not Value.DRAW:
                assert fresh.remoteness == outcome.remoteness
            decided += outcome.value is not Value.DRAW and outcome.remoteness > 1
    assert decided > count // 12


class Ring(Game):
    """Ring of points on which the players move on for ever."""

    def __init__(self, points):
        self.points = points

    def start(self):
        return 0

    def moves(self, position):
        return ["on"]

    def play(self, position, move):
        return (position + 1) % self.points

    def terminal_value(self, position):
        return None


@pytest.mark.parametrize(("points", "value"), [(2, Value.WIN), (3, Value.LOSS)])
def test_where_repeating_loses_it_must_be_remembered(points, value):
    """An endless draw becomes a win or a loss if the player who repeats a position loses."""
    assert str(solve(Ring(points)).outcome) == "endless draw"
    assert solve(Remembering(Ring(points), payoff=Value.WIN)).value is value
