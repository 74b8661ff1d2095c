"""Chains of Hex that are connected by bridges, for proofs.

A chain grows from some stones to their neighbours, repeatedly and all at once. Hexagons in the
first and in the last column have no neighbours beyond the edge, so these are masked.

**Bridges.** Two stones with two empty neighbours in common are virtually connected: if the other
player takes one of the two hexagons, the other one is left. The same holds for a stone in the
second row and the two empty hexagons between it and its side. A chain with bridges in it will be
complete with either player to move, if the pairs of empty hexagons are disjoint. Such a chain is
*safe*. The search takes the next bridge that it finds. It may overlook a safe chain, but each chain
that it finds is safe.

A player who can make a safe chain with one stone wins. Otherwise the player has to play on the
stone or the pairs of every safe chain that the other player could make. If these have no hexagon in
common, the position is lost.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamesolver import njit
from gamesolver.bits import count_bits, lowest_bit, lowest_place
from gamesolver.verdicts import lost_within, won_in, won_within

ZERO, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)
FIRST, LAST = 0, 1
MOST_STEPS = 9
"""Number of stones for a chain that needs more, or that is impossible."""
STEP, FIRST_OF_ALL = 64, 1 << 20  # in priorities; a step is more than any distance from the middle

Place = tuple[int, int]
"""Steps down and to the right."""

NEIGHBOURS = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
"""Steps to the adjacent hexagons, in their order around a hexagon."""
BRIDGES = tuple(zip(NEIGHBOURS, NEIGHBOURS[1:] + NEIGHBOURS[:1], strict=True))
"""Pairs of hexagons between two stones of a bridge: two neighbours that are adjacent."""
ABOVE, BELOW, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
SIDES = (
    ((ABOVE, BRIDGES[0]), (BELOW, BRIDGES[3])),
    ((LEFT, BRIDGES[4]), (RIGHT, BRIDGES[1])),
)
"""For each player, the directions of the two sides, and the pair between a side and a stone."""


class Grid(NamedTuple):
    """Tables of the places of a board, for repeated look-ups."""

    size: Any
    columns: Any
    everywhere: Any
    """All hexagons."""
    lefts: Any
    """Hexagons with a left neighbour."""
    rights: Any
    """Hexagons with a right neighbour."""
    from_the_middle: Any
    """Distance of each hexagon from the middle."""
    bridges: Any
    """``[which]``: the stones with room for this bridge, and the offsets of the pair between and of
    the other stone."""
    sides: Any
    """``[seat, which]``: the stones one row from this side, the offset of their pair, and the
    hexagons along the side."""


STONES, PAIR, OTHER_OF_PAIR, END = range(4)
"""Columns of ``bridges`` and ``edges``."""

# ── chains ──────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def neighbours_of(stones, board):
    """Return all hexagons adjacent to these. Bits below the board may be set too."""
    down, slanting = np.uint64(board.columns), np.uint64(board.columns - 1)
    left, right = stones & board.lefts, stones & board.rights
    straight = stones << down | stones >> down | left >> ONE | right << ONE
    return straight | left << slanting | right >> slanting


@njit(cache=True)
def grown(chain, stones, board):
    """Return the chains of ``stones`` that contain some of them."""
    before = ZERO
    while chain != before:
        before = chain
        chain |= neighbours_of(chain, board) & stones
    return chain


@njit(cache=True)
def along(board, seat, which):
    """Return the hexagons along a side."""
    return np.uint64(board.sides[seat, which, END])


@njit(cache=True)
def shifted(word, by):
    """Return each bit moved by this number of places, lower or higher."""
    return word >> np.uint64(by) if by >= 0 else word << np.uint64(-by)


@njit(cache=True)
def with_pair(stones, free, pairs):
    """Return the stones whose pair of hexagons is free."""
    fitting = stones & np.uint64(pairs[STONES])
    return fitting & shifted(free, pairs[PAIR]) & shifted(free, pairs[OTHER_OF_PAIR])


@njit(cache=True)
def pair_of(stone, pairs):
    """Return the pair of such a stone."""
    return shifted(stone, -pairs[PAIR]) | shifted(stone, -pairs[OTHER_OF_PAIR])


@njit(cache=True)
def next_bridge(chain, others, free, board, seat):
    """Return another stone with a bridge to the chain or to the first side, and the pair."""
    for each in range(len(board.bridges)):
        bridge = board.bridges[each]
        stone = lowest_bit(with_pair(others & shifted(chain, bridge[END]), free, bridge))
        if stone != ZERO:
            return stone, pair_of(stone, bridge)
    side = board.sides[seat, FIRST]
    stone = lowest_bit(with_pair(others, free, side))
    return stone, pair_of(stone, side)


@njit(cache=True)
def pairs_needed(stones, free, board, seat):
    """Return the pairs of a safe chain of a player, or ``ALL`` if none is found."""
    pairs = ZERO
    last_side = board.sides[seat, LAST]
    chain = grown(stones & along(board, seat, FIRST), stones, board)
    while chain & along(board, seat, LAST) == ZERO:
        last = lowest_bit(with_pair(chain, free, last_side))
        if last != ZERO:
            return pairs | pair_of(last, last_side)
        stone, pair = next_bridge(chain, stones & ~chain, free, board, seat)
        if stone == ZERO:
            return ALL
        pairs, free = pairs | pair, free & ~pair
        chain = grown(chain | stone, stones, board)
    return pairs


# ── positions ───────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def stones_of(position, seat, board):
    """Return the stones of a player."""
    return (position >> np.uint64(board.size) if seat else position) & board.everywhere


@njit(cache=True)
def seat_to_move(position, board):
    """Return the player to move, by the bit above the stones of both players."""
    return np.int64(position >> np.uint64(2 * board.size))


@njit(cache=True)
def judged(position, board):
    """Return the value and 0, or 0 and the hexagons, one of them to be taken."""
    seat = seat_to_move(position, board)
    mine, theirs = stones_of(position, seat, board), stones_of(position, 1 - seat, board)
    empty = board.everywhere & ~(mine | theirs)
    is_won, needed = False, empty
    for hexagon in range(board.size):
        stone = ONE << np.uint64(hexagon)
        if empty & stone == ZERO:
            continue
        pairs = pairs_needed(mine | stone, empty ^ stone, board, seat)
        if pairs == ZERO:
            return won_in(1), ZERO
        is_won |= pairs != ALL
        if not is_won:
            needed &= stone | pairs_needed(theirs | stone, empty ^ stone, board, 1 - seat)
    if is_won:
        return won_within(count_bits(empty)), ZERO
    return lost_within(count_bits(empty)), needed


@njit(cache=True)
def steps_from(chain, empty, board):
    """Return the empty hexagons adjacent to these, or connected to them by a bridge."""
    near = neighbours_of(chain, board)
    for each in range(len(board.bridges)):
        bridge = board.bridges[each]
        near |= with_pair(shifted(chain, bridge[END]), empty, bridge)
    return near & empty


@njit(cache=True)
def add_steps(steps, stones, empty, board, seat, which):
    """Add for each hexagon the number of stones that connect it to a side, not counting bridges."""
    edge, side = along(board, seat, which), board.sides[seat, which]
    chain = grown(stones & edge | with_pair(stones, empty, side), stones, board)
    near = steps_from(chain, empty, board) | edge & empty | with_pair(empty, empty, side)
    left, count = empty, 1
    while left != ZERO:
        new = left if count == MOST_STEPS else left & near
        left ^= new
        while new != ZERO:
            steps[lowest_place(new)] += count
            new &= new - ONE
        chain = near | grown(neighbours_of(near, board) & stones, stones, board)
        near |= steps_from(chain, empty, board)
        count += 1


@njit(cache=True)
def list_candidates(position, moves, positions, priorities, board):
    """Return the value, or all moves, required ones first, then where both need few stones."""
    verdict, needed = judged(position, board)
    if needed == ZERO:
        return verdict
    red, blue = stones_of(position, 0, board), stones_of(position, 1, board)
    empty = board.everywhere & ~(red | blue)
    steps = moves  # of hexagon n, until a move is written there
    steps[: board.size] = 0
    for which in (FIRST, LAST):
        add_steps(steps, red, empty, board, 0, which)
        add_steps(steps, blue, empty, board, 1, which)
    seat = seat_to_move(position, board)
    shift, turn = np.uint64(seat * board.size), ONE << np.uint64(2 * board.size)
    count = 0
    for hexagon in range(board.size):
        stone = ONE << np.uint64(hexagon)
        if empty & stone != ZERO:
            priorities[count] = -STEP * steps[hexagon] - board.from_the_middle[hexagon]
            priorities[count] += FIRST_OF_ALL if needed & stone != ZERO else 0
            moves[count], positions[count] = hexagon, (position | stone << shift) ^ turn
            count += 1
    return np.int64(count)


# ── the rule ────────────────────────────────────────────────────────────────────────────────────


def candidates_of(rows: int, columns: int) -> Any:
    """Return the rule ``candidates`` on ``rows`` by ``columns`` hexagons."""
    board = board_of(rows, columns)

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, priorities: Any) -> Any:
        return list_candidates(position, moves, positions, priorities, board)

    return candidates


def board_of(rows: int, columns: int) -> Grid:
    """Return the tables of a board."""
    size = rows * columns

    def far_from_the_middle(hexagon: int) -> int:
        row, column = divmod(hexagon, columns)
        return abs(2 * row - rows + 1) + abs(2 * column - columns + 1)

    def ahead(*places: Place) -> list[int]:
        return [columns * down + right for down, right in places]

    def having(*places: Place) -> int:
        """Return all hexagons from which these offsets are on the board."""
        return sum(
            1 << columns * row + column
            for row in range(rows)
            for column in range(columns)
            if all(0 <= row + y < rows and 0 <= column + x < columns for y, x in places)
        )

    def bridge(first: Place, second: Place) -> list[int]:
        end = first[0] + second[0], first[1] + second[1]
        return [having(first, second, end), *ahead(first, second, end)]

    def side(way: Place, pair: tuple[Place, Place]) -> list[int]:
        two_ahead = 2 * way[0], 2 * way[1]
        return [having(*pair) & ~having(two_ahead), *ahead(*pair), everywhere & ~having(way)]

    everywhere = having()
    return Grid(
        size=size,
        columns=columns,
        everywhere=np.uint64(everywhere),
        lefts=np.uint64(having((0, -1))),
        rights=np.uint64(having((0, 1))),
        from_the_middle=np.array([*map(far_from_the_middle, range(size))]),
        bridges=np.array([bridge(*each) for each in BRIDGES]),
        sides=np.array([[side(*each) for each in both] for both in SIDES]),
    )
