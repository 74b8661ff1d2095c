"""Clobber: take a stone next to yours, and go where it was; whoever cannot has lost. Compiled.

White and black stones fill a board as the squares of a chessboard are coloured, with a white one
in the upper left corner. White begins. A move takes a stone of one's own to a square next to it,
up, down or to a side, on which a stone of the other player stands, and takes that one off. Whoever
cannot move loses. M. Albert, J. P. Grossman and R. Nowakowski invented the game in 2001.

    3 w b w b
    2 b w b w
    1 w b w b
      a b c d

Each move takes a stone off, so play ends. A move is called by the two squares, ``a3xb3``.

Symmetries are those turns and mirror images of the board that bring the start back. (Others
exchange the colours, and the player to move with them: these are never seen in play, for stones
that are left say whose turn it is.)

**A position** is two bit boards, one above the other: the stones of white in the lowest bits, as
many as there are squares, and those of black in the next. Squares are numbered row by row from 0.
On two by three:

    white's   0 1 2     black's   6  7  8      . w w
               3 4 5               9 10 11      b w b     position 2^1 + 2^2 + 2^4 + 2^9 + 2^11

Stones that hang together are a part, and play in one part leaves the others alone. What small parts
are worth is known to the compiled rules (``games.clobber.kernels``), and who wins is proved by it
on boards that are too large to solve.

In one row, of an even number of stones, whoever begins wins unless there are six: conjectured in M.
H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe, "An introduction to Clobber" (Integers 5,
2005), and proved by X. Chen and others (arXiv 2509.08985).
"""

from __future__ import annotations

from functools import cache

import attrs

from games.clobber.plain import Capture, ClobberParameters, PlainClobber
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

MOST_SQUARES = 32
COLOURS = ".wb"


@attrs.frozen
class Clobber(ClobberParameters, CompiledGame):
    """Clobber on ``rows`` by ``columns`` squares.

    >>> from gamesolver import solve
    >>> game = Clobber(rows=2, columns=3)
    >>> game.parse(".ww/bwb b") == 2**1 + 2**2 + 2**4 + 2**9 + 2**11
    True
    >>> print(solve(Clobber()).outcome)
    loss in 8
    """

    def __attrs_post_init__(self) -> None:
        if self.rows * self.columns > MOST_SQUARES:
            raise InvalidArgumentError(
                f"bad board {self.rows} x {self.columns} of Clobber: expected at most "
                f"{MOST_SQUARES} squares, got {self.rows * self.columns}; take a smaller board, or "
                "games.clobber.plain.PlainClobber for larger ones"
            )

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    @property
    def rules(self) -> CompiledRules:
        from games.clobber.kernels import clobber_rules  # numba comes with the first question

        return clobber_rules(self.rows, self.columns)

    @property
    def plain(self) -> PlainClobber:
        return _plain(self.rows, self.columns)

    def to_plain(self, position: int) -> str:
        size = self.rows * self.columns
        white, black = position & (1 << size) - 1, position >> size
        squares = (
            [COLOURS[(white >> each & 1) + 2 * (black >> each & 1)] for each in range(size)]
            if not white & black and not black >> size
            else []
        )
        rows = (squares[first : first + self.columns] for first in range(0, size, self.columns))
        text = f"{'/'.join(map(''.join, rows))} {'wb'[squares.count('.') % 2]}"
        if not squares or not self.plain.is_position(text):
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse gives for a text"
            )
        return text

    def from_plain(self, position: str) -> int:
        size = self.rows * self.columns
        stones = enumerate(position[:-2].replace("/", ""))
        seats = ((each, "wb".find(stone)) for each, stone in stones)
        return sum(1 << each + size * seat for each, seat in seats if seat >= 0)

    def to_plain_move(self, move: int) -> Capture:
        return divmod(move, self.rows * self.columns)


_plain = cache(PlainClobber)
