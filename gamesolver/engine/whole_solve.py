"""The road for compiled games: find or number the positions, settle their slots.

The same call, the same solution; what differs is the table behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamesolver.engine.calling import scratch_for
from gamesolver.engine.checking import check_players, check_slots
from gamesolver.engine.ends import SLOTS_A_CHUNK
from gamesolver.engine.engine import SHORT, Engine
from gamesolver.engine.finding import Finder
from gamesolver.engine.job import Job
from gamesolver.engine.keeper import NOTHING, Keeper, TakenStage
from gamesolver.engine.places import Places
from gamesolver.engine.running import Runner
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.engine.stage_places import places_by_stage, sort_by_stage
from gamesolver.engine.table import CellTable
from gamesolver.rules.guard import Rules
from gamesolver.rules.preflight import try_rules
from gamesolver.system.columns import Columns, zeros_for
from gamesolver.system.team import Alone
from gamesolver.system.workers import Workers, chunks_of
from gamesolver.tables.cells import Coding
from gamesolver.tables.labels import TakenStages


def solve_compiled(
    job: Job, keeper: Keeper, known: Mapping[int, TakenStage] = NOTHING
) -> tuple[CellTable, list[str], tuple[TakenStages, ...]]:
    """Settle every slot of a compiled game, but for the stages that are known.

    The table, how it went in words, and what was taken from other solutions.
    """
    game, meter, report, note = job.game, job.meter, job.report, job.note
    try_rules(game, job.roots)
    calls = game.rules.calls
    note("try the rules")
    workers = Workers(job.threads, lambda: scratch_for(game.rules), report, meter)
    coding = Coding.of(Rules(game))
    places = Places.numbered(calls, coding)
    runner = Runner(game, places, workers)
    canonical = job.canonical_roots
    story: list[str] = []

    def find() -> Columns:
        finder = Finder(runner, meter, keeper)
        keys = finder.run(canonical)
        story.extend(finder.story)
        note("find")
        return keys

    by_stage, keys, key_file = game.rules.by_stage, None, None
    if game.rules.is_staged_and_found and (keeper.saved is None or not len(keeper.saved.cells)):
        key_file = keeper.keys_by_stage()
    if key_file is not None:
        keys = sort_by_stage(runner, key_file, find, Alone(), meter)
    if key_file is not None and key_file.by_stage:
        runner.places = places = places_by_stage(runner, key_file, meter, keeper.elsewhere)
        by_stage = key_file.by_stage
        note("sort by stage")
    width = coding.narrowest_for(SHORT)
    file = keeper.cells_by_stage(by_stage, width, key_file) if by_stage else None
    is_all_reached = not game.rules.is_numbered and len(canonical) == 1
    if by_stage and file:
        if key_file is not None and keeper.saved is not None:
            story.append(f"went on from a checkpoint ({keeper.state['phase']})")
        if file.has_endless:
            runner.places = places.telling_of_endless()
        work = StageByStage(runner, meter, report, keeper, job.ways, file, Alone(), known)
        cells, overflow = work.solve(by_stage)
        note("settle")
        if coding.form.worth and game.rules.symmetries is not None:
            check_players(runner, chunks_of(len(cells), SLOTS_A_CHUNK), Alone())
        table = CellTable(runner, cells, canonical[0], overflow, is_all_reached)
        return table, [*story, work.story], work.taken
    if not game.rules.is_numbered:
        keys = find() if keys is None else keys

        def column(size: int, width: Any) -> Columns:
            return zeros_for(f"finding {len(keys)} positions", size, width, meter, keeper.elsewhere)

        runner.places = Places.found(calls, keys, column, coding)
    engine = Engine.of(runner, meter, report, job.ways, keeper)
    if keeper.saved is not None:
        engine.settling.story.append(f"went on from a checkpoint ({keeper.state['phase']})")
    held = engine.solve()
    note("settle")
    check_slots(runner, engine.settling.share, Alone())
    if coding.form.worth and game.rules.symmetries is not None:
        check_players(runner, held.chunks, Alone())
    note("check slots")
    table = CellTable(runner, held.cells, canonical[0], held.overflow, is_all_reached)
    return table, story + engine.settling.story, ()
