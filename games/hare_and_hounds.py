r"""Hare and hounds: three hounds run forward, and shut in a hare that runs anywhere.

The French military game, on eleven points. The hounds begin on the left. A move takes one
hound along a line to an empty point, to the right or straight up or down, but never back to
the left; or it takes the hare along any line.

       b3-c3-d3
      / |\ |/ | \
    a2-b2-c2-d2-e2     hounds on b3, a2 and b1, the hare on e2
      \ |/ |\ | /
       b1-c1-d1

Whoever cannot move has lost: so the hounds win by shutting in the hare. The hare wins by leaving
all hounds on its right. Hounds that move up and down only are *stalling*; as people play it,
the hare wins after ten such moves in a row. Hounds run forward a dozen times at most, so in
play without end they stall for ever. That is how it is written here: play without end is won
by the hare, and nobody has to count. ``endless`` asks it another way.

Moves name points by column and row; ``hare`` is the number of a point, row by row from 0, and
hounds begin on 0, 3 and 8. A position is a text: the points, a space, and who is to move, ``o``
for the hounds or ``h``. The mirror folds top and bottom.

Rules: E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter 21, and the article
on hare games in Wikipedia. M. Gardner showed in Scientific American, October 1963, that the
hounds win. The plies were published in github.com/edoannunziata/jardin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any

import attrs

from games._words import _WordedGame
from gamesolver import InvalidArgumentError, Value
from gamesolver.boards import Graph
from gamesolver.validators import between, win_draw_or_loss, yes_or_no

Run = tuple[int, int]
"""The point that a hound or the hare leaves, and the one it goes to."""

SPOTS = [(0, 1), (0, 2), (0, 3), *((1, column) for column in range(5)), (2, 1), (2, 2), (2, 3)]
ACROSS = ["b3 c3 d3", "a2 b2 c2 d2 e2", "b1 c1 d1"]
UPRIGHT = ["b3 b2 b1", "c3 c2 c1", "d3 d2 d1"]
SLANTING = ["a2 b3 c2 d1 e2", "a2 b1 c2 d3 e2"]
GRAPH = Graph(
    " ".join(ACROSS).split(), [line.split() for line in ACROSS + UPRIGHT + SLANTING], spots=SPOTS
)
NAMES = GRAPH.names
NEIGHBOURS = [[*map(int, near)] for near in GRAPH.steps()]
COLUMNS = [column for _, column in SPOTS]
AHEAD = [
    tuple(each for each in NEIGHBOURS[point] if COLUMNS[each] >= COLUMNS[point])
    for point in range(11)
]
MIRROR = (8, 9, 10, 3, 4, 5, 6, 7, 0, 1, 2)
HOUNDS = (0, 3, 8)
BOARD = "  {}-{}-{}\n /|\\|/|\\\n{}-{}-{}-{}-{}\n \\|/|\\|/\n  {}-{}-{}"
LEGEND = "   {}-{}-{}\n  / |\\ |/ | \\\n{}-{}-{}-{}-{}\n  \\ |/ |\\ | /\n   {}-{}-{}"
OTHER = {"o": "h", "h": "o"}


def away_from_hounds(game: Any, field: Any, point: int) -> None:
    """Accept a point on which no hound begins."""
    if point in HOUNDS:
        raise InvalidArgumentError(
            f"bad {field.name} {point} of {type(game).__name__}: expected a point "
            "on which no hound begins, and these are 0, 3 and 8"
        )


@attrs.frozen
class HareAndHounds(_WordedGame[str, Run]):
    """Three hounds run forward to shut in a hare, which wins by getting behind all of them.

    The hounds begin, unless ``hare_first``; the hare begins on the point ``hare``.

    >>> from gamesolver import solve
    >>> solution = solve(HareAndHounds())
    >>> print(solution.outcome, solution["oh...o..o.. o"], sep="; ")
    win in 23; endless loss
    """

    hare: Annotated[int, "the point on which the hare begins"] = attrs.field(
        default=7, validator=[between(0, 10), away_from_hounds]
    )
    hare_first: Annotated[bool, "the hare has the first move"] = attrs.field(
        default=False, validator=yes_or_no
    )
    endless: Annotated[Value, "what play without end is worth to the hounds"] = attrs.field(
        default=Value.LOSS, validator=win_draw_or_loss
    )

    title = "Hare and Hounds"
    seats = ("hound", "hare")
    looks = ("dark", "light")

    def start(self) -> str:
        pieces = {self.hare: "h"} | dict.fromkeys(HOUNDS, "o")
        points = "".join(pieces.get(point, ".") for point in range(11))
        return f"{points} {'h' if self.hare_first else 'o'}"

    def moves(self, position: str) -> list[Run]:
        mover = position[-1]
        ways = AHEAD if mover == "o" else NEIGHBOURS
        return [
            (source, target)
            for source in range(11)
            if position[source] == mover
            for target in ways[source]
            if position[target] == "."
        ]

    def play(self, position: str, move: Run) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        source, target = move
        points = list(position[:-1])
        points[source], points[target] = ".", position[-1]
        return "".join(points) + OTHER[position[-1]]

    def terminal_value(self, position: str) -> Value | None:
        if _has_escaped(position):
            return Value.LOSS if position[-1] == "o" else Value.WIN
        return None if self.moves(position) else Value.LOSS

    def symmetries(self, position: str) -> Iterator[str]:
        yield "".join([position[point] for point in MIRROR]) + position[11:]

    def player(self, position: str) -> int:
        return "oh".index(position[-1])

    def stage(self, position: str) -> int:
        """Return the number of columns that all hounds have run together."""
        return sum(map(COLUMNS.__getitem__, _hounds(position)))

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        is_text = isinstance(text, str) and re.fullmatch("[.oh]{11} [oh]", text)
        if is_text and sorted(text[:11]) == sorted(self.start()[:11]):
            return text
        raise self.unreadable(
            text, "eleven points, three 'o' and one 'h' among '.', then ' o' or ' h' for the mover"
        )

    def format_move(self, move: Run) -> str:
        source, target = move
        return f"{NAMES[source]}-{NAMES[target]}"

    def short_texts(self, move: Run) -> tuple[str]:
        return (f"{move[0]}>{move[1]}",)

    def render(self, position: str) -> str:
        return BOARD.format(*position[:11])

    def legend(self) -> str:
        return LEGEND.format(*NAMES)

    def svg(self, position: str) -> str:
        runs = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {self.format_move(run): run for run in runs}
        return GRAPH.picture(position[:11], ways, {"o": "dark", "h": "light"})


def _hounds(position: str) -> list[int]:
    return [point for point in range(11) if position[point] == "o"]


def _has_escaped(position: str) -> bool:
    """Return True if all hounds are to the right of the hare."""
    return COLUMNS[position.index("h")] < min(COLUMNS[point] for point in _hounds(position))
