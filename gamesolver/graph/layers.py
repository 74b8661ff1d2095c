"""Retrograde analysis with gains: positions are divided into layers, solved from the lowest up.

**Model.** The graph of ``retrograde``, in which moves may gain points. Play never returns from a
move that gains, so the number of gains on a line of play is bounded. The *layer* of a position is
the greatest number of gains on any play from it. Moves that gain lead to lower layers, and no move
leads to a higher one. A cycle lies within one layer.

**Theorem.** If the layers are solved from the lowest up, all moves that leave a layer lead to
resolved positions. Their backed-up outcomes, gains included, are boundary values
(``boundary.Outside``). The rest of the layer is a graph without gains.

**Method.** ``gamesolver.parts`` returns strongly connected components in reverse topological order,
so the layer of each follows from those before it. A gain within a component lies on a cycle. It is
refused, and the error names the cycle. Then ``retrograde`` resolves one layer after the other.

**Cost.** About a microsecond for each move in plain Python, for the search. Some passes over the
moves of each layer.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
import numpy as np

from gamesolver.errors import GameContractError
from gamesolver.graph.boundary import Outside
from gamesolver.graph.graph import SHOWN_OF_A_CYCLE, GameGraph
from gamesolver.graph.retrograde import retrograde
from gamesolver.parts import strong_parts, way_back
from gamesolver.rules.faults import call_text
from gamesolver.rules.messages import contract, shown
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.tables.labels import ENDLESS, LOSS, PENDING, Labels, narrowed


def resolve(graph: GameGraph[Any, Any], report: Reporter, meter: MemoryMeter) -> Labels:
    """Resolve every position of a graph, layer by layer where moves gain."""
    known = graph.labels()
    if graph.gains is None or not graph.gains.any():
        return retrograde(graph.rows, graph.edges, known, report, meter, payoffs=graph.payoffs)
    layers = layers_of(graph)
    points, plies = known.points.astype(np.int64), known.plies.copy()
    place = np.empty(len(graph), np.int64)
    for layer in range(int(layers.max()) + 1):
        members = np.flatnonzero(layers == layer)
        place[members] = np.arange(len(members))
        part = _LayerGraph.of(graph, members, layers, place, points, plies)
        resolved = part.resolve(report, meter)
        points[members], plies[members] = resolved.points, resolved.plies
    return Labels(narrowed(points), plies)


@cache
def load_kernels() -> None:
    """Have the kernels compiled, or loaded from the cache, before anything is measured."""
    rows, edges = np.array([0, 1, 1], dtype=np.int64), np.array([1], dtype=np.int32)
    ends = Labels(np.array([0, LOSS], np.int8), np.array([PENDING, 0], np.int32))
    retrograde(rows, edges, ends)


@attrs.frozen(eq=False)
class _LayerGraph:
    """One layer as a graph, with the boundary values from the layers below."""

    rows: Columns
    edges: Columns
    labels: Labels
    outside: Outside
    payoffs: Columns | None

    @classmethod
    def of(
        cls,
        graph: GameGraph[Any, Any],
        members: Columns,
        layers: Columns,
        place: Columns,
        points: Columns,
        plies: Columns,
    ) -> _LayerGraph:
        """Return the layer of these positions. Their successors in lower layers have labels."""
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
        payoffs = None if graph.payoffs is None else graph.payoffs[members]
        away = ~inside
        backs = np.where(are_kept[away], 1, -1) * points[targets[away]] + gains[away]
        relative = backs if payoffs is None else backs - payoffs[sources[away]]
        outside = Outside.of(
            sources[away],
            relative,
            _one_more(plies[targets[away]], relative),
            None if payoffs is None else payoffs[sources[away]],
            len(members),
        )
        labels = Labels(narrowed(points[members]), plies[members])
        return cls(rows, np.where(are_kept[inside], ~local, local), labels, outside, payoffs)

    def resolve(self, report: Reporter, meter: MemoryMeter) -> Labels:
        """Return the labels of the layer."""
        return retrograde(
            self.rows,
            self.edges,
            self.labels,
            report=report,
            meter=meter,
            boundary=self.outside,
            payoffs=self.payoffs,
        )


def _one_more(plies: Columns, relative: Columns) -> Columns:
    """Return the plies from one move before. Infinite play counts the plies to its last gain."""
    endless = np.where(relative == 0, ENDLESS, plies - 1)
    return np.where(plies >= 0, plies + 1, endless)


# ── layers ──────────────────────────────────────────────────────────────────────────────────────


def layers_of(graph: GameGraph[Any, Any]) -> Columns:
    """Return the layer of each position. Raise ``GameContractError`` if a gain is on a cycle."""
    assert graph.gains is not None
    targets = np.maximum(graph.edges, ~graph.edges).tolist()
    gains, starts = (graph.gains != 0).tolist(), graph.rows.tolist()
    layers, part_of = [0] * len(graph), [-1] * len(graph)

    def ahead(position: int) -> list[int]:
        return targets[starts[position] : starts[position + 1]]  # type: ignore[no-any-return]  # integers

    for number, part in enumerate(strong_parts(range(len(graph)), ahead)):
        for position in part:
            part_of[position] = number
        layer = 0
        for position in part:
            for edge in range(starts[position], starts[position + 1]):
                if part_of[targets[edge]] != number:
                    layer = max(layer, layers[targets[edge]] + gains[edge])
                elif gains[edge]:
                    back = way_back(targets[edge], position, ahead)
                    raise _gain_on_cycle(graph, position, edge, back)
        for position in part:
            layers[position] = layer
    return np.array(layers, dtype=np.int32)


def _gain_on_cycle(
    graph: GameGraph[Any, Any], position: int, edge: int, back: list[int]
) -> GameContractError:
    """The error for a move that gains and that play can return from, by way of some positions."""
    game, here = graph.game, graph.found[position]
    move = list(game.moves(here))[edge - int(graph.rows[position])]
    assert graph.gains is not None
    ways = [shown(game, graph.found[index]) for index in back[:-1][:SHOWN_OF_A_CYCLE]]
    if len(back) > SHOWN_OF_A_CYCLE + 1:
        ways.append(f"{len(back) - SHOWN_OF_A_CYCLE - 1} more")
    by_way = f" by way of {', '.join(ways)}" if ways else ""
    return contract(
        game,
        "gains",
        f"{call_text(game, 'gain', (here, move))} returned {graph.gains[edge]}, and play returns "
        f"to {shown(game, here)}{by_way}: expected no gain on a cycle, "
        "because it could be won repeatedly",
        here,
    )
