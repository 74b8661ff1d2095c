"""The road for compiled games: find or number the positions, settle their slots.

The same call, the same solution; what differs is the table behind it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from gamesolver.engine.calling import scratch_for
from gamesolver.engine.ends import SLOTS_A_CHUNK
from gamesolver.engine.engine import Engine
from gamesolver.engine.finding import Finder
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.places import Places
from gamesolver.engine.running import Runner
from gamesolver.engine.sweeps import Ways
from gamesolver.engine.table import CellTable
from gamesolver.kernels import numbering as kernels
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.preflight import SEED, try_rules
from gamesolver.system.columns import Columns, zeros_for
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import Workers, chunks_of
from gamesolver.tables.cells import Coding

SLOTS_A_CHECK = 97  # the edges of one slot in so many are looked at; a prime meets no pattern


def solve_compiled(
    game: CompiledGame,
    roots: list[int],
    ways: Ways,
    threads: int | None,
    keeper: Keeper,
    meter: MemoryMeter,
    report: Reporter,
    note: Callable[[str], None],
) -> tuple[CellTable, list[str]]:
    """Settle every slot of a compiled game; the table, and how it went in words."""
    try_rules(game, roots)
    calls = game.rules.calls
    note("try the rules")
    crew = Workers(threads, lambda: scratch_for(game.rules), report, meter)
    coding = Coding.of(Rules(game))
    places = Places.numbered(calls, coding)
    runner = Runner(game, places, crew)
    canonical = list(dict.fromkeys(game.canonical(root) for root in roots))
    if not game.rules.is_numbered:
        keys = Finder(runner, meter, keeper).run(canonical)

        def column(size: int, width: Any) -> Columns:
            return zeros_for(f"finding {len(keys)} positions", size, width, meter, keeper.elsewhere)

        runner.places = Places.found(calls, keys, column, coding)
        note("find")
    engine = Engine.of(runner, meter, report, ways, keeper)
    if keeper.saved is not None:
        engine.settling.story.append(f"went on from a checkpoint ({keeper.state['phase']})")
    held = engine.solve()
    note("settle")
    _check_slots(runner, held.cells)
    if coding.form.worth and game.rules.symmetries is not None:
        _check_players(runner, held.cells)
    note("check slots")
    is_all_reached = not game.rules.is_numbered and len(canonical) == 1
    table = CellTable(runner, held.cells, canonical[0], held.overflow, is_all_reached)
    return table, engine.settling.story


def _check_slots(runner: Runner, cells: Columns) -> None:
    """Look on the edges of a seeded part of the slots for two positions in one slot."""
    luck, step = random.Random(SEED), min(SLOTS_A_CHECK, len(cells))
    chunks = chunks_of(len(cells), SLOTS_A_CHUNK)
    runner.run(
        "checking slots",
        kernels.check_edges,
        cells,
        [(chunk, luck.randrange(step)) for chunk in chunks],
        lambda part: (part[0], len(cells), part[1], SLOTS_A_CHECK),
    )


def _check_players(runner: Runner, cells: Columns) -> None:
    """Look at all slots for twins of different players, to whom endless play is not worth alike."""
    chunks = chunks_of(len(cells), SLOTS_A_CHUNK)
    runner.run("checking players", kernels.check_players, cells, chunks)
