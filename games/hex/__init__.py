"""Hex: connect your two sides of the board; one of the players always does. Compiled rules.

A player who connects both of their sides by a chain of adjacent stones wins. The board is a rhombus
of hexagons. Red, the first player, has the sides above and below, and blue those left and right. A
player puts a stone on any empty hexagon, and it stays there. A full board always has one such
chain, so there are no draws. There is no *swap* rule, by which the second player may take over
the first move. Therefore the first player wins on every square board.

     a b c
    1 . . .
     2 . r .      each row is half a hexagon further right than the one above it,
      3 . . .     so b2 is next to b1, c1, a2, c2, a3 and b3

A move is named by its hexagon, column and row: b2. The number of stones determines the player to
move. Half a turn of the board is a symmetry. (The reflection that exchanges the sides of a square
board, with colours and turn exchanged, is not used. It would lead to positions with more stones of
blue, which do not occur in play.)

**A position** is two bit boards with a bit for each hexagon: the stones of red in the lowest bits,
and those of blue in the next. Hexagons are numbered row by row from 0. On two by two:

    red's   0 1       blue's   4 5       r .       position 2^0 + 2^7
             2 3                6 7       . b

P. Hein invented the game in 1942, and so did J. Nash in 1948, who showed that the first player wins
on every square board. On other boards the player with the shorter distance wins, even as the second
player: M. Gardner, *The Scientific American Book of Mathematical Puzzles and Diversions*, chapter
8. An opening in the acute corner, a1, loses on every square board except the smallest: A. Beck,
*Excursions into Mathematics*, 1969. HexWiki (*Open problems*) also calls b1 a losing opening. Here
it loses from three by three on.
"""

from __future__ import annotations

from functools import cache

import attrs

from games.hex.plain import EMPTY, STONES, HexParameters, PlainHex
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

MOST_HEXAGONS = 32


@attrs.frozen
class Hex(HexParameters, CompiledGame):
    """Hex on ``rows`` by ``columns`` hexagons; red connects top and bottom, blue left and right.

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
