"""Template of a board game, for ``gamesolver new board-game``."""

from __future__ import annotations

from keyword import iskeyword

from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.parameters import words_of
from gamesolver.texts import spelled

TEMPLATE = '''"""{title}: a board game, from the template of gamesolver.

Here each player puts men on a board, then moves them one square straight, and three in a row win.
Change one rule at a time, and run

    gamesolver check {file}
    gamesolver solve {file}
    gamesolver rules {file}
"""

from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boards import STRAIGHT, Grid


class {name}(BoardGame):
    """Three men in a row win. A player who cannot move loses."""

    each = 3  # men that a player has
    stuck = LOSS  # for the player who has no action

    def __init__(self, size=3):
        self.size = size
        self.board = Grid(size, size)
        self.steps = self.board.steps(*STRAIGHT)  # for each place the places next to it
        self.lines = self.board.lines(3)

    def actions(self, at):
        """Yield the actions of the player to move."""
        if len(at.mine) < self.each:
            for place in at.empty:
                yield at.put(place)
        else:
            for man in at.mine:
                for to in self.steps[man] & at.empty:
                    yield at.slide(man, to)

    def result(self, at):
        """Return WIN, DRAW or LOSS for the player to move, or None while play goes on."""
        if any(line <= at.theirs for line in self.lines):
            return LOSS
        return None


if __name__ == "__main__":
    from gamesolver import solve

    print(solve({name}()).outcome)
'''
"""Source of the file, with the ``name`` of the class, its ``title`` and the ``file``."""


def board_game_template(name: str, file: str) -> str:
    """Return the source of a file with a board game of this name.

    >>> "class LineUp(BoardGame):" in board_game_template("LineUp", "line_up.py")
    True
    """
    if not name.isidentifier() or iskeyword(name) or not name[0].isupper():
        raise InvalidArgumentError(
            f"bad name {spelled(name)}: expected the name of a class, such as LineUp"
        )
    title = " ".join(words_of(name))
    return TEMPLATE.format(name=name, title=title, file=file)


def file_of_class(name: str) -> str:
    """Return the name of the file for a class.

    >>> file_of_class("LineUp")
    'line_up.py'
    """
    return f"{'_'.join(words_of(name)).lower()}.py"
