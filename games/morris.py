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

A man is placed by the name of its point, b2, and moved by two, b2-c2. A position is seen from the
player to move, whose men are ``m`` in texts; ``w`` are those of the player who waits. If it is
known who moves, texts have ``x`` for the first player and ``o`` for the second, and end with the
player to move.

That the centre wins three men's morris is old knowledge. Rules of the others: R. C. Bell, *Board
and Table Games from Many Civilizations* (Achi), and the articles *Tapatan*, *Achi* and *Tsoro
yematatu* in Wikipedia. Counts have been computed for this project only.
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
    numbered = False  # the few positions that play reaches are counted
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
    """Stones slide along diagonals, and diagonals win, unless these are ``False``.

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
    """Four men each, or three; a player who cannot move has lost, or as ``blocked`` says.

    >>> from gamesolver import solve
    >>> print(solve(Achi()).outcome, solve(Achi(men=3)).outcome, sep="; ")
    win in 11; win in 9
    """

    men: Annotated[int, "men of each player"] = attrs.field(default=4, validator=between(3, 4))
    blocked: Annotated[str, "what a player does who cannot move: loses, draws or passes"] = (
        attrs.field(default="loses", validator=one_of(("loses", "draws", "passes")))
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
    """Men also jump over others, unless ``jumps`` is ``False``; then whoever cannot move has lost.

    >>> from gamesolver import solve
    >>> print(solve(TsoroYematatu()).outcome, solve(TsoroYematatu(jumps=False)).outcome, sep="; ")
    endless draw; endless draw
    """

    jumps: Annotated[bool, "men jump over others"] = attrs.field(default=True, validator=yes_or_no)

    def __attrs_post_init__(self) -> None:
        lines = LEGS_AND_ROWS + (JUMPS if self.jumps else [])  # but one point is empty
        board = Graph("abcdefg", lines, spots=TRIANGLE)
        self.prepare(board, [list(row) for row in LEGS_AND_ROWS])
