"""Domineering: place dominoes, upright or across; a player who cannot move loses. Compiled rules.

Vertical, the first player, covers two empty squares one above the other. Horizontal covers two
empty squares side by side. Dominoes stay where they are. A player without room for another domino
loses. G. Andersson invented the game about 1973. It is also called Crosscram and Stop-Gate.

    4 . # . .      Vertical has put a domino on b4 and b3,
    3 . # . .      Horizontal one on c2 and d2
    2 . . # #
    1 . . . .
      a b c d

If Horizontal moves first, it is the game on the board with rows and columns exchanged. So the
values of two games show if Vertical, Horizontal, the first player or the second player wins a
board.

Mirror images are symmetries. A move is named by its two squares, ``b4-b3``.

**A position** is the set of covered squares. The owners of the dominoes do not matter. The number
of dominoes determines the player to move. Squares are numbered row by row from 0 in the upper left
corner, and the bit of a covered square is set. Bit 0 is inverted, because a full board of 64
squares would otherwise be the one number that is not a position. So an empty board is 1, and this
one is 1 + 2^1 + 2^5 + 2^10 + 2^11.

Winners: M. Lachmann, C. Moore and I. Rapaport, "Who wins Domineering on rectangular boards?"
(2000), and J. W. H. M. Uiterwijk, "Perfectly solving Domineering boards" (2014), who also names
rows before columns and lets Vertical move first. The first player also wins on eleven by eleven
squares: Uiterwijk, "11 x 11 Domineering is solved" (2016). Counts: S. Huntemann and N. A. McKay,
"Counting Domineering positions" (arXiv 1909.12419), in OEIS A332714 and A332862. These counts
distinguish the owners of dominoes.
"""

from __future__ import annotations

from functools import cache

import attrs

from games._boards import in_rows, squares_of
from games.domineering.plain import (
    COVERED,
    FREE,
    DomineeringParameters,
    Domino,
    PlainDomineering,
)
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

MOST_SQUARES = 64


@attrs.frozen
class Domineering(DomineeringParameters, CompiledGame):
    """Domineering on ``rows`` by ``columns`` squares; Vertical moves first.

    The code of a move is twice the upper or the left square, plus 1 if the domino lies across.

    >>> from gamesolver import prove
    >>> game = Domineering()
    >>> game.parse(".#../.#../..##/.... v") == 1 + 2**1 + 2**5 + 2**10 + 2**11
    True
    >>> print(prove(Domineering(rows=6, columns=6), exact=False, memory="16 MB").value)
    win
    """

    def __attrs_post_init__(self) -> None:
        if self.rows * self.columns > MOST_SQUARES:
            raise InvalidArgumentError(
                f"bad board {self.rows} x {self.columns} of Domineering: expected at most "
                f"{MOST_SQUARES} squares, got {self.rows * self.columns}; take a smaller board, or "
                "games.domineering.plain.PlainDomineering for larger ones"
            )

    def start(self) -> int:
        return 1

    @property
    def rules(self) -> CompiledRules:
        from games.domineering.kernels import domineering_rules  # numba is imported on first use

        return domineering_rules(self.rows, self.columns)

    @property
    def plain(self) -> PlainDomineering:
        return _plain(self.rows, self.columns)

    def to_plain(self, position: int) -> str:
        size, covered = self.rows * self.columns, position ^ 1
        if covered >> size or covered.bit_count() % 2:
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse returns"
            )
        squares = "".join((FREE, COVERED)[covered >> square & 1] for square in range(size))
        return in_rows(squares, self.columns, "vh"[covered.bit_count() // 2 % 2])

    def from_plain(self, position: str) -> int:
        squares = enumerate(squares_of(position))
        return sum(1 << square for square, each in squares if each == COVERED) ^ 1

    def to_plain_move(self, move: int) -> Domino:
        square, is_across = divmod(move, 2)
        return square, square + (1 if is_across else self.columns)


_plain = cache(PlainDomineering)
