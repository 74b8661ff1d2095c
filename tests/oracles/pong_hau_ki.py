"""Pong Hau K'i, slow and obvious.

A position is the five points, a space, and the player to move.
"""

from collections.abc import Iterator

import attrs

from gamesolver import Game, Value

NAMES = "abcde"
NEIGHBOURS = [(2, 3), (2, 4), (0, 1, 3, 4), (0, 2, 4), (1, 2, 3)]
MIRROR = (1, 0, 2, 4, 3)
OTHER = {"r": "b", "b": "r"}


@attrs.frozen
class PlainPongHauKi(Game[str, tuple[int, int]]):
    """Pong Hau K'i; a move is the point that a stone leaves, and the point it goes to."""

    endless: Value = Value.DRAW

    def start(self) -> str:
        return "rr.bb r"

    def moves(self, position: str) -> list[tuple[int, int]]:
        empty = position.index(".")
        return [(point, empty) for point in NEIGHBOURS[empty] if position[point] == position[-1]]

    def play(self, position: str, move: tuple[int, int]) -> str:
        mover, source = position[-1], move[0]
        points = position[:5].replace(".", mover)
        return f"{points[:source]}.{points[source + 1 :]} {OTHER[mover]}"

    def terminal_value(self, position: str) -> Value | None:
        return None if self.moves(position) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        yield "".join([position[point] for point in MIRROR]) + position[5:]

    def player(self, position: str) -> int:
        return "rb".index(position[-1])

    def format(self, position: str) -> str:
        return position

    def format_move(self, move: tuple[int, int]) -> str:
        return "-".join(NAMES[point] for point in move)
