"""Inner loops of the engine: moves of pending positions, and forward sweeps.

Each takes the rules and the index map as tuples (see ``kernels.places``), the entries (see
``forms``), and the buffers of a worker (see ``scratch``).

They return nothing and raise nothing. A tally counts their work, and holds the index of a fault of
the rules.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.codes import ENDLESS, LEAST_WIN, LOSS, PENDING, UNUSED
from gamesolver.kernels.compiling import kernel, njit
from gamesolver.kernels.encodings import (
    entry_of,
    entry_of_key,
    key_of_last_move,
    key_of_move,
    payoff_for,
    points_of,
)
from gamesolver.kernels.gains import (
    MET,
    gain_of,
    keep_gain,
    listed,
    may_be_returned_from,
    note_return,
)
from gamesolver.kernels.places import look_up, position_in
from gamesolver.kernels.scratch import (
    BATCH,
    BEYOND_BOUNDS,
    FAULT,
    IN_STAGE,
    RESOLVED,
    SHOULD_BE,
    STAYS,
    WHERE,
)

NOTHING = -(1 << 62)  # less than any preference key
LEAST_DRAW = 1 << 33  # preference keys from here on are finished draws, and from LEAST_WIN on wins

helper = njit(inline="always")


@helper
def payoff_at(rules, position):
    """Return the payoff of infinite play for the player to move."""
    seat = rules.player(position) if rules.has_seats else -1
    return payoff_for(rules.form, seat)


@helper
def report_score(tally, index, key, payoff):
    """Report a score beyond the bounds of the bundle."""
    tally[BEYOND_BOUNDS], tally[WHERE], tally[SHOULD_BE] = True, index, points_of(key, payoff)


@helper
def expand(rules, position, scratch, begin, detects_ends):
    """Put the successors into the batch. Return its end, and the best key of a move that ends play.

    With ``detects_ends``, the rules decide which successors are terminal, and these are left out.
    """
    moves, successors, gains = scratch.moves, scratch.successors, scratch.gains
    neighbours, kept = scratch.neighbours, scratch.kept
    best = NOTHING
    seat = rules.player(position) if rules.has_seats else -1
    payoff = payoff_for(rules.form, seat)
    # Without ``detects_ends``, every successor is looked up, terminal or not.
    for each in range(listed(gains, rules.successors, position, moves, successors)):
        successor = successors[each]
        code = rules.end(successor) if detects_ends else rules.playing
        keeps = seat >= 0 and rules.player(successor) == seat
        if code == rules.playing:
            neighbours[begin] = successor
            kept[begin] = keeps
            keep_gain(gains, each, scratch.gained, begin)
            # Gains in a cycle would repeat for ever, so a move that gains has to raise the stage.
            # The caller adds the index to the report.
            if may_be_returned_from(gains, rules, each, position, successor):
                scratch.tally[STAYS] = max(scratch.tally[STAYS], MET)
            begin += 1
        else:
            gain = gain_of(gains, each)
            best = max(best, key_of_last_move(rules.form, code, keeps, gain, payoff))
    return begin, best


@kernel
def fill_batch(rules, places, entries, batch, scratch, detects_ends):
    """Expand the pending positions of a batch, and look up their successors."""
    best, ends = scratch.best, scratch.ends
    count = np.int64(0)  # of one type from the first, for which others are compiled once
    for place, index in enumerate(batch):
        best[place] = NOTHING
        # An index that is resolved already has no moves in the batch, and no key.
        if entries[index] == PENDING:
            position = position_in(rules, places, np.int64(index))
            scratch.payoffs[place] = payoff_at(rules, position)
            count, best[place] = expand(rules, position, scratch, count, detects_ends)
            note_return(scratch.gains, scratch.tally, index)
        ends[place] = count
    # One look-up for all moves of the batch, so that their memory reads overlap.
    look_up(rules, places, scratch.neighbours, count, entries, scratch.images, scratch.indexes)


@helper
def entry_there(entries, index):
    """Return the entry that was looked up, or ``UNUSED`` if no index was found."""
    return np.int64(entries[index]) if index >= 0 else UNUSED


def sweep(rules, places, entries, scratch, pending, plies, drawing, detects_ends):
    """Resolve every position that outcomes of fewer plies decide in ``plies`` plies."""
    kept, indexes, best, ends = scratch.kept, scratch.indexes, scratch.best, scratch.ends
    tally = scratch.tally
    # The least entry of an outcome in ``plies`` plies. All shorter outcomes have lesser entries.
    news = entry_of(LOSS, plies)
    for begin in range(0, pending.size, BATCH):
        batch = pending[begin : begin + BATCH]
        fill_batch(rules, places, entries, batch, scratch, detects_ends)
        edge = 0
        for place, index in enumerate(batch):
            greatest, is_open = best[place], False
            while edge < ends[place]:
                entry = entry_there(entries, indexes[edge])
                if entry == UNUSED:
                    tally[FAULT], tally[WHERE] = True, index
                    return
                # Another worker may have resolved the successor in this pass. Infinite play in a
                # later stage is not a loss, so its predecessors stay open.
                if entry <= ENDLESS or entry >= news:
                    is_open = True
                else:
                    greatest = max(greatest, key_of_move(rules.form, entry, kept[edge], 0, 0))
                edge += 1
            # No move is decided yet, or the index was resolved before.
            if greatest == NOTHING:
                continue
            # A win needs one winning move. A loss needs every move decided. A finished draw waits
            # for the sweeps of draws, which come after all wins and losses.
            is_draw = LEAST_DRAW <= greatest < LEAST_WIN
            if greatest >= LEAST_WIN or (is_draw if drawing else not (is_draw or is_open)):
                entries[index] = entry_of_key(rules.form, greatest, 0)
                tally[RESOLVED] += 1


def moves_in_stage(rules, places, entries, scratch, pending):
    """Count the moves that stay in their stage."""
    successors, tally = scratch.successors, scratch.tally
    for index in pending:
        position = position_in(rules, places, np.int64(index))
        stage = rules.stage(position)
        for each in range(
            listed(scratch.gains, rules.successors, position, scratch.moves, successors)
        ):
            # Play does not go on from a terminal successor, whatever its stage.
            if rules.end(successors[each]) == rules.playing:
                next_stage = rules.stage(successors[each])
                tally[IN_STAGE] += next_stage == stage
                if next_stage < stage:
                    tally[FAULT], tally[WHERE] = True, index
                    return


def stages_of(rules, places, entries, scratch, pending, stages):
    """Fill in the stage of each of these indexes."""
    for place in range(pending.size):
        stages[place] = rules.stage(position_in(rules, places, np.int64(pending[place])))
