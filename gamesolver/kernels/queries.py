"""The inner loop of backward induction: the keys of all moves of a pending position.

The *key of a move* is the preference key of its backed-up outcome, for the player who makes it. It
is greater the better the move is (see ``kernels.codes``). :func:`evaluate_moves` finds the greatest
key of each position. A successor is in one of four places:

* it is terminal: the rules detect it, and no look-up is needed (``detects_ends``);
* this process holds its entry: it is looked up at once, with its entry fetched ahead;
* it belongs to another rank: the move is put into a list that is sent there (:class:`Sent`);
* it is pending itself. If the graph of pending positions is wanted, the *number* of the successor
  is listed, with a bit that is set if the turn is kept.

If every successor is resolved and none belongs to another rank, the position is resolved at once.
:func:`receive` enters the replies of other ranks, and :func:`resolve_rows` resolves the positions
that waited for them.

Arguments as in ``kernels.sweeping``. A move has a *code*: the number of the position that it
starts from, the rank of that position, and a bit that is set if the turn is kept.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver.kernels.codes import ENDLESS_GAIN, PENDING, TOO_FAR, UNUSED
from gamesolver.kernels.compiling import INNER, kernel, njit
from gamesolver.kernels.encodings import entry_of_key, key_of_move, payoff_in, plies_in
from gamesolver.kernels.gains import kept_gain, note_return
from gamesolver.kernels.index_numbers import number_of
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.places import bucket_of, folded, index_of, mixed, position_in
from gamesolver.kernels.ranks import owner_of_key
from gamesolver.kernels.scratch import (
    ADDED,
    AHEAD,
    BATCH,
    ENDLESS_GAINS,
    FAULT,
    RESOLVED,
    STAYS,
    TOO_LONG,
    WHERE,
)
from gamesolver.kernels.sweeping import NOTHING, entry_there, expand, payoff_at, report_score

NOWHERE, ELSEWHERE = -1, -2
"""Marks instead of an index: no position has it, or another rank owns it."""

NEAR, FAR = 16, 32  # entries ahead of the current one that are fetched

inlined = njit(forceinline=True, **INNER)
function = njit(**INNER)


class Owners(NamedTuple):
    """The indexes that belong to this rank, and where their entries are.

    Blocks of ``2 ** bits`` indexes belong to the ranks in turn, from the index ``begin`` on.
    Indexes from ``last`` on belong to a later stage, whose entries every rank can read. Enumerated
    positions belong to ranks by the highest bits of their keys, unless they were enumerated by
    stage.
    """

    rank: Any
    size: Any
    """Number of ranks."""
    bits: Any
    begin: Any
    first: Any
    """First index that a move may lead to."""
    last: Any
    in_all: Any
    """Number of indexes of the game."""
    is_compact: Any
    """True if a rank holds the entries of its own blocks only, one after the other."""
    by_key: Any
    """True if ranks own positions by their keys: enumerated ones, unless by stage."""
    starts: Any
    """First place of each bucket of this rank's keys, and the end of the last one."""
    shift: Any
    """Number of low bits of a key that do not select its bucket."""


class Rows(NamedTuple):
    """Keys of the moves of pending positions, one row for each position."""

    payoffs: Any
    """Payoff of infinite play for the player to move."""
    greatest: Any
    """Greatest key of a move."""
    bad: Any
    """Greatest key of a move that is worse than infinite play."""
    not_bad: Any
    """Number of moves that are not worse. Terminal successors count once."""
    still_open: Any
    """Number of moves to pending positions. The listing counts those of this rank alone."""


class Numbers(NamedTuple):
    """Numbering of the pending indexes, for the graph; empty if no graph is wanted."""

    ranks: Any
    """See ``kernels.index_numbers.number_indexes``."""
    first: Any
    """Index at which the numbering begins."""
    shift: Any
    """Bits of a code below the number of a position."""
    rank: Any
    """Rank of this process, shifted to its bits of a code."""


class Sent(NamedTuple):
    """Moves to positions of other ranks."""

    names: Any
    codes: Any
    gains: Any


class Kept(NamedTuple):
    """Moves of other ranks to pending positions of this rank."""

    targets: Any
    """Numbers of the successors."""
    codes: Any


# ── which rank owns a position, and where its entry is ───────────────────────────────────────────


@inlined
def place_of(owners, index):
    """Return the place of an index's entry, or ``NOWHERE``, or ``ELSEWHERE``."""
    # An index of an earlier stage, or an index outside the game: neither is that of a successor.
    if not owners.first <= index < owners.in_all:
        return NOWHERE
    # One rank has all entries at their indexes, and every rank has those of later stages there.
    if owners.size == 1 or index >= owners.last:
        return index
    # Blocks belong to the ranks in turn. A rank stores its own one after the other if
    # ``is_compact`` is set, and otherwise at their indexes.
    within = index - owners.begin
    block = within >> owners.bits
    if block % owners.size != owners.rank:
        return ELSEWHERE
    if not owners.is_compact:
        return index
    return (block // owners.size << owners.bits) | (within & ((1 << owners.bits) - 1))


@inlined
def place_named(owners, name):
    """Return this rank's place of the entry that other ranks send under a name."""
    if owners.is_compact:
        return name
    # The entries are at their indexes, so the place among the rank's own blocks becomes an index
    # again.
    low = (1 << owners.bits) - 1
    block = (name >> owners.bits) * owners.size + owners.rank
    return ((block << owners.bits) | (name & low)) + owners.begin


@inlined
def index_at(owners, place):
    """Return the index at a place of this rank. Inverse of :func:`place_of`."""
    if owners.size == 1 or not owners.is_compact:
        return place
    block = (place >> owners.bits) * owners.size + owners.rank
    return (block << owners.bits) | (place & ((1 << owners.bits) - 1))


@function
def look_up_own(rules, places, owners, positions, count, entries, images, indexes):
    """Look up the positions that this rank owns, and fetch their entries ahead.

    ``positions`` become the names by which other ranks know them.
    """
    # Indexes are shared out by number: the name is the distance from ``begin``, by which the owner
    # finds the entry. The index is that of the rules, or, in a stage that was found, the place of
    # the key.
    if not owners.by_key:
        for each in range(count):
            index = index_of(rules, places, positions[each], images)
            indexes[each] = place_of(owners, index)
            positions[each] = np.uint64(index - owners.begin)
            fetch_ahead(entries, max(indexes[each], 0))
        return
    # Positions are shared out by key, which is the name. As in ``places.look_up``, each pass over
    # the batch uses what the last one has fetched ahead. Until the last pass, ``indexes`` holds
    # buckets.
    size, keys, starts = np.uint64(owners.size), places.keys, owners.starts
    for each in range(count):
        key = mixed(folded(rules, positions[each], images))
        positions[each] = key
        is_own = owners.size == 1 or owner_of_key(key, size) == owners.rank
        indexes[each] = bucket_of(key, size, owners.shift) if is_own else ELSEWHERE
        fetch_ahead(starts, max(indexes[each], 0))
    for each in range(count):
        if indexes[each] >= 0:
            fetch_ahead(keys, np.int64(starts[indexes[each]]))
    # A key of this rank that is not in its bucket belongs to no position: ``NOWHERE``.
    for each in range(count):
        if indexes[each] >= 0:
            bucket, indexes[each] = indexes[each], NOWHERE
            for place in range(np.int64(starts[bucket]), np.int64(starts[bucket + 1])):
                if keys[place] == positions[each]:
                    indexes[each] = place
            fetch_ahead(entries, max(indexes[each], 0))


# ── the moves of pending positions ──────────────────────────────────────────────────────────────


@function
def _expand_batch(rules, places, entries, scratch, batch, at, owners, detects_ends):
    """Expand a batch of positions that are pending, and look their successors up."""
    best, ends = scratch.best, scratch.ends
    count = np.int64(0)  # of one type from the first, for which others are compiled once
    for place, index in enumerate(batch):
        best[place] = NOTHING
        # A place that is resolved already has no moves in the batch, and no key.
        if entries[at[place]] == PENDING:
            position = position_in(rules, places, index)
            scratch.payoffs[place] = payoff_at(rules, position)
            count, best[place] = expand(rules, position, scratch, count, detects_ends)
            note_return(scratch.gains, scratch.tally, index)
        ends[place] = count
    # One look-up for all moves of the batch, so that their memory reads overlap.
    look_up_own(
        rules, places, owners, scratch.neighbours, count, entries, scratch.images, scratch.indexes
    )


def evaluate_moves(
    rules, places, entries, scratch, indexes, at, owners, rows, numbers, sent, targets, row,
    detects_ends, resolves, most,
):  # fmt: skip
    """Evaluate the moves of pending positions, and resolve a position if all its moves have keys.

    Positions are resolved only with ``resolves``. ``indexes`` are those of the positions and ``at``
    the places of their entries. The first of them has the number ``row``. ``rows`` may be empty.
    ``targets`` are filled with the numbers of the pending successors, row after row. No outcome
    longer than ``most`` is written.
    """
    kept, where, best, ends = scratch.kept, scratch.indexes, scratch.best, scratch.ends
    tally = scratch.tally
    has_rows, is_graph = rows.greatest.size > 0, numbers.ranks.size > 0
    queried, inside = 0, 0
    for begin in range(0, indexes.size, BATCH):
        batch, those = indexes[begin : begin + BATCH], at[begin : begin + BATCH]
        _expand_batch(rules, places, entries, scratch, batch, those, owners, detects_ends)
        # ``edge`` runs through the moves of the batch, position after position.
        edge = 0
        for place, index in enumerate(batch):
            greatest, bad, not_bad, still_open, elsewhere = best[place], NOTHING, 0, 0, 0
            if greatest != NOTHING:  # of moves that end play the best is enough
                bad = greatest if greatest < 0 else NOTHING
                not_bad = np.int64(greatest >= 0)
            # A move has the code of its position, plus the bit of a kept turn.
            payoff = payoff_in(rules.form, scratch.payoffs, place)
            code = ((row + begin + place) << numbers.shift) | numbers.rank
            while edge < ends[place]:
                gain = kept_gain(scratch.gains, scratch.gained, edge)
                # If another rank owns the successor, that rank is queried, and replies with the
                # entry later.
                if where[edge] == ELSEWHERE:
                    sent.names[queried] = scratch.neighbours[edge]
                    sent.codes[queried] = code + kept[edge]
                    sent.gains[queried] = gain
                    queried, elsewhere, edge = queried + 1, elsewhere + 1, edge + 1
                    continue
                entry = entry_there(entries, where[edge])
                if entry == UNUSED:
                    tally[FAULT], tally[WHERE] = True, index
                    return
                # Of moves to resolved successors, a row keeps the greatest key, the greatest one
                # that is worse than infinite play, and the number of the others. They are the
                # boundary of the graph.
                if entry != PENDING:
                    key = key_of_move(rules.form, entry, kept[edge], gain, payoff)
                    greatest = max(greatest, key)
                    if key < 0:
                        bad = max(bad, key)
                    else:
                        not_bad += 1
                else:
                    # A pending successor is a move of the graph, from the position to the number of
                    # the successor.
                    still_open += 1
                    if is_graph:
                        if gain != 0:  # of a move that may be returned from
                            tally[STAYS], tally[WHERE] = True, index
                            return
                        number = number_of(numbers.ranks, where[edge] - numbers.first)
                        if number < 0:  # of a stage that is resolved later
                            tally[FAULT], tally[WHERE] = True, index
                            return
                        targets[inside] = 2 * number + kept[edge]
                        inside += 1
                edge += 1
            # Rows hold what is known so far. Replies of other ranks are entered into them.
            if has_rows:
                rows.payoffs[begin + place] = payoff
                rows.greatest[begin + place], rows.bad[begin + place] = greatest, bad
                rows.not_bad[begin + place] = not_bad
                rows.still_open[begin + place] = still_open
            # It is resolved here only if every successor is resolved and owned by this rank.
            if not resolves or still_open or elsewhere or greatest == NOTHING:
                continue
            entry = entry_of_key(rules.form, greatest, payoff)
            if entry == TOO_FAR:
                report_score(tally, index, greatest, payoff)
                return
            # An outcome that the entries cannot hold is counted, and its position stays pending.
            # The caller makes room, and repeats the call.
            if entry == ENDLESS_GAIN:
                tally[ENDLESS_GAINS] += 1
            elif plies_in(rules.form, entry) > most:
                tally[TOO_LONG] += 1
            else:
                entries[those[place]] = entry
                tally[RESOLVED] += 1
    tally[AHEAD], tally[ADDED] = queried, inside


# ── moves to positions of other ranks ───────────────────────────────────────────────────────────


@kernel
def answer(places, codes, entries, numbers, replies, received):
    """Fill in the entries that other ranks request. Keep the moves to numbered pending indexes.

    A place of -1 has no position. A pending index without a number belongs to a stage that is
    resolved later. Both are answered by ``UNUSED``. Return how many moves are kept.
    """
    is_graph, count = numbers.ranks.size > 0, 0
    for move in range(places.size):
        if move + NEAR < places.size:
            fetch_ahead(entries, max(np.int64(places[move + NEAR]), 0))
        place = np.int64(places[move])
        entry = entry_there(entries, place)
        replies[move] = entry
        # The move is kept here, at the owner of its successor: there the graph finds the
        # predecessors.
        if entry == PENDING and is_graph:
            number = number_of(numbers.ranks, place - numbers.first)
            if number < 0:
                replies[move] = UNUSED
                continue
            received.targets[count], received.codes[count] = number, codes[move]
            count += 1
    return count


@kernel
def receive(replies, codes, shift, first, gains, form, rows):
    """Enter the entries of positions that other ranks own.

    The first row has the number ``first``. ``gains`` is empty if no move gains. Return -1, or the
    row of a position with a move to an unused index.
    """
    for move in range(replies.size):
        # The number of the row is above the rank and the bit of a kept turn.
        row, kept = (np.int64(codes[move]) >> shift) - first, np.int64(codes[move]) & 1
        entry = np.int64(replies[move])
        if entry == UNUSED:
            return row
        if entry == PENDING:
            rows.still_open[row] += 1
            continue
        gain = np.int64(gains[move]) if gains.size else 0
        key = key_of_move(form, entry, kept == 1, gain, np.int64(rows.payoffs[row]))
        # Enter the key as :func:`evaluate_moves` does for successors of its own rank.
        rows.greatest[row] = max(rows.greatest[row], key)
        if key < 0:
            rows.bad[row] = max(rows.bad[row], key)
        else:
            rows.not_bad[row] += 1
    return -1


@kernel
def resolve_rows(form, entries, at, rows, most):
    """Resolve the positions whose successors are all resolved, now that all replies are here.

    Return -1 or the row of a score beyond its bounds, and how many outcomes were too long, and
    how many gain before infinite play.
    """
    too_long, endless_gains = 0, 0
    for row in range(at.size):
        greatest = rows.greatest[row]
        # A row with a pending successor, or without any key, stays pending. Some rows were
        # resolved when they were listed.
        if rows.still_open[row] or greatest == NOTHING or entries[at[row]] != PENDING:
            continue
        entry = entry_of_key(form, greatest, np.int64(rows.payoffs[row]))
        if entry == TOO_FAR:
            return row, too_long, endless_gains
        # An outcome that the entries cannot hold leaves its position pending, as in
        # :func:`evaluate_moves`.
        if entry == ENDLESS_GAIN:
            endless_gains += 1
        elif plies_in(form, entry) > most:
            too_long += 1
        else:
            entries[at[row]] = entry
    return -1, too_long, endless_gains


@kernel
def find_places(names, keys, size, shift, starts, places):
    """Fill the place of each key among those of this rank, which are in order, or ``NOWHERE``."""
    for each in range(names.size):
        # Where the keys of a bucket are depends on its start. So the start is fetched first, and
        # the keys once the start can be read without a wait.
        if each + FAR < names.size:
            fetch_ahead(starts, bucket_of(names[each + FAR], size, shift))
        if each + NEAR < names.size:
            fetch_ahead(keys, np.int64(starts[bucket_of(names[each + NEAR], size, shift)]))
        key, places[each] = names[each], NOWHERE
        bucket = bucket_of(key, size, shift)
        for place in range(np.int64(starts[bucket]), np.int64(starts[bucket + 1])):
            if keys[place] == key:
                places[each] = place
