"""Honest games to spoil, and helpers to check how a spoilt game is refused.

A *spoilt* game is one of these with one method spoilt. Each file of law tests
lists its own in a table ``SPOILT``: the game, the law, the message.
"""

import attrs
import pytest

from gamesolver import Game, GameContractError, Value, check_game
from tests.support.small_games import Heap


def refused(game, **options):
    """Return the error with which a game is refused."""
    with pytest.raises(GameContractError) as caught:
        check_game(game, **options)
    return caught.value


def refusal(game):
    """Return the message of a refused game, without its common opening, and its violations."""
    error = refused(game)
    opening, _, message = str(error).partition(": ")
    assert opening == f"{type(game).__name__} breaks its contract"
    return message, [(fault.law, fault.message) for fault in error.faults]


def each_row(spoilt):
    """Return the mark that runs a test on each row of a table."""
    names = [make.__name__ for make, _, _ in spoilt]
    return pytest.mark.parametrize(("make", "law", "message"), spoilt, ids=names)


class Plain(Game):
    """Take one, until none is left: an ordinary class with attributes of its own."""

    def __init__(self, size=4):
        self.size = size
        self.moves_seen = []

    def start(self):
        return self.size

    def moves(self, position):
        self.moves_seen.append(position)
        return (1,)

    def play(self, position, move):
        return position - move

    def terminal_value(self, position):
        return None if position else Value.WIN


class Strip(Game):
    """Put a stone on one of three squares in turn; two neighbours win. Mirrored."""

    seats = ("black", "white")

    def start(self):
        return "..."

    def moves(self, position):
        return (square for square in range(3) if position[square] == ".")

    def play(self, position, move):
        return position[:move] + "#" + position[move + 1 :]

    def terminal_value(self, position):
        if "##" in position:
            return Value.LOSS
        return None

    def symmetries(self, position):
        return {position, position[::-1]}

    def player(self, position):
        return position.count("#") % 2

    def stage(self, position):
        return position.count("#")

    def format(self, position):
        return position

    def parse(self, text):
        return text


class Tug(Game):
    """Pull a rope left or right, perhaps for ever, until one end is reached. Mirrored."""

    def start(self):
        return 0

    def moves(self, position):
        yield from ("left", "right")

    def play(self, position, move):
        return position + (1 if move == "right" else -1)

    def terminal_value(self, position):
        return Value.LOSS if abs(position) == 2 else None

    def symmetries(self, position):
        return [-position]


class Again(Game):
    """Count down from four: taking two keeps the turn. A symmetry exchanges the players."""

    def start(self):
        return 4, 0

    def positions(self):
        return [(5, 1)]

    def moves(self, position):
        return [take for take in (1, 2) if take <= position[0]]

    def play(self, position, move):
        heap, seat = position
        return heap - move, seat if move == 2 else 1 - seat

    def terminal_value(self, position):
        return Value.DRAW if position[0] == 0 else None

    def symmetries(self, position):
        return [(position[0], 1 - position[1])]

    def player(self, position):
        return position[1]

    def stage(self, position):
        return -((position[0] + 1) // 2)


class Endless(Game):
    """Count for ever: no two positions are alike."""

    def start(self):
        return 0

    def moves(self, position):
        return [1, 10]

    def play(self, position, move):
        return position + move

    def terminal_value(self, position):
        return None


@attrs.frozen
class Board:
    """A position that is an object."""

    stones: int


class Boards(Heap):
    """A heap whose positions are objects, with ``parse`` and ``format``."""

    def start(self):
        return Board(self.size)

    def moves(self, position):
        return range(1, position.stones + 1)

    def play(self, position, move):
        return Board(position.stones - move)

    def terminal_value(self, position):
        return Value.WIN if position.stones == 0 else None

    def parse(self, text):
        return Board(int(text))

    def format(self, position):
        return str(position.stones)


@attrs.frozen(eq=False)
class Trail:
    """Position with equality by its stones, but a hash by the moves that led to it."""

    stones: int
    way: tuple

    def __eq__(self, other):
        return isinstance(other, Trail) and self.stones == other.stones

    def __hash__(self):
        return hash(self.way)


class Pile(list):
    """List with a hash, although it can change."""

    def __hash__(self):
        return 1
