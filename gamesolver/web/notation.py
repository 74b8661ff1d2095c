"""Boards in the texts of positions: a sign for each place, in rows, and a text after them.

Four notations are read and written:

==========================  ================================================================
``bbb/.../www w``           a character for each place, with or without ``/`` between rows
``2 2 2/2 2 2 S``           numbers or words for each place, with spaces between them
``x0,./.,o1 x``             signs of several characters, with commas between them
``8/8/R7/K1k5 w - -``       numbers for runs of empty places, as in FEN
==========================  ================================================================

The text after the board has the player to move, and counters such as ``hand=3,2``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby

import attrs

EMPTY = "."
MOST_IN_A_RUN = 1_000


@attrs.frozen
class Board:
    """The board in the text of a position, and the text after it."""

    rows: tuple[tuple[str, ...], ...]
    rest: str = ""
    between: str = ""
    """Text between two signs of a row."""
    has_runs: bool = False
    """True if numbers stand for runs of empty places."""

    @classmethod
    def of(cls, text: str) -> Board:
        """Return the board of a text.

        >>> Board.of("x./.o w").rows, Board.of("2 0/1 0 S").rest
        ((('x', '.'), ('.', 'o')), ' S')
        >>> Board.of("K1/2 b -").signs
        ('K', '.', '.', '.')
        >>> Board.of("x0,./.,o1 x").signs
        ('x0', '.', '.', 'o1')
        """
        first, slash, _ = text.partition("/")
        if slash and " " in first:
            return cls._spaced(text, len(first.split(" ")))
        board, space, rest = text.partition(" ")
        listed = [tuple(row.split(",")) for row in board.split("/")]
        if "," in board and all(chain(*listed)):
            return cls(tuple(listed), space + rest, ",")
        rows = [tuple(row) for row in board.split("/")]
        whole = [tuple(_without_runs(row)) for row in rows]
        if len({*map(len, whole)}) == 1 < len({*map(len, rows)}):
            return cls(tuple(whole), space + rest, has_runs=True)
        return cls(tuple(rows), space + rest)

    @classmethod
    def _spaced(cls, text: str, count: int) -> Board:
        """Return a board with spaces between signs, as many in its last row as in the first."""
        *rows, last = text.split("/")
        words = last.split(" ")
        signs = [*(row.split(" ") for row in rows), words[:count]]
        rest = "".join(f" {word}" for word in words[count:])
        return cls(tuple(map(tuple, signs)), rest, " ")

    @property
    def text(self) -> str:
        """Text of the position."""
        rows = (_with_runs(row) if self.has_runs else row for row in self.rows)
        return "/".join(map(self.between.join, rows)) + self.rest

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of each row."""
        return tuple(map(len, self.rows))

    @property
    def signs(self) -> tuple[str, ...]:
        """Signs of all places, row by row."""
        return tuple(chain(*self.rows))

    def having(self, number: int, sign: str) -> Board:
        """Return the board with another sign at a place, numbered row by row.

        >>> Board.of("x../...").having(4, "o").text, Board.of("2 0/1 0 S").having(2, "12").text
        ('x../.o.', '2 0/12 0 S')
        >>> Board.of("K2/3 b").having(2, "k").text
        'K1k/3 b'
        """
        signs = iter([*self.signs[:number], sign, *self.signs[number + 1 :]])
        rows = tuple(tuple(next(signs) for _ in row) for row in self.rows)
        return attrs.evolve(self, rows=rows)


def _without_runs(row: Iterable[str]) -> Iterator[str]:
    """Yield the signs of a row, with the empty places of each run."""
    for is_number, signs in groupby(row, str.isdecimal):
        joined = "".join(signs)
        if is_number and len(joined) < len(str(MOST_IN_A_RUN)):
            yield from EMPTY * int(joined)
        else:
            yield from joined


def _with_runs(row: Iterable[str]) -> Iterator[str]:
    """Yield the signs of a row, with a number for each run of empty places."""
    for sign, same in groupby(row):
        count = len(list(same))
        yield from [str(count)] if sign == EMPTY else [sign] * count
