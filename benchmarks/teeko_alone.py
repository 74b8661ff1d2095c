"""Teeko's movement with an index for each position: retrograde passes over 75,710,250 indexes.

The folded game has an eighth of the indexes, and computing them takes most of the time. Here
nothing is folded. The men of the player to move are on four of the eight occupied squares, in one
of 70 ways. The index is 70 times the number of the set of occupied squares, plus the number of the
way. A move changes one of the eight squares, so that the predecessors of neighbouring indexes are
at neighbouring indexes, whose entries are often in the cache. The solution is compared with the
published counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import attrs
import numpy as np
from numba import njit

from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, spending
from games import Quixo, Teeko
from gamesolver import CompiledGame, CompiledRules, Progress, Value, solve
from gamesolver.bits import count_bits, gathered, lowest_bit, lowest_place, scattered

SQUARES, MEN = 25, 4
WON, LOST = 25_868_670, 7_494_349  # as in figures.toml of the game
BOARD, HALF = np.uint64((1 << SQUARES) - 1), np.uint64(SQUARES)
ZERO, ONE = np.uint64(0), np.uint64(1)
NEXT_TO = np.array([near.bits for near in Teeko().near], np.uint64)
ROUND = 4
"""Steps of a man that are written at once, including unused ones."""
LOW_SQUARES = 13
LOW, LOW_BITS = np.uint64(LOW_SQUARES), np.uint64((1 << LOW_SQUARES) - 1)


def numbers_of_sets(size: int) -> tuple[Any, Any, Any]:
    """Return tables of the terms that the low and the high squares of a set add to its number.

    Sets are ordered by the number of their high squares, then by these, then by the low ones.
    """
    sizes = np.bitwise_count(np.arange(1 << LOW_SQUARES))
    low = np.zeros(1 << LOW_SQUARES, np.int32)
    high = np.zeros(1 << SQUARES - LOW_SQUARES, np.int32)
    sets, first = [], 0
    for above in range(size + 1):
        lows = np.flatnonzero(sizes == size - above)
        highs = np.flatnonzero(sizes[: len(high)] == above)
        low[lows] = np.arange(len(lows))
        high[highs] = first + len(lows) * np.arange(len(highs))
        sets += [(highs[:, None] << LOW_SQUARES | lows).ravel()]
        first += len(sets[-1])
    return low, high, np.concatenate(sets).astype(np.uint32)


MEN_OF = np.array([word for word in range(1 << 2 * MEN) if word.bit_count() == MEN], np.uint8)
WAYS = len(MEN_OF)
WAY_OF = np.zeros(1 << 2 * MEN, np.int32)
WAY_OF[MEN_OF] = np.arange(WAYS)
LOW_NUMBERS, HIGH_NUMBERS, TAKEN = numbers_of_sets(2 * MEN)
LOW_INDEXES, HIGH_INDEXES = LOW_NUMBERS * WAYS, HIGH_NUMBERS * WAYS


@njit(cache=True)
def index_of(taken: Any, mine: Any) -> Any:
    """Return the index of eight men, four of them those of the player to move."""
    way = WAY_OF[gathered(mine, taken)]
    return np.int64(LOW_INDEXES[taken & LOW_BITS] + HIGH_INDEXES[taken >> LOW] + way)


@njit(cache=True)
def index(position: Any) -> Any:
    """Return the index of a position, or -1 if the players do not have four men each."""
    mine, theirs = position & BOARD, position >> HALF
    taken = mine | theirs
    has_four_each = (count_bits(mine) == MEN) & (count_bits(theirs) == MEN)
    if mine & theirs | taken & ~BOARD != ZERO or not has_four_each:
        return np.int64(-1)
    return index_of(taken, mine)


@njit  # numba does not cache a function with a table of four megabytes
def position_at(index: Any) -> Any:
    """Return the position of an index."""
    number, way = np.uint64(index) // np.uint64(WAYS), np.uint64(index) % np.uint64(WAYS)
    taken = np.uint64(TAKEN[number])
    mine = scattered(np.uint64(MEN_OF[way]), taken)
    return mine | (taken ^ mine) << HALF


@njit
def predecessor_indexes(position: Any, indexes: Any) -> Any:
    """Write the indexes of the predecessors: the other player takes a step back, and is to move.

    Terminal positions, in which the player to move has a goal, are listed too, and are ignored.
    """
    mine, theirs = position & BOARD, position >> HALF
    empty, count = BOARD & ~(mine | theirs), 0
    left = theirs
    while left != ZERO:
        target = lowest_bit(left)
        left ^= target
        staying = mine | theirs ^ target
        sources = NEXT_TO[lowest_place(target)] & empty
        listed, count = count, count + count_bits(sources)
        for each in range(2 * ROUND):
            if each == ROUND and sources == ZERO:
                break
            source = lowest_bit(sources)
            indexes[listed + each] = index_of(staying | source, theirs ^ target | source)
            sources ^= source
    return np.int64(count)


@cache
def rules_alone() -> CompiledRules:
    """Return the rules of the built-in game, without symmetries."""
    rules: CompiledRules = attrs.evolve(
        Teeko().rules,
        symmetries=None,
        max_symmetries=1,
        index=index,
        position_at=position_at,
        num_indexes=len(TAKEN) * WAYS,
        predecessor_indexes=predecessor_indexes,
    )
    return rules


class TeekoAlone(CompiledGame):
    """Teeko with an index for every position."""

    def start(self) -> int:
        return Teeko().start()

    @property
    def rules(self) -> CompiledRules:
        """The rules without symmetries."""
        return rules_alone()


def solved_alone(threads: int) -> Numbers:
    """Measure solving, after a small game and an interrupted solve have compiled everything."""
    load_engine()
    solve(Quixo(size=3), threads=threads)
    game = TeekoAlone()
    with suppress(KeyboardInterrupt):
        solve(game, threads=threads, progress=_stopped_in_passes)
    with spending() as spent:
        solution = solve(game, threads=threads)
    counts = dict.fromkeys(Value, 0)
    for outcome, positions in solution.counts().items():
        counts[outcome.value] += positions
    assert (counts[Value.WIN], counts[Value.LOSS]) == (WON, LOST)
    return {"cpu": spent.cpu, "bytes": spent.bytes / len(solution)}


def _stopped_in_passes(news: Progress) -> None:
    """Interrupt the solve after the first passes."""
    if news.phase.startswith("wins and losses in 4"):
        raise KeyboardInterrupt


def figures(quick: bool) -> Iterator[Figure]:
    """Measure the CPU-seconds of one thread, and the bytes per position."""
    del quick
    took = in_own_process(solved_alone, 1)
    yield Figure("Teeko unfolded by predecessors", took["cpu"], "CPU-s", 10, 6)
    yield Figure("memory for it", took["bytes"], "bytes/position", 2.3, None)


GROUPS = (Group("predecessors", figures, is_long=True),)
