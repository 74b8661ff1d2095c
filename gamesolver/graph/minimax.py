"""Memoised minimax: each position is evaluated once, after its successors.

Model: that of ``retrograde``, without cycles.

Theorem: in a game without cycles the positions can be ordered with every successor before its
predecessors. One pass in this order suffices: the outcome of a position is its greatest backed-up
outcome. Each outcome is stored once, when it is final, so it cannot depend on the path to a
position. With cycles, a depth-first search that stores intermediate outcomes does depend on the
path, and has led published solvers to a wrong winner. A game with a cycle is therefore refused,
and the error names the cycle.

Method: depth-first search with an explicit stack, so a line of play may have any length. One
integer for each position, its *preference key*, encodes the order of preference. A greater key is
better for the player to move. Outcomes are few and positions many, so the backed-up key of each
outcome is computed once.

Cost: about a microsecond for each move, in plain Python. For small graphs this is less than
loading a compiler. About 180 bytes for each position and 40 for each move, checked in advance.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from gamesolver.errors import Advice
from gamesolver.graph.graph import POSITIONS_A_LOOK, GameGraph
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.tables.labels import PENDING, Labels, narrowed
from gamesolver.value import hurries

if TYPE_CHECKING:
    from gamesolver.system.columns import Columns

SMALL = 20_000
"""Positions and moves up to which plain Python finishes before a compiler is loaded."""

SCORE = 1 << 62  # between the keys of two scores: more than twice any remoteness

BYTES_A_POSITION, BYTES_A_MOVE = 180, 40  # in lists and numbers of Python, at the peak


BACKWARD = Advice("solves it", {"method": "retrograde"})
"""Advice for games that minimax cannot solve."""


def minimax(
    graph: GameGraph[Any, Any], report: Reporter | None = None, meter: MemoryMeter | None = None
) -> Labels:
    """Return the labels of a graph without cycles. Raise ``CycleError`` for any other."""
    look = _look_at(graph, report or Reporter(None), meter or MemoryMeter())
    order = graph.successors_first(
        "minimax needs a game without cycles",
        advice=(BACKWARD,),
        look=partial(look, "put in order"),
    )
    keys = _resolve(graph, order, partial(look, "resolved"))
    points, plies = zip(*map(_points_and_plies, keys), strict=True)
    return Labels(narrowed(np.array(points)), np.array(plies, dtype=np.int64))


def _look_at(
    graph: GameGraph[Any, Any], report: Reporter, meter: MemoryMeter
) -> Callable[[str, int], None]:
    """Return a callback that reports progress and checks the memory limit."""
    size, moves = len(graph), graph.num_moves
    coming = size * BYTES_A_POSITION + moves * BYTES_A_MOVE
    meter.check(f"exploring {size} positions and {moves} moves", coming)

    def look(phase: str, done: int) -> None:
        report(phase, done, size)
        meter.check(f"{done} of {size} positions {phase}")

    return look


def _resolve(
    graph: GameGraph[Any, Any], order: list[int], look: Callable[[int], None]
) -> list[int]:
    """Return the key of every position, computed in this order."""
    payoffs, labels = _numbers(graph.payoffs, len(graph)), graph.labels()
    points, plies = labels.points.tolist(), labels.plies.tolist()
    keys = [
        0 if ply == PENDING else _key(point, ply, payoff)
        for point, ply, payoff in zip(points, plies, payoffs, strict=True)
    ]
    rows, edges, gains = graph.rows.tolist(), graph.edges.tolist(), graph.gains
    gained = _numbers(gains, len(edges))
    backs: dict[tuple[int, bool, int, int], int] = {}
    for begin in range(0, len(order), POSITIONS_A_LOOK):
        look(begin)
        for i in order[begin : begin + POSITIONS_A_LOOK]:
            if plies[i] != PENDING:
                continue
            best, payoff = -SCORE * SCORE, payoffs[i]
            for edge in range(rows[i], rows[i + 1]):
                target = edges[edge]
                kept = target < 0
                move = keys[~target if kept else target], kept, gained[edge], payoff
                back = backs.get(move)
                if back is None:
                    back = backs[move] = _back(*move)
                if back > best:
                    best = back
            keys[i] = best
    look(len(order))
    return keys


def _numbers(column: Columns | None, size: int) -> list[int]:
    """Return a column as a list, or a list of zeros for ``None``."""
    return [0] * size if column is None else column.tolist()


# Without cycles every play ends, so no outcome here is infinite play.


def _key(points: int, plies: int, payoff: int) -> int:
    """Return the key of an outcome: the greater, the better."""
    return points * SCORE + (-plies if hurries(points, payoff) else plies)


def _points_and_plies(key: int) -> tuple[int, int]:
    """Return the points and the plies of a key."""
    points = (key + SCORE // 2) // SCORE
    return points, abs(key - points * SCORE)


def _back(key: int, turn_kept: bool, gain: int, payoff: int) -> int:
    """Return the backed-up key: negated if the turn passes, and one ply longer."""
    points, plies = _points_and_plies(key)
    return _key((points if turn_kept else -points) + gain, plies + 1, payoff)
