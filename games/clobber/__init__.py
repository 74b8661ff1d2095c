"""Clobber: capture an adjacent stone with one of yours; a player who cannot move loses.

White and black stones fill the board in the pattern of a chessboard, with a white one in the upper
left corner. White moves first. A player moves one of their stones onto an adjacent opposing stone,
up, down or sideways, and removes it. M. Albert, J. P. Grossman and R. Nowakowski invented the game
in 2001.

    3 w b w b
    2 b w b w
    1 w b w b
      a b c d

Each move removes a stone, so play ends. A move is named by the two squares, ``a3xb3``.

Symmetries are the rotations and mirror images of the board that leave the start unchanged. (Others
exchange the colours, and the player to move with them. Such positions do not occur in play, because
the number of stones determines the player to move.)

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

from games._boards import MOST_COLUMNS, MOST_ROWS, require_size
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
        require_size(self, self.rows, self.columns, self.rows * self.columns, 31)
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
        from games.clobber.kernels import candidates_of  # for proofs only

        return {"candidates": candidates_of(self.rows, self.columns, self.derived_rules.successors)}
