"""A networkx graph in the making: the one place that names its attributes.

Nodes carry ``label`` (the text), ``terminal``, ``is_start``, ``player`` where the
game names seats and, from a solution, ``value`` (-1, 0, 1) and ``remoteness``
(left out where play is endless). Edges are keyed by the order of the move, and
carry ``move`` (its text), ``turn_kept`` and, from a solution, ``best``.
"""

from __future__ import annotations

from typing import Any

import attrs
import networkx as nx

from gamesolver.complaints import same_text, two_texts
from gamesolver.rules import Rules
from gamesolver.solution import Solution
from gamesolver.value import Outcome

Node = tuple[Any, str | None]
"""A position, and in a strategy whose it is: ``"ours"`` or ``"theirs"``."""


@attrs.frozen
class Edge:
    """One move from a canonical position to a canonical position."""

    key: int
    move: Any
    target: Any
    turn_kept: bool
    outcome: Outcome | None
    """What the move is worth to the player making it, where that is known."""


class Builder:
    """A networkx graph in the making: the one place that names attributes."""

    def __init__(
        self,
        rules: Rules[Any, Any],
        solution: Solution[Any, Any] | None,
        starts: set[Any],
        text: bool,
    ) -> None:
        self.network: nx.MultiDiGraph[Any] = nx.MultiDiGraph()
        self.rules = rules
        self.solution = solution
        self.starts = starts
        self.text = text
        self._named: dict[str, Any] = {}
        self._texts: dict[Any, str] = {}

    def name(self, node: Node) -> Any:
        """What a node is called in the graph."""
        position, role = node
        if self.text:
            label = self._text(position)
            return label if role is None else f"{label} ({role})"
        return position if role is None else node

    def _text(self, position: Any) -> str:
        """The text of a position: equal ones must have one, or a node would be two."""
        text = self.rules.format(position)
        known = self._texts.setdefault(position, text)
        if known != text:
            first = next(each for each in self._texts if each == position)
            raise two_texts(self.rules.game, first, position, (known, text))
        return known

    def add_node(self, node: Node) -> None:
        """Add a position with its attributes."""
        position = node[0]
        if self.text and self._named.setdefault(self.name(node), position) != position:
            raise same_text(self.rules.game, self._named[self.name(node)], position)
        data: dict[str, Any] = {
            "label": self.rules.format(position),
            "terminal": self.rules.ending(position) is not None,
            "is_start": position in self.starts,
        }
        seat = self.rules.player(position)
        if seat is not None:
            data["player"] = int(seat)
        if self.solution is not None:
            outcome = self.solution[position]
            data["value"] = int(outcome.value)
            if outcome.remoteness is not None:
                data["remoteness"] = outcome.remoteness
        self.network.add_node(self.name(node), **data)

    def add_edge(self, node: Node, target: Node, edge: Edge) -> None:
        """Add a move with its attributes."""
        data: dict[str, Any] = {
            "move": self.rules.format_move(edge.move),
            "turn_kept": edge.turn_kept,
        }
        if self.solution is not None:
            data["best"] = edge.outcome == self.solution[node[0]]
        self.network.add_edge(self.name(node), self.name(target), key=edge.key, **data)

    def edges_of(self, position: Any) -> list[Edge]:
        """The moves of a solved position, in the order of the rules."""
        assert self.solution is not None
        rules = self.rules
        if rules.ending(position) is not None:
            return []
        edges = []
        for key, move in enumerate(rules.moves(position)):
            successor = rules.play(position, move)
            kept = rules.turn_kept(position, successor)
            outcome = self.solution[successor].back(kept)
            edges.append(Edge(key, move, rules.canonical(successor), kept, outcome))
        return edges
