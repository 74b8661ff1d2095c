"""A compiled game solved by several ranks, processes on one machine or on many.

Each rank owns a share of the positions (``shares``), which are found first where they are not
numbered (``finding``), and their cells alone: it settles what the rules decide at once, as one
machine does, and takes part in waves: by predecessors where the rules list them
(``predecessors``), else over a graph that all put together (``graph``).
Scores are settled, and stages that rise, by backward induction (``backward``).
A game that is numbered by stages is settled stage by stage in a folder, where there is one
(``stage_by_stage``): then no rank holds more than its part of one stage.
At the end the first rank gathers what all have, or, where all see a folder, each writes its cells
into one file, at their places, and the first rank maps that: there is one solution, the same as on
one machine, and the others have none.

All ranks take one step after the other together (``system.mpi_team``): a second of work, and a
meeting. What goes wrong at one of them is raised by all.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import attrs
import numpy as np

from gamesolver.engine.backward import Backward, rises_with_every_move, settle_pending
from gamesolver.engine.calling import scratch_for
from gamesolver.engine.checking import check_players, check_slots
from gamesolver.engine.ends import SLOTS_A_CHUNK, Way, settle_ends
from gamesolver.engine.finding import Finder
from gamesolver.engine.growing_cells import GrowingCells
from gamesolver.engine.job import Job
from gamesolver.engine.keeper import NOTHING, Keeper, TakenStage
from gamesolver.engine.places import Places
from gamesolver.engine.predecessors import settle_by_predecessors
from gamesolver.engine.rank_keeper import RankCheckpoint, RankKeeper
from gamesolver.engine.running import Runner
from gamesolver.engine.settling import Settling
from gamesolver.engine.shares import KeyShare, NumberedShare, ShareOfAll
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.engine.stage_places import places_by_stage, sort_by_stage
from gamesolver.engine.sweeps import Ways
from gamesolver.engine.table import CellTable
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import contract
from gamesolver.rules.preflight import try_rules
from gamesolver.system.columns import Columns, Handed
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.mpi_team import MpiTeam, threads_of_rank
from gamesolver.system.progress import Reporter
from gamesolver.system.team import Outbox, Team
from gamesolver.system.workers import Workers, chunks_of
from gamesolver.tables.cells import VALUES, Coding, Overflow
from gamesolver.tables.labels import TakenStages

SHORT = 3  # a length that every cell has room for
CELLS_A_PIECE = 1 << 22  # that a rank sends at a time when they are gathered
LABELS_A_CHUNK = 1 << 22


def require_shareable(game: object) -> CompiledGame:
    """The game; raise unless ranks can share it out."""
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


@attrs.define(eq=False)
class RankSettling(Settling):
    """The slots of one rank of several. Checkpoints are those of all ranks."""

    rank_keeper: RankKeeper = attrs.field(factory=RankKeeper, kw_only=True)
    has_draws: bool = attrs.field(default=False, init=False)
    """True if play ends in a draw anywhere."""

    def is_due(self, *, soon: bool = False) -> bool:
        return not soon and self.rank_keeper.is_due()

    def save_now(self, where: str, **state: Any) -> None:
        """Write a checkpoint of what all ranks have settled."""
        state = {
            **state,
            "phase": "settling",
            "way": attrs.asdict(self.way),
            "has_draws": self.has_draws,
            "has_endless": self.coding.form.has_endless,
            "where": where,
        }
        keys = {"keys": self.share.keys} if isinstance(self.share, KeyShare) else {}
        self.rank_keeper.save(state, {"cells": self.cells}, keys)


@attrs.define(eq=False)
class RankWork:
    """One rank at work on its share of a game."""

    runner: Runner
    team: Team
    meter: MemoryMeter
    report: Reporter
    share: ShareOfAll
    keeper: RankKeeper
    story: list[str] = attrs.field(factory=list)
    settling: RankSettling = attrs.field(init=False)
    begun: Mapping[str, Any] = attrs.field(factory=dict, init=False)
    """State of an earlier solve by predecessors, or nothing."""

    @property
    def cells(self) -> Columns:
        """The cells of this rank."""
        return self.settling.cells

    def _hold(self, cells: Columns) -> None:
        """Settle these cells from now on."""
        coding = self.runner.places.coding
        self.settling = RankSettling(
            self.runner,
            self.meter,
            self.report,
            Keeper(),
            GrowingCells(self.meter, Keeper().elsewhere, cells, coding),
            self.team,
            self.share,
            rank_keeper=self.keeper,
        )
        self.settling.story = self.story

    def settle_ends(self, ways: Ways) -> None:
        """Settle what the rules alone decide."""
        coding, rules = self.runner.places.coding, self.runner.game.rules
        self.meter.check(f"counting {self.share.in_all} slots", self.share.places)
        self._hold(np.zeros(self.share.places, coding.narrowest_for(SHORT)))
        going_back = ways == "either" and rules.leads_back and coding == VALUES
        settle_ends(self.settling, going_back=going_back, needs_counts=True)
        drawn = self.team.meet(self.settling.first_pass.drawn)
        self.settling.has_draws = bool(drawn.any())

    def go_on_from(self, saved: RankCheckpoint) -> None:
        """Be where an earlier solve had come to, on however many ranks."""
        state, doing = saved.state, f"counting {self.share.in_all} slots"
        self.meter.check(doing, self.share.places * saved.parts[0]["cells"].itemsize)
        if state.get("has_endless"):
            self.runner.places = self.runner.places.telling_of_endless()
        self._hold(saved.own_cells(self.share))
        self.settling.way = Way(**state["way"])
        self.settling.has_draws = state["has_draws"]
        if self.settling.way.counted:
            self.begun = state

    def settle(self, ways: Ways) -> None:
        """Settle what is pending."""
        settling = self.settling
        if settling.way.counted:
            has_draws = settling.has_draws
            settle_by_predecessors(settling, self.begun, has_draws=has_draws, lists_long=False)
            return
        pending = Handed(settling.held.pending())
        coding, rules = self.runner.places.coding, self.runner.game.rules
        is_backward = coding != VALUES or rules.has_gains
        if not is_backward and ways == "either" and rules.stage is not None:
            rises = rises_with_every_move(settling, pending.column)  # raises if a stage falls
            is_backward = rises or rules.by_stage is not None
        if is_backward:
            settle_pending(settling, pending)
            return
        Backward(settling).settle_by_graph(pending, settled_to=-1 if self.keeper.saved else 1)

    def check(self) -> None:
        """Look for two positions in one slot, and for symmetric positions of different players."""
        check_slots(self.runner, self.share, self.team)
        if self.runner.places.coding.form.worth and self.runner.game.rules.symmetries is not None:
            check_players(self.runner, self.share.blocks, self.team)

    def gathered(self, name: str, column: Columns) -> Columns | None:
        """What all have of a column with an entry for each place, by slots, at the first rank.

        Where there is a folder, each writes its own into a file there, and nothing is sent.
        """
        team, share = self.team, self.share
        if self.keeper.has_folder:
            return self.keeper.together(name, column, share)
        most = int(team.meet(share.places)[:, 0].max())
        whole = None
        if team.rank == 0:
            self.meter.check("settling all slots", share.in_all * column.itemsize)
            whole = np.zeros(share.in_all, column.dtype)
        for first, last in chunks_of(most, CELLS_A_PIECE):
            part = column[first:last]
            inbox, _ = team.exchange(Outbox(part, np.full(team.size, len(part), np.int64)))
            if whole is not None:
                for rank, piece in enumerate(inbox.parts()):
                    share.put_in_place(piece, rank, first, whole)
        return whole


def solve_on_ranks(
    job: Job, team: MpiTeam, keeper: RankKeeper, known: Mapping[int, TakenStage] = NOTHING
) -> tuple[CellTable | None, list[str], tuple[TakenStages, ...]]:
    """Settle every slot of a game together, except in stages that are known.

    Return the table, on the first rank only, what was done, and what was taken from other
    solutions.
    """
    game, meter, report, note = job.game, job.meter, job.report, job.note

    def waiting(missing: list[str], seconds: float) -> None:
        report.make_way()
        for_whom = ", ".join(missing) or "what others have sent"
        report(f"waiting for {for_whom}", int(seconds), things="seconds")

    team.on_waiting = waiting
    require_same_roots(game, job.roots, team)
    try_rules(game, job.roots)
    workers = Workers(
        threads_of_rank(job.threads, team), lambda: scratch_for(game.rules), report, meter
    )
    coding = Coding.of(Rules(game))
    runner = Runner(game, Places.numbered(game.rules.calls, coding), workers)
    note("try the rules")
    canonical = job.canonical_roots
    saved, found_story = keeper.saved, []

    def find() -> Columns:
        finder = Finder(runner, meter, Keeper(), team, keeper)
        keys = finder.run(canonical)
        found_story.extend(finder.story)
        note("find")
        return keys

    by_stage, own_keys, key_file = game.rules.by_stage, None, None
    if game.rules.is_staged_and_found and (saved is None or saved.is_finding):
        key_file = keeper.keys_by_stage()
    if key_file is not None:
        own_keys = sort_by_stage(runner, key_file, find, team, meter)
    if key_file is not None and key_file.by_stage:
        runner.places = places_by_stage(runner, key_file, meter, Keeper().elsewhere)
        by_stage = key_file.by_stage
        note("sort by stage")
    width = coding.narrowest_for(SHORT)
    file = keeper.cells_by_stage(by_stage, width, key_file) if by_stage else None
    is_all_reached = not game.rules.is_numbered and len(canonical) == 1
    if by_stage and file:
        story = keeper.story_from(come_to(by_stage, file.finished))
        say(report, story)
        story += found_story
        if file.has_endless:
            runner.places = runner.places.telling_of_endless()
        stages = StageByStage(runner, meter, report, Keeper(), job.ways, file, team, known)
        cells, overflow = stages.solve(by_stage)
        note("settle")
        story.append(stages.story)
        if coding.form.worth and game.rules.symmetries is not None:
            own = chunks_of(len(cells), SLOTS_A_CHUNK)[team.rank :: team.size]
            check_players(runner, own, team)
        table = CellTable(runner, cells, canonical[0], overflow, is_all_reached)
        return (None if team.rank else table), story, stages.taken
    share: ShareOfAll
    story = keeper.story
    say(report, story)
    if game.rules.is_numbered:
        share = NumberedShare(int(game.rules.slots or 0), team.rank, team.size)
    else:
        if saved is not None and not saved.is_finding:
            own_keys = saved.own_keys("keys", team.rank, team.size)
        elif own_keys is None:
            own_keys = find()
        story += found_story
        share, calls = KeyShare.of(own_keys, team), game.rules.calls
        if team.size == 1:
            runner.places = Places(calls, own_keys, *share.buckets, len(own_keys), coding)
        else:
            runner.places = Places.of_some(calls, own_keys, coding)
    work = RankWork(
        runner=runner,
        team=team,
        meter=meter,
        report=report,
        share=share,
        keeper=keeper,
        story=story,
    )
    if saved is None or saved.is_finding:
        work.settle_ends(job.ways)
    else:
        work.go_on_from(saved)
    note("ends of play")
    work.settle(job.ways)
    note("settle")
    work.check()
    note("check slots")
    gathered = work.gathered("cells", work.cells)
    keys = work.gathered("keys", share.keys) if isinstance(share, KeyShare) else None
    note("gather")
    story.append(f"{int(team.meet(team.sent).sum())} bytes sent in all")
    if gathered is None:
        return None, work.story, ()
    if keys is not None:
        runner.places = Places.found(game.rules.calls, keys, coding=runner.places.coding)
    none = Overflow.joined([])
    table = CellTable(runner, gathered, canonical[0], none, is_all_reached)
    return table, work.story, ()


def say(report: Reporter, story: list[str]) -> None:
    """Say from where the work goes on, while it is going on."""
    for said in story:
        report.make_way()
        report(said, 0)


def come_to(by_stage: Mapping[int, int], finished: int) -> str:
    """The stage that comes next, where so many are finished; nothing where none is."""
    if finished in (0, len(by_stage)):
        return f"{finished} finished stages" if finished else ""
    return f"stage {[*by_stage][-1 - finished]}, after {finished} of {len(by_stage)} stages"
