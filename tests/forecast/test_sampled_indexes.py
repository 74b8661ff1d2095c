"""Ranges from a sample of indexes contain the true figure for 95 of 100 seeds."""

import numpy as np
import pytest

from games import GobbletGobblers, Quixo
from gamesolver import estimate, solve
from gamesolver.forecast import estimating, sampling
from gamesolver.forecast.compiled_games import positions_of
from gamesolver.system.progress import Stopwatch

SEEDS = 100
SHARES = {
    "all alike": np.full(2_000, 0.3),
    "full or empty": np.arange(2_000) % 2,
    "one in a hundred": np.arange(2_000) % 100 == 0,
    "holes at the end": np.linspace(0, 1, 2_000) ** 8,
}


@pytest.mark.parametrize("looked_at", [2, 20, 200, 1_900])
@pytest.mark.parametrize("shares", SHARES.values(), ids=SHARES)
def test_the_share_of_all_is_in_reach(shares, looked_at):
    """At least 95 of 100 samples of each size have the true mean within their deviation."""
    held = 0
    for seed in range(SEEDS):
        some = np.random.default_rng(seed).choice(shares.astype(float), looked_at, replace=False)
        held += abs(some.mean() - shares.mean()) <= sampling.deviation(some)
    assert held >= 95


GAME, POSITIONS = GobbletGobblers(sizes=2, copies=1), 1_123


@pytest.fixture(scope="module")
def runner():
    """Kernel runner over all indexes of the game."""
    return solve(GAME, threads=1)._table.runner


@pytest.mark.parametrize("bytes_for_entries", [0, 10**6], ids=["some entries", "all entries"])
@pytest.mark.parametrize("batch", [1, 8, 64])
def test_a_busy_machine_states_less_and_nothing_wrong(
    runner, batch, bytes_for_entries, monkeypatch
):
    """If time is over after one batch of indexes, the true count is still in its range."""
    monkeypatch.setattr(sampling, "CLUSTER", 16)
    monkeypatch.setattr(sampling, "CLUSTERS_A_BATCH", batch)
    monkeypatch.setattr(sampling, "FEW_CLUSTERS", 80)
    held = 0
    for seed in range(SEEDS):
        monkeypatch.setattr(sampling, "SEED", seed)
        work = sampling.sample_indexes(runner, bytes_for_entries, Stopwatch(0.0))
        assert (batch - 1) * 16 < work.looked_at <= batch * 16  # the last one may be shorter
        positions = positions_of(work)
        assert positions.low < positions.high
        held += POSITIONS in positions
    assert held >= 95


def test_all_indexes_looked_at_are_counted():
    """If all indexes were examined, both ends of the range are the true count."""
    positions = estimate(GAME).positions
    assert (positions.low, positions.high) == (POSITIONS, POSITIONS)


@pytest.mark.compiled(why="a sample of 847,288,609,443 indexes")
def test_indexes_for_which_no_machine_has_room(monkeypatch):
    """Quixo 5x5 has a forecast, although its table is larger than any memory."""
    monkeypatch.setattr(estimating, "SECONDS", 0.3)
    forecast = estimate(Quixo())
    assert forecast.positions.high == 847_288_609_443
    assert forecast.bytes.low > 8e11
