"""Connect Four in plain Python: the rules that the compiled ones are held against.

A position is the rows of the board, the top one first, each a text of ``x``,
``o`` and ``.``. Stones are counted to see whose turn it is, and every line of
the board is written out to look for four in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated

import attrs

from games.checks import whole, yes_or_no
from gamesolver import Game, Value

Rows = tuple[str, ...]
EMPTY = "."


@attrs.frozen
class PlainConnectFour(Game[Rows, int]):
    """``line`` in a row on ``width`` columns; the same game as :class:`games.ConnectFour`.

    >>> game = PlainConnectFour(width=3, height=2, line=3)
    >>> game.play(game.parse("o../x.."), 1)
    ('o..', 'xx.')
    """

    width: Annotated[int, "columns"] = attrs.field(default=7, validator=whole(1))
    height: Annotated[int, "rows"] = attrs.field(default=6, validator=whole(1))
    line: Annotated[int, "how many in a row win"] = attrs.field(default=4, validator=whole(1))
    fall: Annotated[bool, "stones fall; else they go anywhere"] = attrs.field(
        default=True, validator=yes_or_no
    )

    seats = ("x", "o")

    def start(self) -> Rows:
        return (EMPTY * self.width,) * self.height

    def moves(self, position: Rows) -> list[int]:
        squares = position[0] if self.fall else "".join(position)
        return [place for place, piece in enumerate(squares) if piece == EMPTY]

    def play(self, position: Rows, move: int) -> Rows:
        if not isinstance(move, int) or move not in self.moves(position):
            raise self.illegal(position, move)
        row, column = divmod(self._landing(position, move), self.width)
        changed = position[row][:column] + self._mover(position) + position[row][column + 1 :]
        return (*position[:row], changed, *position[row + 1 :])

    def terminal_value(self, position: Rows) -> Value | None:
        """Lost if the player who has just moved has a line."""
        waiting = self.seats[1 - self.player(position)]
        if any(_longest(line, waiting) >= self.line for line in _lines(position)):
            return Value.LOSS
        return None if any(EMPTY in row for row in position) else Value.DRAW

    def symmetries(self, position: Rows) -> Iterator[Rows]:
        """The mirror image; where stones do not fall, every symmetry of the board."""
        yield _mirrored(position)
        if self.fall:
            return
        boards = [position]
        if self.width == self.height:
            boards.append(tuple(_columns(position)))
        for board in boards:
            yield from (board, _mirrored(board), board[::-1], _mirrored(board[::-1]))

    def player(self, position: Rows) -> int:
        return self.stage(position) % 2

    def stage(self, position: Rows) -> int:
        """The number of stones."""
        return sum(len(row) - row.count(EMPTY) for row in position)

    def format(self, position: Rows) -> str:
        """The rows of x, o and ``.`` from the top, with ``/`` between them."""
        return "/".join(position)

    def parse(self, text: str) -> Rows:
        if isinstance(text, str) and self.is_board(tuple(text.split("/"))):
            return tuple(text.split("/"))
        floating = ", none above an empty square" if self.fall else ""
        raise self.unreadable(
            text,
            f"{self.height} rows of {self.width} of '.', 'x', 'o' with '/' between them, "
            f"the top row first, as many x as o or one more{floating}",
        )

    def is_board(self, rows: Rows) -> bool:
        """Whether these rows can be a position."""
        squares = "".join(rows)
        if [len(row) for row in rows] != [self.width] * self.height or set(squares) - set(".xo"):
            return False
        stones_rest = all(re.fullmatch("[.]*[xo]*", column) for column in _columns(rows))
        in_turn = squares.count("x") - squares.count("o") in (0, 1)
        return in_turn and (stones_rest or not self.fall)

    def render(self, position: Rows) -> str:
        return "\n".join(" ".join(row) for row in position)

    def svg(self, position: Rows) -> str:
        from gamesolver import grid_svg  # pictures: loaded when somebody looks

        """Each move is the square that the stone comes to lie on."""
        moves = [] if self.terminal_value(position) is not None else self.moves(position)
        goals = {str(move): [self._landing(position, move)] for move in moves}
        return grid_svg(position, goals)

    def _landing(self, position: Rows, move: int) -> int:
        """The square, counted row by row, that a stone comes to lie on."""
        row, column = divmod(move, self.width)
        if self.fall:
            row = max(row for row in range(self.height) if position[row][column] == EMPTY)
        return row * self.width + column

    def _mover(self, position: Rows) -> str:
        return self.seats[self.player(position)]


def _mirrored(rows: Rows) -> Rows:
    return tuple(row[::-1] for row in rows)


def _columns(rows: Iterable[str]) -> list[str]:
    return ["".join(column) for column in zip(*rows, strict=True)]


def _lines(rows: Rows) -> list[str]:
    """All rows, columns and diagonals; each row moved on by one more makes a diagonal a column."""
    height = len(rows)
    falling = [" " * place + row + " " * (height - place) for place, row in enumerate(rows)]
    rising = [" " * place + row + " " * (height - place) for place, row in enumerate(rows[::-1])]
    return [*rows, *_columns(rows), *_columns(falling), *_columns(rising)]


def _longest(line: str, piece: str) -> int:
    """How many of a piece stand side by side, at most."""
    runs = re.findall(f"{piece}+", line)
    return max(map(len, runs), default=0)
