"""Othello on small boards: whoever has more discs on the board at the end has won. Compiled rules.

Dark begins. A move puts a disc of one's own on an empty square so that in some direction a row of
the other player's discs lies between it and another one of one's own; all discs that lie so, in
any direction, are turned over. Whoever has no such move passes; when neither has one, play ends.
The score is the difference in discs: squares that are left empty count for nobody. (In
tournaments they count for the winner.)

    . . . .
    . o x .       x is dark, o is light; the four in the middle lie crosswise at first
    . x o .
    . . . .

Where the number of rows is odd, the four lie one row nearer to the upper edge: of three rows, in
the first two; and with columns likewise, nearer to the left. Squares are named as in tournaments,
from a1 in the upper left corner, and a move is called by its square, or *pass*.

A pass is a move, and the only one where it is legal, so that the turn passes with every move.
Besides turns and mirrors of the board, the colours are exchanged together with the player to move.

**A position** is a number for each row, one above the other, and the player to move in the bit
above them. The number of a row has a digit to the base 3 for each square, the first square's the
least: 0 where it is empty, 1 where a dark disc lies, 2 where a light one does. Of six columns a row
has ten bits (3^6 = 729), so that six rows need 61 bits. Of four columns, seven bits:

    . o x .    0 + 3·2 + 9·1     = 15
    . x o .    0 + 3·1 + 9·2     = 21     position 15·2^7 + 21·2^14, and 2^28 if light is to move

Two bit boards would be simpler, and need two bits a square: 72 on six by six.

On 4x4 light wins by 11 to 3: the article *Computer Othello* in Wikipedia. On 6x6 light wins by 20
to 16 (J. Feinstein, "Amenor wins world 6x6 championships!", British Othello Federation, 1993).
"""

from __future__ import annotations

from functools import cache

import attrs

from games.othello.plain import EMPTY, PASS, OthelloParameters, PlainOthello
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

DISCS = EMPTY + "xo"
MOST_BITS = 63


@attrs.frozen
class Othello(OthelloParameters, CompiledGame):
    """Othello on ``rows`` by ``columns`` squares; a move is a square, or their number for a pass.

    >>> from gamesolver import solve
    >>> game = Othello(rows=4, columns=4)
    >>> game.start() == 15 * 2**7 + 21 * 2**14
    True
    >>> print(solve(Othello(rows=3, columns=3)).outcome)
    loss by 9 in 6
    """

    def __attrs_post_init__(self) -> None:
        if bits_of(self.columns) * self.rows + 1 > MOST_BITS:
            raise InvalidArgumentError(
                f"bad board {self.rows} x {self.columns} of Othello: expected at most "
                f"{(MOST_BITS - 1) // bits_of(self.columns)} rows of {self.columns} squares; take "
                "a smaller board, or games.othello.plain.PlainOthello for larger ones"
            )

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    @property
    def rules(self) -> CompiledRules:
        from games.othello.kernels import othello_rules  # numba comes with the first question

        return othello_rules(self.rows, self.columns, bits_of(self.columns))

    @property
    def plain(self) -> PlainOthello:
        return _plain(self.rows, self.columns)

    def to_plain(self, position: int) -> str:
        bits = bits_of(self.columns)
        rows = [position >> bits * row & (1 << bits) - 1 for row in range(self.rows)]
        squares = [DISCS[row // 3**column % 3] for row in rows for column in range(self.columns)]
        text = "".join(squares) + "xo"[position >> bits * self.rows & 1]
        if not self.plain.is_position(text) or self.from_plain(text) != position:
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse gives for a text"
            )
        return text

    def from_plain(self, position: str) -> int:
        bits = bits_of(self.columns)
        digits = [
            (DISCS.index(disc), *divmod(square, self.columns))
            for square, disc in enumerate(position[:-1])
        ]
        rows = sum(digit * 3**column << bits * row for digit, row, column in digits)
        return int(rows) + ((position[-1] == "o") << bits * self.rows)

    def to_plain_move(self, move: int) -> int | str:
        return PASS if move == self.rows * self.columns else move


def bits_of(columns: int) -> int:
    """The bits of a row.

    >>> bits_of(6), 3**6 <= 2**10
    (10, True)
    """
    return len(f"{3**columns - 1:b}")


_plain = cache(PlainOthello)
