r"""Three men's morris, Achi and Tsoro Yematatu: place men, then move them; three in a row win.

The players place their men in turn on the points of a board. When all men are placed, a player
moves one of them along a line of the board to an adjacent empty point. Three in a row win at any
time, also while men are placed.

    a3 - b3 - c3           a
    | \  | /  |           /|\
    a2 - b2 - c2         b-c-d       only the centre of the square
    | /  | \  |         /  |  \      has lines to its corners
    a1 - b1 - c1       e---f---g

**Three men's morris** has three men each on the square. A player who cannot move loses. *Tapatan*
of the Philippines is this game with all its lines.

**Achi**, from Ghana, has four men each on the square, so that one point is left empty. There are
three rules for a player who cannot move: the player loses, the game is a draw, or the player
passes. With three men each it is three men's morris.

**Tsoro Yematatu**, from Zimbabwe, has three men each on the triangle. A man may also jump over an
adjacent man of either player to the empty point behind it. Nothing is captured. Only one point is
empty, so any man on a line through it can move to it, and there is always a move. All lines from
the top are therefore equivalent, and so are the two rows, although the picture does not show it.

A man is placed by the name of its point, b2, and moved by two points, b2-c2. A position is stored
for the player to move. In texts ``m`` is a man of the player to move, and ``w`` one of the other
player. If the player to move is known, texts have ``x`` for the first player and ``o`` for the
second, and end with the player to move.

It has long been known that the centre wins three men's morris. Rules of the others: R. C. Bell,
*Board and Table Games from Many Civilizations* (Achi), and the articles *Tapatan*, *Achi* and
*Tsoro yematatu* in Wikipedia. Counts have been computed for this project only.
"""

from __future__ import annotations

from typing import Annotated, Any

import attrs

from gamesolver.boardgames import DRAW, LOSS, WIN, BoardGame
from gamesolver.boards import Graph, Grid, Places
from gamesolver.validators import between, one_of, yes_or_no

SQUARE = Grid(3, 3)
LINES = ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a3 a2 a1", "b3 b2 b1", "c3 c2 c1"]
DIAGONALS = ["a3 b2 c1", "c3 b2 a1"]

TRIANGLE = [(0, 2), (1, 1), (1, 2), (1, 3), (2, 0), (2, 2), (2, 4)]
LEGS_AND_ROWS = ["abe", "acf", "adg", "bcd", "efg"]
JUMPS = ["ae", "af", "ag", "bd", "eg"]


class _PlacedAndMovedGame(BoardGame):
    """Common part of these games; each game defines its points, lines, and rows."""

    looks = ("dark", "light")
    stuck = LOSS
    indexed = False  # the few positions that play reaches are counted
    men: int = 3
    rows: tuple[Places, ...]
    """Rows that win."""

    def prepare(self, board: Graph, rows: list[list[str]]) -> None:
        """Make the board and its tables."""
        self.board, self.near, self.each = board, board.neighbours, self.men
        self.rows = tuple(board.set(row) for row in rows)

    def actions(self, at: Any) -> Any:
        if len(at.mine) < self.men:
            for point in at.empty:
                yield at.put(point)
        else:
            for man in at.mine:
                for to in self.near[man] & at.empty:
                    yield at.slide(man, to)

    def result(self, at: Any) -> Any:
        if any(row <= at.theirs for row in self.rows):
            return LOSS
        return WIN if any(row <= at.mine for row in self.rows) else None


def square(diagonals: bool = True) -> Graph:
    """Return nine points, with lines from the centre to the corners if men move along them."""
    lines = LINES + (DIAGONALS if diagonals else [])
    return Graph(SQUARE.names, map(str.split, lines), spots=SQUARE.spots)


@attrs.define
class ThreeMensMorris(_PlacedAndMovedGame):
    """Three men's morris: three men each on nine points, and three in a row win.

    >>> from gamesolver import solve
    >>> game = ThreeMensMorris()
    >>> solution = solve(game)
    >>> print(solution.outcome, *map(game.format_move, solution.best_moves(solution.start)))
    win in 9 b2
    """

    diagonal_slides: Annotated[bool, "stones slide along diagonals"] = attrs.field(
        default=True, validator=yes_or_no
    )
    diagonal_lines: Annotated[bool, "diagonals win"] = attrs.field(
        default=True, validator=yes_or_no
    )

    title = "Three Men's Morris"

    def __attrs_post_init__(self) -> None:
        rows = LINES + (DIAGONALS if self.diagonal_lines else [])
        self.prepare(square(self.diagonal_slides), [row.split() for row in rows])


@attrs.define
class Achi(_PlacedAndMovedGame):
    """Achi: four men each on nine points with diagonals, and three in a row win.

    >>> from gamesolver import solve
    >>> print(solve(Achi()).outcome, solve(Achi(men=3)).outcome, sep="; ")
    win in 11; win in 9
    """

    men: Annotated[int, "men of each player"] = attrs.field(default=4, validator=between(3, 4))
    blocked: Annotated[str, "a player who cannot move loses, draws or passes"] = attrs.field(
        default="loses", validator=one_of(("loses", "draws", "passes"))
    )

    def __attrs_post_init__(self) -> None:
        self.prepare(square(), [row.split() for row in LINES + DIAGONALS])
        self.stuck = DRAW if self.blocked == "draws" else LOSS
        self.may_pass = self.blocked == "passes"

    def actions(self, at: Any) -> Any:
        yield from self.moves_of_men(at)
        if self.may_pass and not self.can_move(at):
            yield at.pass_turn()

    moves_of_men = _PlacedAndMovedGame.actions

    def can_move(self, at: Any) -> Any:
        """Return whether a man can be placed or moved."""
        return len(at.mine) < self.men or any(self.near[man] & at.empty for man in at.mine)


@attrs.define
class TsoroYematatu(_PlacedAndMovedGame):
    """Tsoro Yematatu: three men each on a triangle, and three in a row win.

    Men are placed in turn, and then move along a line to an adjacent point or jump over another
    man. Without ``jumps`` a player who cannot move loses.

    >>> from gamesolver import solve
    >>> print(solve(TsoroYematatu()).outcome, solve(TsoroYematatu(jumps=False)).outcome, sep="; ")
    endless draw; endless draw
    """

    jumps: Annotated[bool, "men jump over others"] = attrs.field(default=True, validator=yes_or_no)

    def __attrs_post_init__(self) -> None:
        lines = LEGS_AND_ROWS + (JUMPS if self.jumps else [])  # only one point is empty
        board = Graph("abcdefg", lines, spots=TRIANGLE)
        self.prepare(board, [list(row) for row in LEGS_AND_ROWS])
