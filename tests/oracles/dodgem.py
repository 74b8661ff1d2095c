"""Dodgem, slow and obvious.

A position is the rows, a space, and the player to move.
"""

from collections.abc import Iterator

import attrs

from games._boards import grid_of, in_rows, squares_of
from gamesolver import Game, Value

Drive = tuple[int, int | None]
"""The square a car leaves, and the one it goes to: ``None`` is off the board."""

OTHER = {"x": "o", "o": "x"}
FORWARD = {"x": (-1, 0), "o": (0, 1)}


@attrs.frozen
class PlainDodgem(Game[str, Drive]):
    """Dodgem on ``size`` by ``size`` squares."""

    size: int = 3

    def start(self) -> str:
        row = "o" + "." * (self.size - 1)
        return "/".join([row] * (self.size - 1) + ["." + "x" * (self.size - 1)]) + " x"

    def moves(self, position: str) -> list[Drive]:
        return list(self._drives(position))

    def play(self, position: str, move: Drive) -> str:
        source, target = move
        squares, mover = list(squares_of(position)), position[-1]
        squares[source] = "."
        if target is not None:
            squares[target] = mover
        return in_rows("".join(squares), self.size, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        """Return a win if the player cannot move: all cars are off the board, or blocked."""
        return None if any(self._drives(position)) else Value.WIN

    def player(self, position: str) -> int:
        return "xo".index(position[-1])

    def parse(self, text: str) -> str:
        return text

    def format(self, position: str) -> str:
        return position

    def format_move(self, move: Drive) -> str:
        source, target = move
        names = grid_of(self.size, self.size).names
        return f"{names[source]}{' off' if target is None else f'-{names[target]}'}"

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
