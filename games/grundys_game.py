"""Grundy's game: a move splits a heap of counters into two unequal heaps; the last move wins.

Heaps of one or two cannot be split. In misère play the player who moves last loses.

A position is the tuple of heap sizes, and its permutations are symmetric. A move is the two heaps
that it makes, the smaller one first, as text ``split 7 into 2 and 5``. Equal heaps share moves.

Heaps are independent. It is not known if the nimbers of single heaps repeat from some size on
(P. M. Grundy, Mathematics and games, *Eureka* 2, 1939; *Winning Ways*, chapter 4).
"""

from __future__ import annotations

from typing import Annotated

import attrs

import gamesolver
from games._heaps import Heaps, _HeapsGame, heaps_from, replaced
from gamesolver.validators import as_tuple, is_whole, yes_or_no

Split = tuple[int, int]
"""The smaller of the two new heaps, and the larger."""


@attrs.frozen
class GrundysGame(_HeapsGame[Split]):
    """Grundy's game with any heaps, in normal or misère play.

    >>> from gamesolver import nimbers, solve
    >>> print(solve(GrundysGame()).outcome)
    win in 9
    >>> game = GrundysGame(heaps=(12,))
    >>> table = nimbers(game, game.parts)
    >>> [table[size,] for size in range(1, 13)], table[5, 5, 9]
    ([0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1], 1)
    """

    heaps: Annotated[Heaps, "counters in each heap"] = attrs.field(
        default=(13,), converter=as_tuple, validator=heaps_from(1)
    )
    misere: Annotated[bool, "the last move loses"] = attrs.field(default=False, validator=yes_or_no)

    title = "Grundy's Game"
    expected = "heaps of one counter or more, such as (2, 5)"

    def start(self) -> Heaps:
        return self.heaps

    def moves(self, position: Heaps) -> list[Split]:
        """Return the moves by the heap that is split, then by the smaller of the two new heaps."""
        return [
            (less, size - less)
            for size in dict.fromkeys(position)
            for less in range(1, (size + 1) // 2)
        ]

    def play(self, position: Heaps, move: Split) -> Heaps:
        match move:
            case (less, more) if is_whole(less, 1) and is_whole(more, less + 1):
                if less + more in position:
                    return replaced(position, position.index(less + more), less, more)
        raise self.illegal(position, move)

    def can_move(self, position: Heaps) -> bool:
        return max(position, default=0) > 2

    def stage(self, position: Heaps) -> int:
        return len(position)

    def format_move(self, move: Split) -> str:
        less, more = move
        return f"split {less + more} into {less} and {more}"

    def short_texts(self, move: Split) -> tuple[str]:
        return (f"{move[0]}+{move[1]}",)

    def render(self, position: Heaps) -> str:
        return "\n".join("|" * size for size in position)

    def svg(self, position: Heaps) -> str:
        """Return a picture in which a click on a counter splits it off, with all after it."""
        splits = {
            self.format_move((less, more)): (position.index(less + more), less)
            for less, more in self.moves(position)
        }
        return gamesolver.heaps_svg(position, splits)
