"""Layers: the positions of a compiled game ply by ply, as long as no move leads back.

A layer is a sorted column of keys; its successors, sorted, without repeats, are the next
one. When a layer has grown too large, a seeded sample of it stands for it, and its
successors for the next: so shares can be told far beyond what can be counted.
"""

from __future__ import annotations

import numpy as np

from gamesolver import engine_kernels as kernels
from gamesolver.growth import Layer, Layers
from gamesolver.labels import Columns
from gamesolver.looking_ahead import successors_of
from gamesolver.passes import Passes
from gamesolver.places import Places, keys_of
from gamesolver.stopwatch import Stopwatch

SEED = 20_260_919
WATCHED = 1 << 17  # positions up to which moves that lead back are looked for
MOST = 1 << 20  # keys of a layer that is expanded completely
SAMPLE = 1 << 12  # keys of a layer that is not
DEEPEST = 500


def layers_of(passes: Passes, roots: list[int], clock: Stopwatch) -> Layers | None:
    """The layers from some roots; ``None`` where moves lead back, or stay in their layer."""
    luck = np.random.default_rng(SEED)
    seen = layer = np.unique(keys_of(np.array(roots, np.uint64)))
    expanded(passes, layer, len(layer))  # so that all is compiled before anything is timed
    counting = clock.part(1 / 3, 0.5)
    counted: list[Layer] = []
    sampled: list[Layer] = []
    while len(layer) and len(counted) + len(sampled) < DEEPEST and not clock.is_over:
        size = 0 if sampled else len(layer)
        is_counted = 0 < size <= MOST and not counting.is_over
        if not is_counted and len(layer) > SAMPLE:
            layer = np.sort(luck.choice(layer, SAMPLE, replace=False))
        told, layer = expanded(passes, layer, size)
        (counted if is_counted else sampled).append(told)
        if len(seen) < WATCHED:
            if np.isin(layer, seen).any():
                return None
            seen = np.concatenate([seen, layer])
    return Layers(counted, sampled, is_closed=not len(layer))


def expanded(passes: Passes, keys: Columns, size: int) -> tuple[Layer, Columns]:
    """What a layer is like, of which these are all keys or some, and the next one."""
    passes.places = Places.found(passes.places.calls, keys)
    successors, ends = successors_of(passes, np.arange(len(keys)))
    some = min(len(keys), SAMPLE)  # in order of their keys, which is by chance
    cells = np.zeros(some, np.uint8)
    tally = passes.call(kernels.settle_ends, cells, passes.crew.rooms[0], ((0, some), 0, 0))
    layer = Layer(
        ends=ends / len(keys),
        moves=len(successors) / max(1, len(keys) - ends),
        pending=float(tally[kernels.OPEN]) / some,
        size=size,
    )
    return layer, np.unique(successors)
