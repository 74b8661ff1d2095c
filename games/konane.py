"""Konane, or Hawaiian checkers: jump over the other player's stones; whoever cannot has lost.

Black and white stones fill a board as the squares of a chessboard are coloured, with a black one in
the upper left corner. Black begins by taking off a black stone in a corner or in the middle, then
White takes off a white one next to the hole. From then on a move jumps with a stone of one's own
over one of the other player's, up, down or to a side, onto the empty square behind it, and takes it
off; it may go on to jump in the same direction. Whoever cannot jump loses.

    4 b w b w      Black has taken off the stone on b3, White the one on c3:
    3 w . . b      now b1 can jump over b2, to b3
    2 b w b w
    1 w b w b
      a b c d

The middle of a board is one square, two or four. Stones keep to squares of their colour, and each
move takes some off, so play ends. A move is called ``b3 off`` or ``b1-b3``: a jump by where it
begins and where it ends. Symmetries are those turns and mirror images of the board that bring the
start back.

Rules: the article on Konane in Wikipedia. That White wins on four by four squares, with the first
two holes in a corner or in the middle: P. Norvig, "Mel's Konane Board" (2021), norvig/pytudes.
"""

from __future__ import annotations

from typing import Annotated, Any

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, require_squares
from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boards import STRAIGHT, Grid
from gamesolver.validators import between


@attrs.define
class Konane(BoardGame):
    """Konane on ``rows`` by ``columns`` squares.

    >>> from gamesolver import solve
    >>> print(solve(Konane()).outcome)
    loss in 6
    """

    rows: Annotated[int, "rows of squares"] = attrs.field(
        default=4, validator=between(1, MOST_ROWS)
    )
    columns: Annotated[int, "columns of squares"] = attrs.field(
        default=4, validator=between(2, MOST_COLUMNS)
    )

    seats = ("black", "white")
    looks = ("dark", "light")
    signs = "bw"
    turn, stuck = True, LOSS

    def __attrs_post_init__(self) -> None:
        require_squares(self, 31)
        self.board = board = Grid(self.rows, self.columns)
        self.near = board.steps(*STRAIGHT)
        self.alone = tuple(board.set([place]) for place in board)
        # for each place, in each direction, the places jumped over and those behind, in order
        self.jumps = tuple(
            tuple(tuple(zip(ray[::2], ray[1::2], strict=False)) for ray in rays)
            for rays in board.rays(*STRAIGHT)
        )
        rows, columns = self.rows, self.columns
        corners = (board.row(0) | board.row(-1)) & (board.column(0) | board.column(-1))
        middle = board.row((rows - 1) // 2) | board.row(rows // 2)
        self.opening = corners | middle & (
            board.column((columns - 1) // 2) | board.column(columns // 2)
        )

    def setup(self) -> Any:
        black = self.board.set(place for place in self.board if sum(place.spot) % 2 == 0)
        return black, ~black

    def actions(self, at: Any) -> Any:
        if not at.empty:
            for stone in at.mine & self.opening:
                yield at.lift(stone)
        elif len(at.empty) == 1:
            for hole in at.empty:
                for stone in at.mine & self.near[hole]:
                    yield at.lift(stone)
        else:
            for stone in at.mine:
                for way in self.jumps[stone]:
                    taken = self.board.none
                    for over, behind in way:
                        if not (over in at.theirs and behind in at.empty):
                            break
                        taken |= self.alone[over]
                        yield at.slide(stone, behind).take(taken)
