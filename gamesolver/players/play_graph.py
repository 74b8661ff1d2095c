"""Graph of play between two players, and sets in which play can be held for ever.

A node of ``PlayGraph`` is a position together with the player to move: 0 for the player
named first, 1 for the other. If the game names the player to move, the position determines it.
Otherwise both players may reach one position. The successors of a node are those of the moves
that its player may choose: the moves the player returns or, for a side without a player, all
legal moves. Each node is explored once. The size of the graph, not the number of games, thus
bounds all computations on it. Gains are stored on the edges. They never lie on a cycle, by the
game contract, so the points won before are not part of a node.

Some nodes belong to the *holder*, who chooses the successor. Elsewhere any successor may
occur. A set of nodes is *held* if each node of the holder has *some* successor in the set, and
each other node has *all* its successors there. ``held`` computes the greatest such set by
removing nodes that violate the condition.

An *end component* is a held set in which the holder can reach every node from every other with
probability 1. The holder can stay there for ever, or leave by any edge out of it. It therefore
acts as one node. The greatest end components are disjoint. ``end_components`` splits the
greatest held set into strongly connected parts, and repeats this for each part until nothing
changes.

Source: L. de Alfaro, Formal verification of probabilistic systems, thesis, Stanford 1997.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, Generic

import attrs

from gamesolver.errors import MORE, SizeLimitError
from gamesolver.parts import Successors, is_cyclic, strong_parts
from gamesolver.players.remembering import Seats
from gamesolver.rules.faults import gain_on_cycle
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.system.progress import Reporter

# ── sets of nodes in which one player can hold play for ever ──────────────────────────────────────

Holds = Callable[[int], bool]
"""Function that returns True if the holder chooses at a node."""


def held(nodes: Iterable[int], holds: Holds, successors: Successors) -> set[int]:
    """Return the greatest set of these nodes in which the holder can keep play for ever.

    >>> graph = {0: [1], 1: [0, 2], 2: [3], 3: [3]}
    >>> held(graph, lambda node: node != 1, graph.__getitem__)
    {0, 1, 2, 3}
    >>> held([0, 1, 2], lambda node: node != 1, graph.__getitem__)
    set()
    >>> held([0, 1, 2], lambda node: node == 1, graph.__getitem__)
    {0, 1}
    """
    inside = set(nodes)
    before: dict[int, list[int]] = defaultdict(list)
    ways: dict[int, int] = {}
    lost: list[int] = []
    for node in inside:
        ahead = successors(node)
        staying = [target for target in ahead if target in inside]
        for target in staying:
            before[target].append(node)
        ways[node] = len(staying) if holds(node) else int(len(staying) == len(ahead) > 0)
        if not ways[node]:
            lost.append(node)
    for node in lost:  # the list grows as we go
        inside.remove(node)
        for one in before[node]:
            ways[one] = ways[one] - 1 if holds(one) else min(ways[one] - 1, 0)
            if ways[one] == 0 and one in inside:
                lost.append(one)
    return inside


def end_components(
    nodes: Iterable[int], holds: Holds, successors: Successors
) -> list[frozenset[int]]:
    """Return the greatest end components among these nodes.

    >>> graph = {0: [1], 1: [0, 2], 2: [3], 3: [2, 4], 4: []}
    >>> end_components(graph, lambda node: node in (0, 1), graph.__getitem__)
    [frozenset({0, 1})]
    """
    components, open_sets = [], [held(nodes, holds, successors)]
    while open_sets:
        inside = open_sets.pop()

        def staying(node: int, inside: set[int] = inside) -> list[int]:
            return [target for target in successors(node) if target in inside]

        parts = [part for part in strong_parts(inside, staying) if is_cyclic(part, staying)]
        if len(parts) == 1 and len(parts[0]) == len(inside):
            components.append(frozenset(inside))
        else:
            open_sets += [held(part, holds, successors) for part in parts]
    return components


# ── the graph of play between two players ─────────────────────────────────────────────────────────

FIRST, SECOND = 0, 1
LIMIT = 1_000_000
NODES_A_LOOK = 1024

Chooser = Callable[[PositionT, Sequence[MoveT]], Sequence[MoveT]]
"""Function that chooses among the legal moves of a position."""


@attrs.frozen(eq=False)
class PlayGraph(Generic[PositionT, MoveT]):
    """Nodes by number, with position, player to move, chosen moves and successors."""

    positions: list[PositionT]
    movers: list[int]
    moves: list[Sequence[MoveT]]
    """Chosen moves of each node, empty at the end of play."""
    successors: list[list[int]]
    ends: list[int | None]
    """Points of a terminal node **for the player named first**, or ``None`` elsewhere."""
    numbers: tuple[dict[PositionT, int], dict[PositionT, int]]
    """Number of a position with the first, and with the second player to move."""
    gains: list[list[int]]
    """Gain of each choice for the player named first, empty in a game without gains."""

    @classmethod
    def empty(cls) -> PlayGraph[PositionT, MoveT]:
        """Return a graph without nodes."""
        return cls([], [], [], [], [], ({}, {}), [])

    def __len__(self) -> int:
        return len(self.positions)

    def number(self, position: PositionT, mover: int) -> int:
        """Return the number of a node, adding it if it is new."""
        numbers = self.numbers[mover]
        number = numbers.setdefault(position, len(self.positions))
        if number == len(self.positions):
            self.positions.append(position)
            self.movers.append(mover)
        return number

    def steps(self, node: int) -> Iterator[tuple[int, int]]:
        """Return the successors of a node with their gains."""
        gains = self.gains[node] if self.gains else repeat(0)
        return zip(self.successors[node], gains, strict=False)

    def staying(self, node: int) -> list[int]:
        """Return the successors of a node, with -1 for moves that gain and never return."""
        if not self.gains:
            return self.successors[node]
        return [-1 if gain else target for target, gain in self.steps(node)]

    def answers(self, mover: int) -> list[tuple[PositionT, Sequence[MoveT]]]:
        """Return the positions of one player with the moves chosen there."""
        listed = zip(self.positions, self.moves, self.movers, strict=True)
        return [(position, moves) for position, moves, who in listed if moves and who == mover]


def explore_play(
    graph: PlayGraph[PositionT, MoveT],
    rules: Rules[PositionT, MoveT],
    choosers: tuple[Chooser[PositionT, MoveT], Chooser[PositionT, MoveT]],
    limit: int,
    report: Reporter | None = None,
) -> None:
    """Explore all nodes of a graph that are not explored yet."""
    positions, movers, number = graph.positions, graph.movers, graph.number
    seats = Seats(rules)
    gains = _Gains(rules, graph)
    here = len(graph.ends)
    while here < len(positions):
        if here % NODES_A_LOOK == 0 and report:
            report("play", here, None)
        if len(positions) > limit:
            raise too_large(limit)
        position, mover = positions[here], movers[here]
        here += 1
        ending = rules.ending(position)
        if ending is not None:
            graph.ends.append(ending.points if mover == FIRST else -ending.points)
            graph.moves.append(())
            graph.successors.append([])
            gains.add(position, mover, ())
            continue
        legal, play = rules.choices(position)
        chosen = choosers[mover](position, legal)
        reached = [play(move) for move in chosen]
        seat = seats.at(position)
        other = SECOND - mover
        if seat is None:
            row = [number(successor, other) for successor in reached]
        else:
            row = [
                number(successor, mover if seats.at(successor) == seat else other)
                for successor in reached
            ]
        graph.ends.append(None)
        graph.moves.append(chosen)
        graph.successors.append(row)
        gains.add(position, mover, chosen)


@attrs.frozen
class _Gains(Generic[PositionT, MoveT]):
    """Recorder of the gains of choices."""

    rules: Rules[PositionT, MoveT]
    graph: PlayGraph[PositionT, MoveT]

    def add(self, position: PositionT, mover: int, chosen: Sequence[MoveT]) -> None:
        """Record the gains of the choices at the next node."""
        if self.rules.has_gains:
            side = 1 if mover == FIRST else -1
            gain_of = self.rules.gains(position)
            row = [side * gain_of(move) for move in chosen]
            self.graph.gains.append(row)


def require_no_gain_within(
    game: Game[Any, Any], graph: PlayGraph[Any, Any], parts: Iterable[Sequence[int]]
) -> None:
    """Raise if a move that gains lies on a cycle. ``parts`` are strongly connected."""
    for part in parts if graph.gains else ():
        inside = set(part)
        for node in part:
            for target, gain in graph.steps(node):
                if gain and target in inside:
                    raise gain_on_cycle(game, graph.positions[node])


def too_large(limit: int) -> SizeLimitError:
    """Return the error for play that reaches more positions than allowed."""
    message = (
        f"the graph of play has more than {limit} positions; begin at a position nearer "
        "to the end of play"
    )
    return SizeLimitError(message, limit).advised(MORE)
