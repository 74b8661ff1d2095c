"""Connect Four, indexed by the number of discs, and solved stage by stage in a folder.

The stage of a position is the number of discs on the board, and no move leads back to a stage with
fewer. An index within a stage has two parts: the number of a filling of the columns, and the number
of a choice of half of the discs, which belong to the player to move. Boards that cannot be reached
have indexes and are solved, too.

    python examples/connect_four_by_discs.py FOLDER [WIDTH HEIGHT]
"""

from __future__ import annotations

import sys
from functools import cache
from math import comb
from typing import Any

import attrs
import numpy as np
from numba import njit

from games import ConnectFour
from gamesolver import CompiledGame, CompiledRules, Game, solve
from gamesolver.bits import count_bits, counts_of_sets, lowest_place, set_at, set_number

ZERO, ONE = np.uint64(0), np.uint64(1)


def ways_to_fill(width: int, height: int) -> np.ndarray:
    """Return the number of fillings of the first columns, by columns and discs."""
    ways = np.zeros((width + 1, width * height + 1), np.int64)
    ways[0, 0] = 1
    for column in range(width):
        for filled in range(height + 1):
            ways[column + 1, filled:] += ways[column, : ways.shape[1] - filled]
    return ways


@cache
def rules_by_discs(width: int, height: int, line: int) -> CompiledRules:
    """Return the rules of ``games.ConnectFour`` with an index by discs, and without symmetries.

    In its positions, each column is a word. The lowest 1 is the square of the next disc. Above it,
    each 1 is a disc of the player to move.
    """
    size, squares = np.uint64(height + 1), width * height
    word = np.uint64((1 << (height + 1)) - 1)
    fillings = ways_to_fill(width, height)
    sets = counts_of_sets(squares, squares)

    @njit(cache=True)
    def ways_at(column: Any, discs: Any) -> Any:
        """Return the number of fillings of the columns before this one."""
        return fillings[column, discs] if discs >= 0 else 0

    @njit(cache=True)
    def stage(position: Any) -> Any:
        discs = 0
        for _ in range(width):
            discs += height - lowest_place(position & word)
            position >>= size
        return np.int64(discs)

    @njit(cache=True)
    def index(position: Any) -> Any:
        discs, number, mine = 0, 0, ZERO
        for column in range(width):
            filled = height - lowest_place(position & word)
            if filled < 0:
                return np.int64(-1)  # no disc would land anywhere
            for less in range(filled):
                number += ways_at(column, discs + filled - less)
            own = (position & word) >> np.uint64(height + 1 - filled)
            mine |= own << np.uint64(discs)
            discs += filled
            position >>= size
        if position != ZERO or count_bits(mine) != discs // 2:
            return np.int64(-1)
        return np.int64(number * sets[discs, discs // 2] + set_number(mine, sets))

    @njit(cache=True)
    def position_at(discs: Any, index: Any) -> Any:
        halves = sets[discs, discs // 2]
        number, mine = index // halves, set_at(index % halves, discs // 2, sets)
        position = ZERO
        for column in range(width - 1, -1, -1):
            filled = 0
            while filled < height and number >= ways_at(column, discs - filled):
                number -= ways_at(column, discs - filled)
                filled += 1
            discs -= filled
            own = mine >> np.uint64(discs) & (ONE << np.uint64(filled)) - ONE
            column_word = ONE << np.uint64(height - filled) | own << np.uint64(height - filled + 1)
            position = position << size | column_word
        return position

    num_indexes = {
        discs: int(fillings[width, discs]) * comb(discs, discs // 2) for discs in range(squares + 1)
    }
    rules: CompiledRules = attrs.evolve(
        ConnectFour(width, height, line=line).rules,
        canonical=None,
        symmetries=None,
        stage=stage,
        index=index,
        position_at=position_at,
        num_indexes=num_indexes,
    )
    return rules


@attrs.frozen
class ConnectFourByDiscs(CompiledGame):
    """Connect Four on a board of up to 64 bits; each column needs one bit more than its height."""

    width: int = 4
    height: int = 4
    line: int = 4

    @property
    def rules(self) -> CompiledRules:
        """Rules with an index by discs."""
        return rules_by_discs(self.width, self.height, self.line)

    @property
    def plain(self) -> Game[Any, Any] | None:
        """Rules in plain Python."""
        return self._enumerated.plain

    @property
    def _enumerated(self) -> CompiledGame:
        game: CompiledGame = ConnectFour(self.width, self.height, line=self.line)
        return game

    def start(self) -> int:
        """Return the empty board."""
        return self._enumerated.start()

    def to_plain(self, position: int) -> Any:
        """Return the board of a position."""
        return self._enumerated.to_plain(position)

    def from_plain(self, position: Any) -> int:
        """Return the position of a board."""
        return self._enumerated.from_plain(position)

    def to_plain_move(self, move: int) -> Any:
        """Return the column."""
        return self._enumerated.to_plain_move(move)


def main(folder: str, *sizes: str) -> None:
    """Solve a board, and print the method."""
    game = ConnectFourByDiscs(*map(int, sizes))
    solution = solve(game, folder=folder)
    print(f"{solution}: {solution.how.why}")


if __name__ == "__main__":
    main(*sys.argv[1:])
