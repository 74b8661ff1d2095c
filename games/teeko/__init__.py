"""Teeko: four men each on five by five, to be brought together. Compiled rules.

Each player has four men. While some are in hand a move drops one on an empty
square; after that it takes one of one's own to an empty square next to it,
slanting or straight, as a king in chess. Four men side by side in line, or on
the four squares of a two by two, win: 44 goals. In *advanced* Teeko the corners
of larger squares win too: 58 goals.

The game here is the second part, all eight men on the board, from a start that is
drawn below; with ``drops=True`` it is the whole game, from the empty board.

On a board ``m`` is a man of the player to move, and ``w`` one of the player who
waits: they change places with every move. A man is dropped by the name of its
square, c3, and moved by two, c3-c4.

**A position** is seen from the player to move. Square ``column + 5 * row`` of
the mover's men is bit ``square``, and that of the waiting player's men is bit
``32 + square``:

    bits of the mover's     of the other's        m w . w m
      0  1  2  3  4         32 33 34 35 36        . . . . .    mover's bits 0, 4, 21, 23
      5  6  7  8  9         37 38 39 40 41        . . . . .    other's bits 33, 35, 52, 56
     10 11 12 13 14         42 43 44 45 46        . . . . .
     15 16 17 18 19         47 48 49 50 51        w m . m w
     20 21 22 23 24         52 53 54 55 56

**The numbering** is that of ``gamesolver.orbits``. A
position is turned until the mover's men are the first set of their kind; the
squares they take are then cut out, and the other's men have a number among the
sets of what is left:

    slot = start of the section + kind * C(25 - m, w) + number of the w others

with a section for each count m of the mover's and w of the waiting player's men.
Four each are 1,666 kinds of 5,985 slots. Where the mover's men look the same from
several sides, the least number counts, and the other slots are holes.

**Ends.** If the waiting player has a goal, his last move made it, and the player
to move has lost. No play leads to a goal of the mover alone, or of both; but such
boards have slots too. The mover has then won if the goal is his alone, and lost
otherwise. With four men each there is always a move: only men with a goal could
be shut in by four others.

Values: E. W. Weisstein, *Teeko*, MathWorld; G. L. Steele computed them in 1998.
"""

from __future__ import annotations

from functools import cache

import attrs

from games.teeko.plain import Board, Move, PlainTeeko, TeekoParameters
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

SQUARES = 25
OTHERS = 32  # the bit of the other player's man on square 0


@attrs.frozen
class Teeko(TeekoParameters, CompiledGame):
    """Teeko with all men on the board; the whole game with ``drops``.

    A move is the square a man leaves and the square he goes to, ``a5-b4``. Its code numbers
    squares row by row from 0 at the top left: 25 times the first plus the second, and a
    dropped man leaves square 25.

    >>> game = Teeko()
    >>> print(game.render(game.start()))
    5 m w . w m
    4 . . . . .
    3 . . . . .
    2 . . . . .
    1 w m . m w
      a b c d e
    >>> position = game.parse("mmm.m/...../..ww./..ww./.....")
    >>> print(game.terminal_value(position))
    loss
    """

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    @property
    def rules(self) -> CompiledRules:
        from games.teeko.kernels import teeko_rules  # numba comes with the first question

        return teeko_rules(self.advanced, self.drops)

    @property
    def plain(self) -> PlainTeeko:
        return _plain(self.advanced, self.drops)

    def to_plain(self, position: int) -> Board:
        mine, theirs = (
            tuple(square for square in range(SQUARES) if position >> first + square & 1)
            for first in (0, OTHERS)
        )
        is_position = not set(mine) & set(theirs) and self.plain.is_count(len(mine), len(theirs))
        if not is_position or self.from_plain((mine, theirs)) != position:
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse gives for a text"
            )
        return mine, theirs

    def from_plain(self, position: Board) -> int:
        mine, theirs = position
        return sum(1 << man for man in mine) | sum(1 << OTHERS + man for man in theirs)

    def to_plain_move(self, move: int) -> Move:
        source, target = divmod(move, SQUARES)
        return (None if source == SQUARES else source), target


_plain = cache(PlainTeeko)
