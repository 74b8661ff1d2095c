"""Hare and hounds, slow and obvious.

A position is the points, a space, and ``o`` if the hounds are to move, or ``h``.
"""

from collections.abc import Iterator

import attrs

from gamesolver import Game, Value

NAMES = ["b3", "c3", "d3", "a2", "b2", "c2", "d2", "e2", "b1", "c1", "d1"]
ACROSS = ["b3-c3-d3", "a2-b2-c2-d2-e2", "b1-c1-d1"]
UPRIGHT = ["b3-b2-b1", "c3-c2-c1", "d3-d2-d1"]
LINES = [*ACROSS, *UPRIGHT, "a2-b3-c2-d1-e2", "a2-b1-c2-d3-e2"]
NEIGHBOURS = [
    sorted(
        NAMES.index(other)
        for line in (line.split("-") for line in LINES)
        if name in line
        for other in line
        if abs(line.index(other) - line.index(name)) == 1
    )
    for name in NAMES
]
COLUMNS = ["abcde".index(name[0]) for name in NAMES]
AHEAD = [
    [each for each in near if COLUMNS[each] >= COLUMNS[point]]
    for point, near in enumerate(NEIGHBOURS)
]
MIRROR = (8, 9, 10, 3, 4, 5, 6, 7, 0, 1, 2)
OTHER = {"o": "h", "h": "o"}


@attrs.frozen
class PlainHareAndHounds(Game[str, tuple[int, int]]):
    """Hare and hounds; a move is the point that a piece leaves, and the point it goes to."""

    hare: int = 7
    hare_first: bool = False
    endless: Value = Value.LOSS

    def start(self) -> str:
        pieces = {self.hare: "h"} | dict.fromkeys((0, 3, 8), "o")
        points = "".join(pieces.get(point, ".") for point in range(11))
        return f"{points} {'h' if self.hare_first else 'o'}"

    def moves(self, position: str) -> list[tuple[int, int]]:
        mover = position[-1]
        ways = AHEAD if mover == "o" else NEIGHBOURS
        return [
            (source, target)
            for source in range(11)
            if position[source] == mover
            for target in ways[source]
            if position[target] == "."
        ]

    def play(self, position: str, move: tuple[int, int]) -> str:
        source, target = move
        points = list(position[:-1])
        points[source], points[target] = ".", position[-1]
        return "".join(points) + OTHER[position[-1]]

    def terminal_value(self, position: str) -> Value | None:
        hounds = [COLUMNS[point] for point in range(11) if position[point] == "o"]
        if COLUMNS[position.index("h")] < min(hounds):
            return Value.LOSS if position[-1] == "o" else Value.WIN
        return None if self.moves(position) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        yield "".join([position[point] for point in MIRROR]) + position[11:]

    def player(self, position: str) -> int:
        return "oh".index(position[-1])

    def format(self, position: str) -> str:
        return position

    def format_move(self, move: tuple[int, int]) -> str:
        return "-".join(NAMES[point] for point in move)
