"""Solve of a compiled game, from the rules to the table, by one process or by several ranks.

One process is a team of one rank, which owns all positions. The steps are the same for any team:

1. try the rules, and compare the roots of all ranks;
2. find the positions, or number them, and give each rank its *share* (``finding``, ``shares``);
3. settle all slots, by the methods that ``schedule`` chooses;
4. check that slots and players are as the rules promise (``checking``);
5. gather the cells of all ranks into the table of the first one. If there is a folder, each rank
   writes its cells to one file there, and nothing is sent.

In a folder a game that is numbered by stages is settled stage by stage instead
(``stage_by_stage``), and the file of its stages is the table.

Ranks take all steps together (``system.mpi_team``): about a second of work, then a meeting. If one
of them raises an error, all do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from gamesolver.engine.calling import scratch_for
from gamesolver.engine.checking import check_players, check_slots
from gamesolver.engine.ends import SLOTS_A_CHUNK
from gamesolver.engine.finding import Finder
from gamesolver.engine.job import Job
from gamesolver.engine.keeper import NOTHING, CellFile, Keeper, TakenStage
from gamesolver.engine.places import Places
from gamesolver.engine.running import Runner
from gamesolver.engine.schedule import settle
from gamesolver.engine.settling import SHORT, Settling
from gamesolver.engine.shares import KeyShare, NumberedShare, ShareOfAll, share_of_all
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.engine.table import CellTable
from gamesolver.errors import InvalidArgumentError
from gamesolver.lazy import loaded
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import contract
from gamesolver.rules.preflight import try_rules
from gamesolver.system.columns import Columns, zeros_for
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.team import Alone, Outbox, Team
from gamesolver.system.workers import Workers, chunks_of
from gamesolver.tables.cells import Coding
from gamesolver.tables.labels import TakenStages

CELLS_A_PIECE = 1 << 22  # that a rank sends at a time when they are gathered

Solved = tuple[CellTable | None, list[str], tuple[TakenStages, ...]]
"""The table, on the first rank only, sentences on the solve, and stages of other solutions."""


def require_shareable(game: object) -> CompiledGame:
    """Return the game. Raise if ranks cannot share it."""
    if not isinstance(game, CompiledGame):
        raise InvalidArgumentError(
            f"ranks cannot share {game!r} out, which is written in plain Python: expected a "
            "compiled game; one process solves it"
        )
    return game


def require_same_roots(game: CompiledGame, roots: list[int], team: Team) -> None:
    """Raise unless all ranks begin at the same positions."""
    digest = int.from_bytes(sha256(repr(roots).encode()).digest()[:7])
    digests = team.meet(digest)[:, 0]
    if (digests != digests[0]).any():
        rank = int(np.argmax(digests != digests[0]))
        what = f"start() or positions() differs between rank 0 and rank {rank} of {team.size}"
        raise contract(game, "repeatable", f"{what}: expected the same on all ranks")


def solve_compiled(
    job: Job,
    keeper: Keeper,
    known: Mapping[int, TakenStage] = NOTHING,
    team: Team | None = None,
) -> Solved:
    """Settle every slot of a compiled game, except in stages that are known."""
    team = Alone() if team is None else team
    game, rules = job.game, job.game.rules
    require_same_roots(game, job.roots, team)
    try_rules(game, job.roots)
    workers = Workers(job.threads, lambda: scratch_for(rules), job.report, job.meter)
    coding = Coding.of(Rules(game))
    runner = Runner(game, Places.numbered(rules.calls, coding), workers)
    job.note("try the rules")
    if rules.by_stage:
        file = keeper.cells_by_stage(rules.by_stage, coding.narrowest_for(SHORT))
        if file is not None:
            return _solve_by_stages(job, runner, team, keeper, file, known)
    return _solve_whole(job, runner, team, keeper)


# ── all slots at once ───────────────────────────────────────────────────────────────────────────


def _solve_whole(job: Job, runner: Runner, team: Team, keeper: Keeper) -> Solved:
    """Settle all slots of a game, each rank those that it owns."""
    game, meter, report, note = job.game, job.meter, job.report, job.note
    story = keeper.story
    _say(job, story)
    share, found = _share_positions(job, runner, team, keeper)
    settling = Settling.of(runner, meter, report, keeper, team, share)
    settle(settling, job.ways)
    note("settle")
    check_slots(runner, share, team)
    _check_players(runner, share.blocks, team)
    note("check slots")
    cells = _gathered("cells", settling.cells, share, team, keeper, meter)
    if team.size > 1:
        keys = share.keys if isinstance(share, KeyShare) else None
        if keys is not None:
            keys = _gathered("keys", keys, share, team, keeper, meter)
        if keys is not None:
            runner.places = Places.found(game.rules.calls, keys, coding=runner.places.coding)
        note("gather")
        settling.story.append(f"{int(team.meet(team.sent).sum())} bytes sent in all")
    story += found + settling.story
    if cells is None:
        return None, story, ()
    canonical = job.canonical_roots
    is_all_reached = not game.rules.is_numbered and len(canonical) == 1
    overflow = settling.held.overflow
    return CellTable(runner, cells, canonical[0], overflow, is_all_reached), story, ()


def _share_positions(
    job: Job, runner: Runner, team: Team, keeper: Keeper
) -> tuple[ShareOfAll, list[str]]:
    """Find the positions or number them. Return the share of this rank, and how they were found."""
    rules, meter, coding = job.game.rules, job.meter, runner.places.coding
    if rules.is_numbered:
        return NumberedShare(int(rules.slots or 0), team.rank, team.size), []
    canonical = job.canonical_roots
    if team.size > 1:
        finder = loaded("engine.rank_finding", "RankFinder")(runner, team, meter, keeper)
        share: KeyShare = finder.run(canonical)
        story: list[str] = finder.story()
        runner.places = Places.of_some(rules.calls, share.keys, coding)
        job.note("find")
        return share, story
    alone = Finder(runner, meter, keeper)
    keys = alone.run(canonical)

    def column(size: int, width: Any) -> Columns:
        return zeros_for(f"finding {len(keys)} positions", size, width, meter, keeper.elsewhere)

    runner.places = Places.found(rules.calls, keys, column, coding)
    job.note("find")
    return share_of_all(runner.places, len(keys)), alone.story


def _gathered(
    name: str, column: Columns, share: ShareOfAll, team: Team, keeper: Keeper, meter: MemoryMeter
) -> Columns | None:
    """Return a column of all ranks, each entry at its slot, at the first rank.

    Without a folder the others send theirs.
    """
    if team.size == 1:
        return column
    if keeper.has_folder:
        return keeper.together(name, column, share)
    most = int(team.meet(share.places)[:, 0].max())
    whole = None
    if team.rank == 0:
        meter.check("settling all slots", share.in_all * column.itemsize)
        whole = np.zeros(share.in_all, column.dtype)
    for first, last in chunks_of(most, CELLS_A_PIECE):
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
    file: CellFile,
    known: Mapping[int, TakenStage],
) -> Solved:
    """Settle a game stage by stage, the last one first, in a file of the folder."""
    by_stage = job.game.rules.by_stage or {}
    story = keeper.story_from(_next_stage(by_stage, file.finished)) if team.size > 1 else []
    _say(job, story)
    if file.has_endless:
        runner.places = runner.places.telling_of_endless()
    work = StageByStage(runner, job.meter, job.report, keeper, job.ways, file, team, known)
    cells, overflow = work.solve(by_stage)
    job.note("settle")
    _check_players(runner, chunks_of(len(cells), SLOTS_A_CHUNK)[team.rank :: team.size], team)
    table = CellTable(runner, cells, job.canonical_roots[0], overflow, False)
    return (None if team.rank else table), [*story, work.story], work.taken


def _next_stage(by_stage: Mapping[int, int], finished: int) -> str:
    """Return the stage that comes next, as text; empty if none is finished."""
    if finished in (0, len(by_stage)):
        return f"{finished} finished stages" if finished else ""
    return f"stage {[*by_stage][-1 - finished]}, after {finished} of {len(by_stage)} stages"


# ── checks and texts ────────────────────────────────────────────────────────────────────────────


def _check_players(runner: Runner, blocks: Sequence[tuple[int, int]], team: Team) -> None:
    """Look for symmetric positions of different players, if infinite play is not worth the same."""
    if runner.places.coding.form.worth and runner.game.rules.symmetries is not None:
        check_players(runner, blocks, team)


def _say(job: Job, story: list[str]) -> None:
    """Report from where the work goes on, while it is going on."""
    for said in story:
        job.report.make_way()
        job.report(said, 0)
