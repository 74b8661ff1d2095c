"""Gobblet Gobblers: three in a row with pieces that cover smaller ones.

A player with three pieces in a row, seen from above, wins. Each player has up to three pieces of
each size: small (S), medium (M) and large (L). A player puts down a piece from the reserve, or
moves one of their pieces that is on top. In both cases it goes onto an empty square or over any
smaller piece. A lifted piece may uncover a line of the opponent. There are three readings of the
rules for this case:

* *final-board*: the board is judged when the move is complete. If the opponent then has a line, the
  player who moved loses, with or without a line of their own. This is the official rule: "you
  lose unless you can place it over another piece of that line".
* *lift-loses*: a player who uncovers a line loses at once, so such a move is not legal. A player
  without a legal move loses.
* *mover-wins*: the board is judged when the move is complete. If both players have a line, the
  player who moved wins.

On a board ``x`` is the first player, and ``o`` the second, so ``xL`` is a large piece of the first
player. A stack is written from the smallest piece up: ``xSoL`` is a large piece of the second
player over a small one of the first. If a text does not name the player to move, ``m`` is that
player, and ``w`` the other one.

    3 xL   .    .
    2 .    oM   .      A placement is a size and a square, Lb2.
    1 .    xSoL .      A move is a size and two squares, La3-b2.
      a    b    c

Two pieces of one size per player have 1,423 placements, or 219 up to the eight symmetries of the
board. Three sizes have 219 x 1,423 x 1,423 = 443,459,451 indexes. Of these, 360,382,485 are boards
up to symmetry.

Counts: possibly-wrong's article on Gobblet Gobblers, and m-kasahr/gobb_analyzer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import attrs

from gamesolver.boardgames import DRAW, LOSS, WIN, BoardGame
from gamesolver.boards import Grid
from gamesolver.validators import between, one_of, yes_or_no

Reading = Literal["final-board", "lift-loses", "mover-wins"]
READINGS = ("final-board", "lift-loses", "mover-wins")


@attrs.define
class GobbletGobblers(BoardGame):
    """Gobblet Gobblers with ``sizes`` sizes and ``copies`` pieces of each size per player.

    ``reading`` is the rule for a lifted piece that uncovers a line of the opponent:

    * ``final-board``: the board is judged when the move is complete. If the opponent then has a
      line, the player who moved loses, with or without a line of their own.
    * ``lift-loses``: such a lift loses at once, so it is not legal. A player without a legal move
      loses.
    * ``mover-wins``: like final-board, but if both have a line, the player who moved wins.

    With ``placing_only``, pieces stay where they are put. The game is a draw if a player cannot
    put down a piece.

    >>> from gamesolver import solve
    >>> print(solve(GobbletGobblers(sizes=1, copies=3)).outcome)
    endless draw
    """

    reading: Annotated[Reading, "rule for a lifted piece that uncovers a line"] = attrs.field(
        default="final-board", validator=one_of(READINGS)
    )
    sizes: Annotated[int, "number of sizes"] = attrs.field(default=3, validator=between(1, 3))
    copies: Annotated[int, "pieces of each size per player"] = attrs.field(
        default=2, validator=between(1, 3)
    )
    placing_only: Annotated[bool, "pieces stay where they are put"] = attrs.field(
        default=False, validator=yes_or_no
    )

    looks = ("blue", "yellow")
    stacked = indexed = True

    def __attrs_post_init__(self) -> None:
        self.board = board = Grid(3, 3)
        self.lines = board.lines(3)
        self.alone = tuple(board.set([square]) for square in board.places)
        self.kinds = max(
            2, self.sizes
        )  # stacks require two kinds; with one size, kind 1 is not used
        self.kind_signs = "SML" if self.kinds == 3 else "SL"
        self.each = ((self.copies,) * self.sizes + (0,))[: self.kinds]
        self.must_not_uncover = self.reading == "lift-loses"
        self.mover_wins = self.reading == "mover-wins"
        if self.placing_only:
            self.stuck = DRAW
        elif self.must_not_uncover:
            self.stuck = LOSS  # otherwise a piece of the largest size can always be placed or moved

    def covered(self, at: Any, size: Any) -> Any:
        """Return the squares with a piece of this size or larger."""
        found = self.board.none
        for each in range(self.sizes):
            if each >= size:
                found |= at.mine[each] | at.theirs[each]
        return found

    def uncovers(self, at: Any, piece: Any, size: Any) -> Any:
        """Return True if the opponent has a line after a piece on top is lifted."""
        seen = covered = self.board.none
        for smaller in range(self.sizes):
            each = self.sizes - 1 - smaller
            seen |= at.theirs[each] - covered
            covered |= at.mine[each] | at.theirs[each]
            if each == size:
                covered -= self.alone[piece]
        return any(line <= seen for line in self.lines)

    def actions(self, at: Any) -> Any:
        for size in range(self.sizes):
            free = ~self.covered(at, size)
            if len(at.mine[size]) < self.copies:
                for square in free:
                    yield at.put(square, size)
            if not self.placing_only:
                for piece in at.mine[size] - self.covered(at, size + 1):
                    if not (self.must_not_uncover and self.uncovers(at, piece, size)):
                        for square in free:
                            yield at.slide(piece, square, size)

    def result(self, at: Any) -> Any:
        mine = theirs = covered = self.board.none
        for smaller in range(self.sizes):
            size = self.sizes - 1 - smaller  # the largest pieces first
            mine |= at.mine[size] - covered
            theirs |= at.theirs[size] - covered
            covered |= at.mine[size] | at.theirs[size]
        if self.mover_wins and any(line <= theirs for line in self.lines):
            return LOSS
        if any(line <= mine for line in self.lines):
            return WIN  # the other player uncovered it with the last move
        return LOSS if any(line <= theirs for line in self.lines) else None

    def drawing(self, at: Any) -> Mapping[str, Any]:
        """Return the pieces in reserve, first those of the second player."""
        return {"hands": [self._reserve("o", at.theirs), self._reserve("x", at.mine)]}

    def _reserve(self, sign: str, men: Any) -> list[str]:
        """Return the pieces in reserve, the largest first, with ``.`` for those on the board."""
        return [
            piece
            for size in reversed(range(self.sizes))
            for piece in [f"{sign}{self.kind_signs[size]}"] * (self.copies - len(men[size]))
            + ["."] * len(men[size])
        ]
