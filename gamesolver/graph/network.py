"""Game graphs for networkx, with or without outcomes.

Nodes are positions or, with ``text=True``, their texts, which file formats require. A node has:

* ``label`` (the text), ``terminal`` and ``is_start``;
* ``player``, if the game names the player to move;
* from a solution, ``value`` (-1, 0, 1), ``remoteness`` (left out for infinite play) and, in a
  game with scores, ``score``.

An edge is keyed by the order of its move. It has ``move`` (its text), ``turn_kept``, ``gain``
if moves gain points and, from a solution, ``best``.

``around`` and ``plies`` select a neighbourhood. ``moves="best"`` selects the game under perfect
play. ``moves="strategy"`` selects a winning strategy: one move of the winner and every reply
of the loser. A graph with more than ``limit`` nodes raises ``SizeLimitError``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any, Literal

import attrs
import networkx as nx

from gamesolver.answers import backed_up
from gamesolver.arguments import is_count, require_limit, require_yes_or_no
from gamesolver.errors import MORE, Advice, InvalidArgumentError, SizeLimitError
from gamesolver.rules.faults import same_text, two_texts
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown
from gamesolver.texts import spelled
from gamesolver.value import Outcome, Value

if TYPE_CHECKING:
    from gamesolver.graph.graph import GameGraph
    from gamesolver.solution import Solution


# ── a networkx graph in the making: the one place that names its attributes ─────────────────────

Node = tuple[Any, str | None]
"""Position and, in a strategy, the side to move: ``"ours"`` or ``"theirs"``."""


@attrs.frozen
class Edge:
    """One move from a canonical position to a canonical position."""

    key: int
    move: Any
    target: Any
    turn_kept: bool
    gain: int
    """Points that the move gains."""
    outcome: Outcome | None
    """Backed-up outcome of the move for the player who makes it, if known."""


class Builder:
    """Builder of a networkx graph. It alone names the attributes."""

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
        """Return the key of a node in the graph."""
        position, role = node
        if self.text:
            label = self._text(position)
            return label if role is None else f"{label} ({role})"
        return position if role is None else node

    def _text(self, position: Any) -> str:
        """Return the text of a position. Raise if an equal position has another text."""
        text = self.rules.format(position)
        first_text = self._texts.setdefault(position, text)
        if first_text != text:
            first = next(other for other in self._texts if other == position)
            raise two_texts(self.rules.game, first, position, (first_text, text))
        return first_text

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
            data |= outcome_data(self.outcome_of(position))
        self.network.add_node(self.name(node), **data)

    def add_edge(self, node: Node, target: Node, edge: Edge) -> None:
        """Add a move with its attributes."""
        data: dict[str, Any] = {
            "move": self.rules.format_move(edge.move),
            "turn_kept": edge.turn_kept,
        }
        if self.rules.has_gains:
            data["gain"] = edge.gain
        if self.solution is not None:
            data["best"] = is_best(edge, self.outcome_of(node[0]))
        self.network.add_edge(self.name(node), self.name(target), key=edge.key, **data)

    def outcome_of(self, position: Any) -> Outcome:
        """Return the outcome of a solved position."""
        assert self.solution is not None
        outcome = self.solution.get(position)
        if outcome is None:
            raise self.solution._table.missing(self.rules.game, position)
        return outcome

    def edges_of(self, position: Any) -> list[Edge]:
        """Return the moves of a solved position, in the order of the rules."""
        assert self.solution is not None
        rules, table = self.rules, self.solution._table
        if rules.ending(position) is not None:
            return []
        edges = []
        for key, move in enumerate(rules.moves(position)):
            successor = rules.play(position, move)
            kept, gain = rules.turn_kept(position, successor), rules.gain(position, move)
            outcome = backed_up(rules, table, position, successor, gain)
            edges.append(Edge(key, move, rules.canonical(successor), kept, gain, outcome))
        return edges


def outcome_data(outcome: Outcome) -> dict[str, int]:
    """Return an outcome as node attributes."""
    counts = {
        "value": int(outcome.value),
        "remoteness": outcome.remoteness,
        "score": outcome.score,
    }
    return {name: number for name, number in counts.items() if number is not None}


def is_best(edge: Edge, here: Outcome) -> bool:
    """Return True if the move is best in a position with this outcome."""
    return edge.outcome is not None and edge.outcome.preference_key == here.preference_key


# ── the game graph for networkx ─────────────────────────────────────────────────────────────────

DEFAULT_LIMIT = 100_000

Selection = Literal["all", "best", "strategy"]


def graph_to_networkx(
    graph: GameGraph[Any, Any], *, limit: int = DEFAULT_LIMIT, text: bool = False
) -> nx.MultiDiGraph[Any]:
    """Return all positions and moves of an explored game, without outcomes.

    >>> from games import Nim
    >>> from gamesolver import explore
    >>> network = explore(Nim(heaps=(1, 2))).to_networkx()
    >>> network.nodes[1, 2]["is_start"], network.number_of_edges()
    (True, 8)
    """
    require_yes_or_no(text=text)
    require_limit(limit)
    if len(graph) > limit:
        raise _too_large(limit, Advice("makes it smaller", {"start": None}, "explore(game, {})"))
    builder = Builder(Rules(graph.game), None, {graph.found[graph.roots[0]]}, text)
    for number, position in enumerate(graph):
        builder.add_node((position, None))
        columns = graph.edges[graph.rows[number] : graph.rows[number + 1]].tolist()
        moves = builder.rules.moves(position) if columns else ()
        for key, (move, column) in enumerate(zip(moves, columns, strict=True)):
            target = graph.found[max(column, ~column)]
            gain = builder.rules.gain(position, move)
            edge = Edge(key, move, target, column < 0, gain, None)
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
    """Return the game graph with outcomes, or a part of it.

    Parameters
    ----------
    around
        Only positions that play from this position can reach. With ``None``
        the whole solution, or the positions that play from the start reaches
        if ``plies`` or ``moves`` choose a part.
    plies
        Only positions within this number of plies from there.
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
    return _BreadthFirst(builder, choose, limit).run(roots, plies)


class _BreadthFirst:
    """Breadth-first search over the selected edges, bounded by plies and size limit."""

    def __init__(self, builder: Builder, choose: _Choice, limit: int) -> None:
        self.builder = builder
        self.choose = choose
        self.limit = limit

    def run(self, roots: list[Any], plies: int | None) -> nx.MultiDiGraph[Any]:
        """Return the graph reached from the roots."""
        listed = dict.fromkeys(roots)
        frontier, ply = roots, 0
        while frontier and (plies is None or ply <= plies):
            edges = [(node, target, edge) for node in frontier for target, edge in self.ahead(node)]
            last = plies is not None and ply == plies
            fresh = [] if last else list(dict.fromkeys(target for _, target, _ in edges))
            frontier = [node for node in fresh if node not in listed]
            listed.update(dict.fromkeys(frontier))
            if len(listed) > self.limit:
                raise _too_large(self.limit)
            for node in listed if ply == 0 else frontier:
                self.builder.add_node(node)
            for node, target, edge in edges:
                if target in listed:
                    self.builder.add_edge(node, target, edge)
            ply += 1
        return self.builder.network

    def ahead(self, node: Node) -> Iterator[tuple[Node, Edge]]:
        """Yield the selected moves of a node with their target nodes."""
        yield from self.choose(node, self.builder.edges_of(node[0]))


_Choice = Callable[[Node, list[Edge]], Iterator[tuple[Node, Edge]]]


def _selections(solution: Solution[Any, Any]) -> dict[str, _Choice]:
    def every(node: Node, edges: list[Edge]) -> Iterator[tuple[Node, Edge]]:
        yield from (((edge.target, None), edge) for edge in edges)

    def best(node: Node, edges: list[Edge]) -> Iterator[tuple[Node, Edge]]:
        stored = solution[node[0]]
        yield from (((edge.target, None), edge) for edge in edges if is_best(edge, stored))

    def strategy(node: Node, edges: list[Edge]) -> Iterator[tuple[Node, Edge]]:
        position, role = node
        if role == "ours":
            edges = [edge for edge in edges if is_best(edge, solution[position])][:1]
        other = {"ours": "theirs", "theirs": "ours"}[str(role)]
        yield from (((edge.target, role if edge.turn_kept else other), edge) for edge in edges)

    return {"all": every, "best": best, "strategy": strategy}


def _role_at(solution: Solution[Any, Any], position: Any, outcome: Outcome) -> str:
    if outcome.value is Value.DRAW:
        raise InvalidArgumentError(
            f"no winning strategy from {shown(solution.game, position)}: it is a draw"
        ).advised(Advice("shows the moves that keep it", {"moves": "best"}))
    return "ours" if outcome.value is Value.WIN else "theirs"


A_PART = Advice("makes it smaller", {"around": None, "plies": None, "moves": "best"})


def _too_large(limit: int, smaller: Advice = A_PART) -> SizeLimitError:
    message = f"the graph has more than {limit} nodes"
    return SizeLimitError(message, limit).advised(smaller, MORE)
