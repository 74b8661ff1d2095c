"""Hex in plain Python, slow and obvious.

A position is the hexagons row by row, each ``r``, ``b`` or ``.``. The number of stones determines
the player to move. Chains are followed from neighbour to neighbour.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import attrs

from gamesolver import Game, Value
from gamesolver.boards import Hexagons

EMPTY, STONES = ".", "rb"


@attrs.frozen
class PlainHex(Game[str, int]):
    """Hex on a board of any size.

    >>> from gamesolver import solve
    >>> print(solve(PlainHex()).outcome, solve(PlainHex(rows=3, columns=2)).outcome, sep="; ")
    win in 5; loss in 4
    """

    rows: int = 3
    columns: int = 3

    seats = ("red", "blue")

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
        return text.replace("/", "")

    def format_move(self, move: int) -> str:
        return self._board.names[move]

    @property
    def _board(self) -> Hexagons:
        return board_of(self.rows, self.columns)

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
    """Return the board with these rows and columns; it is created once and cached."""
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
