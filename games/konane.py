"""Konane, or Hawaiian checkers: jump over the other player's stones; whoever cannot has lost.

Black and white stones fill a board as the squares of a chessboard are coloured, with a black one in
the upper left corner. Black begins by taking off a black stone in a corner or in the middle, then
White takes off a white one next to the hole. From then on a move jumps with a stone of one's own
over one of the other player's, up, down or to a side, onto the empty square behind it, and takes it
off; it may go on to jump in the same direction. Whoever cannot jump loses.

    4 b w b w      Black has taken off the stone on b3, White the one on c3:
    3 w . . b      now b1 can jump over b2, to b3
    2 b w b w
    1 w b w b
      a b c d

The middle of a board is one square, two or four. Stones keep to squares of their colour, and each
move takes some off, so play ends. A move is called ``remove b3`` or ``b1-b3``: a jump by where it
begins and where it ends.

A position is a text: the rows, a space, and the player to move. Symmetries are those turns and
mirror images of the board that bring the start back.

Rules: the article on Konane in Wikipedia. That White wins on four by four squares, with the first
two holes in a corner or in the middle: P. Norvig, "Mel's Konane Board" (2021), norvig/pytudes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated

import attrs

from games._boards import (
    MOST_COLUMNS,
    MOST_ROWS,
    _ChequeredGame,
    chequered,
    grid_of,
    in_rows,
    neighbours,
    rays,
    squares_of,
)
from games.hexapawn import OTHER
from gamesolver import Value
from gamesolver.boards import STRAIGHT
from gamesolver.validators import between

Jump = tuple[int, int | None]
"""The square that a stone leaves, and the one it goes to: ``None`` is off the board."""


@attrs.frozen
class Konane(_ChequeredGame[Jump]):
    """Konane on ``rows`` by ``columns`` squares.

    >>> from gamesolver import solve
    >>> print(solve(Konane()).outcome)
    loss in 6
    """

    rows: Annotated[int, "rows of squares"] = attrs.field(
        default=4, validator=between(1, MOST_ROWS)
    )
    columns: Annotated[int, "columns of squares"] = attrs.field(
        default=4, validator=between(2, MOST_COLUMNS)
    )

    seats = ("black", "white")

    def start(self) -> str:
        return chequered(self.rows, self.columns, "bw") + " b"

    def moves(self, position: str) -> list[Jump]:
        """By the square that a stone leaves; then shorter jumps before longer ones."""
        return list(self._moves(position))

    def play(self, position: str, move: Jump) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        source, target = move
        squares, mover = list(squares_of(position)), position[-1]
        squares[source] = "."
        if target is not None:
            step = _step(source, target, self.columns)
            for taken in range(source + step, target, 2 * step):
                squares[taken] = "."
            squares[target] = mover
        return in_rows("".join(squares), self.columns, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        return None if any(self._moves(position)) else Value.LOSS

    def player(self, position: str) -> int:
        return "bw".index(position[-1])

    def parse(self, text: str) -> str:
        rows = "/".join([f"[.wb]{{{self.columns}}}"] * self.rows)
        is_text = isinstance(text, str) and re.fullmatch(f"{rows} [wb]", text)
        if is_text and self._keep_colours(text) and self._is_opened(text):
            return text
        raise self.unreadable(
            text,
            f"{self.rows} rows of {self.columns} of '.', 'w', 'b' with '/' between them, each "
            f"letter only where {self.start()[:-2]} has it, then ' w' or ' b' for the player to "
            "move, which is ' b' while no stone is off, and ' w' when one is, in a corner or in "
            "the middle, and ' b' when one beside it is off too; of more that are off two or more "
            "are 'w', and two or more 'b' where ' b' moves",
        )

    def format_move(self, move: Jump) -> str:
        names, (source, target) = grid_of(self.rows, self.columns).names, move
        return f"remove {names[source]}" if target is None else f"{names[source]}-{names[target]}"

    def svg(self, position: str) -> str:
        """A jump is an arrow; a stone that may be taken off is clicked."""
        moves = self.moves(position)
        ways = {self.format_move(move): [at for at in move if at is not None] for move in moves}
        grid, shapes = grid_of(self.rows, self.columns), {"w": "light", "b": "dark"}
        return grid.picture(squares_of(position), ways, shapes)

    def _moves(self, position: str) -> Iterator[Jump]:
        holes = position.count(".")
        if holes >= 2:
            return self._jumps(position)
        return self._removals(position, holes)

    def _removals(self, position: str, holes: int) -> Iterator[Jump]:
        """Black's first move, while there is no hole, or White's beside the hole."""
        squares, near = squares_of(position), neighbours(self.rows, self.columns)
        allowed = near[squares.index(".")] if holes else self._openings
        for square, stone in enumerate(squares):
            if stone == position[-1] and square in allowed:
                yield square, None

    def _jumps(self, position: str) -> Iterator[Jump]:
        squares, mover = squares_of(position), position[-1]
        ways = _jumps_from(self.rows, self.columns)
        for source, stone in enumerate(squares):
            if stone == mover:
                for way in ways[source]:
                    for over, behind in way:
                        if squares[over] != OTHER[mover] or squares[behind] != ".":
                            break
                        yield source, behind

    @property
    def _openings(self) -> list[int]:
        """The squares in corners, and those in the middle."""
        rows, columns = self.rows, self.columns
        corners = {(row, column) for row in (0, rows - 1) for column in (0, columns - 1)}
        middle = {
            (row, column)
            for row in ((rows - 1) // 2, rows // 2)
            for column in ((columns - 1) // 2, columns // 2)
        }
        return [row * columns + column for row, column in corners | middle]

    def _keep_colours(self, text: str) -> bool:
        """Return True if all stones stand on squares of their own colour."""
        both = zip(text[:-2], self.start()[:-2], strict=True)
        return all(here in (".", first) for here, first in both)

    def _is_opened(self, text: str) -> bool:
        """Return True if the first two stones came off legally; later holes may be anywhere."""
        start, black, white = self.start(), *self._missing(text)
        if self.stage(text) > 2:
            return white > 1 and black > (text[-1] == "b")
        first = [self.play(start, move) for move in self.moves(start)]
        return text in [
            start,
            *first,
            *(self.play(each, move) for each in first for move in self.moves(each)),
        ]

    def _missing(self, text: str) -> list[int]:
        """Return the numbers of stones of Black and of White that are off the board."""
        return [self.start().count(letter, 0, -2) - text.count(letter, 0, -2) for letter in "bw"]


def _step(source: int, target: int, columns: int) -> int:
    """From a square of a jump to the next one."""
    step = 1 if abs(target - source) < columns else columns
    return step if target > source else -step


@cache
def _jumps_from(rows: int, columns: int) -> list[list[list[tuple[int, int]]]]:
    """For each square, in each direction, the squares jumped over and those behind, in order."""
    return [
        [list(zip(ray[::2], ray[1::2], strict=False)) for ray in each]
        for each in rays(rows, columns, STRAIGHT)
    ]
