"""Clobber: take a stone next to yours, and go where it was. A player who cannot move loses.

White and black stones fill a board as the squares of a chessboard are coloured, with a white one
in the upper left corner. White begins. A move takes a stone of one's own to a square next to it,
up, down or to a side, on which a stone of the other player stands, and takes that one off. A player
who cannot move loses. M. Albert, J. P. Grossman and R. Nowakowski invented the game in 2001.

    3 w b w b
    2 b w b w
    1 w b w b
      a b c d

Each move takes a stone off, so play ends. A move is called by the two squares, ``a3xb3``.

Symmetries are those turns and mirror images of the board that bring the start back. (Others
exchange the colours, and the player to move with them. Play never reaches these, because the number
of stones determines who moves.)

Connected stones are a part, and play in one part does not change the others. Proofs use the values
of small parts (``games.clobber.kernels``), and find the winner on boards that are too large to
solve.

In one row of an even number of stones the first player wins, except for six stones: conjectured in
M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe, "An introduction to Clobber" (Integers
5, 2005), and proved by X. Chen and others (arXiv 2509.08985).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, require_squares
from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boards import STRAIGHT, Grid
from gamesolver.validators import between


@attrs.define
class Clobber(BoardGame):
    """Clobber on ``rows`` by ``columns`` squares.

    >>> from gamesolver import solve
    >>> print(solve(Clobber()).outcome)
    loss in 8
    """

    rows: Annotated[int, "rows of squares"] = attrs.field(
        default=3, validator=between(1, MOST_ROWS)
    )
    columns: Annotated[int, "columns of squares"] = attrs.field(
        default=4, validator=between(2, MOST_COLUMNS)
    )

    seats = ("white", "black")
    looks = ("light", "dark")
    signs = "wb"
    stuck = LOSS

    def __attrs_post_init__(self) -> None:
        require_squares(self, 31)
        self.board = Grid(self.rows, self.columns)
        self.near = self.board.steps(*STRAIGHT)

    def setup(self) -> Any:
        white = self.board.set(place for place in self.board if sum(place.spot) % 2 == 0)
        return white, ~white

    def actions(self, at: Any) -> Any:
        for stone in at.mine:
            for to in self.near[stone] & at.theirs:
                yield at.slide(stone, to).take(to)

    def by_hand(self) -> Mapping[str, Any]:
        from games.clobber.kernels import candidates_of  # for proofs alone

        return {"candidates": candidates_of(self.rows, self.columns, self.derived_rules.successors)}
