"""Gobblet Gobblers: three in a row with pieces that cover smaller ones. Compiled rules.

Each player has a few pieces of each of up to three sizes. A move places a piece
from the reserve, or moves a piece of one's own that lies on top; either way
onto an empty square or over any smaller piece. Three of one colour in a row,
seen from above, win. Lifting a piece may uncover a line of the opponent's, and
what happens then is read in three ways:

* *final-board*: the board is judged when the move is complete; if the opponent has
  a line then, the mover has lost, and no line of their own changes that.
* *lift-loses*: who uncovers a line has lost at once, and so such a move does not
  count as one; whoever has no other has lost.
* *mover-wins*: the board is judged when the move is complete, and if both have a
  line the mover has won.

On a board ``x`` is the first player, and ``o`` the second; L, M and S are large, middle
and small: ``xL`` is a large piece of the first player. If it is not known who moves,
``m`` is the player to move, and ``w`` the one who waits. A move says what goes where,
*large from hand to b2* or *a1 to b2*.

**A position** is seen from the player to move and is a word of bits. Its lower
half holds the mover's pieces and its upper half the other's; in either, nine
bits for each size, the largest the lowest, and square 0 the lowest of the nine:

    bits   63-59 │ 58-50   49-41   40-32 │ 31-27 │ 26-18   17-9    8-0   │   squares
           zero  │ small  middle   large │ zero  │ small  middle   large │   0  1  2
                 │    the other's pieces │       │    the mover's pieces │   3  4  5
                                                                             6  7  8

To see the board from the other side the halves change places. What lies on top
is found for both sides and all sizes at once: a shift by nine lays each size on
the next one, a shift by eighteen the large pieces on the small ones.

**Numbers.** Of one size, two pieces a side lie in 1,423 ways on the board, and up
to its eight symmetries in 219. Large, middle and small pieces together make
219 x 1,423 x 1,423 = 443,459,451 slots, counted like digits. Where the large
pieces have a symmetry of their own, several slots would stand for one board; the
least does, and the others are holes. 360,382,485 slots are left. The slots have
the order of the positions of ``PlainGobbletGobblers``, and both take the least
board of an orbit for the canonical one.

**A move** is 256 * size + 16 * source + target; what comes from the reserve has the
source 15.

Counts: possibly-wrong's article on Gobblet Gobblers, and m-kasahr/gobb_analyzer.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

import attrs

from games.gobblet.plain import RESERVE, GobbletParameters, Layers, Move, PlainGobbletGobblers
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError
from gamesolver.validators import Check, between

SQUARES = range(9)
SIZE = 9  # bits of a size
HALF = 32
FULL = (1 << 9) - 1
PLACED = 15


@attrs.frozen
class GobbletGobblers(GobbletParameters, CompiledGame):
    """Gobblet Gobblers with ``sizes`` sizes and ``copies`` pieces of each a player.

    Three readings say what happens when a piece is lifted from a line of the opponent's:

    * ``final-board``: the board is judged when the move is complete; if the opponent has
      a line then, the mover has lost, own line or not. This is the official sentence,
      "you lose unless you can place it over another piece of that line".
    * ``lift-loses``: such a lift loses at once, so it is no legal move. Whoever has no legal
      move has lost.
    * ``mover-wins``: as final-board, but with lines of both the mover wins.

    With ``placing_only``, pieces stay where they are put, and a player who cannot place
    one ends the game in a draw.

    >>> from gamesolver import solve
    >>> game = GobbletGobblers(sizes=1, copies=3)
    >>> game.parse("m.w......")
    17179869185
    >>> print(solve(game).outcome)
    endless draw
    """

    limits: ClassVar[Check] = staticmethod(between(1, 3))

    def start(self) -> int:
        return 0

    @property
    def rules(self) -> CompiledRules:
        from games.gobblet.kernels import gobblet_rules  # numba comes with the first question

        return gobblet_rules(self.reading, self.sizes, self.copies, self.placing_only)

    @property
    def plain(self) -> PlainGobbletGobblers:
        return _plain(self.reading, self.sizes, self.copies, self.placing_only)

    def to_plain(self, position: int) -> Layers:
        rest, layers = position, []
        for size in range(self.sizes):
            layer = position >> SIZE * size & (FULL | FULL << HALF)
            rest ^= layer << SIZE * size
            layers.append(_layer(layer & FULL, layer >> HALF, self.copies))
        if rest or None in layers:
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse gives for a text"
            )
        return tuple(each for each in layers if each is not None)

    def from_plain(self, position: Layers) -> int:
        return sum(_squares(layer) << SIZE * size for size, layer in enumerate(position))

    def to_plain_move(self, move: int) -> Move:
        size, squares = divmod(move, 256)
        source, target = divmod(squares, 16)
        return size, RESERVE if source == PLACED else source, target


@cache
def _layer(mine: int, theirs: int, copies: int) -> int | None:
    """A layer as one number of base three, from two sets of squares; None where it is none."""
    if mine & theirs or max(mine.bit_count(), theirs.bit_count()) > copies:
        return None
    return int(f"{mine:b}", 3) + 2 * int(f"{theirs:b}", 3)


@cache
def _squares(layer: int) -> int:
    """The same layer as two sets of squares in one word."""
    owners = {square: layer // 3**square % 3 for square in SQUARES}
    return sum(1 << HALF * (owner - 1) + square for square, owner in owners.items() if owner)


_plain = cache(PlainGobbletGobblers)
