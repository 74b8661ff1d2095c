r"""Hare and hounds: three hounds try to trap a hare, which tries to get past them.

The hounds win if the hare cannot move. The hare wins if all hounds are on its right. The hounds
move first, from the left. A hound moves along a line to an empty point, to the right or straight up
or down, but never back to the left. The hare moves along any line. This is the French military
game, on eleven points.

       b3-c3-d3
      / |\ |/ | \
    a2-b2-c2-d2-e2     hounds on b3, a2 and b1, the hare on e2
      \ |/ |\ | /
       b1-c1-d1

Hounds that only move up and down are *stalling*. In play between people, the hare wins after ten
such moves in a row. Hounds move to the right at most a dozen times, so in infinite play they stall
for ever. Here infinite play is therefore a win for the hare, and no moves are counted. ``endless``
chooses another result.

Moves name points by column and row. ``hare`` is the number of a point, row by row from 0, and the
hounds start on 0, 3 and 8. The mirror image, top and bottom exchanged, is a symmetry.

Rules: E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter 21, and the article
on hare games in Wikipedia. M. Gardner showed in Scientific American, October 1963, that the
hounds win. The plies were published in github.com/edoannunziata/jardin.
"""

from __future__ import annotations

from typing import Annotated, Any

import attrs

from gamesolver import InvalidArgumentError, Value
from gamesolver.boardgames import LOSS, WIN, BoardGame
from gamesolver.boards import Graph
from gamesolver.validators import between, win_draw_or_loss, yes_or_no

SPOTS = [(0, 1), (0, 2), (0, 3), *((1, column) for column in range(5)), (2, 1), (2, 2), (2, 3)]
ACROSS = ["b3 c3 d3", "a2 b2 c2 d2 e2", "b1 c1 d1"]
UPRIGHT = ["b3 b2 b1", "c3 c2 c1", "d3 d2 d1"]
SLANTING = ["a2 b3 c2 d1 e2", "a2 b1 c2 d3 e2"]
POINTS = Graph(
    " ".join(ACROSS).split(), [line.split() for line in ACROSS + UPRIGHT + SLANTING], spots=SPOTS
)
HOUNDS = (0, 3, 8)


def away_from_hounds(game: Any, field: Any, point: int) -> None:
    """Accept a point on which no hound starts."""
    if point in HOUNDS:
        raise InvalidArgumentError(
            f"bad {field.name} {point} of {type(game).__name__}: expected a point "
            "on which no hound begins, and these are 0, 3 and 8"
        )


@attrs.define
class HareAndHounds(BoardGame):
    """Three hounds try to trap a hare, which wins by getting behind all of them.

    The hounds move first, unless ``hare_first``. The hare starts on the point ``hare``.

    >>> from gamesolver import solve
    >>> game = HareAndHounds()
    >>> solution = solve(game)
    >>> print(solution.outcome, solution[game.parse("oh...o..o.. o")], sep="; ")
    win in 23; endless loss
    """

    hare: Annotated[int, "the point on which the hare starts"] = attrs.field(
        default=7, validator=[between(0, 10), away_from_hounds]
    )
    hare_first: Annotated[bool, "the hare has the first move"] = attrs.field(
        default=False, validator=yes_or_no
    )
    endless: Annotated[Value, "payoff of infinite play for the hounds"] = attrs.field(
        default=Value.LOSS, validator=win_draw_or_loss
    )

    title = "Hare and Hounds"
    seats = ("hound", "hare")
    looks = ("dark", "light")
    signs, each = "oh", 3
    stuck, all_symmetries = LOSS, True
    indexed = False  # the few positions that play reaches are counted

    def __attrs_post_init__(self) -> None:
        self.board, self.begins = POINTS, int(self.hare_first)
        columns = [column for _, column in SPOTS]
        near = POINTS.neighbours
        ahead = tuple(
            POINTS.set(other for other in near[place] if columns[other] >= columns[place])
            for place in POINTS
        )
        self.ways = ahead, near
        self.right_of = tuple(
            POINTS.set(other for other in POINTS if columns[other] > columns[place])
            for place in POINTS
        )

    def setup(self) -> Any:
        return self.board.set(HOUNDS), self.board.set([self.hare])

    def actions(self, at: Any) -> Any:
        for piece in at.mine:
            for to in self.ways[at.mover][piece] & at.empty:
                yield at.slide(piece, to)

    def result(self, at: Any) -> Any:
        if at.mover == 0:
            return LOSS if self.has_escaped(at.theirs, at.mine) else None
        return WIN if self.has_escaped(at.mine, at.theirs) else None

    def has_escaped(self, hares: Any, hounds: Any) -> Any:
        """Return True if all hounds are to the right of the hare."""
        return any(hounds <= self.right_of[hare] for hare in hares)
