"""Looking ahead: in how many plies positions are won or lost, by the rules alone.

A sweep settles what is won or lost in so many plies. For a sample of positions a search
without a table says the same, and so, before any sweep, how many positions each of them
will leave; and where so many are left that the engine will go over to the graph.
"""

from __future__ import annotations

import numpy as np

from gamesolver import forecast_kernels as kernels
from gamesolver.crew import chunks_of
from gamesolver.engine import SLOWLY
from gamesolver.labels import Columns
from gamesolver.passes import Passes
from gamesolver.places import Places
from gamesolver.places_kernels import GUARDS
from gamesolver.room import Room
from gamesolver.stopwatch import Stopwatch
from gamesolver.work import Work

DEEPEST = 9  # plies
DEARER = 8  # times what the ply before it took, that one more is reckoned to take
LEAST = 100  # positions that tell anything
MOST_SEEN = 30_000  # positions, in looking ahead from one
SLOTS_A_CHUNK = 1 << 7
ROWS_A_ROUND, MOST_ROWS = 1 << 10, 20_000
NO_CELLS = np.empty(0, np.uint8)  # nothing is looked up


def foresee_waves(passes: Passes, work: Work, slots: Columns, seconds: float) -> None:
    """Say how many of the pending slots each wave leaves, until the graph, from some of them."""
    outcomes_within(passes, slots[:1], 1)  # so that all is compiled when the clock starts
    clock, left = Stopwatch(seconds), work.pending
    for plies in range(2, DEEPEST + 1):
        before = clock.spent
        still_open = slots[outcomes_within(passes, slots, plies) == 0]
        work.goes_on = len(still_open) / len(slots)
        left *= work.goes_on
        work.waves.append(left)
        if work.goes_on > SLOWLY:
            work.rows = left
            work.edges = left * _moves_to_open(passes, still_open, plies, seconds / 2)
            return
        dear = DEARER * (clock.spent - before) / len(slots)
        slots = still_open[: int(clock.left / dear)]
        if len(slots) < LEAST:
            return


def outcomes_within(passes: Passes, slots: Columns, plies: int) -> Columns:
    """1 and -1 for what is won and lost in so many plies, ``ENDED`` for ends, 0 for the rest."""
    outcomes = np.zeros(len(slots), np.int64)
    width = passes.places.calls.rules.max_moves + GUARDS

    def searched(room: Room, chunk: tuple[int, int]) -> None:
        levels = (
            np.empty((plies + 1, width), np.uint64),
            np.empty((plies + 1, width), np.bool_),
            np.zeros((plies + 1, kernels.STATES), np.int64),
        )
        part = slice(*chunk)
        given = slots[part], plies, MOST_SEEN, levels, outcomes[part]
        passes.call(kernels.outcomes_within, NO_CELLS, room, given)

    passes.crew.run("looking ahead", searched, chunks_of(len(slots), SLOTS_A_CHUNK))
    return outcomes


def successors_of(passes: Passes, slots: Columns) -> tuple[Columns, int]:
    """The keys of all that one move leads to from these slots; how many slots are ends."""
    max_moves = passes.places.calls.rules.max_moves

    def listed(room: Room, chunk: tuple[int, int]) -> tuple[Columns, int]:
        keys = np.empty((chunk[1] - chunk[0]) * max_moves, np.uint64)
        given = slots[slice(*chunk)], keys
        tally = passes.call(kernels.list_successors, NO_CELLS, room, given)
        return keys[: tally[kernels.MOVES]].copy(), int(tally[kernels.ENDS])

    parts = passes.crew.run("moves", listed, chunks_of(len(slots), SLOTS_A_CHUNK << 6))
    return np.concatenate([keys for keys, _ in parts]), sum(ends for _, ends in parts)


def _moves_to_open(passes: Passes, slots: Columns, plies: int, seconds: float) -> float:
    """How many moves of a slot lead to what is not settled in so many plies either."""
    clock, moves, done = Stopwatch(seconds), 0, 0
    for first, last in chunks_of(min(len(slots), MOST_ROWS), ROWS_A_ROUND):
        keys, _ = successors_of(passes, slots[first:last])
        ahead = Passes(passes.game, Places.found(passes.places.calls, np.sort(keys)), passes.crew)
        outcomes = outcomes_within(ahead, np.arange(len(keys)), plies)
        moves += int(np.count_nonzero(outcomes == 0))
        done = last
        if clock.is_over:
            break
    return moves / done
