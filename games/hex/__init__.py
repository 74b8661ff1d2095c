"""Hex: join your two sides of the board; one of the players always does. Compiled rules.

The board is a rhombus of hexagons. Red begins, and the sides above and below are his; those left
and right are blue's. A move puts a stone of one's own on any empty hexagon, and it stays there.
Whoever joins both of their sides by a chain of neighbouring stones has won. A full board always
has one such chain, so there are no draws. Nobody may *swap*, that is, answer the first move by
taking it over: so whoever begins wins on every square board.

     a b c
    1 . . .
     2 . r .      each row stands half a hexagon further right than the one above it,
      3 . . .     so b2 is next to b1, c1, a2, c2, a3 and b3

A move is called by its hexagon, column and row: b2. Whose turn it is follows from the number of
stones. Half a turn of the board is a symmetry. (The mirror that exchanges the sides of a square
board, with colours and turn exchanged, is none: it would lead to positions in which blue is ahead,
and these are never seen in play.)

**A position** is two bit boards, one above the other: the stones of red in the lowest bits, as many
as there are hexagons, and those of blue in the next. Hexagons are numbered row by row from 0. On
two by two:

    red's   0 1       blue's   4 5       r .       position 2^0 + 2^7
             2 3                6 7       . b

P. Hein, 1942, and J. Nash, 1948, who showed that the first player wins on every square board. On
others whoever has the shorter way wins, even as the second: M. Gardner, *The Scientific American
Book of Mathematical Puzzles and Diversions*, chapter 8. An opening in the acute corner, a1, loses
on every square board but the smallest: A. Beck, *Excursions into Mathematics*, 1969. HexWiki
(*Open problems*) calls b1 a losing opening, too: so it is here from three by three on.
"""

from __future__ import annotations

from functools import cache

import attrs

from games.hex.plain import EMPTY, STONES, HexParameters, PlainHex
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

MOST_HEXAGONS = 32


@attrs.frozen
class Hex(HexParameters, CompiledGame):
    """Hex on ``rows`` by ``columns`` hexagons; red goes down ``rows``, blue across ``columns``.

    >>> from gamesolver import prove
    >>> game = Hex(rows=2, columns=2)
    >>> game.parse("r./.b") == 2**0 + 2**7
    True
    >>> print(prove(Hex(rows=4, columns=4), exact=False).value)
    win
    """

    def __attrs_post_init__(self) -> None:
        if self.rows * self.columns > MOST_HEXAGONS:
            raise InvalidArgumentError(
                f"bad board {self.rows} x {self.columns} of Hex: expected at most {MOST_HEXAGONS} "
                f"hexagons, got {self.rows * self.columns}; "
                "take a smaller board, or games.hex.plain.PlainHex for larger ones"
            )

    def start(self) -> int:
        return 0

    @property
    def rules(self) -> CompiledRules:
        from games.hex.kernels import hex_rules  # numba comes with the first question

        return hex_rules(self.rows, self.columns)

    @property
    def plain(self) -> PlainHex:
        return _plain(self.rows, self.columns)

    def to_plain(self, position: int) -> str:
        size = self.rows * self.columns
        red, blue = position & (1 << size) - 1, position >> size
        if red & blue or blue >> size or red.bit_count() - blue.bit_count() not in (0, 1):
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse gives for a text"
            )
        letters = EMPTY + STONES
        return "".join(letters[(red >> each & 1) + 2 * (blue >> each & 1)] for each in range(size))

    def from_plain(self, position: str) -> int:
        size = self.rows * self.columns
        stones = ((each, STONES.find(letter)) for each, letter in enumerate(position))
        return sum(1 << each + size * seat for each, seat in stones if seat >= 0)

    def to_plain_move(self, move: int) -> int:
        return move


_plain = cache(PlainHex)
