"""Quixo in plain Python, the reference for the compiled rules.

A position is the rows of the board, the top one first, each a text of ``m`` (a cube of the player
to move), ``w`` (of the other player) and ``.`` (blank). A row or a column is a text. To push a cube
in, the game removes one letter and adds one at an end.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Annotated, Any, ClassVar

import attrs

from games._boards import MOST_COLUMNS, grid_of
from games._words import _WordedGame
from gamesolver import Value
from gamesolver.boards import Grid
from gamesolver.validators import Check, between

Rows = tuple[str, ...]
Move = tuple[int, int]
"""The square from which a cube is taken, and the square where it is pushed back in."""

BLANK, MOVER, WAITING = ".mw"
SEEN_BY_THE_OTHER = str.maketrans("mw", "wm")
OWNERS = str.maketrans("mw", "xo"), str.maketrans("mw", "ox")
"""Owners of the cubes by the player to move; x is the first player."""
BY_TURN = str.maketrans("xo", "mw"), str.maketrans("ox", "mw")
"""Inverse of ``OWNERS``."""


def _fits(game: Any, field: Any, value: Any) -> None:
    game.limits(game, field, value)


@attrs.frozen(repr=False, eq=False)
class QuixoParameters:
    """Parameters of Quixo, compiled or plain."""

    size: Annotated[int, "cubes a side"] = attrs.field(default=5, validator=_fits)

    seats = ("x", "o")

    limits: ClassVar[Check] = staticmethod(between(2, MOST_COLUMNS))
    """Limits of the size, which are narrower in compiled rules."""


@attrs.frozen
class PlainQuixo(QuixoParameters, _WordedGame[Rows, Move]):
    """Quixo on ``size`` by ``size`` cubes; the same game as :class:`games.Quixo`.

    >>> game = PlainQuixo(size=3)
    >>> game.play(game.parse("m.w/.../..."), (1, 2))
    ('wmw', '...', '...')
    """

    title = "Quixo"

    def start(self) -> Rows:
        return (BLANK * self.size,) * self.size

    def moves(self, position: Rows) -> list[Move]:
        """Return the moves by the square taken from, then by the square pushed in at."""
        return [
            (taken, entry)
            for taken in range(self.size**2)
            if position[taken // self.size][taken % self.size] != WAITING
            for entry in _entries(self.size)[taken]
        ]

    def play(self, position: Rows, move: Move) -> Rows:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        (row, column), (entry_row, entry_column) = (divmod(square, self.size) for square in move)
        if row == entry_row:
            pushed = _pushed(position, row, column, at_start=entry_column == 0)
        else:
            pushed = _turned(_pushed(_turned(position), column, row, at_start=entry_row == 0))
        return tuple([row.translate(SEEN_BY_THE_OTHER) for row in pushed])

    def terminal_value(self, position: Rows) -> Value | None:
        """Return a win if the player to move has a line, else a loss if the other player has."""
        if self._has_line(position, MOVER):
            return Value.WIN
        return Value.LOSS if self._has_line(position, WAITING) else None

    def format(self, position: Rows) -> str:
        """Return the rows of m (to move), w (waiting) and ``.``, with ``/`` between them."""
        return "/".join(position)

    def format_for(self, position: Rows, seat: int) -> str:
        """Return the rows of x (first player), o and ``.``, then a space and the player to move."""
        return f"{self.format(position).translate(OWNERS[seat])} {'xo'[seat]}"

    def parse(self, text: str) -> Rows:
        rows = "/".join([f"[.mw]{{{self.size}}}"] * self.size)
        known = rows.replace("mw", "xo")
        if isinstance(text, str) and re.fullmatch(f"{rows}|{known} [xo]", text):
            places, _, mover = text.partition(" ")
            return tuple(places.translate(BY_TURN["xo".index(mover or "x")]).split("/"))
        raise self.unreadable(
            text,
            f"{self.size} rows of {self.size} of '.', 'm' (to move), 'w' (waiting) "
            "with '/' between them; or of '.', 'x', 'o' with ' x' or ' o' for the player to move "
            "at the end",
        )

    def format_move(self, move: Move) -> str:
        taken, entry = (self._grid.names[square] for square in move)
        return f"{taken} to {entry}"

    def short_texts(self, move: Move) -> tuple[str]:
        return (f"{move[0]}>{move[1]}",)

    def render(self, position: Rows) -> str:
        return self._grid.draw("".join(position))

    def legend(self) -> str:
        return self._grid.legend()

    def render_for(self, position: Rows, seat: int) -> str:
        """Return the board, with x for the cubes of the first player."""
        return self._grid.draw("".join(position).translate(OWNERS[seat]))

    def svg(self, position: Rows) -> str:
        return self.svg_for(position, 0)

    def svg_for(self, position: Rows, seat: int) -> str:
        """Return a picture with short arrows from each cube to where it may be pushed in."""
        pushes = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {self.format_move(push): self._way(*push) for push in pushes}
        return self._grid.picture("".join(position).translate(OWNERS[seat]), ways)

    @property
    def _grid(self) -> Grid:
        return grid_of(self.size, self.size)

    def _way(self, taken: int, entry: int) -> Move:
        """Return the square that is left, and its neighbour in the direction of the entry."""
        step = 1 if taken // self.size == entry // self.size else self.size
        return taken, taken + (step if entry > taken else -step)

    def _has_line(self, position: Rows, owner: str) -> bool:
        squares = "".join(position)
        falling, rising = squares[:: self.size + 1], squares[self.size - 1 : -1 : self.size - 1]
        return owner * self.size in (*position, *_turned(position), falling, rising)


@cache
def _entries(size: int) -> list[list[int]]:
    """Return for each square where its cube may be pushed in: nowhere if it is not on the edge."""
    entries, last = [], size - 1
    for row, column in product(range(size), repeat=2):
        ends = {(row, 0), (row, last), (0, column), (last, column)}
        others = sorted(ends - {(row, column)}) if (row, column) in ends else []
        entries.append([end_row * size + end_column for end_row, end_column in others])
    return entries


def _turned(rows: Rows) -> Rows:
    """Return the columns as rows."""
    return tuple(["".join(column) for column in zip(*rows, strict=True)])


def _pushed(rows: Rows, row: int, column: int, *, at_start: bool) -> Rows:
    """Return the rows after a cube of one row is pushed in at its start or end."""
    others = rows[row][:column] + rows[row][column + 1 :]
    changed = MOVER + others if at_start else others + MOVER
    return (*rows[:row], changed, *rows[row + 1 :])
