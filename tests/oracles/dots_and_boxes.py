"""Dots and Boxes in plain Python, slow and obvious, to compare with the library's game.

A position is a text: for each line ``x`` if it is drawn, ``.`` if not, then the player to move. To
find the gain of a move, all lines of each adjacent box are checked.
"""

import attrs

from gamesolver import Game
from gamesolver.boards import GridEdges

OPEN, DRAWN = ".x"
OTHER = {"A": "B", "B": "A"}


@attrs.frozen
class PlainDotsAndBoxes(Game):
    """Dots and Boxes on a board of any size.

    >>> from gamesolver import solve
    >>> print(solve(PlainDotsAndBoxes(rows=1, columns=3)).outcome)
    loss by 1 in 10
    """

    rows: int = 2
    columns: int = 2

    seats = ("A", "B")

    @property
    def grid(self):
        """Board of the game."""
        return GridEdges(self.rows, self.columns)

    def start(self):
        return OPEN * self.grid.size + "A"

    def moves(self, position):
        return [line for line, mark in enumerate(position[:-1]) if mark == OPEN]

    def play(self, position, move):
        mover = position[-1] if self.gain(position, move) else OTHER[position[-1]]
        return position[:move] + DRAWN + position[move + 1 : -1] + mover

    def gain(self, position, move):
        """Return the number of boxes that the line closes."""
        around = [box for box in self.grid.boxes if move in {*map(int, box)}]
        return sum(all(position[line] == DRAWN or line == move for line in box) for box in around)

    def terminal_score(self, position):
        """Return 0 once all lines are drawn: the end itself scores nothing."""
        return None if OPEN in position else 0

    def symmetries(self, position):
        for lines in [position[:-1], *map("".join, self.grid.images(position[:-1]))]:
            yield lines + "A"
            yield lines + "B"

    def player(self, position):
        return "AB".index(position[-1])

    def stage(self, position):
        """Return the number of lines drawn."""
        return position.count(DRAWN)

    def format(self, position):
        """Return alternating rows of horizontal and vertical lines, then the player to move."""
        return f"{'/'.join(self.grid.rows_of(position[:-1]))} {position[-1]}"

    def parse(self, text):
        return text.replace("/", "").replace(" ", "")

    def format_move(self, move):
        return self.grid.names[move]
