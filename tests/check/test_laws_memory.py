"""Laws of repeated calls: results are equal, and arguments do not change."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

import itertools

import attrs

from gamesolver import Value, check_game
from tests.attacks.spoilt_rules import Boards, Pile, Plain, refused
from tests.support.small_games import Heap


class Shuffles(Heap):
    """Lists its moves forwards and backwards in turn."""

    def __init__(self, size=3):
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "turn", itertools.count())

    def moves(self, position):
        moves = super().moves(position)
        return moves[::-1] if len(moves) == 2 and next(self.turn) % 2 else moves


class Remembers(Heap):
    """Lists its moves in the opposite order once it has seen the end of play."""

    def __init__(self, size=3):
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "seen", set())

    def moves(self, position):
        moves = super().moves(position)
        return moves[::-1] if 0 in self.seen else moves

    def terminal_value(self, position):
        self.seen.add(position)
        return super().terminal_value(position)


class NoEquality:
    """A position without equality."""

    def __repr__(self):
        return "NoEquality()"


class Strangers(Heap):
    def start(self):
        return NoEquality()


class Pops(Boards):
    def start(self):
        return Pile([1, 1])

    def moves(self, position):
        return [1]

    def play(self, position, move):
        position.pop()
        return Pile(position)

    def terminal_value(self, position):
        return None if position else Value.LOSS

    def format(self, position):
        return "".join(map(str, position))

    def parse(self, text):
        return Pile(map(int, text))


class Hidden:
    """A position that shows its contents in format only."""

    def __init__(self):
        self.stones = 3

    def __repr__(self):
        return "Hidden()"

    def __eq__(self, other):
        return isinstance(other, Hidden)

    def __hash__(self):
        return 1


class Peeks(Heap):
    def start(self):
        return Hidden()

    def terminal_value(self, position):
        position.stones -= 1
        return Value.LOSS

    def format(self, position):
        return str(position.stones)

    def parse(self, text):
        return Hidden()


class Counts(Plain):
    def __init__(self, size=4, queried=0):
        super().__init__(size)
        self.queried = queried

    def terminal_value(self, position):
        self.queried = 1
        return super().terminal_value(position)


SPOILT = [
    (
        Shuffles,
        "repeatable",
        "moves(3) returned (2, 1) and then (1, 2): expected equal results",
    ),
    (
        Remembers,
        "repeatable",
        "moves(2) returned (1, 2) and then (2, 1): expected equal results",
    ),
    (
        Strangers,
        "repeatable",
        "start() returned NoEquality() and then NoEquality(): "
        "expected equal results; give NoEquality __eq__ and __hash__",
    ),
    (
        Pops,
        "unchanged",
        "play changed its argument, whose format was 11 and is now 1: expected no change",
    ),
    (
        Peeks,
        "unchanged",
        "terminal_value changed its argument, whose format was 3 and is now 2: expected no change",
    ),
    (
        Counts,
        "fixed game",
        "a call changed parameter 'queried' from 0 to 1: expected a game that does not change",
    ),
]


class PileOfAll(Pile):
    """A list hashed by its contents."""

    def __hash__(self):
        return hash(tuple(self))


class SpoilsTheHash(Pops):
    def play(self, position, move):
        position[0] = []
        return position

    def start(self):
        return PileOfAll([1, 1])


def test_a_position_whose_hash_is_spoilt_is_no_traceback():
    """A change that makes an argument unhashable is reported like any other change."""
    error = refused(SpoilsTheHash())

    assert [fault.law for fault in error.faults] == ["unchanged"]


@attrs.define
class Token:
    """A mutable move, whose hash stays the same."""

    uses: int = 0

    def __hash__(self):
        return 1


class UsesTokens(Plain):
    def __init__(self, size=2):
        super().__init__(size)

    def moves(self, position):
        return [Token()]

    def play(self, position, move):
        return position - 1

    def format_move(self, move):
        move.uses += 1
        return "token"


def test_a_changed_move_is_found():
    """A rule that changes a move is reported, without a position."""
    error = refused(UsesTokens())

    assert str(error) == (
        "UsesTokens breaks its contract: format_move changed its argument, which was "
        "Token(uses=0) and is now Token(uses=1): expected no change"
    )
    assert error.faults[0].position is None


@attrs.define(unsafe_hash=True)
class Noted:
    """A position with a memo that equality ignores."""

    stones: int
    ended: bool | None = attrs.field(default=None, eq=False)


class KeepsMemos(Boards):
    def start(self):
        return Noted(self.size)

    def play(self, position, move):
        return Noted(position.stones - move)

    def terminal_value(self, position):
        position.ended = position.stones == 0
        return Value.WIN if position.ended else None

    def parse(self, text):
        return Noted(int(text))


def test_a_memo_is_no_change():
    """A change that shows in the repr of a position, but not in equality, is allowed."""
    assert check_game(KeepsMemos()).positions == 4
