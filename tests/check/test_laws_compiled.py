"""Laws of compiled rules: signatures, bounds, two modes, and the laws of all games."""

# ruff: noqa: D103  # a spoilt game or rule is named for what it does wrong

import numpy as np
import pytest
from numba import njit

from gamesolver import check_game
from tests.attacks.spoilt_compiled_rules import (
    Bits,
    FoundBits,
    PairedBits,
    canonical,
    spoilt,
    stones,
    successors,
    symmetries,
    terminal_code,
)

HUNDREDS = np.array([100, 100], np.int8)
FEW = np.zeros(6, np.int64)


@njit
def index_in_floats(position):
    return position / 2


@njit
def writes_behind(position, moves, positions):
    count = successors(position, moves, positions)
    positions[5] = position
    return count


@njit
def looks_up(index):
    return FEW[index]


@njit
def reads_behind(position):
    return looks_up(np.int64(position))


@njit
def leads_nowhere(position, moves, positions):
    count = successors(position, moves, positions)
    if position == 5:
        positions[0] = np.uint64(2**64 - 1)
    return count


@njit
def overflows(position):
    return np.int64(HUNDREDS[0] + HUNDREDS[1])


@njit
def itself_too(position, positions):
    positions[1] = position
    return 1 + symmetries(position, positions)


@njit
def ends_oddly(position):
    return 7 if position == 7 else terminal_code(position)


@njit
def never_ends(position):
    return 2


@njit
def lists_twice(position, moves, positions):
    count = successors(position, moves, positions)
    if position == 5:
        moves[1], positions[1] = moves[0], positions[0]
        return count + 1
    return count


@njit
def counts_too_many(position, moves, positions):
    return successors(position, moves, positions) + (position == 5)


@njit
def counts_too_many_images(position, positions):
    return symmetries(position, positions) + 1


@njit
def seats_three(position):
    return stones(position)


@njit
def falls(position):
    return -stones(position)


@njit
def canonical_elsewhere(position):
    return np.uint64(3) if position == 5 else canonical(position)


@njit
def canonical_of_itself(position):
    return position


NOT_FITTING = [
    (
        spoilt("FloatIndex", index=index_in_floats),
        "signatures",
        "index returns float64: expected index(uint64) -> int64; write return np.int64(...)",
    ),
    (
        spoilt("PlainFunction", index=len),
        "signatures",
        "bad rule index: expected a function under @numba.njit, got <built-in function len>",
    ),
    (
        spoilt("Overflow", stage=overflows),
        "two modes",
        "stage(0) is 200 compiled, and -56 as plain Python: look for uint64 mixed with int64, or "
        "for an overflow",
    ),
]
"""Faults that need compiling: plain Python has no signatures and one mode."""

EITHER_MODE = [
    (
        spoilt("FewMoves", max_moves=2),
        "bounds",
        "successors(0) returned 3: expected a count from 0 to max_moves, which is 2",
    ),
    (
        spoilt("FewImages", max_symmetries=1, symmetries=itself_too),
        "bounds",
        "symmetries(0) returned 2: expected a count from 0 to max_symmetries, which is 1",
    ),
    (
        spoilt("WritesBehind", successors=writes_behind),
        "bounds",
        "successors(0) wrote beyond its buffer: expected at most max_moves, which is 3",
    ),
    (
        spoilt("ReadsBehind", stage=reads_behind),
        "bounds",
        "stage(7), run as plain Python, raised IndexError: index 7 is out of bounds for "
        "axis 0 with size 6",
    ),
    (
        spoilt("CountsTooMany", successors=counts_too_many),
        "bounds",
        "successors(5) returned 2, and left 1 of them unwritten: expected 0",
    ),
    (
        spoilt("CountsTooManyImages", symmetries=counts_too_many_images),
        "bounds",
        "symmetries(0) returned 2, and left 1 of them unwritten: expected 0",
    ),
    (
        spoilt("LeadsNowhere", successors=leads_nowhere),
        "bounds",
        "successors(5) returned 2^64 - 1, which is not a position: expected an integer from 0 "
        "to 2^64 - 2",
    ),
    (
        spoilt("EndsOddly", terminal_code=ends_oddly),
        "ending",
        "terminal_code(7) returned 7: expected -1, 0, 1 or 2",
    ),
    (
        spoilt("NeverEnds", terminal_code=never_ends),
        "stuck",
        "position 7 has no moves and is not terminal: return a result from terminal_code",
    ),
    (
        spoilt("ListsTwice", successors=lists_twice),
        "unique moves",
        "moves(5) gives the move 1 twice: expected it once",
    ),
    (
        spoilt("SeatsThree", player=seats_three),
        "player",
        "player(3) returned 2: expected 0 or 1",
    ),
    (
        spoilt("Falls", stage=falls),
        "stage",
        "stage falls from 0 to -1 when 0 leads to 1: expected the stage of a compiled "
        "game never to fall",
    ),
    (
        spoilt("CanonicalElsewhere", FoundBits, canonical=canonical_elsewhere),
        "canonical",
        "canonical(5) returned 3: expected a position of its orbit",
    ),
    (
        spoilt("NamesNoImages", FoundBits, symmetries=None),
        "canonical",
        "canonical(4) returned 1: expected a position of its orbit; define symmetries as well",
    ),
    (
        spoilt("NotFolding", FoundBits, canonical=canonical_of_itself),
        "canonical",
        "canonical(1) returned 1, and canonical(4) returned 4: "
        "expected equal results for symmetric positions",
    ),
]
SPOILT = NOT_FITTING + EITHER_MODE


@pytest.mark.parametrize("make", [Bits, FoundBits, PairedBits])
def test_honest_compiled_games_pass(make):
    """A correct compiled game passes, and the report counts positions, moves and ends."""
    report = check_game(make())

    assert (report.positions, report.moves, report.ends, report.exhaustive) == (8, 10, 3, True)
    assert ("plain rules" in report.laws) is (make is PairedBits)
