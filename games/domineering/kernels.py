"""The compiled rules of Domineering. Positions are drawn in ``games.domineering``.

A move is where a domino's first square lies, the upper or the left one: all of them are found at
once, by sliding the free squares over themselves.

**Counting.** A player's domino is *safe* where the other player can cover neither of its squares,
now or ever. Of other places some are chosen such that no domino of the other player's touches two:
of these a player gets every second one, and the first if it is his turn. So many moves are sure.
The other player has no more moves than dominoes fit beside each other. Whoever has more for sure
than the other can have, or as many and the other is to move, wins.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from gamesolver import CompiledRules
from gamesolver.bits import count_bits, lowest_bit, lowest_place
from gamesolver.verdicts import lost_within, won_within

LOSS, PLAYING = -1, 2
VERTICAL, HORIZONTAL = 0, 1
ZERO, ONE = np.uint64(0), np.uint64(1)


class Board(NamedTuple):
    """What is known of a board, to be asked again and again."""

    size: Any
    columns: Any
    everywhere: Any
    """All squares."""
    lefts: Any
    """Those that have one to their left."""
    rights: Any
    """Those that have one to their right."""


# ── dominoes ────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def step_of(seat, board):
    """How far on the second square of a domino is."""
    return ONE if seat else np.uint64(board.columns)


@njit(cache=True)
def places_in(free, seat, board):
    """Where a domino of the seat's fits on free squares: the first square of each."""
    return free & free >> ONE & board.rights if seat else free & free >> np.uint64(board.columns)


@njit(cache=True)
def squares_of(places, seat, board):
    """All squares of such dominoes."""
    return places | places << step_of(seat, board)


@njit(cache=True)
def packed(places, seat, board):
    """As many of such dominoes as fit beside each other: the first in each line, and so on."""
    step, chosen = step_of(seat, board), ZERO
    while places != ZERO:
        place = lowest_bit(places)
        chosen |= place
        places &= ~(place | place << step)
    return chosen


@njit(cache=True)
def apart(places, seat, board):
    """Some of such dominoes, of which no domino of the other seat's touches two."""
    step, across = step_of(seat, board), step_of(1 - seat, board)
    chosen = ZERO
    while places != ZERO:
        place = lowest_bit(places)
        chosen |= place
        line = place | place << step | place >> step
        places &= ~(line | line << across | line >> across)
    return chosen


@njit(cache=True)
def sure_moves(free, seat, is_to_move, board):
    """So many moves a seat has at least, whatever the other one does."""
    disputed = squares_of(places_in(free, 1 - seat, board), 1 - seat, board)
    safe = packed(places_in(free & ~disputed, seat, board), seat, board)
    rest = free & ~squares_of(safe, seat, board)
    others = count_bits(apart(places_in(rest, seat, board), seat, board))
    return count_bits(safe) + (others + is_to_move) // 2


@njit(cache=True)
def most_moves(free, seat, board):
    """So many moves a seat has at most."""
    return count_bits(packed(places_in(free, seat, board), seat, board))


# ── positions ───────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def free_squares(position, board):
    """The squares that no domino covers; the lowest bit is turned around."""
    return ~(position ^ ONE) & board.everywhere


@njit(cache=True)
def seat_of(free, board):
    """The seat to move: each domino covers two squares."""
    return (board.size - count_bits(free)) >> 1 & 1


@njit(cache=True)
def end_of(position, board):
    """Whoever has no room for a domino has lost."""
    free = free_squares(position, board)
    has_room = places_in(free, seat_of(free, board), board) != ZERO
    return np.int64(PLAYING if has_room else LOSS)


@njit(cache=True)
def list_moves(position, moves, positions, board):
    """All dominoes that fit; how many."""
    free = free_squares(position, board)
    seat = seat_of(free, board)
    places, count = places_in(free, seat, board), 0
    while places != ZERO:
        place = lowest_bit(places)
        places ^= place
        moves[count] = 2 * lowest_place(place) + seat
        positions[count] = position ^ squares_of(place, seat, board)
        count += 1
    return np.int64(count)


@njit(cache=True)
def list_candidates(position, moves, positions, ranks, board):
    """Who wins by counting; else all moves, those first that leave most to the mover."""
    free = free_squares(position, board)
    seat = seat_of(free, board)
    other = 1 - seat
    plies = count_bits(free) // 2
    if sure_moves(free, seat, 1, board) > most_moves(free, other, board):
        return won_within(plies)
    if sure_moves(free, other, 0, board) >= most_moves(free, seat, board):
        return lost_within(plies)
    count = list_moves(position, moves, positions, board)
    for each in range(count):
        after = free_squares(positions[each], board)
        ranks[each] = room_for(after, seat, board) - room_for(after, other, board)
    return count


@njit(cache=True)
def room_for(free, seat, board):
    """How well off a seat is, by the places for its dominoes, and by how many fit and are sure."""
    places = places_in(free, seat, board)
    fitting = count_bits(packed(places, seat, board))
    return count_bits(places) + 2 * fitting + sure_moves(free, seat, 0, board)


# ── symmetry ────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def upside_down(squares, board):
    """The rows in the other order."""
    columns = np.uint64(board.columns)
    row, image = (ONE << columns) - ONE, ZERO
    for _ in range(board.size // board.columns):
        image = image << columns | squares & row
        squares >>= columns
    return image


@njit(cache=True)
def turned_about(squares, board):
    """After half a turn."""
    image = ZERO
    for _ in range(board.size):
        image = image << ONE | squares & ONE
        squares >>= ONE
    return image


@njit(cache=True)
def twins_of(position, positions, board):
    """From left to right, upside down, and both; bits above the board stay."""
    above = position & ~board.everywhere
    covered = (position ^ ONE) & board.everywhere
    both = turned_about(covered, board)
    for each, image in enumerate((upside_down(covered, board), upside_down(both, board), both)):
        positions[each] = (image | above) ^ ONE
    return np.int64(3)


# ── the rules ───────────────────────────────────────────────────────────────────────────────────


@cache
def domineering_rules(rows: int, columns: int) -> CompiledRules:
    """Domineering on ``rows`` by ``columns`` squares."""
    board = board_of(rows, columns)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        return list_moves(position, moves, positions, board)

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        return end_of(position, board)

    @njit(cache=True)
    def symmetries(position: Any, positions: Any) -> Any:
        return twins_of(position, positions, board)

    @njit(cache=True)
    def player(position: Any) -> Any:
        return seat_of(free_squares(position, board), board)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        return (board.size - count_bits(free_squares(position, board))) >> 1

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, ranks: Any) -> Any:
        return list_candidates(position, moves, positions, ranks, board)

    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=rows * columns,
        symmetries=symmetries,
        max_twins=3,
        player=player,
        stage=stage,
        candidates=candidates,
    )


def board_of(rows: int, columns: int) -> Board:
    """What is known of a board."""
    size = rows * columns
    edge = sum(1 << first for first in range(0, size, columns))
    everywhere = (1 << size) - 1
    return Board(
        size=size,
        columns=columns,
        everywhere=np.uint64(everywhere),
        lefts=np.uint64(everywhere & ~edge),
        rights=np.uint64(everywhere & ~(edge << columns - 1)),
    )
