"""The buffers of one worker, and what its tally counts.

Whoever makes the buffers makes them large enough: for all moves of ``BATCH`` positions. What the
rules write into has ``GUARDS`` words more behind it, which they must leave alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

BATCH = 32  # positions whose successors are looked up together
PILE = 1 << 10  # positions that may wait
GUARDS = 64  # words behind each buffer that the rules fill


class Scratch(NamedTuple):
    """The buffers of one worker: what the rules fill, the moves of a batch, and its positions."""

    moves: Any
    """Move codes of one position, filled by the rules."""
    gains: Any
    """What they win at once, filled by the rules; ``None`` in a game without gains."""
    successors: Any
    """What they lead to."""
    twins: Any
    """The symmetries of one position, filled by the rules."""
    orbit: Any
    """A position and its symmetries, each once."""
    predecessors: Any
    """What leads to one position, filled by the rules."""
    earlier: Any
    """The slots of that, filled by the rules."""
    neighbours: Any
    """For each move of a batch the position on its other side; a look-up makes keys of them."""
    raw: Any
    """A copy of those, for whoever needs them after the look-up."""
    kept: Any
    """For each move of a batch, whether it keeps the turn."""
    gained: Any
    """For each move of a batch what it gains."""
    slots: Any
    """For each move of a batch the slot of its neighbour."""
    cells: Any
    """For each move of a batch the cell of its neighbour."""
    best: Any
    """For each position of a batch the greatest back so far."""
    worths: Any
    """For each position of a batch what endless play is worth to its player."""
    begins: Any
    """For each position of a batch, where its moves begin that were not looked at yet."""
    ends: Any
    """For each position of a batch, where its moves end."""
    batch: Any
    """The slots of a batch, for who picks them out of many."""
    kinds: Any
    """For each of those, whether it is a loss, a draw or a win."""
    pile: Any
    """Positions that wait to be looked at."""
    tally: Any
    """What was counted, and where a fault of the rules was met: see below."""


FIRST_PASS = 9
"""So many entries of a tally stand in checkpoints, in this order."""

ENDS, HOLES, OPEN, AHEAD, FAULT, WHERE, TOO_LONG, DRAWN, MOVES = range(FIRST_PASS)
SETTLED, LOOPS, DONE, ADDED, IS_FULL, FOUND, NEW, EXPANSIONS = range(FIRST_PASS, 17)
FOLDED_TOGETHER, POSITIONS, WHY, SHOULD_BE, BEYOND_BOUNDS, STAYS, UNTOLD_GAINS = range(17, 24)
WHOSE, OTHERS = 24, 25
TALLY = 26
