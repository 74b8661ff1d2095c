"""Nim: heaps of counters; a move takes any number from one heap; who takes the last one wins.

The whole theory is known (C. L. Bouton, 1901): the player to move loses exactly
when the exclusive or of the heap sizes is 0. Under misère play, where who takes
the last counter loses, the same holds while some heap has two or more; with
single counters only it is the other way round.

A position is the tuple of heap sizes. The order of the heaps does not matter, so
the sorted tuple stands for all its rearrangements.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from games.checks import as_tuple, several, yes_or_no
from gamesolver import Game, Value

Heaps = tuple[int, ...]
Take = tuple[int, int]
"""Which heap, counted from 0, and how many counters."""


@attrs.frozen
class Nim(Game[Heaps, Take]):
    """Nim with any heaps, in normal or misère play.

    >>> from gamesolver import solve
    >>> solution = solve(Nim(heaps=(3, 4, 5)))
    >>> print(solution.outcome, "by", solution.best_moves((3, 4, 5)))
    win in 11 by ((0, 2),)
    """

    heaps: Heaps = attrs.field(default=(3, 4, 5), converter=as_tuple, validator=several(0))
    misere: bool = attrs.field(default=False, validator=yes_or_no)

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
        if not position:
            yield ()
        for size in sorted(set(position)):
            first = position.index(size)
            for rest in self.symmetries(position[:first] + position[first + 1 :]):
                yield size, *rest

    def canonical(self, position: Heaps) -> Heaps:
        return tuple(sorted(position))

    def stage(self, position: Heaps) -> int:
        return -sum(position)

    def render(self, position: Heaps) -> str:
        return "\n".join(f"{heap}: {'|' * size}" for heap, size in enumerate(position))
