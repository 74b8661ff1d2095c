"""Teeko in plain Python, slow and obvious, to compare with the library's game.

A position is a pair of sorted tuples, the squares of the player to move and those of the other
player. Squares are numbered row by row from 0 at the top left to 24. All goals are listed, and
looked up.
"""

from functools import cache

import attrs

from gamesolver import Game, Value
from gamesolver.boards import ALL_DIRECTIONS, Grid

FULL = 4
GRID = Grid(5, 5)
NEAR = [[*map(int, near)] for near in GRID.steps(*ALL_DIRECTIONS)]


@attrs.frozen
class PlainTeeko(Game):
    """Teeko, with all men on the board or with drops.

    >>> game = PlainTeeko()
    >>> game.play(((0, 1, 2, 4), (12, 13, 17, 18)), (4, 3))
    ((12, 13, 17, 18), (0, 1, 2, 3))
    """

    advanced: bool = False
    drops: bool = False

    def start(self):
        return ((), ()) if self.drops else ((0, 4, 21, 23), (1, 3, 20, 24))

    def moves(self, position):
        """Return the moves, ordered by source (``None`` for a drop), then by target square."""
        mine, theirs = position
        taken = {*mine, *theirs}
        if len(mine) < FULL:
            return [(None, target) for target in range(25) if target not in taken]
        return [
            (source, target) for source in mine for target in NEAR[source] if target not in taken
        ]

    def play(self, position, move):
        source, target = move
        mine, theirs = position
        return theirs, tuple(sorted({*mine, target} - {source}))

    def terminal_value(self, position):
        """Return the value at a goal; the goal of the player who moved last counts first."""
        mine, theirs = position
        if theirs in goals(self.advanced):
            return Value.LOSS
        return Value.WIN if mine in goals(self.advanced) else None

    def symmetries(self, position):
        for image in GRID.symmetries[1:]:
            yield tuple(tuple(sorted(image[man] for man in men)) for men in position)

    def stage(self, position):
        """Return the number of men if the game has drops, else ``None``."""
        return len(position[0] + position[1]) if self.drops else None

    def format_move(self, move):
        return "-".join(GRID.names[square] for square in move if square is not None)

    def is_count(self, mine, theirs):
        """Return True if the players can have that many men when one of them is to move."""
        if not self.drops:
            return mine == theirs == FULL
        return theirs <= FULL and mine in (theirs, theirs - 1)


@cache
def goals(advanced):
    """Return lines of four, squares of two by two, and in the advanced game larger squares."""
    sides = range(1, 5) if advanced else [1]
    found = []
    for row in range(5):
        for column in range(5):
            found += [
                [(row + down * step, column + right * step) for step in range(FULL)]
                for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]
            ]
            found += [
                [(row, column), (row, column + side), (row + side, column),
                 (row + side, column + side)]
                for side in sides
            ]  # fmt: skip
    return frozenset(
        tuple(sorted(5 * row + column for row, column in goal))
        for goal in found
        if all(row in range(5) and column in range(5) for row, column in goal)
    )
