"""Work in step: each rank does a second of its own, and all meet; one process does all at once.

So a rank at which something goes wrong is heard of within a second or so, however long the work is.
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
) -> Columns:
    """Do all blocks of this rank, with a meeting after each second or so; the tallies' sum."""
    workers, none = runner.workers, np.zeros(TALLY, np.int64)
    if team.size == 1:
        return sum(workers.run(phase, work, blocks), none)
    done, some, total = 0, len(workers.scratches), none
    while True:
        began = time.monotonic()
        part = blocks[done : done + some]
        total = sum(workers.run(phase, work, part, doing=phase), total)
        done += len(part)
        told = team.meet(done, len(blocks) - done)
        if team.rank == 0:
            workers.report(phase, int(told[:, 0].sum()), int(told.sum()))
        if not told[:, 1].any():
            return total
        took = max(1e-3, time.monotonic() - began)
        some = max(len(workers.scratches), int(some * min(8, SECONDS_A_STEP / took)))
