r"""Dots and Boxes: draw a line between two dots; the player who closes a box moves again.

    a b c d      a board of one by three boxes: ten lines, which are called by the dots at
    e f g h      their ends, a-b or a-e

A begins. A line may be drawn anywhere, at any time; nobody has to close a box. When all lines are
drawn, the player with more boxes has won, by the difference. Nothing more is a rule: that long
chains decide the game, and that a player gives up two boxes to keep control, is a consequence
(E. Berlekamp, *The Dots-and-Boxes Game*, 2000).

What a line closes is won at once: it is the *gain* of the move. So whose the boxes are need not be
part of the position, and the score is what play brings from here on. Which player moves changes
nothing either. The players are therefore exchanged by symmetry, in addition to the mirrors of the
board and, if it is square, its turns.

Scores: D. Wilson, *Dots-and-Boxes Analysis Results*, wilson.engr.wisc.edu/boxes/results.shtml;
J. K. Barker and R. E. Korf, "Solving Dots-And-Boxes", AAAI 2012.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import attrs

from games._boards import MOST_ROWS
from gamesolver import InvalidArgumentError
from gamesolver.boardgames import BoardGame
from gamesolver.boards import GridEdges
from gamesolver.validators import between

MOST_LINES = 62


@attrs.define
class DotsAndBoxes(BoardGame):
    """Dots and Boxes on ``rows`` by ``columns`` boxes.

    >>> game = DotsAndBoxes(rows=1, columns=2)
    >>> position = game.parse("xx/x../x. A")
    >>> closing = game.parse_move(position, "b-e")
    >>> game.gain(position, closing), game.format(game.play(position, closing))
    (1, 'xx/xx./x. A')
    """

    rows: Annotated[int, "boxes down"] = attrs.field(default=2, validator=between(1, MOST_ROWS))
    columns: Annotated[int, "boxes across"] = attrs.field(
        default=2, validator=between(1, MOST_ROWS)
    )

    seats = ("A", "B")
    signs = "ABx"
    looks = ("red block", "yellow block")
    title = "Dots and Boxes"
    kinds, marks = 0, True

    def __attrs_post_init__(self) -> None:
        self.board = board = GridEdges(self.rows, self.columns)
        if board.size > MOST_LINES:
            raise InvalidArgumentError(
                f"bad board {self.rows} x {self.columns} of DotsAndBoxes: expected at most "
                f"{MOST_LINES} lines, got {board.size}; take a smaller board"
            )
        self.boxes = board.boxes
        self.scores = -len(board.boxes), len(board.boxes)
        # for each line, of each box beside it, the three other lines
        self.others = tuple(
            tuple(box - board.set([line]) for box in board.boxes if line in box) for line in board
        )

    def actions(self, at: Any) -> Any:
        for line in at.empty:
            closed = sum(others <= at.marked for others in self.others[line])
            yield at.mark(line).gain(closed).again(closed)

    def result(self, at: Any) -> Any:
        return None if at.empty else 0

    def drawing(self, at: Any) -> Mapping[str, Any]:
        closed = ["#" if box <= at.marked else "." for box in self.boxes]
        rows = range(0, len(closed), self.columns)
        boxes = [closed[first : first + self.columns] for first in rows]
        return {"boxes": boxes, "shapes": {"#": "green block"}}
