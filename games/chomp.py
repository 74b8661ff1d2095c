"""Chomp: a move removes a square of a bar of chocolate, with all squares below and right of it.

The square in the upper left corner is poisoned. It can be taken only if no other is left, so the
player to move loses if only this square is left. (Elsewhere it is eaten in a last move.)

    x # # #     ``x`` is poisoned; 3 rows, 4 columns; ``c2`` removes c2, d2, c1 and d1,
    # # # #     and leaves the rows (4, 2, 2)
    # # # #

A position is the tuple of the lengths of the rows that are left, and a move the number of a square.
If the transposed bar fits on the board, the two are symmetric.

The first player wins on any board of more than one square: if it is not a winning move to take only
the last square, the reply to it would be a winning first move (D. Gale, A curious Nim-type game,
*American Mathematical Monthly* 81, 1974). The argument does not show the winning move. On a square
board it is the square that touches the poisoned one at its corner. With two rows it is the last
square of the second row.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated

import attrs

from games._boards import MOST_ROWS, grid_of
from games._words import _WordedGame
from gamesolver import Value
from gamesolver.boards import Grid
from gamesolver.validators import are_whole, between

Bar = tuple[int, ...]
POISON = (1,)


@attrs.frozen
class Chomp(_WordedGame[Bar, int]):
    """Chomp on any board.

    >>> from gamesolver import nimbers, solve
    >>> solution = solve(Chomp(rows=3, columns=4))
    >>> print(solution.outcome, "by", *solution.best_moves(solution.start))
    win in 7 by 6
    >>> table = nimbers(Chomp(rows=2, columns=3))
    >>> table[3, 3], table[3, 2]
    (4, 0)
    """

    rows: Annotated[int, "rows of the bar"] = attrs.field(
        default=3, validator=between(1, MOST_ROWS)
    )
    columns: Annotated[int, "squares of each row"] = attrs.field(
        default=4, validator=between(1, MOST_ROWS)
    )

    def start(self) -> Bar:
        return (self.columns,) * self.rows

    def moves(self, position: Bar) -> list[int]:
        """Return all remaining squares except the poisoned one, row by row."""
        return [
            row * self.columns + column
            for row, size in enumerate(position)
            for column in range(size)
        ][1:]

    def play(self, position: Bar, move: int) -> Bar:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        row, column = divmod(move, self.columns)
        bitten = tuple(min(size, column) for size in position[row:]) if column else ()
        return position[:row] + bitten

    def terminal_value(self, position: Bar) -> Value | None:
        return Value.LOSS if position == POISON else None

    def symmetries(self, position: Bar) -> Iterator[Bar]:
        """Return the transposed bar if it fits on the board."""
        if position[0] <= self.rows and len(position) <= self.columns:
            yield tuple(sum(size > column for size in position) for column in range(position[0]))

    def stage(self, position: Bar) -> int:
        return -sum(position)

    def parse(self, text: str) -> Bar:
        position = super().parse(text)
        if are_whole(position) and self._is_bar(position):
            return position
        raise self.unreadable(
            text,
            f"at most {self.rows} rows of 1 to {self.columns} squares, none longer than the one "
            "above it, such as (2, 1)",
        )

    def format_move(self, move: int) -> str:
        return self._grid.names[move]

    def render(self, position: Bar) -> str:
        return "\n".join(map(" ".join, self._grid.rows_of(self._squares(position))))

    def legend(self) -> str:
        return self._grid.legend()

    def svg(self, position: Bar) -> str:
        bites = {self.format_move(square): [square] for square in self.moves(position)}
        return self._grid.picture(
            self._squares(position), bites, {"#": "dark block", "x": "red cross"}
        )

    @property
    def _grid(self) -> Grid:
        return grid_of(self.rows, self.columns)

    def _squares(self, position: Bar) -> str:
        """Return the remaining squares row by row, with the poisoned one."""
        left = [*position, *[0] * (self.rows - len(position))]
        squares = "".join("#" * size + "." * (self.columns - size) for size in left)
        return f"x{squares[1:]}"

    def _is_bar(self, position: Bar) -> bool:
        bounded = (self.columns, *position)
        return (
            len(position) <= self.rows
            and position[-1] > 0
            and all(above >= size for above, size in pairwise(bounded))
        )
