"""Many positions at once: which position of the table each of them stands for."""

from __future__ import annotations

from gamesolver.places_kernels import NO_POSITION, POSITION_AT, folded, is_twin, look_up

BATCH = 64


def stand_ins(rules, places, positions, room, tally, canonical):
    """The position that stands for each; ``NO_POSITION`` where it is in no orbit."""
    twins = room[2]
    for place in range(positions.size):
        position = positions[place]
        stands = folded(rules, position, twins)
        if stands != NO_POSITION and not is_twin(rules, position, stands, twins):
            stands = NO_POSITION
        canonical[place] = stands


def slots_of(rules, places, cells, canonical, room, tally, slots):
    """The slot of each canonical position; -1 where there is none."""
    twins, ahead, found = room[2], room[3], room[5]
    is_numbered = places[0].size == 0
    for first in range(0, canonical.size, BATCH):
        count = min(BATCH, canonical.size - first)
        for each in range(count):
            ahead[each] = canonical[first + each]
        look_up(rules, places, ahead, count, cells, twins, found)
        for each in range(count):
            slot = found[each]
            position = canonical[first + each]
            if position == NO_POSITION:
                slot = -1
            if is_numbered and slot >= 0:
                slot = slot if rules[POSITION_AT](slot) == position else -1
            slots[first + each] = slot
