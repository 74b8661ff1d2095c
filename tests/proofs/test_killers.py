"""Killer moves: recently successful moves, tried first among those with rough priorities."""

import numpy as np
import pytest

from gamesolver.kernels import alpha_beta
from gamesolver.proofs.compiled_search import _frames
from gamesolver.verdicts import roughly

WIDTH, DEPTH = 8, 1
MOVES = [11, 12, 13, 14, 15]


def frames_with(places, killers):
    """Return frames in which the moves of a position are tried in the given order."""
    frames = _frames(2, WIDTH)
    first = DEPTH * WIDTH
    frames.moves[first : first + len(MOVES)] = MOVES
    frames.places[first : first + len(places)] = places
    frames.successors[first : first + len(places)] = [100 + each for each in places]
    for move in killers:
        alpha_beta.remember_killer(frames, DEPTH, move)
    return frames


@pytest.mark.parametrize(
    ("killers", "rough", "tried"),
    [
        ([], 0, [13, 11, 15, 12, 14]),
        ([12], 0, [12, 13, 11, 15, 14]),
        ([12, 14], 0, [14, 12, 13, 11, 15]),
        ([12, 14, 14], 0, [14, 12, 13, 11, 15]),
        ([15, 12, 14], 0, [14, 12, 13, 11, 15]),
        ([99, 15], 0, [15, 13, 11, 12, 14]),
        ([13, 14], 2, [13, 11, 14, 15, 12]),
    ],
)
def test_the_last_two_come_first(killers, rough, tried):
    """Of the moves with rough priorities, the last two successful ones come first, if listed."""
    frames = frames_with([2, 0, 4, 1, 3], killers)
    first = DEPTH * WIDTH
    alpha_beta.put_killers_first(None, frames, DEPTH, first, rough, len(MOVES))
    places = frames.places[first : first + len(MOVES)]
    assert [MOVES[place] for place in places] == tried
    assert list(frames.successors[first : first + len(MOVES)]) == list(100 + places)


@pytest.mark.parametrize(
    ("priorities", "rough"),
    [([5, 0, -7], 3), ([5, roughly(9), roughly(-9)], 1), ([roughly(10**6), roughly(-(10**6))], 0)],
)
def test_which_priorities_are_rough(priorities, rough):
    """Rough priorities come behind all others, however great they are."""
    assert sorted(priorities, reverse=True) == priorities
    assert alpha_beta.first_rough(np.array(priorities, np.int64), len(priorities)) == rough
