"""Sweeps: forward value iteration over all pending positions, one sweep for each number of plies.

Sweep n settles the wins and losses in n plies, from outcomes that were settled in fewer plies. The
last sweep is one that settles nothing. Finished draws then have sweeps of their own. The positions
that are pending after them are infinite play.

If many sweeps are to come, each of which settles little, the graph of pending positions settles the
rest.

**Cost.** No memory except the cells. The rules for all pending positions, once for each sweep.
"""

from __future__ import annotations

from typing import Any, Literal

import attrs
import numpy as np

from gamesolver.engine.backward import bytes_to_deal
from gamesolver.engine.graph import PendingGraph
from gamesolver.engine.queries import ROWS_A_CHUNK
from gamesolver.engine.settling import Settling
from gamesolver.kernels import sweeping as kernels
from gamesolver.kernels.codes import ENDLESS
from gamesolver.kernels.scratch import SETTLED
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of

SLOWLY = 0.8  # of the pending slots: a sweep that leaves more than this share is slow

Methods = Literal["either", "sweeps", "graph"]


def bytes_to_sweep(pending: int, left: int, is_staged: bool) -> int:
    """Return the bytes of the pending slots without the cells: by stages, or while a sweep runs."""
    return pending * 4 + (bytes_to_deal(pending) if is_staged else pending * 2 + left * 4)


@attrs.define(eq=False)
class Sweeps:
    """Settles pending slots by sweeps, by the graph, or by first the one, then the other."""

    settling: Settling
    methods: Methods
    received: int = 1
    """Greatest length known before the first sweep. No sweep up to this length is the last."""

    def settle(self, left: Columns) -> None:
        """Settle all pending slots: wins and losses, finished draws, then infinite play."""
        state = self.settling.begun
        if state.get("phase") == "graph" and len(left):
            self._settle_by_graph(left, state["received"] - 1)
            return
        is_drawing = state.get("drawing", False)
        if not is_drawing:
            left = self._in_waves(left, state.get("wave", 2), drawing=False)
        self.settle_draws(left, state["wave"] if is_drawing else 1)

    def _settle_by_graph(self, left: Columns, settled_to: int) -> None:
        """Settle the pending slots by their graph, given settled outcomes to ``settled_to``."""
        graph = PendingGraph(self.settling)
        graph.settle(left, settled_to=settled_to)
        self.settling.story.append(graph.story)

    def settle_draws(self, left: Columns, wave: int = 1) -> None:
        """Settle the pending slots after all wins and losses are settled."""
        left = self._in_waves(left, wave, drawing=True)
        self.settling.cells[left] = ENDLESS

    def _in_waves(self, left: Columns, wave: int, *, drawing: bool) -> Columns:
        """Sweep until nothing more is settled. Return the slots that are still pending."""
        slowly, graph = False, PendingGraph(self.settling)
        while len(left):
            if self.methods == "graph" or (
                slowly and self.methods == "either" and graph.fits(left)
            ):
                self._settle_by_graph(left, 0 if drawing else wave - 1)
                return left[:0]
            settled = self._sweep(left, wave, drawing)
            if not settled and wave > self.received:
                break
            before, left = len(left), self.settling.held.still(left)
            slowly = settled > 0 and len(left) > SLOWLY * before
            wave += 1
        if wave > 1:
            what = "finished draws" if drawing else "wins and losses"
            self.settling.story.append(f"{wave - 1} waves of {what}")
        return left

    def _sweep(self, pending: Columns, wave: int, drawing: bool) -> int:
        """Run one sweep. Return the number of positions that it settled."""
        runner, sifting = self.settling.runner, self.settling.is_sifting
        self.settling.held.widen_for(wave)
        done, settled = self._come_to(pending, wave, drawing)
        chunks = [(done + a, done + b) for a, b in chunks_of(len(pending) - done, ROWS_A_CHUNK)]

        def pause(more: int, tally: Columns) -> None:
            after = int(pending[chunks[more - 1][1] - 1])
            now = settled + int(tally[SETTLED])
            where: dict[str, Any] = {"wave": wave, "drawing": drawing, "after": after}
            self.settling.save_if_due(doing, phase="waves", settled=now, **where)

        doing = f"{'draws' if drawing else 'wins and losses'} in {wave}"
        tally = runner.run_with_pauses(
            doing,
            kernels.sweep,
            self.settling.cells,
            chunks,
            lambda chunk: (pending[slice(*chunk)], wave, drawing, sifting),
            pause if self.settling.keeper.needs_pauses else None,
        )
        return settled + int(tally[SETTLED])

    def _come_to(self, pending: Columns, wave: int, drawing: bool) -> tuple[int, int]:
        """Return how many slots an earlier solve has visited and settled in this sweep."""
        state = self.settling.begun
        if (state.get("wave"), state.get("drawing")) != (wave, drawing):
            return 0, 0
        return int(np.searchsorted(pending, state["after"], "right")), state["settled"]
