"""Inner loop of the verifier: the certificate, index by index.

It shares with the engine how an entry is read from a table (``entries``) and the index map
(``kernels.places``), and nothing else. The backed-up outcome of a move is computed here
independently.

The tally reports an index that fails: the index, the position, the expected entry (``NO_ENTRY`` if
there is none), and the reason. A full check looks at everything that ``symmetries`` lists for the
position at an index. ``verify.certificate`` shows that this is enough, whatever the author claims.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.compiling import INNER, njit
from gamesolver.kernels.entries import entry_in
from gamesolver.kernels.gains import listed
from gamesolver.kernels.places import (
    BY_CANONICAL,
    folded,
    index_of,
    is_image,
    list_images,
    look_up,
    position_in,
)
from gamesolver.kernels.scratch import (
    BATCH,
    ENDS,
    GUARDS,
    MOVES,
    POSITIONS,
    SHOULD_BE,
    WHERE,
    WHOSE,
    WHY,
)

PENDING, UNUSED, ENDLESS, FIRST = 0, 1, 2, 3
LOSS, DRAW, WIN = -1, 0, 1
WIN_NEXT = FIRST + 4 + WIN
NO_ENTRY = 1 << 62
APART = 1 << 40  # the keys of losses, draws and wins
# Infinite play is a draw. Its key is below those of finished draws and above those of losses.
KEY_OF_ENDLESS = 1 - APART // 2
CHECK_EVERY = 61  # edges; one of this number is sampled

AN_END, INDEX_IS_FREE, INDEX_IS_TAKEN, MISSING, NO_IMAGE, NOT_GREATEST, NO_MOVES, NO_WAY_BACK = (
    range(1, 9)
)

GAIN_STAYS, GAIN_TOO_LARGE, ELSEWHERE, NO_IMAGES = range(9, 13)
SCORES_APART, NO_END = 1 << 40, 1 << 36  # keys of scores, and plies of play without end
LEAST_NUMBER = -(1 << 63)  # which has no opposite
LARGEST_GAIN = 2_000_000  # with which the keys of scores have room for all there may be

helper = njit(inline="always")
inlined = njit(forceinline=True, **INNER)


@inlined
def _payoff_for(form, seat):
    """Return the payoff of infinite play for a player index."""
    if form is None:
        return 0
    return -form.payoff if seat == 1 else form.payoff


@inlined
def _key_of_score(points, plies, payoff):
    """Return the key of a score.

    ``plies`` below 0 are the complement of the plies to the last gain, before infinite play.
    """
    # Infinite play is longer than any finite play.
    length = plies if plies >= 0 else NO_END + ~plies
    # A player delays a score below the payoff of infinite play. At the payoff itself, the sign
    # decides if an end is preferred to infinite play.
    delays = points < payoff or (points == payoff and payoff < 0)
    return points * SCORES_APART + (length if delays else -length)


@inlined
def _backed_up(form, entry, kept, gain, payoff):
    """Return the key of an entry one move before, for this payoff of infinite play."""
    if form is None:
        # Infinite play is a draw, whether or not the turn passes.
        if entry == ENDLESS:
            return KEY_OF_ENDLESS
        # One ply more than at the successor.
        value, plies = (entry - FIRST) % 3 - 1, (entry - FIRST) // 3 + 1
        return _key(value if kept else -value, plies)
    # -1 is the complement of 0: infinite play after no gain at all.
    points, plies = np.int64(0), np.int64(-1)
    if entry != ENDLESS:
        points, plies = (entry - FIRST) % form.scores + form.least, (entry - FIRST) // form.scores
        # Every second length represents infinite play.
        if form.has_endless:
            plies = plies // 2 if plies % 2 == 0 else ~(plies // 2)
    # The gain is for the player who moves. The points of the successor are for the player to move
    # there.
    points = gain + (points if kept else -points)
    # Before infinite play, the complement counts the plies to the last gain. If the points equal
    # the payoff, the outcome is that of infinite play without gains.
    if plies >= 0:
        plies += 1
    else:
        plies = -1 if points == payoff else plies - 1
    return _key_of_score(points, plies, payoff)


@inlined
def _entry_of_best(form, key, payoff):
    """Return the entry of the greatest key, or ``NO_ENTRY`` if its score is out of bounds."""
    if form is None:
        return _entry(key)
    # The key of any length is within half a step of its points, on either side.
    points = (key + SCORES_APART // 2) // SCORES_APART
    length = abs(key - points * SCORES_APART)
    is_endless = length >= NO_END
    length -= NO_END * is_endless
    # Infinite play that brings nothing has an entry of its own.
    if is_endless and length == 0 and points == 0 and form.payoff == 0:
        return ENDLESS
    # Lengths alternate: even ones for finite play, odd ones for infinite play.
    if form.has_endless:
        length = 2 * length + is_endless
    kind = points - form.least
    return FIRST + form.scores * length + kind if 0 <= kind < form.scores else NO_ENTRY


@inlined
def _end_entry(form, end):
    """Return the entry of a terminal position."""
    if form is None:
        return FIRST + end + 1
    return FIRST + end - form.least


@inlined
def _may_win_next(form, entry):
    """Return True if no entry is better, so that a single move is enough to show it."""
    return form is None and entry == WIN_NEXT


@inlined
def _gain(gains, each):
    """Return the gain of a move."""
    return 0 if gains is None else gains[each]


@inlined
def _gains_too_much(gains, count):
    """Return True if the gain of a move is out of bounds."""
    too_much = False
    if gains is not None:
        for each in range(count):
            # The absolute value of the least number overflows to itself, so it has a test of its
            # own.
            too_much |= abs(gains[each]) > LARGEST_GAIN or gains[each] == LEAST_NUMBER
    return too_much


@helper
def _key(value, plies):
    """Return an outcome as a number. A greater one is better: a sooner win, a later loss."""
    return value * APART + (plies if value == LOSS else -plies)


@helper
def _entry(key):
    """Return the entry of the outcome with this key."""
    if key == KEY_OF_ENDLESS:
        return ENDLESS
    # The key of an outcome is within half a step of its value, on either side.
    value = (key + APART // 2) // APART
    return FIRST + 1 + 3 * abs(key - value * APART) + value


@helper
def _wins_at_once(rules, seat, count, successors):
    """Look for a move to a terminal position that wins for the player who makes it.

    Return True if there is such a move, and the number of moves that were looked at.
    """
    each, wins = 0, False
    while each < count and not wins:
        # An end counts for the player to move there. So it wins for the player who moves if it is a
        # win and the turn is kept, or a loss and the turn passes.
        code = rules.end(successors[each])
        keeps = seat >= 0 and rules.player(successors[each]) == seat
        wins = code != rules.playing and code != 0 and keeps == (code == 1)
        each += 1
    return wins, each


@helper
def _expand(rules, seat, count, scratch, begin):
    """Put the successors of a position into the batch. Return the end of them."""
    successors, ahead, kept, raw = scratch.successors, scratch.neighbours, scratch.kept, scratch.raw
    for each in range(count):
        # Two copies: the look-up replaces one of them by keys.
        ahead[begin + each] = raw[begin + each] = successors[each]
        kept[begin + each] = seat >= 0 and rules.player(successors[each]) == seat
        scratch.gained[begin + each] = _gain(scratch.gains, each)
    return begin + count


@helper
def _gains_rise(rules, position, count, scratch):
    """Return True if each gaining move to a non-terminal position leads to a later stage."""
    here, rise = rules.stage(position), True
    for each in range(count):
        successor = scratch.successors[each]
        # Play does not return from a terminal position, so its stage is not compared.
        if _gain(scratch.gains, each) != 0 and rules.end(successor) == rules.playing:
            rise &= rules.stage(successor) > here
    return rise


@helper
def _stands_for(rules, places, index, position, images):
    """Return True if the position at an index is symmetric to the given position."""
    return is_image(rules, position, position_in(rules, places, index), images)


@helper
def _leads_back(rules, position, successor, scratch):
    """Return True if a position is among the listed predecessors of its successor."""
    back = scratch.predecessors
    count = rules.predecessors(successor, back)
    # The count may be wrong too. Only what fits the buffer is read.
    is_given = False
    for each in range(min(max(count, 0), back.size - GUARDS)):
        is_given |= back[each] == position
    return is_given


@njit(**INNER)
def _list_orbit(rules, position, images, orbit):
    """Write a position and its listed symmetric positions, without duplicates.

    Return their number, or -1 if they cannot be listed.
    """
    count, listed_so_far = list_images(rules, position, images), 1
    if count < 0:
        return -1
    orbit[0] = position
    for each in range(count):
        # The search stops at an equal position or at the first free entry. In both cases the write
        # is right. Orbits are small, so a linear search is fast.
        place = 0
        while place < listed_so_far and orbit[place] != images[each]:
            place += 1
        orbit[place] = images[each]
        listed_so_far = max(listed_so_far, place + 1)
    return listed_so_far


@njit(**INNER)
def _is_looked_up_at(rules, places, position, stored, index, images):
    """Return True if a position is looked up at this index, at which ``stored`` is stored."""
    if index_of(rules, places, position, images) != index:
        return False
    # Several positions may share an index. `canonical` must lead to the one that is stored.
    return rules.folding != BY_CANONICAL or folded(rules, position, images) == stored


@njit(**INNER)
def _certify_batch(rules, places, entries, scratch, batch, full, leads_back, overflow):
    """Check that each position of a batch has the outcome of its best move."""
    images, raw, kept, indexes = scratch.images, scratch.raw, scratch.kept, scratch.indexes
    ends, tally, edge = scratch.ends, scratch.tally, 0
    count = ends[batch.size - 1] if batch.size else np.int64(0)
    # One look-up for the whole batch, so that many reads from memory are under way at once. In an
    # enumerated game it replaces neighbours by keys. The positions remain in `raw`.
    look_up(rules, places, scratch.neighbours, count, entries, images, indexes)
    for place, here in enumerate(batch):
        # If a check fails, the tally already has the index and the position, and no expected entry.
        tally[WHERE], tally[SHOULD_BE] = here, NO_ENTRY
        tally[WHOSE] = np.int64(scratch.pile[place])
        best, payoff = np.int64(-NO_ENTRY), scratch.payoffs[place]
        # The edges of the batch are consecutive, position after position.
        while edge < ends[place]:
            index = indexes[edge]
            entry = entry_in(entries, overflow, index) if 0 <= index < entries.size else UNUSED
            if entry < ENDLESS:  # pending, or unused
                tally[WHY] = MISSING
                return
            # The costlier checks call the rules again. They are made for a sample of the edges. A
            # full check makes the first of them for all edges.
            is_sampled = (tally[MOVES] + edge) % CHECK_EVERY == 0
            if (full or is_sampled) and not _stands_for(rules, places, index, raw[edge], images):
                tally[WHY] = NO_IMAGE
                return
            checks_way_back = leads_back and is_sampled
            if checks_way_back and not _leads_back(rules, scratch.pile[place], raw[edge], scratch):
                tally[WHY] = NO_WAY_BACK
                return
            key = _backed_up(rules.form, entry, kept[edge], scratch.gained[edge], payoff)
            best = max(best, key)
            edge += 1
        # The certificate: the stored outcome is that of the best move, plies included.
        if _entry_of_best(rules.form, best, payoff) != entry_in(entries, overflow, here):
            tally[WHY], tally[SHOULD_BE] = NOT_GREATEST, _entry_of_best(rules.form, best, payoff)
            return
    tally[MOVES] += edge


def certify(rules, places, entries, scratch, chunk, full, leads_back, rises, overflow):
    """Check every index of a chunk; stop at the first that fails.

    With ``leads_back`` the rules list predecessors, which are checked for some of the moves. With
    ``rises`` the stage must rise with every move that gains. Look-ups are collected and done in
    batches. The tally is written at the end, because counting in it took a quarter of the time.
    """
    is_indexed, ends, tally = places.keys.size == 0, scratch.ends, scratch.tally
    batch, whose, waiting, filled = scratch.batch, scratch.pile, 0, 0
    positions, num_ends, moves = 0, 0, 0
    orbit = scratch.orbit
    tally[SHOULD_BE] = NO_ENTRY
    for index in range(chunk[0], chunk[1]):
        entry = entry_in(entries, overflow, index)
        stored = position_in(rules, places, index)
        tally[WHERE], tally[WHOSE] = index, np.int64(stored)
        # The position of an unused index has another index. Nothing else may be stored as unused.
        if is_indexed and rules.index(stored) != index:
            if entry != UNUSED:
                tally[WHY] = INDEX_IS_FREE
                return
            continue
        if entry == UNUSED:
            tally[WHY] = INDEX_IS_TAKEN
            return
        # One entry represents an orbit. A full check examines each listed member by its own moves.
        orbit[0], members = stored, 1
        if full:
            members = _list_orbit(rules, stored, scratch.images, orbit)
        if members < 0:
            tally[WHY] = NO_IMAGES
            return
        for member in range(members):
            position = orbit[member]
            positions += 1
            tally[WHERE], tally[WHOSE] = index, np.int64(position)
            if full and not _is_looked_up_at(
                rules, places, position, stored, index, scratch.images
            ):
                tally[WHY] = ELSEWHERE
                return
            # A terminal position needs no moves. The rules give its outcome, in 0 plies.
            code = rules.end(position)
            if code != rules.playing:
                num_ends += 1
                if entry != _end_entry(rules.form, code):
                    tally[WHY], tally[SHOULD_BE] = AN_END, _end_entry(rules.form, code)
                    return
                continue
            # A position at which play goes on needs at least one move, and no more than the buffer
            # holds.
            count = listed(
                scratch.gains, rules.successors, position, scratch.moves, scratch.successors
            )
            if not 0 < count <= scratch.moves.size - GUARDS:
                tally[WHY] = NO_MOVES
                return
            if _gains_too_much(scratch.gains, count):
                tally[WHY] = GAIN_TOO_LARGE
                return
            if rises and not _gains_rise(rules, position, count, scratch):
                tally[WHY] = GAIN_STAYS
                return
            seat = rules.player(position) if rules.has_seats else -1
            # Nothing is better than a win in one ply, so one winning move proves it without a
            # look-up. Without such a move, the position is checked like any other.
            if _may_win_next(rules.form, entry) and not full:
                wins, looked_at = _wins_at_once(rules, seat, count, scratch.successors)
                moves += looked_at
                if wins:
                    continue
            # The others wait until a batch is full.
            filled = _expand(rules, seat, count, scratch, filled)
            batch[waiting], whose[waiting], ends[waiting] = index, position, filled
            scratch.payoffs[waiting] = _payoff_for(rules.form, seat)
            waiting += 1
            # The first fault ends the check. The tally describes it.
            if waiting == BATCH:
                _certify_batch(rules, places, entries, scratch, batch, full, leads_back, overflow)
                if tally[WHY]:
                    return
                waiting, filled = 0, 0
    _certify_batch(rules, places, entries, scratch, batch[:waiting], full, leads_back, overflow)
    tally[POSITIONS] = positions
    tally[ENDS] = num_ends
    # The moves that were looked up are counted by batches. Those examined for immediate wins are
    # added here.
    tally[MOVES] += moves
