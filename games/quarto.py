"""Quarto: make four in a row that have something in common, with pieces that the other one chooses.

Sixteen pieces, all different: light or dark, short or tall, round or square, hollow or solid. They
belong to nobody. In turn a player gives the other one a piece, who puts it on any empty square of
four by four and then gives the next one. Whoever completes a row, a column or a long diagonal of
four pieces that are all light, or all dark, or all short, and so on, has won; a full board without
such a line is a draw.

    4 B . . .      Pieces are letters, from A to P. Of all sixteen the last eight are dark, of
    3 . D . .      each eight the last four are tall, of each four the last two are square, and of
    2 . . H .      each two the last one is solid. B, D and H are light and solid, so whoever is
    1 . . . .      given another light piece, or another solid one, puts it on d1 and wins.
      a b c d

Here the first player is the one who puts down the first piece, which the second player gives: so
where a piece is to be given at first, the second player begins, and the outcome is for that one.

Putting a piece down and giving the next one are two moves by the same player: the turn is kept. A
piece is put down as in chess, ``b3``, and given by its letter, ``give K``.

A position is a text: the rows, a space, and the piece in hand, or ``?`` if one is to be given.
Lines can be exchanged, and so can the properties, in many ways; none of that is said here, since
play from a board with some pieces hardly ever comes to two such positions.

B. Müller invented the game in 1991. L. Goossens found by computer in 1998 that it is a draw.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import and_, or_
from typing import Annotated, Any

import attrs

import gamesolver
from games._boards import rows_of, square_names, with_names
from gamesolver import Game, Value
from gamesolver.validators import refused

SIZE, SQUARES = 4, 16
EMPTY, CHOOSE = ".", "?"
PIECES = "ABCDEFGHIJKLMNOP"
ALL = SQUARES - 1  # the bits of all four properties
LINES = (
    *(range(first, first + SIZE) for first in range(0, SQUARES, SIZE)),
    *(range(first, SQUARES, SIZE) for first in range(SIZE)),
    range(0, SQUARES, SIZE + 1),
    range(SIZE - 1, SQUARES - 1, SIZE - 1),
)
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


@attrs.frozen
class Quarto(Game[str, int | str]):
    """Quarto from a ``board`` with some pieces, whose next one is to be given.

    >>> from gamesolver import prove
    >>> print(prove(Quarto()).outcome, prove(Quarto("MDPL/I..J/G..O/...E")).outcome, sep="; ")
    win in 8; win in 12
    """

    board: Annotated[str, "rows of pieces A to P and '.'"] = attrs.field(
        default="HN.F/ODP./KA../EJ.C", validator=is_board
    )

    seats = ("first player", "second player")

    def start(self) -> str:
        return f"{self.board} {CHOOSE}"

    def moves(self, position: str) -> list[int | str]:
        """The empty squares, or the letters of the pieces that are left."""
        squares = _squares(position)
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
        """Whoever has completed a line is still to move, and has won."""
        if position[-1] != CHOOSE:
            return None
        squares = _squares(position)
        if has_line(squares):
            return Value.WIN
        return None if EMPTY in squares else Value.DRAW

    def player(self, position: str) -> int:
        """Whoever has put down the last piece gives the next one; the other puts it down."""
        return self.stage(position) // 2 % 2 ^ (position[-1] != CHOOSE)

    def stage(self, position: str) -> int:
        """How many pieces have been given, and put down."""
        return 2 * (SQUARES - position.count(EMPTY)) + (position[-1] != CHOOSE)

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        if isinstance(text, str) and re.fullmatch(rf"{ROWS} [A-P?]", text):
            squares, hand = _squares(text), text[-1]
            can_be = _are_different(squares + hand) and _can_be_last(squares)
            if can_be and (hand == CHOOSE or not has_line(squares)):
                return text
        raise self.unreadable(
            text,
            "four rows of four of '.' and letters from A to P with '/' between them, then ' ?', or "
            "' ' and the letter of the piece in hand; none of them twice, and no line complete but "
            "by the last piece",
        )

    def format_move(self, move: int | str) -> str:
        return f"give {move}" if isinstance(move, str) else square_names(SIZE, SIZE)[move]

    def render(self, position: str) -> str:
        """The board, the piece in hand, and those that are left."""
        left = " ".join(_left(position))
        return f"{with_names(_rows(position))}\n\nhand {position[-1]}\nleft {left}"

    def svg(self, position: str) -> str:
        """The board, and below it the pieces that are left; what is in hand lies at its foot."""
        has_ended = self.terminal_value(position) is not None
        moves = [] if has_ended else self.moves(position)
        ways = {self.format_move(move): [self._place(move)] for move in moves}
        rows = [*_rows(position), EMPTY * SIZE, *rows_of(_left(position), SIZE)]
        hand = [] if position[-1] == CHOOSE else [position[-1]]
        names = [*square_names(SIZE, SIZE), *[""] * (SIZE + SQUARES)]
        return gamesolver.grid_svg(rows, ways, {}, names=names, hands=([], hand))

    def _place(self, move: int | str) -> int:
        """Where a move is clicked."""
        return SQUARES + SIZE + PIECES.index(move) if isinstance(move, str) else move


def has_line(squares: str) -> bool:
    """Whether four pieces in a line have something in common.

    >>> has_line("ABCD............"), has_line("ABCP............")
    (True, False)
    """
    return any(_is_complete([squares[square] for square in line]) for line in LINES)


def _is_complete(line: list[str]) -> bool:
    """Whether there are four pieces that have a property in common, or lack it."""
    if EMPTY in line:
        return False
    pieces = [PIECES.index(piece) for piece in line]
    return bool(reduce(and_, pieces) | ALL & ~reduce(or_, pieces))


def _can_be_last(squares: str) -> bool:
    """Whether all complete lines have a piece in common, which may have been the last."""
    complete = [{*line} for line in LINES if _is_complete([squares[square] for square in line])]
    return not complete or bool(set.intersection(*complete))


def _are_different(pieces: str) -> bool:
    found = [piece for piece in pieces if piece not in (EMPTY, CHOOSE)]
    return len(found) == len({*found})


def _rows(position: str) -> list[str]:
    return position[:-2].split("/")


def _squares(position: str) -> str:
    return position[:-2].replace("/", "")


def _left(position: str) -> str:
    """The pieces that are left, each in its place."""
    return "".join(EMPTY if piece in position else piece for piece in PIECES)
