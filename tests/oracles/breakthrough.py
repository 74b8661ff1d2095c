"""Breakthrough, slow and obvious.

A position is the rows, a space, and the player to move.
"""

from collections.abc import Iterator

import attrs

from games._boards import OTHER, grid_of, in_rows, squares_of
from gamesolver import Game, Value

AHEAD = {"w": -1, "b": 1}
Step = tuple[int, str, int]
"""The square a pawn leaves, ``-``, or ``x`` if it takes one, and the square it goes to."""


@attrs.frozen
class PlainBreakthrough(Game[str, Step]):
    """Breakthrough on a board of any size."""

    rows: int = 5
    columns: int = 2
    ranks: int = 2

    def start(self) -> str:
        ranks = ["b" * self.columns] * self.ranks
        ranks += ["." * self.columns] * (self.rows - 2 * self.ranks)
        return f"{'/'.join(ranks + ['w' * self.columns] * self.ranks)} w"

    def moves(self, position: str) -> list[Step]:
        return list(self._steps(position))

    def play(self, position: str, move: Step) -> str:
        source, _, target = move
        mover = position[-1]
        squares = list(squares_of(position))
        squares[source], squares[target] = ".", mover
        return in_rows("".join(squares), self.columns, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        """Return a loss if the last move crossed the board or took the last pawn."""
        mover = position[-1]
        if self._has_won(position, OTHER[mover]):
            return Value.LOSS
        return Value.WIN if self._has_won(position, mover) else None  # a win is never seen in play

    def symmetries(self, position: str) -> Iterator[str]:
        rows = position[:-2].split("/")
        yield f"{'/'.join(row[::-1] for row in rows)} {position[-1]}"

    def player(self, position: str) -> int:
        return "wb".index(position[-1])

    def format(self, position: str) -> str:
        return position

    def format_move(self, move: Step) -> str:
        names = grid_of(self.rows, self.columns).names
        return f"{names[move[0]]}{move[1]}{names[move[2]]}"

    def _steps(self, position: str) -> Iterator[Step]:
        squares, mover = squares_of(position), position[-1]
        for source in (square for square, pawn in enumerate(squares) if pawn == mover):
            row, column = divmod(source, self.columns)
            row += AHEAD[mover]
            for side in (-1, 0, 1):
                if 0 <= row < self.rows and 0 <= column + side < self.columns:
                    target = row * self.columns + column + side
                    if squares[target] == ".":
                        yield source, "-", target
                    elif side and squares[target] == OTHER[mover]:
                        yield source, "x", target

    def _has_won(self, position: str, owner: str) -> bool:
        far = position[: self.columns] if owner == "w" else position[-2 - self.columns : -2]
        return owner in far or OTHER[owner] not in position[:-2]
