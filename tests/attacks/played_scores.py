"""Small games with scores, gains and a payoff of infinite play, and many random ones."""

from random import Random

import attrs

from gamesolver import Game, Value
from tests.attacks.scored_graphs import ScoredGame, drawn_games
from tests.support.scale import scaled

DRAWINGS = scaled(150, 3_000)


@attrs.frozen(repr=False)
class DrawnFromTheLast(ScoredGame):
    """A random game that starts at the last node, where most can be gained."""

    def start(self):
        return len(self.drawing.moves) - 1, 0


@attrs.frozen(repr=False)
class DrawnValues(ScoredGame):
    """A random game whose ends are values, without gains."""

    endless: Value = Value.DRAW
    gain = Game.gain
    terminal_score = Game.terminal_score

    def terminal_value(self, position):
        end = self.drawing.ends[position[0]]
        return None if end is None else Value.of(end)


def drawings(name, count=DRAWINGS, **kinds):
    """Return random games, each with its own range of points and payoff of infinite play."""
    games = drawn_games(Random(name), 1, count, **kinds)
    return [DrawnFromTheLast(drawing, endless) for (drawing,), endless in games]


@attrs.frozen
class Race(Game):
    """Take 1 or 2 of ``size`` counters and score as many; the last one scores ``last`` more."""

    size: int = 3
    last: int = 0

    def start(self):
        return self.size

    def moves(self, position):
        return [take for take in (1, 2) if take <= position]

    def play(self, position, move):
        return position - move

    def gain(self, position, move):
        return move

    def terminal_score(self, position):
        return None if position else -self.last


@attrs.frozen
class Ring(Game):
    """Players take turns, and the first may stop for a draw; player 1 wins infinite play."""

    endless: Value = Value.LOSS

    def start(self):
        return "here", 0

    def moves(self, position):
        return ["on", "stop"] if position[1] == 0 else ["on"]

    def play(self, position, move):
        return ("here" if move == "on" else "end"), 1 - position[1]

    def terminal_value(self, position):
        return Value.DRAW if position[0] == "end" else None

    def player(self, position):
        return position[1]


@attrs.frozen
class Mill(Ring):
    """Ring in which each step of the first player gains one: wrong, because steps return."""

    terminal_value = Game.terminal_value

    def gain(self, position, move):
        return int(move == "on")

    def terminal_score(self, position):
        return 0 if position[0] == "end" else None


@attrs.frozen
class Margins(Race):
    """Race whose positions hold the gains so far, and whose moves gain nothing."""

    def start(self):
        return self.size, 0, 0

    def moves(self, position):
        return super().moves(position[0])

    def play(self, position, move):
        left, won, other = position
        return left - move, other, won + move

    def gain(self, position, move):
        return 0

    def terminal_score(self, position):
        left, won, other = position
        return None if left else won - other - self.last


class Stones(Game):
    """Take 1 or 2 of the stones; the last move wins by the number of stones that it takes."""

    def start(self):
        return 4, 0

    def moves(self, position):
        return [take for take in (1, 2) if take <= position[0]]

    def play(self, position, move):
        return position[0] - move, move

    def terminal_score(self, position):
        return None if position[0] else -position[1]


@attrs.frozen(repr=False)
class WrittenOut(Game):
    """A random game without cycles whose positions include the points of player 0 so far."""

    game: ScoredGame

    def start(self):
        return *self.game.start(), 0

    def positions(self):
        return [(*position, 0) for position in self.game.positions()]

    def moves(self, position):
        return self.game.moves(position[:2])

    def play(self, position, move):
        *here, won = position
        side = -1 if here[1] else 1
        return *self.game.play(tuple(here), move), won + side * self.game.gain(tuple(here), move)

    def terminal_score(self, position):
        *here, won = position
        score = self.game.terminal_score(tuple(here))
        return None if score is None else score + (-won if here[1] else won)

    def player(self, position):
        return position[1]


@attrs.frozen
class Prizes(Game):
    """Take one of the prizes, once."""

    prizes: tuple = (3, 1, -1)

    def start(self):
        return 0

    def moves(self, position):
        return self.prizes

    def play(self, position, move):
        return move

    def terminal_score(self, position):
        return -position if position else None


@attrs.frozen
class Signs(Game):
    """Variant in which only the value counts."""

    prizes: tuple = (3, 1, -1)

    start, moves, play = Prizes.start, Prizes.moves, Prizes.play

    def terminal_value(self, position):
        return Value.of(-position) if position else None
