"""What finding positions takes: the set of keys, those that wait, and the bins."""

from __future__ import annotations

from gamesolver.finding_kernels import SHARDS
from gamesolver.key_set import bytes_of_key_set

ENOUGH = 1 << 15  # a frontier of this size is worth the bins
BIN, LEAST_BIN = 8192, 64  # keys a bin
WAITING = 0.25  # of the positions, those that wait to be expanded, at most about so many


def bytes_to_find(positions: int, threads: int, limit: int) -> int:
    """What finding so many positions takes, those still to expand and the bins included."""
    waiting = int(WAITING * positions)
    bins = threads * SHARDS * room_of_bin(positions, threads, limit) if waiting > ENOUGH else 0
    return bytes_of_key_set(positions) + 8 * (bins + waiting)


def room_of_bin(found: int, threads: int, limit: int) -> int:
    """How many keys a bin should hold.

    All of them together hold as many as were found, or up to half as many; they take an
    eighth of the memory at most.
    """
    bins = threads * SHARDS
    doubled = 1 << (found // bins).bit_length() >> 1
    return max(LEAST_BIN, min(BIN, doubled, limit // (8 * bins * 8)))
