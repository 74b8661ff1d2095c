"""Gains: the positions in layers, so that what wins something at once leads to a lower one.

**The model.** That of ``retrograde``, where moves may gain. Play never returns from a move that
gains, so the longest way to go on gaining has an end: the *layer* of a position is the greatest
number of gains on any play from it. Moves that gain lead to lower layers, and no move leads to a
higher one; a loop stands in one layer.

**The theorem.** Take the layers from the lowest up. All moves that leave a layer lead to
positions that are settled, and what they are worth, with what they gain, is heard from outside
(``border.Outside``). What is left is a graph without gains.

**The method.** Tarjan's search finds the strongly connected components, each after those it
leads to, and the layer of each on the way; a gain within one is a gain on a loop, which is
refused and named. Then ``retrograde`` settles one layer after the other.

**The cost.** About a microsecond a move in plain Python, for the search; some passes over its
moves for each layer.

**Source.** R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs
import numpy as np

from gamesolver.errors import GameContractError
from gamesolver.graph.border import Outside
from gamesolver.graph.graph import SHOWN_OF_A_LOOP, GameGraph
from gamesolver.graph.retrograde import retrograde
from gamesolver.rules.faults import call_text, contract
from gamesolver.rules.messages import shown
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.tables.labels import ENDLESS, LOSS, PENDING, Labels, narrowed


def settle(graph: GameGraph[Any, Any], report: Reporter, meter: MemoryMeter) -> Labels:
    """Settle every position of a graph, layer by layer where moves gain."""
    known = graph.labels()
    if graph.gains is None or not graph.gains.any():
        return retrograde(graph.rows, graph.edges, known, report, meter, worths=graph.worths)
    layers = layers_of(graph)
    points, plies = known.points.astype(np.int64), known.plies.copy()
    place = np.empty(len(graph), np.int64)
    for layer in range(int(layers.max()) + 1):
        members = np.flatnonzero(layers == layer)
        place[members] = np.arange(len(members))
        part = _Part.of(graph, members, layers, place, points, plies)
        settled = part.settle(report, meter)
        points[members], plies[members] = settled.points, settled.plies
    return Labels(narrowed(points), plies)


@cache
def load_kernels() -> None:
    """Have the kernels compiled, or loaded from the cache, before anything is measured."""
    rows, edges = np.array([0, 1, 1], dtype=np.int64), np.array([1], dtype=np.int32)
    ends = Labels(np.array([0, LOSS], np.int8), np.array([PENDING, 0], np.int32))
    retrograde(rows, edges, ends)


@attrs.frozen(eq=False)
class _Part:
    """One layer as a graph of its own, with what it hears from those below."""

    rows: Columns
    edges: Columns
    labels: Labels
    outside: Outside
    worths: Columns | None

    @classmethod
    def of(
        cls,
        graph: GameGraph[Any, Any],
        members: Columns,
        layers: Columns,
        place: Columns,
        points: Columns,
        plies: Columns,
    ) -> _Part:
        """The layer of these positions; what they lead to outside has its labels already."""
        assert graph.gains is not None
        sizes = graph.rows[members + 1] - graph.rows[members]
        sources = np.repeat(np.arange(len(members)), sizes)
        begins = graph.rows[members] - np.cumsum(sizes) + sizes
        moves = np.arange(len(sources)) + np.repeat(begins, sizes)
        columns, gains = graph.edges[moves], graph.gains[moves]
        are_kept, targets = columns < 0, np.maximum(columns, ~columns)
        inside = layers[targets] == layers[members[0]]
        local = place[targets[inside]].astype(graph.edges.dtype)
        rows = np.concatenate(
            [[0], np.cumsum(np.bincount(sources[inside], minlength=len(members)))]
        )
        worths = None if graph.worths is None else graph.worths[members]
        away = ~inside
        backs = np.where(are_kept[away], 1, -1) * points[targets[away]] + gains[away]
        relative = backs if worths is None else backs - worths[sources[away]]
        outside = Outside(
            positions=sources[away],
            points=relative,
            plies=_one_more(plies[targets[away]], relative),
            are_good=np.zeros(len(backs), bool) if worths is None else worths[sources[away]] > 0,
            size=len(members),
        )
        labels = Labels(narrowed(points[members]), plies[members])
        return cls(rows, np.where(are_kept[inside], ~local, local), labels, outside, worths)

    def settle(self, report: Reporter, meter: MemoryMeter) -> Labels:
        """The labels of the layer."""
        rest = report, meter, self.outside
        return retrograde(self.rows, self.edges, self.labels, *rest, worths=self.worths)


def _one_more(plies: Columns, relative: Columns) -> Columns:
    """The plies from one move before; play without end counts those to its last gain."""
    endless = np.where(relative == 0, ENDLESS, plies - 1)
    return np.where(plies >= 0, plies + 1, endless)


# ── layers ──────────────────────────────────────────────────────────────────────────────────────


def layers_of(graph: GameGraph[Any, Any]) -> Columns:
    """The layer of each position; ``GameContractError`` where a move that gains lies on a loop."""
    assert graph.gains is not None
    targets = np.maximum(graph.edges, ~graph.edges).tolist()
    gains = (graph.gains != 0).tolist()
    starts = graph.rows.tolist()
    search = _Search(starts, targets, gains)
    for root in range(len(graph)):
        search.run(root)
    here = next(search.gains_on_loops(), None)
    if here is not None:
        raise _gain_on_a_loop(graph, *here, search.loop(*here))
    return np.array(search.layer, dtype=np.int32)


class _Search:
    """Tarjan's search, with a stack of its own; ``component`` and ``layer`` of each position."""

    def __init__(self, starts: list[int], targets: list[int], gains: list[bool]) -> None:
        size = len(starts) - 1
        self.starts, self.targets, self.gains = starts, targets, gains
        self.component = [-1] * size
        self.layer = [0] * size
        self._number = [0] * size  # in the order met, from 1 on
        self._lowest = [0] * size  # the lowest number that is reached and has no component yet
        self._next_edge = starts.copy()
        self._met = 0
        self._open: list[int] = []

    def run(self, root: int) -> None:
        """Search on from a root."""
        path = [] if self._number[root] else [self._meet(root)]
        while path:
            here = path[-1]
            edge = self._next_edge[here]
            if edge == self.starts[here + 1]:
                path.pop()
                if path:
                    before = path[-1]
                    self._lowest[before] = min(self._lowest[before], self._lowest[here])
                if self._lowest[here] == self._number[here]:
                    self._close(here)
                continue
            self._next_edge[here] = edge + 1
            ahead = self.targets[edge]
            if not self._number[ahead]:
                path.append(self._meet(ahead))
            elif self.component[ahead] < 0:
                self._lowest[here] = min(self._lowest[here], self._number[ahead])

    def _meet(self, position: int) -> int:
        self._met += 1
        self._number[position] = self._lowest[position] = self._met
        self._open.append(position)
        return position

    def _close(self, root: int) -> None:
        """Take what has been found since ``root`` as a component, whose successors are known."""
        members: list[int] = []
        while not members or members[-1] != root:
            members.append(self._open.pop())
        for position in members:
            self.component[position] = root
        layer = max(
            (
                self.layer[self.targets[edge]] + self.gains[edge]
                for position in members
                for edge in range(self.starts[position], self.starts[position + 1])
                if self.component[self.targets[edge]] != root
            ),
            default=0,
        )
        for position in members:
            self.layer[position] = layer

    def gains_on_loops(self) -> Iterator[tuple[int, int]]:
        """The moves that gain and can be returned from: whence, and which edge."""
        for position, root in enumerate(self.component):
            for edge in range(self.starts[position], self.starts[position + 1]):
                if self.gains[edge] and self.component[self.targets[edge]] == root:
                    yield position, edge

    def loop(self, position: int, edge: int) -> list[int]:
        """A shortest loop through a move, from the position in which it is made."""
        first, came_from = self.targets[edge], {self.targets[edge]: position}
        wave = [first]
        while position not in came_from and first != position:
            ahead = []
            for here in wave:
                for target in self.targets[self.starts[here] : self.starts[here + 1]]:
                    if target not in came_from:
                        came_from[target] = here
                        ahead.append(target)
            wave = ahead
        back = [came_from[position]]
        while back[-1] != position:
            back.append(came_from[back[-1]])
        return back[::-1]


def _gain_on_a_loop(
    graph: GameGraph[Any, Any], position: int, edge: int, loop: list[int]
) -> GameContractError:
    """The error for a move that gains and that play can return from."""
    game, here = graph.game, graph.found[position]
    move = list(game.moves(here))[edge - int(graph.rows[position])]
    assert graph.gains is not None
    ways = [shown(game, graph.found[index]) for index in loop[1 : SHOWN_OF_A_LOOP + 1]]
    if len(loop) > SHOWN_OF_A_LOOP + 1:
        ways.append(f"{len(loop) - SHOWN_OF_A_LOOP - 1} more")
    by_way = f" by way of {', '.join(ways)}" if ways else ""
    return contract(
        game,
        "gains",
        f"{call_text(game, 'gain', (here, move))} returned {graph.gains[edge]}, and play returns "
        f"to {shown(game, here)}{by_way}: expected no gain on a loop, "
        "which could be won again and again",
        here,
    )
