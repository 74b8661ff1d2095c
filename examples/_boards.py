"""Text output of the other examples: boards side by side, and an outcome as a sentence."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from gamesolver import Game, Solution, Value

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)

BOARDS_A_ROW = 5
GAP = "   "


def verdict(solution: Solution[PositionT, MoveT], position: PositionT) -> str:
    """Return the player to move, result, and plies: ``x is to move and wins in 5 plies``."""
    outcome = solution[position]
    if outcome.is_endless:
        ending = "draws by infinite play"
    else:
        verb = {Value.WIN: "wins", Value.DRAW: "draws", Value.LOSS: "loses"}[outcome.value]
        ending = f"{verb} in {outcome.remoteness} {'ply' if outcome.remoteness == 1 else 'plies'}"
    return f"{mover(solution.game, position)} is to move and {ending}"


def mover(game: Game[PositionT, MoveT], position: PositionT) -> str:
    """Return the name of the player to move."""
    seat = game.player(position)
    return "the player to move" if seat is None else game.seats[seat]


def print_mainline(solution: Solution[PositionT, MoveT], position: PositionT) -> None:
    """Print a line of best moves, board by board, each under the move that made it."""
    game = solution.game
    captioned = [("start", position)]
    for row in solution.mainline(position):
        captioned.append((f"move {game.format_move(row.move)}", row.position))
    print_boards(game, captioned)


def print_boards(game: Game[PositionT, MoveT], captioned: list[tuple[str, PositionT]]) -> None:
    """Print positions in rows of five, each as the game draws it, under its caption."""
    columns = [[caption, *game.render(position).splitlines()] for caption, position in captioned]
    width = max(len(line) for column in columns for line in column)
    for first in range(0, len(columns), BOARDS_A_ROW):
        for lines in zip(*columns[first : first + BOARDS_A_ROW], strict=True):
            print(GAP.join(line.ljust(width) for line in lines).rstrip())
        print()
