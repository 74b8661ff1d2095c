"""The inner loops that look up many positions. Arguments as in ``engine_kernels``.

Unlike the engine's they are asked about any integers, so what stands in a slot must be a
twin of what was asked for.
"""

from __future__ import annotations

from gamesolver.places_kernels import INDEX, NO_POSITION, folded, is_twin, position_in, slot_of


def find_slots(rules, places, cells, room, tally, positions, size, slots):
    """The slot of each position, -1 for what is none."""
    twins = room[2]
    for each in range(positions.size):
        slots[each] = -1
        position = positions[each]
        if position == NO_POSITION:
            continue
        slot = slot_of(rules, places, position, twins)
        if not 0 <= slot < size:
            continue
        there = position_in(rules, places, slot)
        is_valid = places[0].size > 0 or rules[INDEX](there) == slot
        if is_valid and there != NO_POSITION and is_twin(rules, position, there, twins):
            slots[each] = slot


def fold(rules, places, cells, room, tally, positions, canonicals):
    """The position that stands for each one's orbit; ``NO_POSITION`` for what has none."""
    twins = room[2]
    for each in range(positions.size):
        canonicals[each] = NO_POSITION
        position = positions[each]
        if position == NO_POSITION:
            continue
        canonical = folded(rules, position, twins)
        if canonical != NO_POSITION and is_twin(rules, position, canonical, twins):
            canonicals[each] = canonical
