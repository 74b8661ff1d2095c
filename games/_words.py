"""Texts of moves: the words that are shown, and shorter texts that are accepted too.

If a move is a number or a pair of numbers, users read a square, ``b2``, or a few words, such as
``take 2 from heap b``. The move itself is unchanged. A text such as ``(1, 2)`` is still accepted,
for existing scripts and addresses. Amounts are numbers, and one of several things has a letter, so
it does not matter whether counting begins with 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count, islice, product
from string import ascii_lowercase
from typing import TypeVar

from gamesolver import Game

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")


class _WordedGame(Game[PositionT, MoveT]):
    """A game whose moves are written in words, and read from shorter texts, too."""

    def short_texts(self, move: MoveT) -> Sequence[str]:
        """Return other accepted texts of a move, by default its ``str``."""
        return (str(move),)

    def stored_move(self, move: MoveT) -> str:
        return self.short_texts(move)[0]

    def parse_move(self, position: PositionT, text: str) -> MoveT:
        """Read a move, by its words or by a shorter text without spaces or brackets."""
        ended = self.terminal_value(position) is not None
        for move in () if ended or not isinstance(text, str) else self.moves(position):
            if _bare(text) in map(_bare, self.short_texts(move)):
                return move
        return super().parse_move(position, text)


def _bare(text: str) -> str:
    return text.translate({ord(sign): None for sign in " ()"})


@cache
def letters(how_many: int) -> list[str]:
    """Return the names of the first columns, heaps, or houses.

    >>> letters(3), letters(28)[-2:]
    (['a', 'b', 'c'], ['aa', 'ab'])
    """
    names = (
        "".join(each) for length in count(1) for each in product(ascii_lowercase, repeat=length)
    )
    return [*islice(names, how_many)]


def letter(number: int) -> str:
    """Return the name of the column, heap, or house with this number, from 0 on.

    >>> letter(0), letter(27)
    ('a', 'ab')
    """
    return letters(number + 1)[number]


def take(counters: int, heap: int) -> str:
    """Return the text of a move that takes counters from one of several heaps.

    >>> take(2, 1)
    'take 2 from heap b'
    """
    return f"take {counters} from heap {letter(heap)}"


def heaps_with_letters(heaps: Sequence[int]) -> str:
    """Return heaps as plain text.

    >>> print(heaps_with_letters((3, 1)))
    a: |||
    b: |
    """
    return "\n".join(f"{letter(heap)}: {'|' * size}" for heap, size in enumerate(heaps))
