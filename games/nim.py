"""Nim: a move takes any number of counters from one heap, and the last counter wins.

The player to move loses if and only if the exclusive or of the heap sizes is 0 (C. L. Bouton,
1901). Under misère play the player who takes the last counter loses. Then the same rule applies
while some heap has two or more counters, and the opposite rule otherwise.

A position is the tuple of heap sizes. All its permutations are symmetric, and the sorted one is
canonical.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import attrs

import gamesolver
from games._heaps import Heaps, heaps_from
from games._words import _WordedGame, heaps_with_letters, letters, take
from gamesolver import Value
from gamesolver.validators import are_whole, as_tuple, yes_or_no

Take = tuple[int, int]  # number of the heap, from 0 on, and number of counters


@attrs.frozen
class Nim(_WordedGame[Heaps, Take]):
    """Nim with any heaps, in normal or misère play.

    >>> from gamesolver import solve
    >>> solution = solve(Nim(heaps=(3, 4, 5)))
    >>> print(solution.outcome, "by", solution.best_moves((3, 4, 5)))
    win in 11 by ((0, 2),)
    """

    heaps: Annotated[Heaps, "counters in each heap"] = attrs.field(
        default=(3, 4, 5), converter=as_tuple, validator=heaps_from(0)
    )
    misere: Annotated[bool, "the last counter loses"] = attrs.field(
        default=False, validator=yes_or_no
    )

    def start(self) -> Heaps:
        return self.heaps

    def moves(self, position: Heaps) -> list[Take]:
        return [(heap, take) for heap, size in enumerate(position) for take in range(1, size + 1)]

    def play(self, position: Heaps, move: Take) -> Heaps:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        heap, take = move
        return (*position[:heap], position[heap] - take, *position[heap + 1 :])

    def terminal_value(self, position: Heaps) -> Value | None:
        if any(position):
            return None
        return Value.WIN if self.misere else Value.LOSS

    def symmetries(self, position: Heaps) -> Iterator[Heaps]:
        if not position:  # the recursion below ends here
            yield ()
        for size in sorted(set(position)):
            first = position.index(size)
            for rest in self.symmetries(position[:first] + position[first + 1 :]):
                yield size, *rest

    def canonical(self, position: Heaps) -> Heaps:
        return tuple(sorted(position))

    def stage(self, position: Heaps) -> int:
        return -sum(position)

    def parse(self, text: str) -> Heaps:
        if are_whole(position := super().parse(text)):
            return position
        raise self.unreadable(text, "one or more heap sizes, such as (3, 4, 5)")

    def format_move(self, move: Take) -> str:
        heap, counters = move
        return take(counters, heap)

    def render(self, position: Heaps) -> str:
        return heaps_with_letters(position)

    def svg(self, position: Heaps) -> str:
        takes = {self.format_move(take): take for take in self.moves(position)}
        return gamesolver.heaps_svg(position, takes, names=letters(len(position)), full=self.heaps)
