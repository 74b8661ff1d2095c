"""Animal shogi (dobutsu shogi): lions on three columns and four rows. Compiled rules.

Each player has a lion, an elephant, a giraffe and a chick. All move by one step: the
lion in every direction, the giraffe along rows and columns, the elephant along
diagonals, the chick straight ahead. A piece that is taken changes sides: it may be
dropped later, as a move, on any empty square. A chick that walks to the last row
becomes a hen, which steps in every direction but the two diagonals back; taken, it
is a chick again, and a chick dropped on the last row stays one. Whoever takes the lion
wins, and so does a player whose lion reaches the last row and cannot be taken there
at once. A move is called by the square left and the one entered, b1a2, and a drop by
the piece and its square, C*b2. There is no rule against repetition: endless play is a draw.

    4   g l e       g and G giraffes, l and L lions, e and E elephants,
    3   . c .       c and C chicks, later h and H hens.
    2   . C .       Capitals are those of forest, the first player,
    1   E L G       who looks up the board; or of the player to
        a b c       move, if it is not known who moves.

**Ends.** Play ends when the lion of the waiting player can be taken: a win for the
player to move, who need not do it. Else, if that lion stands on row 1, its last row,
it is safe there, and the player to move has lost. A player without a move has lost
as well, but play never comes to that: it takes all six of his pieces around his
lion, and the other lion alone, where it could come from its last row only.

**A position** is seen from the player to move. Four boards of twelve bits lie side by
side, each with c4 as its lowest bit and a1 as its highest:

    bits    0-11   the piece is the mover's                2  1  0    row 4
           12-23   it steps aside and straight back        5  4  3
           24-35   it steps back on the diagonal           8  7  6
           36-47   it does not step ahead on the diagonal 11 10  9    row 1
                                                           a  b  c
    48-59  the hands: how many chicks, elephants and giraffes, in two bits each;
           the mover's first, then the waiting player's

What the last three boards say of a square, in this order, is its piece:

    000 empty   001 chick   010 elephant   100 hen   101 giraffe   110 lion

So a piece steps straight ahead if the second or the fourth board says so, and all
pieces that attack a square are found at once, a board at a time. A move's code is
twelve times the square it comes from, counted a1, b1, c1, a2 and so on from 0 (or 12,
13, 14: a chick, an elephant, a giraffe in hand), plus the square it goes to.

**Twins.** The mirror exchanges columns a and c.

**The numbering** (``numbered=True``). The lions come first. Of the 12 * 11 pairs of
squares for them, 99 have the mover's not on row 4: had it come there, play would have
ended. The mirror changes 90 of these, and one of each two is enough; the other nine,
with both lions on column b, stay. In each pair there are 27 *blocks*, for the numbers
g of giraffes, e of elephants and c of chicks and hens on the board, the others being
in hand. In its block a position has four digits, the first one counting most:

    giraffes    which of the 10 squares that the lions leave, and whose
    elephants   which of the 10 - g squares that are left, and whose
    chicks      which of the 10 - g - e squares that are left, whose, and which are hens
    hands       how many of each kind are the mover's: (3 - g) (3 - e) (3 - c) ways

Together C(10, g) 2^g * C(10 - g, e) 2^e * C(10 - g - e, c) 4^c * hands numbers a block,
and 11,878,227 a pair. For the nine pairs that are their own image, giraffes are left
out if those of the image come first: 6,710,991 numbers. Where the giraffes are their
own image too, the lesser number of a position and its twin counts, and the other slot
is a hole. So there are 45 * 11,878,227 + 9 * 6,710,991 = 594,919,134 slots, of which
6,897,204 are holes, and 2.4 positions for each one that play comes to. The 1,567,925,964
that is often quoted is the upper bound 12 * 11 * 11,878,227: neither the mirror nor a
lion on row 4 is left out there, nor what play cannot reach.

**Fewer pieces.** Without some of the pieces it is a smaller game by the same rules; its
numbering has fewer blocks.

T. Tanaka, *An Analysis of a Board Game "Doubutsu Shogi"* (2009): the start is lost.
There, taking the lion is one ply more: lost in 78, the longest game 173. Here a lion
that can be taken is an end, and the start is lost in 77. The shift is not one
everywhere, for ends with a safe lion on the last row are the same in both.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated

import attrs

from games.animal_shogi.plain import SQUARES, AnimalShogiParameters, Move, PlainAnimalShogi, Texts
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError, PositionTextError
from gamesolver.validators import yes_or_no

OWNED = 1
KINDS = {"C": 1 << 36, "E": 1 << 24, "H": 1 << 12, "G": 1 << 12 | 1 << 36, "L": 1 << 12 | 1 << 24}
"""The bits of each piece on the square c4."""
ON_BOARD = {piece: OWNED | bits for piece, bits in KINDS.items()}
ON_BOARD |= {piece.lower(): bits for piece, bits in KINDS.items()}
PIECE = {bits: piece for piece, bits in ON_BOARD.items()}
ON_C4 = sum(1 << 12 * board for board in range(4))
IN_HAND = {piece: 48 + 2 * place for place, piece in enumerate("CEGceg")}
"""Where each piece in hand is counted."""


@attrs.frozen
class AnimalShogi(AnimalShogiParameters, CompiledGame):
    """Animal shogi with some of its ``pieces``: the lion L, chick C, elephant E, giraffe G.

    With ``numbered`` all ways to place these pieces are solved, not only what play comes to.

    >>> game = AnimalShogi()
    >>> print(game.render(game.play(game.start(), game.parse_move(game.start(), "b2b3"))))
    4 g l e
    3 . . .
    2 . c .
    1 E L G
      a b c
    in hand: c
    """

    numbered: Annotated[bool, "solve all ways to place the pieces"] = attrs.field(
        default=False, validator=yes_or_no
    )

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    @property
    def rules(self) -> CompiledRules:
        from games.animal_shogi.kernels import animal_shogi_rules  # numba comes when first asked

        return animal_shogi_rules(self.pieces, self.numbered)

    @property
    def plain(self) -> PlainAnimalShogi:
        return _plain(self.pieces)

    def to_plain(self, position: int) -> Texts:
        letters = "".join(PIECE.get(position >> bit & ON_C4, ".") for bit in range(11, -1, -1))
        rows = [letters[first : first + 3] for first in (9, 6, 3, 0)]
        hand = "".join(piece * (position >> bit & 3) for piece, bit in IN_HAND.items())
        plain = (*rows, hand)
        try:
            if self.from_plain(self.plain.parse(self.plain.format(plain))) == position:
                return plain
        except PositionTextError:
            pass
        raise InvalidArgumentError(
            f"no position {position} of {self!r}: expected a number that parse gives for a text"
        )

    def from_plain(self, position: Texts) -> int:
        *rows, hand = position
        letters = "".join(reversed(rows))
        board = sum(ON_BOARD[piece] << 11 - at for at, piece in enumerate(letters) if piece != ".")
        return board + sum(1 << IN_HAND[piece] for piece in hand)

    def to_plain_move(self, move: int) -> Move:
        source, target = divmod(move, len(SQUARES))
        return [*SQUARES, "C", "E", "G"][source], SQUARES[target]


_plain = cache(PlainAnimalShogi)
