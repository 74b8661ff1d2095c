"""The compiled rules of chess endgames. Layout and numbering are drawn in ``games.chess_endgame``.

A *man* is a number: its kind times 64, plus its square. Kinds count White's Q, R, B, N, P from 1
and Black's from 6; no man is 0. Of the two men other than kings, the lesser number comes first, so
that a board has one position only.

All moves of one man are read from tables. ``REACHED`` has the squares that a kind attacks on an
empty board, and ``BETWEEN`` the squares between that must be empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any

import attrs
import numpy as np

from gamesolver import CompiledRules, njit
from gamesolver.bits import lowest_bit, lowest_place

# ── the board ─────────────────────────────────────────────────────────────────────────────────────

LETTERS = ".QRBNPqrbnp"
KINDS = len(LETTERS)
PAWN, BLACK_PAWN = LETTERS.index("P"), LETTERS.index("p")
KING = KINDS  # a row of the tables more
STRAIGHT, SLANTING = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
STEPS = {
    "K": STRAIGHT + SLANTING,
    "N": LEAPS,
    "n": LEAPS,
    "P": [(-1, 1), (1, 1)],
    "p": [(-1, -1), (1, -1)],
}
RIDES = {"Q": STRAIGHT + SLANTING, "R": STRAIGHT, "B": SLANTING}

ZERO, ONE = np.uint64(0), np.uint64(1)
SQUARE, MAN = np.uint64(63), np.uint64(1023)
BLACK_KING, FIRST, SECOND = np.uint64(6), np.uint64(12), np.uint64(22)
TURN, PASSING, END = np.uint64(32), np.uint64(33), np.uint64(34)
"""Their first bits in a position."""


def _walked(square: int, step: tuple[int, int], most: int) -> list[int]:
    """Return the squares in one direction, up to the edge of the board."""
    row, file = divmod(square, 8)
    ahead = [(file + step[0] * each, row + step[1] * each) for each in range(1, most + 1)]
    return [x + 8 * y for x, y in ahead if 0 <= x < 8 and 0 <= y < 8]


def _bits(squares: Sequence[int]) -> int:
    return sum(1 << square for square in squares)


def _reached() -> Any:
    """Return for each kind and square the squares that it attacks on an empty board."""
    reached = np.zeros((KINDS + 1, 64), np.uint64)
    for kind, letter in enumerate(LETTERS + "K"):
        rides, steps = RIDES.get(letter.upper(), []), STEPS.get(letter, [])
        for square in range(64):
            ways = [_walked(square, step, 7) for step in rides]
            ways += [_walked(square, step, 1) for step in steps]
            reached[kind, square] = _bits([each for way in ways for each in way])
    return reached


def _between() -> Any:
    """Return the squares between each two squares of a row, column or diagonal."""
    between = np.zeros((64, 64), np.uint64)
    for square, step in product(range(64), STRAIGHT + SLANTING):
        way = _walked(square, step, 7)
        for place, target in enumerate(way):
            between[square, target] = _bits(way[:place])
    return between


REACHED, BETWEEN = _reached(), _between()


@njit(cache=True)
def kings_of(position):
    """Return White's king and Black's."""
    return np.int64(position & SQUARE), np.int64(position >> BLACK_KING & SQUARE)


@njit(cache=True)
def men_of(position):
    """Return the two other men."""
    return np.int64(position >> FIRST & MAN), np.int64(position >> SECOND & MAN)


@njit(cache=True)
def turn_of(position):
    """Return 0 if White is to move, 1 if Black is."""
    return np.int64(position >> TURN & ONE)


@njit(cache=True)
def packed(white_king, black_king, one, other, turn):
    """Return the position. The men may be in either order."""
    kings = np.uint64(white_king) | np.uint64(black_king) << BLACK_KING
    men = np.uint64(min(one, other)) << FIRST | np.uint64(max(one, other)) << SECOND
    return kings | men | np.uint64(turn) << TURN


@njit(cache=True)
def bit_of(man):
    """Return the square of a man as a bit, or 0 for no man."""
    return ZERO if man == 0 else ONE << np.uint64(man & 63)


@njit(cache=True)
def side_of(man):
    """Return 0 for White's men, 1 for Black's."""
    return np.int64(man >> 6 > PAWN)


@njit(cache=True)
def comes_to(kind, source, target, occupied):
    """Return True if a man of this kind attacks the target."""
    on_empty = REACHED[kind, source] >> np.uint64(target) & ONE
    return on_empty != ZERO and BETWEEN[source, target] & occupied == ZERO


@njit(cache=True)
def is_attacked(square, by, king, one, other, occupied):
    """Return True if the side ``by``, with its king, attacks a square."""
    if comes_to(KING, king, square, occupied):
        return True
    if one != 0 and side_of(one) == by and comes_to(one >> 6, one & 63, square, occupied):
        return True
    return (
        other != 0 and side_of(other) == by and comes_to(other >> 6, other & 63, square, occupied)
    )


@njit(cache=True)
def is_in_check(position, side):
    """Return True if the king of this side is attacked."""
    white, black = kings_of(position)
    one, other = men_of(position)
    mine, theirs = (white, black) if side == 0 else (black, white)
    occupied = ONE << np.uint64(white) | ONE << np.uint64(black) | bit_of(one) | bit_of(other)
    return is_attacked(mine, 1 - side, theirs, one, other, occupied)


# ── moves ─────────────────────────────────────────────────────────────────────────────────────────

LOSS, DRAW, PLAYING = -1, 0, 2
MAX_MOVES = 62
"""At most: a king's 8 and twice a queen's 27."""
MOST_PROMOTED = 4
TAKES = 1 << 18
PROMOTED, LEFT, KIND = 1 << 15, 1 << 6, 1 << 12
"""Parts of a move's code other than the target: the source, the kind (0 for the king), and the kind
that a pawn becomes, as one of White's."""


@njit(cache=True)
def list_king_moves(position, moves, positions):
    """List the king's moves, and return their number."""
    white, black = kings_of(position)
    one, other = men_of(position)
    turn = turn_of(position)
    mine, theirs = (white, black) if turn == 0 else (black, white)
    men = bit_of(one) | bit_of(other)
    targets, count = REACHED[KING, mine] & ~REACHED[KING, theirs], 0
    while targets != ZERO:
        bit = lowest_bit(targets)
        targets ^= bit
        target = lowest_place(bit)
        left_one, left_other = left_on(one, bit), left_on(other, bit)
        taken = one + other - left_one - left_other
        if taken != 0 and side_of(taken) == turn:
            continue
        occupied = men | bit | ONE << np.uint64(theirs)
        if is_attacked(target, 1 - turn, theirs, left_one, left_other, occupied):
            continue
        moves[count] = mine * LEFT + target + TAKES * (taken != 0)
        kings = (target, black) if turn == 0 else (white, target)
        positions[count] = packed(kings[0], kings[1], left_one, left_other, 1 - turn)
        count += 1
    return count


@njit(cache=True)
def left_on(man, bit):
    """Return the man, or 0 if he is captured on the square."""
    return 0 if bit_of(man) & bit != ZERO else man


@njit(cache=True)
def goals_of(man, mates, enemies):
    """Return the targets of a man if checks are ignored."""
    kind, source = man >> 6, man & 63
    attacked, occupied = REACHED[kind, source] & ~mates, mates | enemies
    if kind_of(kind) == PAWN:
        return attacked & enemies | pushed(kind, source, occupied)
    hidden, left = ZERO, attacked
    while left != ZERO:
        bit = lowest_bit(left)
        left ^= bit
        if BETWEEN[source, lowest_place(bit)] & occupied != ZERO:
            hidden |= bit
    return attacked ^ hidden


@njit(cache=True)
def pushed(kind, source, occupied):
    """Return the steps of a pawn without captures: one square, or two from home."""
    bit, row = ONE << np.uint64(source), np.uint64(8)
    if kind == PAWN:
        ahead = bit << row & ~occupied
        return ahead | ahead << row & ~occupied if source < 16 else ahead
    ahead = bit >> row & ~occupied
    return ahead | ahead >> row & ~occupied if source >= 48 else ahead


@njit(cache=True)
def list_man_moves(position, man, count, moves, positions):
    """List the moves of a man other than a king from ``count`` on, and return the new count."""
    white, black = kings_of(position)
    one, other = men_of(position)
    turn, source = turn_of(position), man & 63
    mate, kind = one + other - man, kind_of(man >> 6)
    my_king, their_king = (white, black) if turn == 0 else (black, white)
    mates, enemies = ONE << np.uint64(my_king), ONE << np.uint64(their_king)
    if side_of(mate) == turn:
        mates |= bit_of(mate)
    else:
        enemies |= bit_of(mate)
    goals = goals_of(man, mates, enemies)
    while goals != ZERO:
        bit = lowest_bit(goals)
        goals ^= bit
        target, left = lowest_place(bit), left_on(mate, bit)
        after = (mates | enemies) & ~bit_of(man) | bit
        if is_attacked(my_king, 1 - turn, their_king, left, 0, after):
            continue
        moves[count] = source * LEFT + target + kind * KIND + TAKES * (left != mate)
        positions[count] = packed(white, black, man - source + target, left, 1 - turn)
        count += 1
        if kind == PAWN:
            count = promoted(position, man, left, count, moves, positions)
    return count


@njit(cache=True)
def promoted(position, pawn, left, count, moves, positions):
    """Complete a pawn's move, with a right to capture en passant or as four promotions."""
    code = moves[count - 1]
    target = code % LEFT
    if 8 <= target < 56:
        if abs(target - (pawn & 63)) == 16:
            positions[count - 1] = with_right(positions[count - 1])
        return count
    white, black = kings_of(position)
    for become in range(1, MOST_PROMOTED + 1):
        man = ((pawn >> 6) - PAWN + become) * 64 + target
        moves[count - 2 + become] = code + become * PROMOTED
        positions[count - 2 + become] = packed(white, black, man, left, 1 - turn_of(position))
    return count - 1 + MOST_PROMOTED


@njit(cache=True)
def kind_of(kind):
    """Return the kind as one of White's."""
    return kind - PAWN if kind > PAWN else kind


@njit(cache=True)
def pawns_of(position):
    """Return the pawns of the side to move and of the other side, or zeros unless both have one."""
    one, other = men_of(position)
    if one >> 6 != PAWN or other >> 6 != BLACK_PAWN:
        return np.int64(0), np.int64(0)
    return (one, other) if turn_of(position) == 0 else (other, one)


@njit(cache=True)
def after_passing(position):
    """Return the position after a capture en passant, or 0 if there is none after a double step.

    0 is not a position, because the kings are on different squares. Such a move is always legal
    here, because it leaves a bare king, which attacks no other king.
    """
    mine, theirs = pawns_of(position)
    turn = turn_of(position)
    source, passed = mine & 63, theirs & 63
    row, ahead = (4, 8) if turn == 0 else (3, -8)
    if mine == 0 or source >> 3 != row or passed >> 3 != row or abs(source - passed) != 1:
        return ZERO
    white, black = kings_of(position)
    behind = passed + ahead
    kings = ONE << np.uint64(white) | ONE << np.uint64(black)
    if kings & (ONE << np.uint64(behind) | ONE << np.uint64(behind + ahead)) != ZERO:
        return ZERO
    return packed(white, black, mine - source + behind, 0, 1 - turn)


@njit(cache=True)
def with_right(position):
    """Return the position, with the right to capture en passant if there is one."""
    return position if after_passing(position) == ZERO else position | ONE << PASSING


@njit(cache=True)
def list_passing(position, count, moves, positions):
    """Insert the move en passant among those of the pawn, and return the number of moves."""
    mine, theirs = pawns_of(position)
    source = mine & 63
    target = (theirs & 63) + (8 if turn_of(position) == 0 else -8)
    code = source * LEFT + target + PAWN * KIND + TAKES
    place = count
    while place > 0 and moves[place - 1] // KIND % 8 == PAWN and moves[place - 1] % LEFT > target:
        moves[place], positions[place] = moves[place - 1], positions[place - 1]
        place -= 1
    moves[place], positions[place] = code, after_passing(position)
    return count + 1


@njit(cache=True)
def list_moves(position, moves, positions, enough):
    """List the legal moves in order, and stop early if there are ``enough``."""
    count = list_king_moves(position, moves, positions)
    one, other = men_of(position)
    turn = turn_of(position)
    if count < enough and one != 0 and side_of(one) == turn:
        count = list_man_moves(position, one, count, moves, positions)
    if count < enough and other != 0 and side_of(other) == turn:
        count = list_man_moves(position, other, count, moves, positions)
    if count < enough and position >> PASSING != ZERO:
        count = list_passing(position, count, moves, positions)
    return count


@njit(cache=True)
def successors(position, moves, positions):
    """List the successors, as the rule ``successors``."""
    return np.int64(list_moves(position, moves, positions, MAX_MOVES + 1))


@njit(cache=True)
def terminal_code(position):
    """Return a loss by checkmate or a draw by stalemate if there is no legal move."""
    moves, positions = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.uint64)
    if list_moves(position, moves, positions, 1) > 0:
        return np.int64(PLAYING)
    return np.int64(LOSS if is_in_check(position, turn_of(position)) else DRAW)


@njit(cache=True)
def player(position):
    """Return the player to move. White is 0."""
    return turn_of(position)


# ── symmetric positions ───────────────────────────────────────────────────────────────────────────


def _images() -> Any:
    """Return the image of each square by the eight symmetries, identity and mirror first."""
    images = np.zeros((8, 64), np.int64)
    for side, (swap, flip, mirror) in enumerate(product((0, 1), repeat=3)):
        for square in range(64):
            row, file = divmod(square, 8)
            down, across = (7 - row if flip else row), (7 - file if mirror else file)
            images[side, square] = 8 * across + down if swap else 8 * down + across
    return images


IMAGES = _images()
SIDES, SIDES_WITH_PAWNS = 8, 2


@njit(cache=True)
def has_pawn(one, other):
    """Return True if one of the two men is a pawn."""
    first, second = kind_of(one >> 6), kind_of(other >> 6)
    return first == PAWN or second == PAWN


@njit(cache=True)
def turned(man, side):
    """Return the image of the man by this symmetry."""
    return 0 if man == 0 else (man & ~63) + IMAGES[side, man & 63]


@njit(cache=True)
def symmetries(position, positions):
    """Fill in the seven other symmetric positions, or only the mirror image with pawns."""
    white, black = kings_of(position)
    one, other = men_of(position)
    sides = SIDES_WITH_PAWNS if has_pawn(one, other) else SIDES
    rest = position >> TURN << TURN
    for side in range(1, sides):
        kings = IMAGES[side, white], IMAGES[side, black]
        image = packed(kings[0], kings[1], turned(one, side), turned(other, side), 0)
        positions[side - 1] = image | rest
    return np.int64(sides - 1)


# ── the numbering ─────────────────────────────────────────────────────────────────────────────────

FIELDS = tuple(range(10))
BEGIN, PAIRS, ONES, OTHERS, WITH_PAWNS, KIND_ONE, LEFT_ONE, KIND_OTHER, LEFT_OTHER, PASSES = FIELDS
"""Columns of a section: its first index in the stage, pairs of kings, squares of the first and of
the second man, 1 with a pawn, for each man its kind and 1 for a pawn that has left home, and 1 if
the positions have a right to capture en passant."""
BOARD, HOME, AWAY, BESIDE = 64, 8, 40, 16


@attrs.frozen(eq=False)
class Kings:
    """The pairs of kings up to symmetry, without pawns and with: rows 0 and 1 of each table."""

    numbers: Any
    """Number of each pair of squares, or -1 if the kings are adjacent."""
    sides: Any
    """Symmetry that maps the pair to the first pair of its number."""
    other_sides: Any
    """Another such symmetry, or the same one."""
    pairs: Any
    """First pair of each number, as White's king's square times 64 plus Black's."""
    counts: tuple[int, int]


def kings_seen_from(sides: Sequence[int]) -> Kings:
    """Number the pairs of kings; ``sides`` are equivalent without pawns and with."""
    numbers, used, others = (np.full((2, 64 * 64), -1, np.int64) for _ in range(3))
    pairs, counts = np.zeros((2, 64 * 64), np.int64), []
    for row, count in enumerate(sides):
        firsts: dict[int, int] = {}
        for pair in range(64 * 64):
            white, black = divmod(pair, 64)
            if white == black or int(REACHED[KING, white]) >> black & 1:
                continue
            images = [int(IMAGES[side, white] * 64 + IMAGES[side, black]) for side in range(count)]
            least = min(images)
            numbers[row, pair] = firsts.setdefault(least, len(firsts))
            ways = [side for side, image in enumerate(images) if image == least]
            used[row, pair], others[row, pair] = ways[0], ways[-1]
        pairs[row, : len(firsts)] = list(firsts)
        counts.append(len(firsts))
    return Kings(numbers, used, others, pairs, (counts[0], counts[1]))


# ── stages ────────────────────────────────────────────────────────────────────────────────────────

STAGES = 8
"""Numbers of stages for each material. More than one is required, because pawns that have left home
do not come back. A stage has twice their number, less one while there is a right to capture en
passant. Positions with such a right are left out of counts."""


@njit(cache=True)
def has_left_home(man):
    """Return 1 for a pawn that is not on its home row."""
    kind, row = man >> 6, (man & 63) >> 3
    return np.int64((kind == PAWN and row != 1) or (kind == BLACK_PAWN and row != 6))


def staging(materials: Sequence[tuple[int, int]]) -> Callable[..., Any]:
    """Return the rule ``stage``, given the materials in the order of play."""
    indexes = np.zeros((KINDS, KINDS), np.int64)
    for index, (one, other) in enumerate(materials):
        indexes[one, other] = index

    @njit(cache=True)
    def stage(position: Any) -> Any:
        one, other = men_of(position)
        left = has_left_home(one) + has_left_home(other)
        passing = np.int64(position >> PASSING & ONE)
        return STAGES * indexes[one >> 6, other >> 6] + 2 * left - passing

    return stage


def labels_of(materials: Sequence[str]) -> dict[int, str | None]:
    """Return the name of each number of a stage; odd ones, with such a right, have none."""
    return {
        STAGES * index + number: None if number % 2 else material
        for index, material in enumerate(materials)
        for number in range(STAGES)
    }


# ── sections ──────────────────────────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class Sections:
    """The sections of all stages: one for two kinds of men, and for where their pawns are."""

    num_indexes: dict[int, int]
    """Number of indexes of each stage."""
    fields: Any
    of_men: Any
    """Section of two kinds, each with 1 for a pawn that has left home, or -1 if there is none."""
    of_rights: int
    """Section of rights to capture en passant, or -1 if the table has none."""
    firsts: Any
    """First section of each stage, then the number of sections."""


def sections_of(materials: Sequence[tuple[int, int]], kings: Kings) -> Sections:
    """Lay the sections out, stage by stage."""
    rows: dict[int, list[tuple[int, ...]]] = {}
    for index, (one, other) in enumerate(materials):
        pawns = int({one, other} & {PAWN, BLACK_PAWN} != set())
        for left, also in _ways_of_pawns(one, other):
            widths = _places_of(one, left), _places_of(other, also)
            row = kings.counts[pawns], *widths, pawns, one, left, other, also, 0
            rows.setdefault(STAGES * index + 2 * (left + also), []).append(row)
        if (one, other) == (PAWN, BLACK_PAWN):
            row = kings.counts[1], BESIDE, 1, 1, one, 1, other, 1, 1
            rows[STAGES * index + 3] = [row]
    return _laid_out(dict(sorted(rows.items())))


def _laid_out(rows: dict[int, list[tuple[int, ...]]]) -> Sections:
    """Return the sections of each stage, one after the other."""
    of_men, of_rights = np.full((KINDS, 2, KINDS, 2), -1, np.int64), -1
    num_indexes: dict[int, int] = {}
    fields: list[tuple[int, ...]] = []
    firsts = np.zeros(max(rows) + 2, np.int64)
    for stage, own in rows.items():
        firsts[stage], num_indexes[stage] = len(fields), 0
        for row in own:
            pairs, ones, others, _, *men, passes = row
            if passes:
                of_rights = len(fields)
            else:
                of_men[tuple(men)] = len(fields)
            fields.append((num_indexes[stage], *row))
            num_indexes[stage] += 2 * pairs * ones * others
        firsts[stage + 1] = len(fields)
    return Sections(num_indexes, np.array(fields, np.int64), of_men, of_rights, firsts)


def _ways_of_pawns(one: int, other: int) -> list[tuple[int, int]]:
    """Return all pairs of 0 or 1 for pawns that have left home, which men in order can have."""
    first, second = ([0, 1] if kind in (PAWN, BLACK_PAWN) else [0] for kind in (one, other))
    never = {PAWN: (1, 0), BLACK_PAWN: (0, 1)}.get(one) if one == other else None
    return [way for way in product(first, second) if way != never]


def _places_of(kind: int, has_left: int) -> int:
    """Return the number of places that a man can have."""
    if kind in (PAWN, BLACK_PAWN):
        return AWAY if has_left else HOME
    return BOARD if kind else 1


@njit(cache=True)
def place_of(man):
    """Return the number of a man's place, or -1 for a pawn on the first or last row.

    Places of a pawn at home are numbered by file, other places from the row after home.
    """
    kind, square = man >> 6, man & 63
    if kind_of(kind) != PAWN:
        return square
    if not 8 <= square < 56:
        return -1
    if has_left_home(man) == 0:
        return square & 7
    return square - (16 if kind == PAWN else 8)


@njit(cache=True)
def man_at(kind, has_left, place):
    """Return the man of this kind on a place. Inverse of ``place_of``."""
    if kind_of(kind) != PAWN:
        return kind * 64 + place
    if has_left:
        return kind * 64 + place + (16 if kind == PAWN else 8)
    return kind * 64 + place + (8 if kind == PAWN else 48)


@njit(cache=True)
def has_men(position):
    """Return True if the bits are two men of valid kinds, in order, and flags."""
    one, other = men_of(position)
    are_men = (one == 0 or one >= 64) and (other == 0 or other >= 64)
    return are_men and one <= other < KINDS * 64 and position >> END == ZERO


@njit(cache=True)
def is_legal(position):
    """Return True if squares differ, the last to move is not in check, and a right can be used.

    Adjacent kings are in check.
    """
    white, black = kings_of(position)
    one, other = men_of(position)
    kings = ONE << np.uint64(white) | ONE << np.uint64(black)
    if (bit_of(one) | bit_of(other)) & kings != ZERO or bit_of(one) & bit_of(other) != ZERO:
        return False
    if position >> PASSING != ZERO and after_passing(position) == ZERO:
        return False
    return not is_in_check(position, 1 - turn_of(position))


@njit(cache=True)
def number_from(side, one, other, others):
    """Return the number of the two men after a symmetry, or -1 for a pawn on an invalid square."""
    seen, also = turned(one, side), turned(other, side)
    if seen >> 6 == also >> 6 and seen > also:
        seen, also = also, seen
    place, then = place_of(seen), place_of(also)
    return -1 if place < 0 or then < 0 else place * others + then


@njit(cache=True)
def passing_number(position, side):
    """Return the number of two adjacent pawns: file of the one to move, side of the other."""
    mine, theirs = pawns_of(position)
    mine, theirs = turned(mine, side), turned(theirs, side)
    return 2 * (mine & 7) + ((theirs & 63) > (mine & 63))


@njit(cache=True)
def passing_men(number, turn):
    """Return White's pawn and Black's, given this number, or zeros if one is off the board."""
    file, row = number >> 1, 32 if turn == 0 else 24
    beside = file + (1 if number & 1 else -1)
    if not 0 <= beside < 8:
        return np.int64(0), np.int64(0)
    white, black = (file, beside) if turn == 0 else (beside, file)
    return PAWN * 64 + row + white, BLACK_PAWN * 64 + row + black


def numbering(materials: Sequence[tuple[int, int]], sides: Sequence[int]) -> dict[str, Any]:
    """Return the rules of the numbering, given pairs of kinds and the numbers of symmetries."""
    kings = kings_seen_from(sides)
    sections = sections_of(materials, kings)
    numbers, used, other_sides, pairs = kings.numbers, kings.sides, kings.other_sides, kings.pairs
    fields, firsts = sections.fields, sections.firsts
    of_men, of_rights = sections.of_men, sections.of_rights

    @njit(cache=True)
    def index(position: Any) -> Any:
        if not has_men(position):
            return np.int64(-1)
        white, black = kings_of(position)
        one, other = men_of(position)
        section = of_men[one >> 6, has_left_home(one), other >> 6, has_left_home(other)]
        pair = white * 64 + black
        if section < 0 or white == black or not is_legal(position):
            return np.int64(-1)
        row = fields[section, WITH_PAWNS]
        side, also = used[row, pair], other_sides[row, pair]
        number = number_from(side, one, other, fields[section, OTHERS])
        if also != side:
            number = min(number, number_from(also, one, other, fields[section, OTHERS]))
        if position >> PASSING != ZERO:
            section, number = of_rights, passing_number(position, side)
        if number < 0:
            return np.int64(-1)
        kings_number = turn_of(position) * fields[section, PAIRS] + numbers[row, pair]
        within = kings_number * fields[section, ONES] * fields[section, OTHERS] + number
        return np.int64(fields[section, BEGIN] + within)

    @njit(cache=True)
    def position_at(stage: Any, index: Any) -> Any:
        section, last = firsts[stage], firsts[stage + 1] - 1
        while section < last and index >= fields[section + 1, BEGIN]:
            section += 1
        within = index - fields[section, BEGIN]
        first = within // fields[section, OTHERS]
        place, then = first % fields[section, ONES], within % fields[section, OTHERS]
        kings_number = first // fields[section, ONES]
        turn = kings_number // fields[section, PAIRS]
        pair = pairs[fields[section, WITH_PAWNS], kings_number % fields[section, PAIRS]]
        if fields[section, PASSES]:
            one, other = passing_men(place, turn)
            return packed(pair // 64, pair % 64, one, other, turn) | ONE << PASSING
        one = man_at(fields[section, KIND_ONE], fields[section, LEFT_ONE], place)
        other = man_at(fields[section, KIND_OTHER], fields[section, LEFT_OTHER], then)
        return packed(pair // 64, pair % 64, one, other, turn)

    return {"index": index, "position_at": position_at, "num_indexes": sections.num_indexes}


# ── the bundle ────────────────────────────────────────────────────────────────────────────────────


@cache
def chess_rules(
    labels: tuple[str, ...], men: tuple[str, ...], is_folded: bool = True
) -> CompiledRules:
    """Return the bundle of a table, given its materials and the men of each as letters."""
    materials = [_kinds_of(each) for each in men]
    return CompiledRules(
        successors=successors,
        terminal_code=terminal_code,
        max_moves=MAX_MOVES,
        symmetries=symmetries if is_folded else None,
        max_symmetries=SIDES - 1,
        player=player,
        stage=staging(materials),
        stage_labels=labels_of(labels),
        **numbering(materials, (SIDES, SIDES_WITH_PAWNS) if is_folded else (1, 1)),
    )


def _kinds_of(men: str) -> tuple[int, int]:
    """Return the kinds of the two men other than kings."""
    one, other = sorted([0, 0, *(LETTERS.index(man) for man in men if man not in "Kk")])[-2:]
    return one, other
