"""Breakthrough: two rows of pawns a side, and the first one across wins. Compiled rules.

White's pawns fill the lower rows and walk up, Black's fill the upper rows and walk down; White
begins. A pawn steps one square ahead, straight or slanting, onto an empty square; a pawn of the
other player is taken by a slanting step only. Nobody has to take. A pawn on the far row wins, and
so does taking the last pawn of the other player.

    5 b b b      5 rows, 3 columns, 2 ranks of pawns a side
    4 b b b
    3 . . .
    2 w w w
    1 w w w
      a b c

There is always a move: slanting ahead of a player's foremost pawn stands none of the same player.
Pawns never turn back, so play ends. A move is called as in chess, ``b2-b3`` or ``b2xc3``.

The mirror image is a symmetry. (So is the board upside down with colours and turn exchanged; but
that leads to positions that are never seen in play, and published counts are of positions that
are.)

**A position** is three fields of bits: the squares with white pawns in the lowest bits, then those
with black pawns, and above both 1 where Black is to move. Squares are numbered row by row from 0 in
the upper left corner. On three rows of two, with one rank:

    0 1     b b                          white pawns     black pawns     to move
    2 3     . .     position 2^4 + 2^5   + 2^(6 + 0) + 2^(6 + 1)         + 0
    4 5     w w

D. Troyka invented the game in 2000: the article on Breakthrough in Wikipedia. Small boards were
solved in the forum of littlegolem.net in November and December 2006: of four by four squares, with
one rank and with two, and of five by five, by the player Tasmanian Devil.
"""

from __future__ import annotations

from functools import cache

import attrs

from games._boards import in_rows, squares_of
from games.breakthrough.plain import BreakthroughParameters, PlainBreakthrough, Step
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

MOST_SQUARES = 31


@attrs.frozen
class Breakthrough(BreakthroughParameters, CompiledGame):
    """Breakthrough on ``rows`` by ``columns`` squares, with so many ``ranks`` of pawns a side.

    The code of a move is twice the square that a pawn leaves times the number of squares, plus
    twice the square that it goes to, plus 1 if it takes a pawn there.

    >>> game = Breakthrough(rows=3, columns=2, ranks=1)
    >>> game.start() == 2**4 + 2**5 + 2**6 + 2**7
    True
    >>> game.format(game.play(game.start(), game.parse_move(game.start(), "a1-b2")))
    'bb/.w/.w b'
    """

    def __attrs_post_init__(self) -> None:
        if self.rows * self.columns > MOST_SQUARES:
            raise InvalidArgumentError(
                f"bad board {self.rows} x {self.columns} of Breakthrough: expected at most "
                f"{MOST_SQUARES} squares, got {self.rows * self.columns}; take a smaller board, or "
                "games.breakthrough.plain.PlainBreakthrough for larger ones"
            )

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    @property
    def rules(self) -> CompiledRules:
        from games.breakthrough.kernels import breakthrough_rules  # numba comes when asked

        return breakthrough_rules(self.rows, self.columns, self.ranks)

    @property
    def plain(self) -> PlainBreakthrough:
        return _plain(self.rows, self.columns, self.ranks)

    def to_plain(self, position: int) -> str:
        size = self.rows * self.columns
        white, black, turn = position % (1 << size), position >> size, position >> 2 * size
        black %= 1 << size
        if white & black or turn > 1:
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse gives for a text"
            )
        squares = (".wb"[(white >> each & 1) + 2 * (black >> each & 1)] for each in range(size))
        return in_rows("".join(squares), self.columns, "wb"[turn])

    def from_plain(self, position: str) -> int:
        size = self.rows * self.columns
        pawns = ((each, ".wb".index(pawn) - 1) for each, pawn in enumerate(squares_of(position)))
        placed = sum(1 << each + size * seat for each, seat in pawns if seat >= 0)
        return placed + ("wb".index(position[-1]) << 2 * size)

    def to_plain_move(self, move: int) -> Step:
        squares, takes = divmod(move, 2)
        source, target = divmod(squares, self.rows * self.columns)
        return source, "-x"[takes], target


_plain = cache(PlainBreakthrough)
