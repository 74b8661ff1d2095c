"""Teeko's movement with a slot for each position: waves by predecessors over 75,710,250 slots.

Folded it has an eighth of them, and its index takes most of the time. Here nothing is folded: the
slot is the number of the mover's men times the ways of the others, plus the number of theirs among
the squares that are left. Its solution is held against the published counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations
from typing import Any

import attrs
import numpy as np
from numba import njit

from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, spending
from games import Teeko
from gamesolver import CompiledRules, Progress, Value, solve
from gamesolver.bits import count_bits, counts_of_sets, lowest_bit

SQUARES, MEN = 25, 4
WON, LOST = 25_868_670, 7_494_349  # as in figures.toml of the game
BOARD, HALF, ZERO, ONE = np.uint64((1 << SQUARES) - 1), np.uint64(32), np.uint64(0), np.uint64(1)
COUNTS = counts_of_sets(SQUARES, MEN)
WAYS = int(COUNTS[SQUARES - MEN, MEN])


def sets_among(squares: int) -> Any:
    """All sets of men among so many squares, in the order of their numbers."""
    words = sorted(sum(1 << man for man in men) for men in combinations(range(squares), MEN))
    return np.array(words, np.uint64)


MINE, THEIRS = sets_among(SQUARES), sets_among(SQUARES - MEN)


@njit(cache=True)
def number_among(men: Any, free: Any) -> Any:
    """The number of a set of men among the squares that are free."""
    number, size = 0, 0
    while men != ZERO:
        size += 1
        number += COUNTS[count_bits((lowest_bit(men) - ONE) & free), size]
        men &= men - ONE
    return np.int64(number)


@njit(cache=True)
def index(position: Any) -> Any:
    """The slot of a position; -1 where there are not four men on each side."""
    mine, theirs = position & BOARD, position >> HALF
    if position & ~(BOARD | BOARD << HALF) != ZERO or mine & theirs != ZERO:
        return np.int64(-1)
    if count_bits(mine) != MEN or count_bits(theirs) != MEN:
        return np.int64(-1)
    return number_among(mine, BOARD) * WAYS + number_among(theirs, ~mine)


@njit(cache=True)
def position_at(slot: Any) -> Any:
    """The position in a slot."""
    mine, theirs = MINE[slot // WAYS], THEIRS[slot % WAYS]
    left = mine
    while left != ZERO:
        below = lowest_bit(left) - ONE
        theirs = theirs & below | (theirs & ~below) << ONE
        left &= left - ONE
    return mine | theirs << HALF


@cache
def rules_alone() -> CompiledRules:
    """The rules of the shelf, unfolded."""
    rules: CompiledRules = attrs.evolve(
        Teeko().rules,
        symmetries=None,
        max_twins=1,
        index=index,
        position_at=position_at,
        slots=len(MINE) * WAYS,
    )
    return rules


class TeekoAlone(Teeko):
    """Every position has a slot of its own."""

    @property
    def rules(self) -> CompiledRules:
        """The bundle."""
        return rules_alone()


def solved_alone(threads: int) -> Numbers:
    """What solving takes, compiled before by a solve that is stopped."""
    load_engine()
    game = TeekoAlone()
    with suppress(KeyboardInterrupt):
        solve(game, threads=threads, progress=_stopped_in_waves)
    with spending() as spent:
        solution = solve(game, threads=threads)
    counts = dict.fromkeys(Value, 0)
    for outcome, positions in solution.counts().items():
        counts[outcome.value] += positions
    assert (counts[Value.WIN], counts[Value.LOSS]) == (WON, LOST)
    return {"cpu": spent.cpu, "bytes": spent.bytes / len(solution)}


def _stopped_in_waves(news: Progress) -> None:
    """Stop once the first waves have been."""
    if news.phase.startswith("wins and losses in 4"):
        raise KeyboardInterrupt


def figures(quick: bool) -> Iterator[Figure]:
    """CPU-seconds of one thread, and bytes a position."""
    del quick
    took = in_own_process(solved_alone, 1)
    yield Figure("Teeko unfolded by predecessors", took["cpu"], "CPU-s", 10, 6)
    yield Figure("memory for it", took["bytes"], "bytes/position", 2.3, None)


GROUPS = (Group("predecessors", figures, is_long=True),)
