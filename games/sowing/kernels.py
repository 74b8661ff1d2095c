"""The compiled rules of Kalah and awari. Numbers of seeds are drawn in ``games.sowing.numbers``.

The number is converted to a ring of houses, which is sown and converted back to a number. In Kalah
the ring has an additional house in its middle, the store of the player to move. It is empty at
first, and its seeds after the move are the gain. The numbering *skips* the store. In awari it skips
no house.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from games.sowing.numbers import ways_before, ways_to_lay
from gamesolver import NO_SCORE, CompiledRules, njit

NORTH = np.uint64(1)


@njit(cache=True)
def lay(number, ways, skipped, ring):
    """Lay the seeds with this number into a ring of houses, except the place that is skipped."""
    house, counted = ways.shape[0] - 1, ways.shape[1] - 1
    for place in range(len(ring) - 1, -1, -1):
        if place == skipped:
            continue
        while ways[house, counted] > number:
            counted -= 1
        number -= ways[house, counted]
        ring[place] = counted  # the seeds so far
        house -= 1
    before = 0
    for place in range(len(ring)):
        if place == skipped:
            ring[place] = 0
        else:
            ring[place], before = ring[place] - before, ring[place]


@njit(cache=True)
def number_of(ring, first, skipped, ways):
    """Return the number of the seeds in the houses, counted from one house on round the ring."""
    circle = len(ring)
    number, counted, house = np.int64(0), np.int64(0), 0
    for each in range(first, first + circle):
        place = each - circle if each >= circle else each
        if place != skipped:
            house += 1
            counted += ring[place]
            number += ways[house, counted]
    return number


@njit(cache=True)
def seeds_of_first(number, ways, houses):
    """Return the seeds in some of the houses with a number, and in all of them."""
    counted = both = ways.shape[1] - 1
    for house in range(ways.shape[0] - 1, houses - 1, -1):
        while ways[house, counted] > number:
            counted -= 1
        number -= ways[house, counted]
        if house == ways.shape[0] - 1:
            both = counted
    return counted, both


# ── Kalah ─────────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def sow_to_store(ring, house, empty_captures):
    """Sow the seeds of a house, capture, and return the house of the last seed."""
    store, circle = len(ring) // 2, len(ring)
    left, ring[house] = ring[house], 0
    last = house
    while left:
        last = last + 1 if last + 1 < circle else 0
        ring[last] += 1
        left -= 1
    opposite = circle - 1 - last
    if last < store and ring[last] == 1 and (empty_captures or ring[opposite]):
        ring[store] += 1 + ring[opposite]
        ring[last] = ring[opposite] = 0
    return last


@njit(cache=True)
def copied(seeds, ring):
    """Fill a ring with the seeds of another, one by one.

    (If a slice is assigned to a slice, numba also compiles its error message in 1.5 seconds.)
    """
    for place in range(len(ring)):
        ring[place] = seeds[place]


@njit(cache=True)
def list_sowings(position, houses, empty_captures, ways, moves, positions, gains):
    """List the moves of Kalah with successors and gains, and return their number."""
    store, circle = houses, 2 * houses + 1
    here, ring = np.empty(circle, np.int64), np.empty(circle, np.int64)
    lay(np.int64(position >> NORTH), ways, store, here)
    seat = position & NORTH
    count = 0
    for house in range(houses):
        if here[house] == 0:
            continue
        copied(here, ring)
        moves_again = sow_to_store(ring, house, empty_captures) == store
        number = number_of(ring, 0 if moves_again else store + 1, store, ways)
        moves[count] = house
        positions[count] = np.uint64(2 * number) | (seat if moves_again else seat ^ NORTH)
        gains[count] = ring[store]
        count += 1
    return np.int64(count)


@cache
def kalah_rules(houses: int, all_seeds: int, empty_captures: bool, share: int) -> CompiledRules:
    """Return the rules of Kalah; ``share`` is the value of the seeds left for their owner."""
    store, circle = np.int64(houses), 2 * houses + 1  # a Python number would be a type of its own
    captures = np.bool_(empty_captures)
    ways = np.array(_ways(2 * houses, all_seeds), np.int64)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any, gains: Any) -> Any:
        return list_sowings(position, store, captures, ways, moves, positions, gains)

    @njit(cache=True)
    def terminal_score(position: Any) -> Any:
        ring = np.empty(circle, np.int64)
        lay(np.int64(position >> NORTH), ways, store, ring)
        mine, theirs = ring[:store].sum(), ring[store:].sum()
        return np.int64(NO_SCORE if mine and theirs else share * (mine - theirs))

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        positions[0] = position ^ NORTH
        return np.int64(1)

    @njit(cache=True)
    def canonical(position: Any) -> Any:
        return position & ~NORTH

    @njit(cache=True)
    def player(position: Any) -> Any:
        return np.int64(position & NORTH)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        ring = np.empty(circle, np.int64)
        lay(np.int64(position >> NORTH), ways, store, ring)
        nearer = 0
        for house in range(houses):
            nearer += house * (ring[house] + ring[store + 1 + house])
        return np.int64((all_seeds - ring.sum()) * houses * all_seeds + nearer)

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, gains: Any, priorities: Any) -> Any:
        count = list_sowings(position, store, captures, ways, moves, positions, gains)
        for each in range(count):
            moves_again = (positions[each] & NORTH) == (position & NORTH)
            priorities[each] = moves[each] + (houses if moves_again else 0)
        return np.int64(count)

    return CompiledRules(
        successors=successors,
        candidates=candidates,
        terminal_score=terminal_score,
        max_moves=houses,
        least_score=-all_seeds,
        most_score=all_seeds,
        symmetries=symmetries,
        max_symmetries=1,
        canonical=canonical,
        player=player,
        stage=stage,
    )


# ── awari ─────────────────────────────────────────────────────────────────────────────────────────

NOWHERE = np.int64(-1)  # passed if no house is skipped
TWO, THREE = 2, 3


@njit(cache=True)
def sow_past_itself(ring, house):
    """Sow the seeds of a house, none into itself, and return the house of the last seed."""
    circle = len(ring)
    left, ring[house] = ring[house], 0
    last = house
    while left:
        last = last + 1 if last + 1 < circle else 0
        if last != house:
            ring[last] += 1
            left -= 1
    return last


@njit(cache=True)
def captured(ring, last):
    """Return the first of the captured houses, from the last one backwards, and their seeds."""
    first, seeds = last + 1, 0
    while first > len(ring) // 2 and TWO <= ring[first - 1] <= THREE:
        first -= 1
        seeds += ring[first]
    return first, seeds


@njit(cache=True)
def feeds(ring, house):
    """Return True if sowing a house reaches the other player's row."""
    return ring[house] > 0 and house + ring[house] >= len(ring) // 2


@cache
def awari_rules(houses: int, all_seeds: int, feeding: bool, grand_slam: str) -> CompiledRules:
    """Return the rules of awari with ``houses`` for each player."""
    row, circle = np.int64(houses), 2 * houses  # a Python number would be a type of its own
    ways = np.array(_ways(circle, all_seeds), np.int64)
    num_indexes = ways_to_lay(all_seeds, circle)
    spares, forbids = grand_slam == "no-capture", grand_slam == "forbidden"

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any, gains: Any) -> Any:
        here, ring = np.empty(circle, np.int64), np.empty(circle, np.int64)
        lay(np.int64(position), ways, NOWHERE, here)
        must_feed = feeding and here[houses:].sum() == 0
        count, milder = 0, 0  # moves that are not grand slams come first
        for house in range(houses):
            if here[house] == 0 or (must_feed and not feeds(here, house)):
                continue
            copied(here, ring)
            last = sow_past_itself(ring, house)
            first, seeds = captured(ring, last)
            is_slam = seeds > 0 and seeds == ring[houses:].sum()
            if is_slam and spares:
                seeds = 0
            if is_slam and forbids and milder:
                continue
            if not is_slam and forbids and milder == 0:
                count = 0  # all moves so far are grand slams
            milder += not is_slam
            if seeds:
                ring[first : last + 1] = 0
            moves[count] = house
            positions[count] = np.uint64(number_of(ring, row, NOWHERE, ways))
            gains[count] = seeds
            count += 1
        return np.int64(count)

    @njit(cache=True)
    def terminal_score(position: Any) -> Any:
        mine, both = seeds_of_first(np.int64(position), ways, row)
        theirs = both - mine
        if mine and (theirs or not feeding):  # true almost always
            return np.int64(NO_SCORE)
        ring = np.empty(circle, np.int64)
        lay(np.int64(position), ways, NOWHERE, ring)
        for house in range(houses):
            if feeds(ring, house):
                return np.int64(NO_SCORE)
        return np.int64(mine - theirs)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        seeds = all_seeds
        while ways[circle, seeds] > np.int64(position):
            seeds -= 1
        return np.int64(-seeds)

    @njit(cache=True)
    def index(position: Any) -> Any:
        return np.int64(position if position < num_indexes else -1)

    @njit(cache=True)
    def position_at(index: Any) -> Any:
        return np.uint64(index)

    return CompiledRules(
        successors=successors,
        terminal_score=terminal_score,
        max_moves=houses,
        least_score=-all_seeds,
        most_score=all_seeds,
        stage=stage,
        index=index,
        position_at=position_at,
        num_indexes=num_indexes,
    )


def _ways(houses: int, seeds: int) -> list[list[int]]:
    """Return, by houses and seeds, the number of ways to lay fewer seeds into these houses."""
    return [
        [ways_before(count, house) if house else 0 for count in range(seeds + 1)]
        for house in range(houses + 1)
    ]
