"""Faults of rules far from the start, which the trial misses and the kernels find."""

# ruff: noqa: D103  # a spoilt rule is named for what it does wrong

from unittest.mock import patch

import numpy as np
import pytest
from numba import njit

from gamesolver import GameContractError, solve
from gamesolver.engine import backward, schedule
from tests.attacks.endless_games import BAD, FAR, Onward, at_the_end, index, onward
from tests.support.engine_solving import solved

ONE, EVEN, NOWHERE = np.uint64(1), np.uint64(2**64 - 2), np.uint64(2**64 - 1)


@njit
def three_moves(position, moves, positions):
    if position == BAD:
        moves[2], positions[2] = 2, position + np.uint64(3)
        return 3
    return onward(position, moves, positions)


@njit
def one_word_too_many(position, moves, positions):
    if position == BAD:
        positions[2] = position
    return onward(position, moves, positions)


@njit
def too_many_images(position, positions):
    if position == BAD:
        positions[1] = position
    positions[0] = position
    return 1


@njit
def no_moves(position, moves, positions):
    return 0 if position == BAD else onward(position, moves, positions)


@njit
def less_than_none(position, moves, positions):
    return -1 if position == BAD else onward(position, moves, positions)


@njit
def into_nowhere(position, moves, positions):
    count = onward(position, moves, positions)
    if position == BAD:
        positions[1] = NOWHERE
    return count


@njit
def less_than_no_images(position, positions):
    return -1 if position == BAD else 0


@njit
def more_images_than_fit(position, positions):
    return 2_000 if position == BAD else 0


@njit
def canonical_nowhere(position):
    return NOWHERE if position == BAD else position


@njit
def junk(position):
    return 5 if position == BAD else at_the_end(position)


@njit
def no_index(position):
    return np.int64(-1) if position == BAD else index(position)


@njit
def index_beyond(position):
    return np.int64(70_000) if position == BAD else index(position)


@njit
def index_of_a_hole(position):
    return np.int64(FAR + 5) if position == BAD else index(position)


@njit
def another_index(position):
    return np.int64(BAD - ONE) if position == BAD else index(position)


@njit
def pairs(position):
    return index(position & EVEN if position >= BAD else position)


@njit
def first_of_a_pair(position):
    return position & EVEN if position >= BAD else position


@njit
def falling(position):
    return np.int64(position) if position < BAD else np.int64(position) - np.int64(BAD)


INDEXES = f"an index from 0 to {FAR + 1}"
ROWS = [
    (
        {"successors": three_moves},
        "bounds",
        f"successors({BAD}) returned 3: expected a count from 0 to max_moves, which is 2",
    ),
    (
        {"successors": one_word_too_many},
        "bounds",
        f"successors({BAD}) wrote beyond its buffer: expected at most max_moves, which is 2",
    ),
    (
        {"successors": no_moves},
        "stuck",
        f"position {BAD} has no moves and is not terminal: return a result from terminal_code",
    ),
    (
        {"successors": less_than_none},
        "bounds",
        f"successors({BAD}) returned -1: expected a count from 0 to max_moves, which is 2",
    ),
    (
        {"successors": into_nowhere},
        "bounds",
        f"successors({BAD}) returned 2^64 - 1, which is not a position: expected an integer "
        "from 0 to 2^64 - 2",
    ),
    ({"terminal_code": junk}, "ending", f"terminal_code({BAD}) returned 5: expected -1, 0, 1 or 2"),
]
ENUMERATED_ROWS = [
    (
        {"symmetries": too_many_images, "max_symmetries": 1},
        "bounds",
        f"symmetries({BAD}) wrote beyond its buffer: expected at most max_symmetries, which is 1",
    ),
    *(
        (
            {"symmetries": rule},
            "bounds",
            f"symmetries({BAD}) returned {count}: expected a count from 0 to max_symmetries, "
            "which is 64",
        )
        for rule, count in ((less_than_no_images, -1), (more_images_than_fit, 2_000))
    ),
    (
        {"canonical": canonical_nowhere},
        "canonical",
        f"canonical({BAD}) returned 2^64 - 1: expected a position",
    ),
    (
        {"canonical": first_of_a_pair},
        "canonical",
        "canonical({}) returned {}: expected a position of its orbit; define symmetries as well",
    ),
]
INDEXED_ROWS = [
    ({"index": no_index}, "indexes", f"position {BAD} has index -1: expected {INDEXES}"),
    (
        {"index": index_beyond},
        "indexes",
        f"index({BAD}) returned 70000: expected {INDEXES}, or -1 for an integer that is not a "
        "position",
    ),
    (
        {"index": index_of_a_hole, "num_indexes": FAR + 9},
        "indexes",
        f"position {BAD} has index {FAR + 5}, for which position_at returns {FAR + 5}, whose "
        "index is "
        "-1: expected index and position_at to agree",
    ),
    (
        {"index": pairs},
        "shared indexes",
        "positions {} and {} share index {} and are not symmetric: expected an index for "
        "each orbit; define symmetries as well",
    ),
    (
        {"stage": falling},
        "stage",
        "stage falls from {} to {} when {} leads to {}: expected the stage of a compiled game "
        "never to fall",
    ),
]
FALLS = INDEXED_ROWS[-1]
CASES = [
    *((False, *row) for row in ROWS + ENUMERATED_ROWS),
    *((True, *row) for row in ROWS + INDEXED_ROWS),
]


@pytest.mark.parametrize("threads", [2, 1])
@pytest.mark.parametrize(("indexed", "spoilt", "law", "message"), CASES)
def test_a_mistake_far_from_the_start(threads, indexed, spoilt, law, message):
    """A fault that a kernel meets is reported as a fault of the game, with the position."""
    with pytest.raises(GameContractError) as caught:
        solve(Onward(FAR, indexed, **spoilt), threads=threads)
    (fault,) = caught.value.faults
    assert fault.law == law
    assert_reported(fault.message, message)
    assert str(caught.value) == f"Onward breaks its contract: {fault.message}"


def assert_reported(reported, message):
    """Check that the text equals the message, with any number for each ``{}``."""
    parts = message.split("{}")
    for part in parts:
        assert reported.startswith(part)
        reported = reported.removeprefix(part)
        if part != parts[-1]:
            reported = reported.lstrip("-0123456789")
    assert not reported


def test_a_stage_that_falls_where_no_player_looked():
    """A falling stage that the first check misses is found when the stages are solved."""
    spoilt, _, message = FALLS
    with (
        patch.object(schedule, "goes_by_stages", return_value=True),
        patch.object(backward, "TOGETHER", 1_000),
        pytest.raises(GameContractError) as caught,
    ):
        solve(Onward(FAR, indexed=True, **spoilt))
    assert_reported(caught.value.faults[0].message, message)
    assert caught.value.faults[0].position in (BAD - ONE, BAD - ONE - ONE)


def test_one_index_shared_by_two_is_found_by_verify():
    """A full verification finds two positions that share an index without being symmetric."""
    solution = solved(Onward(FAR, indexed=True, index=another_index))
    with pytest.raises(GameContractError) as caught:
        solution.verify(full=True)
    assert caught.value.faults[0].message == (
        f"positions {BAD - ONE} and {BAD} share index {BAD - ONE} and are not symmetric: "
        "expected an index for each orbit; define symmetries as well"
    )
