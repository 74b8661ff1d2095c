"""Counters of open moves: their first values, and how updates from successors decrement them.

Passes through predecessors (``predecessors``) count the moves of a position once. Each resolved
successor later updates the position, which then has one open move fewer. One condition joins the
two: **a position never counts more open moves than it receives updates.** If a count reaches 0 too
soon, the position is checked in vain. If it never reached 0, a lost position would be missed.

**Number of updates.** An index represents an orbit. Once it is resolved, it updates the
predecessors of the canonical position alone. Let each position of an orbit P have e moves into an
orbit Q. These are e |P| moves in all, so by symmetry each position of Q has e |P| / |Q|
predecessors in P. This is the number of updates that P receives from Q. It is at least 1 because
there is a move, and at least e if P is not smaller than Q.

**What may be counted** is therefore

* all moves, if no orbit is larger than that of the position;
* one for each different *index* that the moves lead to, in all other cases.

The first needs no look-up, and holds for most positions. An orbit is smaller if a symmetry maps its
positions to themselves. Then several moves may lead to one index, which sends fewer updates. The
size of an orbit is the number of its different positions. No orbit has more than the position and
``max_symmetries`` others. If ``max_symmetries`` is exact, indexes are computed for few positions;
if it is too large, for many.

Arguments as in ``kernels.sweeping``.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.codes import DRAW, FIRST, WIN
from gamesolver.kernels.compiling import INNER, njit
from gamesolver.kernels.encodings import value_of
from gamesolver.kernels.intrinsics import swap_if
from gamesolver.kernels.places import list_images
from gamesolver.kernels.scratch import GUARDS

ONE_PLY = FIRST + 3  # the least entry of a position that is not terminal

helper = njit(inline="always")
inlined = njit(forceinline=True, **INNER)


@helper
def counted(rules, position, positions, images, indexes, going_on, most):
    """Return the number of open moves that a position counts, ``most`` at most.

    The first ``going_on`` of ``positions`` are the successors that are not terminal. The caller
    takes the buffers out of the scratch once a chunk. Here, with reference counts, that took 40 ns.
    """
    # One open move may be counted in any orbit. More may be counted only if no orbit is larger, or
    # if they lead to different indexes.
    count = min(going_on, most)
    if count > 1 and not has_all_images(rules, position, images):
        count = different_indexes(rules.index, positions, indexes, going_on, most)
    return count


@helper
def has_all_images(rules, position, images):
    """Return True if no orbit is larger: the position has ``max_symmetries`` different images."""
    most = images.size - GUARDS
    # Without symmetries every orbit is one position, so none is larger.
    count = list_images(rules, position, images) if most else most
    return (count == most) & _all_differ(position, images, count)


@helper
def _all_differ(position, images, count):
    """Return True if a position and its first ``count`` images are all different."""
    # All pairs are compared without an early exit, so no branch depends on the images.
    is_any_same = False
    for each in range(count):
        is_any_same |= images[each] == position
        for other in range(each):
            is_any_same |= images[each] == images[other]
    return not is_any_same


@njit(**INNER)
def different_indexes(index, positions, indexes, size, most):
    """Return the number of different indexes of these positions, ``most`` at most."""
    found = 0
    for each in range(size):
        # A move to a position without an index is not counted: no update will come for it.
        number = index(positions[each])
        is_new = number >= 0
        for other in range(found):
            is_new &= indexes[other] != number
        if is_new:
            indexes[found] = number
            found += 1
            # Counts end at ``most``, so further indexes make no difference.
            if found == most:
                break
    return found


@inlined
def decrement_open_moves(entries, index, pending, alone):
    """Decrement the open moves of an index, unless it is resolved. Return True if none is left.

    If no other thread writes (``alone``), no branch depends on the entry. The processor cannot
    predict which entries are pending.
    """
    # Pending entries end at the greatest of their width, which has no open move left. Resolved
    # entries are below ``pending``.
    full = (1 << 8 * entries.itemsize) - 1
    entry = np.int64(entries[index])
    # The comparisons add 1 to a pending entry with open moves, and 0 to any other entry.
    if alone:
        entry += (entry >= pending) & (entry < full)
        entries[index] = entry
        return entry == full
    # Compare and swap: if another thread has changed the entry, its new value is read again. An
    # entry that was resolved meanwhile ends the loop.
    while pending <= entry < full:
        if swap_if(entries, index, entry, entry + 1):
            return entry + 1 == full
        entry = np.int64(entries[index])
    return entry == full


@inlined
def improve_outcome(outcome, entries, index, pending, has_provisional, alone):
    """Write an outcome at an index, unless the old one is as good. Return True if written.

    The outcome of a resolved index is as good, unless it is a lesser provisional one.
    """
    entry = np.int64(entries[index])
    # The entry is written in any case, with its old value if that is as good.
    if alone:
        is_less = entry >= pending
        if has_provisional:
            is_less |= _is_provisional_below(entry, outcome)
        entries[index] = outcome if is_less else entry
        return is_less
    # Compare and swap, as above: a better outcome of another thread ends the loop.
    while entry >= pending or (has_provisional and _is_provisional_below(entry, outcome)):
        if swap_if(entries, index, entry, outcome):
            return True
        entry = np.int64(entries[index])
    return False


@helper
def _is_provisional_below(entry, better):
    """Return True if a resolved entry is a provisional outcome below ``better``."""
    # Outcomes in 0 plies are never provisional. Among entries of one kind, a greater entry has more
    # plies. No update replaces a loss, since only a position without open moves has one.
    kind = value_of(entry)
    is_longer = (kind == value_of(better)) & (entry > better)
    return (entry >= ONE_PLY) & (is_longer | ((kind == DRAW) & (value_of(better) == WIN)))
