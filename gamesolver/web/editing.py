"""Editor of boards: a position is put together by clicks on its places, and then opened.

The text of a position is edited, so the editor works for games whose texts have one sign for each
square, row by row, in the order in which ``render`` shows them. The signs are those of positions
on random ways through the game. Each click is a link to the same page with another text, so the
page works without script. It says if the text is a position, and otherwise repeats the reason of
the game.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import attrs

from gamesolver.errors import GameSolverError, InvalidArgumentError
from gamesolver.rules.reading_back import why_unread
from gamesolver.show import sentences as telling
from gamesolver.show.layouts import grid_svg
from gamesolver.show.sanitizing import Picture, as_text, safe
from gamesolver.texts import spelled
from gamesolver.web.addresses import Place
from gamesolver.web.views import Views

EMPTY = "."
WALKS = 30  # random ways that show the signs of a game
MOST_PLIES = 60
MOST_RESTS = 4  # different texts after the board that are offered


@attrs.frozen
class Board:
    """The board in the text of a position: its rows, their separator, and the text after it."""

    rows: tuple[str, ...]
    separator: str
    rest: str

    @classmethod
    def of(cls, text: str, width: int) -> Board:
        """Return the board of a text; rows without separators are ``width`` signs long."""
        board, space, rest = text.partition(" ")
        if "/" in board:
            return cls(tuple(board.split("/")), "/", space + rest)
        rows = (board[start : start + width] for start in range(0, len(board), width))
        return cls(tuple(rows), "", space + rest)

    @property
    def text(self) -> str:
        """Text of the position."""
        return self.separator.join(self.rows) + self.rest

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of each row."""
        return tuple(map(len, self.rows))

    @property
    def signs(self) -> str:
        """Signs of all squares."""
        return "".join(self.rows)

    def having(self, square: int, sign: str) -> Board:
        """Return the board with another sign on a square.

        >>> Board.of("x../...", 3).having(4, "o").text
        'x../.o.'
        """
        row, column = divmod(square, self.shape[0])
        old = self.rows[row]
        new = old[:column] + sign + old[column + 1 :]
        return attrs.evolve(self, rows=(*self.rows[:row], new, *self.rows[row + 1 :]))


@attrs.frozen
class Edited:
    """Content of the page: the board, the addresses of clicks, and what is known of the text."""

    place: Place
    board: Picture
    clicks: dict[str, tuple[Place, str]]
    """The place after a click on each square, and the description of the click."""
    rests: tuple[tuple[str, Place], ...]
    """Other texts after the board, such as the player to move."""
    sentence: str
    """Outcome of the position; empty if the text is not one."""
    reason: str
    """Reason why the text is not a position."""


class Editor:
    """Editor of the boards of one game. ``can_edit`` is False if its texts have another form."""

    def __init__(self, explorer: Views) -> None:
        self._explorer = explorer
        self.can_edit = False
        with suppress(GameSolverError):  # rules that fail have pages, but no editor
            if not why_unread(explorer.game, explorer.start):
                self._look_around()

    def _look_around(self) -> None:
        """Find the shape of the board, and the signs on it, in some positions."""
        rules = self._explorer.rules
        seen = [*_positions(self._explorer)]
        shown = [_drawn_rows(rules.render(position)) for position in seen]
        self._width = max(1, len(shown[0][0])) if shown[0] else 1
        boards = [Board.of(rules.format(position), self._width) for position in seen]
        self._shape = boards[0].shape
        others = sorted({*"".join(board.signs for board in boards)} - {EMPTY})
        self._signs = [EMPTY, *others]
        rests = sorted({board.rest for board in boards})
        self._rests = rests if len(rests) <= MOST_RESTS else []
        is_grid = len({*self._shape}) == 1 and self._shape[0] > 0
        self.can_edit = is_grid and all(map(_is_shown, boards, shown))

    def at(self, place: Place) -> Edited:
        """Return the content of the page of a text; without a text, that of the start."""
        if not self.can_edit:
            raise InvalidArgumentError("the boards of this game cannot be edited by clicking")
        explorer = self._explorer
        position, _ = explorer.walk(place) if place.root is None or place.way else (None, [])
        text = str(place.root) if position is None else explorer.rules.format(position)
        board = Board.of(text, self._width)
        if board.shape != self._shape:
            expected = f"expected {len(self._shape)} rows of {self._shape[0]} signs"
            raise InvalidArgumentError(f"bad board {spelled(text)}: {expected}")
        here = Place(text)
        sentence, reason = self._known(here)
        squares = range(len(board.signs))
        drawn = safe(grid_svg(board.rows, {str(square): [square] for square in squares}))
        return Edited(
            here,
            drawn or as_text("\n".join(board.rows)),
            {str(square): self._click(board, square) for square in squares},
            tuple(
                (rest.strip(), Place(attrs.evolve(board, rest=rest).text))
                for rest in self._rests
                if rest != board.rest
            ),
            sentence,
            reason,
        )

    def _click(self, board: Board, square: int) -> tuple[Place, str]:
        """Return the place with the next sign on a square, and a description."""
        sign = board.signs[square]
        number = self._signs.index(sign) + 1 if sign in self._signs else 0
        following = self._signs[number % len(self._signs)]
        row, column = divmod(square, self._shape[0])
        told = "empty" if following == EMPTY else following
        return Place(board.having(square, following).text), (
            f"row {row + 1}, column {column + 1}: make it {told}"
        )

    def _known(self, place: Place) -> tuple[str, str]:
        """Return the outcome of a text as a sentence, or the reason why it is not a position."""
        explorer = self._explorer
        try:
            position = explorer.root(place)
            outcome = explorer.solution[position]
        except GameSolverError as error:
            return "", error.message
        ended = explorer.rules.ending(position) is not None
        seat = explorer.seat(place, position)
        return telling.sentence(explorer.game, position, outcome, ended, seat), ""


def _positions(explorer: Views) -> list[Any]:
    """Return the positions of some random ways from the start."""
    luck, rules = Random(1), explorer.rules
    found = [explorer.start]
    for _ in range(WALKS):
        position = explorer.start
        for _ in range(MOST_PLIES):
            if rules.ending(position) is not None:
                break
            _, position = luck.choice(list(rules.played(position)))
            found.append(position)
    return found


def _drawn_rows(rendered: str) -> list[list[str]]:
    r"""Return the squares of a board in plain text, without numbers of rows and names of columns.

    >>> _drawn_rows("2 x .\n1 . o\n  a b")
    [['x', '.'], ['.', 'o']]
    """
    lines = [line.split() for line in rendered.split("\n\n")[0].splitlines() if line.strip()]
    numbered = [line for line in lines if line and line[0].isdecimal()]
    return [line[1:] for line in numbered] if numbered else lines


def _is_shown(board: Board, shown: list[list[str]]) -> bool:
    """Return True if a board in plain text has the same squares as the text of the position."""
    if [*map(len, shown)] != [*board.shape]:
        return False
    squares = (square for row in shown for square in row)
    return all(
        (sign == EMPTY) == (square == EMPTY)
        for sign, square in zip(board.signs, squares, strict=True)
    )
