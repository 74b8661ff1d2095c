"""Common code of Kayles, Dawson's chess and Grundy's game, in which a move may split a heap.

A position is the tuple of heap sizes, none of them 0. All its permutations are symmetric, and the
sorted one is canonical. A move changes one heap and may split it into two. So each heap is an
independent *part*, and the nimber of several heaps follows from those of single heaps.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, ClassVar, TypeVar

from games._words import _WordedGame
from gamesolver import Value
from gamesolver.validators import Check, is_whole, refused, several

Heaps = tuple[int, ...]
MoveT = TypeVar("MoveT")

MOST_HEAPS = 100
MOST_COUNTERS = 1_000_000
"""Greatest number of counters in all heaps, because each counter may be a move."""


def heaps_from(least: int) -> Check:
    """Accept a few heaps of ``least`` counters or more, with not too many in all."""
    require_whole = several(least)

    def check(game: Any, field: Any, value: Any) -> None:
        require_whole(game, field, value)
        if len(value) > MOST_HEAPS or sum(value) > MOST_COUNTERS:
            expected = f"at most {MOST_HEAPS} numbers, and at most {MOST_COUNTERS:,} in all"
            raise refused(game, field, value, expected)

    return check


def all_different(game: Any, field: Any, numbers: tuple[int, ...]) -> None:
    """Accept numbers that are all different."""
    if len(set(numbers)) < len(numbers):
        raise refused(game, field, numbers, "no number twice")


class _HeapsGame(_WordedGame[Heaps, MoveT]):
    """Heaps; a move changes one. A player who cannot move loses, in misère play wins."""

    misere: bool
    expected: ClassVar[str]
    """Description of a position, for errors."""

    @abstractmethod
    def can_move(self, position: Heaps) -> bool:
        """Return True if a move can change a heap."""

    def terminal_value(self, position: Heaps) -> Value | None:
        end = Value.WIN if self.misere else Value.LOSS
        return None if self.can_move(position) else end

    def parts(self, position: Heaps) -> list[Heaps]:
        """Return each heap as a position."""
        return [(size,) for size in position]

    def symmetries(self, position: Heaps) -> Iterator[Heaps]:
        return rearranged(position)

    def canonical(self, position: Heaps) -> Heaps:
        return tuple(sorted(position))

    def parse(self, text: str) -> Heaps:
        position = super().parse(text)
        if isinstance(position, tuple) and all(is_whole(size, 1) for size in position):
            return position
        raise self.unreadable(text, self.expected)


def rearranged(heaps: Heaps) -> Iterator[Heaps]:
    """Yield the heaps in every order, each once.

    >>> list(rearranged((2, 1, 2)))
    [(1, 2, 2), (2, 1, 2), (2, 2, 1)]
    """
    if not heaps:
        yield ()
    for size in sorted(set(heaps)):
        first = heaps.index(size)
        for rest in rearranged(heaps[:first] + heaps[first + 1 :]):
            yield size, *rest


def indexed(rows: Heaps) -> list[range]:
    """Return the numbers of the places of each row, counted on from row to row.

    >>> indexed((2, 3))
    [range(0, 2), range(2, 5)]
    """
    return [range(end - size, end) for size, end in zip(rows, accumulate(rows), strict=True)]


def replaced(heaps: Heaps, which: int, *rests: int) -> Heaps:
    """Return the heaps with one replaced by others. Empty heaps are left out.

    >>> replaced((5, 7), 1, 2, 0)
    (5, 2)
    """
    return (*heaps[:which], *(rest for rest in rests if rest > 0), *heaps[which + 1 :])
