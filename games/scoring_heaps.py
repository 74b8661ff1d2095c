"""Scoring heaps: take counters from a heap and keep them; the player with more at the end wins.

This is the simplest game with scores. A move takes one of a few allowed numbers from one heap, and
*gains* this number. Play ends when no move is left, without further points. A position has the
heaps alone, without the counters taken so far, because a score counts from the position on.

With one heap this is known as cumulative subtraction. The score is periodic from some size on, with
twice the largest allowed number as the period (G. Cohensius, U. Larsson, R. Meir and
D. Wahlstedt, "Cumulative Subtraction Games", *Electronic Journal of Combinatorics* 26 (4), 2019).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Annotated

import attrs

import gamesolver
from games._heaps import MOST_COUNTERS, all_different, heaps_from
from games._words import _WordedGame, heaps_with_letters, letters, take
from gamesolver.validators import are_whole, as_tuple, several

Heaps = tuple[int, ...]
Take = tuple[int, int]  # number of the heap, from 0 on, and number of counters


@attrs.frozen
class ScoringHeaps(_WordedGame[Heaps, Take]):
    """Take and gain one of ``takes`` counters from a heap; the player with more at the end wins.

    >>> from gamesolver import solve
    >>> solution = solve(ScoringHeaps(heaps=(7,), takes=(2, 3)))
    >>> for row in solution.moves(solution.start):
    ...     print(f"take {row.gain}: {row.outcome}")
    take 2: win by 1 in 3
    take 3: draw in 2
    """

    heaps: Annotated[Heaps, "counters in each heap"] = attrs.field(
        default=(4, 9), converter=as_tuple, validator=heaps_from(0)
    )
    takes: Annotated[Heaps, "numbers of counters that may be taken"] = attrs.field(
        default=(2, 3), converter=as_tuple, validator=[several(1, MOST_COUNTERS), all_different]
    )

    def start(self) -> Heaps:
        return self.heaps

    def moves(self, position: Heaps) -> list[Take]:
        takes = sorted(set(self.takes))
        return [
            (heap, take) for heap, size in enumerate(position) for take in takes if take <= size
        ]

    def play(self, position: Heaps, move: Take) -> Heaps:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        heap, take = move
        return (*position[:heap], position[heap] - take, *position[heap + 1 :])

    def gain(self, position: Heaps, move: Take) -> int:
        """Return the counters taken, which are won at once."""
        return move[1]

    def terminal_score(self, position: Heaps) -> int | None:
        """Return a score of 0 if no move is left."""
        return None if self.moves(position) else 0

    def symmetries(self, position: Heaps) -> Iterator[Heaps]:
        yield from permutations(position)

    def stage(self, position: Heaps) -> int:
        return -sum(position)

    def parse(self, text: str) -> Heaps:
        if are_whole(position := super().parse(text)):
            return position
        raise self.unreadable(text, "one or more heap sizes, such as (4, 9)")

    def format_move(self, move: Take) -> str:
        heap, counters = move
        return take(counters, heap)

    def render(self, position: Heaps) -> str:
        return heaps_with_letters(position)

    def svg(self, position: Heaps) -> str:
        takes = {self.format_move(take): take for take in self.moves(position)}
        return gamesolver.heaps_svg(position, takes, names=letters(len(position)), full=self.heaps)
