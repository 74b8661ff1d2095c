"""Endgames of chess: two kings and one or two other men. Compiled rules.

Checkmate wins, and stalemate is a draw. Moves are those of chess, without castling. A pawn on its
home row may step two squares and may capture en passant. On the last row it becomes a queen, rook,
bishop or knight. There is neither a fifty-move rule nor a rule against repetition. Infinite play is
a draw, also with bare kings.

**Materials** are written as in the literature, White's men first: KRK is king and rook against
king. A table also has all smaller materials that captures and promotions lead to: KPK has
KQK, KRK, KBK, KNK and KK. White is the first player, and colours are never exchanged. So KKR, which
KQKR leads to, is a different material from KRK.

**Positions** are FEN, without castling and with constant clocks: `8/8/8/8/8/8/R7/K1k5 w - - 0 1`. A
position is legal if and only if the kings are not adjacent, the side that has just moved is not in
check, and no pawn is on the first or last row. It need not be reachable from the start of chess. An
endgame has no usual start. Here the *start* is the first legal position with White to move. Squares
are ordered from a1, b1 to h8. The square of White's king is the most significant, then Black's
king, then White's men and Black's. A position's *stage* is the material on the board, and positions
are counted for each material separately. Positions in which a pawn may capture en passant are
solved too, but are left out of these counts, as in published tables. If a FEN names a square for
such a capture, a pawn can make it.

**Moves** are in long algebraic notation: ``Ra1-a8``, ``Kd4xe5``, ``e7-e8=Q``.

**Symmetry**: without pawns a position may be rotated and reflected, so that up to eight positions
are equivalent. With a pawn only left and right may be exchanged.

**A position** as an integer:

    bits 0-5    White's king, 8 * row + file from a1 = 0
         6-11   Black's king
        12-21   a man: the square in six bits, and the kind in four,
                no man 0, White's Q R B N P 1 to 5, Black's q r b n p 6 to 10
        22-31   another man, the greater number of the two
           32   Black is to move
           33   a pawn can capture the adjacent pawn en passant

A move's code has, from its lowest bit on: the target, the source and the kind in six, six and three
bits; the kind that a pawn becomes, in three bits; and a bit for a capture. A king's kind is 0, and
Black's kinds are numbered like White's.

**The numbering.** Each material is numbered separately. With a folder it is also solved separately,
so that memory holds only its own moves. Pawns on their home row and pawns that have left it have
separate sections, because pawns do not come back. In a section the side to move is the most
significant digit, then the pair of kings, then one man and the other. A man has 64 squares, a pawn
8 on its home row and 40 beyond it. Pairs of kings are counted up to symmetry: 462 with eight
symmetries, and 1,806 with two. If both kings are on the diagonal a1-h8, two symmetries give the
same pair, and the lesser index is used. Indexes of illegal positions are unused, and so is one of
the two orders of equal men. If both players have a pawn, rights to capture en passant have a
section. It has 16 entries, for the file of the pawn of the player to move, and the side of the
other pawn.

    KRK     2 *   462 * 64           59,136 indexes, and KK 924
    KBNK    2 *   462 * 64 * 64   3,784,704 indexes, and KBK, KNK and KK

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
    """An endgame of chess with up to four men, such as ``"KRK"``, and all smaller endgames in it.

    >>> game = ChessEndgame("KQK")
    >>> position = game.parse("8/8/8/8/8/2K5/1Q6/k7 b - - 0 1")
    >>> game.stage(position), print(game.terminal_value(position))
    loss
    ('KQK', None)
    """

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    def positions(self) -> Iterator[int]:
        """Yield every legal position of the table, with all symmetric positions."""
        return map(self.from_plain, self.plain.positions())

    @property
    def rules(self) -> CompiledRules:
        from games.chess_endgame.kernels import chess_rules  # numba is imported on first use

        materials = materials_of(self.material)
        return chess_rules(materials, tuple(map(men_of, materials)))

    @property
    def plain(self) -> PlainChessEndgame:
        return _plain(self.material)

    def shared_stage(self, other: CompiledGame, stage: int) -> int | None:
        """Return the stage with the same material and as many pawns at home."""
        if not isinstance(other, ChessEndgame):
            return None
        from games.chess_endgame.kernels import STAGES  # numba is imported on first use

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
            f"no position {position} of {self!r}: expected a number that parse returns"
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
    """Return the square and the kind of the men other than kings."""
    return position >> 12 & 1023, position >> 22 & 1023


def _passed_over(board: str, turn: str) -> str:
    """Return the square behind the pawn of the player not to move, if there is one."""
    place = board.find("p" if turn == "w" else "P") + (8 if turn == "w" else -8)
    return SQUARES[place % 64]


_plain = cache(PlainChessEndgame)
