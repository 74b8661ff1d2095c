"""A look at slots that are settled: whether the index of a game holds what it promises.

Two positions in one slot, and twins of different players to whom endless play is not worth alike,
make wrong outcomes in silence. The first is looked for on the edges of a part of the slots.
"""

from __future__ import annotations

import random

from gamesolver.engine.calling import NO_CELLS
from gamesolver.engine.ends import SLOTS_A_CHUNK
from gamesolver.engine.running import Runner
from gamesolver.kernels import numbering as kernels
from gamesolver.rules.preflight import SEED
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of

SLOTS_A_CHECK = 97  # the edges of one slot in so many are looked at; a prime meets no pattern


def check_slots(runner: Runner, cells: Columns, part: tuple[int, int]) -> None:
    """Look on the edges of a seeded part of some slots for two positions in one slot."""
    first, last = part
    luck, step = random.Random(SEED), min(SLOTS_A_CHECK, last - first)
    chunks = [(first + a, first + b) for a, b in chunks_of(last - first, SLOTS_A_CHUNK)]
    runner.run(
        "checking slots",
        kernels.check_edges,
        NO_CELLS,
        [(chunk, luck.randrange(step)) for chunk in chunks],
        lambda part: (part[0], len(cells), part[1], SLOTS_A_CHECK),
    )


def check_players(runner: Runner, cells: Columns) -> None:
    """Look at all slots for twins of different players, to whom endless play is not worth alike."""
    chunks = chunks_of(len(cells), SLOTS_A_CHUNK)
    runner.run("checking players", kernels.check_players, cells, chunks)
