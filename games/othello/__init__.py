"""Othello on small boards: the player with more discs on the board at the end wins. Compiled rules.

Black moves first. A player puts a disc on an empty square so that, in some direction, a row of
opposing discs lies between it and another of their discs. All such rows, in every direction, are
turned over. A player without such a move passes. Play ends when neither player has one. The score
is the difference in discs. Empty squares do not count. (In tournaments they count for the winner.)

    . . . .
    . o x .       x is black, o is white; the four in the middle lie crosswise at first
    . x o .
    . . . .

If the number of rows is odd, the four discs are one row nearer to the upper edge: with three rows,
in the first two. If the number of columns is odd, they are nearer to the left. Squares are named as
in tournaments, from a1 in the upper left corner. A move is named by its square, or *pass*.

A pass is a move, legal only if there is no other, so the turn passes with every move. Symmetries
are the rotations and reflections of the board, and the exchange of the colours together with the
player to move.

**A position** has a number for each row, in consecutive bits, and the player to move in the bit
above them. The number of a row has a base-3 digit for each square, the first square's the least
significant: 0 for an empty square, 1 for a black disc, 2 for a white one. With six columns a row
has ten bits (3^6 = 729), so that six rows need 61 bits. With four columns a row has seven bits:

    . o x .    0 + 3·2 + 9·1     = 15
    . x o .    0 + 3·1 + 9·2     = 21     position 15·2^7 + 21·2^14, and 2^28 if white is to move

Two bit boards would be simpler, but require two bits a square: 72 on six by six.

On 4x4 white wins by 11 to 3: the article *Computer Othello* in Wikipedia. On 6x6 white wins by 20
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
    """Othello on ``rows`` by ``columns`` squares; a move is a square, a pass the square count.

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
                f"no position {position} of {self!r}: expected a number that parse returns"
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
    """Return the number of bits of a row.

    >>> bits_of(6), 3**6 <= 2**10
    (10, True)
    """
    return len(f"{3**columns - 1:b}")


_plain = cache(PlainOthello)
