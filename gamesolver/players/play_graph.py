"""The graph of play: what two players can come to, and by whose choices.

A node is a raw position together with the player who moves there: 0 for the one named
first, 1 for the other. (Where seats are known the position tells already; where they are
not, both may come to one position.) Its successors are what the moves lead to that
the player there may choose: those that it names, or all of them for a side that is
to be tried whole. Each node is found once, by asking once. So the size of the graph, and
not the number of games, bounds all that is computed on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

import attrs

from gamesolver.errors import SizeLimitError
from gamesolver.game import MoveT, PositionT
from gamesolver.players.seats import Seats
from gamesolver.progress import Reporter
from gamesolver.rules import Rules

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
    """The value of an end **for the player named first**: -1, 0 or 1; ``None`` elsewhere."""
    numbers: tuple[dict[PositionT, int], dict[PositionT, int]]
    """The number of a position, where the first and where the second player moves."""

    @classmethod
    def empty(cls) -> PlayGraph[PositionT, MoveT]:
        """Without any node."""
        return cls([], [], [], [], [], ({}, {}))

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
            graph.ends.append(ending.value if mover == FIRST else -ending.value)
            graph.moves.append(())
            graph.successors.append([])
            continue
        legal, play = rules.choices(position)
        chosen = choosers[mover](position, legal)
        reached = [play(move) for move in chosen]
        seat = seats.at(position)
        other = SECOND - mover
        if seat is None:
            row = [number(each, other) for each in reached]
        else:
            row = [number(each, mover if seats.at(each) == seat else other) for each in reached]
        graph.ends.append(None)
        graph.moves.append(chosen)
        graph.successors.append(row)


def too_large(limit: int) -> SizeLimitError:
    """The error for play that leads to more positions than allowed."""
    return SizeLimitError(
        f"the graph of play has more than {limit} positions: pass a greater limit=, "
        "or start nearer to the end",
        limit,
    )
