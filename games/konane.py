"""Konane, or Hawaiian checkers: jump over opposing stones; a player who cannot move loses.

Black and white stones fill the board in the pattern of a chessboard, with a black one in the upper
left corner. Black first removes a black stone in a corner or in the middle, then White removes an
adjacent white one. From then on a player jumps with a stone over an adjacent opposing stone, up,
down or sideways, onto the empty square behind it. The stone that was jumped over is removed. The
same stone may go on to jump in the same direction.

    4 b w b w      Black has taken off the stone on b3, White the one on c3:
    3 w . . b      now b1 can jump over b2, to b3
    2 b w b w
    1 w b w b
      a b c d

The middle of a board is one square, two or four. Stones stay on squares of their colour. Each move
removes stones, so play ends. A move is named ``b3 off``, or ``b1-b3`` by the first and the last
square of a jump. Symmetries are the rotations and mirror images of the board that leave the start
unchanged.

Rules: the article on Konane in Wikipedia. White wins on four by four squares, with the first two
stones removed in a corner or in the middle: P. Norvig, "Mel's Konane Board" (2021), norvig/pytudes.
"""

from __future__ import annotations

from typing import Annotated, Any

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, require_size
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
        require_size(self, self.rows, self.columns, self.rows * self.columns, 31)
        self.board = board = Grid(self.rows, self.columns)
        self.near = board.steps(*STRAIGHT)
        self.alone = tuple(board.set([place]) for place in board)
        # for each square, in each direction, the squares jumped over and those behind, in order
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
