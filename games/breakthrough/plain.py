"""Breakthrough in plain Python, the reference for the compiled rules.

A position is a text: the rows, a space, and the player to move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any

import attrs

from games._boards import (
    MOST_COLUMNS,
    MOST_ROWS,
    OTHER,
    are_in_turn,
    grid_of,
    in_rows,
    squares_of,
)
from gamesolver import Game, Value
from gamesolver.validators import between, is_whole, refused

AHEAD = {"w": -1, "b": 1}
Step = tuple[int, str, int]
"""The square a pawn leaves, ``-``, or ``x`` if it takes one, and the square it goes to."""


def have_room(game: Any, field: Any, ranks: Any) -> None:
    """Accept so many ranks as leave the players a half of the board each."""
    if not is_whole(ranks, 1) or 2 * ranks > game.rows:
        half = f"a whole number from 1 to {game.rows // 2}, half of the {game.rows} rows"
        raise refused(game, field, ranks, half)


@attrs.frozen(repr=False, eq=False)
class BreakthroughParameters:
    """Parameters of Breakthrough, compiled or plain."""

    rows: Annotated[int, "rows of squares"] = attrs.field(
        default=5, validator=between(2, MOST_ROWS)
    )
    columns: Annotated[int, "columns of squares"] = attrs.field(
        default=2, validator=between(2, MOST_COLUMNS)
    )
    ranks: Annotated[int, "rows of pawns a side"] = attrs.field(default=2, validator=have_room)

    seats = ("white", "black")


@attrs.frozen
class PlainBreakthrough(BreakthroughParameters, Game[str, Step]):
    """Breakthrough on a board of any size; the same game as :class:`games.Breakthrough`.

    >>> from gamesolver import solve
    >>> print(solve(PlainBreakthrough()).outcome)
    loss in 10
    """

    title = "Breakthrough"

    def start(self) -> str:
        return "/".join(
            ["b" * self.columns] * self.ranks
            + ["." * self.columns] * (self.rows - 2 * self.ranks)
            + ["w" * self.columns] * self.ranks
        ) + " w"  # fmt: skip

    def moves(self, position: str) -> list[Step]:
        """By the square a pawn leaves, then by the square it goes to."""
        return list(self._steps(position))

    def play(self, position: str, move: Step) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        source, _, target = move
        mover = position[-1]
        squares = list(squares_of(position))
        squares[source], squares[target] = ".", mover
        return in_rows("".join(squares), self.columns, OTHER[mover])

    def terminal_value(self, position: str) -> Value | None:
        """The waiting player may have crossed with the last move, or taken the last pawn."""
        mover = position[-1]
        if self._has_won(position, OTHER[mover]):
            return Value.LOSS
        return Value.WIN if self._has_won(position, mover) else None  # a win is never seen in play

    def symmetries(self, position: str) -> Iterator[str]:
        rows = position[:-2].split("/")
        yield f"{'/'.join(row[::-1] for row in rows)}{position[-2:]}"

    def player(self, position: str) -> int:
        return "wb".index(position[-1])

    def stage(self, position: str) -> int:
        """Return the number of captured pawns."""
        return 2 * self.ranks * self.columns - position[:-2].count("w") - position[:-2].count("b")

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        rows = "/".join([f"[.wb]{{{self.columns}}}"] * self.rows)
        most = self.ranks * self.columns
        is_text = isinstance(text, str) and re.fullmatch(f"{rows} [wb]", text)
        pawns = [text[:-2].count(letter) for letter in "wb"] if is_text else []
        if is_text and max(pawns) <= most and self._can_stand(text):
            return text
        raise self.unreadable(
            text,
            f"{self.rows} rows of {self.columns} of '.', 'w', 'b' with '/' between them, at most "
            f"{most} of each letter, then ' w' or ' b' for the player to move, as the rows that "
            "pawns have come ahead allow; the other one has a pawn, and no pawn but one of that "
            "player's has crossed",
        )

    def format_move(self, move: Step) -> str:
        names = grid_of(self.rows, self.columns).names
        return f"{names[move[0]]}{move[1]}{names[move[2]]}"

    def render(self, position: str) -> str:
        return grid_of(self.rows, self.columns).draw(squares_of(position))

    def svg(self, position: str) -> str:
        """Each move is an arrow."""
        steps = [] if self.terminal_value(position) is not None else self.moves(position)
        arrows = {self.format_move(step): (step[0], step[2]) for step in steps}
        grid, shapes = grid_of(self.rows, self.columns), {"w": "light pawn", "b": "dark pawn"}
        return grid.picture(squares_of(position), arrows, shapes, look="chequered")

    def _steps(self, position: str) -> Iterator[Step]:
        squares, mover = squares_of(position), position[-1]
        other, ways = OTHER[mover], _ways(self.rows, self.columns, mover)
        for source, pawn in enumerate(squares):
            if pawn == mover:
                for target, is_slanting in ways[source]:
                    if squares[target] == ".":
                        yield source, "-", target
                    elif is_slanting and squares[target] == other:
                        yield source, "x", target

    def _has_won(self, position: str, owner: str) -> bool:
        return owner in self._far_row(position, owner) or OTHER[owner] not in position[:-2]

    def _can_stand(self, position: str) -> bool:
        """Return True if the waiting player made the last move, which alone may have crossed."""
        other = OTHER[position[-1]]
        crossed = self._far_row(position, other).count(other)
        can_be = crossed <= 1 and not self._has_won(position, position[-1])
        return can_be and are_in_turn(position, self.start())

    def _far_row(self, position: str, owner: str) -> str:
        return position[: self.columns] if owner == "w" else position[-2 - self.columns : -2]


@cache
def _ways(rows: int, columns: int, owner: str) -> list[list[tuple[int, bool]]]:
    """Return for each square those ahead, from left to right, and True if the step slants."""
    ahead = grid_of(rows, columns).steps(*((AHEAD[owner], side) for side in (-1, 0, 1)))
    return [
        [(int(target), (target - source) % columns != 0) for target in targets]
        for source, targets in enumerate(ahead)
    ]
