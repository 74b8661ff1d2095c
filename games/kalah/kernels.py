"""The compiled rules of Kalah. Positions and their numbers are drawn in ``games.kalah``.

A row of seeds is made of the number, sown, and made a number again. It has one house more, the
mover's own store, in its middle, which is empty at first: what is in it afterwards is the gain.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any

import numpy as np
from numba import njit

from gamesolver import NO_SCORE, CompiledRules

NORTH = np.uint64(1)


@njit(cache=True)
def lay(position, ways, ring):
    """Lay the seeds of a position: the mover's, no seed in the store, the other player's."""
    store = len(ring) // 2
    number, counted, before = np.int64(position >> NORTH), ways.shape[1] - 1, 0
    for house in range(2 * store, 0, -1):
        while ways[house, counted] > number:
            counted -= 1
        number -= ways[house, counted]
        if house < 2 * store:
            ring[house + (house >= store)] = before - counted
        before = counted
    ring[0], ring[store] = before, 0


@njit(cache=True)
def number_of(ring, first, ways):
    """The number of the seeds in the houses, counted from one house on round the circle."""
    store, circle = len(ring) // 2, len(ring)
    number, counted, house = np.int64(0), np.int64(0), 0
    for each in range(first, first + circle):
        place = each - circle if each >= circle else each
        if place != store:
            house += 1
            counted += ring[place]
            number += ways[house, counted]
    return number


@njit(cache=True)
def sow(ring, house, empty_captures):
    """Sow the seeds of a house, and capture; where the last one has fallen."""
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


@cache
def kalah_rules(houses: int, all_seeds: int, empty_captures: bool, share: int) -> CompiledRules:
    """Kalah with so many houses a player; ``share`` is what left seeds count for their owner."""
    store, circle = houses, 2 * houses + 1
    ways = np.array(_ways(2 * houses, all_seeds), np.int64)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any, gains: Any) -> Any:
        here, ring = np.empty(circle, np.int64), np.empty(circle, np.int64)
        lay(position, ways, here)
        seat = position & NORTH
        count = 0
        for house in range(houses):
            if here[house] == 0:
                continue
            ring[:] = here
            moves_again = sow(ring, house, empty_captures) == store
            number = number_of(ring, 0 if moves_again else store + 1, ways)
            moves[count] = house
            positions[count] = np.uint64(2 * number) | (seat if moves_again else seat ^ NORTH)
            gains[count] = ring[store]
            count += 1
        return np.int64(count)

    @njit(cache=True)
    def terminal_score(position: Any) -> Any:
        ring = np.empty(circle, np.int64)
        lay(position, ways, ring)
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
        lay(position, ways, ring)
        nearer = 0
        for house in range(houses):
            nearer += house * (ring[house] + ring[store + 1 + house])
        return np.int64((all_seeds - ring.sum()) * houses * all_seeds + nearer)

    return CompiledRules(
        successors=successors,
        terminal_score=terminal_score,
        max_moves=houses,
        least_score=-all_seeds,
        most_score=all_seeds,
        symmetries=symmetries,
        max_twins=1,
        canonical=canonical,
        player=player,
        stage=stage,
    )


def _ways(houses: int, seeds: int) -> list[list[int]]:
    """By so many houses and seeds: the ways to lay fewer seeds into these houses."""
    return [
        [comb(count + house - 1, house) if house else 0 for count in range(seeds + 1)]
        for house in range(houses + 1)
    ]
