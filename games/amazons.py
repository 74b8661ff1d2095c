"""Amazons: each turn removes a square, and a player who cannot move loses.

White moves first. In a turn a player moves an amazon as a queen moves in chess, over any number of
empty squares, straight or diagonally. Then that amazon shoots an arrow from its new square, over
any number of empty squares in the same directions. The square where the arrow lands is removed: no
amazon and no arrow enters or crosses it again. Nothing is captured. A player who cannot move an
amazon loses.

    3 b . w
    2 . # .      white has moved from c1 to c3, and shot at b2
    1 . . .
      a b c

Here the two halves of a turn are two moves, c1-c3 and xb2, so that each is one click. Outcomes
count both. A shot is always possible, because the square that the amazon has left is empty.

``board`` is the board at the start, row by row: ``w`` and ``b`` are amazons, and ``#`` is a square
that is gone. A position is a board, a space, the player to move, and then the square of an amazon
that has to shoot. Squares never come back, so there are no cycles. Rotations and mirror images of
the board are symmetries. (The colours are not exchanged, because the number of squares that are
gone determines the player to move.)

W. Zamkauskas invented the game in 1988. The usual board has ten by ten squares and four amazons
each. On five by five squares the first player wins (M. Müller, 2001). The winner is also known on
some larger boards, which are too large here (J. Song and M. Müller, "An Enhanced Solver for the
Game of Amazons", 2014). The figures of small boards have been computed for this project only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, grid_of, in_rows, rays
from gamesolver import Game, Value
from gamesolver.boards import ALL_DIRECTIONS, Grid
from gamesolver.validators import refused

EMPTY, GONE, NOBODY = ".", "#", -1
OTHER = {"w": "b", "b": "w"}
SHAPES = {"w": "light queen", "b": "dark queen", GONE: "red block"}

Walk = tuple[int, int]
"""The square that an amazon leaves and the one it enters, or the square where a shot lands."""


class Position(NamedTuple):
    """The squares row by row, the player to move, and the amazon that has to shoot, or -1."""

    squares: str
    mover: str
    shooter: int = NOBODY


def is_board(game: Any, field: Any, board: Any) -> None:
    """Accept rows of one length, which letters can name, with an amazon of each player."""
    rows = board.split("/") if isinstance(board, str) else [""]
    is_even = len({*map(len, rows)}) == 1 and len(rows[0]) <= MOST_COLUMNS
    is_even = is_even and len(rows) <= MOST_ROWS
    if not is_even or not {"w", "b"} <= {*"".join(rows)} <= {*"wb.#"}:
        expected = (
            f"up to {MOST_ROWS} rows of one length, up to {MOST_COLUMNS}, with '/' between them, "
            "of 'w', 'b', '.' and '#', one 'w' and one 'b' at least"
        )
        raise refused(game, field, board, expected)


@attrs.frozen
class Amazons(Game[Position, Walk | int]):
    """Amazons on any ``board``.

    >>> from gamesolver import solve
    >>> print(solve(Amazons()).outcome, solve(Amazons("w../b..")).outcome, sep="; ")
    win in 14; win in 6
    """

    board: Annotated[str, "rows of amazons 'w' and 'b', '.', and squares that are gone '#'"] = (
        attrs.field(default="b../.../..w", validator=is_board)
    )

    seats = ("white", "black")

    def start(self) -> Position:
        return Position(self.board.replace("/", ""), "w")

    def moves(self, position: Position) -> list[Walk | int]:
        """Return the moves of each amazon by direction and distance, or the shots."""
        squares = position.squares
        if position.shooter != NOBODY:
            return [*self._free_from(position.shooter, squares)]
        amazons = [square for square, piece in enumerate(squares) if piece == position.mover]
        return [
            (source, target) for source in amazons for target in self._free_from(source, squares)
        ]

    def play(self, position: Position, move: Walk | int) -> Position:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        squares = list(position.squares)
        if isinstance(move, int):
            squares[move] = GONE
            return Position("".join(squares), OTHER[position.mover])
        source, target = move
        squares[source], squares[target] = EMPTY, position.mover
        return Position("".join(squares), position.mover, target)

    def terminal_value(self, position: Position) -> Value | None:
        """Return a loss if all amazons of the player to move are blocked."""
        return None if self.moves(position) else Value.LOSS

    def symmetries(self, position: Position) -> Iterator[Position]:
        images = map("".join, self._grid.images(position.squares))
        for symmetry, squares in zip(self._grid.symmetries[1:], images, strict=True):
            shooter = NOBODY if position.shooter == NOBODY else symmetry[position.shooter]
            yield Position(squares, position.mover, shooter)

    def player(self, position: Position) -> int:
        return "wb".index(position.mover)

    def stage(self, position: Position) -> int:
        """Return the number of squares that are gone."""
        return position.squares.count(GONE)

    def format(self, position: Position) -> str:
        shooter = "" if position.shooter == NOBODY else f" {self._names[position.shooter]}"
        return f"{in_rows(position.squares, self._width, position.mover)}{shooter}"

    def parse(self, text: str) -> Position:
        rows = "/".join([f"[.wb#]{{{self._width}}}"] * self._height)
        form = rf"({rows}) ([wb])(?: ({'|'.join(self._names)}))?"
        if isinstance(text, str) and (found := re.fullmatch(form, text)):
            squares, mover, name = found[1].replace("/", ""), found[2], found[3]
            shooter = self._names.index(name) if name else NOBODY
            may_shoot = not name or self._may_shoot(shooter, squares, mover)
            if self._has_all(squares) and self._is_turn(squares, mover) and may_shoot:
                return Position(squares, mover, shooter)
        raise self.unreadable(
            text,
            f"{self._height} rows of {self._width} of '.', 'w', 'b', '#' with '/' between them, as "
            "many of each letter as at the start and '#' wherever it was, ' w' for the player to "
            "move after an even number of shots, ' b' after an odd one, and then the square of an "
            "amazon that has moved and has to shoot, such as ' a1'",
        )

    def format_move(self, move: Walk | int) -> str:
        """Return the squares as in chess, with an x before the square of a shot."""
        if isinstance(move, int):
            return f"x{self._names[move]}"
        return "-".join(self._names[end] for end in move)

    def render(self, position: Position) -> str:
        return self._grid.draw(position.squares)

    def svg(self, position: Position) -> str:
        """Return an arrow for the move of an amazon, and a square to click for a shot."""
        ways = {
            self.format_move(move): [move] if isinstance(move, int) else move
            for move in self.moves(position)
        }
        return self._grid.picture(position.squares, ways, SHAPES, look="chequered")

    @property
    def _width(self) -> int:
        return len(self.board.split("/")[0])

    @property
    def _height(self) -> int:
        return self.board.count("/") + 1

    @property
    def _grid(self) -> Grid:
        return grid_of(self._height, self._width)

    @property
    def _names(self) -> tuple[str, ...]:
        return self._grid.names

    def _free_from(self, source: int, squares: str) -> Iterator[int]:
        """Return the squares that an amazon on this square can move to or shoot at."""
        for ray in rays(self._height, self._width, ALL_DIRECTIONS)[source]:
            for target in ray:
                if squares[target] != EMPTY:
                    break
                yield target

    def _has_all(self, squares: str) -> bool:
        """Return True if there are as many amazons as at the start, and what was gone is gone."""
        first = self.start().squares
        were_gone = [square for square, piece in enumerate(first) if piece == GONE]
        return all(squares.count(amazon) == first.count(amazon) for amazon in "wb") and any(
            all(squares[symmetry[square]] == GONE for square in were_gone)
            for symmetry in self._grid.symmetries
        )

    def _is_turn(self, squares: str, mover: str) -> bool:
        """Return True if as many squares are gone since the start as turns were taken."""
        return mover == "wb"[(squares.count(GONE) - self.board.count(GONE)) % 2]

    def _may_shoot(self, shooter: int, squares: str, mover: str) -> bool:
        return squares[shooter] == mover and any(True for _ in self._free_from(shooter, squares))
