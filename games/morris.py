r"""Three men's morris: tic-tac-toe with three stones each, which then slide.

Each player places three stones in turn on the nine points of a board with rows,
columns and diagonals. After that a move slides one of one's own along a line of
the board to an empty point next to it. Three in a row win at any time, while
placing too; who cannot move has lost.

    0 - 1 - 2
    | \ | / |
    3 - 4 - 5      only the centre has diagonal lines to its neighbours
    | / | \ |
    6 - 7 - 8

A position is a text of nine points, seen from the player to move: ``m`` is his
stone, ``w`` one of the player who waits. How many stones there are tells whether
they are still being placed.

That the centre wins is old knowledge; counts have been computed for this project only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import attrs

import gamesolver
from games.tictactoe import COLUMNS, DIAGONALS, ROWS, SQUARES, TWINS
from gamesolver import Game, Value
from gamesolver.validators import yes_or_no

Slide = tuple[int | None, int]
"""The point a stone leaves (``None``: it is placed), and the point it goes to."""

STONES, CENTRE = 3, 4
SEEN_BY_THE_OTHER = str.maketrans("mw", "wm")
OWNERS = str.maketrans("mw", "xo"), str.maketrans("mw", "ox")
"""Whose the stones are, x the first player's, by the seat that moves."""
POINTS = [(square % 3, square // 3) for square in SQUARES]
STRAIGHT = [
    (1, 3),
    (0, 2, 4),
    (1, 5),
    (0, 4, 6),
    (1, 3, 5, 7),
    (2, 4, 8),
    (3, 7),
    (4, 6, 8),
    (5, 7),
]
LINES = [(point, other) for point in SQUARES for other in STRAIGHT[point] if other < point]
SLANTING = [(corner, CENTRE) for corner in (0, 2, 6, 8)]


@attrs.frozen
class ThreeMensMorris(Game[str, Slide]):
    """Stones slide along diagonals, and diagonals win, unless these are ``False``.

    >>> from gamesolver import solve
    >>> solution = solve(ThreeMensMorris())
    >>> print(solution.outcome, solution.best_moves(solution.start))
    win in 9 ((None, 4),)
    """

    diagonal_slides: Annotated[bool, "stones slide along diagonals"] = attrs.field(
        default=True, validator=yes_or_no
    )
    diagonal_lines: Annotated[bool, "diagonals win"] = attrs.field(
        default=True, validator=yes_or_no
    )

    title = "Three Men's Morris"

    def start(self) -> str:
        return "." * 9

    def moves(self, position: str) -> list[Slide]:
        empty = [point for point in SQUARES if position[point] == "."]
        if position.count("m") < STONES:
            return [(None, target) for target in empty]
        return [
            (source, target)
            for source in SQUARES
            if position[source] == "m"
            for target in empty
            if self._is_line(source, target)
        ]

    def play(self, position: str, move: Slide) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        source, target = move
        points = list(position)
        if source is not None:
            points[source] = "."
        points[target] = "m"
        return "".join(points).translate(SEEN_BY_THE_OTHER)

    def terminal_value(self, position: str) -> Value | None:
        """The last move made a line of the waiting player; one of the mover's never is seen."""
        lines = ROWS + COLUMNS + (DIAGONALS if self.diagonal_lines else [])
        owners = {position[line] for line in lines}
        if "www" in owners:
            return Value.LOSS
        if "mmm" in owners:
            return Value.WIN
        return None if self.moves(position) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        for twin in TWINS:
            yield "".join(twin(position + " ")[:9])

    def stage(self, position: str) -> int:
        """The number of stones placed."""
        return 9 - position.count(".")

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        if isinstance(text, str) and re.fullmatch("[.mw]{9}", text):
            mine, theirs = text.count("m"), text.count("w")
            if theirs <= STONES and mine in (theirs, theirs - 1):
                return text
        raise self.unreadable(
            text,
            "nine of '.', 'm' (to move), 'w' (waiting), at most three of each, "
            "as many w as m or one more",
        )

    def format_move(self, move: Slide) -> str:
        source, target = move
        return f">{target}" if source is None else f"{source}>{target}"

    def render(self, position: str) -> str:
        return "\n".join(" ".join(position[row]) for row in ROWS)

    def legend(self) -> str:
        """The board as it is drawn above, with the lines that stones slide along."""
        across = [r"| \ | / |", "| / | \\ |"] if self.diagonal_slides else ["|   |   |"] * 2
        return f"0 - 1 - 2\n{across[0]}\n3 - 4 - 5\n{across[1]}\n6 - 7 - 8"

    def render_for(self, position: str, mover: int) -> str:
        """The stones of the first player are x."""
        return self.render(position.translate(OWNERS[mover]))

    def svg(self, position: str) -> str:
        return self.svg_for(position, 0)

    def svg_for(self, position: str, mover: int) -> str:
        """A stone is placed on a point, and slides along an arrow."""
        slides = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {self.format_move(each): [end for end in each if end is not None] for each in slides}
        lines = LINES + SLANTING if self.diagonal_slides else LINES
        stones, shapes = position.translate(OWNERS[mover]), {"x": "dark", "o": "light"}
        return gamesolver.points_svg(POINTS, lines, stones, ways, shapes, names=SQUARES)

    def _is_line(self, source: int, target: int) -> bool:
        """Whether a line of the board leads from one point to the other, its neighbour."""
        if target in STRAIGHT[source]:
            return True
        return self.diagonal_slides and CENTRE in (source, target) and (source + target) % 2 == 0
