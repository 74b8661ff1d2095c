"""A ``position_at`` that is wrong for an index is named by every method of solving."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from gamesolver import CompiledGame, CompiledRules, GameContractError, check_game, prove, solve

LAST = 7
NO_POSITION = 2**64 - 1


@njit
def successors(position, moves, positions):
    """Count down by one."""
    moves[0], positions[0] = 0, position - np.uint64(1)
    return np.int64(1)


@njit
def terminal_code(position):
    """Return a loss at 0."""
    return np.int64(2 if position else -1)


@njit
def index(position):
    """Return the position as its own index."""
    return np.int64(position) if position <= LAST else np.int64(-1)


@njit
def forgets_the_start(index):
    """Return no position for the index of the start."""
    return np.uint64(index) if index < LAST else np.uint64(NO_POSITION)


@njit
def forgets_another(index):
    """Return no position for an index that play reaches."""
    return np.uint64(index) if index != 3 else np.uint64(NO_POSITION)


@njit
def takes_another(index):
    """Return the position of another index for the index of the start."""
    return np.uint64(index) if index < LAST else np.uint64(3)


@njit
def only_itself(position, images):
    """Return no other position of the orbit."""
    return np.int64(0)


def line(position_at, folds):
    """Return a game with this ``position_at``, with symmetries or without."""
    more = {"symmetries": only_itself, "max_symmetries": 1} if folds else {}

    class Line(CompiledGame):
        rules = CompiledRules(
            successors,
            terminal_code,
            max_moves=1,
            index=index,
            position_at=position_at,
            num_indexes=LAST + 1,
            **more,
        )

        def start(self):
            return LAST

    return Line()


def complaint(index, standing, other):
    """Return the message that names ``position_at``."""
    return (
        f"Line breaks its contract: position {index} has index {index}, for which position_at "
        "returns "
        f"{standing}, whose index is {other}: expected index and position_at to agree"
    )


FORGETFUL = [
    (forgets_the_start, complaint(LAST, NO_POSITION, -1)),
    (forgets_another, complaint(3, NO_POSITION, -1)),
    (takes_another, complaint(LAST, 3, 3)),
]


@pytest.mark.parametrize("folds", [False, True])
@pytest.mark.parametrize(("position_at", "message"), FORGETFUL)
def test_every_way_of_solving_names_position_at(position_at, message, folds, tmp_path):
    """``solve`` in memory, ``solve`` in a folder and ``check_game`` give the same message."""
    game = line(position_at, folds)
    for way in (solve, lambda each: solve(each, folder=tmp_path), check_game):
        with pytest.raises(GameContractError) as caught:
            way(game)
        assert str(caught.value) == message


@pytest.mark.parametrize(("position_at", "message"), [FORGETFUL[0], FORGETFUL[2]])
def test_a_proof_of_the_start_names_it_too(position_at, message):
    """``prove`` looks up the index of the start and gives the same message."""
    with pytest.raises(GameContractError) as caught:
        prove(line(position_at, folds=False))
    assert str(caught.value) == message
