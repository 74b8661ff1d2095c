"""A forecast for a compiled game: what is counted, tried and timed, put together."""

from __future__ import annotations

import attrs

from gamesolver.compiled import CompiledGame
from gamesolver.crew import Crew
from gamesolver.estimates import Estimate, Range, many
from gamesolver.forecast_cost import Task
from gamesolver.forecast_found import find_some
from gamesolver.forecast_slots import sample_slots
from gamesolver.growth import Growth
from gamesolver.memory import MemoryMeter
from gamesolver.passes import Passes
from gamesolver.places import Places
from gamesolver.progress import Reporter
from gamesolver.room import Room
from gamesolver.stopwatch import Stopwatch
from gamesolver.trial import try_rules
from gamesolver.work import Work

MOST_BYTES = 1 << 30
"""What a forecast may take itself; nor more than half of what the solve may."""

BYTES_SPREAD, FOUND_BYTES_SPREAD, SECONDS_SPREAD = 1.2, 2.0, 3.0
"""How far apart the ends of a range are where all slots are known."""

UNSURE = 1.7
"""What may be wrong about seconds beside the number of positions, where that is told."""


def forecast_compiled(
    game: CompiledGame,
    roots: list[int],
    threads: int | None,
    meter: MemoryMeter,
    clock: Stopwatch,
) -> Estimate:
    """How much there is to do, and what that takes."""
    trial = Stopwatch(0)
    try_rules(game, roots)
    crew = Crew(threads, lambda: Room.of(game.rules), Reporter(None), MemoryMeter(float(2**62)))
    passes = Passes(game, Places.numbered(game.rules.calls), crew)
    most_bytes = min(MOST_BYTES, max(0, meter.limit - meter.taken()) // 2)
    task = Task(
        game.rules,
        len(crew.rooms),
        meter.limit,
        other_seconds=trial.spent,
        other_bytes=meter.taken(),
    )
    if game.rules.is_numbered:
        work = sample_slots(passes, most_bytes, clock)
        return _counted(game, attrs.evolve(task, work=work), _positions_of(work))
    canonical = list(dict.fromkeys(game.canonical(root) for root in roots))
    found = find_some(passes, canonical, crew.meter, most_bytes, clock)
    task = attrs.evolve(task, work=found.work, find_seconds=found.seconds)
    if found.growth is None:
        return _counted(game, task, found.positions)
    return _grown(game, task, found.growth)


def _positions_of(work: Work) -> Range:
    """The positions in the slots of a numbered game: those that are no holes."""
    count = round(work.slots - work.holes)
    if work.looked_at == work.slots:
        return Range.exactly(count, "all slots were looked at")
    low, high = max(0, round(count - work.unsure)), min(work.slots, round(count + work.unsure))
    return Range(low, high, f"{many(work.looked_at)} slots were looked at")


def _counted(game: CompiledGame, task: Task, positions: Range) -> Estimate:
    """The estimate where all slots are known."""
    spread = BYTES_SPREAD if game.rules.is_numbered else FOUND_BYTES_SPREAD
    timed = f"timed on {many(task.work.looked_at)} slots, {_threads(task)}"
    return Estimate(
        game,
        positions,
        Range.around(task.bytes_at_peak(), spread, task.story),
        Range.around(task.seconds(), SECONDS_SPREAD, timed),
        game.rules.slots,
    )


def _grown(game: CompiledGame, task: Task, growth: Growth) -> Estimate:
    """The estimate where positions are told from their growth."""
    positions, least = growth.range, task.for_slots(round(growth.range.low), growth.pending)
    if not positions.is_known:
        why = "not known, for nobody can tell how many positions there are"
        bytes_, seconds = least.bytes_at_peak(), least.seconds()
        return Estimate(game, positions, Range.unknown(bytes_, why), Range.unknown(seconds, why))
    middle = task.for_slots(round(growth.middle), growth.pending)
    most = task.for_slots(round(positions.high), growth.pending)
    tasks = least, middle, most
    slow = least.seconds() / UNSURE, middle.seconds(), most.seconds() * UNSURE
    timed = f"timed on those found, {_threads(task)}"
    return Estimate(
        game,
        positions,
        Range.within([each.bytes_at_peak() for each in tasks], growth.spread, middle.story),
        Range.within(slow, growth.spread, timed),
    )


def _threads(task: Task) -> str:
    return "1 thread" if task.threads == 1 else f"{task.threads} threads"
