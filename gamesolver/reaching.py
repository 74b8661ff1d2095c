"""What the start reaches: marked once, a fifth of a byte a slot.

**Forward.** A slot that waits is expanded: its successors that were not seen yet wait from
then on. When none waits, all is marked.

**The other way.** Most moves lead to what was seen before, and more so the more is marked.
Once half of all positions are, it is shorter to ask those that are not: a position is
reached if one of its predecessors is, and of two or three asked one will be. Where the
game lists ``predecessors`` two sweeps ask all that is not marked. What the second one
finds waits, and is expanded as before; all else need not be, for whoever was missing has
asked since it was marked.

**The cost** of going forward is one look-up a move. Of the two sweeps it is one listing of
predecessors and a few look-ups a position, and all of them, twice, for what is never
reached: there are no more of those than of the others.

Source: S. Beamer, K. Asanovic, D. Patterson, "Direction-optimizing breadth-first search",
2012, for graphs that are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np

from gamesolver import reaching_kernels as kernels
from gamesolver.crew import chunks_of
from gamesolver.labels import Columns
from gamesolver.passes import Passes

SLOTS_A_CHUNK = kernels.DIGITS << 14
SHARE = 16  # one slot in so many is expanded in a pass, as long as the way may be turned


def marks_from(passes: Passes, cells: Columns, starts: Collection[int], positions: int) -> Columns:
    """The marks of all slots that play from some comes to; ``positions`` are known in all."""
    marks = np.zeros(-(-len(cells) // kernels.DIGITS), np.uint8)
    for start in {*starts}:
        marks[start // kernels.DIGITS] += kernels.WAITING * 3 ** (start % kernels.DIGITS)
    chunks = chunks_of(len(cells), SLOTS_A_CHUNK)

    def run(phase: str, kernel: Callable[..., None], last: int) -> Columns:
        return passes.run(phase, kernel, cells, chunks, lambda chunk: (chunk, marks, last))

    may_turn = passes.game.rules.leads_back
    total = expanded = len({*starts})
    while expanded:
        if may_turn and total > positions // 2:
            for found in (kernels.EXPANDED, kernels.WAITING):
                run("reaching back", kernels.ask_back, found)
            may_turn = False
        tally = run(
            "reaching", kernels.spread_marks, SLOTS_A_CHUNK // SHARE if may_turn else SLOTS_A_CHUNK
        )
        total += int(tally[kernels.NEW])
        expanded = int(tally[kernels.EXPANSIONS])
    return marks


def are_all_marked(marks: Columns, slots: int) -> bool:
    """Whether each of so many slots is reached."""
    whole, left = divmod(slots, kernels.DIGITS)
    is_full = (kernels.STATES != kernels.UNSEEN).all(axis=0)
    rest = range(slots - left, slots)
    return bool(is_full[marks[:whole]].all()) and all(is_marked(marks, slot) for slot in rest)


def is_marked(marks: Columns, slot: int) -> bool:
    """Whether a slot is reached."""
    return bool(kernels.STATES[slot % kernels.DIGITS, marks[slot // kernels.DIGITS]])
