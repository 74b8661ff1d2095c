"""Lasker's morris, compiled: on each turn a man is placed or moved, as the player likes.

So either player may have any number of men in hand while the other has any, and the byte that is
one number elsewhere is two of four bits here:

    bits 24-27    men in hand of the player to move
    bits 28-31    men in hand of the other

The players change places with every move, and these two halves as well. What boards and kinds of
men are, and how a pair of sets is numbered, is as in ``games.nine_mens_morris.kernels``.

**Stages.** While men are moved, nothing else changes than who is to move: so a stage is what each
of the two players has in hand and on the board, and says nothing of which of them is the mover. It
has two *sections*, or one where both have the same, and play may loop within it. A player has the
*rank*

    16 * (men in all) + (men in hand)

which falls when he places a man, for one less is in hand, and when one is taken from him, for there
is one less in all. A pair of ranks, x and the lesser y, is counted by x * (x + 1) / 2 + y: each has
a number of its own, which falls when either rank does. The stage is that number below 0, and rises.

**One move back** a man goes back to where he can have come from, or into the hand. Whoever has no
man on the board when the other closes a mill loses none; so a mill may have been closed with
nothing taken, where none of the men beside it are left.
"""

from __future__ import annotations

from functools import cache
from itertools import product, starmap
from typing import Any

import numpy as np
from numba import njit

from games.nine_mens_morris import CODE, HAND, HAND_OF_ONE, NOWHERE
from games.nine_mens_morris.kernels import (
    HALF,
    IN_HAND,
    LOSS,
    MEN,
    PLAYING,
    ZERO,
    Sections,
    can_step,
    closes,
    fill_before,
    fill_steps,
    fill_steps_back,
    fill_ways,
    index_of,
    laid_out,
    layout_of,
    most_steps,
    pairs_of,
    position_in,
    restorable,
    turning,
)
from games.nine_mens_morris.plain import FEWEST_TO_PLAY, LEAST_MEN, board_of
from gamesolver import CompiledRules
from gamesolver.bits import count_bits, lowest_bit, lowest_place

ONE_HAND = np.uint64(HAND_OF_ONE)
OWN_HAND = np.uint64((1 << HAND_OF_ONE) - 1 << HAND)
OWN_MAN, OTHERS_MAN = np.uint64(1 << HAND), np.uint64(1 << HAND + HAND_OF_ONE)
"""One man in hand, of the player to move and of the other."""


# ── hands ─────────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def own_hand(position):
    """How many men the player to move has in hand."""
    return np.int64((position & OWN_HAND) >> np.uint64(HAND))


@njit(cache=True)
def others_hand(position):
    """How many the other has."""
    return own_hand(position >> ONE_HAND)


@njit(cache=True)
def passed_on(position):
    """The hands alone, when the turn has passed: each is then the other one's."""
    own, others = position & OWN_HAND, position & IN_HAND & ~OWN_HAND
    return own << ONE_HAND | others >> ONE_HAND


# ── moves, forward and back ───────────────────────────────────────────────────────────────────────


@cache
def moving_rules(rings: int, diagonals: bool, flying: bool) -> tuple[Any, Any, Any]:
    """The rules ``successors``, ``terminal_code`` and ``predecessors``."""
    layout = layout_of(rings, diagonals)
    around, mills, others = layout.around, layout.mills, layout.others
    board = np.uint64(layout.full)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        mine, theirs, hand = position & MEN, position >> HALF & MEN, own_hand(position)
        empty, after, count = board & ~(mine | theirs), theirs | passed_on(position), 0
        if hand > 0:
            way, placed = CODE * NOWHERE, after - OTHERS_MAN
            count = fill_ways(
                mine, empty, way, placed, theirs, others, mills, moves, positions, count
            )
        flies = flying and count_bits(mine) + hand == FEWEST_TO_PLAY
        count = fill_steps(
            mine, empty, flies, after, theirs, around, others, mills, moves, positions, count
        )
        return np.int64(count)

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        mine, hand = position & MEN, own_hand(position)
        empty, men = board & ~(mine | position >> HALF), count_bits(mine) + hand
        if men <= LEAST_MEN or empty == ZERO:
            return np.int64(LOSS)
        if hand > 0 or (flying and men == FEWEST_TO_PLAY):
            return np.int64(PLAYING)
        return np.int64(PLAYING if can_step(mine, empty, around) else LOSS)

    @njit(cache=True)
    def predecessors(position: Any, positions: Any) -> Any:
        mine, theirs, hands = position & MEN, position >> HALF & MEN, passed_on(position)
        empty = board & ~(mine | theirs)
        flies = flying and count_bits(theirs) + others_hand(position) == FEWEST_TO_PLAY
        count, left, restored, is_known = 0, theirs, ZERO, False
        while left != ZERO:
            target = lowest_bit(left)
            left ^= target
            place = lowest_place(target)
            moved = theirs ^ target | hands
            placed, sources = moved + OWN_MAN, empty if flies else around[place] & empty
            is_mill = closes(theirs ^ target, place, others)
            if is_mill and not is_known:
                restored, is_known = restorable(mine, empty, mills, others), True
            count = fill_steps_back(moved, mine, restored, is_mill, sources, positions, count)
            count = fill_before(placed, mine, restored, is_mill, positions, count)
            if is_mill and mine == ZERO:
                count = fill_steps_back(moved, mine, ZERO, False, sources, positions, count)
                count = fill_before(placed, mine, ZERO, False, positions, count)
        return np.int64(count)

    return successors, terminal_code, predecessors


def max_moves(rings: int, diagonals: bool, men: int, flying: bool) -> int:
    """At most: every way of every man closes a mill, and any man of the other's is taken."""
    points, numbers = len(board_of(rings, diagonals).places), range(men + 1)
    return max(
        (points - mine - theirs + _steps(rings, diagonals, mine, theirs, flying)) * max(1, theirs)
        for mine, theirs in product(numbers, numbers)
        if mine + theirs <= points
    )


def max_predecessors(rings: int, diagonals: bool, men: int, flying: bool) -> int:
    """At most: every way back out of a mill, and a man on any free point, or on none."""
    points, numbers = len(board_of(rings, diagonals).places), range(men + 1)
    return max(
        (_steps(rings, diagonals, theirs, mine, flying) + theirs) * (points - mine - theirs + 1)
        for mine, theirs in product(numbers, numbers)
        if mine + theirs <= points
    )


def _steps(rings: int, diagonals: bool, mine: int, theirs: int, flying: bool) -> int:
    """The most steps of so many men on the board: three or less may fly, with others in hand."""
    return most_steps(rings, diagonals, mine, theirs, flies=flying and mine <= FEWEST_TO_PLAY)


# ── stages ────────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def rank(on_board, hand):
    """What falls when a man is placed, and when one is taken."""
    return (on_board + hand) << HAND_OF_ONE | hand


@njit(cache=True)
def stage_of(mine, theirs):
    """The stage in which the players have these ranks."""
    more, fewer = max(mine, theirs), min(mine, theirs)
    return -(more * (more + 1) // 2 + fewer)


@njit(cache=True)
def stage(position):
    """What the players have in hand and on the board, as a number below 0."""
    mine, theirs = count_bits(position & MEN), count_bits(position >> HALF & MEN)
    ranks = rank(mine, own_hand(position)), rank(theirs, others_hand(position))
    return np.int64(stage_of(ranks[0], ranks[1]))


@cache
def sections_of(
    rings: int, diagonals: bool, men: tuple[int, int]
) -> tuple[Sections, dict[int, str]]:
    """The sections, of unlike ranks first that in which the mover has more; what stages are called.

    Of ``men``, the fewer and the more to begin with, either may be the mover's.
    """
    parts: list[tuple[int, int, int, int]] = []
    labels: dict[int, str] = {}
    for mine, theirs in sorted(pairs_of(men), reverse=True):
        for own, other in product(range(mine, -1, -1), range(theirs, -1, -1)):
            players = (mine - own, own), (theirs - other, other)
            number = int(stage_of(*starmap(rank, players)))
            parts.append((number, own | other << HAND_OF_ONE, mine - own, theirs - other))
            labels[number] = label_of(players)
    sections = laid_out(rings, diagonals, parts)
    return sections, {number: labels[number] for number in sections.slots}


def label_of(players: tuple[tuple[int, int], ...]) -> str:
    """What a stage is called, given each player's men on the board and in hand."""
    (first, hand), (second, others_hand) = sorted(players, key=lambda each: -rank(*each))
    in_hand = f"{hand}+{others_hand} in hand, " if hand or others_hand else ""
    return f"{in_hand}{first}-{second}"


# ── the bundle ────────────────────────────────────────────────────────────────────────────────────


@cache
def lasker_rules(rings: int, men: tuple[int, int], flying: bool, diagonals: bool) -> CompiledRules:
    """The bundle of a game; what boards have in common is compiled once for them all."""
    board, most = (rings, diagonals), max(men)
    successors, terminal_code, predecessors = moving_rules(*board, flying)
    sections, labels = sections_of(*board, (min(men), most))
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=max_moves(*board, most, flying),
        symmetries=turning(*board),
        max_twins=len(layout_of(*board).images) - 1,
        stage=stage,
        stage_labels=labels,
        index=index_of(*board, sections),
        position_at=position_in(*board, sections),
        slots=sections.slots,
        predecessors=predecessors,
        max_predecessors=max_predecessors(*board, most, flying),
    )
