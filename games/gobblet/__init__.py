"""Gobblet Gobblers: three in a row with pieces that cover smaller ones. Compiled rules.

Three pieces of one colour in a row, seen from above, win. Each player has a few pieces of each of
up to three sizes. A player places a piece from the reserve, or moves one of their pieces that is on
top. In both cases it goes onto an empty square or over any smaller piece. A lifted piece may
uncover a line of the opponent. There are three readings of the rules for this case:

* *final-board*: the board is judged when the move is complete. If the opponent then has a line, the
  player who moved loses, with or without a line of their own.
* *lift-loses*: a player who uncovers a line loses at once, so such a move is not legal. A player
  without a legal move loses.
* *mover-wins*: the board is judged when the move is complete. If both players have a line, the
  player who moved wins.

On a board ``x`` is the first player, and ``o`` the second. L, M and S are large, middle
and small: ``xL`` is a large piece of the first player. If it is not known who moves,
``m`` is the player to move, and ``w`` the other player. A move is written *large from hand to b2*
or *a1 to b2*.

**A position** is stored for the player to move, as a word of bits. Its lower half has the pieces of
the player to move, and its upper half those of the other player. Each half has nine bits for each
size, the largest size in the lowest bits, and square 0 in the lowest of the nine:

    bits   63-59 │ 58-50   49-41   40-32 │ 31-27 │ 26-18   17-9    8-0   │   squares
           zero  │ small  middle   large │ zero  │ small  middle   large │   0  1  2
                 │    the other player's │       │     player to move's  │   3  4  5
                                                                             6  7  8

The halves are exchanged to see the board from the other side. The pieces on top are found for both
sides and all sizes at once. A shift by nine puts each size on the next one, and a shift by eighteen
puts the large pieces on the small ones.

**Numbers.** Two pieces a side of one size have 1,423 placements on the board, and 219 up
to its eight symmetries. Large, middle and small pieces together have
219 x 1,423 x 1,423 = 443,459,451 indexes, counted like digits. If the large pieces are symmetric,
several indexes would stand for one board. The least index is used, and the others are unused.
360,382,485 indexes are used. The indexes have the order of the positions of
``PlainGobbletGobblers``, and in both the least board of an orbit is canonical.

**A move** is 256 * size + 16 * source + target. A piece from the reserve has the
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
    """Gobblet Gobblers with ``sizes`` sizes and ``copies`` pieces of each size a player.

    ``reading`` is the rule for a lifted piece that uncovers a line of the opponent:

    * ``final-board``: the board is judged when the move is complete. If the opponent then has a
      line, the player who moved loses, with or without a line of their own. This is the official
      sentence, "you lose unless you can place it over another piece of that line".
    * ``lift-loses``: such a lift loses at once, so it is not legal. A player without a legal move
      loses.
    * ``mover-wins``: as final-board, but if both have a line, the player who moved wins.

    With ``placing_only``, pieces stay where they are put. The game is a draw if a player cannot
    place a piece.

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
                f"no position {position} of {self!r}: expected a number that parse returns"
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
    """Return a layer as a base-3 number, from two sets of squares, or ``None`` if there is none."""
    if mine & theirs or max(mine.bit_count(), theirs.bit_count()) > copies:
        return None
    return int(f"{mine:b}", 3) + 2 * int(f"{theirs:b}", 3)


@cache
def _squares(layer: int) -> int:
    """Return a layer as two sets of squares in one word."""
    owners = {square: layer // 3**square % 3 for square in SQUARES}
    return sum(1 << HALF * (owner - 1) + square for square, owner in owners.items() if owner)


_plain = cache(PlainGobbletGobblers)
