"""Forecast for a compiled game: positions, memory, disk and time.

:func:`forecast_compiled` tests the rules, counts or samples positions, and times the engine's
kernels on them. If the positions of a game are indexed, indexes are sampled (``sampling``).

Otherwise :func:`find_some` enumerates positions for some seconds with the finder of a solve. If
the enumeration is complete, all positions are known. If not, ``growth`` estimates their number.
If no move leads back to an earlier layer, it extrapolates the layers. Otherwise it uses the
fraction of moves, out of the last positions found, that lead to positions found before.

A *layer* (:func:`layers_of`) is a sorted column of keys at one ply. Its successors, sorted and
without duplicates, are the next layer. A seeded sample replaces a layer that is too large. Its
successors stand for the next layer, so fractions are known far beyond the layers that can be
counted.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from gamesolver.engine.finding import Finder
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.kernel_calls import scratch_for
from gamesolver.engine.places import Places, keys_of
from gamesolver.engine.resolving import SHORT
from gamesolver.engine.run_finding import AT_MOST, BYTES_A_KEY
from gamesolver.engine.running import Runner
from gamesolver.engine.shares import owned_keys
from gamesolver.forecast.cost import Task, Work
from gamesolver.forecast.estimates import Estimate, Range
from gamesolver.forecast.growth import Growth, Layer, Layers, in_layers, in_loops
from gamesolver.forecast.lines import sample_scores
from gamesolver.forecast.sampling import sample_indexes, successors_of
from gamesolver.kernels.first_pass import resolve_ends
from gamesolver.kernels.scratch import OPEN
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.preflight import try_rules
from gamesolver.show.sentences import many
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter, Stopwatch
from gamesolver.system.workers import Workers
from gamesolver.tables.entries import Coding

# ── layers ────────────────────────────────────────────────────────────────────────

SEED_OF_LAYERS = 20_260_919
WATCHED = 1 << 17  # positions up to which moves that lead back are looked for
MOST = 1 << 20  # keys of a layer that is expanded completely
SAMPLE_OF_LAYER = 1 << 12  # keys of a layer that is not
DEEPEST = 500


def layers_of(
    runner: Runner, roots: list[int], clock: Stopwatch, deepest: int = DEEPEST
) -> Layers | None:
    """Return the layers from some roots, or ``None`` if moves lead back to earlier layers."""
    luck = np.random.default_rng(SEED_OF_LAYERS)
    seen = layer = np.unique(keys_of(np.array(roots, np.uint64)))
    expanded(runner, layer, len(layer))  # so that all is compiled before anything is timed
    counting = clock.part(1 / 3, 0.5)
    counted: list[Layer] = []
    sampled: list[Layer] = []
    while len(layer) and len(counted) + len(sampled) < deepest and not clock.is_over:
        size = 0 if sampled else len(layer)
        is_counted = 0 < size <= MOST and not counting.is_over
        if not is_counted and len(layer) > SAMPLE_OF_LAYER:
            layer = np.sort(luck.choice(layer, SAMPLE_OF_LAYER, replace=False))
        figures, layer = expanded(runner, layer, size)
        (counted if is_counted else sampled).append(figures)
        if len(seen) < WATCHED:
            if np.isin(layer, seen).any():
                return None
            seen = np.concatenate([seen, layer])
    return Layers(counted, sampled, is_closed=not len(layer))


def expanded(runner: Runner, keys: Columns, size: int) -> tuple[Layer, Columns]:
    """Return the figures of a layer, given all or some of its keys, and the next layer."""
    runner.places = Places.enumerated(runner.places.calls, keys, coding=runner.places.coding)
    successors, ends = successors_of(runner, np.arange(len(keys)))
    some = min(len(keys), SAMPLE_OF_LAYER)  # in order of their keys, which is random
    entries = np.zeros(some, runner.places.coding.narrowest_for(SHORT))
    tally = runner.run_once(resolve_ends, entries, runner.workers.scratches[0], (0, some), 0, 0, 0)
    layer = Layer(
        ends=ends / len(keys),
        moves=len(successors) / max(1, len(keys) - ends),
        pending=float(tally[OPEN]) / some,
        size=size,
    )
    return layer, np.unique(successors)


# ── a forecast for a game whose positions must be found ─────────────────────────────────────────

BYTES_A_POSITION = 40  # a position, while some are found
SEED = 20_260_919
SAMPLE = 1 << 13  # positions whose moves are looked at
TRIED = 1 << 17  # positions of a sample


@attrs.frozen
class Finding:
    """Result of an enumeration for some seconds."""

    positions: Range
    work: Work
    """Work for the positions found, or for some of them."""
    seconds: float
    """Seconds to find one position."""
    growth: Growth | None = None
    """Estimated growth, or ``None`` if all positions were found."""


def find_some(
    runner: Runner,
    roots: list[int],
    meter: MemoryMeter,
    most_bytes: int,
    clock: Stopwatch,
    longest: int,
) -> Finding:
    """Find positions for a third of the time left, and estimate their number."""
    finder = Finder(runner, meter, Keeper())
    finder.load_kernels()
    finder.enter(roots)
    finding = clock.part(1 / 3, 1.5)
    while finder.step() and not finding.is_over:
        if len(finder.found) * BYTES_A_POSITION > most_bytes:
            break
    count = len(finder.found)
    seconds = finding.spent / count
    if not finder.frontier:
        runner.places = Places.enumerated(
            runner.places.calls, finder.end(), coding=runner.places.coding
        )
        work = sample_indexes(runner, most_bytes, clock, longest)
        return Finding(Range.exactly(count, "all of them were found"), work, seconds)
    share = share_repeated(runner, finder)
    keys = np.sort(finder.found.some(TRIED))
    del finder
    runner.places = Places.enumerated(runner.places.calls, keys, coding=runner.places.coding)
    part = clock.part(1 / 3, 0.8)
    work = sample_indexes(runner, MOST_BYTES, part, longest, can_look_up=False)
    layers = layers_of(runner, roots, clock.part(1.0, 3.0))
    growth = in_loops(count, share) if layers is None else in_layers(count, layers)
    return Finding(growth.range, work, seconds, growth)


def share_repeated(runner: Runner, finder: Finder) -> float:
    """Return the fraction of moves, out of the last positions, to positions found before.

    Moves to positions that other ranks own are left out. It is 1 if no position waits.
    """
    keys = finder.frontier.first(len(finder.frontier))
    if not len(keys):
        return 1.0
    keys = np.sort(np.random.default_rng(SEED).choice(keys, min(SAMPLE, len(keys)), False))
    successors: Columns = expanded(runner, keys, 0)[1]
    successors = owned_keys(successors, finder.team.rank, finder.team.size)
    repeated = finder.found.count_known(successors)
    return repeated / max(1, len(successors))


# ── a forecast for a compiled game ──────────────────────────────────────────────────────────────

MOST_BYTES = 1 << 30
"""Most bytes that a forecast itself takes, and at most half of the solve's limit."""

BYTES_SPREAD, UNNUMBERED_BYTES_SPREAD, SECONDS_SPREAD = 1.2, 2.0, 3.0
"""Factors between the ends of a range if all indexes are known."""

UNSURE = 1.7
"""Factor of uncertainty in seconds, in addition to an estimated number of positions."""


def forecast_compiled(
    rules: Rules[Any, Any],
    roots: list[int],
    threads: int | None,
    meter: MemoryMeter,
    clock: Stopwatch,
) -> Estimate:
    """Return the estimate for a compiled game."""
    game: CompiledGame = rules.game  # type: ignore[assignment]  # that was asked of compiled games
    trial = Stopwatch(0)
    try_rules(game, roots)
    workers = Workers(
        threads, lambda: scratch_for(game.rules), Reporter(None), MemoryMeter(float(2**62))
    )
    coding = Coding.of(rules)
    runner = Runner(game, Places.indexed(game.rules.calls, coding), workers)
    most_bytes = min(MOST_BYTES, max(0, meter.limit - meter.in_use()) // 2)
    task = Task(
        game.rules,
        len(workers.scratches),
        meter.limit,
        other_seconds=trial.spent,
        other_bytes=meter.in_use(),
        coding=coding,
    )
    scores = sample_scores(rules, roots[0])
    longest = 0 if scores is None else scores.longest
    estimate = _by_parts(runner, task, roots, most_bytes, clock, longest)
    return attrs.evolve(estimate, scores=scores)


def _by_parts(
    runner: Runner,
    task: Task,
    roots: list[int],
    most_bytes: int,
    clock: Stopwatch,
    longest: int,
) -> Estimate:
    """Return the estimate from a sample of indexes, or of positions found in time."""
    game = runner.game
    if game.rules.is_indexed:
        work = sample_indexes(runner, most_bytes, clock, longest)
        return _counted(game, attrs.evolve(task, work=work), positions_of(work))
    canonical = list(dict.fromkeys(game.canonical(root) for root in roots))
    finding = find_some(runner, canonical, runner.workers.meter, most_bytes, clock, longest)
    task = attrs.evolve(task, work=finding.work, find_seconds=finding.seconds)
    if finding.growth is None:
        return _counted(game, task, finding.positions)
    return _grown(game, task, finding.growth)


def positions_of(work: Work) -> Range:
    """Return the number of used indexes of an indexed game."""
    count = round(work.num_indexes - work.unused)
    if work.looked_at == work.num_indexes:
        return Range.exactly(count, "all indexes were looked at")
    unused_seen = round(work.unused * work.looked_at / work.num_indexes)
    low = max(work.looked_at - unused_seen, count - work.unsure)
    high = min(work.num_indexes - unused_seen, count + work.unsure)
    return Range(round(low), round(high), f"{many(work.looked_at)} indexes were looked at")


def _counted(game: CompiledGame, task: Task, positions: Range) -> Estimate:
    """Return the estimate if all indexes are known."""
    spread = BYTES_SPREAD if game.rules.is_indexed else UNNUMBERED_BYTES_SPREAD
    timed = f"timed on {many(task.work.looked_at)} indexes, {_threads(task)}"
    by_stage = game.rules.by_stage
    disk, stage = (
        task.on_disk(by_stage)
        if by_stage
        else (task.disk_of_entries() or _disk_of_runs(task, positions), None)
    )
    return Estimate(
        game,
        positions,
        Range.around(task.bytes_at_peak(), spread, task.summary),
        Range.around(task.seconds(), SECONDS_SPREAD, timed),
        game.rules.num_indexes,
        disk,
        stage,
    )


def _grown(game: CompiledGame, task: Task, growth: Growth) -> Estimate:
    """Return the estimate if the number of positions is extrapolated."""
    positions, least = growth.range, task.for_indexes(round(growth.range.low), growth.pending)
    if not positions.is_known:
        why = "not known, because the number of positions is not known"
        bytes_, seconds = least.bytes_at_peak(), least.seconds()
        return Estimate(game, positions, Range.unknown(bytes_, why), Range.unknown(seconds, why))
    middle = task.for_indexes(round(growth.middle), growth.pending)
    most = task.for_indexes(round(positions.high), growth.pending)
    tasks = least, middle, most
    slow = least.seconds() / UNSURE, middle.seconds(), most.seconds() * UNSURE
    timed = f"timed on those found, {_threads(task)}"
    return Estimate(
        game,
        positions,
        Range.within([task.bytes_at_peak() for task in tasks], growth.spread, middle.summary),
        Range.within(slow, growth.spread, timed),
        disk=_disk_of_runs(middle, positions),
    )


def _disk_of_runs(task: Task, positions: Range) -> Range | None:
    """Return the bytes on disk if enumerated positions exceed memory, or ``None``."""
    if not task.goes_by_runs:
        return None
    how = f"with a folder: {BYTES_A_KEY} bytes a position, and up to {AT_MOST} while they are found"
    return Range(BYTES_A_KEY * positions.low, AT_MOST * positions.high, how)


def _threads(task: Task) -> str:
    return "1 thread" if task.threads == 1 else f"{task.threads} threads"
