"""Solve of a compiled game, from the rules to the table, by one process or by several ranks.

One process is a team of one rank, which owns all positions. The steps are the same for any team:

1. try the rules, and compare the roots of all ranks;
2. find the positions, or number them, and give each rank its *share* (``finding``, ``shares``);
3. resolve all indexes, by the methods that ``schedule`` chooses;
4. check that indexes and players are as the rules promise (``checking``);
5. gather the entries of all ranks into the table of the first one. If there is a folder, each rank
   writes its entries to one file there, and nothing is sent.

In a folder a game that is indexed by stages is resolved stage by stage instead
(``stage_by_stage``), and the file of its stages is the table. So is a game whose positions are
found, if it defines ``stage`` and does not fit in memory (``stage_places``). If stages are known
from other solutions, both are solved stage by stage without a folder too (``stages_in_memory``).

Ranks take all steps together (``system.mpi_team``): about a second of work, then a meeting. If one
of them raises an error, all do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.checking import check_indexes, check_players
from gamesolver.engine.ends import INDEXES_A_CHUNK
from gamesolver.engine.finding import Finder
from gamesolver.engine.job import Job
from gamesolver.engine.keeper import EntriesByStage, Keeper, KnownStages
from gamesolver.engine.kernel_calls import scratch_for
from gamesolver.engine.places import Places
from gamesolver.engine.resolving import SHORT, Resolving
from gamesolver.engine.running import Runner
from gamesolver.engine.schedule import resolve
from gamesolver.engine.shares import IndexedShare, KeyShare, ShareOfAll, share_of_all
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.engine.stage_places import places_by_stage, sort_by_stage
from gamesolver.engine.stages_in_memory import StagesInMemory
from gamesolver.engine.table import EntryTable
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import contract
from gamesolver.rules.preflight import try_rules
from gamesolver.system.columns import Columns, zeros_for
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.team import Alone, Outbox, Team
from gamesolver.system.workers import Workers, chunks_of
from gamesolver.tables.entries import Coding
from gamesolver.tables.labels import ReusedStages

ENTRIES_A_PIECE = 1 << 22  # that a rank sends at a time when they are gathered

Solved = tuple[EntryTable | None, list[str], tuple[ReusedStages, ...]]
"""The table, on the first rank only, sentences on the solve, and stages of other solutions."""


def require_shareable(game: object) -> CompiledGame:
    """Return the game. Raise if ranks cannot share it."""
    if not isinstance(game, CompiledGame):
        raise InvalidArgumentError(
            f"{game!r} is written in plain Python, and ranks cannot share it: expected a "
            "compiled game; one process solves it"
        )
    return game


def require_same_roots(game: CompiledGame, roots: list[int], team: Team) -> None:
    """Raise unless the roots of all ranks are equal."""
    digest = int.from_bytes(sha256(repr(roots).encode()).digest()[:7])
    digests = team.meet(digest)[:, 0]
    if (digests != digests[0]).any():
        rank = int(np.argmax(digests != digests[0]))
        what = f"start() or positions() differs between rank 0 and rank {rank} of {team.size}"
        raise contract(game, "repeatable", f"{what}: expected equal results on all ranks")


def solve_compiled(
    job: Job,
    keeper: Keeper,
    known: KnownStages | None = None,
    team: Team | None = None,
) -> Solved:
    """Resolve every index of a compiled game, except in stages that are known.

    If any are, the game is solved stage by stage, even if it fits in memory.
    """
    team = Alone() if team is None else team
    if known is not None and not keeper.has_folder:
        keeper = StagesInMemory(team, job.meter)
    game, rules = job.game, job.game.rules
    require_same_roots(game, job.roots, team)
    try_rules(game, job.roots)
    workers = Workers(job.threads, lambda: scratch_for(rules), job.report, job.meter)
    coding = Coding.of(Rules(game))
    runner = Runner(game, Places.indexed(rules.calls, coding), workers)
    job.note("try the rules")
    search = Search(job, runner, team, keeper)
    by_stage, keys = rules.by_stage, None
    if rules.is_staged_and_enumerated and (keeper.saved is None or not keeper.saved.has_entries):
        keys = keeper.keys_by_stage()
    if keys is not None:
        search.keys = sort_by_stage(
            runner, keys, search.run, team, job.meter, is_needed=known is not None
        )
        if keys.by_stage:
            runner.places = places_by_stage(runner, keys, job.meter, keeper.elsewhere)
            by_stage = keys.by_stage
            job.note("sort by stage")
    if by_stage:
        stored = keeper.entries_by_stage(by_stage, coding.narrowest_for(SHORT))
        if stored is not None:
            return _solve_by_stages(job, runner, team, keeper, stored, by_stage, known, search)
    return _solve_whole(job, runner, team, keeper, search)


# ── finding positions ───────────────────────────────────────────────────────────────────────────


@attrs.define(eq=False)
class Search:
    """The search for the positions of a game that is not indexed, by all ranks together."""

    job: Job
    runner: Runner
    team: Team
    keeper: Keeper
    keys: Columns | None = attrs.field(default=None, init=False)
    """Keys of this rank, in order, if they have been found."""
    summary: list[str] = attrs.field(factory=list, init=False)

    def run(self) -> Columns:
        """Find the positions. Return the keys of this rank, in order."""
        team, saved = self.team, self.keeper.saved
        has_runs = self.keeper.runs is not None and bool(self.keeper.runs.kept)
        if team.size > 1 and saved is not None and saved.has_entries and not has_runs:
            return saved.own_keys("keys", team.rank, team.size)
        finder = Finder(self.runner, self.job.meter, self.keeper, team)
        keys = finder.run(self.job.canonical_roots)
        self.summary += finder.summary
        self.job.note("find")
        return keys

    def share(self) -> ShareOfAll:
        """Find the positions, if they have no indexes yet. Return the share of this rank."""
        rules, team, coding = self.job.game.rules, self.team, self.runner.places.coding
        if rules.is_indexed:
            return IndexedShare(int(rules.num_indexes or 0), team.rank, team.size)
        keys = self.run() if self.keys is None else self.keys
        if team.size > 1:
            self.runner.places = Places.of_some(rules.calls, keys, coding)
            return KeyShare.of(keys, team)
        meter, elsewhere = self.job.meter, self.keeper.elsewhere

        def column(size: int, width: Any) -> Columns:
            return zeros_for(f"finding {len(keys)} positions", size, width, meter, elsewhere)

        self.runner.places = Places.enumerated(rules.calls, keys, column, coding)
        return share_of_all(self.runner.places, len(keys))


# ── all indexes at once ───────────────────────────────────────────────────────────────────────────


def _solve_whole(job: Job, runner: Runner, team: Team, keeper: Keeper, search: Search) -> Solved:
    """Resolve all indexes of a game. Each rank resolves those that it owns."""
    game, meter, report, note = job.game, job.meter, job.report, job.note
    summary = keeper.summary
    _report_summary(job, summary)
    share = search.share()
    resolving = Resolving.of(runner, meter, report, keeper, team, share)
    resolve(resolving, job.methods)
    note("resolve")
    check_indexes(runner, share, team)
    _check_players(runner, share.blocks, team)
    note("check indexes")
    entries = _gathered("cells", resolving.entries, share, team, keeper, meter)
    if team.size > 1:
        keys = share.keys if isinstance(share, KeyShare) else None
        if keys is not None:
            keys = _gathered("keys", keys, share, team, keeper, meter)
        if keys is not None:
            runner.places = Places.enumerated(game.rules.calls, keys, coding=runner.places.coding)
        note("gather")
        resolving.summary.append(f"{int(team.meet(team.sent).sum())} bytes sent in all")
    summary += search.summary + resolving.summary
    if entries is None:
        return None, summary, ()
    canonical = job.canonical_roots
    overflow = resolving.held.overflow
    return EntryTable(runner, entries, canonical[0], overflow, _is_all_reached(job)), summary, ()


def _gathered(
    name: str, column: Columns, share: ShareOfAll, team: Team, keeper: Keeper, meter: MemoryMeter
) -> Columns | None:
    """Return a column of all ranks, in the order of the indexes, at the first rank.

    Without a folder the others send theirs.
    """
    if team.size == 1:
        return column
    if keeper.has_folder:
        return keeper.together(name, column, share)
    most = int(team.meet(share.places)[:, 0].max())
    whole = None
    if team.rank == 0:
        meter.check("resolving all indexes", share.in_all * column.itemsize)
        whole = np.zeros(share.in_all, column.dtype)
    for first, last in chunks_of(most, ENTRIES_A_PIECE):
        part = column[first:last]
        inbox, _ = team.exchange(Outbox(part, np.full(team.size, len(part), np.int64)))
        if whole is not None:
            for rank, piece in enumerate(inbox.parts()):
                share.put_in_place(piece, rank, first, whole)
    return whole


# ── stage by stage ──────────────────────────────────────────────────────────────────────────────


def _solve_by_stages(
    job: Job,
    runner: Runner,
    team: Team,
    keeper: Keeper,
    stored: EntriesByStage,
    by_stage: Mapping[int, int],
    known: KnownStages | None,
    search: Search,
) -> Solved:
    """Resolve a game stage by stage, the last one first."""
    if team.size > 1:
        summary = keeper.resume_summary(_next_stage(by_stage, stored.finished))
    else:
        summary = [] if job.game.rules.is_indexed else keeper.summary
    _report_summary(job, summary)
    if stored.has_endless:
        runner.places = runner.places.with_endless_gains()
    stages = {} if known is None else known(runner.places, by_stage)
    work = StageByStage(runner, job.meter, job.report, keeper, job.methods, stored, team, stages)
    entries, overflow = work.solve(by_stage)
    job.note("resolve")
    _check_players(runner, chunks_of(len(entries), INDEXES_A_CHUNK)[team.rank :: team.size], team)
    table = EntryTable(runner, entries, job.canonical_roots[0], overflow, _is_all_reached(job))
    return (None if team.rank else table), [*summary, *search.summary, work.summary], work.reused


def _next_stage(by_stage: Mapping[int, int], finished: int) -> str:
    """Return the stage that comes next, as text; empty if none is finished."""
    if finished in (0, len(by_stage)):
        return f"{finished} finished stages" if finished else ""
    return f"stage {[*by_stage][-1 - finished]}, after {finished} of {len(by_stage)} stages"


# ── checks and texts ────────────────────────────────────────────────────────────────────────────


def _check_players(runner: Runner, blocks: Sequence[tuple[int, int]], team: Team) -> None:
    """Check the players of symmetric positions, if infinite play is not a draw."""
    if runner.places.coding.form.payoff and runner.game.rules.symmetries is not None:
        check_players(runner, blocks, team)


def _is_all_reached(job: Job) -> bool:
    """Return True if all positions are reached from the start."""
    return not job.game.rules.is_indexed and len(job.canonical_roots) == 1


def _report_summary(job: Job, summary: list[str]) -> None:
    """Report the sentences of the summary so far, for example from where a solve resumes."""
    for step in summary:
        job.report.clear_line()
        job.report(step, 0)
