"""A forecast for a game whose positions must be found: find some, and carry their growth on.

Finding goes on for some seconds with the finder that a solve would use. If it comes to its
end, all positions are known, and the rest is as for a numbered game. If not, ``growth``
tells how many there are: by layers where no move leads back, or else by how many of the
moves out of the last positions found lead back among those found.
"""

from __future__ import annotations

import attrs
import numpy as np

from gamesolver.checkpoints.state import Keeper
from gamesolver.estimates import Range
from gamesolver.finding import Finder
from gamesolver.forecast_slots import sample_slots
from gamesolver.growth import Growth, in_layers, in_loops
from gamesolver.labels import Columns
from gamesolver.layers import expanded, layers_of
from gamesolver.memory import MemoryMeter
from gamesolver.passes import Passes
from gamesolver.places import Places
from gamesolver.stopwatch import Stopwatch
from gamesolver.work import Work

BYTES_FOUND = 40  # a position, while some are found
SEED = 20_260_919
SAMPLE = 1 << 13  # positions whose moves are looked at
TRIED = 1 << 17  # positions that stand for all


@attrs.frozen
class Found:
    """What finding for some seconds tells."""

    positions: Range
    work: Work
    """What lies ahead for those that were found, or for some of them."""
    seconds: float
    """Of finding a position."""
    growth: Growth | None = None
    """How it goes on; nothing where all positions were found."""


def find_some(
    passes: Passes, roots: list[int], meter: MemoryMeter, most_bytes: int, clock: Stopwatch
) -> Found:
    """Find positions for a third of the time that is left, and see how many there may be."""
    finder = Finder(passes, meter, Keeper())
    finder.load_kernels()
    finder.enter(roots)
    finding = clock.part(1 / 3, 1.5)
    while finder.frontier and not finding.is_over:
        finder.step()
        if len(finder.found) * BYTES_FOUND > most_bytes:
            break
    found = len(finder.found)
    each = finding.spent / found
    if not finder.frontier:
        passes.places = Places.found(passes.places.calls, finder.end())
        work = sample_slots(passes, most_bytes, clock)
        return Found(Range.exactly(found, "all of them were found"), work, each)
    back = _share_back(passes, finder)
    keys = np.sort(finder.found.some(TRIED))
    del finder
    passes.places = Places.found(passes.places.calls, keys)
    work = sample_slots(passes, len(keys), clock.part(1 / 3, 0.8), can_look_up=False)
    layers = layers_of(passes, roots, clock.part(1.0, 3.0))
    growth = in_loops(found, back) if layers is None else in_layers(found, layers)
    return Found(growth.range, work, each, growth)


def _share_back(passes: Passes, finder: Finder) -> float:
    """How many of the moves out of the last positions found lead to others found before."""
    keys = finder.frontier.first(len(finder.frontier))
    keys = np.sort(np.random.default_rng(SEED).choice(keys, min(SAMPLE, len(keys)), False))
    successors: Columns = expanded(passes, keys, 0)[1]
    known = finder.found.count_known(passes.crew.rooms[0], successors)
    return known / max(1, len(successors))
