"""Quixo: take a cube from the edge, and push it back in as your own. Compiled rules.

A full line of a player's cubes, straight or diagonal, wins. All cubes are blank at first. A player
takes a blank cube or one of their own from the edge. They push it back in as their own at another
end of its row or column, and the cubes between move on by one. A push may complete a line of the
other player. Then the other player wins, even if it completes a line of the player who moved too.

On a board ``x`` is a cube of the first player, ``o`` one of the second, and a dot a blank one. If
it is not known who moves, ``m`` is a cube of the player to move, and ``w`` one of the other player.
*a5 to e5* takes the cube on a5 and pushes it in at e5.

**A position** is stored for the player to move. One integer holds two boards. A cube of the player
to move on square ``column + size * row`` is bit ``square``, and a cube of the other player there is
bit ``32 + square``. On 3 by 3:

    bits of the first      of the second        m . w
         0  1  2             32 33 34           . m .     position 2^0 + 2^4 + 2^34
         3  4  5             35 36 37           . . .
         6  7  8             38 39 40

**The numbering.** The squares are the base-3 digits of the index, square 0 the least significant:
0 blank, 1 the player to move, 2 the other player. So every one of the 3^(size^2) indexes is a
position, and symmetry is not used. Two small tables, one for each half of a board, convert bits to
sums of powers of 3. Eight digits at a time are converted back to bits.

**Terminal positions.** The player to move *wins* with a line, with or without a line of the other
player, and loses if only the other player has a line. A position without a move would require an
edge of the other player's cubes only. These are four lines, so it is terminal.

Counts of 3x3 and 4x4 have been computed for this project only. 5x5 is a draw: S. Tanaka, F. Bonnet,
S. Tixeuil, Y. Tamura, *Quixo is solved*, arXiv 2007.15895.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

import attrs

from games.quixo.plain import Move, PlainQuixo, QuixoParameters, Rows
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError
from gamesolver.validators import Check, between

OTHERS = 32  # the bit of the other player's cube on square 0


@attrs.frozen
class Quixo(QuixoParameters, CompiledGame):
    """Quixo on ``size`` by ``size`` cubes, ``size`` in a row to win.

    A move is written as the square from which a cube is taken and the square where it is
    pushed in, ``a3 to c3``. Its code is the first times ``size * size`` plus the second, with
    squares numbered row by row from 0 at the top left.

    >>> game = Quixo(size=3)
    >>> position = game.parse("m.w/.m./...")
    >>> position == 2**0 + 2**4 + 2**34
    True
    >>> game.format(game.play(position, game.parse_move(position, "a3 to c3")))
    '.mw/.w./...'
    """

    limits: ClassVar[Check] = staticmethod(between(2, 5))

    def start(self) -> int:
        return 0

    @property
    def rules(self) -> CompiledRules:
        from games.quixo.kernels import quixo_rules  # numba comes with the first question

        return quixo_rules(self.size)

    @property
    def plain(self) -> PlainQuixo:
        return _plain(self.size)

    def to_plain(self, position: int) -> Rows:
        squares = "".join(
            ".mw?"[(position >> square & 1) + 2 * (position >> OTHERS + square & 1)]
            for square in range(self.size**2)
        )
        rows = tuple(
            squares[first : first + self.size] for first in range(0, self.size**2, self.size)
        )
        if "?" in squares or self.from_plain(rows) != position:
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse returns"
            )
        return rows

    def from_plain(self, position: Rows) -> int:
        return sum(
            1 << square + (OTHERS if cube == "w" else 0)
            for square, cube in enumerate("".join(position))
            if cube != "."
        )

    def to_plain_move(self, move: int) -> Move:
        taken, entry = divmod(move, self.size**2)
        return taken, entry


_plain = cache(PlainQuixo)
