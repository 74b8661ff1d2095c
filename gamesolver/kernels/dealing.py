"""The inner loop that puts things in order of small numbers."""

from __future__ import annotations

from gamesolver.kernels.compiling import kernel


@kernel
def deal_by_number(things, numbers, cursors, in_order):
    """Put every thing behind the others of its number; ``cursors`` is where each number begins."""
    for place in range(things.size):
        number = numbers[place]
        in_order[cursors[number]] = things[place]
        cursors[number] += 1
