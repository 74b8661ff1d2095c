"""Dodgem: drive your cars off the far side, and never shut the other player in.

On a square board each player has one car fewer than there are columns. The cars
of x start in the last row and drive up, those of o start in the first column and
drive right; x begins. A move takes one of one's own cars one square forward or to either
side of its way, never back, onto an empty square; only straight forward a car may
leave the board. A move is called by its squares, *b1-b2*, or *b3 off*.

    o . .
    o . .     x drives up and leaves over the first row,
    . x x     o drives right and leaves over the last column

A player who has no legal move *wins*: he has no car left, or was shut in. (So
the last car to leave is the last move but one: then the other player moves, and
play ends.) C. Vout invented the game, *Winning Ways* made it known.

A position is a text: the rows, a space, and the player to move. (One could fold the
board with its mirror image, cars and turn exchanged. Some of these images are never
seen in play, though, and published counts are of positions that are.)

Values: the article on Dodgem in Wikipedia. Counts have been computed for this
project only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import attrs

from games._boards import MOST_COLUMNS, grid_of, in_rows, squares_of
from games._words import _WordedGame
from gamesolver import Value
from gamesolver.boards import Grid
from gamesolver.validators import between

Drive = tuple[int, int | None]
"""The square a car leaves, and the one it goes to: ``None`` is off the board."""

OTHER = {"x": "o", "o": "x"}
FORWARD = {"x": (-1, 0), "o": (0, 1)}


@attrs.frozen
class Dodgem(_WordedGame[str, Drive]):
    """Dodgem on ``size`` by ``size`` squares.

    >>> from gamesolver import solve
    >>> print(solve(Dodgem()).outcome)
    win in 20
    """

    size: Annotated[int, "squares a side"] = attrs.field(
        default=3, validator=between(2, MOST_COLUMNS)
    )

    seats = ("x", "o")

    def start(self) -> str:
        row = "o" + "." * (self.size - 1)
        return "/".join([row] * (self.size - 1) + ["." + "x" * (self.size - 1)]) + " x"

    def moves(self, position: str) -> list[Drive]:
        """By the square a car leaves; forward first, then to the left and the right of its way."""
        return list(self._drives(position))

    def play(self, position: str, move: Drive) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        source, target = move
        squares, mover = list(squares_of(position)), position[-1]
        squares[source] = "."
        if target is not None:
            squares[target] = mover
        return in_rows("".join(squares), self.size, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        """A player without a legal move has won: all the cars are off, or were shut in."""
        return None if any(self._drives(position)) else Value.WIN

    def player(self, position: str) -> int:
        return "xo".index(position[-1])

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        rows = "/".join([f"[.xo]{{{self.size}}}"] * self.size)
        is_text = isinstance(text, str) and re.fullmatch(f"{rows} [xo]", text)
        if is_text and max(text[:-2].count("x"), text[:-2].count("o")) < self.size:
            return text
        raise self.unreadable(
            text,
            f"{self.size} rows of {self.size} of '.', 'x', 'o' with '/' between them, at most "
            f"{self.size - 1} of each letter, then ' x' or ' o' for the player to move",
        )

    def format_move(self, move: Drive) -> str:
        source, target = move
        names = self._grid.names
        return f"{names[source]}{' off' if target is None else f'-{names[target]}'}"

    def short_texts(self, move: Drive) -> tuple[str]:
        source, target = move
        return (f"{source}>{'' if target is None else target}",)

    def render(self, position: str) -> str:
        return self._grid.draw(squares_of(position))

    def legend(self) -> str:
        return self._grid.legend()

    def svg(self, position: str) -> str:
        """Each drive is an arrow; one off the board is the square that is left."""
        drives = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {self.format_move(each): [end for end in each if end is not None] for each in drives}
        return self._grid.picture(squares_of(position), ways)

    @property
    def _grid(self) -> Grid:
        return grid_of(self.size, self.size)

    def _drives(self, position: str) -> Iterator[Drive]:
        squares, mover = squares_of(position), position[-1]
        down, right = FORWARD[mover]
        for source in (square for square, car in enumerate(squares) if car == mover):
            row, column = divmod(source, self.size)
            ahead = (row + down, column + right)
            for each in (ahead, (row - right, column + down), (row + right, column - down)):
                target = each[0] * self.size + each[1]
                if not self._is_on_board(*each):
                    if each == ahead:
                        yield source, None
                elif squares[target] == ".":
                    yield source, target

    def _is_on_board(self, row: int, column: int) -> bool:
        return 0 <= row < self.size and 0 <= column < self.size
