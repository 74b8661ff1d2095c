"""Quarto: make four in a row with a common property, from pieces that your opponent chooses.

A player who completes a row, column or long diagonal of four pieces with a common property wins.
For example, all four are light, or all are short. A full board without such a line is a draw. The
sixteen pieces are all different: light or dark, short or tall, round or square, hollow or solid.
They belong to neither player. A player receives a piece from the opponent, puts it on any empty
square of four by four, and then gives the opponent the next one. Compiled rules.

    4 B . . .      Pieces are letters, from A to P. Of all sixteen the last eight are dark, of
    3 . D . .      each eight the last four are tall, of each four the last two are square, and of
    2 . . H .      each two the last one is solid. B, D and H are light and solid. A player who is
    1 . . . .      given another light or solid piece puts it on d1 and wins.
      a b c d

Here the first player is the one who puts down the first piece, which the second player gives. So if
a piece is to be given at the start, the second player moves first, and the outcome is for the
second player.

To put a piece down and to give the next one are two moves of the same player, who keeps the turn. A
piece is put down as in chess, ``b3``, and given by its letter, ``give K``.

**A position** has four bits for each square that is empty at the start, row by row from above. They
are 0, or the number of a piece, counted from 1 among the pieces that are left at the start. The
next four bits are the piece in hand, or 0 if one is to be given. Fifteen squares and a hand take 64
bits, so a board has at least one piece at the start.

Lines and properties can be exchanged in 12,288 ways. These symmetries are not used, because with
nine pieces left too few positions are equivalent.

B. Müller invented the game in 1991. L. Goossens found by computer in 1998 that it is a draw.
"""

from __future__ import annotations

from functools import cache

import attrs

from games._boards import in_rows
from games.quarto.plain import (
    CHOOSE,
    EMPTY,
    PIECES,
    SIZE,
    SQUARES,
    PlainQuarto,
    QuartoParameters,
    squares_in,
)
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

BITS = 4
ALL = (1 << BITS) - 1
MOST_EMPTY = 64 // BITS - 1  # and a hand


@attrs.frozen
class Quarto(QuartoParameters, CompiledGame):
    """Quarto from a ``board`` with some pieces, when the next piece is to be given.

    The code of a move is the square on which a piece is put, or 16 plus the piece that is given.

    >>> from gamesolver import prove
    >>> print(prove(Quarto()).outcome, prove(Quarto("MDPL/I..J/G..O/...E")).outcome, sep="; ")
    win in 8; win in 12
    """

    def __attrs_post_init__(self) -> None:
        if squares_in(self.board).count(EMPTY) > MOST_EMPTY:
            raise InvalidArgumentError(
                f"bad board {self.board!r} of Quarto: expected a piece on it; put one down, or "
                "take games.quarto.plain.PlainQuarto to begin with none"
            )

    def start(self) -> int:
        return 0

    @property
    def rules(self) -> CompiledRules:
        from games.quarto.kernels import quarto_rules  # numba comes with the first question

        return quarto_rules(squares_in(self.board))

    @property
    def plain(self) -> PlainQuarto:
        return _plain(self.board)

    def to_plain(self, position: int) -> str:
        squares, left = list(squares_in(self.board)), self._left
        empty = [square for square, piece in enumerate(squares) if piece == EMPTY]
        *codes, hand = (position >> BITS * each & ALL for each in range(len(empty) + 1))
        used = [code for code in (*codes, hand) if code]
        is_one = not position >> BITS * (len(empty) + 1) and len(used) == len({*used})
        if is_one and all(code <= len(left) for code in used):
            for square, code in zip(empty, codes, strict=True):
                squares[square] = left[code - 1] if code else EMPTY
            text = in_rows("".join(squares), SIZE, left[hand - 1] if hand else CHOOSE)
            if self.plain.is_position(text):
                return text
        raise InvalidArgumentError(
            f"no position {position} of {self!r}: expected a number that parse returns"
        )

    def from_plain(self, position: str) -> int:
        """Return each piece in its four bits. Pieces of the start have no bits."""
        places = zip(squares_in(self.board), squares_in(position), strict=True)
        new = [piece for at_start, piece in places if at_start == EMPTY]
        return sum(
            self._left.index(piece) + 1 << BITS * each
            for each, piece in enumerate((*new, position[-1]))
            if piece not in (EMPTY, CHOOSE)
        )

    def to_plain_move(self, move: int) -> int | str:
        return move if move < SQUARES else PIECES[move - SQUARES]

    @property
    def _left(self) -> str:
        """Return the pieces that are left at the start."""
        return "".join(piece for piece in PIECES if piece not in self.board)


_plain = cache(PlainQuarto)
