"""Subtraction games: a move takes one of a few numbers from a heap; a player who cannot move loses.

The lost heaps are periodic from some size on, for any allowed numbers (E. R. Berlekamp,
J. H. Conway, R. K. Guy, *Winning Ways*, chapter 4). If one, two, and three are allowed, the
multiples of four are lost.
"""

from __future__ import annotations

from typing import Annotated, Any

import attrs

import gamesolver
from games._heaps import MOST_COUNTERS, all_different
from games._words import _WordedGame
from gamesolver import Value
from gamesolver.validators import as_tuple, between, is_whole, several


def _in_order(takes: Any) -> Any:
    takes = as_tuple(takes)
    return tuple(sorted(takes)) if isinstance(takes, tuple) else takes


@attrs.frozen
class Subtraction(_WordedGame[int, int]):
    """One heap, from which a move takes one of ``takes``.

    >>> from gamesolver import solve
    >>> solution = solve(Subtraction(heap=12))
    >>> [heap for heap in range(13) if solution[heap].value is Value.LOSS]
    [0, 4, 8, 12]
    """

    heap: Annotated[int, "counters"] = attrs.field(default=21, validator=between(0, MOST_COUNTERS))
    takes: Annotated[tuple[int, ...], "numbers of counters that may be taken"] = attrs.field(
        default=(1, 2, 3),
        converter=_in_order,
        validator=[several(1, MOST_COUNTERS), all_different],
    )

    def start(self) -> int:
        return self.heap

    def moves(self, position: int) -> list[int]:
        return [take for take in self.takes if take <= position]

    def play(self, position: int, move: int) -> int:
        if not isinstance(move, int) or move not in self.takes or move > position:
            raise self.illegal(position, move)
        return position - move

    def terminal_value(self, position: int) -> Value | None:
        return Value.LOSS if position < self.takes[0] else None

    def stage(self, position: int) -> int:
        return -position

    def parse(self, text: str) -> int:
        if is_whole(position := super().parse(text)):
            return position
        raise self.unreadable(text, "a whole number from 0 on")

    def format_move(self, move: int) -> str:
        return f"take {move}"

    def render(self, position: int) -> str:
        return "|" * position or "(none left)"

    def svg(self, position: int) -> str:
        takes = {self.format_move(take): (0, take) for take in self.moves(position)}
        return gamesolver.heaps_svg([position], takes, full=[self.heap])
