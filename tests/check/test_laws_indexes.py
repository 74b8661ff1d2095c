"""Laws of an index: one index for each orbit, one orbit for each index, and unused indexes."""

# ruff: noqa: D103  # a spoilt rule is named for what it does wrong

import numpy as np
import pytest
from numba import njit

from gamesolver import check_game
from tests.attacks.spoilt_compiled_rules import Bits, FoundBits, index, spoilt, stones, symmetries
from tests.attacks.spoilt_rules import refused

TABLE = np.array([0, 1, 2, 3, 1, 5, 3, 7], np.int64)


TWO_SIDES = np.array([0, 4, 2, 6, 1, 5, 3, 7], np.uint64)


@njit
def too_great(position):
    return np.int64(8) if position == 7 else index(position)


@njit
def nowhere_for_one(position):
    return np.int64(-1) if position == 7 else index(position)


@njit
def swapped(index):
    return np.uint64(index ^ 1)


@njit
def holes_in_a_row(position):
    if position == 8 or position == 9:
        return np.int64(17 - position)
    return index(position)


@njit
def its_own(position):
    return np.int64(-1) if position > 7 else np.int64(position)


@njit
def by_stones(position):
    return np.int64(-1) if position > 7 else np.int64(stones(position))


@njit
def first_of_stones(index):
    return (np.uint64(1) << np.uint64(index)) - np.uint64(1)


@njit
def reads_anywhere(position):
    return TABLE[position & np.uint64(15)]


@njit
def far_out(position):
    return np.int64(99) if position > 7 else index(position)


SPOILT = [
    (
        spoilt("TooGreat", index=too_great),
        "indexes",
        "index(7) returned 8: expected an index from 0 to 7, or -1 for an integer that is not "
        "a position",
    ),
    (
        spoilt("NowhereForOne", index=nowhere_for_one),
        "indexes",
        "position 7 has index -1: expected an index from 0 to 7",
    ),
    (
        spoilt("Swapped", position_at=swapped),
        "indexes",
        "position_at(0) is 1, whose index is 1, and index 1 is unused: expected 0, an index "
        "with a position, or -1",
    ),
    (
        spoilt("HolesInARow", index=holes_in_a_row, num_indexes=10),
        "indexes",
        "position_at(8) is 8, whose index is 9, and index 9 is unused: expected 8, an index "
        "with a position, or -1",
    ),
    (
        spoilt("ItsOwn", index=its_own),
        "one index",
        "position 1 has index 1, and the symmetric position 4 has index 4: expected one index for "
        "all of an orbit",
    ),
    (
        spoilt("ByStones", index=by_stones, position_at=first_of_stones, num_indexes=4),
        "shared indexes",
        "positions 1 and 2 share index 1 and are not symmetric: expected an index for each orbit",
    ),
    (
        spoilt("NamesNoImages", symmetries=None),
        "shared indexes",
        "positions 1 and 4 share index 1 and are not symmetric: expected an index "
        "for each orbit; define symmetries as well",
    ),
    (
        spoilt("ReadsAnywhere", index=reads_anywhere),
        "stray integers",
        "index(18446744073709551615), run as plain Python, raised IndexError: index 15 "
        "is out of bounds for axis 0 with size 8",
    ),
    (
        spoilt("FarOut", index=far_out),
        "stray integers",
        "index(18446744073709551615) returned 99: expected an index from 0 to 7, or -1 for "
        "an integer that is not a position",
    ),
]


@njit
def one_more(position):
    return np.int64(8) if position == 8 else index(position)


@njit
def no_image_of_eight(position, positions):
    return 0 if position > 7 else symmetries(position, positions)


def test_indexes_that_play_does_not_reach_are_looked_at():
    """A stored position that play does not reach, and whose move leaves the index, is found."""
    error = refused(
        spoilt("OneMore", index=one_more, symmetries=no_image_of_eight, num_indexes=9)()
    )

    assert [(fault.law, fault.message) for fault in error.faults] == [
        ("indexes", "position 9 has index -1: expected an index from 0 to 8")
    ]


@njit
def sparse(index):
    return np.uint64(index % 8 if index < 8 else index)


@pytest.mark.compiled(why="plain Python looks at fewer indexes")
@pytest.mark.parametrize(("most", "indexes"), [(8, 512), (2_000, 100_000)])
def test_of_a_large_index_some_indexes_are_looked_at(most, indexes):
    """Fifty indexes are examined for each position of ``most``, in whole chunks, or all indexes."""
    game = spoilt("Sparse", position_at=sparse, num_indexes=100_000)()

    assert check_game(game, most=most).num_indexes == indexes


@njit
def looks_up(position):
    return min(position, TWO_SIDES[position & np.uint64(15)])


@njit
def as_many_as_it_is(position, positions):
    symmetries(position, positions)
    return 1 if position < 8 else np.int64(position & np.uint64(255))


@pytest.mark.parametrize(
    "make",
    [
        spoilt("LooksUp", FoundBits, canonical=looks_up),
        spoilt("AsManyAsItIs", FoundBits, symmetries=as_many_as_it_is),
    ],
)
def test_canonical_and_symmetries_bear_strays(make):
    """A ``canonical`` or ``symmetries`` that fails for stray integers is refused."""
    assert [fault.law for fault in refused(make()).faults] == ["stray integers"]


def test_a_found_game_has_no_indexes():
    """The laws of an index are not tried for an enumerated game."""
    report = check_game(FoundBits())

    assert report.num_indexes == 0
    assert set(check_game(Bits()).laws) - set(report.laws) == {
        "indexes",
        "one index",
        "shared indexes",
    }
