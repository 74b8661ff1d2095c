"""Quarto in plain Python, the reference for the compiled rules.

A position is a text: the rows, a space, and the piece in hand, or ``?`` if one is to be given.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import and_, or_
from typing import Annotated, Any

import attrs

from gamesolver import Game, Value, grid_svg
from gamesolver.boards import Grid
from gamesolver.validators import refused

SIZE, SQUARES = 4, 16
BOARD = Grid(SIZE, SIZE)
EMPTY, CHOOSE = ".", "?"
PIECES = "ABCDEFGHIJKLMNOP"
ALL = SQUARES - 1  # the bits of all four properties
SHAPES = {
    piece: f"{'large ' * bool(number & 4)}{'hollow ' * (not number & 1)}"
    f"{'dark' if number & 8 else 'light'}{' square' * bool(number & 2)}"
    for number, piece in enumerate(PIECES)
}
"""Looks of the pieces: tall ones are large, and hollow ones have a spot."""
LINES = [[*map(int, line)] for line in BOARD.lines(SIZE)]
WIDE, ROWS_LEFT = 6, 3
"""Number of squares across a picture, and rows of the remaining pieces."""
ROWS = "/".join([f"[A-P.]{{{SIZE}}}"] * SIZE)


def is_board(game: Any, field: Any, board: Any) -> None:
    """Accept four rows with no piece twice, on which play goes on."""
    squares = board.replace("/", "") if isinstance(board, str) else ""
    if not (squares and re.fullmatch(ROWS, board) and _are_different(squares)) or has_line(squares):
        expected = (
            "four rows of four with '/' between them, of '.' and letters from A to P, none of them "
            "twice and no line complete"
        )
        raise refused(game, field, board, expected)


@attrs.frozen(repr=False, eq=False)
class QuartoParameters:
    """Parameters of Quarto, compiled or plain."""

    board: Annotated[str, "rows of pieces A to P and '.'"] = attrs.field(
        default="HN.F/ODP./KA../EJ.C", validator=is_board
    )

    seats = ("first player", "second player")


@attrs.frozen
class PlainQuarto(QuartoParameters, Game[str, int | str]):
    """Quarto from any ``board``, also an empty one; the same game as :class:`games.Quarto`.

    >>> from gamesolver import prove
    >>> print(prove(PlainQuarto()).outcome)
    win in 8
    """

    title = "Quarto"

    def start(self) -> str:
        return f"{self.board} {CHOOSE}"

    def moves(self, position: str) -> list[int | str]:
        """Return the empty squares, or the letters of the pieces that are left."""
        squares = squares_in(position)
        if position[-1] == CHOOSE:
            return [piece for piece in PIECES if piece not in squares]
        return [square for square, piece in enumerate(squares) if piece == EMPTY]

    def play(self, position: str, move: int | str) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        if isinstance(move, str):
            return position[:-1] + move
        at = move + move // SIZE
        return f"{position[:at]}{position[-1]}{position[at + 1 : -1]}{CHOOSE}"

    def terminal_value(self, position: str) -> Value | None:
        """Return a win for a player who has completed a line and is still to move."""
        if position[-1] != CHOOSE:
            return None
        squares = squares_in(position)
        if has_line(squares):
            return Value.WIN
        return None if EMPTY in squares else Value.DRAW

    def player(self, position: str) -> int:
        """Return the player who gives the next piece, or who puts the given piece down."""
        return self.stage(position) // 2 % 2 ^ (position[-1] != CHOOSE)

    def stage(self, position: str) -> int:
        """Return the number of pieces given and put down."""
        return 2 * (SQUARES - position.count(EMPTY)) + (position[-1] != CHOOSE)

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        if isinstance(text, str) and self.is_position(text):
            return text
        raise self.unreadable(
            text,
            f"{self.board!r}, or more pieces on it, letters from A to P, then ' ?', or ' ' and the "
            "letter of the piece in hand; none of them twice, and no line complete but by the last "
            "piece",
        )

    def is_position(self, text: str) -> bool:
        """Return True if lines and pieces do not exclude the position."""
        if not re.fullmatch(rf"{ROWS} [A-P?]", text):
            return False
        squares, hand = squares_in(text), text[-1]
        places = zip(squares_in(self.board), squares, strict=True)
        is_on_board = all(at_start in (EMPTY, piece) for at_start, piece in places)
        is_in_play = hand == CHOOSE or (EMPTY in squares and not has_line(squares))
        can_be = _are_different(squares + hand) and self._can_be_last(squares)
        return is_on_board and is_in_play and can_be

    def format_move(self, move: int | str) -> str:
        return f"give {move}" if isinstance(move, str) else BOARD.names[move]

    def render(self, position: str) -> str:
        """Return the board, the piece in hand, and the pieces that are left."""
        left = " ".join(_left(position))
        return f"{BOARD.draw(squares_in(position))}\n\nhand {position[-1]}\nleft {left}"

    def svg(self, position: str) -> str:
        """Return a picture of the board, the piece in hand next to it, and the others below.

        It has six squares across, so that each is large enough for a finger on a phone.
        """
        has_ended = self.terminal_value(position) is not None
        moves = [] if has_ended else self.moves(position)
        ways = {self.format_move(move): [self._place(move)] for move in moves}
        left = _left(position).ljust(WIDE * ROWS_LEFT, EMPTY)
        rows = [*(row.ljust(WIDE, EMPTY) for row in _rows(position)), EMPTY * WIDE]
        rows += [left[start : start + WIDE] for start in range(0, len(left), WIDE)]
        names = [""] * WIDE * (SIZE + 1) + [*left.replace(EMPTY, " ")]
        board = [self._place(square) for square in range(SQUARES)]
        for place, name in zip(board, BOARD.names, strict=True):
            names[place] = name
        gaps = {*range(WIDE * len(rows))} - {*board, *map(self._place, PIECES)}
        if position[-1] != CHOOSE:
            rows[0], names[WIDE - 1] = rows[0][:-1] + position[-1], "in hand"
            gaps.remove(WIDE - 1)
        return grid_svg(rows, ways, SHAPES, names=names, gaps=gaps)

    def _can_be_last(self, squares: str) -> bool:
        """Return True if all complete lines share a new piece, which may have been the last."""
        complete = [{*line} for line in LINES if _is_complete([squares[square] for square in line])]
        return not complete or bool(set.intersection(*complete) - {*self.board})

    def _place(self, move: int | str) -> int:
        """Return the place where a move is clicked."""
        if isinstance(move, str):
            return WIDE * (SIZE + 1) + PIECES.index(move)
        row, column = divmod(move, SIZE)
        return WIDE * row + column


def has_line(squares: str) -> bool:
    """Return True if four pieces in a line have something in common.

    >>> has_line("ABCD............"), has_line("ABCP............")
    (True, False)
    """
    return any(_is_complete([squares[square] for square in line]) for line in LINES)


def _is_complete(line: list[str]) -> bool:
    """Return True if there are four pieces that have a property in common, or lack it."""
    if EMPTY in line:
        return False
    pieces = [PIECES.index(piece) for piece in line]
    return bool(reduce(and_, pieces) | ALL & ~reduce(or_, pieces))


def _are_different(pieces: str) -> bool:
    found = [piece for piece in pieces if piece not in (EMPTY, CHOOSE)]
    return len(found) == len({*found})


def _rows(position: str) -> list[str]:
    return position[:-2].split("/")


def squares_in(text: str) -> str:
    """Return all squares of a board, or of the board in a position."""
    return text[: SQUARES + SIZE - 1].replace("/", "")


def _left(position: str) -> str:
    """Return the pieces that are left, each in its place."""
    return "".join(EMPTY if piece in position else piece for piece in PIECES)
