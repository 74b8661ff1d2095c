"""Wythoff's game: take any number from one of two heaps, or equal numbers from both; the last wins.

On a chessboard, a queen moves towards a corner, straight or diagonally, and the player who reaches
the corner wins (R. P. Isaacs). In misère play the player who takes the last counter loses. A move
is named by the two heaps that it leaves: *leave 3 and 5*.

A position is the pair of heaps, and a move the pair that it leaves: ``(3, 5)``. The exchanged pair
is symmetric. The player to move loses if and only if, for some n from 0 on, one heap is n times the
golden ratio, rounded down, and the other has n more: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10), ...
(W. A. Wythoff, A modification of the game of nim, *Nieuw Archief voor Wiskunde* 7, 1907).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import attrs

import gamesolver
from games._heaps import heaps_from
from games._words import _WordedGame, heaps_with_letters
from gamesolver import Value
from gamesolver.validators import are_whole, as_tuple, refused, yes_or_no

Heaps = tuple[int, int]


def _are_two(game: Any, field: Any, heaps: tuple[int, ...]) -> None:
    if len(heaps) != 2:
        raise refused(game, field, heaps, "two heaps")


@attrs.frozen
class Wythoff(_WordedGame[Heaps, Heaps]):
    """Wythoff's game from any two heaps, in normal or misère play.

    >>> from gamesolver import nimbers, solve
    >>> solution = solve(Wythoff(heaps=(8, 10)))
    >>> print(solution.outcome, "by leaving", *solution.best_moves((8, 10)))
    win in 5 by leaving (3, 5)
    >>> table = nimbers(Wythoff(heaps=(3, 3)))
    >>> [[table[one, other] for other in range(4)] for one in range(4)]
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]]
    """

    heaps: Annotated[Heaps, "counters in each of the two heaps"] = attrs.field(
        default=(8, 10), converter=as_tuple, validator=[heaps_from(0), _are_two]
    )
    misere: Annotated[bool, "the last counter loses"] = attrs.field(
        default=False, validator=yes_or_no
    )

    title = "Wythoff's Game"

    def start(self) -> Heaps:
        return self.heaps

    def moves(self, position: Heaps) -> list[Heaps]:
        """Return the moves that take from the first heap, from the second, and from both."""
        one, other = position
        return [
            *((one - take, other) for take in range(1, one + 1)),
            *((one, other - take) for take in range(1, other + 1)),
            *((one - take, other - take) for take in range(1, min(position) + 1)),
        ]

    def play(self, position: Heaps, move: Heaps) -> Heaps:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        return move

    def terminal_value(self, position: Heaps) -> Value | None:
        end = Value.WIN if self.misere else Value.LOSS
        return None if any(position) else end

    def symmetries(self, position: Heaps) -> Iterator[Heaps]:
        yield position[::-1]

    def stage(self, position: Heaps) -> int:
        return -sum(position)

    def parse(self, text: str) -> Heaps:
        position = super().parse(text)
        if are_whole(position) and len(position) == 2:
            return position
        raise self.unreadable(text, "two heaps, such as (3, 5)")

    def format_move(self, move: Heaps) -> str:
        return f"leave {move[0]} and {move[1]}"

    def render(self, position: Heaps) -> str:
        return heaps_with_letters(position)

    def svg(self, position: Heaps) -> str:
        """Return the queen's board: down by the first heap, right by the second."""
        side = max(*self.heaps, *position) + 1
        squares = ["."] * side * side
        squares[position[0] * side + position[1]] = "Q"
        goals = {
            self.format_move((one, other)): [one * side + other]
            for one, other in self.moves(position)
        }
        rows = [squares[first : first + side] for first in range(0, side * side, side)]
        return gamesolver.grid_svg(rows, goals, {"Q": "dark queen"}, look="chequered")
