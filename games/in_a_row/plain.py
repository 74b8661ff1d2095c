"""Connect Four in plain Python, the reference for the compiled rules.

A position is the rows of the board, the top one first, each a text of ``x``, ``o`` and ``.``. Red
stones are ``x``, and yellow ones ``o``. The number of stones determines the player to move. Every
line of the board is listed to look for four in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Annotated

import attrs

from games._boards import MOST_ROWS, grid_of
from games._words import _WordedGame, letters
from gamesolver import Outcome, Value
from gamesolver.boards import Grid
from gamesolver.validators import between, yes_or_no

Rows = tuple[str, ...]
EMPTY, STONES = ".", "xo"


@attrs.frozen(repr=False, eq=False)
class ConnectFourParameters:
    """Parameters of Connect Four, compiled or plain."""

    width: Annotated[int, "columns"] = attrs.field(default=7, validator=between(1, MOST_ROWS))
    height: Annotated[int, "rows"] = attrs.field(default=6, validator=between(1, MOST_ROWS))
    line: Annotated[int, "number of stones in a row that win"] = attrs.field(
        default=4, validator=between(1, MOST_ROWS)
    )
    fall: Annotated[bool, "stones fall, or go to any empty square"] = attrs.field(
        default=True, validator=yes_or_no
    )

    seats = ("red", "yellow")
    looks = ("large red", "large yellow")


@attrs.frozen
class PlainConnectFour(ConnectFourParameters, _WordedGame[Rows, int]):
    """``line`` in a row on ``width`` columns; the same game as :class:`games.ConnectFour`.

    >>> game = PlainConnectFour(width=3, height=2, line=3)
    >>> game.play(game.parse("o../x.."), 1)
    ('o..', 'xx.')
    """

    title = "Connect Four"

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
        """Return a loss if the player who has just moved has a line."""
        if self._has_line(position, STONES[1 - self.player(position)]):
            return Value.LOSS
        return None if any(EMPTY in row for row in position) else Value.DRAW

    def candidates(self, position: Rows) -> list[int] | Outcome:
        """Win, else block a win, else leave out moves that let the opponent win above."""
        mine, squares = self._mover(position), "".join(position)
        theirs = STONES.replace(mine, "")
        landing = {move: self._landing(position, move) for move in self.moves(position)}
        if any(self._makes_line(squares, square, mine) for square in landing.values()):
            return Outcome(Value.WIN, 1)
        forced = [
            move for move, square in landing.items() if self._makes_line(squares, square, theirs)
        ]
        safe = [
            move
            for move in forced or landing
            if not (self.fall and self._makes_line(squares, landing[move] - self.width, theirs))
        ]
        if len(forced) > 1 or not safe:
            return Outcome(Value.LOSS, 2)
        return sorted(safe, key=self._from_the_middle)

    def symmetries(self, position: Rows) -> Iterator[Rows]:
        """Yield the mirror image, or every symmetric position if stones do not fall."""
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
        """Return the number of stones."""
        squares = "".join(position)
        return len(squares) - squares.count(EMPTY)

    def plies_to_draw(self, position: Rows) -> int:
        """Return the number of empty squares, because only a full board is a draw."""
        return "".join(position).count(EMPTY)

    def format(self, position: Rows) -> str:
        """Return the rows of x, o and ``.`` from the top, with ``/`` between them."""
        return "/".join(position)

    def parse(self, text: str) -> Rows:
        if isinstance(text, str):
            rows = tuple(text.split("/"))
            if self.is_board(rows) and self._can_have_lines(rows):
                return rows
        floating = ", none above an empty square" if self.fall else ""
        raise self.unreadable(
            text,
            f"{self.height} rows of {self.width} of '.', 'x', 'o' with '/' between them, "
            f"the top row first, as many x as o or one more{floating}, "
            "and no lines but those that the last stone can have made",
        )

    def is_board(self, rows: Rows) -> bool:
        """Return True if these rows can be a position."""
        squares = "".join(rows)
        if [len(row) for row in rows] != [self.width] * self.height or set(squares) - set(".xo"):
            return False
        stones_rest = all(map(_rests, _columns(rows)))
        in_turn = squares.count("x") - squares.count("o") in (0, 1)
        return in_turn and (stones_rest or not self.fall)

    def format_move(self, move: int) -> str:
        return f"column {self._names[move]}" if self.fall else self._names[move]

    def short_texts(self, move: int) -> tuple[str, str]:
        return str(move), self._names[move]

    def render(self, position: Rows) -> str:
        """Return the board with the letters of columns, and row numbers if stones do not fall."""
        return self._grid.draw("".join(position), row_names=not self.fall)

    def legend(self) -> str:
        """Return the names of the columns if stones fall, else of the squares."""
        if not self.fall:
            return self._grid.legend()
        wide = len(self._names[-1])
        return " ".join(f"{name:>{wide}}" for name in self._names)

    def svg(self, position: Rows) -> str:
        """Return a picture in which a column is clicked if stones fall, else a square."""
        moves = [] if self.terminal_value(position) is not None else self.moves(position)
        squares = range(self.width * self.height)
        ways = {self.format_move(move): set(squares[move :: self.width]) if self.fall else [move]
                for move in moves}  # fmt: skip
        # if stones fall, columns are named above
        below = [""] * (len(squares) - len(self._names))
        look = "frame" if self.fall else "squares"
        shapes, names = dict(zip(STONES, self.looks, strict=True)), [*self._names, *below]
        return self._grid.picture("".join(position), ways, shapes, names=names, look=look)

    @property
    def _grid(self) -> Grid:
        return grid_of(self.height, self.width)

    @property
    def _names(self) -> Sequence[str]:
        """Return the names of the columns if stones fall, else of the squares."""
        return letters(self.width) if self.fall else self._grid.names

    def _landing(self, position: Rows, move: int) -> int:
        """Return the square, counted row by row, on which a stone lands."""
        row, column = divmod(move, self.width)
        if self.fall:
            row = max(row for row in range(self.height) if position[row][column] == EMPTY)
        return row * self.width + column

    def _mover(self, position: Rows) -> str:
        return STONES[self.player(position)]

    def _makes_line(self, squares: str, square: int, piece: str) -> bool:
        """Return True if this piece on this square makes a line. Above the board none does."""
        lines = _lines_through(self.width, self.height, self.line)
        return any(all(squares[other] == piece for other in each) for each in lines.get(square, ()))

    def _from_the_middle(self, move: int) -> int:
        row, column = divmod(move, self.width)
        return abs(2 * row - self.height + 1) + abs(2 * column - self.width + 1)

    def _has_line(self, position: Rows, piece: str) -> bool:
        full_line = piece * min(self.line, max(self.width, self.height) + 1)
        return any(full_line in line for line in _lines(position))

    def _can_have_lines(self, position: Rows) -> bool:
        """Return True if the last stone can have completed every line there is."""
        waiting = STONES[1 - self.player(position)]
        if self._has_line(position, self._mover(position)):
            return False
        before = self._before(position, waiting)
        return not self.stage(position) or any(not self._has_line(rows, waiting) for rows in before)

    def _before(self, position: Rows, waiting: str) -> Iterator[Rows]:
        """Yield the boards without a stone that may have been the last: the top one of a column."""
        for row, text in enumerate(position):
            for column, piece in enumerate(text):
                is_last = not self.fall or row == 0 or position[row - 1][column] == EMPTY
                if piece == waiting and is_last:
                    changed = text[:column] + EMPTY + text[column + 1 :]
                    yield (*position[:row], changed, *position[row + 1 :])


@cache
def _lines_through(width: int, height: int, line: int) -> dict[int, list[list[int]]]:
    """Return for each square the other squares of every line through it."""
    through: dict[int, list[list[int]]] = {square: [] for square in range(width * height)}
    fits = line <= max(width, height)
    for squares in grid_of(height, width).lines(line) if fits else ():
        for square in squares:
            through[square].append([int(each) for each in squares if each != square])
    return through


def _mirrored(rows: Rows) -> Rows:
    return tuple(row[::-1] for row in rows)


@lru_cache(1 << 12)
def _rests(column: str) -> bool:
    """Return True if no stone lies above an empty square."""
    return re.fullmatch("[.]*[xo]*", column) is not None


def _columns(rows: Iterable[str]) -> list[str]:
    return ["".join(column) for column in zip(*rows, strict=True)]


def _lines(rows: Rows) -> list[str]:
    """Return all rows, columns and diagonals. Shifted rows turn diagonals into columns."""
    height = len(rows)
    falling = [" " * place + row + " " * (height - place) for place, row in enumerate(rows)]
    rising = [" " * place + row + " " * (height - place) for place, row in enumerate(rows[::-1])]
    return [*rows, *_columns(rows), *_columns(falling), *_columns(rising)]
