"""Mū tōrere, slow and obvious.

A position is the eight points of the rim and the centre, a space, and the player to move.
"""

from collections.abc import Iterator

import attrs

from gamesolver import Game, Value

RIM, CENTRE = range(8), 8
NAMES = "abcdefghi"
BESIDE = [((point - 1) % 8, (point + 1) % 8) for point in RIM]
NEIGHBOURS = [*((*beside, CENTRE) for beside in BESIDE), tuple(RIM)]
OTHER = {"b": "w", "w": "b"}


@attrs.frozen
class PlainMuTorere(Game[str, tuple[int, int]]):
    """Mū tōrere; a move is the point that a stone leaves, and the point it goes to."""

    beside: str = "centre"

    def start(self) -> str:
        return "bbbbwwww. b"

    def moves(self, position: str) -> list[tuple[int, int]]:
        empty = position.index(".")
        return [
            (point, empty)
            for point in NEIGHBOURS[empty]
            if position[point] == position[-1] and self._may_go(position, point, empty)
        ]

    def _may_go(self, position: str, source: int, target: int) -> bool:
        """Return True if the rule of the centre lets a stone go."""
        if self.beside == "never" or (self.beside == "centre" and target != CENTRE):
            return True
        near = NEIGHBOURS[source] if self.beside == "always" else BESIDE[source]
        return any(position[point] == OTHER[position[-1]] for point in near)

    def play(self, position: str, move: tuple[int, int]) -> str:
        mover, source = position[-1], move[0]
        points = position[:9].replace(".", mover)
        return f"{points[:source]}.{points[source + 1 :]} {OTHER[mover]}"

    def terminal_value(self, position: str) -> Value | None:
        return None if self.moves(position) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        """Yield the rotations and reflections of the rim."""
        for rim in (position[:8], position[:8][::-1]):
            for turn in RIM:
                yield rim[turn:] + rim[:turn] + position[8:]

    def player(self, position: str) -> int:
        return "bw".index(position[-1])

    def format(self, position: str) -> str:
        return position

    def format_move(self, move: tuple[int, int]) -> str:
        return "-".join(NAMES[point] for point in move)
