"""Hex in plain Python, the reference for the compiled rules.

A position is the hexagons row by row, each ``r``, ``b`` or ``.``. The number of stones determines
the player to move. Chains are followed from neighbour to neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS
from gamesolver import Game, Value
from gamesolver.boards import Hexagons
from gamesolver.validators import between

EMPTY, STONES = ".", "rb"


@attrs.frozen(repr=False, eq=False)
class HexParameters:
    """Parameters of Hex, compiled or plain."""

    rows: Annotated[int, "rows of hexagons, which red connects"] = attrs.field(
        default=3, validator=between(1, MOST_ROWS)
    )
    columns: Annotated[int, "columns of hexagons, which blue connects"] = attrs.field(
        default=3, validator=between(1, MOST_COLUMNS)
    )

    seats = ("red", "blue")


@attrs.frozen
class PlainHex(HexParameters, Game[str, int]):
    """Hex on a board of any size; the same game as :class:`games.Hex`.

    >>> from gamesolver import solve
    >>> print(solve(PlainHex()).outcome, solve(PlainHex(rows=3, columns=2)).outcome, sep="; ")
    win in 5; loss in 4
    """

    title = "Hex"

    def start(self) -> str:
        return EMPTY * (self.rows * self.columns)

    def moves(self, position: str) -> list[int]:
        """Return the empty hexagons, row by row."""
        return [hexagon for hexagon, stone in enumerate(position) if stone == EMPTY]

    def play(self, position: str, move: int) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        return position[:move] + STONES[self.player(position)] + position[move + 1 :]

    def terminal_value(self, position: str) -> Value | None:
        """Return a loss if the last stone has connected the sides of the player who put it down."""
        return Value.LOSS if self._is_joined(position, 1 - self.player(position)) else None

    def symmetries(self, position: str) -> Iterator[str]:
        yield position[::-1]

    def player(self, position: str) -> int:
        return self.stage(position) % 2

    def stage(self, position: str) -> int:
        """Return the number of stones."""
        return len(position) - position.count(EMPTY)

    def format(self, position: str) -> str:
        return "/".join(self._board.rows_of(position))

    def parse(self, text: str) -> str:
        rows = "/".join([f"[.rb]{{{self.columns}}}"] * self.rows)
        if isinstance(text, str) and re.fullmatch(rows, text):
            position = text.replace("/", "")
            is_turn = position.count("r") - position.count("b") in (0, 1)
            if is_turn and self._can_be_joined(position):
                return position
        raise self.unreadable(
            text,
            f"{self.rows} rows of {self.columns} of '.', 'r', 'b' with '/' between them, as many "
            "r as b or one more, and no sides joined but by the last stone",
        )

    def format_move(self, move: int) -> str:
        return self._board.names[move]

    def render(self, position: str) -> str:
        """Return the rows with their numbers, each further right than the one above it."""
        return self._board.draw(position)

    def svg(self, position: str) -> str:
        ended = self.terminal_value(position) is not None
        goals = {self.format_move(move): [move] for move in self.moves(position) if not ended}
        return self._board.picture(position, goals, {"r": "red", "b": "blue"}, sides=STONES)

    @property
    def _board(self) -> Hexagons:
        return board_of(self.rows, self.columns)

    def _can_be_joined(self, position: str) -> bool:
        """Return True if no player had won before the last stone of the player not to move."""
        seat = self.player(position)
        before = (
            position[:last] + EMPTY + position[last + 1 :]
            for last, stone in enumerate(position)
            if stone == STONES[1 - seat]
        )
        return not self._is_joined(position, seat) and not all(
            self._is_joined(each, 1 - seat) for each in [*before] or [position]
        )

    def _is_joined(self, position: str, seat: int) -> bool:
        """Return True if a chain of stones of a player connects the player's two sides."""
        stone, (side, other) = STONES[seat], _sides(self.rows, self.columns)[seat]
        neighbours = _neighbours(self.rows, self.columns)
        waiting = [hexagon for hexagon in side if position[hexagon] == stone]
        chain = set(waiting)
        while waiting:
            hexagon = waiting.pop()
            if hexagon in other:
                return True
            near = {each for each in neighbours[hexagon] if position[each] == stone} - chain
            chain |= near
            waiting += near
        return False


@cache
def board_of(rows: int, columns: int) -> Hexagons:
    """Return the board with these rows and columns, made once with all its tables."""
    return Hexagons(rows, columns)


@cache
def _sides(rows: int, columns: int) -> list[tuple[list[int], list[int]]]:
    """Return the numbers of the hexagons along both sides of red, and of blue."""
    board = board_of(rows, columns)
    return [
        ([*map(int, board.row(0))], [*map(int, board.row(-1))]),
        ([*map(int, board.column(0))], [*map(int, board.column(-1))]),
    ]


@cache
def _neighbours(rows: int, columns: int) -> list[list[int]]:
    """Return for each hexagon the numbers of the adjacent hexagons."""
    return [[*map(int, near)] for near in board_of(rows, columns).steps()]
