"""Tic-tac-toe with other rules for the pieces: wild tic-tac-toe and Notakto.

The board has three by three squares. A move is named by its piece and the number of its square,
from 0 to 8 row by row: *x4* is an x in the middle.

Source of Notakto: T. Plambeck and G. Whitehead, *The Secrets of Notakto*, arXiv 1301.1672.

A position is a board as in ``games.tictactoe``, without the player to move, who follows from the
number of pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, ClassVar

import attrs

import gamesolver
from games.tictactoe import BOARD, EMPTY, LINES, ROWS, SQUARES
from gamesolver import Game, Value
from gamesolver.validators import yes_or_no

Piece = tuple[int, str]
"""A square and the piece put there."""


class _SharedPiecesGame(Game[str, Piece]):
    """A board of three by three whose pieces belong to neither player."""

    pieces: ClassVar[str]
    line_wins: bool

    def start(self) -> str:
        return EMPTY * 9

    def moves(self, position: str) -> list[Piece]:
        return [
            (square, piece)
            for square in SQUARES
            if position[square] == EMPTY
            for piece in self.pieces
        ]

    def play(self, position: str, move: Piece) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        square, piece = move
        return position[:square] + piece + position[square + 1 :]

    def terminal_value(self, position: str) -> Value | None:
        lines = [position[line] for line in LINES]
        if any(piece * 3 in lines for piece in self.pieces):
            return Value.LOSS if self.line_wins else Value.WIN  # by the last player
        return None if EMPTY in position else Value.DRAW

    def symmetries(self, position: str) -> Iterator[str]:
        return map("".join, BOARD.images(position))

    def player(self, position: str) -> int:
        return (9 - position.count(EMPTY)) % 2

    def stage(self, position: str) -> int:
        return 9 - position.count(EMPTY)

    def format_move(self, move: Piece) -> str:
        square, piece = move
        return f"{piece}{square}"

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        is_text = isinstance(text, str) and re.fullmatch(f"[.{self.pieces}]{{9}}", text)
        if is_text and self._can_have_lines(text):
            return text
        allowed = ", ".join(repr(piece) for piece in EMPTY + self.pieces)
        raise self.unreadable(
            text,
            f"nine of {allowed}, row by row, and no lines but those that the last piece can have "
            "made",
        )

    def _can_have_lines(self, position: str) -> bool:
        """Return True if all lines have a square in common, that of the last piece."""
        complete = [
            {*SQUARES[line]} for line in LINES for piece in self.pieces
            if position[line] == piece * 3
        ]  # fmt: skip
        return bool({*SQUARES}.intersection(*complete))

    def render(self, position: str) -> str:
        return "\n".join(" ".join(position[row]) for row in ROWS)

    def legend(self) -> str:
        return gamesolver.grid_legend(3, 3)

    def svg(self, position: str) -> str:
        moves = [] if self.terminal_value(position) is not None else self.moves(position)
        goals = {self.format_move(move): [move[0]] for move in moves}
        return BOARD.picture(position, goals, names=SQUARES)


@attrs.frozen
class WildTicTacToe(_SharedPiecesGame):
    """Wild tic-tac-toe: a player puts down an x or an o, and three of a kind in a row win.

    In misère play the player who makes such a row loses.

    >>> from gamesolver import solve
    >>> print(solve(WildTicTacToe()).outcome, "/", solve(WildTicTacToe(misere=True)).value)
    win in 7 / draw
    """

    misere: Annotated[bool, "a line loses"] = attrs.field(default=False, validator=yes_or_no)

    title = "Wild Tic-Tac-Toe"
    pieces = "xo"

    @property
    def line_wins(self) -> bool:  # type: ignore[override]  # fixed for the other game
        return not self.misere


@attrs.frozen
class Notakto(_SharedPiecesGame):
    """Notakto: both players put down x, and the player who makes three in a row loses.

    >>> from gamesolver import solve
    >>> solution = solve(Notakto())
    >>> print(solution.value, solution.best_moves(solution.start))
    win ((4, 'x'),)
    """

    pieces = "x"
    line_wins = False
