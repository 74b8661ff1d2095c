"""The graph of play: what two players can come to, and by whose choices.

A node is a raw position together with the player who moves there: 0 for the one named
first, 1 for the other. (Where seats are known the position tells already; where they are
not, both may come to one position.) Its successors are what the moves lead to that
the player there may choose: those that it names, or all of them for a side that is
to be tried whole. Each node is found once, by asking once. So the size of the graph, and
not the number of games, bounds all that is computed on it. What moves win at once stands on the
edges, and on no loop (a law of games): so what was won before is no part of a node.

**Holding play for ever: where one side can keep it from coming to an end.**

Some nodes are the *holder's*, who chooses where they lead; at the others anything that can
happen may happen. From a set of nodes play is held for ever if each node of the holder's leads
to *some* node of the set, and each other node leads to *nothing else*. There is a
greatest such set: throw out nodes that break the rule, again and again, until none does.

An *end component* is such a set in which the holder can also get from everywhere to
everywhere, for sure in the end, whatever chance does at the other nodes. Who is in one may
stay as long as he likes and leave wherever there is a way out. So for all that counts in the
end it is one place. The greatest ones do not overlap: throw out, split the rest into its
strongly connected parts, and do the same to each of them until nothing changes.

**Source**: L. de Alfaro, Formal verification of probabilistic systems, thesis, Stanford 1997.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, Generic

import attrs

from gamesolver.errors import MORE, SizeLimitError
from gamesolver.parts import Successors, is_loop, strong_parts
from gamesolver.players.remembering import Seats
from gamesolver.rules.faults import gain_on_a_loop
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.system.progress import Reporter

# ── holding play for ever: where one side can keep it from coming to an end ─────────────────────

Holds = Callable[[int], bool]
"""Says whether the holder chooses at a node."""


def held(nodes: Iterable[int], holds: Holds, successors: Successors) -> set[int]:
    """The greatest set of these nodes in which the holder can keep play for ever.

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
    """The greatest end components among these nodes.

    >>> graph = {0: [1], 1: [0, 2], 2: [3], 3: [2, 4], 4: []}
    >>> end_components(graph, lambda node: node in (0, 1), graph.__getitem__)
    [frozenset({0, 1})]
    """
    components, open_sets = [], [held(nodes, holds, successors)]
    while open_sets:
        inside = open_sets.pop()

        def staying(node: int, inside: set[int] = inside) -> list[int]:
            return [target for target in successors(node) if target in inside]

        parts = [part for part in strong_parts(inside, staying) if is_loop(part, staying)]
        if len(parts) == 1 and len(parts[0]) == len(inside):
            components.append(frozenset(inside))
        else:
            open_sets += [held(part, holds, successors) for part in parts]
    return components


# ── the graph of play: what two players can come to, and by whose choices ───────────────────────

FIRST, SECOND = 0, 1
LIMIT = 1_000_000
NODES_A_LOOK = 1024

Chooser = Callable[[PositionT, Sequence[MoveT]], Sequence[MoveT]]
"""Chooses among the legal moves of a position."""


@attrs.frozen(eq=False)
class PlayGraph(Generic[PositionT, MoveT]):
    """Nodes by number: the position, who moves, what was chosen and where that leads."""

    positions: list[PositionT]
    movers: list[int]
    moves: list[Sequence[MoveT]]
    """What is chosen among; nothing at the end of play."""
    successors: list[list[int]]
    ends: list[int | None]
    """The points of an end **for the player named first**; ``None`` elsewhere."""
    numbers: tuple[dict[PositionT, int], dict[PositionT, int]]
    """The number of a position, where the first and where the second player moves."""
    gains: list[list[int]]
    """What each choice wins at once for the player named first; empty in a game without gains."""

    @classmethod
    def empty(cls) -> PlayGraph[PositionT, MoveT]:
        """Without any node."""
        return cls([], [], [], [], [], ({}, {}), [])

    def __len__(self) -> int:
        return len(self.positions)

    def number(self, position: PositionT, mover: int) -> int:
        """The number of a node, which is listed if it is new."""
        numbers = self.numbers[mover]
        number = numbers.setdefault(position, len(self.positions))
        if number == len(self.positions):
            self.positions.append(position)
            self.movers.append(mover)
        return number

    def steps(self, node: int) -> Iterator[tuple[int, int]]:
        """Where a node leads, each with what is won on the way."""
        gains = self.gains[node] if self.gains else repeat(0)
        return zip(self.successors[node], gains, strict=False)

    def staying(self, node: int) -> list[int]:
        """Where a node leads, and -1 where a move gains: from there play does not return."""
        if not self.gains:
            return self.successors[node]
        return [-1 if gain else target for target, gain in self.steps(node)]

    def answers(self, mover: int) -> list[tuple[PositionT, Sequence[MoveT]]]:
        """What one player chose among, wherever it was asked."""
        listed = zip(self.positions, self.moves, self.movers, strict=True)
        return [(position, moves) for position, moves, who in listed if moves and who == mover]


def explore_play(
    graph: PlayGraph[PositionT, MoveT],
    rules: Rules[PositionT, MoveT],
    choosers: tuple[Chooser[PositionT, MoveT], Chooser[PositionT, MoveT]],
    limit: int,
    report: Reporter | None = None,
) -> None:
    """Follow all nodes of a graph that have not been followed yet, wherever they lead."""
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
    """Notes what choices win at once, where moves gain."""

    rules: Rules[PositionT, MoveT]
    graph: PlayGraph[PositionT, MoveT]

    def add(self, position: PositionT, mover: int, chosen: Sequence[MoveT]) -> None:
        """Note the gains of the choices at one node more."""
        if self.rules.has_gains:
            side = 1 if mover == FIRST else -1
            gain_of = self.rules.gains(position)
            row = [side * gain_of(move) for move in chosen]
            self.graph.gains.append(row)


def require_no_gain_within(
    game: Game[Any, Any], graph: PlayGraph[Any, Any], parts: Iterable[Sequence[int]]
) -> None:
    """Raise where a move that gains lies on a loop; ``parts`` are strongly connected."""
    for part in parts if graph.gains else ():
        inside = set(part)
        for node in part:
            for target, gain in graph.steps(node):
                if gain and target in inside:
                    raise gain_on_a_loop(game, graph.positions[node])


def too_large(limit: int) -> SizeLimitError:
    """The error for play that leads to more positions than allowed."""
    message = f"the graph of play has more than {limit} positions, and fewer from nearer to the end"
    return SizeLimitError(message, limit).advised(MORE)
