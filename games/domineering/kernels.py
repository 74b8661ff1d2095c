"""The compiled rules of Domineering. Positions are drawn in ``games.domineering``.

A move is the first square of a domino, the upper or the left one. All moves are found at once by
shifting the free squares over themselves.

**Counting.** A place for a player's domino is *safe* if the other player can never cover either of
its squares. *Stakes* are further places, chosen so that no domino of the other player touches two
stakes. The players take turns at them. One player takes a stake and the other spoils one, the best
stakes first.

* *A single* is a place for one domino.
* *A pair* is a place and a second place, which covers all squares from which the other player can
  reach the first. A domino on the second place makes the first one safe, so a pair is two dominoes.

The dominoes of the other player are at most those that fit side by side in the lines of squares
that the other player can use. A taken stake covers squares of some lines, so fewer dominoes fit
there. If several stakes cover squares of one line, only the first is counted. Let

    ahead = safe dominoes + value of the stakes taken - dominoes of the other player that fit

where the *value* of a stake is its dominoes plus those that it takes from the other player. For any
play of the other player, a player makes at least this number of moves more. The player to move wins
if it is above 0. The other player, counted in the same way, wins if it is 0 or more.

**Moves.** The count is repeated after each move. A move that wins by the count is played. Moves
that lose by it come last, because they may still lose latest. If all moves lose, the position is
lost. In the lines that the other player cannot touch all dominoes are equivalent, so one place is
enough.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from gamesolver import CompiledRules, njit
from gamesolver.bits import count_bits, lowest_bit, lowest_place
from gamesolver.verdicts import lost_within, won_within

LOSS, PLAYING = -1, 2
ZERO, ONE = np.uint64(0), np.uint64(1)
MOST_VALUE = 6
"""Greatest value of a pair. It takes two dominoes from each of two lines, or 2, 1 and 1 from 3."""
STAKES = np.uint64(255)
LAST = 1_000
"""Subtracted from the priority of moves that lose. It is more than any priority."""


class Grid(NamedTuple):
    """Tables of the places of a board, for repeated look-ups."""

    size: Any
    columns: Any
    everywhere: Any
    """All squares."""
    lefts: Any
    """Squares with a left neighbour."""
    rights: Any
    """Squares with a right neighbour."""


# ── dominoes ────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def step_of(seat, board):
    """Return the distance of the second square of a domino."""
    return ONE if seat else np.uint64(board.columns)


@njit(cache=True)
def places_in(free, seat, board):
    """Return the first square of each domino of a player that fits on free squares."""
    return free & free >> ONE & board.rights if seat else free & free >> np.uint64(board.columns)


@njit(cache=True)
def squares_of(places, seat, board):
    """Return all squares of dominoes, from their first squares."""
    return places | places << step_of(seat, board)


@njit(cache=True)
def packed(places, seat, board):
    """Return the most dominoes that fit together, chosen from the start of each line."""
    step, chosen = step_of(seat, board), ZERO
    while places != ZERO:
        place = lowest_bit(places)
        chosen |= place
        places &= ~(place | place << step)
    return chosen


@njit(cache=True)
def and_beside(squares, seat, board):
    """Return the squares, and adjacent ones from which the other player can reach them."""
    if seat:
        down = np.uint64(board.columns)
        return (squares | squares << down | squares >> down) & board.everywhere
    return squares | (squares & board.rights) << ONE | squares >> ONE & board.rights


@njit(cache=True)
def not_touching(places, squares, seat, board):
    """Return the places that share no domino of the other player with these squares."""
    taken = and_beside(squares, seat, board)
    return places & ~(taken | taken >> step_of(seat, board))


# ── counting ────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def lines_of(squares, used, seat, board):
    """Return the lines of used squares, in the direction of a player, that contain squares."""
    lines = squares & used
    while True:
        more = lines | and_beside(lines, 1 - seat, board) & used
        if more == lines:
            return lines
        lines = more


@njit(cache=True)
def most_moves(free, seat, board):
    """Return the greatest number of moves of a player."""
    return count_bits(packed(places_in(free, seat, board), seat, board))


@njit(cache=True)
def taken_by(squares, lines, seat, board):
    """Return the number of a player's dominoes that no longer fit without these squares."""
    return most_moves(lines, seat, board) - most_moves(lines & ~squares, seat, board)


@njit(cache=True)
def opening(place, places, free, seat, board):
    """Return a place whose domino makes another place safe, or 0 if there is none."""
    step, squares = step_of(seat, board), squares_of(place, seat, board)
    beside = and_beside(squares, seat, board) & free & ~squares
    first = lowest_bit(beside)
    if beside == first:  # a square, which may be the first or the second one of a domino
        return places & first if places & first else places & first >> step
    return places & first if beside == first | first << step else ZERO


@njit(cache=True)
def stakes_in(free, used, places, seat, board):
    """Return the number of stakes of each value, eight bits for each."""
    other, counts, counted = 1 - seat, ZERO, ZERO
    for dominoes in (2, 1):
        waiting = places
        while waiting != ZERO:
            place = lowest_bit(waiting)
            waiting ^= place
            partner = opening(place, places, free, seat, board) if dominoes == 2 else place
            if partner != ZERO:
                squares = squares_of(place | partner, seat, board)
                lines = lines_of(squares & ~counted, used, other, board)
                counted |= lines
                value = dominoes + taken_by(squares, lines, other, board)
                counts += ONE << np.uint64(8 * value)
                places = not_touching(places, squares, seat, board)
                waiting &= places
    return counts


@njit(cache=True)
def stakes_taken(counts, is_to_move):
    """Return the value of stakes that the players take in turn, the best ones first."""
    taken, begins = 0, is_to_move
    for value in range(MOST_VALUE, 0, -1):
        count = np.int64(counts >> np.uint64(8 * value) & STAKES)
        taken += value * ((count + begins) // 2)
        begins ^= count & 1
    return taken


@njit(cache=True)
def ahead(free, seat, is_to_move, board):
    """Return a lower bound of the moves that a player has more than the other."""
    other = 1 - seat
    used = squares_of(places_in(free, other, board), other, board)
    safe = packed(places_in(free & ~used, seat, board), seat, board)
    places = places_in(free & ~squares_of(safe, seat, board), seat, board)
    stakes = stakes_in(free, used, places, seat, board)
    sure = count_bits(safe) + stakes_taken(stakes, is_to_move)
    return sure - most_moves(free, other, board)


# ── positions ───────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def free_squares(position, board):
    """Return the squares that no domino covers. The lowest bit of a position is inverted."""
    return ~(position ^ ONE) & board.everywhere


@njit(cache=True)
def seat_of(free, board):
    """Return the player to move. Each domino covers two squares."""
    return (board.size - count_bits(free)) >> 1 & 1


@njit(cache=True)
def end_of(position, board):
    """Return a loss for a player without space for a domino."""
    free = free_squares(position, board)
    has_room = places_in(free, seat_of(free, board), board) != ZERO
    return np.int64(PLAYING if has_room else LOSS)


@njit(cache=True)
def list_moves(position, moves, positions, board):
    """Fill the buffers with all dominoes that fit, and return their number."""
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
def unlike(places, free, seat, board):
    """Return the places, with only one of those in lines that the other player cannot touch."""
    other = 1 - seat
    open_lines = squares_of(places_in(free, other, board), other, board)
    while True:
        more = and_beside(open_lines, other, board) & free
        if more == open_lines:
            break
        open_lines = more
    alike = places & ~open_lines
    return places & open_lines | (lowest_bit(alike) if alike else ZERO)


@njit(cache=True)
def list_candidates(position, moves, positions, priorities, board):
    """Return the winner by counting, or the moves, those that leave their player most first."""
    free = free_squares(position, board)
    seat = seat_of(free, board)
    other, plies = 1 - seat, count_bits(free) // 2
    if ahead(free, seat, 1, board) > 0:
        return won_within(plies)
    if ahead(free, other, 0, board) >= 0:
        return lost_within(plies)
    places, count, is_lost = unlike(places_in(free, seat, board), free, seat, board), 0, True
    while places != ZERO:
        place = lowest_bit(places)
        places ^= place
        squares = squares_of(place, seat, board)
        after = free ^ squares
        if ahead(after, seat, 0, board) >= 0:
            return won_within(plies)
        moves[count], positions[count] = 2 * lowest_place(place) + seat, position ^ squares
        priorities[count] = room_for(after, seat, board) - room_for(after, other, board)
        if ahead(after, other, 1, board) > 0:
            priorities[count] -= LAST
        else:
            is_lost = False
        count += 1
    return lost_within(plies) if is_lost else np.int64(count)


@njit(cache=True)
def apart(places, seat, board):
    """Return some of the dominoes; no two share a domino of the other player."""
    chosen = ZERO
    while places != ZERO:
        place = lowest_bit(places)
        chosen |= place
        places = not_touching(places, squares_of(place, seat, board), seat, board)
    return chosen


@njit(cache=True)
def room_for(free, seat, board):
    """Return a score of a player, from the places for dominoes and the certain ones."""
    places = places_in(free, seat, board)
    used = squares_of(places_in(free, 1 - seat, board), 1 - seat, board)
    safe = packed(places_in(free & ~used, seat, board), seat, board)
    rest = places_in(free & ~squares_of(safe, seat, board), seat, board)
    sure = count_bits(safe) + count_bits(apart(rest, seat, board)) // 2
    return count_bits(places) + 2 * most_moves(free, seat, board) + sure


# ── symmetry ────────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def upside_down(squares, board):
    """Return the rows in reverse order."""
    columns = np.uint64(board.columns)
    row, image = (ONE << columns) - ONE, ZERO
    for _ in range(board.size // board.columns):
        image = image << columns | squares & row
        squares >>= columns
    return image


@njit(cache=True)
def turned_about(squares, board):
    """Return the squares after half a turn."""
    image = ZERO
    for _ in range(board.size):
        image = image << ONE | squares & ONE
        squares >>= ONE
    return image


@njit(cache=True)
def images_of(position, positions, board):
    """Fill in the board reversed left to right, upside down, and both. Higher bits stay."""
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
        return images_of(position, positions, board)

    @njit(cache=True)
    def player(position: Any) -> Any:
        return seat_of(free_squares(position, board), board)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        return (board.size - count_bits(free_squares(position, board))) >> 1

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, priorities: Any) -> Any:
        return list_candidates(position, moves, positions, priorities, board)

    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=rows * columns,
        symmetries=symmetries,
        max_symmetries=3,
        player=player,
        stage=stage,
        candidates=candidates,
    )


def board_of(rows: int, columns: int) -> Grid:
    """Return the tables of a board."""
    size = rows * columns
    edge = sum(1 << first for first in range(0, size, columns))
    everywhere = (1 << size) - 1
    return Grid(
        size=size,
        columns=columns,
        everywhere=np.uint64(everywhere),
        lefts=np.uint64(everywhere & ~edge),
        rights=np.uint64(everywhere & ~(edge << columns - 1)),
    )
