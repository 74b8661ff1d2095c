"""The inner loops of ranks: processes, perhaps on many machines, each with a part of the slots.

Slots of a numbered game belong to ranks block by block in turn: block b, of ``2 ** bits`` slots,
belongs to rank ``b % size``, as its block ``b // size``. Found positions belong to ranks by the
highest bits of their keys: a key to rank ``key * size >> 64``. So each rank has *places* from 0 on,
one for each slot of its own, or for each of its keys in order.

A rank numbers its own pending slots in order. A *code* is such a number, the rank, and whether a
move keeps the turn: enough for whoever owns the other end of a move to tell what comes of it. A
*message* is a number of the one it is sent to, and a bit that says whether a move of that position
is good.
"""

from __future__ import annotations

import numpy as np

from gamesolver.kernels.cells import cell_of, value_of
from gamesolver.kernels.codes import DRAW, FIRST, LOSS, WIN
from gamesolver.kernels.compiling import kernel, njit
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.places import position_in
from gamesolver.kernels.scratch import AHEAD, FAULT, GUARDS, WHERE
from gamesolver.kernels.sweeping import LEAST_DRAW, expand

NEAR, FAR = 16, 32  # places ahead of the one at work whose edges, and rows, are fetched
BYTE, MORE = 7, 128  # bits that a byte of a packed number has, and the mark that another follows
LONGEST = 10  # bytes of a packed number
CARRIED, MOVE = 0, 1  # in a cursor

SETTLES, DOUBTFUL = 1, 2  # what a message does to its position

U1, U32, LOW = np.uint64(1), np.uint64(32), np.uint64(0xFFFF_FFFF)

helper = njit(inline="always")


# ── found positions ─────────────────────────────────────────────────────────────────────────────


@helper
def owner_of_key(key, size):
    """Return the rank that owns a key: ``key * size >> 64``."""
    return np.int64(((key >> U32) * size + ((key & LOW) * size >> U32)) >> U32)


@kernel
def drop_repeats(keys):
    """Put keys in order that are by their upper half, each once; how many there are then."""
    count = 0
    for each in range(keys.size):
        key, place = keys[each], count
        while place > 0 and keys[place - 1] > key:
            place -= 1
        if place > 0 and keys[place - 1] == key:
            continue
        for later in range(count, place, -1):
            keys[later] = keys[later - 1]
        keys[place] = key
        count += 1
    return count


# ── moves in order of the ranks that own their successors ───────────────────────────────────────


@helper
def _owner_of(name, bits, size):
    """The rank that owns a slot."""
    return np.int64(np.uint32(name >> bits) % np.uint32(size))


@kernel
def deal_out(names, codes, bits, size, places, codes_in_order, ends):
    """Put moves in order of who owns the slot they lead to, which becomes a place of its owner.

    ``ends`` says where the moves of each owner end.
    """
    ends[:] = 0
    for move in range(names.size):
        ends[_owner_of(names[move], bits, size)] += 1
    for owner in range(1, size):
        ends[owner] += ends[owner - 1]
    low = (1 << bits) - 1
    for move in range(names.size - 1, -1, -1):
        name = names[move]
        owner = _owner_of(name, bits, size)
        ends[owner] -= 1
        places[ends[owner]] = (((name >> bits) // size) << bits) | (name & low)
        codes_in_order[ends[owner]] = codes[move]
    for owner in range(size - 1):
        ends[owner] = ends[owner + 1]
    ends[size - 1] = names.size


@kernel
def deal_out_keys(names, codes, size, keys, codes_in_order, ends):
    """The same as :func:`deal_out` for moves to found positions, which keep their names."""
    ends[:] = 0
    for move in range(names.size):
        ends[owner_of_key(names[move], size)] += 1
    for owner in range(1, ends.size):
        ends[owner] += ends[owner - 1]
    for move in range(names.size - 1, -1, -1):
        owner = owner_of_key(names[move], size)
        ends[owner] -= 1
        keys[ends[owner]] = names[move]
        codes_in_order[ends[owner]] = codes[move]
    for owner in range(ends.size - 1):
        ends[owner] = ends[owner + 1]
    ends[ends.size - 1] = names.size


# ── messages, packed ────────────────────────────────────────────────────────────────────────────


@kernel
def pack(messages, packed):
    """Messages in order as differences, each in as few bytes as it takes; how many bytes.

    A good one that is there twice is packed once, for one settles its position. And how many
    messages.
    """
    before, filled, count = 0, 0, 0
    for place in range(messages.size):
        message = np.int64(messages[place])
        if place and message == before and message & 1:
            continue
        more = message - before
        while more >= MORE:
            packed[filled] = (more & (MORE - 1)) | MORE
            more >>= BYTE
            filled += 1
        packed[filled] = more
        filled += 1
        count += 1
        before = message
    return filled, count


# ── waves from behind: predecessors are told, and those in doubt ask ────────────────────────────


def list_predecessors(rules, places, cells, scratch, slots, kinds, size, names, goods):
    """The slots one move before settled ones, and whether the move is good there.

    ``kinds`` says of each slot whether it is lost, drawn or won.
    """
    before, tally = scratch.predecessors, scratch.tally
    total = 0
    for place in range(slots.size):
        position, kind = position_in(rules, places, np.int64(slots[place])), kinds[place]
        count = rules.predecessors(position, before)
        if not 0 <= count <= before.size - GUARDS:
            tally[FAULT], tally[WHERE] = True, slots[place]
            return
        seat = rules.player(position) if rules.has_seats else -1
        for each in range(count):
            slot = rules.index(before[each])
            if 0 <= slot < size:
                keeps = seat >= 0 and rules.player(before[each]) == seat
                names[total] = slot
                goods[total] = kind == DRAW or (kind == WIN) == keeps
                total += 1
    tally[AHEAD] = total


@helper
def _hear_of(cells, place, is_good, least, cell):
    """Enter one message into a pending cell. Return ``SETTLES``, ``DOUBTFUL`` or 0."""
    there, most = np.int64(cells[place]), (1 << 8 * cells.itemsize) - 1
    if there < least:
        return 0
    if is_good:
        cells[place] = cell
        return SETTLES
    if there < most:
        there += 1
        cells[place] = there
    return DOUBTFUL if there == most else 0


@kernel
def hear_back(packed, cells, least, cell, fresh, block, doubts):
    """Enter packed messages: a good one settles a pending cell, others count an open move less.

    Pending cells are those from ``least`` on. Return how many were settled, and how many places
    have no open move left. Those are listed, some more than once.
    """
    message, more, bits, settled, doubtful = 0, 0, 0, 0, 0
    for at in range(packed.size):
        byte = np.int64(packed[at])
        more |= (byte & (MORE - 1)) << bits
        bits += BYTE
        if byte >= MORE:
            continue
        message += more
        more, bits = 0, 0
        place = message >> 1
        heard = _hear_of(cells, place, message & 1, least, cell)
        if heard == SETTLES:
            fresh[place // block] = True
            settled += 1
        elif heard == DOUBTFUL:
            doubts[doubtful] = place
            doubtful += 1
    return settled, doubtful


@kernel
def hear_own(places, goods, cells, least, cell, fresh, block, doubts):
    """Enter messages of a rank to itself, which are neither sorted nor packed."""
    settled, doubtful = 0, 0
    for at in range(places.size):
        if at + NEAR < places.size:
            fetch_ahead(cells, np.int64(places[at + NEAR]))
        place = np.int64(places[at])
        heard = _hear_of(cells, place, goods[at], least, cell)
        if heard == SETTLES:
            fresh[place // block] = True
            settled += 1
        elif heard == DOUBTFUL:
            doubts[doubtful] = place
            doubtful += 1
    return settled, doubtful


def list_moves(rules, places, cells, scratch, slots, code, step, names, codes, is_open, size):
    """List the slots that doubtful positions lead to, each with the code of the move.

    ``code`` is that of the first position, and ``step`` the difference to the next one's. Terminal
    successors are left out; ``is_open`` says whether one of them is drawn, or won by the mover.
    """
    neighbours, kept, tally = scratch.neighbours, scratch.kept, scratch.tally
    total = 0
    for place in range(slots.size):
        position = position_in(rules, places, np.int64(slots[place]))
        count, best = expand(rules, position, scratch, 0, True)
        is_open[place] = best >= LEAST_DRAW
        for move in range(count):
            slot = rules.index(neighbours[move])
            if not 0 <= slot < size:
                tally[FAULT], tally[WHERE] = True, slots[place]
                return
            names[total] = slot
            codes[total] = code + place * step + kept[move]
            total += 1
    tally[AHEAD] = total


@kernel
def answer_doubts(places, cells, least, level, replies):
    """Whether the places that doubtful positions move to leave them a way out: 1, or 2 for holes.

    They do if they are pending, drawn, or were settled in this very wave.
    """
    news = cell_of(LOSS, level)
    for move in range(places.size):
        if move + NEAR < places.size:
            fetch_ahead(cells, np.int64(places[move + NEAR]))
        cell = np.int64(cells[places[move]])
        replies[move] = cell >= news or value_of(cell) == DRAW
        if cell < FIRST:
            replies[move] = 2


@kernel
def judge(replies, codes, is_open):
    """Enter who has a way out. Returns -1, or who has a move to a hole."""
    for move in range(replies.size):
        number = np.int64(codes[move]) >> 1
        if replies[move] > 1:
            return number
        if replies[move]:
            is_open[number] = 1
    return -1


# ── one table of all parts ──────────────────────────────────────────────────────────────────────


@kernel
def put_in_place(part, first, rank, bits, size, cells):
    """Put cells of a rank, from one of its places on, into the slots that they belong to."""
    low = (1 << bits) - 1
    for each in range(part.size):
        place = first + each
        cells[((((place >> bits) * size) + rank) << bits) | (place & low)] = part[each]
