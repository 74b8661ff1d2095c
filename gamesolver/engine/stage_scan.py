"""Resolution of one stage by its moves, while all later stages are resolved and can be read.

First the rules alone resolve unused indexes, terminal positions, and positions that terminal
successors decide (``first_pass``). Then pending indexes whose successors are all resolved get the
outcome of their best move (``queries``), in passes that are repeated as long as each resolves many
indexes. If no move stays in the stage, one such pass resolves all indexes.

Otherwise the indexes that are left have moves within the stage, most of which form cycles. Their
graph resolves them, with the resolved indexes as its boundary (``graph``). If the graph of a game
without scores does not fit in memory, one process resolves them by sweeps (``sweeps``). Sweeps must
continue up to the greatest length of an outcome in later stages.

**Several ranks** scan their own indexes, and divide the graph.
"""

from __future__ import annotations

import attrs

from gamesolver.engine.ends import FirstPass
from gamesolver.engine.graph import PendingGraph
from gamesolver.engine.in_step import in_step
from gamesolver.engine.predecessors import Traffic
from gamesolver.engine.queries import Queries
from gamesolver.engine.resolving import Resolving
from gamesolver.engine.sweeps import Methods, Sweeps
from gamesolver.kernels.codes import PENDING
from gamesolver.kernels.first_pass import resolve_ends
from gamesolver.kernels.scratch import FIRST_PASS, Scratch
from gamesolver.system.columns import Columns
from gamesolver.system.team import Team
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import VALUES

REPEATED_FROM = 1 / 4
"""A pass that resolves at least this share of the pending indexes is repeated."""
CHUNKS_A_PART = 16
"""Number of chunks whose pending indexes are listed together."""


@attrs.define(eq=False)
class StageWork:
    """Work of all methods on the stages of a game, for the summary of the solve."""

    cyclic: int = attrs.field(default=0, init=False)
    """Number of stages with moves within the stage."""
    has_passes: bool = attrs.field(default=False, init=False)
    """True if passes through predecessors resolved the stages."""
    graphs: list[PendingGraph] = attrs.field(factory=list, init=False)
    """Graphs of the pending indexes of these stages."""
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
            f"by the graphs of {listed} indexes, {moves} moves, "
            f"{updates} updates sent in {an_update:.2f} bytes each"
        )


@attrs.define(eq=False)
class StageScan:
    """Solver of a stage by its moves."""

    resolving: Resolving
    stage: int
    work: StageWork

    def resolve(self, methods: Methods, longest: int) -> None:
        """Resolve a stage. Outcomes of later stages have this length or less."""
        before, count = 0, self._resolve_ends()
        while count and (not before or count <= (1 - REPEATED_FROM) * before):
            before, count = count, self._resolve_determined(is_first=not before)
        if count:
            self._resolve_cycles(self.resolving.held.pending(), methods, longest)

    def _resolve_ends(self) -> int:
        """Resolve what the rules alone decide. Return the number of indexes pending in all."""
        resolving, (first, last) = self.resolving, self.resolving.held.part
        runner, team, chunks = resolving.runner, resolving.team, resolving.held.chunks

        def first_pass(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
            return runner.run_once(
                resolve_ends, resolving.entries, scratch, chunk, PENDING, 0, 0
            ).copy()

        tally = in_step(runner, team, f"stage {self.stage}", first_pass, chunks)
        resolving.first_pass = FirstPass.of(last - first, tally[:FIRST_PASS])
        return self._of_all_ranks(resolving.first_pass.open)

    def _resolve_determined(self, *, is_first: bool) -> int:
        """Resolve indexes whose successors are all resolved. Return the number of the others.

        The pending indexes of a few chunks at a time are listed, which needs little memory. The
        first pass over a stage reports its progress.
        """
        resolving, held, team = self.resolving, self.resolving.held, self.resolving.team
        queries, doing, left = Queries(resolving), f"stage {self.stage}, moves", 0
        chunks = held.chunks
        parts = [chunks[slice(*part)] for part in chunks_of(len(chunks), CHUNKS_A_PART)]
        # Ranks query each other in every part, so all of them have the same number of parts.
        most = int(team.meet(len(parts)).max())
        for number, part in enumerate(parts + [[]] * (most - len(parts)), 1):
            pending = queries.resolve_determined(held.pending(part), doing, reports=False)
            left += len(pending)
            if is_first and team.rank == 0:
                resolving.report(doing, number, most)
        return self._of_all_ranks(left)

    def _of_all_ranks(self, number: int) -> int:
        """Return the sum of a number of each rank."""
        return int(self.resolving.team.meet(number).sum())

    def _resolve_cycles(self, pending: Columns, methods: Methods, longest: int) -> None:
        """Resolve the pending indexes: by their graph, or by sweeps if that does not fit."""
        resolving = self.resolving
        may_sweep = resolving.team.size == 1 and resolving.coding == VALUES and methods != "graph"
        if may_sweep and (methods == "sweeps" or not PendingGraph(resolving).fits(pending)):
            self.work.cyclic += 1
            received = max(1, resolving.held.longest, longest)
            Sweeps(resolving, "sweeps", received).resolve(pending)
        else:
            self._resolve_by_graph(pending)

    def _resolve_by_graph(self, pending: Columns) -> None:
        """Resolve the pending indexes of a stage by their graph."""
        graph = PendingGraph(self.resolving)
        graph.resolve(pending, f"stage {self.stage}, ")
        self.work.graphs.append(graph)
        self.work.cyclic += 1
