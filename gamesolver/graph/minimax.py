"""Memoized minimax: each position once, after its successors.

**The model** is that of ``retrograde``, with one thing more to ask: no loops.

**The theorem.** In a game without loops the positions can be listed with every
successor before its predecessors. Then one pass decides: the outcome of a
position is the greatest of its backs. Each outcome is stored once, when it is
final, so it cannot depend on the way a position was reached. (With loops a
depth-first search that stores what it has so far does just that, and has led
published solvers to a wrong winner; hence a game with a loop is refused, and
the loop is named.)

**The method.** Depth first with an explicit stack, so no line is too long. The
order of preference is carried by one integer a position, its *rank*: greater
is better for the player to move. There are few outcomes and many positions, so
what each is worth one move before is found once.

**The cost.** About a microsecond a move, in plain Python: for small graphs
less than it takes to load a compiler. Some 180 bytes a position and 40 a move,
which are counted before the work begins.
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
"""Positions and moves up to which plain Python is done before a compiler is loaded."""

SCORE = 1 << 62  # between the ranks of two scores: more than twice any remoteness

BYTES_A_POSITION, BYTES_A_MOVE = 180, 40  # in lists and numbers of Python, at the peak


BACKWARD = Advice("solves it", {"method": "retrograde"})
"""What helps where minimax does not serve."""


def minimax(
    graph: GameGraph[Any, Any], report: Reporter | None = None, meter: MemoryMeter | None = None
) -> Labels:
    """Settle every position of a graph without loops; ``LoopError`` for any other."""
    look = _look_at(graph, report or Reporter(None), meter or MemoryMeter())
    order = graph.successors_first(
        "minimax needs a game without loops",
        advice=(BACKWARD,),
        look=partial(look, "put in order"),
    )
    ranks = _settle(graph, order, partial(look, "settled"))
    points, plies = zip(*map(_unrank, ranks), strict=True)
    return Labels(narrowed(np.array(points)), np.array(plies, dtype=np.int64))


def _look_at(
    graph: GameGraph[Any, Any], report: Reporter, meter: MemoryMeter
) -> Callable[[str, int], None]:
    """What to call now and then: it reports how far the work is, and minds the memory."""
    size, moves = len(graph), graph.num_moves
    coming = size * BYTES_A_POSITION + moves * BYTES_A_MOVE
    meter.check(f"exploring {size} positions and {moves} moves", coming)

    def look(phase: str, done: int) -> None:
        report(phase, done, size)
        meter.check(f"{done} of {size} positions {phase}")

    return look


def _settle(graph: GameGraph[Any, Any], order: list[int], look: Callable[[int], None]) -> list[int]:
    """The rank of every position, found in this order."""
    worths, labels = _numbers(graph.worths, len(graph)), graph.labels()
    points, plies = labels.points.tolist(), labels.plies.tolist()
    ranks = [
        0 if ply == PENDING else _rank(point, ply, worth)
        for point, ply, worth in zip(points, plies, worths, strict=True)
    ]
    rows, edges, gains = graph.rows.tolist(), graph.edges.tolist(), graph.gains
    gained = _numbers(gains, len(edges))
    backs: dict[tuple[int, bool, int, int], int] = {}
    for begin in range(0, len(order), POSITIONS_A_LOOK):
        look(begin)
        for i in order[begin : begin + POSITIONS_A_LOOK]:
            if plies[i] != PENDING:
                continue
            best, worth = -SCORE * SCORE, worths[i]
            for edge in range(rows[i], rows[i + 1]):
                target = edges[edge]
                kept = target < 0
                move = ranks[~target if kept else target], kept, gained[edge], worth
                back = backs.get(move)
                if back is None:
                    back = backs[move] = _back(*move)
                if back > best:
                    best = back
            ranks[i] = best
    look(len(order))
    return ranks


def _numbers(column: Columns | None, size: int) -> list[int]:
    """A column as a list, of zeros where there is none."""
    return [0] * size if column is None else column.tolist()


# Without loops every play ends, so that no outcome here is one of infinite play.


def _rank(points: int, plies: int, worth: int) -> int:
    """A number for an outcome that is greater the better it is, where endless play has a worth."""
    return points * SCORE + (-plies if hurries(points, worth) else plies)


def _unrank(rank: int) -> tuple[int, int]:
    """The points and the plies that a rank stands for."""
    points = (rank + SCORE // 2) // SCORE
    return points, abs(rank - points * SCORE)


def _back(rank: int, turn_kept: bool, gain: int, worth: int) -> int:
    """The rank seen from one move before: negated if the turn passes, one ply longer."""
    points, plies = _unrank(rank)
    return _rank((points if turn_kept else -points) + gain, plies + 1, worth)
