r"""Dots and Boxes: draw a line between two dots; the player who closes a box moves again.

    a b c d      a board of one by three boxes: ten lines, which are named by the dots at
    e f g h      their ends, a-b or a-e

Player A moves first. A player may draw any line that is not drawn yet, and need not close a box.
When all lines are drawn, the player with more boxes wins by the difference. There are no other
rules: that long chains decide the game, and that a player gives up two boxes to keep control, is a
consequence (E. Berlekamp, *The Dots-and-Boxes Game*, 2000).

A closed box is won at once: it is part of the *gain* of the move. So the owners of boxes are not
part of the position, and the score counts boxes from the position on. The score also does not
depend on the player to move. The players are therefore exchanged by symmetry, in addition to the
mirror images of the board and, if it is square, its rotations.

Scores: D. Wilson, *Dots-and-Boxes Analysis Results*, wilson.engr.wisc.edu/boxes/results.shtml;
J. K. Barker and R. E. Korf, "Solving Dots-And-Boxes", AAAI 2012.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import attrs

from games._boards import MOST_ROWS, require_size
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
        require_size(self, self.rows, self.columns, board.size, MOST_LINES, "lines")
        self.boxes = board.boxes
        self.scores = -len(board.boxes), len(board.boxes)
        # for each line, and each adjacent box, the three other lines
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
