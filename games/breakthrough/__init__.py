"""Breakthrough: the first pawn to reach the far row wins.

A player also wins by capturing the opponent's last pawn. White's pawns fill the lower rows and move
up, Black's fill the upper rows and move down. White moves first. A pawn steps one square ahead,
straight or diagonally, onto an empty square. It captures an opponent's pawn by a diagonal step
only. Captures are optional.

    5 b b b      5 rows, 3 columns, 2 rows of pawns a side
    4 b b b
    3 . . .
    2 w w w
    1 w w w
      a b c

There is always a move, because no pawn of the same player is diagonally ahead of the foremost pawn.
Pawns never move back, so play ends. A move is named as in chess, ``b2-b3`` or ``b2xc3``.

The mirror image is a symmetry. (The board upside down, with colours and turn exchanged, is not
used. It leads to positions that do not occur in play, and published counts are of positions that
do.)

D. Troyka invented the game in 2000: the article on Breakthrough in Wikipedia. Small boards were
solved in the forum of littlegolem.net in November and December 2006: of four by four squares, with
one row and with two, and of five by five, by the player Tasmanian Devil.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, require_size
from gamesolver.boardgames import LOSS, WIN, BoardGame
from gamesolver.boards import Grid
from gamesolver.validators import between, is_whole, refused


def have_room(game: Any, field: Any, ranks: Any) -> None:
    """Accept ranks that leave each player a half of the board."""
    if not is_whole(ranks, 1) or 2 * ranks > game.rows:
        half = f"a whole number from 1 to {game.rows // 2}, half of the {game.rows} rows"
        raise refused(game, field, ranks, half)


@attrs.define
class Breakthrough(BoardGame):
    """Breakthrough on ``rows`` by ``columns`` squares, with ``ranks`` rows of pawns each.

    >>> game = Breakthrough(rows=3, columns=2, ranks=1)
    >>> game.format(game.play(game.start(), game.parse_move(game.start(), "a1-b2")))
    'bb/.w/.w b'
    """

    rows: Annotated[int, "rows of squares"] = attrs.field(
        default=5, validator=between(2, MOST_ROWS)
    )
    columns: Annotated[int, "columns of squares"] = attrs.field(
        default=2, validator=between(2, MOST_COLUMNS)
    )
    ranks: Annotated[int, "rows of pawns a side"] = attrs.field(default=2, validator=have_room)

    seats = ("white", "black")
    looks = ("light pawn", "dark pawn")
    signs, look = "wb", "chequered"

    def __attrs_post_init__(self) -> None:
        require_size(self, self.rows, self.columns, self.rows * self.columns, 31)
        self.board = board = Grid(self.rows, self.columns)
        self.straight = board.steps((-1, 0)), board.steps((1, 0))
        self.slanting = board.steps((-1, -1), (-1, 1)), board.steps((1, -1), (1, 1))
        self.far = board.row(0), board.row(-1)
        self.each = self.ranks * self.columns

    def setup(self) -> Any:
        places, pawns = self.board.places, self.ranks * self.columns
        return self.board.set(places[-pawns:]), self.board.set(places[:pawns])

    def actions(self, at: Any) -> Any:
        for pawn in at.mine:
            slanting = self.slanting[at.mover][pawn]
            for to in (self.straight[at.mover][pawn] | slanting) & at.empty:
                yield at.slide(pawn, to)
            for to in slanting & at.theirs:
                yield at.slide(pawn, to).take(to)

    def result(self, at: Any) -> Any:
        if at.theirs & self.far[at.waiter] or not at.mine:
            return LOSS
        return WIN if at.mine & self.far[at.mover] or not at.theirs else None

    def by_hand(self) -> Mapping[str, Any]:
        from games.breakthrough.kernels import candidates_of  # for proofs only

        return {"candidates": candidates_of(self.rows, self.columns, self.derived_rules.successors)}
