"""Dodgem: drive your cars off the board, and do not block your opponent, who would win.

On a square board each player has one car fewer than there are columns. The cars of x start in the
last row and drive up. The cars of o start in the first column and drive right. x moves first. A
player moves one of their cars one square forward or sideways, never back, onto an empty square. A
car may leave the board only by a forward move. A move is named by its squares, *b1-b2*, or *b3
off*.

    o . .
    o . .     x drives up and leaves over the first row,
    . x x     o drives right and leaves over the last column

A player who has no legal move *wins*: either no car is left, or all cars are blocked. (So if the
last car leaves, the other player makes one more move, and play ends.) C. Vout invented the game,
and *Winning Ways* made it known.

The mirror image of the board, with cars and turn exchanged, is not used as a symmetry. Some of
these images do not occur in play, and published counts are of positions that do.

Values: the article on Dodgem in Wikipedia. Counts have been computed for this project only.
"""

from __future__ import annotations

from typing import Annotated, Any

import attrs

from gamesolver.boardgames import WIN, BoardGame
from gamesolver.boards import Grid
from gamesolver.validators import between


@attrs.define
class Dodgem(BoardGame):
    """Dodgem on ``size`` by ``size`` squares.

    >>> from gamesolver import solve
    >>> print(solve(Dodgem()).outcome)
    win in 20
    """

    size: Annotated[int, "squares a side"] = attrs.field(default=3, validator=between(2, 5))

    seats = ("x", "o")
    stuck = WIN

    def __attrs_post_init__(self) -> None:
        self.board = board = Grid(self.size, self.size)
        up, down, left, right = (-1, 0), (1, 0), (0, -1), (0, 1)
        self.ways = board.steps(up, left, right), board.steps(right, up, down)
        self.far = board.row(0), board.column(-1)
        self.each = self.size - 1

    def setup(self) -> Any:
        last, first = self.board.row(-1), self.board.column(0)
        return last - first, first - last

    def actions(self, at: Any) -> Any:
        for car in at.mine:
            for to in self.ways[at.mover][car] & at.empty:
                yield at.slide(car, to)
        for car in at.mine & self.far[at.mover]:
            yield at.lift(car)
