"""Hexapawn: the first pawn to reach the far row wins, and a player who cannot move loses.

White's pawns start on the last row and move up, Black's start on the first row and move down. White
moves first. A pawn steps straight forward onto an empty square, or captures an opponent's pawn one
square diagonally ahead. M. Gardner published the game on three by three squares in 1962. Here the
board may have any size.

    b b b     3 rows, 3 columns
    . . .
    w w w

Pawns never move back, so there are no cycles. The mirror image is a symmetry. (The board upside
down, with colours and turn exchanged, is not used. It leads to positions that do not occur in play,
and published counts are of positions that do.)

Values: the articles on Hexapawn in Wikipedia and on chessvariants.com. Counts have
been computed for this project only.
"""

from __future__ import annotations

from typing import Annotated, Any

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, require_size
from gamesolver.boardgames import LOSS, WIN, BoardGame
from gamesolver.boards import Grid
from gamesolver.validators import between


@attrs.define
class Hexapawn(BoardGame):
    """Hexapawn on any board.

    >>> from gamesolver import solve
    >>> print(solve(Hexapawn()).outcome, solve(Hexapawn(columns=4)).outcome, sep="; ")
    loss in 6; win in 5
    """

    rows: Annotated[int, "rows of the board"] = attrs.field(
        default=3, validator=between(2, MOST_ROWS)
    )
    columns: Annotated[int, "pawns a side"] = attrs.field(
        default=3, validator=between(1, MOST_COLUMNS)
    )

    seats = ("white", "black")
    looks = ("light pawn", "dark pawn")
    signs, look = "wb", "chequered"
    stuck = LOSS

    def __attrs_post_init__(self) -> None:
        require_size(self, self.rows, self.columns, self.rows * self.columns, 31)
        self.board = board = Grid(self.rows, self.columns)
        self.ahead = board.steps((-1, 0)), board.steps((1, 0))
        self.aslant = board.steps((-1, -1), (-1, 1)), board.steps((1, -1), (1, 1))
        self.far = board.row(0), board.row(-1)
        self.each = self.columns

    def setup(self) -> Any:
        return self.board.row(-1), self.board.row(0)

    def actions(self, at: Any) -> Any:
        for pawn in at.mine:
            for to in self.ahead[at.mover][pawn] & at.empty:
                yield at.slide(pawn, to)
            for to in self.aslant[at.mover][pawn] & at.theirs:
                yield at.slide(pawn, to).take(to)

    def result(self, at: Any) -> Any:
        if at.theirs & self.far[at.waiter]:
            return LOSS
        return WIN if at.mine & self.far[at.mover] else None
