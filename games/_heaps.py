"""Heaps that fall apart: what Kayles, Dawson's chess and Grundy's game share.

A position is the tuple of heap sizes, none of them 0; sorted, it stands for all its
rearrangements. A move changes one heap, and may leave two in its place: so each heap is a *part*,
independent of the others, and the nimber of many heaps is known from those of single ones.
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
"""In all heaps: each counter may be a move."""


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
    """Accept numbers of which none stands there twice."""
    if len(set(numbers)) < len(numbers):
        raise refused(game, field, numbers, "no number twice")


class _HeapsGame(_WordedGame[Heaps, MoveT]):
    """Heaps of which a move changes one; whoever cannot move has lost, or in misère play won."""

    misere: bool
    expected: ClassVar[str]
    """What a position is, in the words of the game."""

    @abstractmethod
    def can_move(self, position: Heaps) -> bool:
        """Return True if a heap is left that can be changed."""

    def terminal_value(self, position: Heaps) -> Value | None:
        end = Value.WIN if self.misere else Value.LOSS
        return None if self.can_move(position) else end

    def parts(self, position: Heaps) -> list[Heaps]:
        """Each heap by itself."""
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
    """The heaps in every order, each once.

    >>> list(rearranged((2, 1, 2)))
    [(1, 2, 2), (2, 1, 2), (2, 2, 1)]
    """
    if not heaps:
        yield ()
    for size in sorted(set(heaps)):
        first = heaps.index(size)
        for rest in rearranged(heaps[:first] + heaps[first + 1 :]):
            yield size, *rest


def numbered(rows: Heaps) -> list[range]:
    """The numbers of the places of each row, counted on from row to row.

    >>> numbered((2, 3))
    [range(0, 2), range(2, 5)]
    """
    return [range(end - size, end) for size, end in zip(rows, accumulate(rows), strict=True)]


def replaced(heaps: Heaps, which: int, *rests: int) -> Heaps:
    """The heaps with others in place of one; what is empty is left out.

    >>> replaced((5, 7), 1, 2, 0)
    (5, 2)
    """
    return (*heaps[:which], *(rest for rest in rests if rest > 0), *heaps[which + 1 :])
