"""Sweeps: forward value iteration over all pending positions, one sweep for each number of plies.

Sweep n resolves the wins and losses in n plies, from outcomes that were resolved in fewer plies.
The last sweep is one that resolves nothing. Finished draws then have sweeps of their own. The
positions that are pending after them are infinite play.

If many sweeps are to come and each resolves little, the graph of pending positions resolves
the rest.

**Cost.** No memory except the entries. The rules for all pending positions, once for each sweep.
"""

from __future__ import annotations

from typing import Any, Literal

import attrs
import numpy as np

from gamesolver.engine.backward import bytes_to_deal
from gamesolver.engine.graph import PendingGraph
from gamesolver.engine.queries import ROWS_A_CHUNK
from gamesolver.engine.resolving import Resolving
from gamesolver.kernels import sweeping as kernels
from gamesolver.kernels.codes import ENDLESS
from gamesolver.kernels.scratch import RESOLVED
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.texts import several

SLOWLY = 0.8  # of the pending indexes: a sweep that leaves more than this share is slow

Methods = Literal["either", "sweeps", "graph"]


def bytes_to_sweep(pending: int, left: int, is_staged: bool) -> int:
    """Return the bytes of pending indexes without the entries: by stages, or in a sweep."""
    return pending * 4 + (bytes_to_deal(pending) if is_staged else pending * 2 + left * 4)


@attrs.define(eq=False)
class Sweeps:
    """Solver of pending indexes by sweeps, by their graph, or by sweeps and then the graph."""

    resolving: Resolving
    methods: Methods
    received: int = 1
    """Greatest length of an outcome before the first sweep. Sweeps continue at least to it."""

    def resolve(self, left: Columns) -> None:
        """Resolve all pending indexes: wins and losses, finished draws, then infinite play."""
        state = self.resolving.begun
        if state.get("phase") == "graph" and len(left):
            self._resolve_by_graph(left, state["received"] - 1)
            return
        is_drawing = state.get("drawing", False)
        if not is_drawing:
            left = self._by_sweeps(left, state.get("wave", 2), drawing=False)
        self.resolve_draws(left, state["wave"] if is_drawing else 1)

    def _resolve_by_graph(self, left: Columns, resolved_to: int) -> None:
        """Resolve the pending indexes by their graph, given outcomes up to ``resolved_to``."""
        graph = PendingGraph(self.resolving)
        graph.resolve(left, resolved_to=resolved_to)
        self.resolving.summary.append(graph.summary)

    def resolve_draws(self, left: Columns, plies: int = 1) -> None:
        """Resolve the pending indexes after all wins and losses are resolved."""
        left = self._by_sweeps(left, plies, drawing=True)
        self.resolving.entries[left] = ENDLESS

    def _by_sweeps(self, left: Columns, plies: int, *, drawing: bool) -> Columns:
        """Sweep until nothing more is resolved. Return the indexes that are still pending."""
        slowly, graph = False, PendingGraph(self.resolving)
        while len(left):
            if self.methods == "graph" or (
                slowly and self.methods == "either" and graph.fits(left)
            ):
                self._resolve_by_graph(left, 0 if drawing else plies - 1)
                return left[:0]
            resolved = self._sweep(left, plies, drawing)
            if not resolved and plies > self.received:
                break
            before, left = len(left), self.resolving.held.still_pending(left)
            slowly = resolved > 0 and len(left) > SLOWLY * before
            plies += 1
        if plies > 1:
            what = "finished draws" if drawing else "wins and losses"
            self.resolving.summary.append(f"{several(plies - 1, 'sweep')} for {what}")
        return left

    def _sweep(self, pending: Columns, plies: int, drawing: bool) -> int:
        """Run one sweep. Return the number of positions that it resolved."""
        runner, detects_ends = self.resolving.runner, self.resolving.detects_ends
        self.resolving.held.widen_for(plies)
        done, resolved = self._progress(pending, plies, drawing)
        chunks = [(done + a, done + b) for a, b in chunks_of(len(pending) - done, ROWS_A_CHUNK)]

        def pause(more: int, tally: Columns) -> None:
            after = int(pending[chunks[more - 1][1] - 1])
            now = resolved + int(tally[RESOLVED])
            where: dict[str, Any] = {"wave": plies, "drawing": drawing, "after": after}
            self.resolving.save_if_due(doing, phase="waves", resolved=now, **where)

        doing = f"{'draws' if drawing else 'wins and losses'} in {plies}"
        tally = runner.run_with_pauses(
            doing,
            kernels.sweep,
            self.resolving.entries,
            chunks,
            lambda chunk: (pending[slice(*chunk)], plies, drawing, detects_ends),
            pause if self.resolving.keeper.needs_pauses else None,
        )
        return resolved + int(tally[RESOLVED])

    def _progress(self, pending: Columns, plies: int, drawing: bool) -> tuple[int, int]:
        """Return the numbers of indexes visited and resolved in this sweep by an earlier solve."""
        state = self.resolving.begun
        if (state.get("wave"), state.get("drawing")) != (plies, drawing):
            return 0, 0
        return int(np.searchsorted(pending, state["after"], "right")), state["resolved"]
