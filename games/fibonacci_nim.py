"""Fibonacci Nim: take from a heap at most twice the previous number; the last counter wins.

The first move takes any number, but not the whole heap. ``times`` replaces twice by another
multiple. In misère play the player who takes the last counter loses.

A position is a pair, the heap and the greatest number that may be taken: ``(8, 6)``. A move is the
number of counters taken.

The first player loses if and only if the heap is a Fibonacci number (M. J. Whinihan,
Fibonacci Nim, *Fibonacci Quarterly* 1 (4), 1963, after R. E. Gaskell). For any ``times``,
each lost heap from some size on is the sum of the previous one and an earlier one (A. J. Schwenk,
Take-away games, *Fibonacci Quarterly* 8 (3), 1970). With ``times=1`` they are the powers of two.
"""

from __future__ import annotations

from typing import Annotated

import attrs

import gamesolver
from games._heaps import MOST_COUNTERS
from games._words import _WordedGame
from gamesolver import Value
from gamesolver.validators import are_whole, between, is_whole, yes_or_no

Heap = tuple[int, int]
"""The number of counters left, and the greatest number that may be taken."""


@attrs.frozen
class FibonacciNim(_WordedGame[Heap, int]):
    """Fibonacci Nim with any heap, in normal or misère play.

    >>> from gamesolver import solve
    >>> solution = solve(FibonacciNim(heap=20))
    >>> print(solution.outcome, "by taking", *solution.best_moves(solution.start))
    win in 15 by taking 2
    >>> solution = solve(FibonacciNim(), positions=[(heap, heap - 1) for heap in range(2, 60)])
    >>> [heap for heap in range(2, 60) if solution[heap, heap - 1].value is Value.LOSS]
    [2, 3, 5, 8, 13, 21, 34, 55]
    """

    heap: Annotated[int, "counters"] = attrs.field(default=20, validator=between(2, MOST_COUNTERS))
    times: Annotated[int, "limit, as a multiple of the previous number"] = attrs.field(
        default=2, validator=between(1, MOST_COUNTERS)
    )
    misere: Annotated[bool, "the last counter loses"] = attrs.field(
        default=False, validator=yes_or_no
    )

    title = "Fibonacci Nim"

    def start(self) -> Heap:
        return self.heap, self.heap - 1

    def moves(self, position: Heap) -> list[int]:
        return list(range(1, position[1] + 1))

    def play(self, position: Heap, move: int) -> Heap:
        heap, most = position
        if not is_whole(move, 1) or move > most:
            raise self.illegal(position, move)
        return heap - move, min(self.times * move, heap - move)

    def terminal_value(self, position: Heap) -> Value | None:
        end = Value.WIN if self.misere else Value.LOSS
        return None if position[0] else end

    def stage(self, position: Heap) -> int:
        return -position[0]

    def parse(self, text: str) -> Heap:
        position = super().parse(text)
        if are_whole(position) and len(position) == 2:
            heap, most = position
            if 0 < most <= heap or heap == most == 0:
                return heap, most
        raise self.unreadable(
            text, "a heap and how many may be taken of it, from 1 to all, such as (8, 6)"
        )

    def format_move(self, move: int) -> str:
        return f"take {move}"

    def render(self, position: Heap) -> str:
        heap, most = position
        return f"{'|' * heap}   (at most {most})" if heap else "(none left)"

    def svg(self, position: Heap) -> str:
        takes = {self.format_move(take): (0, take) for take in self.moves(position)}
        return gamesolver.heaps_svg([position[0]], takes, full=[self.heap])
