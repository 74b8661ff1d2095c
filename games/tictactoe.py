"""Tic-tac-toe: three in a row on a board of three by three. The reference game.

x moves first. The players take turns to put a piece of their own on an empty square. The first
player with three in a row, straight or diagonal, wins. A full board without such a line is a draw.
A move is named by the number of its square, from 0 to 8 row by row.

A position is ten characters: the nine squares row by row, each ``.``, ``x`` or
``o``, and the player to move. Squares are numbered

    0 1 2
    3 4 5
    6 7 8

A line is a slice of the board, so x has a line if ``xxx`` is among eight slices. The eight
symmetries are those of the board. Colours are never exchanged.

Counts of the positions: OEIS A008907, A061526, A061529, A048246.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Annotated

import attrs

import gamesolver
from gamesolver import Game, Value
from gamesolver.boards import Grid
from gamesolver.validators import yes_or_no

BOARD = Grid(3, 3)
EMPTY = "."
LENGTH = 10  # characters of a position: the squares and the player to move
SQUARES = range(9)
ROWS = [slice(0, 3), slice(3, 6), slice(6, 9)]
COLUMNS = [slice(0, 9, 3), slice(1, 9, 3), slice(2, 9, 3)]
DIAGONALS = [slice(0, 9, 4), slice(2, 7, 2)]
LINES = ROWS + COLUMNS + DIAGONALS
OTHER = {"x": "o", "o": "x"}


@attrs.frozen
class TicTacToe(Game[str, int]):
    """Tic-tac-toe; ``misere``: a line loses; ``play_on``: only a full board ends play.

    >>> from gamesolver import solve
    >>> game = TicTacToe()
    >>> print(game.render(game.parse("x...o....")))
    x . .
    . o .
    . . .
    >>> print(solve(game)[game.parse("x...o....")])
    draw in 7
    """

    misere: Annotated[bool, "a line loses"] = attrs.field(default=False, validator=yes_or_no)
    play_on: Annotated[bool, "only a full board ends play"] = attrs.field(
        default=False, validator=yes_or_no
    )

    title = "Tic-Tac-Toe"
    seats = ("x", "o")

    def start(self) -> str:
        return EMPTY * 9 + "x"

    def moves(self, position: str) -> list[int]:
        return [square for square in SQUARES if position[square] == EMPTY]

    def play(self, position: str, move: int) -> str:
        if not isinstance(move, int) or move not in SQUARES or position[move] != EMPTY:
            raise self.illegal(position, move)
        mover = position[9]
        return position[:move] + mover + position[move + 1 : 9] + OTHER[mover]

    def terminal_value(self, position: str) -> Value | None:
        if not self.play_on:
            lines = [position[line] for line in LINES]
            if "xxx" in lines or "ooo" in lines:
                won = OTHER[position[9]] * 3 not in lines  # test the opponent's line first
                return Value.WIN if won is not self.misere else Value.LOSS
        return None if EMPTY in position else Value.DRAW

    def symmetries(self, position: str) -> Iterator[str]:
        return map("".join, BOARD.images(position, LENGTH))

    def player(self, position: str) -> int:
        return 0 if position[9] == "x" else 1

    def stage(self, position: str) -> int:
        return 9 - position.count(EMPTY)

    def plies_to_draw(self, position: str) -> int:
        """Return the number of empty squares, because only a full board is a draw."""
        return position.count(EMPTY)

    def boards(self) -> Iterator[str]:
        """Yield all 39,366 boards with either player to move, for ``solve(..., positions=...)``."""
        for squares in product("xo.", repeat=9):
            for mover in "xo":
                yield "".join(squares) + mover

    def format(self, position: str) -> str:
        """Return the squares row by row, and the player to move if the counts leave it open."""
        return position[:9] if self._mover_of(position[:9]) == position[9] else _spaced(position)

    def parse(self, text: str) -> str:
        """Read the text of ``format``, or ``p`` or ``e`` with nine of 0, 1, 2.

        In the second form 1 is a piece of the player, x, and 2 one of the enemy, o. With ``p`` the
        player is to move, with ``e`` the enemy.
        """
        if isinstance(text, str):
            if found := _BOARD.fullmatch(text):
                mover = found[2] or self._mover_of(found[1])
                if mover:
                    return found[1] + mover
            if found := _DIGITS.fullmatch(text):
                return found[2].translate(_PIECES) + ("x" if found[1] == "p" else "o")
        raise self.unreadable(
            text,
            "nine of '.', 'x', 'o' row by row, with ' x' or ' o' for the player to move if the "
            "counts do not show it; or 'p' or 'e' and nine of '0', '1', '2'",
            _problem(text),
        )

    def render(self, position: str) -> str:
        return "\n".join(" ".join(position[row]) for row in ROWS)

    def legend(self) -> str:
        return gamesolver.grid_legend(3, 3)

    def svg(self, position: str) -> str:
        moves = [] if self.terminal_value(position) is not None else self.moves(position)
        return BOARD.picture(position[:9], {str(move): [move] for move in moves}, names=SQUARES)

    def _mover_of(self, board: str) -> str:
        """Return the player to move by the counts, or an empty text if they leave it open."""
        return {0: "x", 1: "o"}.get(board.count("x") - board.count("o"), "")


def _problem(text: object) -> str:
    """Return the reason why a text is not a position, or an empty text if it is unclear."""
    if not isinstance(text, str) or text[:1] in ("p", "e"):
        return ""
    board, _, mover = text.partition(" ")
    if unknown := next((letter for letter in board if letter not in ".xo"), ""):
        return f"{unknown!r} is not a square"
    if len(board) != 9:
        return f"it has {len(board)} squares"
    if not mover:
        return f"{board.count('x')} x and {board.count('o')} o do not show the player to move"
    return f"{mover!r} is not a player to move"


def _spaced(position: str) -> str:
    return f"{position[:9]} {position[9]}"


_BOARD = re.compile(r"([.xo]{9})(?: ([xo]))?")
_DIGITS = re.compile(r"([pe])([012]{9})")
_PIECES = str.maketrans("012", ".xo")
