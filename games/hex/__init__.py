"""Hex: connect your two sides of the board; one of the players always does.

A player who connects both of their sides by a chain of adjacent stones wins. The board is a rhombus
of hexagons. Red, the first player, has the sides above and below, and blue those left and right. A
player puts a stone on any empty hexagon, and it stays there. A full board always has one such
chain, so there are no draws. There is no *swap* rule, by which the second player may take over
the first move. Therefore the first player wins on every square board.

     a b c
    1 . . .
     2 . r .      each row is half a hexagon further right than the one above it,
      3 . . .     so b2 is next to b1, c1, a2, c2, a3 and b3

A move is named by its hexagon, column and row: b2. Half a turn of the board is a symmetry. (The
reflection that exchanges the sides of a square board, with colours and turn exchanged, is not used.
It would lead to positions with more stones of blue, which do not occur in play.)

Proofs use chains that are connected by bridges (``games.hex.kernels``).

P. Hein invented the game in 1942, and so did J. Nash in 1948, who showed that the first player wins
on every square board. On other boards the player with the shorter distance wins, even as the second
player: M. Gardner, *The Scientific American Book of Mathematical Puzzles and Diversions*, chapter
8. An opening in the acute corner, a1, loses on every square board except the smallest: A. Beck,
*Excursions into Mathematics*, 1969. HexWiki (*Open problems*) also calls b1 a losing opening. Here
it loses from three by three on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, require_size
from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boards import Hexagons
from gamesolver.validators import between

MOST_HEXAGONS = 31


@attrs.define
class Hex(BoardGame):
    """Hex on ``rows`` by ``columns`` hexagons; red connects top and bottom, blue left and right.

    >>> from gamesolver import prove, solve
    >>> print(solve(Hex(rows=3, columns=2)).outcome)
    loss in 4
    >>> print(prove(Hex(rows=4, columns=4), exact=False).value)
    win
    """

    rows: Annotated[int, "rows of hexagons, which red connects"] = attrs.field(
        default=3, validator=between(1, MOST_ROWS)
    )
    columns: Annotated[int, "columns of hexagons, which blue connects"] = attrs.field(
        default=3, validator=between(1, MOST_COLUMNS)
    )

    seats = ("red", "blue")
    looks = ("red", "blue")
    signs = "rb"

    def __attrs_post_init__(self) -> None:
        require_size(
            self, self.rows, self.columns, self.rows * self.columns, MOST_HEXAGONS, "hexagons"
        )
        self.board = board = Hexagons(self.rows, self.columns)
        self.near = board.steps()
        top, bottom, left, right = board.row(0), board.row(-1), board.column(0), board.column(-1)
        # both orders, so that half a turn of the board preserves the table
        self.sides = ((top, bottom), (bottom, top)), ((left, right), (right, left))

    def actions(self, at: Any) -> Any:
        for hexagon in at.empty:
            yield at.put(hexagon)

    def result(self, at: Any) -> Any:
        sides = self.sides[at.waiter]
        return LOSS if any(self.connects(at.theirs, one, other) for one, other in sides) else None

    def connects(self, stones: Any, side: Any, other: Any) -> Any:
        """Return True if a chain of stones from a side reaches the other one."""
        chain = new = stones & side
        while new:
            near = self.board.none
            for stone in new:
                near |= self.near[stone]
            new = near & stones - chain
            chain |= new
        return bool(chain & other)

    def drawing(self, at: Any) -> Mapping[str, Any]:
        return {"sides": self.signs}

    def by_hand(self) -> Mapping[str, Any]:
        from games.hex.kernels import candidates_of  # for proofs only

        return {"candidates": candidates_of(self.rows, self.columns)}
