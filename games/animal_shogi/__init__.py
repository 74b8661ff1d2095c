"""Animal shogi (dobutsu shogi): capture the lion, or bring your lion across. Compiled rules.

A player wins by capturing the opponent's lion. A player also wins if their own lion reaches the
last row and cannot be captured there at once. The board has three columns and four rows. Each
player has a lion, an elephant, a giraffe and a chick. All pieces move by one step: the lion in
every direction, the giraffe along rows and columns, the elephant along diagonals, and the chick
straight ahead. A captured piece changes sides. Its new owner may drop it later, as a move, on any
empty square. A chick that moves to the last row becomes a hen, which steps in every direction
except the two diagonals back. A captured hen becomes a chick again, and a chick dropped on the last
row remains a chick. A move is named by the square left and the square entered, b1a2, and a drop by
the piece and its square, C*b2. There is no rule against repetition. Infinite play is a draw.

    4   g l e       g and G giraffes, l and L lions, e and E elephants,
    3   . c .       c and C chicks, later h and H hens.
    2   . C .       Capitals are those of forest, the first player,
    1   E L G       who plays up the board; or of the player to
        a b c       move, if it is not known who moves.

**Terminal positions.** Play ends if the player to move can capture the other lion. It is a win for
the player to move, and the capture is not played. Otherwise, if that lion is on row 1, its last
row, it is safe, and the player to move has lost. A player without a move has lost too, but this
does not occur in play. It requires all six of the player's pieces around their lion and the other
lion alone, which could only have come from its last row.

**A position** is stored for the player to move. Four boards of twelve bits are side by
side, each with c4 as its lowest bit and a1 as its highest:

    bits    0-11   the piece is the player's to move       2  1  0    row 4
           12-23   it steps sideways and straight back     5  4  3
           24-35   it steps back on the diagonal           8  7  6
           36-47   it does not step ahead on the diagonal 11 10  9    row 1
                                                           a  b  c
    48-59  the hands: numbers of chicks, elephants and giraffes, in two bits each,
           first of the player to move, then of the other player

The bits of a square on the last three boards, in this order, are its piece:

    000 empty   001 chick   010 elephant   100 hen   101 giraffe   110 lion

So a piece steps straight ahead if its bit is set on the second or the fourth board. All pieces that
attack a square are found at once, one board at a time. A move's code is twelve times its source
plus its target. Squares are numbered a1, b1, c1, a2 and so on from 0. A drop has the source 12, 13
or 14: a chick, an elephant or a giraffe in hand.

**Symmetry.** The mirror image exchanges columns a and c.

**The numbering** (``indexed=True``). The lions come first. Of the 12 * 11 pairs of squares for
them, 99 have the lion of the player to move not on row 4, where it would have ended play. The
mirror image changes 90 of these pairs, and only one of each two is kept. The other nine pairs, with
both lions on column b, stay. Each pair has 27 *blocks*, for the numbers g of giraffes, e of
elephants and c of chicks and hens on the board. The other pieces are in hand. In its block a
position has four digits, the most significant one first:

    giraffes    squares, of the 10 that the lions leave, and owners
    elephants   squares, of the 10 - g that are left, and owners
    chicks      squares, of the 10 - g - e that are left, owners, and which are hens
    hands       numbers of each kind of the player to move: (3 - g) (3 - e) (3 - c) ways

A block has C(10, g) 2^g * C(10 - g, e) 2^e * C(10 - g - e, c) 4^c * hands indexes, and a pair has
11,878,227. For the nine pairs that are their own mirror image, giraffes are left out if those of
the mirror image come first: 6,710,991 indexes. If the giraffes are their own mirror image too, the
lesser index of a position and its mirror image is used, and the other one is unused. So there are
45 * 11,878,227 + 9 * 6,710,991 = 594,919,134 indexes (6,897,204 are unused), and 2.4
positions for each one that occurs in play. The number 1,567,925,964, which is often quoted, is the
upper bound 12 * 11 * 11,878,227. It leaves out neither mirror images, nor a lion on row 4, nor
positions that cannot occur in play.

**Fewer pieces.** Without some of the pieces it is a smaller game by the same rules. Its
numbering has fewer blocks.

T. Tanaka, *An Analysis of a Board Game "Doubutsu Shogi"* (2009): the start is lost.
There the capture of the lion is one ply more: lost in 78, the longest game 173. Here a position in
which the lion can be captured is terminal, and the start is lost in 77. The difference is not
always one ply, because games that end with a safe lion on the last row have equal lengths in both.
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
"""Bits of each piece on the square c4."""
ON_BOARD = {piece: OWNED | bits for piece, bits in KINDS.items()}
ON_BOARD |= {piece.lower(): bits for piece, bits in KINDS.items()}
PIECE = {bits: piece for piece, bits in ON_BOARD.items()}
ON_C4 = sum(1 << 12 * board for board in range(4))
IN_HAND = {piece: 48 + 2 * place for place, piece in enumerate("CEGceg")}
"""Place of the count of each piece in hand."""


@attrs.frozen
class AnimalShogi(AnimalShogiParameters, CompiledGame):
    """Animal shogi with some of its ``pieces``: the lion L, chick C, elephant E, giraffe G.

    With ``indexed`` all ways to place these pieces are solved, not only reachable positions.

    >>> game = AnimalShogi()
    >>> print(game.render(game.play(game.start(), game.parse_move(game.start(), "b2b3"))))
    4 g l e
    3 . . .
    2 . c .
    1 E L G
      a b c
    in hand: c
    """

    indexed: Annotated[bool, "solve all ways to place the pieces"] = attrs.field(
        default=False, validator=yes_or_no
    )

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    @property
    def rules(self) -> CompiledRules:
        from games.animal_shogi.kernels import animal_shogi_rules  # numba is imported on first use

        return animal_shogi_rules(self.pieces, self.indexed)

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
            f"no position {position} of {self!r}: expected a number that parse returns"
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
