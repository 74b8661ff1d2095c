"""Places of a board and sets of places.

A :class:`Place` is the number of a place, and prints as its name. A :class:`Places` is an immutable
set of places, stored as the bits of one integer, with the operators of Python's own sets.

>>> from gamesolver.boards import Grid
>>> board = Grid(3, 3)
>>> corners = board.set(["a1", "a3", "c1", "c3"])
>>> corners & board.row(0), len(corners), board["b2"] in corners
({a3 c3}, 4, False)
>>> corners & board.row(0) <= corners, ~corners - board.column(1)
(True, {a2 c2})
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled

if TYPE_CHECKING:
    from gamesolver.boards.board import Board

_CHANGING = ("add", "clear", "discard", "pop", "remove", "update")
"""Methods of Python's sets that change a set."""


class Place(int):
    """Number of a place, from 0 on; it prints as the name of the place.

    A place can be used as any other number, for example as an index. A calculation with it returns
    a plain number.

    >>> from gamesolver.boards import Grid
    >>> place = Grid(3, 3)["b1"]
    >>> print(place, int(place), place.spot, place == 7, "abcdefghi"[place])
    b1 7 (2, 1) True h
    """

    board: Board

    def __new__(cls, number: int, board: Board) -> Place:
        """Return the place of a board with this number."""
        place = super().__new__(cls, number)
        place.__dict__["board"] = board
        return place

    @property
    def name(self) -> str:
        """Name of the place, such as ``"a1"``."""
        return self.board.names[self]

    @property
    def spot(self) -> tuple[float, float]:
        """Row and column of the place, counted from 0 in the upper left corner."""
        return self.board.spots[self]

    def __repr__(self) -> str:
        return self.name

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a place cannot be changed: {name} of {self.name}")

    def __copy__(self) -> Place:
        return self

    def __deepcopy__(self, memo: object) -> Place:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Place, (int(self), self.board)


class Places:
    """Immutable set of places of one board, stored in one integer: ``places.bits``.

    The operators are those of Python's sets: ``& | - ^`` combine two sets, ``<=`` and ``<`` compare
    them, ``~`` is the set of all other places. A set is iterated from its lowest place on.
    ``board.set(...)`` makes a set of places, and ``Places(board, bits)`` one of bits.

    Parameters
    ----------
    board
        The board of the places.
    bits
        An integer whose bit n is set if the set contains the place with number n.
    """

    __slots__ = ("bits", "board")
    bits: int
    board: Board

    def __init__(self, board: Board, bits: int) -> None:
        _set_board(self, board)
        _set_bits(self, bits)

    def permuted(self, permutation: Sequence[int]) -> Places:
        """Return the set of the places to which a ``permutation`` moves the places of this set.

        >>> from gamesolver.boards import Grid
        >>> board = Grid(2, 2)
        >>> [board.set(["a1"]).permuted(each) for each in board.symmetries[:2]]
        [{a1}, {a2}]
        """
        return Places(self.board, sum(1 << permutation[place] for place in self))

    def __and__(self, other: Places) -> Places:
        return Places(self.board, self.bits & self._bits_of(other, "&"))

    def __or__(self, other: Places) -> Places:
        return Places(self.board, self.bits | self._bits_of(other, "|"))

    def __xor__(self, other: Places) -> Places:
        return Places(self.board, self.bits ^ self._bits_of(other, "^"))

    def __sub__(self, other: Places) -> Places:
        return Places(self.board, self.bits & ~self._bits_of(other, "-"))

    def __invert__(self) -> Places:
        return Places(self.board, self.board.everywhere.bits & ~self.bits)

    def __le__(self, other: Places) -> bool:
        return self.bits & ~self._bits_of(other, "<=") == 0

    def __ge__(self, other: Places) -> bool:
        return self._bits_of(other, ">=") & ~self.bits == 0

    def __lt__(self, other: Places) -> bool:
        return self <= other and self.bits != other.bits

    def __gt__(self, other: Places) -> bool:
        return self >= other and self.bits != other.bits

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Places):
            return NotImplemented
        return self.bits == other.bits and self.board == other.board

    def __hash__(self) -> int:
        return hash(self.bits)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __contains__(self, place: int) -> bool:
        if type(place) is not Place or place.board is not self.board:
            place = self.board[place]
        return self.bits >> place & 1 == 1

    def __iter__(self) -> Iterator[Place]:
        bits, places = self.bits, self.board.places
        while bits:
            lowest = bits & -bits
            yield places[lowest.bit_length() - 1]
            bits ^= lowest

    def __repr__(self) -> str:
        return f"{{{' '.join(place.name for place in self)}}}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Places, (self.board, self.bits)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a set of places cannot be changed: {name} of {self!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a set of places cannot be changed: {name} of {self!r}")

    def __getattr__(self, name: str) -> NoReturn:
        if name in _CHANGING:
            advice = "use operators to make another set, as in places | board.set([place])"
            raise AttributeError(f"a set of places cannot be changed: no {name!r}; {advice}")
        raise AttributeError(f"a set of places has no {name!r}")

    def _bits_of(self, other: Places, operator: str) -> int:
        """Return the bits of the other operand. Raise an error if it is not a set of this board."""
        if type(other) is Places and (other.board is self.board or other.board == self.board):
            return other.bits
        raise self._not_combined(other, operator)

    def _not_combined(self, other: object, operator: str) -> InvalidArgumentError:
        if isinstance(other, Places):
            boards = f"one is of {self.board!r}, the other of {other.board!r}"
            return InvalidArgumentError(
                f"cannot combine sets of two boards by {operator}: {boards}"
            )
        advice = "use a set of places, such as board.set([...])"
        if type(other) in (int, float):
            advice = "use len(...) for the size of a set"
        message = f"cannot combine the set {self!r} by {operator} with {spelled(other)}"
        return InvalidArgumentError(f"{message}: {advice}")


_set_board = vars(Places)["board"].__set__  # of the slot: faster than object.__setattr__
_set_bits = vars(Places)["bits"].__set__
