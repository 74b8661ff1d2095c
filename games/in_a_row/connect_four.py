"""Connect Four: stones fall into columns, and four in a row win. Compiled rules.

Four stones in a row, straight or diagonal, win. A full board without such a line is a draw. The
players take turns to drop a stone into a column that is not full, where it falls onto the stones
below it. Width, height and the length of a line are options. With ``fall=False`` a stone goes to
any empty square, as in m,n,k games.

Red moves first. In texts, red stones are x and yellow stones are o. A move is named by its column,
from *column a* on the left, and with ``fall=False`` by its square, as in chess: b3.

**A position** is stored for the player to move. A column has ``height + 1`` bits, with its top in
the lowest one. The first column has the lowest bits. A board of 3 by 2, its bits, and a position
with x to move:

    above the board     0  3  6               1 0 0
    upper row           1  4  7     o . .     0 0 0     number 293 =
    lower row           2  5  8     x . .     1 1 1     1 + 4 + 32 + 256

The lowest bit set in a column is its *mark*: the square where the next stone would land, or the
place above the board if the column is full. All lower bits of the column are 0. Of the higher bits,
1 is a stone of the player to move and 0 one of the other player. ``games.in_a_row.kernels`` finds
all marks in three operations. The number of stones determines the player to move.

With ``fall=False`` positions are those of :class:`games.MNK`.

Counts: J. Tromp, tromp.github.io/c4/c4.html; markus7800/Connect4-Strong-Solver.
"""

from __future__ import annotations

from functools import cache, lru_cache

import attrs

from games.in_a_row.mnk import MNK, MOST_SQUARES
from games.in_a_row.plain import (
    EMPTY,
    STONES,
    ConnectFourParameters,
    PlainConnectFour,
    Rows,
)
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

BITS = 64


@attrs.frozen
class ConnectFour(ConnectFourParameters, CompiledGame):
    """``line`` in a row on ``width`` columns; stones fall unless ``fall`` is ``False``.

    A move is a column, numbered from 0 on the left. If stones do not fall it is a
    square, numbered row by row from 0 at the top left.

    >>> from gamesolver import solve
    >>> game = ConnectFour(width=3, height=2, line=3)
    >>> game.parse("o../x..")
    293
    >>> solution = solve(ConnectFour(width=4, height=3, line=3))
    >>> print(solution.outcome, solution.best_moves(solution.start))
    win in 9 (1, 2)
    """

    def __attrs_post_init__(self) -> None:
        bits = self.width * (self.height + 1)
        if self.fall and bits > BITS:
            raise InvalidArgumentError(
                f"bad board {self.width} x {self.height} of ConnectFour: expected "
                f"width * (height + 1) up to {BITS}, got {bits}; "
                "take a smaller board, or games.in_a_row.plain.PlainConnectFour for larger ones"
            )
        if not self.fall and self.width * self.height > MOST_SQUARES:
            raise InvalidArgumentError(
                f"bad board {self.width} x {self.height} of ConnectFour(fall=False): expected "
                f"at most {MOST_SQUARES} squares, got {self.width * self.height}; "
                "take a smaller board, or games.in_a_row.plain.PlainConnectFour for larger ones"
            )

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    def plies_to_draw(self, position: int) -> int:
        """Return the number of empty squares, because only a full board is a draw."""
        stones = self.stage(position)
        assert isinstance(stones, int)
        return self.width * self.height - stones

    @property
    def rules(self) -> CompiledRules:
        from games.in_a_row.kernels import falling_rules  # numba comes with the first question

        if not self.fall:
            return self._any_square.rules
        longest = max(self.width, self.height)
        return falling_rules(self.width, self.height, min(self.line, longest + 1))

    @property
    def plain(self) -> PlainConnectFour:
        return _plain(self.width, self.height, self.line, self.fall)

    def to_plain(self, position: int) -> Rows:
        if not self.fall:
            return self._squares_to_plain(position)
        bits = [self._bits(position, column) for column in range(self.width)]
        mover = STONES[sum(map(len, bits)) % 2]
        columns = [column_of(each, mover, self.height) for each in bits]
        board = tuple(map("".join, zip(*columns, strict=True)))
        if not self.plain.is_board(board) or self.from_plain(board) != position:
            raise self._no_position(position)
        return board

    def from_plain(self, position: Rows) -> int:
        if not self.fall:
            return self._any_square.parse("/".join(position))
        mover = STONES[self.plain.player(position)]
        number = 0
        for column in reversed([*zip(*position, strict=True)]):
            number = number << self.height + 1 | word_of("".join(column), mover)
        return number

    def to_plain_move(self, move: int) -> int:
        return move

    def _squares_to_plain(self, position: int) -> Rows:
        try:
            rows = tuple(self._any_square.format(position).split("/"))
        except InvalidArgumentError as error:
            raise self._no_position(position) from error
        if not self.plain.is_board(rows):
            raise self._no_position(position)
        return rows

    def _no_position(self, position: int) -> InvalidArgumentError:
        return InvalidArgumentError(
            f"no position {position} of {self!r}: expected a number that parse returns"
        )

    def _bits(self, position: int, column: int) -> str:
        """Return the stones of a column from the bottom up, "1" for the player to move."""
        size = self.height + 1
        return bits_of(position >> size * column & (1 << size) - 1, size)

    @property
    def _any_square(self) -> MNK:
        return _any_square(self.width, self.height, self.line)


_any_square = cache(MNK)
_plain = cache(PlainConnectFour)
_BITS = {"x": str.maketrans("xo", "10"), "o": str.maketrans("ox", "10")}
"""Bits of the stones, by the player to move."""
_LETTERS = {"x": str.maketrans("10", "xo"), "o": str.maketrans("10", "ox")}

# ── a column and its word: worked out once for each of the few that a board has ─────────────────

FEW = 1 << 12


@lru_cache(FEW)
def word_of(column: str, mover: str) -> int:
    """Return the word of a column, given from the top down."""
    stones = column.lstrip(EMPTY)[::-1].translate(_BITS[mover])
    return int(f"{stones}1".ljust(len(column) + 1, "0"), 2)


@lru_cache(FEW)
def bits_of(word: int, size: int) -> str:
    """Return the stones of a word from the bottom up, or an empty text if it has no mark."""
    return f"{word:0{size}b}".rpartition("1")[0]


@lru_cache(FEW)
def column_of(bits: str, mover: str, height: int) -> str:
    """Return the column of such stones, from the top down."""
    return bits.translate(_LETTERS[mover])[::-1].rjust(height, EMPTY)
