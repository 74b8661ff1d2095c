"""Small games whose graphs can be drawn by hand."""

import time

import attrs

from games import Nim, TicTacToe
from gamesolver import Game, Value
from tests.oracles.mnk import PlainMNK

# A game drawn by hand: position -> its moves, and the terminal positions. 'a' and 'b' form a
# cycle, the second move at 'a' keeps the turn, and 'b' has two moves to one end.
MOVES = {
    "a": {"go": ("b", False), "again": ("c", True), "flee": ("f", False)},
    "b": {"back": ("a", False), "out": ("w", False), "up": ("w", False)},
    "c": {"on": ("d", False), "stop": ("w", True)},
    "f": {"round": ("f", False)},
}
ENDS = {"d": Value.LOSS, "w": Value.DRAW}


@attrs.frozen(repr=False)
class Drawn(Game):
    """Play on the graph above; a position is a node and the player to move."""

    first: str = "a"
    seated: bool = True

    def start(self):
        return self.first + "0"

    def moves(self, position):
        return list(MOVES[position[0]])

    def play(self, position, move):
        node, kept = MOVES[position[0]][move]
        return node + (position[1] if kept and self.seated else "10"[int(position[1])])

    def terminal_value(self, position):
        return ENDS.get(position[0])

    def player(self, position):
        return int(position[1]) if self.seated else None

    def format(self, position):
        return f"<{position}>"


@attrs.frozen(repr=False)
class Forced(Game):
    """Loss in four: 'x' can go to 'z' directly, which helps the opponent, or through 'y'."""

    def start(self):
        return "start"

    def moves(self, position):
        return {"start": ["x"], "x": ["y", "z"], "y": ["z"], "z": ["end"]}[position]

    def play(self, position, move):
        return move

    def terminal_value(self, position):
        return Value.LOSS if position == "end" else None


@attrs.frozen(repr=False)
class Detour(Game):
    """Won at once, but the first listed move also wins by going there and back first."""

    def start(self):
        return "here"

    def moves(self, position):
        return ["there", "end"] if position == "here" else ["here"]

    def play(self, position, move):
        return move

    def terminal_value(self, position):
        return Value.LOSS if position == "end" else None


class Countdown(Game):
    """Take one or two; the player who takes the last counter wins. Base class of other games."""

    size = 3

    def start(self):
        return self.size

    def moves(self, position):
        return [take for take in (1, 2) if take <= position]

    def play(self, position, move):
        return position - move

    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None


@attrs.frozen(repr=False)
class Heap(Countdown):
    """A countdown whose one parameter is the size."""

    size: int = 3


SOLVED = [
    TicTacToe(),
    PlainMNK(2, 2, 2),
    Nim((1, 2)),
    Drawn(),
    Drawn(seated=False),
    Forced(),
    Detour(),
]


class UndrawnNim(Nim):
    """Nim without a picture: its board is text, without shapes for the moves."""

    def svg(self, position):
        return None


class Spaced(TicTacToe):
    """Tic-tac-toe that writes an empty square as a space, also at the edges of a text."""

    def format(self, position):
        return super().format(position).replace(".", " ")

    def parse(self, text):
        return super().parse(text.replace(" ", "."))


class SpacedEnd(Spaced):
    """Variant that starts near the end, which makes a small page."""

    def start(self):
        return "ox.oo.xx.x"


class OnePosition(Game):
    """A game that is lost before it begins."""

    def start(self):
        return 0

    def moves(self, position):
        return []

    def play(self, position, move):
        return position

    def terminal_value(self, position):
        return Value.LOSS


class SolvedForMinutes(Game):
    """A game whose every position takes a second to solve."""

    def start(self):
        return 0

    def moves(self, position):
        time.sleep(1)
        return [1]

    def play(self, position, move):
        return position + move

    def terminal_value(self, position):
        return Value.LOSS if position == 200 else None
