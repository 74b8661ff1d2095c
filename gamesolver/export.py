"""The game graph for networkx.

Nodes are positions, or with ``text=True`` their texts, which is what file
formats want. What nodes and edges carry is told in ``network``.

A picture of everything is seldom wanted. ``around`` and ``plies`` choose a
neighbourhood, ``moves="best"`` the game under perfect play, ``moves="strategy"``
a winning strategy: one move of the winner's, every reply of the loser's. Above
a size guard nothing is built, and the message says what to ask for instead.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Literal

import networkx as nx

from gamesolver.arguments import is_count, require_limit, require_yes_or_no
from gamesolver.errors import InvalidArgumentError, SizeLimitError
from gamesolver.graph import GameGraph
from gamesolver.network import Builder, Edge, Node
from gamesolver.rules import Rules
from gamesolver.solution import Solution
from gamesolver.spelling import spelled
from gamesolver.value import Outcome, Value
from gamesolver.words import shown

DEFAULT_LIMIT = 100_000

Selection = Literal["all", "best", "strategy"]


def graph_to_networkx(
    graph: GameGraph[Any, Any], *, limit: int = DEFAULT_LIMIT, text: bool = False
) -> nx.MultiDiGraph[Any]:
    """All positions and moves of an explored game, without outcomes.

    >>> from games import Nim
    >>> from gamesolver import explore
    >>> network = explore(Nim(heaps=(1, 2))).to_networkx()
    >>> network.nodes[1, 2]["is_start"], network.number_of_edges()
    (True, 8)
    """
    require_yes_or_no(text=text)
    require_limit(limit)
    if len(graph) > limit:
        raise _too_large(limit, "explore a smaller start")
    builder = Builder(Rules(graph.game), None, {graph.found[graph.roots[0]]}, text)
    for number, position in enumerate(graph):
        builder.add_node((position, None))
        columns = graph.edges[graph.rows[number] : graph.rows[number + 1]].tolist()
        moves = builder.rules.moves(position) if columns else ()
        for key, (move, column) in enumerate(zip(moves, columns, strict=True)):
            target = graph.found[max(column, ~column)]
            edge = Edge(key, move, target, column < 0, None)
            builder.add_edge((position, None), (target, None), edge)
    return builder.network


def solution_to_networkx(
    solution: Solution[Any, Any],
    *,
    around: Hashable = None,
    plies: int | None = None,
    moves: Selection = "all",
    limit: int = DEFAULT_LIMIT,
    text: bool = False,
) -> nx.MultiDiGraph[Any]:
    """The game graph with outcomes, or a part of it.

    Parameters
    ----------
    around
        Only what play from this position can come to; with ``None`` the whole
        solution, or what play from the start comes to where ``plies`` or
        ``moves`` choose a part.
    plies
        Only so many plies from there.
    moves
        ``"all"``; ``"best"``, the game under perfect play; ``"strategy"``, one
        winning move of the winner's and all replies. The nodes of a strategy
        are pairs of a position and ``"ours"`` or ``"theirs"``: whose move it is
        as the winner sees it.
    limit
        Raise ``SizeLimitError`` rather than build more nodes than this.
    text
        Nodes are texts, for file formats.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> solution = solve(TicTacToe())
    >>> solution.to_networkx()
    <networkx.classes.multidigraph.MultiDiGraph object at ...>
    >>> len(solution.to_networkx(plies=2)), len(solution.to_networkx(moves="best"))
    (16, 125)
    """
    require_yes_or_no(text=text)
    require_limit(limit)
    if plies is not None and not is_count(plies):
        raise InvalidArgumentError(f"bad plies {spelled(plies)}: expected a whole number from 0 on")
    choose = _selections(solution).get(moves) if isinstance(moves, str) else None
    if choose is None:
        raise InvalidArgumentError(
            f'unknown moves {spelled(moves)}: expected "all", "best" or "strategy"'
        )
    rules = Rules(solution.game)
    first = solution.start if around is None else around
    outcome = solution[first]
    origin: Node = (rules.canonical(first), None)
    if moves == "strategy":
        origin = (origin[0], _role_at(solution, first, outcome))
    builder = Builder(rules, solution, {rules.canonical(solution.start)}, text)
    whole = around is None and plies is None and moves == "all"
    if whole and len(solution) > limit:
        raise _too_large(limit)
    roots = [(position, None) for position in solution] if whole else [origin]
    return _Walk(builder, choose, limit).run(roots, plies)


class _Walk:
    """Breadth first over the chosen edges, so far as the plies and the limit allow."""

    def __init__(self, builder: Builder, choose: _Choice, limit: int) -> None:
        self.builder = builder
        self.choose = choose
        self.limit = limit

    def run(self, roots: list[Any], plies: int | None) -> nx.MultiDiGraph[Any]:
        """The graph reached from the roots."""
        listed = dict.fromkeys(roots)
        wave, ply = roots, 0
        while wave and (plies is None or ply <= plies):
            edges = [(node, target, edge) for node in wave for target, edge in self.ahead(node)]
            last = plies is not None and ply == plies
            fresh = [] if last else list(dict.fromkeys(target for _, target, _ in edges))
            wave = [node for node in fresh if node not in listed]
            listed.update(dict.fromkeys(wave))
            if len(listed) > self.limit:
                raise _too_large(self.limit)
            for node in listed if ply == 0 else wave:
                self.builder.add_node(node)
            for node, target, edge in edges:
                if target in listed:
                    self.builder.add_edge(node, target, edge)
            ply += 1
        return self.builder.network

    def ahead(self, node: Node) -> Iterator[tuple[Node, Edge]]:
        """The chosen moves of a node, and where they lead."""
        yield from self.choose(node, self.builder.edges_of(node[0]))


_Choice = Callable[[Node, list[Edge]], Iterator[tuple[Node, Edge]]]


def _selections(solution: Solution[Any, Any]) -> dict[str, _Choice]:
    def every(node: Node, edges: list[Edge]) -> Iterator[tuple[Node, Edge]]:
        yield from (((edge.target, None), edge) for edge in edges)

    def best(node: Node, edges: list[Edge]) -> Iterator[tuple[Node, Edge]]:
        stored = solution[node[0]]
        yield from (((edge.target, None), edge) for edge in edges if edge.outcome == stored)

    def strategy(node: Node, edges: list[Edge]) -> Iterator[tuple[Node, Edge]]:
        position, role = node
        if role == "ours":
            edges = [edge for edge in edges if edge.outcome == solution[position]][:1]
        other = {"ours": "theirs", "theirs": "ours"}[str(role)]
        yield from (((edge.target, role if edge.turn_kept else other), edge) for edge in edges)

    return {"all": every, "best": best, "strategy": strategy}


def _role_at(solution: Solution[Any, Any], position: Any, outcome: Outcome) -> str:
    if outcome.value is Value.DRAW:
        raise InvalidArgumentError(
            f"no winning strategy from {shown(solution.game, position)}: it is a draw; "
            'moves="best" shows the moves that keep it'
        )
    return "ours" if outcome.value is Value.WIN else "theirs"


def _too_large(limit: int, advice: str = 'around=..., plies=..., moves="best"') -> SizeLimitError:
    return SizeLimitError(
        f"the graph has more than {limit} nodes: {advice} would make it smaller, "
        "limit=... allows more",
        limit,
    )
