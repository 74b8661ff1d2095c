"""Solve tic-tac-toe: who wins, in how many plies, and one best line board by board."""

from gamesolver import Solution, Value, solve
from games import TicTacToe


def say(solution: Solution[str, int], position: str) -> None:
    """Print the outcome of a position, and its mainline board by board."""
    game = solution.game
    outcome = solution[position]
    mover = game.seats[game.player(position) or 0]
    verdict = {Value.WIN: "wins", Value.DRAW: "draws", Value.LOSS: "loses"}[outcome.value]
    print(f"{mover} is to move and {verdict} in {outcome.remoteness} plies:\n")
    boards = [game.render(position)]
    notes = ["start"]
    for row in solution.mainline(position):
        boards.append(game.render(row.position))
        notes.append(f"on {game.format_move(row.move)}")
    for first in range(0, len(boards), 5):
        chosen = [board.splitlines() for board in boards[first : first + 5]]
        print("   ".join(f"{note:5}" for note in notes[first : first + 5]))
        for lines in zip(*chosen, strict=True):
            print("   ".join(lines))
        print()


def main() -> None:
    """Solve the game and show the answer."""
    solution = solve(TicTacToe())
    say(solution, solution.start)
    print(f"{len(solution)} positions up to symmetry, by {solution.how.road}:")
    for value in (Value.WIN, Value.DRAW, Value.LOSS):
        count = sum(n for outcome, n in solution.counts().items() if outcome.value is value)
        print(f"  {count:4} {value.name.lower()} for the player to move")


if __name__ == "__main__":
    main()
