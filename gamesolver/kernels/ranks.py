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

from gamesolver.kernels.cells import cell_of, kind_of
from gamesolver.kernels.codes import DRAW, FIRST, HOLE, LOSS, PENDING, WIN
from gamesolver.kernels.compiling import kernel, njit
from gamesolver.kernels.intrinsics import fetch_ahead
from gamesolver.kernels.listing import number_of
from gamesolver.kernels.places import folded, mixed, position_in
from gamesolver.kernels.scratch import AHEAD, FAULT, GUARDS, WHERE
from gamesolver.kernels.sweeping import LEAST_DRAW, expand

WON, DRAWN_IN_1, DRAWN_IN_2 = 1, 2, 4
"""What a pending position has heard of settled successors, apart from what it counts."""

NEAR, FAR = 16, 32  # places ahead of the one at work whose edges, and rows, are fetched
BYTE, MORE = 7, 128  # bits that a byte of a packed number has, and the mark that another follows
LONGEST = 10  # bytes of a packed number
CARRIED, MOVE = 0, 1  # in a cursor

U1, U32, LOW = np.uint64(1), np.uint64(32), np.uint64(0xFFFF_FFFF)

helper = njit(inline="always")


# ── found positions: whose a key is, and where it stands there ──────────────────────────────────


@helper
def _owner_of_key(key, size):
    """The rank that owns a key."""
    return np.int64(((key >> U32) * size + ((key & LOW) * size >> U32)) >> U32)


@kernel
def start_buckets(keys, size, shift, starts):
    """Where the keys of each bucket of one rank begin, and where the last one ends."""
    place = 0
    for bucket in range(starts.size - 1):
        starts[bucket] = place
        while place < keys.size and np.int64((keys[place] * size) >> shift) == bucket:
            place += 1
    starts[starts.size - 1] = place


@kernel
def find_places(asked, keys, size, shift, starts, places):
    """The place of each key among those of one rank, in order; -1 where it is none of them."""
    for each in range(asked.size):
        if each + FAR < asked.size:
            fetch_ahead(starts, np.int64((asked[each + FAR] * size) >> shift))
        if each + NEAR < asked.size:
            fetch_ahead(keys, starts[np.int64((asked[each + NEAR] * size) >> shift)])
        key, places[each] = asked[each], -1
        bucket = np.int64((key * size) >> shift)
        for place in range(starts[bucket], starts[bucket + 1]):
            if keys[place] == key:
                places[each] = place


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


# ── the graph: moves listed by who moves, and kept by who is come to ────────────────────────────


def list_moves(rules, places, cells, scratch, slots, code, step, names, codes, heard, size):
    """The slots that pending positions lead to, each with the code of the move.

    ``code`` is that of the first of the positions, and ``step`` the difference to the next one's.
    Ends of play are told by the rules, and left out.
    """
    neighbours, kept, tally = scratch.neighbours, scratch.kept, scratch.tally
    total = 0
    for place in range(slots.size):
        position = position_in(rules, places, np.int64(slots[place]))
        count, best = expand(rules, position, scratch, 0, True)
        heard[place] = DRAWN_IN_1 if best >= LEAST_DRAW else 0
        for move in range(count):
            slot = rules.index(neighbours[move])
            if not 0 <= slot < size:
                tally[FAULT], tally[WHERE] = True, slots[place]
                return
            names[total] = slot
            codes[total] = code + place * step + kept[move]
            total += 1
    tally[AHEAD] = total


def list_moves_by_key(rules, places, cells, scratch, slots, code, step, names, codes, heard):
    """The same for found positions: the keys of those that they lead to."""
    neighbours, kept, tally = scratch.neighbours, scratch.kept, scratch.tally
    total = 0
    for place in range(slots.size):
        position = position_in(rules, places, np.int64(slots[place]))
        count, best = expand(rules, position, scratch, 0, True)
        heard[place] = DRAWN_IN_1 if best >= LEAST_DRAW else 0
        for move in range(count):
            names[total] = mixed(folded(rules, neighbours[move], scratch.twins))
            codes[total] = code + place * step + kept[move]
            total += 1
    tally[AHEAD] = total


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
        ends[_owner_of_key(names[move], size)] += 1
    for owner in range(1, ends.size):
        ends[owner] += ends[owner - 1]
    for move in range(names.size - 1, -1, -1):
        owner = _owner_of_key(names[move], size)
        ends[owner] -= 1
        keys[ends[owner]] = names[move]
        codes_in_order[ends[owner]] = codes[move]
    for owner in range(ends.size - 1):
        ends[owner] = ends[owner + 1]
    ends[ends.size - 1] = names.size


@kernel
def answer(places, codes, cells, ranks, replies, leads_to, kept_codes):
    """Tell what the places hold that others move to, and keep the moves to those pending.

    Where there is no place (-1) there is a hole, and what is pending and has no number, of a stage
    that is settled later, is told as one. Returns how many are kept, each with the number it leads
    to.
    """
    count = 0
    for move in range(places.size):
        if move + NEAR < places.size:
            fetch_ahead(cells, max(np.int64(places[move + NEAR]), 0))
        place = np.int64(places[move])
        if place < 0:
            replies[move] = HOLE
            continue
        cell = cells[place]
        replies[move] = cell
        if cell == PENDING:
            number = number_of(ranks, place)
            if number < 0:
                replies[move] = HOLE
                continue
            leads_to[count] = number
            kept_codes[count] = codes[move]
            count += 1
    return count


@kernel
def hear(replies, codes, shift, unsettled, heard):
    """Enter what the slots hold that pending positions lead to: holes, none, or settled in one ply.

    A move to a pending slot is counted, and one that does not lose. Returns -1, or the number of
    a position with a move to a hole.
    """
    for move in range(replies.size):
        number, kept = np.int64(codes[move]) >> shift, np.int64(codes[move]) & 1
        cell = np.int64(replies[move])
        if cell == HOLE:
            return number
        if cell == PENDING:
            unsettled[number] += 1
            continue
        kind = kind_of(cell)
        if kind == DRAW:
            unsettled[number] += 1
            heard[number] |= DRAWN_IN_2
        elif kind == (WIN if kept else LOSS):
            heard[number] |= WON
    return -1


@kernel
def count_moves(leads_to, counts):
    """Count moves by where they lead."""
    for number in leads_to:
        counts[number] += 1


@kernel
def place_moves(leads_to, codes, ends, edges):
    """Put the codes of moves behind one another by where they lead; ``ends`` come to be begins."""
    for move in range(leads_to.size):
        if move + FAR < leads_to.size:
            fetch_ahead(ends, np.int64(leads_to[move + FAR]))
        if move + NEAR < leads_to.size:
            fetch_ahead(edges, max(ends[np.int64(leads_to[move + NEAR])] - 1, 0))
        number = np.int64(leads_to[move])
        ends[number] -= 1
        edges[ends[number]] = codes[move]


# ── waves: messages sent back over moves, packed, and heard ─────────────────────────────────────


@kernel
def begin(heard, unsettled, drawing, level, queue, tail):
    """Settle what the first pass and its replies decide at this level; where the queue ends."""
    for number in range(unsettled.size):
        if drawing:
            if unsettled[number] and heard[number] & (DRAWN_IN_1 if level == 1 else DRAWN_IN_2):
                unsettled[number] = 0
                queue[tail] = 2 * number + 1
                tail += 1
        elif heard[number] & WON or unsettled[number] == 0:
            unsettled[number] = 0
            queue[tail] = 2 * number + np.int64(heard[number] & WON)
            tail += 1
    return tail


@kernel
def spread(frontier, cursor, rows, edges, shift, drawing, boxes, filled):
    """Carry outcomes one move back, into the box of each rank, until one of them is full.

    ``cursor`` says how far that has come: so many of the frontier, and a move to the next of them.
    """
    at, next_edge = cursor[CARRIED], cursor[MOVE]
    low = (1 << (shift - 1)) - 1
    while at < frontier.size:
        if at + FAR < frontier.size:
            fetch_ahead(rows, np.int64(frontier[at + FAR]) >> 1)
        if at + NEAR < frontier.size:
            fetch_ahead(edges, rows[np.int64(frontier[at + NEAR]) >> 1])
        number, is_good = np.int64(frontier[at]) >> 1, np.int64(frontier[at]) & 1
        for edge in range(max(rows[number], next_edge), rows[number + 1]):
            code = np.int64(edges[edge])
            rank = (code >> 1) & low
            room = filled[rank]
            if room == boxes.shape[1]:
                cursor[CARRIED], cursor[MOVE] = at, edge
                return
            # what is good and keeps the turn is good before it, as what is bad and passes it
            good = 1 if drawing else (code & 1) ^ is_good ^ 1
            boxes[rank, room] = ((code >> shift) << 1) | good
            filled[rank] = room + 1
        at += 1
        next_edge = 0
    cursor[CARRIED], cursor[MOVE] = at, 0


@helper
def _settled_by(message, drawing, unsettled):
    """Whether a message settles its position, which counts one move less if it does not."""
    number = message >> 1
    left = np.int64(unsettled[number])
    if left == 0:
        return False
    if not message & 1 and left > 1 and not drawing:
        unsettled[number] = left - 1
        return False
    unsettled[number] = 0
    return True


@kernel
def settle(messages, drawing, unsettled, queue, tail):
    """Hear messages; append what they settle to the queue, and say where it ends."""
    for place in range(messages.size):
        if place + NEAR < messages.size:
            fetch_ahead(unsettled, np.int64(messages[place + NEAR]) >> 1)
        message = np.int64(messages[place])
        if _settled_by(message, drawing, unsettled):
            queue[tail] = message
            tail += 1
    return tail


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


@kernel
def settle_packed(packed, drawing, unsettled, queue, tail):
    """Hear messages that were packed."""
    message, more, bits = 0, 0, 0
    for place in range(packed.size):
        byte = np.int64(packed[place])
        more |= (byte & (MORE - 1)) << bits
        bits += BYTE
        if byte < MORE:
            message += more
            more, bits = 0, 0
            if _settled_by(message, drawing, unsettled):
                queue[tail] = message
                tail += 1
    return tail


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


@kernel
def hear_back(packed, cells, least, cell, fresh, block, doubts):
    """Hear packed messages: who hears of a good move gets a cell, others count an open move less.

    Pending cells are those from ``least`` on. How many were settled, and how many of the places
    have none left: those are listed, some more than once.
    """
    most = (1 << 8 * cells.itemsize) - 1
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
        there = np.int64(cells[place])
        if there < least:
            continue
        if message & 1:
            cells[place] = cell
            fresh[place // block] = True
            settled += 1
            continue
        if there < most:
            there += 1
            cells[place] = there
        if there == most:
            doubts[doubtful] = place
            doubtful += 1
    return settled, doubtful


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
        replies[move] = cell >= news or kind_of(cell) == DRAW
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
