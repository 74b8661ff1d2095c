"""Faults of predecessors that the trial misses: found by passes, counts and ``verify``."""

from typing import Any
from unittest.mock import patch

import attrs
import numpy as np
import pytest
from numba import njit

from gamesolver import (
    CompiledGame,
    CompiledRules,
    GameContractError,
    Outcome,
    Value,
    VerificationError,
    solve,
)
from gamesolver.engine import running, whole_solve
from gamesolver.engine import table as reaching
from tests.attacks.endless_games import FAR, Onward, doubled
from tests.support.engine_solving import solved

NEAR = np.uint64(FAR - 59)


@njit
def steps_back(position, positions):
    """Write the predecessors in counting by ones and twos."""
    count = 0
    for step in range(1, min(3, np.int64(position) + 1)):
        positions[count] = position - np.uint64(step)
        count += 1
    return count


@njit
def too_many(position, positions):
    """Write three predecessors at one position, which is one too many."""
    if position == NEAR:
        positions[2] = 0
        return 3
    return steps_back(position, positions)


@njit
def behind_the_buffer(position, positions):
    """Write one word beyond the buffer at one position."""
    if position == NEAR:
        positions[2] = 0
    return steps_back(position, positions)


@njit
def less_than_none(position, positions):
    """Return a negative count at one position."""
    return -1 if position == NEAR else steps_back(position, positions)


@njit
def none_at_all(position, positions):
    """Raise an error at one position."""
    if position == NEAR:
        raise ValueError("no way back")
    return steps_back(position, positions)


@njit
def few_left(position, positions):
    """Leave out all predecessors except those of every fifth position."""
    return 0 if position % np.uint64(5) else steps_back(position, positions)


@pytest.mark.parametrize("threads", [2, 1])
@pytest.mark.parametrize(
    ("predecessors", "law", "message"),
    [
        (
            too_many,
            "bounds",
            f"predecessors({NEAR}) returned 3: expected a count from 0 to max_predecessors, "
            "which is 2",
        ),
        (
            behind_the_buffer,
            "bounds",
            f"predecessors({NEAR}) wrote beyond its buffer: expected at most max_predecessors, "
            "which is 2",
        ),
        (
            less_than_none,
            "bounds",
            f"predecessors({NEAR}) returned -1: expected a count from 0 to max_predecessors, "
            "which is 2",
        ),
        (none_at_all, "raises", f"predecessors({NEAR}) raised ValueError: no way back"),
    ],
    ids=["count", "buffer", "negative", "raises"],
)
def test_mistakes_far_from_where_the_trial_looked(threads, predecessors, law, message):
    """A fault of predecessors in a pass is reported with the position."""
    with pytest.raises(GameContractError) as caught:
        solve(Onward(FAR, True, predecessors=predecessors), threads=threads)
    (fault,) = caught.value.faults
    assert (fault.law, fault.message) == (law, message)


def test_predecessors_left_out_are_found_by_verify():
    """Missing predecessors that no trial finds are found by ``verify``, and within ``solve``."""
    nobody_looks = (
        patch.object(whole_solve, "try_rules"),
        patch.object(running.Runner, "try_predecessors"),
    )
    with nobody_looks[0], nobody_looks[1]:
        solution = solved(Onward(60, True, predecessors=few_left))
        with pytest.raises(VerificationError):
            solve(Onward(60, True, predecessors=few_left))
    with pytest.raises(VerificationError):
        solution.verify(full=True)


LEAVES = 5_000  # first number of the leaves of a tree


@njit
def lost_at_a_leaf(position):
    """Return a loss of the player to move at a leaf."""
    return -1 if position >= LEAVES else 2


@njit
def but_for_some_leaves(position, positions):
    """Write the parent, except for some of the leaves."""
    if position == 0 or (position >= LEAVES and position % np.uint64(7) == 3):
        return 0
    positions[0] = (position - np.uint64(1)) // np.uint64(2)
    return 1


@njit
def none_at_the_last_leaf(position, positions):
    """Write the parent as above, but raise an error at the last leaf."""
    if position == 2 * LEAVES:
        raise ValueError("no way back")
    return but_for_some_leaves(position, positions)


def tree(predecessors):
    """Return a game of moves down a tree, with these predecessors."""
    given = {"terminal_code": lost_at_a_leaf, "predecessors": predecessors}
    return Onward(2 * LEAVES - 1, True, successors=doubled, **given)


def test_a_way_back_that_only_reaching_misses_is_found_by_verify():
    """``verify`` finds missing predecessors that change no outcome."""
    with patch.object(whole_solve, "try_rules"):
        solution = solve(tree(but_for_some_leaves))
    assert solution[LEAVES - 1] == Outcome(Value.WIN, 1)
    reported = r"it is not among the predecessors of one of its successors$"
    with pytest.raises(VerificationError, match=reported):
        solution.verify(full=True)


@pytest.mark.parametrize("threads", [2, 1])
def test_a_way_back_that_raises_while_reaching(threads):
    """If predecessors of a terminal position raise while counting, the game is at fault."""
    with patch.object(whole_solve, "try_rules"):
        solution = solve(tree(none_at_the_last_leaf), threads=threads)
    with (
        patch.object(reaching, "SHARE", reaching.INDEXES_A_CHUNK // 1_000),
        pytest.raises(GameContractError) as caught,
    ):
        solution.counts(reachable=True)
    (fault,) = caught.value.faults
    assert fault.message == f"predecessors({2 * LEAVES}) raised ValueError: no way back"


# ── propagation from few terminal positions ───────────────────────────────────────────────────────


TAKEN = 400


@njit
def one_or_two_less(position, moves, positions):
    """Write the moves, which take one or two."""
    count = 0
    for taken in range(1, 3):
        if position >= taken:
            moves[count], positions[count] = taken, position - np.uint64(taken)
            count += 1
    return np.int64(count)


@njit
def lost_with_none(position):
    """Return a loss for the empty heap."""
    return np.int64(-1 if position == 0 else 2)


@njit
def index_of_all(position):
    """Return an index for every heap."""
    return np.int64(position) if position < TAKEN else np.int64(-1)


@njit
def index_of_all_but_none(position):
    """Return an index for every heap that is not empty."""
    return np.int64(position) if 0 < position < TAKEN else np.int64(-1)


@njit
def one_or_two_more(position, positions):
    """Write the heaps before one or two were taken."""
    positions[0], positions[1] = position + np.uint64(1), position + np.uint64(2)
    return np.int64(2)


@njit
def none_before_the_end(position, positions):
    """Write the predecessors, but none of the terminal position."""
    return np.int64(0) if position == 0 else one_or_two_more(position, positions)


@njit
def half_before_the_end(position, positions):
    """Write the predecessors, but only one of the terminal position."""
    count = one_or_two_more(position, positions)
    return np.int64(1) if position == 0 else count


@njit
def strangers_before_the_end(position, positions):
    """Write the predecessors, with a wrong one of the terminal position."""
    count = one_or_two_more(position, positions)
    if position == 0:
        positions[2] = np.uint64(TAKEN // 2)
        count += 1
    return np.int64(count)


@njit
def as_it_stands(index):
    """Return the heap of an index, which is the same number."""
    return np.uint64(index)


@attrs.frozen(repr=False)
class Heap(CompiledGame):
    """Heap from which players take one or two; a player who finds it empty has lost."""

    predecessors: Any = attrs.field(default=one_or_two_more, eq=False)
    index: Any = attrs.field(default=index_of_all, eq=False)

    def start(self):
        return TAKEN - 2

    @property
    def rules(self):
        return CompiledRules(
            successors=one_or_two_less,
            terminal_code=lost_with_none,
            max_moves=3,
            num_indexes=TAKEN,
            index=self.index,
            position_at=as_it_stands,
            predecessors=self.predecessors,
        )


def test_few_ends_report():
    """If one index in 400 is terminal, no index is resolved by following moves at first."""
    solution = solve(Heap())
    assert "399 of 400 indexes pending" in solution.how.why
    assert str(solution.outcome) == "win in 265"
    solution.verify()


def test_ends_without_indexes_report_no_player():
    """If terminal positions have no index, moves are followed, and two more are resolved."""
    solution = solved(Heap(index=index_of_all_but_none))
    assert "397 of 400 indexes pending" in solution.how.why
    assert str(solution.outcome) == "win in 265"


@pytest.mark.parametrize(
    "predecessors", [none_before_the_end, half_before_the_end, strangers_before_the_end]
)
def test_ends_that_report_others_are_refused(predecessors):
    """Wrong predecessors of a terminal position are refused, because outcomes depend on them."""
    with pytest.raises(GameContractError, match="predecessors"):
        solve(Heap(predecessors))
