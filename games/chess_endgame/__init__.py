"""Endgames of chess: two kings and one or two men more. Compiled rules.

Moves are those of chess. Nobody castles any more; a pawn on its home may go two steps, may
take en passant, and becomes a queen, rook, bishop or knight on the last row. Checkmate wins, and
stalemate is a draw. There is no rule of fifty moves, nor one against repetition: endless play is
a draw, that of bare kings too.

**Materials** are written as in the literature, White's men first: KRK is king and rook against
king. A table has all smaller materials too that captures and promotions lead to: KPK has
KQK, KRK, KBK, KNK and KK. White is the first player, and colours are never exchanged. So KKR, which
KQKR leads to, is another material than KRK.

**Positions** are FEN, without castling and with clocks that stand still: `8/8/8/8/8/8/R7/K1k5 w - -
0 1`. A position is legal if and only if the kings are not next to each other, the side that has
just moved is not in check, and no pawn stands on the first or last row; however it could
have arisen. An endgame has no usual start: the *start* here is the first legal position with White
to move, where squares go from a1, b1 to h8, and those of White's king count most, then Black's
king's, then White's men's and Black's. A position's *stage* is the material on the board, and
positions are counted for each material by itself. A position in which a pawn may be taken en
passant is solved as well, and is left out of these counts, as it is in the tables that others have
published; in a position whose FEN names a square for it, a pawn can take.

**Moves** are in long algebraic notation: ``Ra1-a8``, ``Kd4xe5``, ``e7-e8=Q``.

**Symmetry**: without pawns a position may be turned and mirrored, so that up to eight look alike;
with a pawn left and right may be exchanged, and no more.

**A position** as an integer:

    bits 0-5    White's king, 8 * row + file from a1 = 0
         6-11   Black's king
        12-21   a man: the square in six bits, and in four his kind,
                no man 0, White's Q R B N P 1 to 5, Black's q r b n p 6 to 10
        22-31   another man, the greater number of the two
           32   Black is to move
           33   the pawn beside the mover's may be taken en passant

A move's code is, from its lowest bit on: the target, the square left and the kind in six, six and
three bits, a king's being 0 and Black's counted like White's; what is promoted to, in three; and
whether a man is taken.

**The numbering.** Each material is numbered by itself, and solved by itself where a folder is
given: then no more than its own moves need room in memory. Pawns at home and pawns that have left
it have sections of their own, for these do not come back. In a section the side to move counts
most, then the pair of kings, then one man and the other: 64 squares, a pawn's 8 at home and 40 away
from it. Pairs of kings are counted up to symmetry: 462 where eight sides look alike, and 1,806
where two do. If both kings stand on the diagonal a1-h8, two sides show the same pair, and the
lesser number counts. What is not legal is a hole, and so is one of two orders of like men. Where
both have a pawn, rights to take en passant have a section: 16 ways for the file of the mover's pawn
and the side on which the other stands.

    KRK     2 *   462 * 64           59,136 slots, and KK 924
    KBNK    2 *   462 * 64 * 64   3,784,704 slots, and KBK, KNK and KK

Ronald de Man's Syzygy tables have statistics of the same orbits. The tables of all endgames with
four men were first computed by K. Thompson, *Retrograde Analysis of Certain Endgames* (1986).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import attrs

from games.chess_endgame.plain import (
    KINDS,
    NOWHERE,
    ChessEndgameParameters,
    Move,
    PlainChessEndgame,
    Position,
    materials_of,
    men_of,
)
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError, PositionTextError

MEN = ".QRBNPqrbnp"
EMPTY = "."
SQUARES = [file + row for row in "12345678" for file in "abcdefgh"]


@attrs.frozen
class ChessEndgame(ChessEndgameParameters, CompiledGame):
    """An endgame of chess with up to four men, such as ``"KRK"``, and all smaller ones in it.

    >>> game = ChessEndgame("KQK")
    >>> position = game.parse("8/8/8/8/8/2K5/1Q6/k7 b - - 0 1")
    >>> game.stage(position), print(game.terminal_value(position))
    loss
    ('KQK', None)
    """

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    def positions(self) -> Iterator[int]:
        """Every legal position of the table, twins included."""
        return map(self.from_plain, self.plain.positions())

    @property
    def rules(self) -> CompiledRules:
        from games.chess_endgame.kernels import chess_rules  # numba comes when first asked

        materials = materials_of(self.material)
        return chess_rules(materials, tuple(map(men_of, materials)))

    @property
    def plain(self) -> PlainChessEndgame:
        return _plain(self.material)

    def shared_stage(self, other: CompiledGame, stage: int) -> int | None:
        """The same material with as many pawns from home: a table has all that it leads to."""
        if not isinstance(other, ChessEndgame):
            return None
        from games.chess_endgame.kernels import STAGES  # numba comes when first asked

        index, within = divmod(stage, STAGES)
        theirs, material = materials_of(other.material), materials_of(self.material)[index]
        return STAGES * theirs.index(material) + within if material in theirs else None

    def to_plain(self, position: int) -> Position:
        men = {man & 63: MEN[man >> 6] for man in _men_in(position) if man >> 6 < len(MEN)}
        squares = men | {position & 63: "K", position >> 6 & 63: "k"}
        board = "".join(squares.get(place, EMPTY) for place in range(64))
        turn = "wb"[position >> 32 & 1]
        plain = board, turn, _passed_over(board, turn) if position >> 33 else NOWHERE
        try:
            if self.from_plain(self.plain.parse(self.plain.format(plain))) == position:
                return plain
        except PositionTextError:
            pass
        raise InvalidArgumentError(
            f"no position {position} of {self!r}: expected a number that parse gives for a text"
        )

    def from_plain(self, position: Position) -> int:
        board, turn, passing = position
        men = sorted(
            MEN.index(letter) << 6 | place
            for place, letter in enumerate(board)
            if letter not in ".Kk"
        )
        one, other = [0, 0, *men][-2:]
        kings = board.index("K") | board.index("k") << 6
        flags = "wb".index(turn) | (passing != NOWHERE) << 1
        return kings | one << 12 | other << 22 | flags << 32

    def to_plain_move(self, move: int) -> Move:
        target, source, kind, promoted = (move >> bit & 63 for bit in (0, 6, 12, 15))
        promotion = KINDS[promoted & 7].replace("K", "")
        return KINDS[kind & 7], SQUARES[source], SQUARES[target], bool(move >> 18), promotion


def _men_in(position: int) -> tuple[int, int]:
    """The men other than kings: square and kind."""
    return position >> 12 & 1023, position >> 22 & 1023


def _passed_over(board: str, turn: str) -> str:
    """The square behind the waiting player's pawn, where he has one."""
    place = board.find("p" if turn == "w" else "P") + (8 if turn == "w" else -8)
    return SQUARES[place % 64]


_plain = cache(PlainChessEndgame)
