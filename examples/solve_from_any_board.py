"""Solve tic-tac-toe from any board, and show the principal variation board by board.

Without arguments, it solves three boards after an opening in the centre. An argument is a board of
nine signs ``.``, ``x`` and ``o``, row by row, and the player to move if the numbers of ``x`` and
``o`` do not determine it:

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
    """Solve from one board, which need not be reachable from the start."""
    game = TicTacToe()
    solution = solve(game, start=game.parse(text))
    print(f"{title}: {verdict(solution, solution.start)}\n")
    print_mainline(solution, solution.start)


def main() -> None:
    """Show the boards of the command line, or the three above."""
    boards = {text: text for text in sys.argv[1:]} or BOARDS
    try:
        for title, text in boards.items():
            show(title, text)
    except PositionTextError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
