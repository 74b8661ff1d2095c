"""Solve tic-tac-toe, and show the outcome and one line of best play, board by board."""

from __future__ import annotations

from _boards import print_mainline, verdict

from games import TicTacToe
from gamesolver import Value, solve


def main() -> None:
    """Solve the game and show the outcome."""
    solution = solve(TicTacToe())
    print(f"{verdict(solution, solution.start)}:\n")
    print_mainline(solution, solution.start)
    print(f"{len(solution)} positions up to symmetry, by {solution.how.method}:")
    counts = solution.counts()
    for value in (Value.WIN, Value.DRAW, Value.LOSS):
        count = sum(counts[outcome] for outcome in counts if outcome.value is value)
        print(f"  {count:4} {value} for the player to move")


if __name__ == "__main__":
    main()
