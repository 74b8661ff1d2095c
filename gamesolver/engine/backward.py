"""Backward induction: a position whose successors are all resolved gets its best outcome.

**By stages.** The stage of a game never falls along a move. The pending positions are therefore
sorted by stage, and resolved from the last stage to the first. If no move stays in its stage, this
resolves all of them. Positions of a stage that remain have moves within the stage, mostly cycles,
and the graph resolves them (``graph``).

In one process, small stages are resolved together, in order: a position comes after all those of
later stages. Ranks resolve one stage at a time, because they query each other for outcomes of later
stages.

**In passes.** A game in which moves gain points must not have cycles. If it has no stages, each
pass tries all pending positions again. A pass that resolves nothing proves that the rest has a
cycle. This raises an error.

**Cost.** One call of ``stage`` for each pending position, some 5 ns to put it in order, and the
rules once; in passes the rules once for each pass. Six bytes a pending position.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs
import numpy as np

from gamesolver.engine.graph import PendingGraph
from gamesolver.engine.queries import ROWS_A_CHUNK, Queries
from gamesolver.engine.resolving import Resolving
from gamesolver.engine.running import Runner, cycles_without_stages
from gamesolver.graph.boundary import SMALL, sorted_by_number
from gamesolver.kernels.scratch import IN_STAGE, Scratch
from gamesolver.kernels.sweeping import moves_in_stage, stages_of
from gamesolver.system.columns import Columns, Handed
from gamesolver.system.workers import chunks_of
from gamesolver.texts import several

INDEXES_A_CHUNK = 1 << 16
TOGETHER = ROWS_A_CHUNK  # positions of small stages that one worker resolves in order
SOME, MOST = 16, 0.8  # size of a sample; a stage has cycles if more than this is left
NO_STAGE = -(1 << 62)
STAGES = "stages"


def bytes_to_deal(pending: int) -> int:
    """Return the bytes to put pending indexes in order: their stages, and a second column."""
    return pending * 6


def goes_by_stages(resolving: Resolving, pending: Columns) -> bool:
    """Return True if the stage rises with every move, and memory allows sorting the indexes."""
    allows = resolving.meter.allows(bytes_to_deal(len(pending)))
    of_ranks = resolving.team.meet(not allows, len(pending))
    if of_ranks[:, 0].any() or not of_ranks[:, 1].any():
        return False
    return rises_with_every_move(resolving, pending)


def rises_with_every_move(resolving: Resolving, pending: Columns) -> bool:
    """Return True if there are stages, and no move of a sample of places stays in its stage."""
    if resolving.runner.game.rules.stage is None:
        return False
    some = resolving.share.indexes_of(pending[:: max(1, -(-len(pending) // INDEXES_A_CHUNK))])
    return not resolving.team.meet(
        count_moves_within(resolving.runner, resolving.entries, some)
    ).any()


def count_moves_within(runner: Runner, entries: Columns, indexes: Columns) -> int:
    """Return the number of moves of some indexes that stay in their stage."""
    wide = indexes.astype(np.int64, copy=False)  # one width, for which the kernel is compiled
    return int(runner.run(STAGES, moves_in_stage, entries, [wide])[IN_STAGE])


def resolve_pending(resolving: Resolving, pending: Handed) -> None:
    """Resolve all pending indexes: by stages, in passes if moves gain points, else by the graph."""
    rules = resolving.runner.game.rules
    if rules.stage is not None:
        Backward(resolving).resolve_by_stages(pending)
    elif rules.has_gains:
        Backward(resolving).resolve_in_passes(pending.take())
    else:
        Backward(resolving).resolve_by_graph(pending)


@attrs.define(eq=False)
class Backward:
    """Resolves positions after their successors."""

    resolving: Resolving
    queries: Queries = attrs.field(init=False)
    graph: PendingGraph = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.queries = Queries(self.resolving)
        self.graph = PendingGraph(self.resolving, self.queries)

    # ── by stages ──────────────────────────────────────────────────────────

    def resolve_by_stages(self, pending: Handed) -> None:
        """Resolve the pending indexes by stages. The caller hands over the column, to be freed."""
        resolving = self.resolving
        resolving.state["phase"] = "stages"
        stages = cyclic = 0
        for stage, places in self._by_stage(pending):
            stages += 1
            cyclic += self._resolve_stage(places, f"stage {stage}")
            resolving.save_if_due(f"stage {stage}")
        if resolving.team.size > 1:
            within = f", {cyclic} of them with moves within" if cyclic else ""
            ranks = f"on {several(resolving.team.size, 'rank')}"
            resolving.summary.append(f"{stages} stages {ranks}{within}")
        self._note_work()

    def _note_work(self) -> None:
        """Add the work of graphs, and the moves queried at other ranks, to the summary."""
        resolving, team = self.resolving, self.resolving.team
        if self.graph.listed:
            resolving.summary.append(self.graph.summary)
        if team.size > 1:
            queried = int(team.meet(self.queries.queried)[:, 0].sum())
            resolving.summary.append(f"{queried} moves looked up at other ranks")

    def _resolve_stage(self, places: Columns, doing: str) -> bool:
        """Resolve a stage, or small ones in order. Return True if some of it went to the graph."""
        resolving, team = self.resolving, self.resolving.team
        is_large = team.size > 1 or len(places) > TOGETHER
        if is_large and self._has_moves_within(places, doing):
            left = resolving.held.still_pending(places)
        else:
            left = self.queries.resolve_determined(places, doing)
        if is_large or not (len(left) and resolving.runner.game.rules.has_gains):
            return self._resolve_cycles(left, f"{doing}, ")
        cyclic = False
        for stage in self._apart(left):  # no move gains within one, and the graph has no gains
            left = self.queries.resolve_determined(stage, doing)
            cyclic |= self._resolve_cycles(left, f"{doing}, ")
        return cyclic

    def _has_moves_within(self, places: Columns, doing: str) -> bool:
        """Return True if most of a sample of a stage has moves within the stage."""
        some = places[::SOME].copy()
        size = len(some)
        left = self.queries.resolve_determined(some, doing)
        of_ranks = self.resolving.team.meet(len(left), size).sum(axis=0)
        return bool(of_ranks[0] > MOST * of_ranks[1])

    def _resolve_cycles(self, left: Columns, doing: str) -> bool:
        """Resolve the rest of a stage by the graph. Return True if any rank had some."""
        if not self.resolving.team.meet(len(left)).any():
            return False
        self.graph.resolve(np.sort(left), doing)
        return True

    def _apart(self, places: Columns) -> Iterator[Columns]:
        """Yield the places of each stage, the last one first."""
        places, _, ends = sorted_by_number(places, self._stages_of(places))
        for first, last in reversed([*pairwise([0, *ends.tolist()])]):
            yield places[first:last].copy()

    def _by_stage(self, pending: Handed) -> Iterator[tuple[int, Columns]]:
        """Yield the places of each stage, or of several small ones, the last stages first."""
        resolving, team = self.resolving, self.resolving.team
        places = pending.take()
        coming = bytes_to_deal(len(places))
        resolving.meter.check(f"counting {len(places)} pending indexes", coming=coming)
        places, stages, ends = sorted_by_number(places, self._stages_of(places))
        begins, stages = [0, *ends.tolist()], stages.tolist()
        while True:
            last = stages[-1] if stages else NO_STAGE
            stage = int(team.meet(last)[:, 0].max())
            if stage == NO_STAGE:
                return
            if team.size > 1 and stage != last:
                yield stage, places[:0]
                continue
            end = begins[len(stages)]
            stages.pop()
            while team.size == 1 and stages and end - begins[len(stages) - 1] <= TOGETHER:
                stages.pop()
            part = places[begins[len(stages)] : end]
            yield stage, part if len(part) > TOGETHER else part[::-1].copy()

    def _stages_of(self, places: Columns) -> Columns:
        """Return the stage of each place, in two bytes each if all stages fit."""
        runner, share = self.resolving.runner, self.resolving.share

        def staged(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
            indexes = share.indexes_of(places[slice(*chunk)])
            stages = np.empty(len(indexes), np.int64)
            runner.run_once(stages_of, self.resolving.entries, scratch, indexes, stages)
            is_small = stages.min() >= 0 and stages.max() < SMALL
            return stages.astype(np.uint16) if is_small else stages

        chunks = chunks_of(len(places), INDEXES_A_CHUNK)
        parts = runner.workers.run(STAGES, staged, chunks, STAGES)
        return np.concatenate([np.empty(0, np.uint16), *parts])

    # ── by the graph ───────────────────────────────────────────────────────

    def resolve_by_graph(self, pending: Handed, resolved_to: int = -1) -> None:
        """Resolve the pending indexes by one graph (see :meth:`PendingGraph.resolve`)."""
        self.graph.resolve(pending.take(), resolved_to=resolved_to)
        self._note_work()

    # ── in passes ──────────────────────────────────────────────────────────

    def resolve_in_passes(self, left: Columns) -> None:
        """Resolve all pending indexes, pass after pass. Raise if they have a cycle."""
        resolving, team, passes = self.resolving, self.resolving.team, 0
        before = int(team.meet(len(left))[:, 0].sum())
        while before:
            left, passes = self.queries.resolve_determined(left, f"pass {passes + 1}"), passes + 1
            after = int(team.meet(len(left))[:, 0].sum())
            if after == before and len(left):
                index = int(resolving.share.indexes_of(left[:1])[0])
                position = resolving.runner.places.position(index)
                raise cycles_without_stages(resolving.runner.game, position)
            before = after
            resolving.save_if_due(f"pass {passes}")
        ranks = f" on {several(team.size, 'rank')}" if team.size > 1 else ""
        counted = "1 pass" if passes == 1 else f"{passes} passes"
        resolving.summary.append(f"{counted} over positions whose successors are resolved{ranks}")
        self._note_work()
