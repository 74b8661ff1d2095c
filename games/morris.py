r"""Three in a row by men placed and then moved: three men's morris, Achi, Tsoro Yematatu.

The players place their men in turn on the points of a board. When all are placed, a move takes one
of one's own along a line of the board to an empty point next to it. Three in a row win at any
time, while placing too.

    a3 - b3 - c3           a
    | \  | /  |           /|\
    a2 - b2 - c2         b-c-d       only the centre of the square
    | /  | \  |         /  |  \      has lines to its corners
    a1 - b1 - c1       e---f---g

**Three men's morris** has three men each on the square; whoever cannot move has lost. *Tapatan*
of the Philippines is this game with all its lines.

**Achi**, from Ghana, has four men each on the square, so that one point is left empty. What
becomes of a player who cannot move is said in three ways: they lose, it is a draw, or they pass.
Some play it with three men each, and it is three men's morris again.

**Tsoro Yematatu**, from Zimbabwe, has three men each on the triangle. A man may also jump over the
man next to it, of either player, to the empty point right behind; nothing is taken. Since but one
point is empty, a man can then go to it from wherever on its lines. So all lines from the top are
alike, and so are the two rows below, which the picture does not show; and there always is a move.

On a board ``m`` is a man of the player to move, and ``w`` one of the player who waits: they change
places with every move. A man is placed by the name of its point, b2, and moved by two, b2-c2.

A position is a text of the points, seen from the player to move. How many men there are tells
whether they are still being placed.

That the centre wins three men's morris is old knowledge. Rules of the others: R. C. Bell, *Board
and Table Games from Many Civilizations* (Achi), and the articles *Tapatan*, *Achi* and *Tsoro
yematatu* in Wikipedia. Counts have been computed for this project only.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence, Set
from itertools import permutations
from typing import Annotated, ClassVar

import attrs

import gamesolver
from games._words import _WordedGame, letters
from games.tictactoe import BOARD, COLUMNS, DIAGONALS, ROWS, SQUARES
from gamesolver import Value
from gamesolver.boards import STRAIGHT
from gamesolver.validators import between, one_of, yes_or_no

Slide = tuple[int | None, int]
"""The point a man leaves (``None``: it is placed), and the point it goes to."""

SEEN_BY_THE_OTHER = str.maketrans("mw", "wm")
OWNERS = str.maketrans("mw", "xo"), str.maketrans("mw", "ox")
"""Whose the men are, x the first player's, by the seat that moves."""
WORDS = {3: "three", 4: "four", 7: "seven", 9: "nine"}


class _PlacedAndMovedGame(_WordedGame[str, Slide]):
    """Common part of these games; each game defines its points, lines, and rows."""

    looks = ("dark", "light")
    men: int = 3
    points: ClassVar[Sequence[tuple[int, int]]]
    names: ClassVar[Sequence[str]]
    """What the points are called."""

    @abstractmethod
    def _rows(self, position: str) -> Iterator[str]:
        """Return the contents of each winning row."""

    @abstractmethod
    def _leads(self, source: int, target: int) -> bool:
        """Return True if a man can go from one point to the other, if that is empty."""

    @abstractmethod
    def _lines(self) -> Sequence[tuple[int, int]]:
        """The ends of each line that is drawn."""

    def start(self) -> str:
        return "." * len(self.points)

    def moves(self, position: str) -> list[Slide]:
        empty = [point for point, man in enumerate(position) if man == "."]
        if position.count("m") < self.men:
            return [(None, target) for target in empty]
        return [
            (source, target)
            for source, man in enumerate(position)
            if man == "m"
            for target in empty
            if self._leads(source, target)
        ]

    def play(self, position: str, move: Slide) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        source, target = move
        points = list(position)
        if source is not None:
            points[source] = "."
        points[target] = "m"
        return "".join(points).translate(SEEN_BY_THE_OTHER)

    def terminal_value(self, position: str) -> Value | None:
        """The last move made a row of the waiting player; one of the mover's never is seen."""
        owners = {*self._rows(position)}
        if "www" in owners:
            return Value.LOSS
        if "mmm" in owners:
            return Value.WIN
        return None if self.moves(position) else self._worth_of_no_move()

    def _worth_of_no_move(self) -> Value:
        return Value.LOSS

    def stage(self, position: str) -> int:
        """The number of men placed."""
        return len(position) - position.count(".")

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        if isinstance(text, str) and re.fullmatch(f"[.mw]{{{len(self.points)}}}", text):
            mine, theirs = text.count("m"), text.count("w")
            has_won = "mmm" in self._rows(text)
            if theirs <= self.men and mine in (theirs, theirs - 1) and not has_won:
                return text
        raise self.unreadable(
            text,
            f"{WORDS[len(self.points)]} of '.', 'm' (to move), 'w' (waiting), at most "
            f"{WORDS[self.men]} of each, as many w as m or one more, and no winning row of m",
        )

    def format_move(self, move: Slide) -> str:
        source, target = move
        return "-".join(self.names[point] for point in (source, target) if point is not None)

    def short_texts(self, move: Slide) -> tuple[str]:
        source, target = move
        return (f"{'' if source is None else source}>{target}",)

    def render_for(self, position: str, seat: int) -> str:
        """The men of the first player are x."""
        return self.render(position.translate(OWNERS[seat]))

    def svg(self, position: str) -> str:
        return self.svg_for(position, 0)

    def svg_for(self, position: str, seat: int) -> str:
        """A man is placed on a point, and moves along an arrow."""
        slides = [] if self.terminal_value(position) is not None else self.moves(position)
        ways = {self.format_move(each): self._clicked(each) for each in slides}
        men, shapes = position.translate(OWNERS[seat]), {"x": "dark", "o": "light"}
        return gamesolver.points_svg(
            self.points, self._lines(), men, ways, shapes, names=self.names
        )

    def _clicked(self, move: Slide) -> list[int] | Set[int]:
        """The points that a move is about."""
        return [end for end in move if end is not None]


# ── on the square ───────────────────────────────────────────────────────────────────────────────

CENTRE = 4
BESIDE = BOARD.steps(*STRAIGHT)
NEAR = {(int(point), int(other)) for point in BOARD for other in BESIDE[point]}
LINES = [(int(point), int(other)) for point in BOARD for other in BESIDE[point] if other < point]
SLANTING = [(corner, CENTRE) for corner in (0, 2, 6, 8)]


class _OnASquareGame(_PlacedAndMovedGame):
    """Nine points, with lines between neighbours, and from the centre to the corners."""

    points = tuple((square % 3, square // 3) for square in SQUARES)
    names = BOARD.names
    diagonal_slides: bool = True
    diagonal_lines: bool = True

    def symmetries(self, position: str) -> Iterator[str]:
        return map("".join, BOARD.images(position))

    def render(self, position: str) -> str:
        return "\n".join(" ".join(position[row]) for row in ROWS)

    def legend(self) -> str:
        """The board as it is drawn above, with the lines that men move along."""
        across = [r"| \  | /  |", r"| /  | \  |"] if self.diagonal_slides else ["|    |    |"] * 2
        rows = [" - ".join(self.names[row]) for row in ROWS]
        return f"{rows[0]}\n{across[0]}\n{rows[1]}\n{across[1]}\n{rows[2]}"

    def _rows(self, position: str) -> Iterator[str]:
        for row in ROWS + COLUMNS + (DIAGONALS if self.diagonal_lines else []):
            yield position[row]

    def _leads(self, source: int, target: int) -> bool:
        """Return True if a line of the board leads from one point to the other, its neighbour."""
        if (source, target) in NEAR:
            return True
        return self.diagonal_slides and CENTRE in (source, target) and (source + target) % 2 == 0

    def _lines(self) -> list[tuple[int, int]]:
        return LINES + SLANTING if self.diagonal_slides else LINES


@attrs.frozen
class ThreeMensMorris(_OnASquareGame):
    """Stones slide along diagonals, and diagonals win, unless these are ``False``.

    >>> from gamesolver import solve
    >>> solution = solve(ThreeMensMorris())
    >>> print(solution.outcome, solution.best_moves(solution.start))
    win in 9 ((None, 4),)
    """

    diagonal_slides: Annotated[bool, "stones slide along diagonals"] = attrs.field(
        default=True, validator=yes_or_no
    )
    diagonal_lines: Annotated[bool, "diagonals win"] = attrs.field(
        default=True, validator=yes_or_no
    )

    title = "Three Men's Morris"


PASS: Slide = (None, -1)


@attrs.frozen
class Achi(_OnASquareGame):
    """Four men each, or three; a player who cannot move has lost, or as ``blocked`` says.

    >>> from gamesolver import solve
    >>> print(solve(Achi()).outcome, solve(Achi(men=3)).outcome, sep="; ")
    win in 11; win in 9
    """

    men: Annotated[int, "men of each player"] = attrs.field(default=4, validator=between(3, 4))
    blocked: Annotated[str, "what a player does who cannot move: loses, draws or passes"] = (
        attrs.field(default="loses", validator=one_of(("loses", "draws", "passes")))
    )

    def moves(self, position: str) -> list[Slide]:
        """The pass is a move, and the only one where it is legal."""
        passes = [PASS] if self.blocked == "passes" else []
        return super().moves(position) or passes

    def play(self, position: str, move: Slide) -> str:
        if move == PASS and self.moves(position) == [PASS]:
            return position.translate(SEEN_BY_THE_OTHER)
        return super().play(position, move)

    def format_move(self, move: Slide) -> str:
        return "pass" if move == PASS else super().format_move(move)

    def _worth_of_no_move(self) -> Value:
        return Value.DRAW if self.blocked == "draws" else Value.LOSS

    def _clicked(self, move: Slide) -> list[int] | Set[int]:
        """For a pass, the whole board."""
        return {*SQUARES} if move == PASS else super()._clicked(move)


# ── on the triangle ─────────────────────────────────────────────────────────────────────────────

TRIANGLE = "    {}\n   /|\\\n  {}-{}-{}\n /  |  \\\n{}---{}---{}"
LEGS, ACROSS = [(0, 1, 4), (0, 2, 5), (0, 3, 6)], [(1, 2, 3), (4, 5, 6)]
STEPS = [(line[near], line[near + 1]) for line in LEGS + ACROSS for near in (0, 1)]
JUMPS = [(line[0], line[2]) for line in LEGS + ACROSS]


def _orders(jumps: bool) -> Iterator[tuple[int, ...]]:
    """The points as they may be exchanged: with jumps legs in any order, and the two rows."""
    for one, two, three in permutations((1, 2, 3)) if jumps else [(3, 2, 1)]:
        yield 0, one, two, three, one + 3, two + 3, three + 3
        if jumps:
            yield 0, one + 3, two + 3, three + 3, one, two, three


@attrs.frozen
class TsoroYematatu(_PlacedAndMovedGame):
    """Men also jump over others, unless ``jumps`` is ``False``; then whoever cannot move has lost.

    >>> from gamesolver import solve
    >>> print(solve(TsoroYematatu()).outcome, solve(TsoroYematatu(jumps=False)).outcome, sep="; ")
    endless draw; endless draw
    """

    jumps: Annotated[bool, "men jump over others"] = attrs.field(default=True, validator=yes_or_no)

    names = letters(7)
    points = ((3, 0), (2, 1), (3, 1), (4, 1), (1, 2), (3, 2), (5, 2))

    def symmetries(self, position: str) -> Iterator[str]:
        for order in _orders(self.jumps):
            yield "".join([position[point] for point in order])

    def render(self, position: str) -> str:
        return TRIANGLE.format(*position)

    def legend(self) -> str:
        return TRIANGLE.format(*self.names)

    def _rows(self, position: str) -> Iterator[str]:
        for one, two, three in LEGS + ACROSS:
            yield position[one] + position[two] + position[three]

    def _leads(self, source: int, target: int) -> bool:
        """A jump needs no other look: but one point is empty, so that a man stands between."""
        way = (min(source, target), max(source, target))
        return way in STEPS or (self.jumps and way in JUMPS)

    def _lines(self) -> list[tuple[int, int]]:
        return STEPS
