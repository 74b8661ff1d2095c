"""Enumeration of positions: each is found once, for any bin size and distribution of keys."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from gamesolver import CompiledGame, CompiledRules, MemoryLimitError, solve
from gamesolver.engine import finding
from gamesolver.engine import finding as finding_bytes
from gamesolver.kernels.places import unmixed_plainly
from tests.attacks.engine_games import ENUMERATED, SheetGame
from tests.attacks.graph_games import ONE_BY_ONE, drawings
from tests.support.engine_solving import node_of, playable, table_of

SINK, WIDE = np.uint64(2**40), np.uint64(5_000)
ONE_SHARD = unmixed_plainly(np.arange(1, 5_002, dtype=np.uint64) << np.uint64(20))
"""Positions whose keys all belong to the first shard."""


@settings(max_examples=ONE_BY_ONE // 2)
@given(drawings(), st.sampled_from(ENUMERATED), st.sampled_from([1, 2]))
def test_bins_of_any_size(drawing, fold, threads):
    """Bins of one key give the same positions as large bins, with one thread or two."""
    game = SheetGame(playable(drawing, fold), fold)
    expected = table_of(game)[0]
    with patch.object(finding, "ENOUGH", 1), patch.object(finding_bytes, "LEAST_BIN", 1):
        table = table_of(game, threads=threads)[0]
    assert np.array_equal(table.places.keys, expected.places.keys)
    assert {node_of(each) for each in table} == {node_of(each) for each in expected}


@njit
def to_a_sink(position, moves, positions):
    """Move to twice the number, to one more than that, or to the common sink."""
    moves[0], moves[1], moves[2] = 0, 1, 2
    positions[0] = position << np.uint64(1)
    positions[1] = positions[0] + np.uint64(1)
    positions[2] = SINK
    return 3


@njit
def drawn_far_out(position):
    """Return a draw for numbers from 2^12 on."""
    return 0 if position >= np.uint64(2**12) else 2


@njit
def into_one_shard(position, moves, positions):
    """Move from the start to each of many positions."""
    for each in range(ONE_SHARD.size - 1):
        moves[each], positions[each] = each, ONE_SHARD[each + 1]
    return ONE_SHARD.size - 1


@njit
def drawn_at_once(position):
    """Return a draw for every position except the start."""
    return 2 if position == ONE_SHARD[0] else 0


class Enumerated(CompiledGame):
    """Enumerated game with the given rules."""

    def __init__(self, start, successors, terminal_code, max_moves):
        self._start = start
        self._rules = CompiledRules(successors, terminal_code, max_moves)

    @property
    def rules(self):
        return self._rules

    def start(self):
        return self._start


@pytest.mark.parametrize("enough", [2, finding.ENOUGH])
def test_a_position_that_all_lead_to(enough):
    """A position that every other one leads to is found once."""
    with patch.object(finding, "ENOUGH", enough):
        solution = solve(Enumerated(1, to_a_sink, drawn_far_out, 3))
    assert list(solution) == [*range(1, 2**13), int(SINK)]


@pytest.mark.compiled(why="a minute in plain Python")
@pytest.mark.parametrize("enough", [1, finding.ENOUGH])
def test_more_successors_in_one_shard_than_a_bin_holds(enough):
    """Bins and the key set grow if the successors of one position overflow them."""
    game = Enumerated(int(ONE_SHARD[0]), into_one_shard, drawn_at_once, int(WIDE))
    with patch.object(finding, "ENOUGH", enough):
        solution = solve(game)
    assert list(solution) == sorted(ONE_SHARD.tolist())


def test_a_set_in_one_shard_stops_at_the_limit():
    """A key set that outgrows the memory limit for one shard is refused."""
    game = Enumerated(int(ONE_SHARD[0]), into_one_shard, drawn_at_once, int(WIDE))
    with pytest.raises(MemoryLimitError, match=r"are needed after finding \d+ positions"):
        solve(game, memory="20 MB")


def test_bins_are_made_within_the_limit():
    """The size of bins depends on the found positions, not on a large ``max_moves``."""
    game = Enumerated(1, to_a_sink, drawn_far_out, 100_000)
    with patch.object(finding, "ENOUGH", 2):
        assert len(solve(game, memory="100 MB")) == 2**13


def test_further_roots_stop_at_the_limit():
    """A generator of too many roots is stopped by the memory limit."""
    game = Enumerated(1, to_a_sink, drawn_far_out, 3)
    with pytest.raises(MemoryLimitError, match=r"after reading \d+ positions to begin with"):
        solve(game, positions=(2**50 + each for each in range(10**9)), memory="2 MB")
