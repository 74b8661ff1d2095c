r"""Mū tōrere: block four stones on an eight-pointed star. A game of the Māori.

Each player has four stones, black and white, which fill the eight points of a star and leave its
centre empty. A move slides one of one's own to the empty point: along the rim to the point next to
it, or into the centre, or out of it. Whoever cannot move has lost. Black begins, with stones
on a, b, c and d. A move is called by the point that it leaves: *from a*.

    a - b - c
    | \ | / |
    h - i - d
    | / | \ |
    g - f - e

**The rule of the centre.** If every stone may go there, black wins by its first move. So a stone
goes into the centre only from beside an opponent's, on the rim: that is the game as it is played,
``beside="centre"``. With ``beside="never"`` nothing is asked of a stone, and with
``beside="always"`` every stone that moves must stand beside an opponent's: on a line of the board.
Others have it that nobody may win in the first two rounds; then what may be done depends on how
often both have moved, and that is not written here.

Stones are never taken, so a game need not end, which is a draw.

A position is its own text: the eight points of the rim and the centre, a space, and the player to
move. Turns and mirror images of the star are twins.

Rules and values: M. Ascher, *Mu Torere: An Analysis of a Maori Game*, Mathematics Magazine 60 (2),
1987, and C. Browne, *Which Rules for Mu Torere?*, Computers and Games 2022.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

import attrs

from games._words import _WordedGame
from gamesolver import Value
from gamesolver.boards import Graph
from gamesolver.validators import one_of

RIM, CENTRE = range(8), 8
SPOTS = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (1, 1)]
GRAPH = Graph("abcdefghi", ["abcdefgha", "aie", "bif", "cig", "dih"], spots=SPOTS)
"""The rim from a on, and the lines through the centre, i."""
NAMES = GRAPH.names
BESIDE = [((point - 1) % 8, (point + 1) % 8) for point in RIM]
NEIGHBOURS = [*((*beside, CENTRE) for beside in BESIDE), tuple(RIM)]
BOARD = "{} - {} - {}\n| \\ | / |\n{} - {} - {}\n| / | \\ |\n{} - {} - {}"
DRAWN = (0, 1, 2, 7, 8, 3, 6, 5, 4)
"""The points in the order in which the board is read."""
OTHER = {"b": "w", "w": "b"}
Rule = Literal["centre", "never", "always"]


@attrs.frozen
class MuTorere(_WordedGame[str, int]):
    """A move is the point that a stone leaves: there is but one point it can go to.

    >>> from gamesolver import solve
    >>> print(solve(MuTorere()).outcome, solve(MuTorere(beside="never")).outcome, sep="; ")
    endless draw; win in 1
    """

    beside: Annotated[Rule, "when a stone must stand beside an opponent's to move"] = attrs.field(
        default="centre", validator=one_of(("centre", "never", "always"))
    )

    title = "Mū Tōrere"
    seats = ("black", "white")

    def start(self) -> str:
        return "bbbbwwww. b"

    def moves(self, position: str) -> list[int]:
        empty = position.index(".")
        return [
            point
            for point in NEIGHBOURS[empty]
            if position[point] == position[-1] and self._may_go(position, point, empty)
        ]

    def _may_go(self, position: str, source: int, target: int) -> bool:
        """Return True if the rule of the centre lets a stone go."""
        if self.beside == "never" or (self.beside == "centre" and target != CENTRE):
            return True
        near = NEIGHBOURS[source] if self.beside == "always" else BESIDE[source]
        return any(position[point] == OTHER[position[-1]] for point in near)

    def play(self, position: str, move: int) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        mover = position[-1]
        points = position[:9].replace(".", mover)
        return f"{points[:move]}.{points[move + 1 :]} {OTHER[mover]}"

    def terminal_value(self, position: str) -> Value | None:
        return None if self.moves(position) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        return map("".join, GRAPH.images(position))

    def player(self, position: str) -> int:
        return "bw".index(position[-1])

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        is_text = isinstance(text, str) and re.fullmatch("[bw.]{9} [bw]", text)
        if is_text and sorted(text[:9]) == sorted(self.start()[:9]):
            return text
        raise self.unreadable(
            text,
            "eight points of the rim and the centre, four 'b', four 'w' and one '.', then ' b' or "
            "' w' for the mover",
        )

    def format_move(self, move: int) -> str:
        return f"from {NAMES[move]}"

    def short_texts(self, move: int) -> tuple[str, str]:
        return str(move), NAMES[move]

    def render(self, position: str) -> str:
        return BOARD.format(*[position[point] for point in DRAWN])

    def legend(self) -> str:
        return BOARD.format(*[NAMES[point] for point in DRAWN])

    def svg(self, position: str) -> str:
        empty = position.index(".")
        slides = {self.format_move(move): [move, empty] for move in self.moves(position)}
        return GRAPH.picture(position[:9], slides, {"b": "dark", "w": "light"})
