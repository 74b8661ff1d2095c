"""Kernels of propagation through predecessors: resolved positions inform those one move before.

Arguments as in ``kernels.sweeping``. *Owners* and *places* are those of ``kernels.queries``: a rank
reads and writes the cells at its own places, and reads those of later stages.

**Pending cells** are the greatest of their width: ``most - k`` while k open moves are counted (see
``open_moves``: more may be open, since a position never counts more moves than it is informed of).
A pending cell without open moves is *in doubt*. A *block* of places has flags, which are up while
something in the block must be looked at.

**A promise** is an outcome that moves to later stages secure, and that is written before the pass
of its length: a win or a draw at least, or the loss of a position without open moves. In that pass
it is an outcome like any other. Before, it gives way to what is better, and counts as open.

**Other ranks.** If another rank owns a predecessor, its name and whether the move is good are put
into a list (:class:`Sent`), for :func:`enter`. If another rank owns a successor of a position in
doubt, its name and the place of the position are listed, and the position is lost for the time
being: :func:`take_back` corrects that by what :func:`answer` has found.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.codes import DRAW, ENDLESS, LOSS, UNUSED, WIN
from gamesolver.kernels.compiling import INNER, kernel, njit
from gamesolver.kernels.encodings import cell_of, plies_of, value_of
from gamesolver.kernels.first_look import BLOCK
from gamesolver.kernels.intrinsics import fetch_ahead, ones
from gamesolver.kernels.open_moves import has_none_left, is_improved_to
from gamesolver.kernels.places import position_in
from gamesolver.kernels.queries import ELSEWHERE, look_up_own, place_named, place_of, slot_at
from gamesolver.kernels.ranks import BYTE, MORE
from gamesolver.kernels.scratch import AHEAD, BATCH, DONE, FAULT, GUARDS, RESOLVED, WHERE
from gamesolver.kernels.sweeping import expand
from gamesolver.kernels.wide_stage import own_cells

LINE = 64  # places
ZERO, ONE = np.uint64(0), np.uint64(1)
ROUND = 4  # moves of a position that are looked up at a time
NEAR = 16  # entries ahead of the current one whose cells are fetched
OPEN, NO_POSITION_THERE = 1, 2  # replies about the successor of a position in doubt; 0 if closed

inlined = njit(forceinline=True, **INNER)
function = njit(**INNER)


class Pass(NamedTuple):
    """One pass over the window: all outcomes of one length."""

    better: Any
    """Cell of a position with a good move: won, or drawn in a pass of finished draws."""
    loss: Any
    """Cell of a position that is lost."""
    pending: Any
    """Least cell that is pending."""
    long: Any
    """Cell of the outcomes that are listed outside the cells, or -1."""
    is_drawing: Any
    """True if finished draws are resolved, after all wins and losses."""
    has_promises: Any
    """True if the window is a stage, with later ones resolved."""
    stage: Any
    is_sifting: Any
    """True if the rules detect terminal successors, which saves their look-ups."""
    is_alone: Any
    """True if no other thread writes the cells."""


class Marks(NamedTuple):
    """Flags and numbers of the blocks."""

    fresh: Any
    """True if the pass has resolved something there."""
    doubts: Any
    """True if a position there may have no open move left."""
    longest: Any
    """The greatest length of a promise there."""


class Sent(NamedTuple):
    """Names of positions that other ranks own, each with a code."""

    names: Any
    codes: Any


# ── the places that hold some cells ─────────────────────────────────────────────────────────────


@function
def _those_of_line(cells, line, least, most):
    """Return the cells of a line that are in a range, as bits; a line may begin before cell 0.

    ``least`` and ``most`` are numbers of the cells' own width, so that many are compared at once:
    the compiler makes vectors of loops of a fixed length, over places that cannot be negative.
    """
    those = ZERO
    # A line that is not all in the array is read cell by cell.
    if line < 0 or line + LINE > cells.size:
        for slot in range(max(line, 0), min(line + LINE, cells.size)):
            is_one = (cells[slot] >= least) & (cells[slot] <= most)
            those |= np.uint64(is_one) << np.uint64(slot - line)
        return those
    # This loop only finds out if any cell is in the range. The bits, which take longer, are needed
    # only then.
    first, is_any = np.uint64(line), np.uint8(0)
    for place in range(LINE):
        cell = cells[first + np.uint64(place)]
        is_any |= np.uint8((cell >= least) & (cell <= most))
    if is_any:
        for place in range(LINE):
            cell = cells[first + np.uint64(place)]
            those |= np.uint64((cell >= least) & (cell <= most)) << np.uint64(place)
    return those


@function
def gather(cells, begin, last, flags, least, most, batch):
    """Fill a batch with places that hold cells in a range. Return where to go on, and their number.

    Only blocks are looked at whose flag is up, and it is taken down.
    """
    own, first = own_cells(cells)
    slot, count = begin, 0
    while slot < last and count < batch.size:
        # A flag is read where its block begins. A call that begins within a block, such as one that
        # resumes another, looks at the rest of the block in any case.
        if slot % BLOCK == 0:
            if not flags[slot // BLOCK]:
                slot += BLOCK
                continue
            flags[slot // BLOCK] = False
        # Lines begin at multiples of 64 slots, wherever the array begins.
        line = slot // LINE * LINE
        those = _those_of_line(own, line - first, least, most)
        those &= ~ZERO << np.uint64(slot - line)  # not those before
        # Take the places from the lowest bit up. The index of that bit is the number of zeros below
        # it. The last operation clears it.
        while those != ZERO and count < batch.size:
            batch[count] = line + ones((those - ONE) & ~those)
            those &= those - ONE
            count += 1
        # If the batch is full within a line, the next call goes on after the last place taken.
        slot = line + LINE if those == ZERO else batch[count - 1] + 1
    # The last line may reach beyond the end, and its places are in order.
    while count > 0 and batch[count - 1] >= last:
        count -= 1
    return min(slot, last), count


@inlined
def _has_room(sent, owners, scratch):
    """Return True if the messages of a batch to other ranks have room. One rank sends none."""
    # A batch sends at most one message for each of its neighbours.
    return owners.size == 1 or sent.names.size - scratch.tally[AHEAD] >= scratch.neighbours.size


# ── resolved positions inform their predecessors ─────────────────────────────────────────────────


def inform(
    rules, places, cells, scratch, chunk, flags, least, most, now, marks, owners, sent
):  # fmt: skip
    """Inform the predecessors of the places of a chunk that hold cells from ``least`` to ``most``.

    They have ``now.better`` if the move is good, or an open move less. The place to go on from is
    noted, if there is no room for more messages to other ranks.
    """
    batch, kinds, tally = scratch.batch, scratch.kinds, scratch.tally
    at, last = chunk
    while at < last and not tally[FAULT] and _has_room(sent, owners, scratch):
        # The cells from a loss to a win of one length include its draws. These have passes of their
        # own, after those of wins and losses.
        at, gathered = gather(cells, at, last, flags, least, most, batch)
        count = 0
        for each in range(gathered):
            kind = value_of(np.int64(cells[batch[each]]))
            if (kind == DRAW) == now.is_drawing:
                batch[count], kinds[count] = batch[each], kind
                count += 1
        _inform(rules, places, cells, scratch, batch[:count], kinds, now, marks, owners, sent)
    tally[DONE] = at


def inform_listed(rules, places, cells, scratch, listed, kinds, now, marks, owners, sent):
    """Inform the predecessors of places in a list, since their cells do not have their values."""
    for begin in range(0, listed.size, BATCH):
        part = slice(begin, begin + BATCH)
        _inform(
            rules, places, cells, scratch, listed[part], kinds[part], now, marks, owners, sent
        )  # fmt: skip
        if scratch.tally[FAULT]:
            return


@function
def _inform(rules, places, cells, scratch, batch, kinds, now, marks, owners, sent):
    """Inform the predecessors of a batch."""
    before, targets, ends, tally = scratch.neighbours, scratch.slots, scratch.ends, scratch.tally
    slots, kept = scratch.begins, scratch.kept
    # The rules know positions by their slots. The cells are indexed by places.
    for place in range(batch.size):
        slots[place] = slot_at(owners, batch[place])
    # Rules that return slots spare an index computation for each predecessor.
    if rules.gives_slots:
        if not _list_slots_back(rules, places, cells, scratch, slots[: batch.size], owners):
            return
    else:
        if not list_back(rules, places, scratch, slots[: batch.size]):
            return
        if now.has_promises:
            _leave_out_earlier(rules, before, ends, batch.size, now.stage)
        if rules.has_seats:
            _note_kept_turns(rules, places, scratch, slots[: batch.size])
        count = ends[batch.size - 1] if batch.size else np.int64(0)
        look_up_own(rules, places, owners, before, count, cells, scratch.images, targets)
    # The messages of the batch: ``edge`` runs through the predecessors, position after position.
    edge, resolved, filled = 0, 0, tally[AHEAD]
    for place in range(batch.size):
        is_won = kinds[place] == WIN
        while edge < ends[place]:
            target = targets[edge]
            # A move that passes the turn is good if it leads to a loss, and one that keeps it if it
            # leads to a win. A move to a finished draw is good in a pass of draws.
            is_good = now.is_drawing or is_won == (rules.has_seats and kept[edge])
            if target >= 0:
                # A good move resolves the predecessor at once. A bad one is an open move less.
                # Without open moves, the position is in doubt, and checked at the end of the pass.
                if is_good:
                    if is_improved_to(
                        now.better, cells, target, now.pending, now.has_promises, now.is_alone
                    ):  # fmt: skip
                        resolved += 1
                        marks.fresh[target // BLOCK] = True
                elif has_none_left(cells, target, now.pending, now.is_alone):
                    marks.doubts[target // BLOCK] = True
            # The owner of the predecessor does the same with the message. A predecessor without a
            # slot in the window needs none.
            elif target == ELSEWHERE:
                sent.names[filled], sent.codes[filled] = np.int64(before[edge]), is_good
                filled += 1
            edge += 1
    tally[RESOLVED] += resolved
    tally[AHEAD] = filled


@inlined
def list_back(rules, places, scratch, batch):
    """List the predecessors of a batch. Return False if the rules return a bad number of them."""
    before, ends, listed = scratch.neighbours, scratch.ends, scratch.predecessors
    tally = scratch.tally
    count = 0
    for place, slot in enumerate(batch):
        number = rules.predecessors(position_in(rules, places, slot), listed)
        if not 0 <= number <= listed.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, slot
            return False
        for each in range(number):  # a slice would have numba compile errors about shapes
            before[count + each] = listed[each]
        count += number
        ends[place] = count
    return True


@inlined
def _list_slots_back(rules, places, cells, scratch, batch, owners):
    """List the predecessors of a batch, if the rules return slots, and look these up."""
    before, targets, ends = scratch.neighbours, scratch.slots, scratch.ends
    listed, tally = scratch.earlier, scratch.tally
    count = 0
    for place, slot in enumerate(batch):
        number = rules.predecessor_slots(position_in(rules, places, slot), listed)
        if not 0 <= number <= listed.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, slot
            return False
        for each in range(number):
            # Other ranks know a slot by its distance from ``begin``. The cell is fetched ahead for
            # the messages, which come after the whole batch is listed.
            target = place_of(owners, listed[each])
            targets[count + each] = target
            before[count + each] = np.uint64(listed[each] - owners.begin)
            fetch_ahead(cells, max(target, 0))
        count += number
        ends[place] = count
    return True


@inlined
def _leave_out_earlier(rules, before, ends, size, stage):
    """Leave out the predecessors in other stages, before their slots are computed."""
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
def _note_kept_turns(rules, places, scratch, slots):
    """Note of each predecessor of a batch if its move keeps the turn."""
    before, kept, ends = scratch.neighbours, scratch.kept, scratch.ends
    edge = 0
    for place, slot in enumerate(slots):
        seat = rules.player(position_in(rules, places, slot))
        while edge < ends[place]:
            kept[edge] = rules.player(before[edge]) == seat
            edge += 1


@kernel
def enter(packed, cells, now, marks, owners):
    """Enter the packed messages of another rank. Return the number of positions resolved.

    A message is the name of a position, and a bit that is set if its move is good.
    """
    message, more, bits, resolved = 0, 0, 0, 0
    for at in range(packed.size):
        # Seven bits a byte, the lowest first, and a mark if more follow. The number is added to the
        # last message, since messages are sorted and packed as differences.
        byte = np.int64(packed[at])
        more |= (byte & (MORE - 1)) << bits
        bits += BYTE
        if byte >= MORE:
            continue
        message += more
        more, bits = 0, 0
        # One thread enters all messages, so plain writes are enough.
        place = place_named(owners, message >> 1)
        if message & 1:
            if is_improved_to(now.better, cells, place, now.pending, now.has_promises, True):
                resolved += 1
                marks.fresh[place // BLOCK] = True
        elif has_none_left(cells, place, now.pending, True):
            marks.doubts[place // BLOCK] = True
    return resolved


# ── positions in doubt ──────────────────────────────────────────────────────────────────────────


def resolve_doubts(rules, places, cells, scratch, chunk, flags, most, now, marks, owners, sent):
    """Resolve what is lost of the places of a chunk that may have no open move left."""
    batch, tally = scratch.batch, scratch.tally
    at, last = chunk
    while at < last and not tally[FAULT] and _has_room(sent, owners, scratch):
        # Only positions in doubt have the greatest cell. One that is not lost keeps it, and is
        # checked again when the flag of its block is up again.
        at, count = gather(cells, at, last, flags, most, most, batch)
        _resolve(rules, places, cells, scratch, batch[:count], now, marks, owners, sent)
    tally[DONE] = at


@function
def _resolve(rules, places, cells, scratch, batch, now, marks, owners, sent):
    """Resolve those of a batch whose every move leads to what was resolved before, and draws none.

    None of the moves wins, or a pass would have found it. A few moves are looked up at a time: most
    of those that are not lost show it soon. A long loss in a later stage is resolved already, and
    makes this one longer.
    """
    ahead, targets, tally = scratch.neighbours, scratch.slots, scratch.tally
    begins, ends, cell_by_place = scratch.begins, scratch.ends, scratch.best
    count = 0
    for place, at in enumerate(batch):
        begins[place], cell_by_place[place] = count, now.loss
        position = position_in(rules, places, slot_at(owners, at))
        count, best = expand(rules, position, scratch, count, now.is_sifting)
        ends[place] = count
        # With a terminal successor that is a draw or better, the position is not lost.
        if best >= 0:
            begins[place] = count + 1  # beyond the end: not lost
    # In each round the next moves of all positions that are not decided are looked up: first the
    # cells are fetched ahead, then they are read.
    is_going_on = True
    while is_going_on:
        for place in range(batch.size):
            for edge in range(begins[place], min(begins[place] + ROUND, ends[place])):
                slot = rules.index(ahead[edge])
                targets[edge] = place_of(owners, slot)
                ahead[edge] = np.uint64(slot - owners.begin)
                fetch_ahead(cells, max(targets[edge], 0))
        is_going_on = False
        for place in range(batch.size):
            if begins[place] >= ends[place]:
                continue
            until, is_open = min(begins[place] + ROUND, ends[place]), False
            for edge in range(begins[place], until):
                target = targets[edge]
                # A move to a position of another rank counts as bad for now. Its owner is queried
                # below.
                if target == ELSEWHERE:
                    continue
                if target < 0 or cells[target] == UNUSED:
                    tally[FAULT], tally[WHERE] = True, slot_at(owners, batch[place])
                    return
                cell = np.int64(cells[target])
                # A move that loses in a later stage is bad, however long the loss. The position is
                # lost one ply later than the longest of these.
                is_later = now.has_promises and target >= owners.last
                is_open |= _leaves_open(cell, now, is_later)
                if is_later and cell >= now.loss:
                    cell_by_place[place] = max(
                        cell_by_place[place], cell_of(LOSS, plies_of(cell) + 1)
                    )
            # One open move decides that the position is not lost. A begin after the end marks it.
            begins[place] = ends[place] + 1 if is_open else until
            is_going_on |= begins[place] < ends[place]
    filled = tally[AHEAD]
    for place, at in enumerate(batch):
        if begins[place] != ends[place]:
            continue
        # All moves of the position were looked up and none is open: it is lost. The other ranks may
        # reply that a move is open, and then :func:`take_back` undoes this.
        if owners.size > 1:
            for edge in range(ends[place - 1] if place else 0, ends[place]):
                if targets[edge] == ELSEWHERE:
                    sent.names[filled], sent.codes[filled] = np.int64(ahead[edge]), at
                    filled += 1
        cells[at] = cell_by_place[place]
        marks.fresh[at // BLOCK] = True
        # In a stage, a loss may be longer than this pass. It is a promise until the pass of its
        # length.
        if now.has_promises:
            length = plies_of(cell_by_place[place])
            marks.longest[at // BLOCK] = max(marks.longest[at // BLOCK], length)
        tally[RESOLVED] += 1
    tally[AHEAD] = filled


@inlined
def _leaves_open(cell, now, is_later):
    """Return True if a move to this cell is open: the position is not lost by it yet.

    Within the window, what this pass has resolved is open still, and so is a promise.
    """
    # Pending cells are greater than all outcomes, so they count as new. So would the mark of listed
    # outcomes, but these are from earlier passes.
    is_new = (cell >= now.loss) & (cell != now.long)
    return (is_new & (not is_later)) | (cell == ENDLESS) | (value_of(cell) == DRAW)


@kernel
def answer(places, cells, now, replies):
    """Mark the places whose cells leave moves to them open, for positions of other ranks."""
    for move in range(places.size):
        if move + NEAR < places.size:
            fetch_ahead(cells, np.int64(places[move + NEAR]))
        cell = np.int64(cells[places[move]])
        replies[move] = OPEN if _leaves_open(cell, now, False) else 0
        if cell == UNUSED:
            replies[move] = NO_POSITION_THERE


@kernel
def take_back(replies, places, cells):
    """Mark positions as in doubt again if they have an open move after all.

    Return their number, and -1 or the place of a position with a move to an unused slot.
    """
    most, count = (1 << 8 * cells.itemsize) - 1, 0
    for move in range(replies.size):
        place = np.int64(places[move])
        if replies[move] == NO_POSITION_THERE:
            return count, place
        # A position with several open moves is counted once.
        if replies[move] == OPEN and cells[place] != most:
            cells[place] = most
            count += 1
    return count, -1
