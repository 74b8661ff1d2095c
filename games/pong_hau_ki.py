r"""Pong Hau K'i: block two stones on five points. A game from China and Korea.

Two red and two blue stones stand on a board of five points. A player slides one of their stones
along a line to the empty point. A player who cannot move loses. Red moves first, with stones on a
and b. A move is named by its points: *a-c*.

    a     b
    | \ / |
    |  c  |
    | / \ |
    d-----e

There is no line from a to b. Stones are never captured, so a game need not end. Infinite play is a
draw by default. With ``endless=Value.WIN`` red wins it, and with ``endless=Value.LOSS`` blue.

The mirror image, left and right exchanged, is a symmetry. Colours are not exchanged, because the
board has a top and a bottom.

Counts: the article on Pong Hau K'i in Wikipedia, recomputed.
"""

from __future__ import annotations

from typing import Annotated, Any

import attrs

from gamesolver import Value
from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boards import Graph
from gamesolver.validators import win_draw_or_loss

BOARD = Graph(
    "abcde", ["ace", "bcd", "ad", "be", "de"], spots=[(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)]
)


@attrs.define
class PongHauKi(BoardGame):
    """Slide a stone to the empty point. A player who cannot loses.

    >>> from gamesolver import solve
    >>> solution = solve(PongHauKi())
    >>> print(solution.outcome, solution[solution.game.parse(".rbbr r")], sep="; ")
    endless draw; loss in 0
    >>> print(solve(PongHauKi(endless=Value.WIN)).outcome)
    endless win
    """

    endless: Annotated[Value, "payoff of infinite play for red"] = attrs.field(
        default=Value.DRAW, validator=win_draw_or_loss
    )

    title = "Pong Hau K'i"
    seats = ("red", "blue")
    looks = ("red", "blue")
    signs = "rb"
    turn, each, stuck = True, 2, LOSS
    all_symmetries = True
    indexed = False  # the few positions that play reaches are counted

    def __attrs_post_init__(self) -> None:
        self.board = BOARD
        self.near = BOARD.neighbours

    def setup(self) -> Any:
        return self.board.set(["a", "b"]), self.board.set(["d", "e"])

    def actions(self, at: Any) -> Any:
        for stone in at.mine:
            for to in self.near[stone] & at.empty:
                yield at.slide(stone, to)
