"""Counters: small numbers in a position, such as men in hand, or the seeds in each house.

A counter is one number of the game, a number for each place of the board, or one for each player.
Its numbers have a range, and an action that leaves it is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NoReturn

import attrs

from gamesolver.arguments import whole
from gamesolver.boardgames.errors import ActionError, UnknownPartError, rules_error
from gamesolver.boards import Board, Place

MOST = 2**31
"""Greatest number of a counter, and the opposite of the least one."""

COPY_FIRST = "a position does not change. Copy its counters: {0} = at.{0}.copy()."
NO_PLACE = "counters {0!r} have a number for each place. Write at.{0}[place]."
BEYOND = "counter {!r} would be {}{}, and it is from {} to {}."


@attrs.frozen
class Counter:
    """Small number that positions have, declared in ``counters`` of a board game.

    >>> Counter("hand", 0, 9, of="players")
    Counter(name='hand', least=0, most=9, of='players', start=None, turned=None)
    """

    name: str
    """Name, by which rules read the counter."""
    least: int
    most: int
    of: Literal["game", "places", "players"] = "game"
    """``"game"`` for one number, or ``"places"`` or ``"players"`` for one for each of them."""
    start: int | Sequence[int] | None = attrs.field(default=None)
    """Number at the start, or the numbers of all places or of both players. By default it is the
    least one."""
    turned: Sequence[int] | None = None
    """For each place the place at which the other player sees its number. If it is set, the numbers
    of places are seen from the player to move."""

    def __attrs_post_init__(self) -> None:
        given = f"Counter({self.name!r:.40}, {self.least!r:.20}, {self.most!r:.20})"
        if not (isinstance(self.name, str) and self.name.isidentifier()):
            raise rules_error(f"{given}: a counter needs a name that is an identifier.")
        least, most = whole(self.least), whole(self.most)
        if least is None or most is None or not -MOST <= least < most <= MOST:
            raise rules_error(
                f"{given}: the range is wrong. Write the least number and then a greater one, from "
                "-2^31 to 2^31."
            )
        if self.of not in ("game", "places", "players"):
            raise rules_error(f"{given}: of is {self.of!r:.40}. Set it to 'places' or 'players'.")
        if self.turned is not None and self.of != "places":
            raise rules_error(
                f"{given}: turned is only for counters of places. Remove turned, or set "
                "of='places'."
            )

    @property
    def is_of_mover(self) -> bool:
        """True if positions have the numbers as the player to move sees them."""
        return self.of == "players" or self.turned is not None

    def within(self, number: object, on: str = "") -> int:
        """Return a number. Raise ``ActionError`` if it is outside the range."""
        found = int(number) if isinstance(number, bool) else whole(number)
        if found is None:
            raise ActionError(f"expected a number, and this is {number!r:.40}.")
        if not self.least <= found <= self.most:
            where = f" on {on}" if on else ""
            raise ActionError(BEYOND.format(self.name, found, where, self.least, self.most))
        return found


@attrs.frozen
class Field:
    """Bits of a counter in the word of a position: its numbers, each less the least one."""

    counter: Counter
    first: int
    """First bit of the first number."""
    count: int
    """How many numbers there are."""
    turns: tuple[int, ...] = ()
    """For each number its place as the other player sees it; empty if both see it alike."""

    @property
    def name(self) -> str:
        """Name of the counter."""
        return self.counter.name

    @property
    def width(self) -> int:
        """Number of bits of each number."""
        return (self.counter.most - self.counter.least).bit_length()

    @property
    def mask(self) -> int:
        """The word of one number with every bit."""
        return (1 << self.width) - 1

    @property
    def bits(self) -> int:
        """Number of bits of all numbers."""
        return self.count * self.width

    @property
    def whole_mask(self) -> int:
        """The word of a position with every bit of the counter."""
        return ((1 << self.bits) - 1) << self.first

    def at(self, index: int) -> int:
        """Return the first bit of a number."""
        return self.first + self.width * index

    def number(self, word: int, index: int = 0) -> int:
        """Return a number in the word of a position."""
        return (word >> self.at(index) & self.mask) + self.counter.least

    def numbers(self, word: int) -> list[int]:
        """Return all numbers in the word of a position."""
        return [self.number(word, index) for index in range(self.count)]

    def with_number(self, word: int, index: int, number: int) -> int:
        """Return the word of a position with another number, which must be in the range."""
        cleared = word & ~(self.mask << self.at(index))
        return cleared | (number - self.counter.least) << self.at(index)

    def permuted(self, word: int, permutation: Sequence[int]) -> int:
        """Return the word of a position with each number at the place to which it goes."""
        after = word & ~self.whole_mask
        for index, target in enumerate(permutation):
            after |= (word >> self.at(index) & self.mask) << self.at(target)
        return after


@attrs.frozen
class Sides:
    """Counter of the player to move, and of the other player, as rules read it."""

    mine: int
    theirs: int


class Row:
    """Counters of all places as rules read them: ``at.seeds[place]``. A copy can be changed."""

    __slots__ = ("_board", "_counter", "_is_copy", "_numbers")

    def __init__(
        self, board: Board, counter: Counter, numbers: list[int], is_copy: bool = False
    ) -> None:
        self._board = board
        self._counter = counter
        self._numbers = numbers
        self._is_copy = is_copy

    def __repr__(self) -> str:
        return f"[{', '.join(map(str, self._numbers))}]"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self._numbers == other._numbers

    __hash__ = None  # type: ignore[assignment]  # a copy changes
    __iter__ = None

    def __getattr__(self, name: str) -> NoReturn:
        raise UnknownPartError(NO_PLACE.format(self._counter.name))

    def __getitem__(self, place: Place) -> int:
        return self._numbers[self._index(place)]

    def __setitem__(self, place: Place, number: int) -> None:
        if not self._is_copy:
            raise ActionError(COPY_FIRST.format(self._counter.name))
        index = self._index(place)
        self._numbers[index] = self._counter.within(number, self._board.names[index])

    def _index(self, place: object) -> int:
        if not isinstance(place, Place) or place.board != self._board:
            raise ActionError(f"expected a place of the board, and this is {place!r:.40}.")
        return int(place)

    def copy(self) -> Row:
        """Return a copy, which can be changed: ``seeds[place] += 1``."""
        return Row(self._board, self._counter, list(self._numbers), True)

    def of_counter(self, name: str) -> list[int] | None:
        """Return the numbers if they are of the counter with this name."""
        return self._numbers if name == self._counter.name else None


def fields_of(counters: Sequence[Counter], size: int, first: int) -> tuple[Field, ...]:
    """Return the bits of counters on a board with this number of places, one after another."""
    found: list[Field] = []
    for counter in counters:
        count = {"game": 1, "places": size, "players": 2}[counter.of]
        turns = (1, 0) if counter.of == "players" else tuple(map(int, counter.turned or ()))
        found.append(Field(counter, first, count, turns))
        first += found[-1].bits
    return tuple(found)


def field_named(fields: Sequence[Field], name: object) -> Field | None:
    """Return the bits of the counter with this name."""
    return next((each for each in fields if each.name == name), None)
