"""Players for tests, and games to test players with."""

import attrs

from gamesolver import Game, Value
from tests.support.small_games import Countdown


def listed(player):
    """Return the choice of a player, always as a list."""

    def answer(position):
        reported = player(position)
        return reported if type(reported) is list else [reported]

    return answer


@attrs.frozen
class Some:
    """Player that allows a subset of the moves, from a hash of the position and the seed."""

    game: object
    seed: int

    def __call__(self, position):
        moves = list(self.game.moves(position))
        mixed = hash((position, self.seed))
        kept = [each for place, each in enumerate(moves) if mixed >> place & 1]
        return kept or moves[mixed % len(moves)]


class Walk(Countdown):
    """A walk between two ends; with random players, the classical gambler's ruin."""

    def __init__(self, size, start=1):
        self.size = size
        self.first = start

    def start(self):
        return self.first, 0

    def moves(self, position):
        return (-1, 1)

    def play(self, position, move):
        return position[0] + move, 1 - position[1]

    def terminal_value(self, position):
        place, seat = position
        if place not in (0, self.size):
            return None
        return Value.WIN if (place == 0) == (seat == 1) else Value.LOSS

    def player(self, position):
        return position[1]


class Steep(Walk):
    """Climb ``size`` steps, or fall back to the bottom; the player who makes the last step wins."""

    def __init__(self, size):
        super().__init__(size, start=0)

    def play(self, position, move):
        place, seat = position
        return (place + 1 if move == 1 else 0), 1 - seat

    def terminal_value(self, position):
        return Value.LOSS if position[0] == self.size else None


@attrs.frozen(repr=False)
class Arrows(Game):
    """Play along arrows from name to name; the player to move at ``lost`` has lost."""

    arrows: tuple

    def start(self):
        return "p"

    def moves(self, position):
        return dict(self.arrows)[position]

    def play(self, position, move):
        return move

    def terminal_value(self, position):
        return {"lost": Value.LOSS, "even": Value.DRAW}.get(position)
