r"""A new game in one file: Pong Hau K'i, a blocking game from China and Korea.

Two red and two blue stones stand on a board of five points. A move slides one stone along a line to
the empty point. A player who cannot move loses. The numbers of the points are

    0     1
    | \ / |
    |  2  |
    | / \ |
    3     4

There is no line from 0 to 1. Red starts on 0 and 1, and blue on 3 and 4. Stones are never captured,
so play has cycles and need not end.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

from gamesolver import Game, Solution, Value, check_game, solve

NEIGHBOURS = [(2, 3), (2, 4), (0, 1, 3, 4), (0, 2, 4), (1, 2, 3)]
MIRROR = (1, 0, 2, 4, 3)
OTHER = {"r": "b", "b": "r"}


class PongHauKi(Game[str, int]):
    """Positions are texts: the five points, ``r``, ``b`` or ``.``, and the player to move."""

    seats = ("red", "blue")

    def start(self) -> str:
        return "rr.bb" + "r"

    def moves(self, position: str) -> list[int]:
        """Return the points of the stones that can slide to the empty one."""
        return [
            point for point in NEIGHBOURS[position.index(".")] if position[point] == position[5]
        ]

    def play(self, position: str, move: int) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        points = list(position[:5])
        points[position.index(".")], points[move] = position[move], "."
        return "".join(points) + OTHER[position[5]]

    def terminal_value(self, position: str) -> Value | None:
        return None if self.moves(position) else Value.LOSS

    def player(self, position: str) -> int:
        return "rb".index(position[5])

    def symmetries(self, position: str) -> Iterator[str]:
        yield "".join(position[point] for point in MIRROR) + position[5]

    def format(self, position: str) -> str:
        return f"{position[:5]} {position[5]}"

    def parse(self, text: str) -> str:
        if len(text) == 7 and sorted(text[:5]) == sorted("rr.bb") and text[5:] in (" r", " b"):
            return text[:5] + text[6]
        raise self.unreadable(
            text, "five points with 'rr', 'bb' and '.', a space, and the player to move"
        )

    def render(self, position: str) -> str:
        a, b, c, d, e, _mover = list(position)
        return f"{a}   {b}\n|\\ /|\n| {c} |\n|/ \\|\n{d}   {e}"


def loses_by_a_move(solution: Solution[str, int], position: str) -> bool:
    """Return True if a drawn position has a move that loses."""
    rows = solution.moves(position)
    drawn = solution[position].value is Value.DRAW
    return drawn and any(row.outcome.value is Value.LOSS for row in rows)


def main() -> None:
    """Check the rules, solve the game, find traps, verify the solution, and export the graph."""
    game = PongHauKi()
    report = check_game(game)
    print(f"check_game found no fault in {report.positions} positions, {report.moves} moves")

    solution = solve(game)
    print(f"{len(solution)} of them up to symmetry, solved by {solution.how.method}:")
    print(f"{solution.how.why}; {game.seats[0]} moves first: {solution.outcome}\n")
    for outcome, count in solution.counts(symmetric=True).items():
        print(f"  {count:2} positions: {outcome}")

    traps = [position for position in solution if loses_by_a_move(solution, position)]
    print(f"\n{len(traps)} drawn positions up to symmetry are traps. One of them:\n")
    print(game.render(traps[0]), end=f"\n\n{game.seats[game.player(traps[0])]} is to move:\n")
    for row in solution.moves(traps[0]):
        print(f"  the stone on {game.format_move(row.move)}: {row.outcome}")
    print()

    verified = solution.verify()
    print(f"verified: {verified.positions} positions, {verified.moves} moves, {verified.ends} ends")

    folder = Path(sys.argv[1]) if sys.argv[1:] else Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "pong-hau-ki.graphml"
    nx.write_graphml(solution.to_networkx(text=True), path)
    print(f"exported to {path}")


if __name__ == "__main__":
    main()
