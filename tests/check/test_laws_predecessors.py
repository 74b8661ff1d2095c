"""The law of predecessors: they list each move in reverse, as often as it occurs."""

# ruff: noqa: D103  # a spoilt rule is named for what it does wrong

import attrs
import numpy as np
import pytest
from numba import njit

from gamesolver import InvalidArgumentError, check_game
from tests.attacks.spoilt_compiled_rules import (
    NOT_INDEXED,
    AllBits,
    BackBits,
    canonical,
    count_moves,
    index,
    predecessor_indexes,
    predecessors,
    spoilt,
    successors,
)
from tests.attacks.spoilt_rules import refused

HUNDREDS = np.array([100, 100], np.int8)


@njit
def one_missing(position, positions):
    count = predecessors(position, positions)
    return count - 1 if position == 5 else count


@njit
def one_too_many(position, positions):
    count = predecessors(position, positions)
    if position == 5:
        positions[count] = 2
        return count + 1
    return count


@njit
def one_again(position, positions):
    count = predecessors(position, positions)
    if position == 5:
        positions[count] = positions[0]
        return count + 1
    return count


@njit
def thrice(position, positions):
    count = predecessors(position, positions)
    if position == 1:
        positions[1] = positions[2] = positions[0]
        return 3
    return count


@njit
def two_ways(position, moves, positions):
    count = successors(position, moves, positions)
    if position == 2:
        moves[count], positions[count] = 9, 6
        return count + 1
    return count


@njit
def writes_behind(position, positions):
    positions[5] = position
    return predecessors(position, positions)


@njit
def gives_none(position, positions):
    positions[0] = np.uint64(2**64 - 1)
    return 1


@njit
def with_stranger(position, positions):
    count = predecessors(position, positions)
    if position == 5:
        positions[count] = 9
        return count + 1
    return count


@njit
def first_of_nine(position):
    return np.int64(1) if position == 9 else index(position)


@njit
def next_indexes(position, indexes):
    count = predecessor_indexes(position, indexes)
    for each in range(count):
        indexes[each] += position == 5
    return count


@njit
def indexes_behind(position, indexes):
    indexes[5] = 1
    return predecessor_indexes(position, indexes)


@njit
def no_indexes(position, indexes):
    if position == 5:
        raise ValueError("no indexes")
    return predecessor_indexes(position, indexes)


@njit
def one_more(position):
    return count_moves(position) + (position == 1)


@njit
def uncounted(position):
    if position == 1:
        raise ValueError("not counted")
    return count_moves(position)


@njit
def raises(position, positions):
    if position == 5:
        raise ValueError("no way back")
    return predecessors(position, positions)


@njit
def overflows(position, positions):
    count = predecessors(position, positions)
    return count if HUNDREDS[0] + HUNDREDS[1] > 0 else 0


NOT_THE_SAME = [
    (
        spoilt("Overflows", BackBits, predecessors=overflows),
        "two modes",
        "predecessors(2) is [0] compiled, and [] as plain Python: look for uint64 mixed with "
        "int64, or for an overflow",
    ),
]
EITHER_MODE = [
    (
        spoilt("OneMissing", BackBits, predecessors=one_missing),
        "predecessors",
        "position 1 has a move to 5, and predecessors(5) does not give it: expected it as "
        "often as it has such moves",
    ),
    (
        spoilt("OneTooMany", BackBits, predecessors=one_too_many),
        "predecessors",
        "position 2 has no move to 5, and predecessors(5) gives it once: expected it as often "
        "as it has such moves",
    ),
    (
        spoilt("OneAgain", BackBits, predecessors=one_again),
        "predecessors",
        "position 4 has a move to 5, and predecessors(5) gives it twice: expected it as often "
        "as it has such moves",
    ),
    (
        spoilt("Thrice", BackBits, predecessors=thrice),
        "predecessors",
        "position 0 has a move to 1, and predecessors(1) gives it 3 times: expected it as often "
        "as it has such moves",
    ),
    (
        spoilt("TwoWays", BackBits, successors=two_ways, **NOT_INDEXED, symmetries=None),
        "predecessors",
        "position 2 has 2 moves to 6, and predecessors(6) gives it once: expected it as often "
        "as it has such moves",
    ),
    (
        spoilt("WithStranger", BackBits, predecessors=with_stranger, index=first_of_nine),
        "predecessors",
        "predecessors(5) gives 9, which has index 1 and is not symmetric to 1, which is stored "
        "there: expected index to give -1 for an integer that is not a position",
    ),
    (
        spoilt("FewBehind", BackBits, max_predecessors=2),
        "bounds",
        "predecessors(7) returned 3: expected a count from 0 to max_predecessors, which is 2",
    ),
    (
        spoilt("SpoilsBehind", BackBits, predecessors=writes_behind),
        "bounds",
        "predecessors(0) wrote beyond its buffer: expected at most max_predecessors, which is 3",
    ),
    (
        spoilt("GivesNone", BackBits, predecessors=gives_none),
        "bounds",
        "predecessors(0) returned 2^64 - 1, which is not a position: expected an integer from 0 "
        "to 2^64 - 2",
    ),
    (
        spoilt("Raises", BackBits, predecessors=raises),
        "raises",
        "predecessors(5), run as plain Python, raised ValueError: no way back",
    ),
    (
        spoilt("NextIndexes", BackBits, predecessor_indexes=next_indexes),
        "predecessors",
        "predecessor_indexes(5) gives [2, 2]: expected [1, 1], the indexes of the positions that "
        "predecessors lists",
    ),
    (
        spoilt("IndexesBehind", BackBits, predecessor_indexes=indexes_behind),
        "bounds",
        "predecessor_indexes(0) wrote beyond its buffer: expected at most max_predecessors, which "
        "is 3",
    ),
    (
        spoilt("NoIndexes", BackBits, predecessor_indexes=no_indexes),
        "raises",
        "predecessor_indexes(5), run as plain Python, raised ValueError: no indexes",
    ),
    (
        spoilt("OneMore", BackBits, count_moves=one_more),
        "counted moves",
        "count_moves(1) returned 3: expected 2, as many moves as successors writes",
    ),
    (
        spoilt("Uncounted", BackBits, count_moves=uncounted),
        "raises",
        "count_moves(1), run as plain Python, raised ValueError: not counted",
    ),
]
SPOILT = NOT_THE_SAME + EITHER_MODE


def test_an_honest_game_passes():
    """Correct predecessors pass, and the law is tried only if the game defines them."""
    unnumbered = spoilt("Found", BackBits, **NOT_INDEXED, canonical=canonical)

    for make in (BackBits, AllBits, unnumbered):
        assert "predecessors" in check_game(make()).laws
    assert "predecessors" not in check_game(spoilt("OneWay", BackBits, predecessors=None)()).laws


def test_what_is_stated_sooner_is_held_against_the_rest():
    """Predecessor indexes and counted moves are tried if the game defines them."""
    assert {"predecessors", "counted moves"} <= set(check_game(AllBits()).laws)
    assert "counted moves" not in check_game(BackBits()).laws


@pytest.mark.parametrize(
    ("rules", "where"),
    [({"predecessor_indexes": next_indexes}, 5), ({"predecessors": one_missing}, 1)],
)
def test_indexes_that_the_start_does_not_reach_are_looked_at(rules, where):
    """A wrong predecessor of 5 is found at random, although play from 2 does not reach 5."""
    game = spoilt("FromTwo", BackBits, **rules)
    game.start = lambda game: 2
    (fault,) = refused(game()).faults
    assert (fault.law, fault.position) == ("predecessors", where)


@pytest.mark.parametrize("rules", [{"predecessors": None}, {"num_indexes": {0: 8}}])
def test_indexes_are_those_of_one_index_with_a_way_back(rules):
    """``predecessor_indexes`` requires ``predecessors`` and one numbering for all stages."""
    with pytest.raises(
        InvalidArgumentError,
        match="predecessor_indexes is defined without the rules that it requires",
    ):
        attrs.evolve(BackBits.rules, predecessor_indexes=predecessor_indexes, **rules)


def test_what_has_no_index_of_its_own_may_be_given():
    """Predecessors may list an integer whose index is -1, which is ignored."""
    check_game(spoilt("Polite", BackBits, predecessors=with_stranger)())
