"""The rule ``predecessors`` of indexed games, compared with ``successors``."""

import random
from functools import cache

import numba as nb
import numpy as np
import pytest
from numba import types

from gamesolver.rules.fitting import KIND, MOVES, POSITIONS
from tests.support.indexed_games import INDEXED, SHOGI
from tests.support.scale import IS_PLAIN

PLAYING = 2
INT = types.int64
CALLED = ("index", "successors", "end", "predecessors")
LOOK = POSITIONS, *(KIND[each] for each in CALLED), MOVES, types.UniTuple(POSITIONS, 3)
FILL = POSITIONS, INT, INT, KIND["index"], KIND["position_at"]
"""Argument types of ``look`` and of ``fill_indexes``."""
FEW = 60
"""Number of indexes of a game to test in plain Python, and of positions of random play."""
INDEXES = FEW if IS_PLAIN else 40_000

WHOLE = [game for game in INDEXED if game.rules.num_indexes <= 2_000_000]


@cache
def compiled(function, *kinds):
    """Return a function compiled for the given argument types, on first use and not on import."""
    return nb.njit(kinds)(function)


def fill_indexes(positions, indexes, step, index, position_at):
    """Write the positions of every n-th index, except unused ones, and return their number."""
    count = 0
    for number in range(0, indexes, step):
        position = position_at(number)
        if index(position) == number:
            positions[count] = position
            count += 1
    return count


@nb.njit
def times(position, positions, count):
    """Return the number of times a position is among the first ones."""
    found = 0
    for each in range(count):
        found += positions[each] == position
    return found


def look(around, index, successors, terminal_code, predecessors, moves, buffers):
    """Count the moves from and to the positions, and the moves not undone or not made.

    Also count the listed predecessors that are terminal or not positions, and return the length of
    the longest list.
    """
    after, before, others = buffers
    reported = np.zeros(6, np.int64)
    for position in around:
        if terminal_code(position) == PLAYING:
            count = successors(position, moves, after)
            reported[0] += count
            for each in range(count):
                undone = predecessors(after[each], others)
                is_good = times(position, others, undone) == times(after[each], after, count)
                reported[2] += not is_good
        count = predecessors(position, before)
        reported[5] = max(reported[5], count)
        for each in range(count):
            if index(before[each]) < 0 or terminal_code(before[each]) != PLAYING:
                reported[4] += 1
                continue
            reported[1] += 1
            made = successors(before[each], moves, others)
            is_good = times(position, others, made) == times(before[each], before, count)
            reported[3] += not is_good
    return reported


def look_around(game, around):
    """Check that ``look`` finds no faults, and return its other counts."""
    rules, calls = game.rules, game.rules.calls
    moves = np.zeros(rules.max_moves, np.int64)
    length = max(rules.max_moves, rules.max_predecessors)
    buffers = tuple(np.zeros(length, np.uint64) for _ in range(3))
    queried = [getattr(calls, each).function for each in CALLED]
    begun, ended, not_undone, not_made, idle, longest = compiled(look, *LOOK)(
        around, *queried, moves, buffers
    )
    assert (not_undone, not_made) == (0, 0)
    assert longest <= rules.max_predecessors
    return begun, ended, idle


def positions_of(game, step):
    """Return the positions of every n-th index, and a symmetric position of the first ones."""
    rules, calls = game.rules, game.rules.calls
    positions = np.zeros(rules.num_indexes // step + 1, np.uint64)
    queried = calls.index.function, calls.position_at.function
    count = compiled(fill_indexes, *FILL)(positions, rules.num_indexes, step, *queried)
    found = positions[:count].tolist()
    images = [image for each in found[:FEW] for image in calls.call_symmetries(each)[-1:]]
    return np.array(found + images, np.uint64)


@pytest.mark.parametrize("game", INDEXED, ids=repr)
def test_moves_are_undone_at_every_nth_index(game):
    """At every n-th index moves and predecessors agree, including how often each is listed."""
    step = max(1, game.rules.num_indexes // INDEXES)
    begun, ended, _ = look_around(game, positions_of(game, step))
    assert begun > 0
    assert ended > 0


@pytest.mark.compiled
@pytest.mark.parametrize("game", WHOLE, ids=repr)
def test_moves_are_undone_everywhere(game):
    """Moves and predecessors agree at every index of the smaller games."""
    begun, ended, _ = look_around(game, positions_of(game, 1))
    assert begun > 0
    assert ended > 0


@pytest.mark.parametrize("game", INDEXED, ids=repr)
def test_moves_are_undone_in_random_play(game):
    """Moves and predecessors agree in random play, including terminal positions."""
    chance, met, position = random.Random(11), [], game.start()
    for _ in range(FEW if IS_PLAIN else 20 * FEW):
        met.append(position)
        if game.terminal_value(position) is None:
            position = chance.choice(game.rules.calls.call_successors(position)[1])
        else:
            position = game.start()
    before = [game.rules.calls.call_predecessors(position) for position in met[1:]]
    assert any(before)
    look_around(game, np.array(met, np.uint64))


@pytest.mark.parametrize("game", SHOGI, ids=repr)
def test_nothing_is_listed_in_vain(game):
    """In animal shogi no terminal position, and no number without an index, is listed."""
    step = max(1, game.rules.num_indexes // INDEXES)
    assert look_around(game, positions_of(game, step))[2] == 0
