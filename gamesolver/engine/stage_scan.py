"""Resolution of one stage by its moves, while all later stages are resolved and can be read.

**Wins, losses and draws.** The stage is scanned slot by slot (``kernels.staging``). Each slot whose
successors are all resolved gets the outcome of its best move. Every move is looked up, those to
terminal positions too, and the slot of the successor determines if the stage changes. If no move
stays in the stage, this scan resolves all slots. Otherwise the pending slots have moves within the
stage, most of which form cycles. Their graph resolves them, with the resolved slots as its boundary
(``graph``). If the graph does not fit in memory, sweeps resolve them (``sweeps``). Sweeps must
continue up to the greatest length of an outcome in later stages.

**In games with scores** the rules first resolve terminal positions, and what these decide. Then
pending slots whose successors are all resolved get the outcome of their best move (``queries``), in
passes that are repeated as long as each resolves many slots. The graph resolves the rest, which has
cycles.

**Several ranks** scan their own slots. The pending slots of all are resolved by the graph, which
the ranks divide.
"""

from __future__ import annotations

import attrs
import numpy as np

from gamesolver.engine.ends import FirstPass
from gamesolver.engine.graph import PendingGraph
from gamesolver.engine.in_step import in_step
from gamesolver.engine.predecessors import Traffic
from gamesolver.engine.queries import Queries
from gamesolver.engine.resolving import Resolving
from gamesolver.engine.sweeps import Methods, Sweeps
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.first_pass import resolve_ends
from gamesolver.kernels.scratch import FIRST_PASS, OPEN, RESOLVED, TOO_LONG, Scratch
from gamesolver.kernels.staging import resolve_stage
from gamesolver.system.columns import Columns
from gamesolver.system.team import Team

REPEATED_FROM = 1 / 4
"""A pass that resolves at least this share of the pending slots is repeated."""
REPORTED = [OPEN, RESOLVED, TOO_LONG]
"""Counts of a tally that are added up over all ranks."""


@attrs.define(eq=False)
class StageWork:
    """Work of all methods on the stages of a game, for the summary of the solve."""

    cyclic: int = attrs.field(default=0, init=False)
    """Number of stages with moves within the stage."""
    has_passes: bool = attrs.field(default=False, init=False)
    """True if passes through predecessors resolved the stages."""
    graphs: list[PendingGraph] = attrs.field(factory=list, init=False)
    """Graphs of the pending slots of these stages."""
    traffic: Traffic = attrs.field(factory=Traffic, init=False)
    """Messages that passes through predecessors have sent to other ranks."""

    def updates_sent(self, team: Team) -> str:
        """Return a summary of the updates that ranks sent to each other, all ranks together."""
        if self.has_passes:
            return str(self.traffic.of_all(team))
        listed = sum(graph.listed for graph in self.graphs)
        moves = sum(graph.moves for graph in self.graphs)
        updates = sum(graph.updates for graph in self.graphs)
        an_update = sum(graph.update_bytes for graph in self.graphs) / max(1, updates)
        return (
            f"by the graphs of {listed} slots, {moves} moves, "
            f"{updates} updates sent in {an_update:.2f} bytes each"
        )


@attrs.define(eq=False)
class StageScan:
    """Solver of a stage by its moves."""

    resolving: Resolving
    stage: int
    work: StageWork

    # ── wins, losses and draws ─────────────────────────────────────────────

    def resolve(self, methods: Methods, longest: int) -> None:
        """Resolve a stage. Outcomes of later stages have this length or less."""
        resolving = self.resolving
        self._scan_repeatedly()
        if not resolving.first_pass.open:
            return
        pending = resolving.held.pending()
        if resolving.team.size > 1:
            self._resolve_by_graph(pending)
        elif len(pending):
            self._resolve_cycles(pending, methods, longest)

    def _scan_repeatedly(self) -> None:
        """Resolve slots whose successors are all resolved, as long as a scan resolves many."""
        first, last = self.resolving.held.part
        while True:
            tally = self._scan()
            self.resolving.first_pass = FirstPass.of(last - first, tally[:FIRST_PASS])
            is_over = not tally[OPEN] or tally[RESOLVED] < REPEATED_FROM * tally[OPEN]
            if is_over and not tally[TOO_LONG]:
                return

    def _scan(self) -> Columns:
        """Scan all slots of this rank once. Return the counts of all ranks.

        If an outcome was too long, the cells are wider afterwards.
        """
        runner, team, held = self.resolving.runner, self.resolving.team, self.resolving.held
        longest, first = held.coding.longest_in(held.cells.dtype), held.part[0]

        def scanned(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
            return runner.run_once(
                resolve_stage, held.cells, scratch, np.arange(*chunk), first, longest
            ).copy()

        tally = in_step(runner, team, f"stage {self.stage}", scanned, held.chunks)
        tally[REPORTED] = team.meet(*tally[REPORTED].tolist()).sum(axis=0)
        if tally[TOO_LONG]:
            held.widen_for(longest + 1)
        return tally

    def _resolve_cycles(self, pending: Columns, methods: Methods, longest: int) -> None:
        """Resolve the pending slots: by their graph, or by sweeps if that does not fit."""
        resolving = self.resolving
        fits = methods == "graph" or PendingGraph(resolving).fits(pending)
        if methods != "sweeps" and fits:
            self._resolve_by_graph(pending)
        else:
            self.work.cyclic += 1
            received = max(1, resolving.held.longest, longest)
            Sweeps(resolving, "sweeps", received).resolve(pending)

    # ── scores ─────────────────────────────────────────────────────────────

    def resolve_scores(self) -> None:
        """Resolve terminal positions, slots that these decide, and slots after resolved ones."""
        resolving, team = self.resolving, self.resolving.team
        doing, (first, last) = f"stage {self.stage}", resolving.held.part

        def first_pass(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
            return resolving.runner.run_once(
                resolve_ends, resolving.cells, scratch, chunk, PENDING, 0, 0
            ).copy()

        tally = in_step(resolving.runner, team, doing, first_pass, resolving.held.chunks)
        resolving.first_pass = FirstPass.of(last - first, tally[:FIRST_PASS])
        queries, pending, before = Queries(resolving), resolving.held.pending(), 0
        count = int(team.meet(len(pending))[:, 0].sum())
        while count and (not before or count <= (1 - REPEATED_FROM) * before):
            before, pending = count, queries.resolve_determined(pending, doing)
            count = int(team.meet(len(pending))[:, 0].sum())
        if count:
            self._resolve_by_graph(pending)

    # ── the graph of a stage ───────────────────────────────────────────────

    def _resolve_by_graph(self, pending: Columns) -> None:
        """Resolve the pending slots of a stage by their graph."""
        graph = PendingGraph(self.resolving)
        graph.resolve(pending, f"stage {self.stage}, ")
        self.work.graphs.append(graph)
        self.work.cyclic += 1
