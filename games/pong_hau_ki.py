r"""Pong Hau K'i: block two stones on five points. A game from China and Korea.

Two red and two blue stones stand on a board of five points. A player slides one of their stones
along a line to the empty point. A player who cannot move loses. Red moves first, with stones on a
and b. A move is named by the point that the stone leaves: *from a*.

    a     b
    | \ / |
    |  c  |
    | / \ |
    d-----e

There is no line from a to b. Stones are never captured, so a game need not end. Infinite play is a
draw by default. With ``endless=Value.WIN`` red wins it, and with ``endless=Value.LOSS`` blue.

A position is its own text: the five points, a space, and the player to move. The mirror image, left
and right exchanged, is a symmetry. Colours are not exchanged, because the board has a top and a
bottom.

Counts: the article on Pong Hau K'i in Wikipedia, recomputed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import attrs

from games._words import _WordedGame
from gamesolver import Value
from gamesolver.boards import Graph
from gamesolver.validators import win_draw_or_loss

GRAPH = Graph(
    "abcde", ["ace", "bcd", "ad", "be", "de"], spots=[(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)]
)
"""Points and lines; rows and columns of the points are counted from a."""
NEIGHBOURS = [[*map(int, near)] for near in GRAPH.steps()]
BOARD = "{}   {}\n|\\ /|\n| {} |\n|/ \\|\n{}---{}"
OTHER = {"r": "b", "b": "r"}


@attrs.frozen
class PongHauKi(_WordedGame[str, int]):
    """A move is the point that a stone leaves, because only one point is empty.

    >>> from gamesolver import solve
    >>> solution = solve(PongHauKi())
    >>> print(solution.outcome, solution[".rbbr r"], sep="; ")
    endless draw; loss in 0
    >>> print(solve(PongHauKi(endless=Value.WIN)).outcome)
    endless win
    """

    endless: Annotated[Value, "payoff of infinite play for red"] = attrs.field(
        default=Value.DRAW, validator=win_draw_or_loss
    )

    title = "Pong Hau K'i"
    seats = ("red", "blue")

    def start(self) -> str:
        return "rr.bb r"

    def moves(self, position: str) -> list[int]:
        return [
            point for point in NEIGHBOURS[position.index(".")] if position[point] == position[-1]
        ]

    def play(self, position: str, move: int) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        mover = position[-1]
        points = position[:5].replace(".", mover)
        return f"{points[:move]}.{points[move + 1 :]} {OTHER[mover]}"

    def terminal_value(self, position: str) -> Value | None:
        return None if self.moves(position) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        return map("".join, GRAPH.images(position))

    def player(self, position: str) -> int:
        return "rb".index(position[-1])

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        is_text = isinstance(text, str) and re.fullmatch("[rb.]{5} [rb]", text)
        if is_text and sorted(text[:5]) == sorted(self.start()[:5]):
            return text
        raise self.unreadable(
            text, "five points, two 'r', two 'b' and one '.', then ' r' or ' b' for the mover"
        )

    def format_move(self, move: int) -> str:
        return f"from {GRAPH.names[move]}"

    def short_texts(self, move: int) -> tuple[str, str]:
        return str(move), GRAPH.names[move]

    def render(self, position: str) -> str:
        return BOARD.format(*position[:5])

    def legend(self) -> str:
        return BOARD.format(*GRAPH.names)

    def svg(self, position: str) -> str:
        empty = position.index(".")
        slides = {self.format_move(move): [move, empty] for move in self.moves(position)}
        return GRAPH.picture(position[:5], slides, {"r": "red", "b": "blue"})
