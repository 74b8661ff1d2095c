"""Looking at the slots of an index, and at every edge from them, by compiled code."""

from __future__ import annotations

from random import Random

import numba as nb
import numpy as np

from gamesolver import edge_kernels as kernels
from gamesolver.compiled import CompiledGame
from gamesolver.crew import Crew
from gamesolver.memory import MemoryMeter
from gamesolver.passes import Passes
from gamesolver.places import Places
from gamesolver.progress import Reporter
from gamesolver.room import Room
from gamesolver.trial import SEED

SLOTS_A_CHUNK = 1 << 8
SLOTS_A_POSITION = 1 if nb.config.DISABLE_JIT else 50  # type: ignore[attr-defined]  # as it starts
"""So many slots are looked at for each position of a limit; plain Python takes its time."""


def look_at_slots(game: CompiledGame, limit: int) -> int:
    """Raise ``GameContractError`` for the first slot at fault; how many were looked at.

    Looks at all slots up to a multiple of ``limit``, and at about so many in seeded chunks
    beyond.
    """
    crew = Crew(None, lambda: Room.of(game.rules), Reporter(None), MemoryMeter(float(2**62)))
    passes = Passes(game, Places.numbered(game.rules.calls), crew)
    size = passes.places.size
    chunks = drawn_chunks(size, SLOTS_A_POSITION * limit)
    passes.run(
        "looking at slots",
        kernels.check_edges,
        np.empty(0, np.uint8),
        chunks,
        lambda chunk: (chunk, size, 0, 1),
    )
    return sum(last - first for first, last in chunks)


def drawn_chunks(size: int, most: int) -> list[tuple[int, int]]:
    """All chunks, or some drawn at random, always the same ones."""
    numbers = range(-(-size // SLOTS_A_CHUNK))
    enough = -(-most // SLOTS_A_CHUNK)
    drawn = numbers if len(numbers) <= enough else Random(SEED).sample(numbers, enough)
    begins = (SLOTS_A_CHUNK * number for number in drawn)
    return [(begin, min(begin + SLOTS_A_CHUNK, size)) for begin in begins]
