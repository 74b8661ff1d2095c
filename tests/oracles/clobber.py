"""Clobber in plain Python, slow and obvious, to compare with the library's game.

A position is a text: the rows, a space, and the player to move.
"""

from collections.abc import Iterator

import attrs

from games._boards import (
    OTHER,
    chequered,
    grid_of,
    in_rows,
    neighbours,
    squares_of,
)
from gamesolver import Value
from tests.oracles.chequered import ChequeredGame

Capture = tuple[int, int]
"""The square that a stone leaves, and the one it goes to."""


@attrs.frozen
class PlainClobber(ChequeredGame[Capture]):
    """Clobber on a board of any size.

    >>> from gamesolver import solve
    >>> print(solve(PlainClobber(rows=2)).outcome)
    win in 5
    """

    rows: int = 3
    columns: int = 4

    def start(self) -> str:
        return chequered(self.rows, self.columns, "wb") + " w"

    def moves(self, position: str) -> list[Capture]:
        """Return the moves, ordered by source square, then by target square."""
        return list(self._captures(position))

    def play(self, position: str, move: Capture) -> str:
        source, target = move
        squares, mover = list(squares_of(position)), position[-1]
        squares[source], squares[target] = ".", mover
        return in_rows("".join(squares), self.columns, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        return None if any(self._captures(position)) else Value.LOSS

    def player(self, position: str) -> int:
        return "wb".index(position[-1])

    def stage(self, position: str) -> int:
        """Return the number of empty squares."""
        return position.count(".")

    def parse(self, text: str) -> str:
        return text

    def format_move(self, move: Capture) -> str:
        names = grid_of(self.rows, self.columns).names
        return "x".join(names[square] for square in move)

    def _captures(self, position: str) -> Iterator[Capture]:
        squares, mover = squares_of(position), position[-1]
        beside = neighbours(self.rows, self.columns)
        for source, stone in enumerate(squares):
            if stone == mover:
                for target in beside[source]:
                    if squares[target] == OTHER[mover]:
                        yield source, target
