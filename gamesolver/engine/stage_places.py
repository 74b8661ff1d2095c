"""Enumerated positions sorted by stage, so that each stage is a range of indexes.

A game that is indexed by stages has a number of indexes for each stage. An enumerated game that
defines ``stage`` has none until its positions are found. If they do not fit in memory then, each
with its table entry and as unresolved, the stage of each is queried, and their keys are written to
a file in the folder, sorted by stage, and within a stage by key. From then on the game is solved as
if it were indexed by stages (``stage_by_stage``): only the index map differs. A look-up queries
the stage of the position, which selects the buckets to search (``kernels.places``), and a position
is read from the file at its index. If stages are known from other solutions, the game is solved in
this way in any case. Without a folder the keys are then sorted in memory (``stages_in_memory``).

Each rank has found the keys of a range (``finding``), so the keys of a stage are those of its
ranks, one after the other. Each rank writes its own part. All map the file, and any rank reads the
position at any index, as it does in an indexed game. A later solve continues with the file, on any
number of ranks, and finds nothing again. If the order of indexes differs between two ways of
solving, saved files do not: they list the positions of an enumerated game in their own order.

Cost: the rule ``stage`` for each position, twice, and for each look-up. 8 bytes of disk for each
position, and in each process up to a byte of memory for each, for the bucket starts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from gamesolver.engine.keeper import KeysByStage
from gamesolver.engine.kernel_calls import NO_ENTRIES
from gamesolver.engine.places import Places, bytes_of_places
from gamesolver.engine.queries import MOVES_A_ROUND
from gamesolver.engine.resolving import SHORT
from gamesolver.engine.running import Runner
from gamesolver.errors import InvalidArgumentError
from gamesolver.kernels.scratch import Scratch
from gamesolver.kernels.sweeping import stages_of
from gamesolver.rules.indexes_by_stage import MOST_APART, first_indexes
from gamesolver.system.columns import Columns, Elsewhere, zeros_for
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.team import Team
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import Coding

KEYS_A_PIECE, KEYS_A_CHUNK = 1 << 17, 1 << 16
BYTES_A_KEY, BYTES_AN_INDEX = 8, 4
BYTES_A_MESSAGE = 32
"""Name and code of a move to another rank, where it is sent and where it is received."""
SORTING = "sorting by stage"


def sort_by_stage(
    runner: Runner,
    stored: KeysByStage,
    find: Callable[[], Columns],
    team: Team,
    meter: MemoryMeter,
    *,
    is_needed: bool = False,
) -> Columns | None:
    """Have the keys of an enumerated game stored by stage, if they exceed the memory.

    ``find`` finds those of this rank, in order, and is called unless the keys are stored already.
    Return the keys if the game is to be solved whole, and else nothing. If the order by stage
    ``is_needed``, the memory does not matter.
    """
    if stored.by_stage:
        return None
    keys = find()
    if not is_needed and fits_in_memory(len(keys), runner.places.coding, team, meter):
        return keys
    if write_by_stage(runner, keys, stored, team):
        return None
    if is_needed:
        raise InvalidArgumentError(
            f"bad tables: the numbers of the stages of {runner.game!r} are too far apart for a "
            f"table of stages: expected a range of less than {MOST_APART:,}"
        )
    return keys


def fits_in_memory(positions: int, coding: Coding, team: Team, meter: MemoryMeter) -> bool:
    """Return True if each rank may resolve its positions in memory, where their keys are.

    For each it has the bucket starts, its table entry, and its number in the list of unresolved
    ones. Several ranks also have the messages of a round.
    """
    starts = bytes_of_places(positions) - BYTES_A_KEY * positions
    entry = np.dtype(coding.narrowest_for(SHORT)).itemsize
    coming = starts + positions * (entry + BYTES_AN_INDEX)
    if team.size > 1:
        coming += BYTES_A_MESSAGE * MOVES_A_ROUND
    return bool(team.meet(meter.allows(coming)).all())


def write_by_stage(runner: Runner, keys: Columns, stored: KeysByStage, team: Team) -> bool:
    """Store the keys that all ranks have found, sorted by stage.

    ``keys`` are those of this rank, in order. All ranks call this together. Return False if the
    numbers of two stages are too far apart for a table of stages.
    """
    runner.places = Places.of_some(runner.places.calls, keys, runner.places.coding)
    own: Counter[int] = Counter()
    for _, stages in _pieces(runner, keys):
        numbers, sizes = np.unique(stages, return_counts=True)
        own.update(dict(zip(numbers.tolist(), sizes.tolist(), strict=True)))
    counts: list[Counter[int]] = team.gather_all(own)
    by_stage = dict(sorted(sum(counts, Counter()).items()))
    if max(by_stage) - min(by_stage) >= MOST_APART:
        return False
    begins = {
        stage: first + sum(count[stage] for count in counts[: team.rank])
        for stage, first in first_indexes(by_stage).items()
    }
    stored.write(by_stage, _parts(runner, keys, begins))
    return True


def places_by_stage(
    runner: Runner, stored: KeysByStage, meter: MemoryMeter, elsewhere: Elsewhere
) -> Places:
    """Return the index map of keys that are stored by stage."""
    keys, places = stored.opened(), runner.places

    def column(size: int, width: object) -> Columns:
        return zeros_for(f"finding {len(keys)} positions", size, width, meter, elsewhere)

    return Places.by_stage(places.calls, keys, stored.by_stage, column, places.coding)


def _parts(runner: Runner, keys: Columns, begins: dict[int, int]) -> Iterator[tuple[int, Columns]]:
    """Yield the keys of each stage in parts, each with its first index."""
    for piece, stages in _pieces(runner, keys):
        order = np.argsort(stages, kind="stable")
        in_order = stages[order]
        firsts = np.flatnonzero(np.diff(in_order, prepend=in_order[0] - 1))
        for first, part in zip(firsts.tolist(), np.split(piece[order], firsts[1:]), strict=True):
            stage = int(in_order[first])
            yield begins[stage], part
            begins[stage] += len(part)


def _pieces(runner: Runner, keys: Columns) -> Iterator[tuple[Columns, Columns]]:
    """Yield the keys of this rank in pieces, each with the stages of its positions."""

    def staged(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
        stages = np.empty(chunk[1] - chunk[0], np.int64)
        runner.run_once(stages_of, NO_ENTRIES, scratch, np.arange(*chunk), stages)
        return stages

    for first, last in chunks_of(len(keys), KEYS_A_PIECE):
        chunks = [(first + a, first + b) for a, b in chunks_of(last - first, KEYS_A_CHUNK)]
        stages = np.concatenate(runner.workers.run(SORTING, staged, chunks, SORTING))
        yield keys[first:last], stages
