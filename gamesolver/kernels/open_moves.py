"""Open moves: the number that a pending position counts, and the count going down.

Passes through predecessors (``predecessors``) count the moves of a position once. Each time a
resolved position informs its predecessors, they count one open move less. Both are here, because
they must agree on one thing: **a position never counts more moves than it is informed of.** A count
that reaches 0 too soon costs one check of the position. A count that never reaches 0 leaves a lost
position unnoticed.

**Number of messages.** A slot stands for an orbit. Once resolved, it informs the predecessors of
the one position that represents the orbit. Take orbits P and Q, where each position of P has e
moves into Q. These are e |P| moves in all, and by symmetry each position of Q has e |P| / |Q| of
them as predecessors. So P is informed that often of Q: at least once, because there is a move, and
at least e times if P is not smaller than Q.

**What may be counted** is therefore

* all moves, if no orbit is larger than that of the position;
* one for each *slot* that they lead to, in any position.

The first needs no look-up, and holds for most positions. An orbit is smaller if a symmetry keeps
its positions as they are. Then several moves lead to one slot, which sends fewer messages. The size
of an orbit is the number of its different positions. No orbit has more than the position and
``max_symmetries`` others. If ``max_symmetries`` is exact, slots are computed for few positions; if
it is too large, for many.

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

ONE_PLY = FIRST + 3  # the least cell of a position that is not terminal

helper = njit(inline="always")
inlined = njit(forceinline=True, **INNER)


@helper
def counted(rules, position, positions, images, slots, going_on, most):
    """Return the number of open moves that a position counts, ``most`` at most.

    The first ``going_on`` of ``positions`` are the successors that are not terminal. The caller
    takes the buffers out of the scratch once a chunk. Here, with reference counts, that took 40 ns.
    """
    # One open move may be counted in any orbit. More may be counted only if no orbit is larger, or
    # if they lead to different slots.
    count = min(going_on, most)
    if count > 1 and not has_all_images(rules, position, images):
        count = different_slots(rules.index, positions, slots, going_on, most)
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
def different_slots(index, positions, slots, size, most):
    """Return the number of different slots of these positions, ``most`` at most."""
    found = 0
    for each in range(size):
        # A move to no slot is not counted: no slot will send a message for it.
        slot = index(positions[each])
        is_new = slot >= 0
        for other in range(found):
            is_new &= slots[other] != slot
        if is_new:
            slots[found] = slot
            found += 1
            # Counts end at ``most``, so further slots make no difference.
            if found == most:
                break
    return found


@inlined
def has_none_left(cells, slot, pending, alone):
    """Count one open move less of a slot, unless it is resolved. Return True if none is left.

    If no other thread writes (``alone``), no branch depends on the cell. The processor cannot
    predict which cells are pending.
    """
    # Pending cells end at the greatest of their width, which has no open move left. Resolved cells
    # are below ``pending``.
    full = (1 << 8 * cells.itemsize) - 1
    cell = np.int64(cells[slot])
    # The comparisons add 1 to a pending cell with open moves, and 0 to any other cell.
    if alone:
        cell += (cell >= pending) & (cell < full)
        cells[slot] = cell
        return cell == full
    # Compare and swap: if another thread has changed the cell, its new value is looked at again. A
    # cell that was resolved meanwhile ends the loop.
    while pending <= cell < full:
        if swap_if(cells, slot, cell, cell + 1):
            return cell + 1 == full
        cell = np.int64(cells[slot])
    return cell == full


@inlined
def is_improved_to(outcome, cells, slot, pending, has_promises, alone):
    """Give a slot the cell of an outcome, unless it has one as good. Return True if that was done.

    A resolved cell has one as good, unless it is a promise of less.
    """
    cell = np.int64(cells[slot])
    # The cell is written in any case, with its old value if that is as good.
    if alone:
        is_less = cell >= pending
        if has_promises:
            is_less |= _gives_way(cell, outcome)
        cells[slot] = outcome if is_less else cell
        return is_less
    # Compare and swap, as above: a better outcome of another thread ends the loop.
    while cell >= pending or (has_promises and _gives_way(cell, outcome)):
        if swap_if(cells, slot, cell, outcome):
            return True
        cell = np.int64(cells[slot])
    return False


@helper
def _gives_way(cell, better):
    """Return True if a resolved cell is a promise of less than ``better``."""
    # Outcomes in 0 plies are never promises. Among cells of one kind, a greater cell has more
    # plies. A loss gives way to nothing, since only a position without open moves has one.
    kind = value_of(cell)
    is_longer = (kind == value_of(better)) & (cell > better)
    return (cell >= ONE_PLY) & (is_longer | ((kind == DRAW) & (value_of(better) == WIN)))
