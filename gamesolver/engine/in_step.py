"""Work in step: each rank works for about a second, then all meet. One process does not stop.

An error at one rank therefore reaches all others within about a second, however long the work is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gamesolver.engine.running import Runner
from gamesolver.kernels.scratch import TALLY, Scratch
from gamesolver.system.columns import Columns
from gamesolver.system.team import Team

SECONDS_A_STEP = 1.0  # of work between two meetings, about


def in_step(
    runner: Runner,
    team: Team,
    phase: str,
    work: Callable[[Scratch, Any], Columns],
    blocks: Sequence[Any],
    pause: Callable[[int, Columns], None] | None = None,
) -> Columns:
    """Do all blocks of this rank, with a meeting after each second or so. Return the tallies' sum.

    ``pause`` is called in between, while no block is at work, with the number of blocks done and
    the sum so far.
    """
    workers, total = runner.workers, np.zeros(TALLY, np.int64)
    if team.size == 1 and pause is None:
        return sum(workers.run(phase, work, blocks), total)
    done, some = 0, len(workers.scratches)
    while True:
        began = time.monotonic()
        part = blocks[done : done + some]
        total = sum(workers.run(phase, work, part, doing=phase), total)
        done += len(part)
        of_ranks = team.meet(done, len(blocks) - done)
        if team.rank == 0:
            workers.report(phase, int(of_ranks[:, 0].sum()), int(of_ranks.sum()))
        if pause is not None and part:
            pause(done, total)
        if not of_ranks[:, 1].any():
            return total
        took = max(1e-3, time.monotonic() - began)
        some = max(len(workers.scratches), int(some * min(8, SECONDS_A_STEP / took)))
