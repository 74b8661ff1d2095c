"""Kernels of the first pass over indexes: terminal positions, and what they or later stages decide.

Unused indexes and terminal positions get their final entry (:func:`label`). The kernels differ in
what they do with all other positions, because each method of resolving needs something else:

* :func:`resolve_ends` follows each move, and resolves what terminal successors decide;
* :func:`count_moves` follows no move: terminal positions will update their predecessors;
* :func:`scan_stage` looks up the moves to later stages, and counts those within the stage.

A position that remains pending gets the entry ``pending``, less the number of open moves that it
counts (see ``open_moves``). Arguments as in ``kernels.sweeping``.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.codes import DRAW, ENDLESS, TOO_FAR, UNUSED
from gamesolver.kernels.compiling import INNER, njit
from gamesolver.kernels.encodings import (
    entry_of_end,
    entry_of_key,
    is_end_of,
    key_of_last_move,
    key_of_move,
    payoff_for,
    plies_of,
    value_of,
    wins_enough,
)
from gamesolver.kernels.gains import gain_of, gains_too_much, listed
from gamesolver.kernels.open_moves import counted, different_indexes, has_all_images
from gamesolver.kernels.places import NO_POSITION, look_up, position_in
from gamesolver.kernels.scratch import (
    AHEAD,
    BATCH,
    DRAWN,
    ENDS,
    FAULT,
    GUARDS,
    MOVES,
    OPEN,
    UNUSED_INDEXES,
    WHERE,
)
from gamesolver.kernels.sweeping import NOTHING, entry_there, payoff_at, report_score

BLOCK = 1 << 10  # places that share a flag, and a greatest length
PLAYED_OUT = -1  # instead of a number of moves within the stage: terminal or unused

helper = njit(inline="always")
function = njit(**INNER)


@helper
def label(rules, places, entries, tally, position, index, at):
    """Write the entry of an unused index or a terminal position. Return True if play goes on there.

    The entry is at the place ``at``. A code that stands neither for a result nor for play that goes
    on is a fault.
    """
    # In an enumerated game every index has a key, so none is unused. In an indexed game, an index
    # is unused if its position has another index.
    if places.keys.size == 0 and rules.index(position) != index:
        entries[at] = UNUSED
        tally[UNUSED_INDEXES] += 1
        return False
    code = rules.end(position)
    if code == rules.playing:
        return True
    if is_end_of(rules.form, code):
        # Draws are counted because passes of finished draws are skipped if there are none.
        entries[at] = entry_of_end(rules.form, code)
        tally[ENDS] += 1
        tally[DRAWN] += code == 0
    else:
        tally[FAULT], tally[WHERE] = True, index
    return False


# ── by the rules alone ──────────────────────────────────────────────────────────────────────────


@helper
def _look_ahead(rules, position, scratch):
    """List the successors, and evaluate the terminal ones.

    Return the number of other successors, which are moved to the front, the greatest key of a move
    to a terminal one, and the number of all successors. If some terminal position wins, the first
    number is not used. It is -1 if there is a fault.
    """
    moves, successors, gains = scratch.moves, scratch.successors, scratch.gains
    count = listed(gains, rules.successors, position, moves, successors)
    # A position that is not terminal has a move, and never more than the buffers have room for.
    if count < 1 or count > moves.size - GUARDS:
        return -1, NOTHING, 0
    best = NOTHING
    seat = rules.player(position) if rules.has_seats else -1
    payoff = payoff_for(rules.form, seat)
    going_on = 0
    for each in range(count):
        # The points of a preference key have no room for a larger gain.
        if gains_too_much(gains, each):
            return -1, NOTHING, 0
        code = rules.end(successors[each])
        # The other successors are moved to the front in place: ``going_on`` never passes ``each``.
        if code == rules.playing:
            successors[going_on] = successors[each]
            going_on += 1
        # A terminal successor is evaluated at once. ``NO_POSITION`` is a mark, and never a
        # position.
        elif is_end_of(rules.form, code) and successors[each] != NO_POSITION:
            kept = seat >= 0 and rules.player(successors[each]) == seat
            best = max(best, key_of_last_move(rules.form, code, kept, gain_of(gains, each), payoff))
            # No outcome in one ply is better, so the other moves do not matter. The caller
            # resolves a position with 0 successors that go on.
            if wins_enough(rules.form, best):
                return 0, best, count
        else:
            return -1, NOTHING, 0
    return going_on, best, count


def resolve_ends(rules, places, entries, scratch, chunk, pending, most_counted, first):
    """Resolve what the terminal positions one move on decide.

    Up to ``most_counted`` open moves are counted. The entries begin with that of the index
    ``first``.
    """
    successors, images, indexes = scratch.successors, scratch.images, scratch.indexes
    tally = scratch.tally
    for index in range(chunk[0], chunk[1]):
        position = position_in(rules, places, index)
        if not label(rules, places, entries, tally, position, index, index - first):
            if tally[FAULT]:
                return
            continue
        going_on, best, count = _look_ahead(rules, position, scratch)
        if going_on < 0:
            tally[FAULT], tally[WHERE] = True, index
            return
        # Every move ends play, or one of them wins at once: the outcome is final.
        if going_on == 0:
            entry = entry_of_key(rules.form, best, payoff_at(rules, position))
            if entry == TOO_FAR:
                report_score(tally, index, best, payoff_at(rules, position))
                return
            entries[index - first] = entry
            continue
        # These totals decide which method resolves the rest (``engine.ends``).
        tally[OPEN] += 1
        tally[AHEAD] += going_on
        tally[MOVES] += count
        # A pending entry is lower by 1 for each open move that it counts. Each move that turns out
        # to be bad raises it by 1, so the greatest entry has no open move left.
        if most_counted:
            entries[index - first] = pending - counted(
                rules, position, successors, images, indexes, going_on, most_counted
            )
        else:
            entries[index - first] = pending


def count_moves(rules, places, entries, scratch, chunk, pending, most_counted, first):
    """Count the moves of all pending positions, without following any. Arguments as above."""
    successors, images, indexes = scratch.successors, scratch.images, scratch.indexes
    moves, tally = scratch.moves, scratch.tally
    going_on, all_moves = 0, 0
    for index in range(chunk[0], chunk[1]):
        position = position_in(rules, places, index)
        if not label(rules, places, entries, tally, position, index, index - first):
            if tally[FAULT]:
                return
            continue
        # The number of moves is enough here: they are listed only if the rules cannot count.
        if rules.counts_moves:
            count = rules.count_moves(position)
        else:
            count = rules.successors(position, moves, successors)
        if not 1 <= count <= moves.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, index
            return
        # Terminal successors count as open moves too: terminal positions update their predecessors
        # later.
        going_on += 1
        all_moves += count
        # A position of a smaller orbit may receive fewer updates than it has moves
        # (``open_moves``), so it counts the indexes that its moves lead to. That requires a list of
        # the moves.
        counted_here = min(count, most_counted)
        if counted_here > 1 and not has_all_images(rules, position, images):
            if rules.counts_moves:
                count = rules.successors(position, moves, successors)
            counted_here = different_indexes(rules.index, successors, indexes, count, most_counted)
        entries[index - first] = pending - counted_here
    tally[OPEN] = going_on
    tally[AHEAD] = tally[MOVES] = all_moves


# ── by later stages too ─────────────────────────────────────────────────────────────────────────


@function
def _list_later(rules, places, entries, scratch, begin, last, stage, pending, most_counted):
    """Label some indexes or count their moves within the stage, and look up those to later stages.

    Return the number of those, or -1 if there is a fault, which is in the tally.
    """
    moves, successors, neighbours = scratch.moves, scratch.successors, scratch.neighbours
    tally, ends, kept, staying = scratch.tally, scratch.ends, scratch.kept, scratch.begins
    later = np.int64(0)
    for index in range(begin, last):
        place = index - begin
        # Unused indexes and terminal positions keep these values: no moves to later stages, and
        # none to follow.
        ends[place], staying[place] = later, PLAYED_OUT
        position = position_in(rules, places, index)
        if not label(rules, places, entries, tally, position, index, index):
            if tally[FAULT]:
                return -1
            continue
        count = rules.successors(position, moves, successors)
        if not 1 <= count <= moves.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, index
            return -1
        seat = rules.player(position) if rules.has_seats else -1
        going_on = 0
        for each in range(count):
            # Moves within the stage go to the front of the successors, to be counted. Moves to
            # later stages go to the neighbours of the batch, to be looked up. A move to an earlier
            # stage is a fault.
            there = rules.stage(successors[each])
            if there < stage:
                tally[FAULT], tally[WHERE] = True, index
                return -1
            if there == stage:
                successors[going_on] = successors[each]
                going_on += 1
            else:
                neighbours[later] = successors[each]
                kept[later] = seat >= 0 and rules.player(successors[each]) == seat
                later += 1
        tally[MOVES] += count
        ends[place], staying[place] = later, going_on
        # The entry is pending for now. A result of the later stages may replace it
        # (``scan_stage``).
        entries[index] = pending - counted(
            rules, position, successors, scratch.images, scratch.indexes, going_on, most_counted
        )
    # One look-up for all moves of the batch, so that their memory reads overlap.
    look_up(rules, places, neighbours, later, entries, scratch.images, scratch.indexes)
    return later


def scan_stage(rules, places, entries, scratch, chunk, stage, last, pending, most_counted, longest):
    """Look up the moves of a part of a stage to later stages, and count those within the stage.

    The best result of later stages is written into the entry (see ``predecessors``). ``last`` is
    the index after the stage. ``longest`` becomes the greatest length of such a result in each
    block.
    """
    indexes, ends, staying, tally = scratch.indexes, scratch.ends, scratch.begins, scratch.tally
    # ``edge`` runs through the moves of the batch to later stages, position after position.
    for begin in range(chunk[0], chunk[1], BATCH):
        end = min(begin + BATCH, chunk[1])
        if _list_later(
            rules, places, entries, scratch, begin, end, stage, pending, most_counted
        ) < 0:  # fmt: skip
            return
        edge = 0
        for place in range(end - begin):
            greatest, index = NOTHING, begin + place
            while edge < ends[place]:
                # A successor in a later stage is resolved, and its index comes after this stage.
                # Otherwise the rules ``index`` and ``stage`` disagree.
                entry = entry_there(entries, indexes[edge])
                if entry == UNUSED or indexes[edge] < last:
                    tally[FAULT], tally[WHERE] = True, index
                    return
                greatest = max(greatest, key_of_move(rules.form, entry, scratch.kept[edge], 0, 0))
                edge += 1
            # An unused index or a terminal position, which is labelled already.
            if staying[place] == PLAYED_OUT:
                continue
            # Moves within the stage are open, so the later stages give only a lower bound. A loss
            # there decides nothing: the entry keeps its count.
            if staying[place] > 0:
                tally[OPEN] += 1
                tally[AHEAD] += staying[place]
                if greatest < 0:  # lost, if it is by the moves within the stage
                    continue
                # A move to infinite play in a later stage never becomes a loss. With the greatest
                # count, useless checks for a loss are rare.
                if greatest == 0:  # never lost
                    entries[index] = pending - most_counted
                    continue
            # If no move stays in the stage, the outcome is final. Otherwise it is a lower bound.
            # Both are provisional (``predecessors``), unless play is infinite.
            _write_provisional(
                entries, index, entry_of_key(rules.form, greatest, 0), tally, longest
            )


@helper
def _write_provisional(entries, index, entry, tally, longest):
    """Write the best result of later stages into an entry."""
    entries[index] = entry
    # Infinite play has no length, and no pass propagates it. For all other outcomes the pass of
    # their length must visit this block.
    if entry != ENDLESS:
        tally[DRAWN] += value_of(entry) == DRAW
        longest[index // BLOCK] = max(longest[index // BLOCK], plies_of(entry))
