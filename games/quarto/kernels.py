"""The compiled rules of Quarto. Positions are described in ``games.quarto``.

**Squares by property.** A word has four lanes of 16 bits, one for each property. The lane of *dark*
has the squares with a dark piece. A second word has the squares with a piece that lacks the
property, a *light* one in that lane. A line of a lane is found by shifting the word over itself,
for all lanes and all lines of one direction at once.

**Winning moves.** If three pieces of a line have a property in common and the fourth square is
empty, a player who is given a piece with this property wins. A player gives such a piece only if
there is no other, and then loses. So a player puts a piece on a square after which there is a safe
piece to give. Squares after which there are few safe pieces come first, because the opponent may
then soon have none. If no line can be completed any more, the game is a draw.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from games.quarto.plain import EMPTY, PIECES, SIZE, SQUARES
from gamesolver import CompiledRules, njit
from gamesolver.bits import count_bits
from gamesolver.verdicts import drawn, lost_in, won_in

DRAW, WIN, PLAYING = 0, 1, 2
ZERO, ONE = np.uint64(0), np.uint64(1)
BITS, ALL = np.uint64(4), np.uint64(15)
LANE = 0x0001_0001_0001_0001
WHOLE_LANE = np.uint64(0xFFFF)
WAYS = np.array([1, SIZE, SIZE + 1, SIZE - 1], np.uint64)
"""Distances of the squares of a row, a column, and the two diagonals."""
FIRSTS = np.array([0x1111 * LANE, 0x000F * LANE, 0x0001 * LANE, 0x0008 * LANE], np.uint64)
"""First squares of such lines, in all lanes."""


class Beginning(NamedTuple):
    """Tables of a board: the pieces of the start, and the pieces that are left."""

    empty: Any
    """Number of squares that are empty at the start, and number of pieces left."""
    squares: Any
    """The squares that are empty at the start."""
    pieces: Any
    """The pieces by their properties as bits, numbered from 1, after an entry for 0."""
    having: Any
    """By square and piece, the square in the lanes of the properties that the piece has."""
    lacking: Any
    """By square and piece, the square in the lanes of the properties that the piece lacks."""
    start_having: Any
    start_lacking: Any


class Squares(NamedTuple):
    """A position by properties."""

    having: Any
    lacking: Any


# ── squares, lines ──────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def piece_on(position, each):
    """Return the number of the piece on a square, or 0. The hand comes after all squares."""
    return np.int64(position >> np.uint64(4 * each) & ALL)


@njit(cache=True)
def squares_by_property(position, board):
    """Return the pieces by square."""
    having, lacking = board.start_having, board.start_lacking
    for each in range(board.empty):
        piece = piece_on(position, each)
        having |= board.having[each, piece]
        lacking |= board.lacking[each, piece]
    return Squares(having, lacking)


@njit(cache=True)
def lines_in(squares):
    """Return True if these squares contain a line in some lane."""
    found = ZERO
    for way in range(4):
        step = WAYS[way]
        pairs = squares & squares >> step
        found |= pairs & pairs >> step + step & FIRSTS[way]
    return found != ZERO


@njit(cache=True)
def lines_waiting(squares, occupied):
    """Return the lanes in which a line has three of these squares, and the fourth is empty."""
    found = ZERO
    for way in range(4):
        step = WAYS[way]
        one, two, three = squares >> step, squares >> step + step, squares >> step + step + step
        threes = (squares & one & (two | three)) | (two & three & (squares | one))
        pairs = occupied & occupied >> step
        found |= threes & ~(pairs & pairs >> step + step) & FIRSTS[way]
    return lanes_of(found)


@njit(cache=True)
def lanes_of(squares):
    """Return the lanes with a square, as the bits of a piece."""
    lanes = ZERO
    for lane in range(4):
        if squares >> np.uint64(16 * lane) & WHOLE_LANE:
            lanes |= ONE << np.uint64(lane)
    return lanes


@njit(cache=True)
def pieces_left(position, board):
    """Return the pieces that are neither put down nor in hand, as bits."""
    left = (ONE << np.uint64(board.empty + 1)) - ONE
    for each in range(board.empty + 1):
        left &= ~(ONE << np.uint64(piece_on(position, each)))
    return left & ~ONE


@njit(cache=True)
def winning_pieces(squares, left, board):
    """Return the pieces that complete a line."""
    occupied = squares.having | squares.lacking
    having = lines_waiting(squares.having, occupied)
    lacking = lines_waiting(squares.lacking, occupied)
    found = ZERO
    for piece in range(1, board.empty + 1):
        properties = board.pieces[piece]
        if left >> np.uint64(piece) & ONE and (properties & having or ~properties & lacking):
            found |= ONE << np.uint64(piece)
    return found


# ── positions ───────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def count_placed(position, board):
    """Return the number of pieces on squares that are empty at the start."""
    count = 0
    for each in range(board.empty):
        count += piece_on(position, each) != 0
    return np.int64(count)


@njit(cache=True)
def end_of(position, board):
    """Return a win for a player who has completed a line, still to move, or a draw if full."""
    if piece_on(position, board.empty):
        return np.int64(PLAYING)
    squares = squares_by_property(position, board)
    if lines_in(squares.having) or lines_in(squares.lacking):
        return np.int64(WIN)
    return np.int64(DRAW if count_placed(position, board) == board.empty else PLAYING)


@njit(cache=True)
def stage_of(position, board):
    """Return the number of pieces given and put down."""
    placed = SQUARES - board.empty + count_placed(position, board)
    return np.int64(2 * placed + (piece_on(position, board.empty) != 0))


@njit(cache=True)
def seat_of(position, board):
    """Return the player who gives the next piece, or who puts the given piece down."""
    stage = stage_of(position, board)
    return stage // 2 % 2 ^ stage % 2


@njit(cache=True)
def list_moves(position, moves, positions, board):
    """Fill the buffers with the pieces that are left, or the empty squares."""
    hand, foot = piece_on(position, board.empty), np.uint64(4 * board.empty)
    if hand == 0:
        return list_gifts(position, pieces_left(position, board), moves, positions, board)
    count, without = 0, position ^ np.uint64(hand) << foot
    for each in range(board.empty):
        if piece_on(position, each) == 0:
            moves[count] = board.squares[each]
            positions[count] = without | np.uint64(hand) << np.uint64(4 * each)
            count += 1
    return np.int64(count)


@njit(cache=True)
def list_gifts(position, pieces, moves, positions, board):
    """List some pieces to give."""
    count, foot = 0, np.uint64(4 * board.empty)
    for piece in range(1, board.empty + 1):
        if pieces >> np.uint64(piece) & ONE:
            moves[count] = SQUARES + np.int64(board.pieces[piece])
            positions[count] = position | np.uint64(piece) << foot
            count += 1
    return np.int64(count)


# ── what wins ───────────────────────────────────────────────────────────────────────────────────


@njit(cache=True)
def can_have_lines(squares):
    """Return True if some line is still possible: its pieces share a property in some lane."""
    return lines_in(~squares.having) or lines_in(~squares.lacking)


@njit(cache=True)
def list_candidates(position, moves, positions, priorities, board):
    """Return an immediate win, loss, or draw, or else the moves that do not lose at once."""
    squares, left = squares_by_property(position, board), pieces_left(position, board)
    hand = piece_on(position, board.empty)
    if not can_have_lines(squares):
        return drawn()
    if hand and winning_pieces(squares, ONE << np.uint64(hand), board):
        return won_in(1)
    if hand:
        return list_placements(position, left, moves, positions, priorities, board)
    safe = left & ~winning_pieces(squares, left, board)
    if safe == ZERO:
        return lost_in(2)
    count = list_gifts(position, safe, moves, positions, board)
    priorities[:count] = 0
    return count


@njit(cache=True)
def list_placements(position, left, moves, positions, priorities, board):
    """List the squares after which there is a safe piece to give, those with few pieces first."""
    count = 0
    for each in range(list_moves(position, moves, positions, board)):
        squares = squares_by_property(positions[each], board)
        safe = count_bits(left & ~winning_pieces(squares, left, board))
        if safe or left == ZERO:
            moves[count], positions[count], priorities[count] = moves[each], positions[each], -safe
            count += 1
    return lost_in(3) if count == 0 else np.int64(count)


# ── the rules ───────────────────────────────────────────────────────────────────────────────────


@cache
def quarto_rules(squares: str) -> CompiledRules:
    """Return the rules from a board, given as its squares one after the other."""
    board = board_of(squares)

    @njit(cache=True)
    def successors(position: Any, moves: Any, positions: Any) -> Any:
        return list_moves(position, moves, positions, board)

    @njit(cache=True)
    def terminal_code(position: Any) -> Any:
        return end_of(position, board)

    @njit(cache=True)
    def player(position: Any) -> Any:
        return seat_of(position, board)

    @njit(cache=True)
    def stage(position: Any) -> Any:
        return stage_of(position, board)

    @njit(cache=True)
    def candidates(position: Any, moves: Any, positions: Any, priorities: Any) -> Any:
        return list_candidates(position, moves, positions, priorities, board)

    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=max(1, board.empty),
        player=player,
        stage=stage,
        candidates=candidates,
    )


def board_of(squares: str) -> Beginning:
    """Return the tables of a board."""
    empty = [square for square, piece in enumerate(squares) if piece == EMPTY]
    left = [number for number, piece in enumerate(PIECES) if piece not in squares]
    pieces = [0, *left]

    def lanes(square: int, properties: int) -> int:
        return sum(1 << 16 * each + square for each in range(4) if properties >> each & 1)

    def at_start(flipped: int) -> np.uint64:
        """Return squares by the properties that pieces have, or by those that they lack."""
        lying = [
            (each, PIECES.index(piece)) for each, piece in enumerate(squares) if piece != EMPTY
        ]
        return np.uint64(sum(lanes(square, piece ^ flipped) for square, piece in lying))

    def by_piece(flipped: int) -> Any:
        """Return squares in lanes by square and piece, 0 for numbers without a piece."""
        table = np.zeros((max(1, len(empty)), SQUARES), np.uint64)
        for each, square in enumerate(empty):
            for number, piece in enumerate(left, 1):
                table[each, number] = lanes(square, piece ^ flipped)
        return table

    return Beginning(
        empty=len(empty),
        squares=np.array(empty, np.int64),
        pieces=np.array(pieces, np.uint64),
        having=by_piece(0),
        lacking=by_piece(15),
        start_having=at_start(0),
        start_lacking=at_start(15),
    )
