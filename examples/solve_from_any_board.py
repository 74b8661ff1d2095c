"""Solve tic-tac-toe from any board, and show the line board by board.

Without arguments, three boards that follow an opening in the centre. Boards of
your own go on the command line, nine of ``.``, ``x`` and ``o`` row by row, and
the player to move where the counts do not tell:

    python examples/solve_from_any_board.py "x...o...." "....x.... x"
"""

from __future__ import annotations

import sys

from _boards import print_mainline, verdict

from games import TicTacToe
from gamesolver import PositionTextError, solve

BOARDS = {
    "x took the centre, o answered on an edge": ".o..x....",
    "x took the centre, o answered in a corner": "o...x....",
    "x took the centre and is to move again": "....x.... x",
}


def show(title: str, text: str) -> None:
    """Solve from one board; no game need ever come to it from the start."""
    game = TicTacToe()
    solution = solve(game, start=game.parse(text))
    print(f"{title}: {verdict(solution, solution.start)}\n")
    print_mainline(solution, solution.start)


def main() -> None:
    """Show the boards given on the command line, or the three above."""
    boards = {text: text for text in sys.argv[1:]} or BOARDS
    try:
        for title, text in boards.items():
            show(title, text)
    except PositionTextError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
