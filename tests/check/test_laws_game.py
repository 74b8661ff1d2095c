"""Laws of the game as a whole: its player names, its title and its parameters."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

import attrs
import pytest

from gamesolver import Value, check_game
from tests.attacks.spoilt_rules import Board, Boards, Plain, refused
from tests.support.small_games import Heap


class Unstored(Heap):
    def __init__(self, size=3, misere=False):
        object.__setattr__(self, "size", size)


@attrs.frozen(repr=False)
class NoLiteral(Heap):
    board: Board = Board(2)  # noqa: RUF009  # a board is frozen


class Doubles(Plain):
    def __init__(self, size=2):
        super().__init__(2 * size)


class MoreThanParameters(Plain):
    moves_first = 1

    def start(self):
        return self.size + self.moves_first


def more_than_parameters():
    """Return a game that was changed after it was made."""
    game = MoreThanParameters()
    game.moves_first = 2
    return game


class OneText(Heap):
    seats = "xo"


class OneName(Heap):
    seats = ("player", "player")


class NoSeats(Heap):
    @property
    def seats(self):
        raise LookupError("lost")


class NoTitle(Heap):
    title = None


class BytesForATitle(Heap):
    title = b"Heap"


class RaisesForATitle(Heap):
    @property
    def title(self):
        raise LookupError("lost")


SPOILT = [
    (
        Unstored,
        "parameters",
        "parameter 'misere' is not stored: expected it as the attribute 'misere', and a "
        "constructor that takes it by name",
    ),
    (
        NoLiteral,
        "parameters",
        "parameter 'board' is not a literal: expected numbers, text, None, a Value, or tuples, "
        "lists, sets and dictionaries of them, got Board(stones=2)",
    ),
    (
        Doubles,
        "rebuilt",
        "Doubles(size=4) stores size=8: expected the parameters as they were given",
    ),
    (
        more_than_parameters,
        "rebuilt",
        "MoreThanParameters(size=4) starts at 5 with moves (1,), and the game itself at 6 with "
        "moves (1,): expected parameters that determine the game",
    ),
    (OneText, "seats", "seats is 'xo': expected a tuple of two texts"),
    (
        OneName,
        "seats",
        "seats is ('player', 'player'): expected two different texts",
    ),
    (NoSeats, "raises", "seats raised LookupError: lost"),
    (NoTitle, "texts", "title is None: expected a str"),
    (BytesForATitle, "texts", "title is b'Heap': expected a str"),
    (RaisesForATitle, "raises", "title raised LookupError: lost"),
]


class OpensOnlyOnce(Plain):
    def start(self):
        return self.first


def test_a_game_that_cannot_start_again_is_no_equal_game():
    """If the rebuilt game cannot start, its exception is part of the message."""
    game = OpensOnlyOnce()
    game.first = 2

    error = refused(game)

    assert str(error) == (
        "OpensOnlyOnce breaks its contract: OpensOnlyOnce(size=4) starts with AttributeError: "
        "'OpensOnlyOnce' object has no attribute 'first', and the game itself at 2 with moves "
        "(1,): expected parameters that determine the game"
    )


@attrs.frozen(repr=False)
class Mute:
    """A position whose repr is an address."""

    stones: int


class Mutes(Boards):
    def start(self):
        return Mute(self.size)

    def play(self, position, move):
        return Mute(position.stones - move)

    def parse(self, text):
        return Mute(int(text))


class OnlyItself:
    """A position that is equal to itself only."""

    def __init__(self, stones):
        self.stones = stones


class OnlyThemselves(Boards):
    """Boards that return the same objects each time."""

    def __init__(self, size=3):
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "each", [OnlyItself(stones) for stones in range(size + 1)])

    def start(self):
        return self.each[self.size]

    def play(self, position, move):
        return self.each[position.stones - move]

    def parse(self, text):
        return self.each[int(text)]


@pytest.mark.parametrize("make", [Mutes, OnlyThemselves])
def test_openings_are_not_compared_by_their_addresses(make):
    """Starts without a repr are compared by equality, or else by their texts."""
    assert check_game(make()).positions == 4


class LongOpening(Plain):
    middle = "a"

    def start(self):
        return "x" * 200 + self.middle + "x" * 200

    def moves(self, position):
        return [200]

    def play(self, position, move):
        return position[:move]

    def terminal_value(self, position):
        return None if len(position) > 200 else Value.LOSS


def test_long_openings_are_compared_in_full():
    """Starts that differ only in the middle, which a message would omit, are different."""
    game = LongOpening()
    game.middle = "b"

    assert [fault.law for fault in refused(game).faults] == ["rebuilt"]
