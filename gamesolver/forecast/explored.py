"""Statistics of a plain game from an exploration that is not finished.

The explorer numbers positions as it finds them, ply by ply. So the numbers alone give the layers,
and whether any move leads back to an earlier one.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from gamesolver.forecast.growth import Growth, Layer, Layers, in_layers, in_loops
from gamesolver.graph.exploring import Explorer
from gamesolver.rules.position_size import grown_by_random_play, is_growing, size_of
from gamesolver.system.columns import Columns
from gamesolver.system.progress import Stopwatch
from gamesolver.tables.labels import PENDING

SEED = 20_260_919
SAMPLE = 300
FEW = 30
"""Positions of a sample that only shows whether there is a last layer."""
DEEPEST = 1000
"""Layers that are counted or sampled one by one."""
FEW_WAITING = 100  # positions still to expand, of a game that may go on for ever
LINES = 4
"""Of random play; all must go on and grow."""
SIZED = 64
"""Layers in which the sizes of positions are looked at."""


class Explored:
    """The layers that were found, and samples of those after them."""

    def __init__(self, explorer: Explorer[Any, Any]) -> None:
        self.explorer = explorer
        self.rules = explorer.rules
        self.positions = explorer.positions
        self.luck = random.Random(SEED)

    def growth(self, clock: Stopwatch) -> Growth:
        """Return how many positions there may be."""
        if self.leads_on:
            return in_layers(len(self.positions), self.layers(clock))
        share = self.share_repeated if len(self.waiting) > FEW_WAITING else 0.0
        return in_loops(len(self.positions), share)

    @cached_property
    def waiting(self) -> Sequence[Any]:
        """The positions that wait to be expanded."""
        return self.positions[len(self.explorer.ends) :]

    @property
    def depth(self) -> int:
        """The number of layers that were expanded completely."""
        return len(self.bounds) - 2

    @cached_property
    def bounds(self) -> Sequence[int]:
        """Index of the first position of each layer whose previous layer was expanded."""
        expanded, rows = len(self.explorer.ends), np.array(self.explorer.rows)
        farthest = np.maximum.accumulate(self._targets)
        last_edge = rows[1 : expanded + 1] - 1
        after = np.where(last_edge < 0, 0, farthest[last_edge] if len(farthest) else 0) + 1
        next_layer = array("q", after.astype(np.int64).tobytes())  # whose items are plain integers
        bounds = array("q", [0, 1])
        while bounds[-1] <= expanded and next_layer[bounds[-1] - 1] > bounds[-1]:
            bounds.append(next_layer[bounds[-1] - 1])
        return bounds

    @cached_property
    def _targets(self) -> Columns:
        """The position that each move leads to."""
        edges = np.array(self.explorer.edges, np.int32)
        return np.maximum(edges, ~edges)

    @cached_property
    def leads_on(self) -> bool:
        """True if all moves lead to the next layer, also those from a part of the last layer."""
        rows, layers = np.array(self.explorer.rows), np.array(self.bounds)
        edges = rows[np.minimum(layers, len(rows) - 1)]
        begins, ends = edges[:-1], edges[1:]
        has_moves = begins < ends
        if not has_moves.any():
            return True
        nearest = np.minimum.reduceat(self._targets[: ends[-1]], begins[has_moves])
        return bool((nearest >= layers[1:][has_moves]).all())

    def layers(self, clock: Stopwatch) -> Layers:
        """Return the layers that were expanded, and samples of those after them."""
        bounds, rows = self.bounds, self.explorer.rows
        ends = np.array(self.explorer.ends, np.int32) != PENDING
        counted = []
        for first, last in pairwise(bounds[:-1]):
            over = int(ends[first:last].sum())
            moves = (rows[last] - rows[first]) / max(1, last - first - over)
            counted.append(Layer(over / (last - first), moves, size=last - first))
        sampled: list[Layer] = []
        layer, size = self._last_layer, len(self._last_layer)
        while layer and len(sampled) < DEEPEST and not clock.is_over:
            figures, layer = self.expanded(self._some(layer, SAMPLE), size)
            sampled.append(figures)
            size = 0
        return Layers(counted, sampled, is_closed=not layer)

    def ends_or_comes_back(self, clock: Stopwatch) -> bool:
        """Return True if play out of the last layer is seen to end in time, or to repeat.

        Of each layer a few positions are played on.
        """
        layer, played = self._last_layer, set[Any]()
        while layer and not clock.is_over:
            if not played.isdisjoint(layer):
                return True
            layer = self._some(layer, FEW)
            played.update(layer)
            _, layer = self.expanded(layer, 0)
        return not layer

    @property
    def _last_layer(self) -> list[Any]:
        return self.positions[self.bounds[-2] : self.bounds[-1]]

    def _some(self, positions: Sequence[Any], most: int) -> list[Any]:
        return self.luck.sample(positions, min(most, len(positions)))

    @cached_property
    def share_repeated(self) -> float:
        """Return the share of moves from the last positions found that lead to known positions."""
        _, successors = self.expanded(self._some(self.waiting, SAMPLE), 0)
        known = sum(successor in self.explorer.index for successor in successors)
        return known / max(1, len(successors))

    def expanded(self, positions: Sequence[Any], size: int) -> tuple[Layer, list[Any]]:
        """Return what these positions of a layer are like, and what they lead to."""
        live = [position for position in positions if self.rules.ending(position) is None]
        moves = [(position, move) for position in live for move in self.rules.moves(position)]
        successors = dict.fromkeys(
            self.rules.canonical(self.rules.play(position, move)) for position, move in moves
        )
        ends = 1 - len(live) / len(positions)
        return Layer(ends, len(moves) / max(1, len(live)), size=size), list(successors)

    @property
    def widths(self) -> Columns:
        """The number of positions of each layer that was found completely."""
        return np.diff(np.array(self.bounds))

    @property
    def is_widening(self) -> bool:
        """True if a layer of the last tenth is as wide as any before."""
        widths = self.widths
        last = max(1, len(widths) // 10)
        return bool(widths[-last:].max() >= widths.max())

    def grows_by_random_play(self, seconds: float) -> bool:
        """Return True if positions keep growing in lines of random play that do not end."""
        lines = (
            grown_by_random_play(self.rules, self.positions[-1], self.luck, seconds / LINES)
            for _ in range(LINES)
        )
        return all(last is not None for last in lines)

    @property
    def is_growing(self) -> bool:
        """True if positions keep growing from layer to layer."""
        layers = np.linspace(0, self.depth, min(SIZED, self.depth + 1), dtype=int)
        return is_growing([self._size_in(int(layer)) for layer in layers])

    def _size_in(self, layer: int) -> float:
        first, last = self.bounds[layer], self.bounds[layer + 1]
        some = self.positions[first : last : max(1, (last - first) // FEW)]
        return sum(map(size_of, some)) / len(some)
