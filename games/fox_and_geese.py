r"""Fox and geese: the geese try to trap the fox, and the fox captures geese by jumping over them.

The geese win if the fox cannot move. The fox wins if no goose can move, or if it captures all
geese. The board is a set of holes with lines between them. The geese move first. A move takes a
goose or the fox along a line to an adjacent empty hole, but a goose never moves back (up). The fox
also captures an adjacent goose by jumping over it into the empty hole behind. It may go on
jumping, or stop. Infinite play is a win for the fox, so the rules need no least number of geese.
``endless`` chooses another result.

        g
      g g g
    . . f . .      four geese, who move first, and the fox; straight lines
      . . .
        .

``board`` is the board at the start, row by row: ``g`` is a goose, ``f`` the fox, ``.`` an empty
hole, and ``#`` a place without a hole. ``lines`` are straight, slanting (diagonal), or both. If
both, they slant from every second hole. The old board of 33 holes, also a cross, has such lines,
but it is too large for this solver.

With slanting lines alone and ``captures=False`` it is the game on a chessboard in *Winning Ways*,
also called fox and hounds. :func:`chessboard` returns its board. There geese only move forward, so
play always ends. The fox moves first, by ``fox_first=True``. Outcomes of starts are for the first
player, so *loss in 8* is a loss of the fox.

A position is a text: the holes row by row, a space, and the player to move: ``g``, ``f``, or ``j``
for the fox between two jumps. The mirror image is a symmetry if it leaves the holes as they are.

Rules: R. C. Bell, *Board and Table Games from Many Civilizations*, and, for the chessboard, E. R.
Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter 20, where the geese are shown to win.
Figures of chessboards: J. Leslie-Hurd, github.com/gilith/solve. Figures of other boards have been
computed for this project only, those of small boards by a second program as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal

import attrs

import gamesolver
from games._boards import MOST_COLUMNS
from games._words import _WordedGame, letter
from gamesolver import Value
from gamesolver.validators import one_of, refused, win_draw_or_loss, yes_or_no

Step = tuple[int, int]
"""The hole that a goose or the fox leaves, and the one it enters; equal if the fox stops."""

FOUR_GEESE = "##g##/#ggg#/..f../#...#/##.##"
LINES = ("straight", "slanting", "both")
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTING = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def chessboard(size: int) -> str:
    """Return the dark squares of a chessboard, with geese on the first row, the fox on the last.

    >>> chessboard(4)
    '#g#g/.#.#/#.#./.#f#'
    """
    rows = [[".#"[(row + column) % 2 == 0] for column in range(size)] for row in range(size)]
    rows[0] = ["g" if square == "." else square for square in rows[0]]
    rows[-1][size // 4 * 2] = "f"
    return "/".join(map("".join, rows))


def is_board(game: Any, field: Any, board: Any) -> None:
    """Accept rows of one length with one fox, and one goose or more."""
    rows = board.split("/") if isinstance(board, str) else [""]
    letters = "".join(rows)
    is_even = len(set(map(len, rows))) == 1 and set(letters) <= set("gf.#")
    fits = len(rows) <= MOST_COLUMNS and len(rows[0]) <= MOST_COLUMNS
    if not (is_even and fits) or letters.count("f") != 1 or "g" not in letters:
        expected = (
            f"rows of one length, both up to {MOST_COLUMNS}, with '/' between them, of 'g', one "
            "'f', '.' and, where there is no hole, '#'"
        )
        raise refused(game, field, board, expected)


# ── holes and lines ─────────────────────────────────────────────────────────────────────────────


@attrs.frozen
class Net:
    """The holes of a board, by number, and the lines between them."""

    points: list[tuple[int, int]]
    """Column and row of each hole."""
    steps: list[list[int]]
    """The adjacent holes of each hole."""
    forward: list[list[int]]
    """The adjacent holes that do not lie above it, for the geese."""
    jumps: list[list[tuple[int, int]]]
    """Each hole that the fox may jump over, with the one behind it."""
    mirror: list[int]
    """The holes in the order of the mirror image; empty if it is not a symmetry."""


@lru_cache(maxsize=64)
def net_of(board: str, lines: str) -> Net:
    """Return the net of a board."""
    rows = board.split("/")
    points = [
        (column, row)
        for row, text in enumerate(rows)
        for column, hole in enumerate(text)
        if hole != "#"
    ]
    number = {point: hole for hole, point in enumerate(points)}
    ways = [list(_ways(point, number, lines)) for point in points]
    steps = [[near for near, _ in each] for each in ways]
    forward = [
        [near for near in each if points[near][1] >= points[hole][1]]
        for hole, each in enumerate(steps)
    ]
    jumps = [[(near, behind) for near, behind in each if behind is not None] for each in ways]
    return Net(points, steps, forward, jumps, _mirror(points, number, steps, len(rows[0]) - 1))


def _ways(
    point: tuple[int, int], number: dict[tuple[int, int], int], lines: str
) -> Iterator[tuple[int, int | None]]:
    """Return the adjacent holes of a hole, each with the one behind it."""
    column, row = point
    slants = lines == "slanting" or (lines == "both" and (column + row) % 2 == 0)
    for right, down in (STRAIGHT if lines != "slanting" else ()) + (SLANTING if slants else ()):
        near = number.get((column + right, row + down))
        if near is not None:
            yield near, number.get((column + 2 * right, row + 2 * down))


def _mirror(
    points: list[tuple[int, int]],
    number: dict[tuple[int, int], int],
    steps: list[list[int]],
    last: int,
) -> list[int]:
    mirror = [number.get((last - column, row), -1) for column, row in points]
    is_alike = -1 not in mirror and all(
        {mirror[near] for near in each} == set(steps[mirror[hole]])
        for hole, each in enumerate(steps)
    )
    return mirror if is_alike else []


# ── the game ────────────────────────────────────────────────────────────────────────────────────


@attrs.frozen
class FoxAndGeese(_WordedGame[str, Step]):
    """Geese try to trap a fox, which captures by jumping; a player who cannot move loses.

    The geese move first, unless ``fox_first``.

    >>> from gamesolver import solve
    >>> print(solve(FoxAndGeese()).outcome)
    endless loss
    >>> print(solve(FoxAndGeese(board="ggg/gg./.f.")).outcome)
    win in 9
    """

    board: Annotated[str, "holes, geese and fox at the start, by rows"] = attrs.field(
        default=FOUR_GEESE, validator=is_board
    )
    lines: Annotated[Literal["straight", "slanting", "both"], "the lines between holes"] = (
        attrs.field(default="straight", validator=one_of(LINES))
    )
    captures: Annotated[bool, "the fox captures geese by jumping over them"] = attrs.field(
        default=True, validator=yes_or_no
    )
    fox_first: Annotated[bool, "the fox has the first move"] = attrs.field(
        default=False, validator=yes_or_no
    )
    endless: Annotated[Value, "payoff of infinite play for the geese"] = attrs.field(
        default=Value.LOSS, validator=win_draw_or_loss
    )

    title = "Fox and Geese"
    seats = ("goose", "fox")
    looks = ("light", "red")

    @property
    def net(self) -> Net:
        """The holes and lines of the board."""
        return net_of(self.board, self.lines)

    def start(self) -> str:
        return f"{re.sub('[#/]', '', self.board)} {'f' if self.fox_first else 'g'}"

    def moves(self, position: str) -> list[Step]:
        return list(self._steps(position))

    def play(self, position: str, move: Step) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        source, target = move
        holes = list(position[:-2])
        holes[target], holes[source] = holes[source], holes[target]
        if position[-1] == "g":
            return "".join(holes) + " f"
        taken = [over for over, behind in self.net.jumps[source] if behind == target]
        for over in taken:
            holes[over] = "."
        goes_on = taken and any(self._jumps(holes, target))
        return "".join(holes) + (" j" if goes_on else " g")

    def terminal_value(self, position: str) -> Value | None:
        return None if any(self._steps(position)) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        if self.net.mirror:
            yield "".join([position[hole] for hole in self.net.mirror]) + position[-2:]

    def player(self, position: str) -> int:
        return 0 if position[-1] == "g" else 1

    def stage(self, position: str) -> int:
        """Return the number of captured geese."""
        return self.board.count("g") - position[:-2].count("g")

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        holes = len(self.net.points)
        is_text = isinstance(text, str) and re.fullmatch(f"[gf.]{{{holes}}} [gfj]", text)
        has_fox = is_text and text.count("f", 0, -2) == 1
        if has_fox and self._can_have_gone(text) and self._is_turn(text):
            return text
        raise self.unreadable(
            text,
            f"{holes} holes, of '.', one 'f' and {self._how_many_geese()} 'g', no more down to any "
            "row than at first, then ' g', or ' f' while there are geese, or "
            "for the fox between two jumps ' j'",
        )

    def format_move(self, move: Step) -> str:
        source, target = move
        if source == target:
            return "stop"
        how = "-" if target in self.net.steps[source] else "x"
        return f"{self._names[source]}{how}{self._names[target]}"

    def short_texts(self, move: Step) -> tuple[str]:
        source, target = move
        return ("stop" if source == target else f"{source}>{target}",)

    def render(self, position: str) -> str:
        return self._laid_out(position[:-2])

    def legend(self) -> str:
        return self._laid_out(self._names)

    def svg(self, position: str) -> str:
        net = self.net
        lines = [
            (hole, near) for hole, each in enumerate(net.steps) for near in each if near < hole
        ]
        moves = self.moves(position)
        ways = {self.format_move(move): list(dict.fromkeys(move)) for move in moves}
        shapes = {"g": "light", "f": "red"}
        return gamesolver.points_svg(
            net.points, lines, position[:-2], ways, shapes, names=self._names
        )

    @property
    def _names(self) -> list[str]:
        """Return the names of the holes. Rows are counted from below."""
        rows = 1 + self.board.count("/")
        return [f"{letter(column)}{rows - row}" for column, row in self.net.points]

    def _steps(self, position: str) -> Iterator[Step]:
        """Return the legal moves. Between two jumps the fox can jump or stop."""
        if position[-1] == "g":
            return self._of_geese(position)
        return self._of_the_fox(position, position.index("f"))

    def _of_geese(self, position: str) -> Iterator[Step]:
        forward = self.net.forward
        for source, hole in enumerate(position[:-2]):
            if hole == "g":
                for target in forward[source]:
                    if position[target] == ".":
                        yield source, target

    def _of_the_fox(self, position: str, source: int) -> Iterator[Step]:
        if position[-1] == "f":
            for target in self.net.steps[source]:
                if position[target] == ".":
                    yield source, target
        yield from self._jumps(position, source)
        if position[-1] == "j":
            yield source, source

    def _jumps(self, holes: str | list[str], source: int) -> Iterator[Step]:
        if self.captures:
            for over, behind in self.net.jumps[source]:
                if holes[over] == "g" and holes[behind] == ".":
                    yield source, behind

    def _how_many_geese(self) -> str:
        """Return the allowed number of geese as text."""
        return f"{'at most ' if self.captures else ''}{self.board.count('g')}"

    def _can_have_gone(self, position: str) -> bool:
        """Return True if geese are missing only by captures, and no goose has moved back up."""
        first = self.start()
        is_count = self.captures or position.count("g", 0, -2) == first.count("g", 0, -2)
        rows = [row for _, row in self.net.points]
        return is_count and all(
            _geese_down_to(row, rows, position) <= _geese_down_to(row, rows, first)
            for row in set(rows)
        )

    def _is_turn(self, position: str) -> bool:
        """Return True if a goose can have moved last, or the fox has jumped and can jump again."""
        if position[-1] == "j":
            return self.stage(position) > 0 and any(self._jumps(position, position.index("f")))
        return position[-1] == "g" or "g" in position[:-2]

    def _laid_out(self, holes: Iterable[str]) -> str:
        """Return the texts of the holes in the layout of the board."""
        texts = list(holes)
        wide, coming = max(map(len, texts)), iter(texts)
        rows = [
            " ".join(f"{'' if place == '#' else next(coming):>{wide}}" for place in row)
            for row in self.board.split("/")
        ]
        return "\n".join(map(str.rstrip, rows))


def _geese_down_to(last: int, rows: list[int], position: str) -> int:
    """Return the number of geese in the rows down to one."""
    return sum(hole == "g" and row <= last for row, hole in zip(rows, position[:-2], strict=True))
