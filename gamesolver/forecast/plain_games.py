"""A forecast for a game in plain Python: explore for some seconds, and extrapolate.

The explorer is the one that a solve would use. ``explored`` computes statistics of an unfinished
exploration.

After exploring, a solve uses minimax for small games without cycles, and retrograde analysis
for all others. If moves gain, it proceeds layer by layer (``graph.layers``). A search in plain
Python finds the layers.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import attrs

from gamesolver.forecast.estimates import Estimate, Range
from gamesolver.forecast.explored import SAMPLE, Explored
from gamesolver.forecast.growth import Growth
from gamesolver.forecast.lines import sample_scores
from gamesolver.graph.exploring import Explorer
from gamesolver.graph.graph import GameGraph, successors_first
from gamesolver.graph.minimax import BYTES_A_MOVE, BYTES_A_POSITION, SMALL
from gamesolver.rules.guard import Rules
from gamesolver.show.sentences import many
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter, Stopwatch

EXPLORED = 0.6
"""The share of the time that goes into exploring."""
POSITIONS_A_LOOK = 16

MINIMAX_SECONDS = 2e-6  # a position, or a move
RETROGRADE_SECONDS = 1e-7  # a move
LAYERS_SECONDS = 2e-6  # a move, where some gain: its layer, and the columns of that
BYTES_WHILE_EXPLORING = 150  # of each position, in addition to the position itself
BYTES_A_ROW, BYTES_AN_EDGE = 50, 20  # of a graph and of solving it, without the explorer
BYTES_OF_A_GAIN = 45  # an edge: what it gains, and the lists in which its layer is found
LEAST_BYTES, LEAST_SECONDS = 10_000, 0.006
BYTES_OF_KERNELS, LOADING_SECONDS = 1_300_000, 0.12  # of retrograde analysis
UNSURE = 1.7  # error factor of seconds, in addition to that of positions
WHOLE_SPREAD = 3.0
"""Ratio of the ends of a range if all positions were found."""


def forecast_plain(
    rules: Rules[Any, Any], roots: Iterator[Any], meter: MemoryMeter, clock: Stopwatch
) -> Estimate:
    """Return the estimate of the work and its cost."""
    part = _TimedExplorer(rules, Stopwatch(clock.left * EXPLORED), meter)
    graph = growth = None
    try:
        graph = part.run(roots)
    except _EnoughError:
        growth = part.growth(clock)
    estimate = _Costs(part, graph).estimate(growth)  # before more time is spent on anything
    return attrs.evolve(estimate, scores=sample_scores(rules, part.positions[0]))


def _has_loop(graph: GameGraph[Any, Any]) -> bool:
    _, loop = successors_first(graph.rows, graph.edges)
    return bool(loop)


class _EnoughError(BaseException):
    """Signal that the time is over; it is not an error."""


class _TimedExplorer(Explorer[Any, Any]):
    """An explorer that stops when its time is over."""

    positions_a_look = POSITIONS_A_LOOK

    def __init__(self, rules: Rules[Any, Any], clock: Stopwatch, meter: MemoryMeter) -> None:
        super().__init__(rules, True, meter, Reporter(None))
        self.clock = clock
        self._look_count = 0

    def _look(self, listed: str = "") -> None:
        self._look_count += 1
        is_full = self._look_count % 256 == 0 and 2 * self.meter.in_use() > self.meter.limit
        if self.clock.is_over or is_full:
            raise _EnoughError

    def growth(self, clock: Stopwatch) -> Growth:
        """Return the estimated number of positions."""
        return Explored(self).growth(clock)


class _Costs:
    """Bytes and seconds, from those of a part."""

    def __init__(self, part: _TimedExplorer, graph: GameGraph[Any, Any] | None) -> None:
        expanded, count = max(1, len(part.ends)), len(part.positions)
        self.game = part.rules.game
        self.has_gains = part.rules.has_gains
        self.count = count
        self.moves = len(part.edges) / expanded
        self.seconds_a_position = part.clock.spent / expanded
        self.bytes_a_position = max(
            part.meter.in_use() / count, BYTES_WHILE_EXPLORING + _size(part.positions)
        )
        is_few = count * (1 + self.moves) <= SMALL
        self.has_loops = graph is not None and is_few and _has_loop(graph)

    def estimate(self, growth: Growth | None) -> Estimate:
        """For as many positions as there seem to be."""
        if growth is None:
            positions = Range.exactly(self.count, "all of them were found")
            bytes_, seconds = self._bytes(self.count), self._seconds(self.count)
            how = "measured while all positions were found"
            return Estimate(
                self.game,
                positions,
                Range.around(bytes_, WHOLE_SPREAD, how),
                Range.around(seconds, WHOLE_SPREAD, how),
            )
        positions, how = growth.range, f"measured on the first {many(self.count)} positions"
        counts = [positions.low, growth.middle, positions.high]
        if not positions.is_known:
            how = "not known, because the number of positions is not known"
            return Estimate(
                self.game,
                positions,
                Range.unknown(self._bytes(positions.low), how),
                Range.unknown(self._seconds(positions.low), how),
            )
        low, middle, high = (self._seconds(count) for count in counts)
        return Estimate(
            self.game,
            positions,
            Range.within([self._bytes(count) for count in counts], growth.spread, how),
            Range.within([low / UNSURE, middle, high * UNSURE], growth.spread, how),
        )

    def _is_by_minimax(self, positions: float) -> bool:
        """Small, and without cycles; anything else is for retrograde analysis."""
        return not self.has_loops and positions * (1 + self.moves) <= SMALL

    def _bytes(self, positions: float) -> int:
        moves = positions * self.moves
        an_edge = BYTES_AN_EDGE + BYTES_OF_A_GAIN * self.has_gains
        solving = BYTES_OF_KERNELS + positions * BYTES_A_ROW + moves * an_edge
        if self._is_by_minimax(positions):
            solving = positions * BYTES_A_POSITION + moves * BYTES_A_MOVE
        return LEAST_BYTES + round(positions * self.bytes_a_position + solving)

    def _seconds(self, positions: float) -> float:
        moves = positions * self.moves
        a_move = RETROGRADE_SECONDS + LAYERS_SECONDS * self.has_gains
        solving = LOADING_SECONDS + moves * a_move
        if self._is_by_minimax(positions):
            solving = (positions + moves) * MINIMAX_SECONDS
        return LEAST_SECONDS + positions * self.seconds_a_position + solving


def _size(positions: list[Any]) -> float:
    """About how many bytes one of the positions takes, what is in it left out."""
    some = positions[-SAMPLE:]
    return sum(sys.getsizeof(position) for position in some) / len(some)
