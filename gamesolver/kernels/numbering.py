"""Inner loops that check every edge and symmetric position, for ``check_game``.

Solvers do not check them, because they trust the rules. Arguments as in ``kernels.sweeping``; the
entries are not used.
"""

from __future__ import annotations

from gamesolver.kernels.compiling import INNER, njit
from gamesolver.kernels.encodings import is_end_of
from gamesolver.kernels.gains import listed
from gamesolver.kernels.places import folded, index_of, is_image, list_images, position_in
from gamesolver.kernels.scratch import FAULT, GUARDS, WHERE

helper = njit(inline="always")


@njit(**INNER)
def _is_sound_edge(rules, places, size, stage, successor, images):
    """Return True if a move from a position of this stage leads to a valid index."""
    index = index_of(rules, places, successor, images)
    if not 0 <= index < size:
        return False
    # The index must be in use, and hold a position of the successor's own orbit. Otherwise two
    # orbits share an index.
    there = position_in(rules, places, index)
    if places.keys.size == 0 and rules.index(there) != index:
        return False
    return is_image(rules, successor, there, images) and rules.stage(successor) >= stage


@njit(**INNER)
def _is_sound_unused(rules, size, other):
    """Return True if the position of an unused index has another valid index, or none."""
    if other == -1:
        return True
    return 0 <= other < size and rules.index(rules.position_at(other)) == other


@helper
def _is_sound(rules, places, scratch, index, size):
    """Return True if an index and all moves from it are valid."""
    moves, successors, images = scratch.moves, scratch.successors, scratch.images
    position = position_in(rules, places, index)
    # In an indexed game, an index is unused if its position has another index.
    other = rules.index(position) if places.keys.size == 0 else index
    if other != index:
        return _is_sound_unused(rules, size, other)
    # A terminal position has no moves to check, only a valid result.
    code = rules.end(position)
    if code != rules.playing:
        return is_end_of(rules.form, code)
    count = listed(scratch.gains, rules.successors, position, moves, successors)
    if count < 1 or count > moves.size - GUARDS:
        return False
    # Each successor has the index of its own orbit, in this stage or a later one.
    stage = rules.stage(position)
    for each in range(count):
        if not _is_sound_edge(rules, places, size, stage, successors[each], images):
            return False
    return True


def check_edges(rules, places, entries, scratch, chunk, size, first, step):
    """Look at some indexes of a chunk, and at every edge from them.

    A position must play on or end, with no more moves than there may be; each successor
    must be in the orbit of the position at its index, and of no earlier stage.
    """
    tally = scratch.tally
    for index in range(chunk[0] + first, chunk[1], step):
        if not _is_sound(rules, places, scratch, index, size):
            tally[FAULT], tally[WHERE] = True, index
            return


def check_folding(rules, places, entries, scratch, chunk, first, step):
    """Check the folding of found positions if some are on other ranks."""
    moves, successors, images, tally = (
        scratch.moves,
        scratch.successors,
        scratch.images,
        scratch.tally,
    )
    for index in range(chunk[0] + first, chunk[1], step):
        position = position_in(rules, places, index)
        if rules.end(position) != rules.playing:
            continue
        stage = rules.stage(position)
        count = listed(scratch.gains, rules.successors, position, moves, successors)
        # Other ranks may own the successors, so no index is looked up. The canonical position alone
        # is checked, and the stage.
        is_sound = 1 <= count <= moves.size - GUARDS
        each = 0
        while is_sound and each < count:
            there = folded(rules, successors[each], images)
            is_sound = is_image(rules, successors[each], there, images)
            is_sound &= rules.stage(successors[each]) >= stage
            each += 1
        if not is_sound:
            tally[FAULT], tally[WHERE] = True, index
            return


def check_players(rules, places, entries, scratch, chunk):
    """Look for a position of a chunk whose symmetric position has another player to move."""
    tally, images = scratch.tally, scratch.images
    for index in range(chunk[0], chunk[1]):
        position = position_in(rules, places, index)
        if places.keys.size == 0 and rules.index(position) != index:
            continue  # unused
        # The table has one outcome for the orbit, so one player must be to move in all of it.
        for each in range(list_images(rules, position, images)):
            if rules.player(images[each]) != rules.player(position):
                tally[FAULT], tally[WHERE] = True, index
                return
