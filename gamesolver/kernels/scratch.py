"""Buffers of one worker, and the numbers in its tally.

The caller makes the buffers large enough for all moves of ``BATCH`` positions. Buffers that the
rules fill have ``GUARDS`` more words at the end, which the rules must not change.
"""

from __future__ import annotations

from typing import Any, NamedTuple

BATCH = 32  # positions whose successors are looked up together
PILE = 1 << 10  # positions that may wait
GUARDS = 64  # words after each buffer that the rules fill


class Scratch(NamedTuple):
    """Buffers of one worker: for the rules, for the moves of a batch, and for its positions."""

    moves: Any
    """Move codes of one position, filled by the rules."""
    gains: Any
    """Gains of these moves, filled by the rules; ``None`` in a game without gains."""
    successors: Any
    """Successors by these moves."""
    images: Any
    """The symmetries of one position, filled by the rules."""
    orbit: Any
    """A position and its symmetries, each once."""
    predecessors: Any
    """Predecessors of one position, filled by the rules."""
    earlier: Any
    """The indexes of these predecessors, filled by the rules."""
    neighbours: Any
    """For each move of a batch, the position at its other end; a look-up makes keys of them."""
    raw: Any
    """Copy of the neighbours, for use after the look-up."""
    kept: Any
    """For each move of a batch, True if it keeps the turn."""
    gained: Any
    """For each move of a batch, its gain."""
    indexes: Any
    """For each move of a batch, the index of its neighbour."""
    entries: Any
    """For each move of a batch, the entry of its neighbour."""
    best: Any
    """For each position of a batch, the greatest key of a move so far."""
    payoffs: Any
    """For each position of a batch, the payoff of infinite play for the player to move."""
    begins: Any
    """For each position of a batch, the index of its first move that was not looked at yet."""
    ends: Any
    """For each position of a batch, the end of its moves."""
    batch: Any
    """Indexes of a batch, if they are picked out of many."""
    kinds: Any
    """Value of each of those indexes: loss, draw or win."""
    pile: Any
    """Positions that wait to be looked at."""
    tally: Any
    """Counters, and the index of a fault of the rules: see below."""


FIRST_PASS = 9
"""Number of tally entries that checkpoints hold, in this order."""

ENDS, UNUSED_INDEXES, OPEN, AHEAD, FAULT, WHERE, TOO_LONG, DRAWN, MOVES = range(FIRST_PASS)
RESOLVED, IN_STAGE, DONE, ADDED, IS_FULL, FOUND, NEW, EXPANSIONS = range(FIRST_PASS, 17)
FOLDED_TOGETHER, POSITIONS, WHY, SHOULD_BE, BEYOND_BOUNDS, STAYS, ENDLESS_GAINS = range(17, 24)
WHOSE, OTHERS = 24, 25
TALLY = 26
