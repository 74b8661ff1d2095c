"""m,n,k games: k in a row on a board of m columns and n rows. Compiled rules.

The players in turn put a stone on any empty square; k in a row, straight or
slanting, win, and a full board is a draw. The game 3,3,3 is tic-tac-toe.

One player's stones are x, the other's are o; x begins. A move is called by its
square, as in chess: b3.

**A position** is two bit boards, one above the other: the stones of the player
to move in the lowest ``m * n`` bits, those of the other in the next. Square
``column + m * row`` is bit ``square`` of its board. For m = 4 and n = 3:

    stones of the mover       0  1  2  3        x to move       1 0 0 0
                              4  5  6  7        x o . .         0 1 0 0
                              8  9 10 11        . x . .         0 0 0 0
    stones of the other      12 13 14 15        o . . .         0 1 0 0
                             16 17 18 19                        0 0 0 0
                             20 21 22 23                        1 0 0 0

A reflection of the board moves both boards in the same way, so that a whole
position is turned by a few swaps of bits. Who moves follows from the counts.

Counts: recomputed by programs that share nothing with this one.
"""

from __future__ import annotations

from functools import cache

import attrs

from games.in_a_row.plain import Boards, MNKParameters, PlainMNK
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

MOST_SQUARES = 32


@attrs.frozen
class MNK(MNKParameters, CompiledGame):
    """k in a row on m columns and n rows; a move is a square, numbered row by row from 0.

    >>> from gamesolver import solve
    >>> game = MNK(m=4, n=3, k=3)
    >>> print(game.render(game.play(game.start(), 1)))
    3 . x . .
    2 . . . .
    1 . . . .
      a b c d
    >>> print(solve(MNK(m=3, n=3, k=2)).outcome)
    win in 3
    """

    def __attrs_post_init__(self) -> None:
        if self.m * self.n > MOST_SQUARES:
            raise InvalidArgumentError(
                f"bad board {self.m} x {self.n} of MNK: expected at most {MOST_SQUARES} squares, "
                f"got {self.m * self.n}; "
                "take a smaller board, or games.in_a_row.plain.PlainMNK for larger ones"
            )

    def plies_to_draw(self, position: int) -> int:
        """As many as there are empty squares: only a full board is drawn."""
        return self.m * self.n - position.bit_count()

    def start(self) -> int:
        return 0

    @property
    def rules(self) -> CompiledRules:
        from games.in_a_row.kernels import any_square_rules  # numba comes with the first question

        return any_square_rules(self.m, self.n, min(self.k, max(self.m, self.n) + 1))

    @property
    def plain(self) -> PlainMNK:
        return _plain(self.m, self.n, self.k)

    def to_plain(self, position: int) -> Boards:
        squares = self.m * self.n
        mine, theirs = position & (1 << squares) - 1, position >> squares
        more = theirs.bit_count() - mine.bit_count()
        if mine & theirs or theirs >> squares or more not in (0, 1):
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse gives for a text"
            )
        return mine, theirs

    def from_plain(self, position: Boards) -> int:
        mine, theirs = position
        return mine | theirs << self.m * self.n

    def to_plain_move(self, move: int) -> int:
        return move


_plain = cache(PlainMNK)
