"""m,n,k games: k in a row on a board of m columns and n rows.

The players take turns to put a stone on any empty square. A player with k stones in a row, straight
or diagonal, wins. A full board without such a line is a draw. The game 3,3,3 is tic-tac-toe.

The first player's stones are x, the second player's are o. A move is named by its square, as in
chess: b3. The number of stones determines the player to move.

Counts: recomputed by programs that share no code with this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import attrs

from games._boards import MOST_ROWS, require_size
from gamesolver.boardgames import DRAW, LOSS, BoardGame
from gamesolver.boards import Grid
from gamesolver.validators import between

MOST_SQUARES = 31


@attrs.define
class MNK(BoardGame):
    """k in a row on m columns and n rows.

    >>> from gamesolver import solve
    >>> game = MNK(m=4, n=3, k=3)
    >>> print(game.render(game.play(game.start(), game.parse_move(game.start(), "b3"))))
    3 . x . .
    2 . . . .
    1 . . . .
      a b c d
    >>> print(solve(MNK(m=3, n=3, k=2)).outcome)
    win in 3
    """

    m: Annotated[int, "columns"] = attrs.field(default=3, validator=between(1, MOST_ROWS))
    n: Annotated[int, "rows"] = attrs.field(default=3, validator=between(1, MOST_ROWS))
    k: Annotated[int, "number of stones in a row that win"] = attrs.field(
        default=3, validator=between(1, MOST_ROWS)
    )

    seats = ("x", "o")
    title = "m,n,k-game"

    def __attrs_post_init__(self) -> None:
        require_size(self, self.m, self.n, self.m * self.n, MOST_SQUARES)
        self.board = board = Grid(self.n, self.m)
        self.lines = board.lines(self.k) if self.k <= max(self.m, self.n) else ()

    def actions(self, at: Any) -> Any:
        for square in at.empty:
            yield at.put(square)

    def result(self, at: Any) -> Any:
        if any(line <= at.theirs for line in self.lines):
            return LOSS
        return None if at.empty else DRAW

    def plies_to_draw(self, position: int) -> int:
        """Return the number of empty squares, because only a full board is a draw."""
        return self.m * self.n - position.bit_count()

    def by_hand(self) -> Mapping[str, Any]:
        from games.in_a_row.kernels import any_square_candidates  # for proofs only

        longest = max(self.m, self.n)
        return {"candidates": any_square_candidates(self.m, self.n, min(self.k, longest + 1))}
