"""Small games with scores, or in which infinite play is won."""

from __future__ import annotations

from typing import ClassVar

import attrs

from gamesolver import Game, Value, grid_svg


@attrs.frozen
class Coins(Game):
    """Take the coin at either end of a row and win its value, until no coin is left.

    A player who takes an odd coin moves again.
    """

    row: tuple[int, ...] = (2, 7, 1, 4, 6)
    seats: ClassVar = ("left", "right")

    def start(self):
        return self.row, 0

    def moves(self, position):
        return ["first", "last"][: len(position[0])]

    def play(self, position, move):
        coins, seat = position
        rest = coins[1:] if move == "first" else coins[:-1]
        return rest, seat if self.gain(position, move) % 2 else 1 - seat

    def gain(self, position, move):
        return position[0][0 if move == "first" else -1]

    def terminal_score(self, position):
        return None if position[0] else 0

    def player(self, position):
        return position[1]

    def format(self, position):
        coins, seat = position
        return f"{' '.join(map(str, coins))}/{self.seats[seat]}"

    def parse(self, text):
        coins, _, seat = text.partition("/")
        return tuple(map(int, coins.split())), self.seats.index(seat)

    def render(self, position):
        return " ".join(map(str, position[0])) or "-"

    def svg(self, position):
        coins = position[0]
        gone = len(self.row) - len(coins)
        places = {"first": [0], "last": [len(coins) - 1]} if len(coins) > 1 else {"first": [0]}
        return grid_svg([[*map(str, coins), *"." * gone]], places if coins else {})


@attrs.frozen
class Counters(Game):
    """Take one or two of a heap, a point each; taking the last also wins a prize.

    Positions do not contain the player to move.
    """

    heap: int = 4
    prize: int = 3

    def start(self):
        return self.heap

    def moves(self, position):
        return [take for take in (1, 2) if take <= position]

    def play(self, position, move):
        return position - move

    def gain(self, position, move):
        return move

    def terminal_score(self, position):
        return -self.prize if position == 0 else None


@attrs.frozen
class Race(Game):
    """Move up to three steps; the player that reaches the end wins one plus the extra steps."""

    steps: int = 5
    seats: ClassVar = ("red", "blue")

    def start(self):
        return 0, 0

    def moves(self, position):
        return [1, 2, 3]

    def play(self, position, move):
        return position[0] + move, 1 - position[1]

    def terminal_score(self, position):
        beyond = position[0] - self.steps
        return -1 - beyond if beyond >= 0 else None

    def player(self, position):
        return position[1]


@attrs.frozen
class Chase(Game):
    """A mouse on a ring flees from a cat; ``endless`` is its payoff if it is never caught.

    On a ring of four it escapes for ever, unless the cat is next to it and to move.
    """

    endless: Value = Value.WIN
    ring: int = 4
    seats: ClassVar = ("mouse", "cat")

    def start(self):
        return 0, self.ring // 2, 0

    def positions(self):
        places = range(self.ring)
        return [(mouse, cat, seat) for mouse in places for cat in places for seat in (0, 1)]

    def moves(self, position):
        return ["back", "on", "stay"]

    def play(self, position, move):
        mouse, cat, seat = position
        step = {"back": -1, "on": 1, "stay": 0}[move]
        if seat:
            return mouse, (cat + step) % self.ring, 0
        return (mouse + step) % self.ring, cat, 1

    def terminal_value(self, position):
        mouse, cat, seat = position
        if mouse != cat:
            return None
        return Value.WIN if seat else Value.LOSS

    def player(self, position):
        return position[2]


@attrs.frozen
class Treasure(Game):
    """The player who takes the treasure wins two; then a player walks in circles or loses one."""

    endless: int = 0
    seats: ClassVar = ("hero", "villain")

    def start(self):
        return "door", 0

    def moves(self, position):
        return {"door": ["take", "leave"], "cave": ["walk", "yield"]}[position[0]]

    def play(self, position, move):
        _, seat = position
        return {"take": "cave", "leave": "out", "walk": "cave", "yield": "out"}[move], 1 - seat

    def gain(self, position, move):
        return {"take": 2, "yield": -1}.get(move, 0)

    def terminal_score(self, position):
        return 0 if position[0] == "out" else None

    def player(self, position):
        return position[1]

    def format(self, position):
        return f"{position[0]} {self.seats[position[1]]}"

    def parse(self, text):
        place, seat = text.split()
        return place, self.seats.index(seat)
