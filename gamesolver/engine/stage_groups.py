"""A stage settled by groups: positions whose moves lead to much the same ones, looked at together.

The author's rules list for each group to which slots its moves lead, and take the greatest worth
for each of its positions (``kernels.staging``). No move of these stays in the stage, so each group
is settled when it is looked at, and in any order.

**A worth of more plies than play can have** is a fault of the rules: a move takes one ply more than
what it leads to, and nothing behind the stage is longer than its longest outcome. So a lie does not
widen the cells of the stage.

**The cost.** A cell read for each slot that is listed, and one written for each position; buffers
for the largest group, for each worker.
"""

from __future__ import annotations

from queue import SimpleQueue
from typing import Any

import attrs
import numpy as np
from numba import types

from gamesolver.engine.calling import INTS, column, compiled, type_of_cells
from gamesolver.engine.growing_cells import GrowingCells
from gamesolver.engine.running import Runner
from gamesolver.errors import GameContractError
from gamesolver.kernels.scratch import FAULT, TALLY, TOO_LONG, WHERE, Scratch
from gamesolver.kernels.staging import GroupBuffers, settle_groups
from gamesolver.rules.calls import KIND
from gamesolver.rules.groups import Groups, bytes_of_buffers, group_buffers, is_whole
from gamesolver.rules.messages import contract
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.workers import chunks_of
from gamesolver.texts import said_by

SLOTS_A_CHUNK = 1 << 18
WORTHS = column(np.int32)
BUFFERS = types.NamedTuple((INTS, WORTHS, INTS, WORTHS), GroupBuffers)
NUMBERS = (types.int64,) * 7


@attrs.frozen(eq=False)
class StageGroups:
    """The groups of one stage."""

    runner: Runner
    groups: Groups
    stage: int
    count: int
    heard: int
    """The most plies there are behind the stage."""
    buffers: SimpleQueue[GroupBuffers]
    """Those that no worker has in hand."""

    @classmethod
    def of(
        cls, runner: Runner, meter: MemoryMeter, stage: int, count: int, heard: int
    ) -> StageGroups:
        """The groups of a stage, with buffers for each worker."""
        game, threads = runner.game, len(runner.workers.scratches)
        meter.check(f"beginning stage {stage}", coming=threads * bytes_of_buffers(game))
        buffers: SimpleQueue[GroupBuffers] = SimpleQueue()
        for _ in range(threads):
            buffers.put(group_buffers(game))
        return cls(runner, Groups.of(game), stage, count, heard, buffers)

    def settle(self, held: GrowingCells) -> None:
        """Settle all groups; once more with wider cells where an outcome was too long."""
        first, last = held.part
        chunks = chunks_of(self.count, max(1, SLOTS_A_CHUNK * self.count // (last - first)))
        while True:
            longest = held.coding.longest_in(held.cells.dtype)
            kernel = _kernel_for(type_of_cells(held.cells))

            def work(scratch: Scratch, chunk: tuple[int, int]) -> int:
                numbers = self.stage, *chunk, first, last, longest, self.heard + 1  # noqa: B023
                return self._settle(kernel, held.cells, numbers)  # noqa: B023

            if not sum(self.runner.workers.run(f"stage {self.stage}", work, chunks)):
                return
            held.widen_for(longest + 1)

    def _settle(self, kernel: Any, cells: Columns, numbers: tuple[int, ...]) -> int:
        """Settle some groups; how many outcomes were too long."""
        buffers, tally = self.buffers.get(), np.zeros(TALLY, np.int64)
        try:
            kernel(self.groups.targets, self.groups.best, cells, buffers, tally, *numbers)
        except Exception as error:  # an author's rule may raise anything
            raise self._fault(int(tally[WHERE]), f"raised {said_by(error)}") from error
        if tally[FAULT] or not is_whole(buffers):
            raise self._fault(int(tally[WHERE]), "gave slots or worths that cannot be")
        self.buffers.put(buffers)
        return int(tally[TOO_LONG])

    def _fault(self, group: int, what: str) -> GameContractError:
        """What the rules did wrong at a group, or at one before it, asked again."""
        try:
            self.groups.require(self.stage, group)
        except GameContractError as error:
            return error
        rules = f"group_targets or group_best {what} at group {group} of stage {self.stage}"
        return contract(self.runner.game, "groups", f"{rules}: expected the same when called again")


def _kernel_for(cells: Any) -> Any:
    """The kernel for such cells."""
    return compiled(
        settle_groups, KIND["group_targets"], KIND["group_best"], cells, BUFFERS, INTS, *NUMBERS
    )
