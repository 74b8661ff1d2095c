"""Hexapawn, slow and obvious.

A position is the rows, a space, and the player to move.
"""

from collections.abc import Iterator

import attrs

from games._boards import OTHER, grid_of, in_rows, squares_of
from gamesolver import Game, Value

AHEAD = {"w": -1, "b": 1}


@attrs.frozen
class PlainHexapawn(Game[str, tuple[int, int]]):
    """Hexapawn on any board. A move is the square that a pawn leaves and the one it goes to."""

    rows: int = 3
    columns: int = 3

    def start(self) -> str:
        rows = ["b" * self.columns, *["." * self.columns] * (self.rows - 2), "w" * self.columns]
        return f"{'/'.join(rows)} w"

    def moves(self, position: str) -> list[tuple[int, int]]:
        return list(self._steps(position))

    def play(self, position: str, move: tuple[int, int]) -> str:
        source, target = move
        mover = position[-1]
        squares = list(squares_of(position))
        squares[source], squares[target] = ".", mover
        return in_rows("".join(squares), self.columns, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        mover = position[-1]
        if OTHER[mover] in self._far_row(position, OTHER[mover]):
            return Value.LOSS
        return None if any(self._steps(position)) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        rows = position[:-2].split("/")
        yield f"{'/'.join(row[::-1] for row in rows)} {position[-1]}"

    def player(self, position: str) -> int:
        return "wb".index(position[-1])

    def format(self, position: str) -> str:
        return position

    def format_move(self, move: tuple[int, int]) -> str:
        source, target = move
        how = "x" if (source - target) % self.columns else "-"
        return how.join(grid_of(self.rows, self.columns).names[square] for square in move)

    def _steps(self, position: str) -> Iterator[tuple[int, int]]:
        squares, mover = squares_of(position), position[-1]
        for source in (square for square, pawn in enumerate(squares) if pawn == mover):
            row, column = divmod(source, self.columns)
            row += AHEAD[mover]
            for side, wanted in ((-1, OTHER[mover]), (0, "."), (1, OTHER[mover])):
                if 0 <= row < self.rows and 0 <= column + side < self.columns:
                    target = row * self.columns + column + side
                    if squares[target] == wanted:
                        yield source, target

    def _far_row(self, position: str, owner: str) -> str:
        return position[: self.columns] if owner == "w" else position[-2 - self.columns : -2]
