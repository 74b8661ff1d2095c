"""Domineering: one player puts dominoes upright, the other across; who cannot has lost.

A board of squares. Vertical covers two empty squares one above the other, Horizontal two empty
squares side by side; Vertical begins. Dominoes stay where they are. Whoever has no room for one
more loses. G. Andersson invented the game about 1973; it is also called Crosscram and Stop-Gate.

    4 . v . .      Vertical has put a domino on b4 and b3,
    3 . v . .      Horizontal one on c2 and d2
    2 . . h h
    1 . . . .
      a b c d

Where Horizontal begins, it is the game on a board of as many rows as this one has columns. So two
games tell whether a board is won by Vertical, by Horizontal, by whoever begins, or by the other.

A position is a text: the rows, with ``v`` and ``h`` where dominoes lie, a space, and the player to
move, ``v`` or ``h``. It shows which two squares each domino covers, since letters that stand end to
end can only be paired from the first one on. Mirror images are symmetries. A move is called by its
two squares, ``b4-b3``.

Who wins: M. Lachmann, C. Moore and I. Rapaport, "Who wins Domineering on rectangular boards?"
(2000), and J. W. H. M. Uiterwijk, "Perfectly solving Domineering boards" (2014), whose boards have
their rows before their columns and are begun by Vertical, as here. Counts: S. Huntemann and N. A.
McKay, "Counting Domineering positions" (arXiv 1909.12419), in OEIS A332714 and A332862.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import attrs

import gamesolver
from games._boards import MOST_COLUMNS, MOST_ROWS, in_rows, square_names, squares_of, with_names
from gamesolver import Game, Value
from gamesolver.validators import between

Domino = tuple[int, int]
"""The two squares that are covered, the upper one or the left one first."""

OTHER = {"v": "h", "h": "v"}


@attrs.frozen
class Domineering(Game[str, Domino]):
    """Domineering on ``rows`` by ``columns`` squares; Vertical begins.

    >>> from gamesolver import solve
    >>> print(solve(Domineering()).outcome)
    win in 7
    """

    rows: Annotated[int, "rows of squares"] = attrs.field(
        default=4, validator=between(1, MOST_ROWS)
    )
    columns: Annotated[int, "columns of squares"] = attrs.field(
        default=4, validator=between(1, MOST_COLUMNS)
    )

    seats = ("vertical", "horizontal")

    def start(self) -> str:
        return "/".join(["." * self.columns] * self.rows) + " v"

    def moves(self, position: str) -> list[Domino]:
        """By the upper or the left square."""
        return list(self._dominoes(position))

    def play(self, position: str, move: Domino) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        squares, mover = list(squares_of(position)), position[-1]
        for square in move:
            squares[square] = mover
        return in_rows("".join(squares), self.columns, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        return None if any(self._dominoes(position)) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        """From left to right, upside down, and both."""
        board, mover = position[:-2], position[-2:]
        across = "/".join(row[::-1] for row in board.split("/"))
        for image in (across, across[::-1], board[::-1]):
            yield image + mover

    def player(self, position: str) -> int:
        return "vh".index(position[-1])

    def stage(self, position: str) -> int:
        """How many dominoes lie on the board."""
        return (len(squares_of(position)) - position.count(".")) // 2

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        rows = "/".join([f"[.vh]{{{self.columns}}}"] * self.rows)
        if isinstance(text, str) and re.fullmatch(f"{rows} [vh]", text) and _could_be_played(text):
            return text
        raise self.unreadable(
            text,
            f"{self.rows} rows of {self.columns} of '.', 'v', 'h' with '/' between them, whole "
            "dominoes of 'v' upright and of 'h' across, then ' v' for the player to move after as "
            "many of both, or ' h' after one more of 'v'",
        )

    def format_move(self, move: Domino) -> str:
        names = square_names(self.rows, self.columns)
        return "-".join(names[square] for square in move)

    def render(self, position: str) -> str:
        return with_names(position[:-2].split("/"))

    def svg(self, position: str) -> str:
        """Both squares of a domino are clicked as one."""
        ways = {self.format_move(move): set(move) for move in self.moves(position)}
        names = square_names(self.rows, self.columns)
        shapes = {"v": "blue", "h": "red"}
        return gamesolver.grid_svg(position[:-2].split("/"), ways, shapes, names=names)

    def _dominoes(self, position: str) -> Iterator[Domino]:
        squares, is_upright = squares_of(position), position[-1] == "v"
        step = self.columns if is_upright else 1
        for square in range(len(squares) - step):
            is_in_line = is_upright or (square + 1) % self.columns != 0
            if is_in_line and squares[square] == squares[square + step] == ".":
                yield square, square + step


def _could_be_played(text: str) -> bool:
    """Whether all dominoes are whole, and as many have been put down as turns were taken."""
    rows = text[:-2].split("/")
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    upright, across = (text[:-2].count(letter) for letter in "vh")
    is_turn = upright - across == (2 if text[-1] == "h" else 0)
    return is_turn and _are_whole(columns, "v") and _are_whole(rows, "h")


def _are_whole(lines: list[str], letter: str) -> bool:
    """Whether the letter stands two by two in each line."""
    runs = [run for line in lines for run in re.findall(f"{letter}+", line)]
    return all(len(run) % 2 == 0 for run in runs)
