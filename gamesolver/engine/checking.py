"""Checks of a sample of resolved indexes: no two positions may have the same index.

Two positions with one index cause wrong outcomes without an error. So do symmetric positions with
different players to move, if infinite play has a different payoff for each. The first fault is
searched for on the edges of a sample of the indexes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from gamesolver.engine.in_step import in_step
from gamesolver.engine.kernel_calls import NO_ENTRIES
from gamesolver.engine.running import Runner
from gamesolver.engine.shares import Share
from gamesolver.kernels import numbering as kernels
from gamesolver.kernels.scratch import Scratch
from gamesolver.rules.preflight import SEED
from gamesolver.system.columns import Columns
from gamesolver.system.team import Team

INDEXES_A_CHECK = 97  # the edges of one index in 97 are checked; a prime avoids periodic patterns


def check_indexes(runner: Runner, share: Share, team: Team) -> None:
    """Look for two positions with one index, on the edges of a sample of this rank's indexes."""
    luck, blocks = random.Random(SEED + team.rank), share.blocks
    step = max(1, min(INDEXES_A_CHECK, sum(last - first for first, last in blocks)))
    begins = {block: luck.randrange(step) for block in blocks}
    kernel, limits = share.checks_by

    def looked(scratch: Scratch, block: tuple[int, int]) -> Columns:
        return runner.run_once(
            kernel, NO_ENTRIES, scratch, block, *limits, begins[block], INDEXES_A_CHECK
        ).copy()

    in_step(runner, team, "checking indexes", looked, blocks)


def check_players(runner: Runner, chunks: Sequence[tuple[int, int]], team: Team) -> None:
    """Look at some indexes for symmetric positions with different players to move.

    Infinite play would have a different payoff in each of them.
    """

    def compared(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
        return runner.run_once(kernels.check_players, NO_ENTRIES, scratch, chunk).copy()

    in_step(runner, team, "checking players", compared, chunks)
