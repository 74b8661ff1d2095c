"""Claims of a proof as a graph for networkx.

A node is a position with a claim, or one on which a claim rests. The latter is a terminal position,
a position in a table, or a position so near the end that the verifier plays the last plies. An edge
is a move on which a claim rests. At a turn of the claim's side it is one move, and at a turn of the
other side all moves.
"""

from __future__ import annotations

from typing import Any

import networkx as nx

from gamesolver.arguments import require_limit, require_yes_or_no
from gamesolver.errors import MORE, SizeLimitError
from gamesolver.graph.network import Builder, Edge
from gamesolver.proofs.grounds import Grounds
from gamesolver.rules.guard import Rules
from gamesolver.tables.claims import MOVER, OTHER, SIDES
from gamesolver.value import Bounds
from gamesolver.verify.claims import ClaimCheck, in_words, side_after

DEFAULT_LIMIT = 100_000


def claims_to_networkx(
    grounds: Grounds, *, limit: int = DEFAULT_LIMIT, text: bool = False
) -> nx.MultiDiGraph[Any]:
    """Return the claims of a proof as a graph, with the moves on which they rest."""
    require_yes_or_no(text=text)
    require_limit(limit)
    return _ClaimGraph(grounds, limit, text).drawn()


class _ClaimGraph:
    """The graph in the making."""

    def __init__(self, grounds: Grounds, limit: int, text: bool) -> None:
        self.rules: Rules[Any, Any] = grounds.questions.rules
        self.statement, self.claims = grounds.claims()
        self.limit = limit
        solved = grounds.questions.search.solved
        self.check = ClaimCheck(self.rules, self.claims, symmetries=True, solved=solved)
        start = self.rules.canonical(self.statement.position)
        self.builder = Builder(self.rules, None, {start}, text)
        self._add(start)

    def drawn(self) -> nx.MultiDiGraph[Any]:
        """Return the graph of all claims, with the positions they rest on."""
        for position, *bounds in self.claims.entries():
            self._add(self.rules.canonical(position))
            moves = dict.fromkeys(
                edge
                for side in SIDES
                if bounds[side] > self.claims.scale.nothing
                for edge in self._resting_on(position, side, bounds[side])
            )
            for edge in moves:
                self._add(edge.target)
                node = self.rules.canonical(position), None
                self.builder.add_edge(node, (edge.target, None), edge)
        return self.builder.network

    def _resting_on(self, position: Any, side: int, bound: int) -> list[Edge]:
        """Return the moves on which a claim rests: the first that is sufficient, or all."""
        edges = []
        for key, move in enumerate(self.rules.moves(position)):
            successor = self.rules.play(position, move)
            kept, gain = self.rules.turn_kept(position, successor), self.rules.gain(position, move)
            edge = Edge(key, move, self.rules.canonical(successor), kept, gain, None)
            own = gain if side == MOVER else -gain
            is_enough = self.check.is_shown_after(successor, side_after(side, kept), own, bound)
            if side == MOVER and is_enough:
                return [edge]
            edges.append(edge)
        return edges if side == OTHER else []

    def _add(self, position: Any) -> None:
        """Add a position, with its claimed bounds."""
        if self.builder.name((position, None)) in self.builder.network:
            return
        if len(self.builder.network) == self.limit:
            message = f"the graph has more than {self.limit} nodes"
            raise SizeLimitError(message, self.limit).advised(MORE)
        self.builder.add_node((position, None))
        scale = self.claims.scale
        bounds = scale.claim_of(position, *(self._claimed(position, side) for side in SIDES)).bounds
        node = self.builder.network.nodes[self.builder.name((position, None))]
        node |= _data(bounds)

    def _claimed(self, position: Any, side: int) -> int:
        ending = self.check.by_rules(position, side)
        return self.claims.bound(position, side) if ending is None else ending


def _data(bounds: Bounds) -> dict[str, str]:
    """Return the claimed bounds as text, without those that are missing."""
    words = {"at_least": bounds.at_least, "at_most": bounds.at_most}
    return {name: in_words(bound) for name, bound in words.items() if bound is not None}
