"""Three men's morris, Achi and Tsoro Yematatu, slow and obvious.

A position is the points, with ``m`` for a man of the player to move and ``w`` for one of the other.
"""

from collections.abc import Iterator

import attrs

from gamesolver import Game, Value

Slide = tuple[int | None, int]
"""The point that a man leaves (``None``: it is placed), and the point it goes to."""

PASS: Slide = (None, -1)
SEEN_BY_THE_OTHER = str.maketrans("mw", "wm")


class _PlacedAndMovedGame(Game[str, Slide]):
    men: int = 3
    names: tuple[str, ...]
    rows: list[tuple[int, int, int]]

    def leads(self, source: int, target: int) -> bool:
        """Return True if a man can go from one point to the other, if that is empty."""
        raise NotImplementedError

    def start(self) -> str:
        return "." * len(self.names)

    def moves(self, position: str) -> list[Slide]:
        empty = [point for point, man in enumerate(position) if man == "."]
        if position.count("m") < self.men:
            return [(None, target) for target in empty]
        return [
            (source, target)
            for source, man in enumerate(position)
            if man == "m"
            for target in empty
            if self.leads(source, target)
        ]

    def play(self, position: str, move: Slide) -> str:
        source, target = move
        points = list(position)
        if source is not None:
            points[source] = "."
        points[target] = "m"
        return "".join(points).translate(SEEN_BY_THE_OTHER)

    def terminal_value(self, position: str) -> Value | None:
        owners = {"".join(position[point] for point in row) for row in self.rows}
        if "www" in owners:
            return Value.LOSS
        if "mmm" in owners:
            return Value.WIN
        return None if self.moves(position) else self.value_of_no_move()

    def value_of_no_move(self) -> Value:
        return Value.LOSS

    def parse(self, text: str) -> str:
        return text

    def format(self, position: str) -> str:
        return position

    def format_move(self, move: Slide) -> str:
        source, target = move
        if move == PASS:
            return "pass"
        name = self.names[target]
        return name if source is None else f"{self.names[source]}-{name}"


ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
DIAGONALS = [(0, 4, 8), (2, 4, 6)]
CENTRE = 4


class _OnASquareGame(_PlacedAndMovedGame):
    names = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
    diagonal_slides: bool = True

    def symmetries(self, position: str) -> Iterator[str]:
        for _ in range(4):
            position = "".join(position[6 - 3 * (point % 3) + point // 3] for point in range(9))
            yield position
            yield position[6:] + position[3:6] + position[:3]

    def leads(self, source: int, target: int) -> bool:
        down, right = abs(source // 3 - target // 3), abs(source % 3 - target % 3)
        if down + right == 1:
            return True
        return self.diagonal_slides and CENTRE in (source, target) and (source + target) % 2 == 0


@attrs.frozen
class PlainThreeMensMorris(_OnASquareGame):
    """Three men's morris; the fields allow diagonal slides and winning diagonals."""

    diagonal_slides: bool = True
    diagonal_lines: bool = True

    @property
    def rows(self) -> list[tuple[int, int, int]]:  # type: ignore[override]
        return ROWS + (DIAGONALS if self.diagonal_lines else [])


@attrs.frozen
class PlainAchi(_OnASquareGame):
    """Achi with ``men`` men each; ``blocked`` gives the result of a player who cannot move."""

    men: int = 4
    blocked: str = "loses"

    rows = ROWS + DIAGONALS

    def moves(self, position: str) -> list[Slide]:
        """Return the moves; a legal pass is the only move."""
        passes = [PASS] if self.blocked == "passes" else []
        return super().moves(position) or passes

    def play(self, position: str, move: Slide) -> str:
        if move == PASS:
            return position.translate(SEEN_BY_THE_OTHER)
        return super().play(position, move)

    def value_of_no_move(self) -> Value:
        return Value.DRAW if self.blocked == "draws" else Value.LOSS


LEGS_AND_ROWS = [(0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6)]
STEPS = [{line[near], line[near + 1]} for line in LEGS_AND_ROWS for near in (0, 1)]
JUMPS = [{line[0], line[2]} for line in LEGS_AND_ROWS]


@attrs.frozen
class PlainTsoroYematatu(_PlacedAndMovedGame):
    """Tsoro Yematatu, in which men also jump over others unless ``jumps`` is ``False``."""

    jumps: bool = True

    names = tuple("abcdefg")
    rows = LEGS_AND_ROWS

    def symmetries(self, position: str) -> Iterator[str]:
        """Yield the mirror image; with jumps, all orders of the legs and of the two rows."""
        orders = ["123", "132", "213", "231", "312", "321"] if self.jumps else ["123", "321"]
        for order in orders:
            row = [int(leg) for leg in order]
            rows = [row, [leg + 3 for leg in row]]
            for upper, lower in [rows, rows[::-1]] if self.jumps else [rows]:
                yield "".join(position[point] for point in [0, *upper, *lower])

    def leads(self, source: int, target: int) -> bool:
        """Return True for steps and jumps; with one empty point, a jump is always over a man."""
        way = {source, target}
        return way in STEPS or (self.jumps and way in JUMPS)
