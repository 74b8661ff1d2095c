"""m,n,k games in plain Python, slow and obvious, to compare with the library's game.

A position is a pair of bit boards, the squares of the player to move and those of the other. Square
``column + m * row`` is bit ``1 << square``:

    m = 4, n = 3:    0  1  2  3
                     4  5  6  7
                     8  9 10 11

The numbers of stones determine the player to move. A line is found by shifting the bit board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from games._boards import grid_of
from games._words import _WordedGame
from gamesolver import Value
from gamesolver.boards import Grid

Boards = tuple[int, int]
CHUNK = 10  # squares that one table of a symmetry maps at a time
LOW = (1 << CHUNK) - 1


@attrs.frozen
class PlainMNK(_WordedGame[Boards, int]):
    """k in a row on m columns and n rows, of any size; the same game as :class:`games.MNK`.

    >>> from gamesolver import solve
    >>> print(solve(PlainMNK(m=3, n=3, k=2)).outcome)
    win in 3
    """

    m: int = 3
    n: int = 3
    k: int = 3

    seats = ("x", "o")
    title = "m,n,k-game"

    def start(self) -> Boards:
        return 0, 0

    def moves(self, position: Boards) -> list[int]:
        taken = position[0] | position[1]
        return [square for square in range(self.m * self.n) if not taken >> square & 1]

    def play(self, position: Boards, move: int) -> Boards:
        mine, theirs = position
        on_board = isinstance(move, int) and 0 <= move < self.m * self.n
        if not on_board or (mine | theirs) >> move & 1:
            raise self.illegal(position, move)
        return theirs, mine | 1 << move

    def terminal_value(self, position: Boards) -> Value | None:
        mine, theirs = position
        if _has_line(theirs, _steps(self.m, self.n), self.k):
            return Value.LOSS
        return Value.DRAW if mine | theirs == (1 << self.m * self.n) - 1 else None

    def symmetries(self, position: Boards) -> Iterator[Boards]:
        mine, theirs = position
        for tables in _symmetries(self.m, self.n):
            yield _moved(mine, tables), _moved(theirs, tables)

    def player(self, position: Boards) -> int:
        return 0 if position[0].bit_count() == position[1].bit_count() else 1

    def stage(self, position: Boards) -> int:
        return (position[0] | position[1]).bit_count()

    def plies_to_draw(self, position: Boards) -> int:
        """Return the number of empty squares: only a full board is drawn."""
        return self.m * self.n - self.stage(position)

    def format(self, position: Boards) -> str:
        """Return the rows of x, o and ``.``, with ``/`` between them."""
        return "/".join(self._grid.rows_of(self._squares(position)))

    def _squares(self, position: Boards) -> str:
        """Return the squares row by row, each x, o or ``.``."""
        x, o = position[self.player(position)], position[1 - self.player(position)]
        return "".join(
            "x" if x >> square & 1 else "o" if o >> square & 1 else "."
            for square in range(self.m * self.n)
        )

    def parse(self, text: str) -> Boards:
        row = f"[.xo]{{{self.m}}}"
        if isinstance(text, str) and re.fullmatch("/".join([row] * self.n), text):
            squares = text.replace("/", "")
            x, o = (
                sum(1 << square for square, piece in enumerate(squares) if piece == side)
                for side in "xo"
            )
            if x.bit_count() - o.bit_count() in (0, 1):
                position = (x, o) if x.bit_count() == o.bit_count() else (o, x)
                if self._can_have_lines(*position):
                    return position
        raise self.unreadable(
            text,
            f"{self.n} rows of {self.m} of '.', 'x', 'o' with '/' between them, "
            "as many x as o or one more, and no lines but those that the last stone can have made",
        )

    def _can_have_lines(self, mine: int, theirs: int) -> bool:
        """Return True if the other player's last stone completed all lines, if there are any."""
        steps = _steps(self.m, self.n)
        squares = [1 << square for square in range(self.m * self.n) if theirs >> square & 1]
        before = [theirs - square for square in squares] or [0]
        return not _has_line(mine, steps, self.k) and not all(
            _has_line(board, steps, self.k) for board in before
        )

    def format_move(self, move: int) -> str:
        return self._grid.names[move]

    def render(self, position: Boards) -> str:
        return self._grid.draw(self._squares(position))

    def legend(self) -> str:
        return self._grid.legend()

    def svg(self, position: Boards) -> str:
        moves = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {self.format_move(move): [move] for move in moves}
        return self._grid.picture(self._squares(position), ways)

    @property
    def _grid(self) -> Grid:
        return grid_of(self.n, self.m)


def _has_line(board: int, steps: tuple[tuple[int, int], ...], k: int) -> bool:
    """Return True if k bits in a row are set: slide the board along each direction k - 1 times."""
    for step, may_start in steps:
        line, length = board, 1
        while line and length < k:
            line &= (line & may_start) >> step
            length += 1
        if line:
            return True
    return False


@cache
def _steps(m: int, n: int) -> tuple[tuple[int, int], ...]:
    """Return for each direction the step between squares, and the squares it can lead to."""

    def squares(first_column: int, last_column: int, first_row: int) -> int:
        return sum(
            1 << column + m * row
            for row in range(first_row, n)
            for column in range(first_column, last_column)
        )

    right, down = squares(1, m, 0), squares(0, m, 1)
    falling, rising = squares(1, m, 1), squares(0, m - 1, 1)
    return (1, right), (m, down), (m + 1, falling), (m - 1, rising)


@cache
def _symmetries(m: int, n: int) -> tuple[Any, ...]:
    """Return the board's symmetries except the identity, as lookup tables by chunks of squares."""
    return tuple(_tables(symmetry) for symmetry in grid_of(n, m).symmetries[1:])


def _tables(symmetry: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    images = [1 << image for image in symmetry]
    chunks = [images[first : first + CHUNK] for first in range(0, len(images), CHUNK)]
    return tuple(
        tuple(
            sum(bit for place, bit in enumerate(chunk) if part >> place & 1)
            for part in range(1 << len(chunk))
        )
        for chunk in chunks
    )


def _moved(board: int, tables: tuple[tuple[int, ...], ...]) -> int:
    """Return the image of a bit board under a symmetry."""
    moved = 0
    for table in tables:
        moved |= table[board & LOW]
        board >>= CHUNK
    return moved
