"""Konane, slow and obvious.

A position is the rows, a space, and the player to move.
"""

from collections.abc import Iterator

import attrs

from games._boards import (
    OTHER,
    chequered,
    grid_of,
    in_rows,
    neighbours,
    rays,
    squares_of,
)
from gamesolver import Value
from gamesolver.boards import STRAIGHT
from tests.oracles.chequered import ChequeredGame

Jump = tuple[int, int | None]
"""The square that a stone leaves, and the one it goes to: ``None`` is off the board."""


@attrs.frozen
class PlainKonane(ChequeredGame[Jump]):
    """Konane on ``rows`` by ``columns`` squares."""

    rows: int = 4
    columns: int = 4

    def start(self) -> str:
        return chequered(self.rows, self.columns, "bw") + " b"

    def moves(self, position: str) -> list[Jump]:
        return list(self._moves(position))

    def play(self, position: str, move: Jump) -> str:
        source, target = move
        squares, mover = list(squares_of(position)), position[-1]
        squares[source] = "."
        if target is not None:
            step = 1 if abs(target - source) < self.columns else self.columns
            step = step if target > source else -step
            for taken in range(source + step, target, 2 * step):
                squares[taken] = "."
            squares[target] = mover
        return in_rows("".join(squares), self.columns, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        return None if any(self._moves(position)) else Value.LOSS

    def player(self, position: str) -> int:
        return "bw".index(position[-1])

    def format_move(self, move: Jump) -> str:
        names, (source, target) = grid_of(self.rows, self.columns).names, move
        return f"{names[source]} off" if target is None else f"{names[source]}-{names[target]}"

    def _moves(self, position: str) -> Iterator[Jump]:
        holes = position.count(".")
        if holes >= 2:
            return self._jumps(position)
        return self._removals(position, holes)

    def _removals(self, position: str, holes: int) -> Iterator[Jump]:
        """Yield Black's first move on the full board, or White's first move next to the hole."""
        squares, near = squares_of(position), neighbours(self.rows, self.columns)
        allowed = near[squares.index(".")] if holes else self._openings
        for square, stone in enumerate(squares):
            if stone == position[-1] and square in allowed:
                yield square, None

    def _jumps(self, position: str) -> Iterator[Jump]:
        squares, mover = squares_of(position), position[-1]
        for source, ways in enumerate(rays(self.rows, self.columns, STRAIGHT)):
            if squares[source] == mover:
                for ray in ways:
                    for over, behind in zip(ray[::2], ray[1::2], strict=False):
                        if squares[over] != OTHER[mover] or squares[behind] != ".":
                            break
                        yield source, behind

    @property
    def _openings(self) -> list[int]:
        """Corner squares and middle squares."""
        rows, columns = self.rows, self.columns
        corners = {(row, column) for row in (0, rows - 1) for column in (0, columns - 1)}
        middle = {
            (row, column)
            for row in ((rows - 1) // 2, rows // 2)
            for column in ((columns - 1) // 2, columns // 2)
        }
        return [row * columns + column for row, column in corners | middle]
