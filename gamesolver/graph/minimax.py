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
is better for the player to move, and going back a move takes one addition.

**The cost.** About a microsecond a move, in plain Python: for small graphs
less than it takes to load a compiler. Some 180 bytes a position and 40 a move,
which are counted before the work begins.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gamesolver.errors import Advice
from gamesolver.graph.graph import POSITIONS_A_LOOK, GameGraph
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.tables.labels import DRAW, ENDLESS, LOSS, PENDING, WIN, Labels

SMALL = 20_000
"""Positions and moves up to which plain Python is done before a compiler is loaded."""

FAR = 1 << 60  # farther than any remoteness
ENDLESS_RANK = -FAR

BYTES_A_POSITION, BYTES_A_MOVE = 180, 40  # in lists and numbers of Python, at the peak


def minimax(
    graph: GameGraph[Any, Any],
    labels: Labels | None = None,
    report: Reporter | None = None,
    meter: MemoryMeter | None = None,
) -> Labels:
    """Settle every position of a graph without loops; ``LoopError`` for any other."""
    look = _look_at(graph, report or Reporter(None), meter or MemoryMeter())
    order = graph.successors_first(
        "minimax needs a game without loops",
        advice=(Advice("solves it", {"method": "retrograde"}),),
        look=partial(look, "put in order"),
    )
    ranks = _settle(graph, order, labels or graph.labels(), partial(look, "settled"))
    codes, counts = zip(*map(_unrank, ranks), strict=True)
    return Labels(np.array(codes, dtype=np.int8), np.array(counts, dtype=np.int64))


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


def _settle(
    graph: GameGraph[Any, Any], order: list[int], labels: Labels, look: Callable[[int], None]
) -> list[int]:
    """The rank of every position, found in this order."""
    value, plies = labels.value.tolist(), labels.plies.tolist()
    ranks = [
        0 if code == PENDING else _rank(code, ply) for code, ply in zip(value, plies, strict=True)
    ]
    rows, edges = graph.rows.tolist(), graph.edges.tolist()
    for begin in range(0, len(order), POSITIONS_A_LOOK):
        look(begin)
        for i in order[begin : begin + POSITIONS_A_LOOK]:
            if value[i] == PENDING:
                ranks[i] = max(
                    _back(ranks[target], False) if target >= 0 else _back(ranks[~target], True)
                    for target in edges[rows[i] : rows[i + 1]]
                )
    look(len(order))
    return ranks


def _rank(value: int, plies: int) -> int:
    """A number for an outcome that is greater the better the outcome is."""
    if plies == ENDLESS:
        return ENDLESS_RANK
    return value * 4 * FAR - (plies if value >= DRAW else -plies)


def _unrank(rank: int) -> tuple[int, int]:
    """The value code and the plies that a rank stands for."""
    if rank == ENDLESS_RANK:
        return DRAW, ENDLESS
    if rank > FAR:
        return WIN, 4 * FAR - rank
    return (LOSS, rank + 4 * FAR) if rank < -FAR else (DRAW, -rank)


def _back(rank: int, turn_kept: bool) -> int:
    """The rank seen from one move before: negated if the turn passes, one ply longer."""
    if rank == ENDLESS_RANK:
        return rank
    if not turn_kept and abs(rank) > FAR:
        rank = -rank
    return rank + 1 if rank < -FAR else rank - 1
