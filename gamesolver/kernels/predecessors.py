"""Kernels of retrograde analysis through predecessors: one pass, and checks of possible losses.

Arguments as in ``kernels.sweeping``. *Owners* and *places* are those of ``kernels.queries``: a rank
reads and writes the entries at its own places, and reads those of later stages.

**Pending entries** are the greatest numbers of their width: ``most - k`` for k open moves. A
position may have more open moves than it counts (see ``open_moves``). A pending entry that counts
no open move is a *possible loss*. Each *block* of places has flags that are up while entries of the
block must be visited.

**A provisional outcome** follows from moves to later stages, and is written before the pass of its
length: a lower bound that is a win or a draw, or the loss of a position without other moves. From
that pass on it is an outcome like any other. Before, a better outcome replaces it, and a move to
its position counts as open.

**Other ranks.** If another rank owns a predecessor, the update is added to a list (:class:`Sent`):
the name of the position, and if the move is good for it. That rank runs :func:`apply_updates`. If
another rank owns a successor of a possible loss, the name of the successor and the place of the
position are listed, and the position is marked as lost. The owner runs :func:`mark_open_moves`, and
:func:`revoke_losses` then corrects the mark.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.codes import DRAW, ENDLESS, LOSS, UNUSED, WIN
from gamesolver.kernels.compiling import INNER, kernel, njit
from gamesolver.kernels.encodings import entry_of, plies_of, value_of
from gamesolver.kernels.first_pass import BLOCK
from gamesolver.kernels.intrinsics import fetch_ahead, ones
from gamesolver.kernels.open_moves import decrement_open_moves, improve_outcome
from gamesolver.kernels.places import position_in
from gamesolver.kernels.queries import ELSEWHERE, index_at, look_up_own, place_named, place_of
from gamesolver.kernels.ranks import BYTE, MORE
from gamesolver.kernels.scratch import AHEAD, BATCH, DONE, FAULT, GUARDS, RESOLVED, WHERE
from gamesolver.kernels.sweeping import expand
from gamesolver.kernels.wide_stage import own_entries

LINE = 64  # places
ZERO, ONE = np.uint64(0), np.uint64(1)
ROUND = 4  # moves of a position that are looked up at a time
NEAR = 16  # moves ahead of the current one whose entries are fetched
OPEN, NO_POSITION_THERE = 1, 2  # replies about a successor of a possible loss; 0 if not open

inlined = njit(forceinline=True, **INNER)
function = njit(**INNER)


class Pass(NamedTuple):
    """One pass over the window: all outcomes of one length."""

    better: Any
    """Entry of a position with a good move: won, or drawn in a pass of finished draws."""
    loss: Any
    """Entry of a position that is lost."""
    pending: Any
    """Least entry that is pending."""
    long: Any
    """Entry of the outcomes that are listed outside the entries, or -1."""
    is_drawing: Any
    """True if finished draws are resolved, after all wins and losses."""
    has_provisional: Any
    """True if the window is a stage, with later ones resolved."""
    stage: Any
    detects_ends: Any
    """True if the rules detect terminal successors, which saves their look-ups."""
    is_alone: Any
    """True if no other thread writes the entries."""


class Marks(NamedTuple):
    """Flags and numbers of the blocks."""

    newly_resolved: Any
    """True if the pass has resolved indexes of the block."""
    possible_losses: Any
    """True if the block may have possible losses."""
    longest: Any
    """Greatest length of a provisional outcome in the block."""


class Sent(NamedTuple):
    """Names of positions that other ranks own, each with a code: an update, or a query."""

    names: Any
    codes: Any


# ── the places that hold some entries ─────────────────────────────────────────────────────────────


@function
def _matches_in_line(entries, line, least, most):
    """Return the entries of a line that are in a range, as bits. A line may begin before entry 0.

    ``least`` and ``most`` are numbers of the entries' own width, so that many are compared at once.
    The compiler makes vectors of loops of a fixed length, over places that cannot be negative.
    """
    matches = ZERO
    # A line that is only partly in the array is read entry by entry.
    if line < 0 or line + LINE > entries.size:
        for index in range(max(line, 0), min(line + LINE, entries.size)):
            is_match = (entries[index] >= least) & (entries[index] <= most)
            matches |= np.uint64(is_match) << np.uint64(index - line)
        return matches
    # This loop only decides if any entry is in the range. The bits take longer, and are computed
    # only then.
    first, is_any = np.uint64(line), np.uint8(0)
    for place in range(LINE):
        entry = entries[first + np.uint64(place)]
        is_any |= np.uint8((entry >= least) & (entry <= most))
    if is_any:
        for place in range(LINE):
            entry = entries[first + np.uint64(place)]
            matches |= np.uint64((entry >= least) & (entry <= most)) << np.uint64(place)
    return matches


@function
def gather(entries, begin, last, flags, least, most, batch):
    """Fill a batch with the places of entries in a range. Return the next place, and their number.

    Only blocks whose flag is up are visited. The flag is lowered.
    """
    own, first = own_entries(entries)
    index, count = begin, 0
    while index < last and count < batch.size:
        # A flag is read where its block begins. A call that begins within a block, such as one that
        # resumes another, visits the rest of the block in any case.
        if index % BLOCK == 0:
            if not flags[index // BLOCK]:
                index += BLOCK
                continue
            flags[index // BLOCK] = False
        # Lines begin at multiples of 64 indexes, wherever the array begins.
        line = index // LINE * LINE
        matches = _matches_in_line(own, line - first, least, most)
        matches &= ~ZERO << np.uint64(index - line)  # not those before
        # Append the places from the lowest bit up. The index of that bit is the number of zeros
        # below it. The last operation clears it.
        while matches != ZERO and count < batch.size:
            batch[count] = line + ones((matches - ONE) & ~matches)
            matches &= matches - ONE
            count += 1
        # If the batch is full within a line, the next call continues after its last place.
        index = line + LINE if matches == ZERO else batch[count - 1] + 1
    # The last line may reach beyond the end, and its places are in order.
    while count > 0 and batch[count - 1] >= last:
        count -= 1
    return min(index, last), count


@inlined
def _has_room(sent, owners, scratch):
    """Return True if the buffer for other ranks has room for a batch. One rank sends nothing."""
    # A batch sends at most one update or query for each of its neighbours.
    return owners.size == 1 or sent.names.size - scratch.tally[AHEAD] >= scratch.neighbours.size


# ── updates of predecessors ──────────────────────────────────────────────────────────────────────


def update_predecessors(
    rules, places, entries, scratch, chunk, flags, least, most, now, marks, owners, sent
):  # fmt: skip
    """Update the predecessors of places of a chunk with entries from ``least`` to ``most``.

    If the move is good, the predecessor gets the entry ``now.better``. Otherwise it has one open
    move fewer. The tally has the place to continue from, if the buffer for other ranks is full.
    """
    batch, kinds, tally = scratch.batch, scratch.kinds, scratch.tally
    at, last = chunk
    while at < last and not tally[FAULT] and _has_room(sent, owners, scratch):
        # The entries from a loss to a win of one length include its draws. These have passes of
        # their own, after those of wins and losses.
        at, gathered = gather(entries, at, last, flags, least, most, batch)
        count = 0
        for each in range(gathered):
            kind = value_of(np.int64(entries[batch[each]]))
            if (kind == DRAW) == now.is_drawing:
                batch[count], kinds[count] = batch[each], kind
                count += 1
        _update_from_batch(
            rules, places, entries, scratch, batch[:count], kinds, now, marks, owners, sent
        )
    tally[DONE] = at


def update_predecessors_of_listed(
    rules, places, entries, scratch, listed, kinds, now, marks, owners, sent
):
    """Update the predecessors of places in a list, whose outcomes are not in their entries."""
    for begin in range(0, listed.size, BATCH):
        part = slice(begin, begin + BATCH)
        _update_from_batch(
            rules, places, entries, scratch, listed[part], kinds[part], now, marks, owners, sent
        )  # fmt: skip
        if scratch.tally[FAULT]:
            return


@function
def _update_from_batch(rules, places, entries, scratch, batch, kinds, now, marks, owners, sent):
    """Update the predecessors of a batch."""
    before, targets, ends, tally = scratch.neighbours, scratch.indexes, scratch.ends, scratch.tally
    indexes, kept = scratch.begins, scratch.kept
    # The rules know positions by their indexes. The entries are stored by place.
    for place in range(batch.size):
        indexes[place] = index_at(owners, batch[place])
    # If the rules return indexes, no index is computed for the predecessors.
    if rules.gives_indexes:
        if not _list_predecessor_indexes(
            rules, places, entries, scratch, indexes[: batch.size], owners
        ):
            return
    else:
        if not list_predecessors(rules, places, scratch, indexes[: batch.size]):
            return
        if now.has_provisional:
            _leave_out_earlier(rules, before, ends, batch.size, now.stage)
        if rules.has_seats:
            _record_kept_turns(rules, places, scratch, indexes[: batch.size])
        count = ends[batch.size - 1] if batch.size else np.int64(0)
        look_up_own(rules, places, owners, before, count, entries, scratch.images, targets)
    # The updates of the batch: ``edge`` runs through the predecessors, position after position.
    edge, resolved, filled = 0, 0, tally[AHEAD]
    for place in range(batch.size):
        is_won = kinds[place] == WIN
        while edge < ends[place]:
            target = targets[edge]
            # A move that passes the turn is good if it leads to a loss, and one that keeps it if it
            # leads to a win. A move to a finished draw is good in a pass of draws.
            is_good = now.is_drawing or is_won == (rules.has_seats and kept[edge])
            if target >= 0:
                # A good move resolves the predecessor at once. A bad one is no longer open. Without
                # open moves, the position is a possible loss, and checked at the end of the pass.
                if is_good:
                    if improve_outcome(
                        now.better, entries, target, now.pending, now.has_provisional, now.is_alone
                    ):  # fmt: skip
                        resolved += 1
                        marks.newly_resolved[target // BLOCK] = True
                elif decrement_open_moves(entries, target, now.pending, now.is_alone):
                    marks.possible_losses[target // BLOCK] = True
            # The owner of the predecessor applies the update in the same way. A predecessor without
            # an index in the window needs none.
            elif target == ELSEWHERE:
                sent.names[filled], sent.codes[filled] = np.int64(before[edge]), is_good
                filled += 1
            edge += 1
    tally[RESOLVED] += resolved
    tally[AHEAD] = filled


@inlined
def list_predecessors(rules, places, scratch, batch):
    """List the predecessors of a batch. Return False if the rules return a bad number of them."""
    before, ends, listed = scratch.neighbours, scratch.ends, scratch.predecessors
    tally = scratch.tally
    count = 0
    for place, index in enumerate(batch):
        number = rules.predecessors(position_in(rules, places, index), listed)
        if not 0 <= number <= listed.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, index
            return False
        for each in range(number):  # a slice would have numba compile errors about shapes
            before[count + each] = listed[each]
        count += number
        ends[place] = count
    return True


@inlined
def _list_predecessor_indexes(rules, places, entries, scratch, batch, owners):
    """List the predecessors of a batch, if the rules return indexes, and look these up."""
    before, targets, ends = scratch.neighbours, scratch.indexes, scratch.ends
    listed, tally = scratch.earlier, scratch.tally
    count = 0
    for place, index in enumerate(batch):
        number = rules.predecessor_indexes(position_in(rules, places, index), listed)
        if not 0 <= number <= listed.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, index
            return False
        for each in range(number):
            # The name of an index at other ranks is its distance from ``begin``. The entry is
            # fetched ahead for the update, which follows after the whole batch is listed.
            target = place_of(owners, listed[each])
            targets[count + each] = target
            before[count + each] = np.uint64(listed[each] - owners.begin)
            fetch_ahead(entries, max(target, 0))
        count += number
        ends[place] = count
    return True


@inlined
def _leave_out_earlier(rules, before, ends, size, stage):
    """Leave out the predecessors in other stages, before their indexes are computed."""
    # The others close up in place: ``count`` never passes ``edge``.
    count, edge = 0, 0
    for place in range(size):
        while edge < ends[place]:
            if rules.stage(before[edge]) == stage:
                before[count] = before[edge]
                count += 1
            edge += 1
        ends[place] = count


@inlined
def _record_kept_turns(rules, places, scratch, indexes):
    """Record for each predecessor of a batch if its move keeps the turn."""
    before, kept, ends = scratch.neighbours, scratch.kept, scratch.ends
    edge = 0
    for place, index in enumerate(indexes):
        seat = rules.player(position_in(rules, places, index))
        while edge < ends[place]:
            kept[edge] = rules.player(before[edge]) == seat
            edge += 1


@kernel
def apply_updates(packed, entries, now, marks, owners):
    """Apply the packed updates of another rank. Return the number of positions resolved.

    An update is the name of a position, and a bit that is set if its move is good.
    """
    update, more, bits, resolved = 0, 0, 0, 0
    for at in range(packed.size):
        # Seven bits a byte, the lowest first, and a mark if more follow. The number is added to the
        # last update, since updates are sorted and packed as differences.
        byte = np.int64(packed[at])
        more |= (byte & (MORE - 1)) << bits
        bits += BYTE
        if byte >= MORE:
            continue
        update += more
        more, bits = 0, 0
        # One thread applies all updates, so plain writes are enough.
        place = place_named(owners, update >> 1)
        if update & 1:
            if improve_outcome(now.better, entries, place, now.pending, now.has_provisional, True):
                resolved += 1
                marks.newly_resolved[place // BLOCK] = True
        elif decrement_open_moves(entries, place, now.pending, True):
            marks.possible_losses[place // BLOCK] = True
    return resolved


# ── possible losses ─────────────────────────────────────────────────────────────────────────────


def resolve_possible_losses(
    rules, places, entries, scratch, chunk, flags, most, now, marks, owners, sent
):
    """Look up the successors of the possible losses of a chunk, and resolve those that are lost."""
    batch, tally = scratch.batch, scratch.tally
    at, last = chunk
    while at < last and not tally[FAULT] and _has_room(sent, owners, scratch):
        # Only possible losses have the greatest entry. A position that is not lost keeps it, and is
        # checked again when the flag of its block is up again.
        at, count = gather(entries, at, last, flags, most, most, batch)
        _resolve(rules, places, entries, scratch, batch[:count], now, marks, owners, sent)
    tally[DONE] = at


@function
def _resolve(rules, places, entries, scratch, batch, now, marks, owners, sent):
    """Resolve the positions of a batch that have no open move.

    None of their moves wins, or an earlier pass would have resolved the position. A few moves are
    looked up at a time, because the first ones show for most positions that they are not lost.
    """
    _list_moves(rules, places, scratch, batch, now, owners)
    # In each round the next moves of all positions that are not decided are looked up: first the
    # entries are fetched ahead, then they are read.
    is_going_on = True
    while is_going_on:
        _fetch_next_moves(rules, entries, scratch, batch.size, owners)
        is_going_on = _check_next_moves(entries, scratch, batch, now, owners)
    if not scratch.tally[FAULT]:
        _write_losses(entries, scratch, batch, now, marks, owners, sent)


@inlined
def _list_moves(rules, places, scratch, batch, now, owners):
    """List the successors of a batch: the next one to look up of each position, and the end."""
    begins, ends, entry_by_place = scratch.begins, scratch.ends, scratch.best
    count = 0
    for place, at in enumerate(batch):
        begins[place], entry_by_place[place] = count, now.loss
        position = position_in(rules, places, index_at(owners, at))
        count, best = expand(rules, position, scratch, count, now.detects_ends)
        ends[place] = count
        # With a terminal successor that is a draw or better, the position is not lost.
        if best >= 0:
            begins[place] = count + 1  # beyond the end: not lost


@inlined
def _fetch_next_moves(rules, entries, scratch, size, owners):
    """Compute the places of the next successors of all positions, and fetch their entries ahead."""
    ahead, targets, begins, ends = scratch.neighbours, scratch.indexes, scratch.begins, scratch.ends
    for place in range(size):
        for edge in range(begins[place], min(begins[place] + ROUND, ends[place])):
            index = rules.index(ahead[edge])
            targets[edge] = place_of(owners, index)
            ahead[edge] = np.uint64(index - owners.begin)
            fetch_ahead(entries, max(targets[edge], 0))


@inlined
def _check_next_moves(entries, scratch, batch, now, owners):
    """Read the entries of these successors. Return True if some position is not decided.

    If a move leads to a long loss in a later stage, the loss of its position is longer too.
    """
    targets, tally = scratch.indexes, scratch.tally
    begins, ends, entry_by_place = scratch.begins, scratch.ends, scratch.best
    is_going_on = False
    for place in range(batch.size):
        if begins[place] >= ends[place]:
            continue
        until, is_open = min(begins[place] + ROUND, ends[place]), False
        for edge in range(begins[place], until):
            target = targets[edge]
            # A move to a position of another rank counts as bad for now. Its owner is queried
            # later.
            if target == ELSEWHERE:
                continue
            if target < 0 or entries[target] == UNUSED:
                tally[FAULT], tally[WHERE] = True, index_at(owners, batch[place])
                return False
            entry = np.int64(entries[target])
            # A move that loses in a later stage is bad, however long the loss. The loss of this
            # position is one ply longer than the longest of these.
            is_later = now.has_provisional and target >= owners.last
            is_open |= _leaves_open(entry, now, is_later)
            if is_later and entry >= now.loss:
                entry_by_place[place] = max(
                    entry_by_place[place], entry_of(LOSS, plies_of(entry) + 1)
                )
        # One open move decides that the position is not lost. A begin after the end marks it.
        begins[place] = ends[place] + 1 if is_open else until
        is_going_on |= begins[place] < ends[place]
    return is_going_on


@inlined
def _write_losses(entries, scratch, batch, now, marks, owners, sent):
    """Write the losses of positions without an open move, and list the queries of other ranks."""
    ahead, targets, tally = scratch.neighbours, scratch.indexes, scratch.tally
    begins, ends, entry_by_place = scratch.begins, scratch.ends, scratch.best
    filled = tally[AHEAD]
    for place, at in enumerate(batch):
        if begins[place] != ends[place]:
            continue
        # All moves of the position were looked up and none is open: it is lost. The other ranks may
        # reply that a move is open. Then :func:`revoke_losses` makes it a possible loss again.
        if owners.size > 1:
            for edge in range(ends[place - 1] if place else 0, ends[place]):
                if targets[edge] == ELSEWHERE:
                    sent.names[filled], sent.codes[filled] = np.int64(ahead[edge]), at
                    filled += 1
        entries[at] = entry_by_place[place]
        marks.newly_resolved[at // BLOCK] = True
        # In a stage, a loss may be longer than this pass. It is provisional until the pass of its
        # length.
        if now.has_provisional:
            length = plies_of(entry_by_place[place])
            marks.longest[at // BLOCK] = max(marks.longest[at // BLOCK], length)
        tally[RESOLVED] += 1
    tally[AHEAD] = filled


@inlined
def _leaves_open(entry, now, is_later):
    """Return True if a move to this entry is open: it is not known to lose before this pass.

    Within the window, a move to an index that this pass has resolved is still open, and so is one
    to a provisional outcome.
    """
    # Pending entries are greater than all outcomes, so they count as new. The entry of listed
    # outcomes is as great, but these are from earlier passes.
    is_new = (entry >= now.loss) & (entry != now.long)
    return (is_new & (not is_later)) | (entry == ENDLESS) | (value_of(entry) == DRAW)


@kernel
def mark_open_moves(places, entries, now, replies):
    """Reply to queries of other ranks: mark the places to which a move is open."""
    for move in range(places.size):
        if move + NEAR < places.size:
            fetch_ahead(entries, np.int64(places[move + NEAR]))
        entry = np.int64(entries[places[move]])
        replies[move] = OPEN if _leaves_open(entry, now, False) else 0
        if entry == UNUSED:
            replies[move] = NO_POSITION_THERE


@kernel
def revoke_losses(replies, places, entries):
    """Make positions possible losses again, if the replies show an open move.

    Return their number, and the place of a position with a move to an unused index, or -1.
    """
    most, count = (1 << 8 * entries.itemsize) - 1, 0
    for move in range(replies.size):
        place = np.int64(places[move])
        if replies[move] == NO_POSITION_THERE:
            return count, place
        # A position with several open moves is counted once.
        if replies[move] == OPEN and entries[place] != most:
            entries[place] = most
            count += 1
    return count, -1
