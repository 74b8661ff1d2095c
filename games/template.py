"""A template for a new game: copy this file, solve it, then change the rules.

The game is tic-tac-toe on a strip. The players take turns to put x and o on a row of squares. The
first player to have two adjacent squares wins. A full strip is a draw.

1. Copy the file to a place of your own, ``my_game.py``, and rename the class.
2. Run ``gamesolver check my_game.py``, or ``print(gamesolver.check_game(MyGame()))`` in Python. It
   names every law that the game violates, and notes what is legal and may be a mistake, for example
   a game in which no position ends. Without ``player`` it prints *the turn passes with every move*.
   Make sure that this is true.
3. Change one rule at a time. The four methods marked REQUIRED are enough. Delete the others if they
   are not true of your game: symmetries, texts and picture here are those of the strip.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import attrs

import gamesolver
from gamesolver import Game, Value
from gamesolver.validators import between

EMPTY = "."


@attrs.frozen
class Template(Game[str, int]):
    """Tic-tac-toe on a strip of ``squares``.

    >>> from gamesolver import solve
    >>> print(solve(Template(squares=5)).outcome)
    win in 3
    """

    squares: Annotated[int, "squares of the strip"] = attrs.field(
        default=6, validator=between(0, 100)
    )

    seats = ("x", "o")

    def start(self) -> str:
        """REQUIRED. Return the first position. It is hashable and decides all further play.

        Here it is the squares from left to right. The number of pieces determines the player to
        move, so a position need not contain it.
        """
        return EMPTY * self.squares

    def moves(self, position: str) -> list[int]:
        """REQUIRED. Return the legal moves in a fixed order. Not called after the end of play."""
        return [square for square, piece in enumerate(position) if piece == EMPTY]

    def play(self, position: str, move: int) -> str:
        """REQUIRED. Return the next position. The given position is not changed."""
        if not isinstance(move, int) or move not in self.moves(position):
            raise self.illegal(position, move)
        return position[:move] + self.seats[self.player(position)] + position[move + 1 :]

    def terminal_value(self, position: str) -> Value | None:
        """REQUIRED. Return the value for the player to move if play has ended, else ``None``."""
        if "xx" in position or "oo" in position:
            return Value.LOSS  # made by the player who has just moved
        return None if EMPTY in position else Value.DRAW

    def player(self, position: str) -> int:
        """Return the player to move, 0 or 1. REQUIRED if any move of your game keeps the turn.

        Without this method the turn passes with every move. No check can detect that it is missing.
        """
        return (self.squares - position.count(EMPTY)) % 2

    def symmetries(self, position: str) -> Iterator[str]:
        """Yield every other position of the orbit: here the strip from right to left."""
        yield position[::-1]

    def stage(self, position: str) -> int:
        """Return a label that play never returns to: here the number of pieces."""
        return self.squares - position.count(EMPTY)

    def format(self, position: str) -> str:
        """Return a short text that ``parse`` reads."""
        return position

    def parse(self, text: str) -> str:
        """Return the position of a text. Without ``parse`` and ``format`` it is a Python literal.

        Then users of a terminal type it with its quotes, and an object cannot be saved.
        """
        if isinstance(text, str) and len(text) == self.squares and set(text) <= set("xo."):
            is_turn = text.count("x") - text.count("o") in (0, 1)
            if is_turn and self.seats[self.player(text)] * 2 not in text:
                return text
        raise self.unreadable(
            text,
            f"{self.squares} of 'x', 'o' and '.', as many x as o or one more, where the player to "
            "move has not won before",
        )

    def render(self, position: str) -> str:
        """Return a board for people to read."""
        return " ".join(position)

    def svg(self, position: str) -> str | None:
        """Return a picture in which empty squares are clicked. Other layouts need no more code."""
        moves = [] if self.terminal_value(position) is not None else self.moves(position)
        goals = {str(move): [move] for move in moves}
        return gamesolver.grid_svg([position], goals) if position else None

    def legend(self) -> str | None:
        """Return the names of the squares in moves, for users of a terminal."""
        return gamesolver.grid_legend(1, self.squares) if self.squares else None
