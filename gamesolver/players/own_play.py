"""A player's own play, and the loops in which it can be held.

The graph of its own play in one seat has its own choices at its own nodes, and every reply at
the others. Nothing else can happen to it. It holds the value if no node is worse for it than
the start.

Where the start is won that is not enough: a player may keep a won game for ever. A reply that
can hold its play in a loop shows in the graph, as a set in which the opponent can keep it
(see ``holding``): from each node of the opponent's some reply stays inside, and from each of
the player's whatever it chooses does. A player that chooses by lot, and sometimes goes on,
cannot be held.

The same is asked about everything it may be asked. There only positions matter where its move
is right by value and not by outcome. For if all its moves were the quickest, the remoteness
would fall with every ply, and nothing could come round. So what follows such slow moves is
looked at, as far as the player keeps what it has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gamesolver.game import MoveT, PositionT
from gamesolver.players.audit_report import Line, OwnPlay, Stall
from gamesolver.players.book import Book
from gamesolver.players.holding import held
from gamesolver.players.play_graph import FIRST, SECOND, PlayGraph, explore_play
from gamesolver.players.witness import NOTHING, Witness, row_of
from gamesolver.progress import Reporter
from gamesolver.value import Value


def own_graph(
    witness: Witness[PositionT, MoveT], mover: int, limit: int, report: Reporter
) -> PlayGraph[PositionT, MoveT]:
    """All that its own play may come to, the player being ``FIRST``."""
    graph: PlayGraph[PositionT, MoveT] = PlayGraph.empty()
    graph.number(witness.book.solution.start, mover)
    choosers = witness.choices, _every_reply
    explore_play(graph, witness.book.rules, choosers, limit, report)
    return graph


def _every_reply(position: Any, legal: Sequence[MoveT]) -> Sequence[MoveT]:
    return legal


def judged(
    witness: Witness[PositionT, MoveT], graph: PlayGraph[PositionT, MoveT], seat: int
) -> tuple[OwnPlay, list[Stall]]:
    """Whether own play holds the value of the start, and the loops it can be held in."""
    book = witness.book
    book.foresee(graph.positions)
    values = [
        book.outcome(position).value if mover == FIRST else -book.outcome(position).value
        for position, mover in zip(graph.positions, graph.movers, strict=True)
    ]
    start = values[0]
    won = [node for node, value in enumerate(values) if value is Value.WIN]
    stalls = held_loops(book, graph, won) if start is Value.WIN else []
    bad = [node for node, value in enumerate(values) if value < start]
    bad += [node for node in range(len(graph)) if _is_at_fault(graph, node)]
    if not bad and stalls:
        bad = [graph.numbers[FIRST][stalls[0].position]]
    line = _line_to(book, graph, min(bad)) if bad else ()
    return OwnPlay(seat, start, not bad, line, len(graph)), stalls


def _is_at_fault(graph: PlayGraph[PositionT, MoveT], node: int) -> bool:
    return graph.ends[node] is None and not graph.moves[node]


def _line_to(book: Book[PositionT, MoveT], graph: PlayGraph[PositionT, MoveT], node: int) -> Line:
    """The shortest line from the start to a node: nodes stand in the order they were found."""
    came: dict[int, tuple[int, MoveT]] = {}
    for here, (moves, row) in enumerate(zip(graph.moves, graph.successors, strict=True)):
        for move, target in zip(moves, row, strict=True):
            came.setdefault(target, (here, move))
    rows = []
    while node != 0:
        node, move = came[node]
        rows.append(row_of(book, graph.positions[node], move))
    return tuple(reversed(rows))


# ── loops ──────────────────────────────────────────────────────────────────


def stalls_after(
    witness: Witness[PositionT, MoveT], slow: Iterable[PositionT], limit: int, report: Reporter
) -> list[Stall]:
    """The loops that begin with slow moves in won positions."""
    book = witness.book
    graph: PlayGraph[PositionT, MoveT] = PlayGraph.empty()
    for position in slow:
        graph.number(position, FIRST)

    def kept(position: PositionT, legal: Sequence[MoveT]) -> Sequence[MoveT]:
        said = witness.choices(position, legal)
        choice = book.choice(position)
        is_right = all(book.back(choice, move).value is Value.WIN for move in said)
        return said if is_right else NOTHING

    explore_play(graph, book.rules, (kept, _every_reply), limit, report)
    return held_loops(book, graph, range(len(graph)))


def held_loops(
    book: Book[PositionT, MoveT], graph: PlayGraph[PositionT, MoveT], won: Iterable[int]
) -> list[Stall]:
    """The loops among won nodes in which the opponent can hold the player, each told once."""
    successors = graph.successors
    inside = held(won, lambda node: graph.movers[node] == SECOND, successors.__getitem__)
    ahead = {
        node: next(each for each in enumerate(successors[node]) if each[1] in inside)
        for node in inside
    }
    loops = _loops(ahead)
    return [stall for nodes in loops if (stall := _stall(book, graph, nodes, ahead))]


def _loops(ahead: dict[int, tuple[int, int]]) -> Iterator[list[int]]:
    """The loops that one comes to by following the way ahead."""
    done: set[int] = set()
    for node in sorted(ahead):
        path: dict[int, None] = {}
        while node not in done and node not in path:
            path[node] = None
            node = ahead[node][1]
        if node in path:
            nodes = list(path)
            yield nodes[nodes.index(node) :]
        done.update(path)


def _stall(
    book: Book[PositionT, MoveT],
    graph: PlayGraph[PositionT, MoveT],
    nodes: list[int],
    ahead: dict[int, tuple[int, int]],
) -> Stall | None:
    """The loop, begun where the player moves."""
    ours = [place for place, node in enumerate(nodes) if graph.movers[node] == FIRST]
    if not ours:
        return None
    turned = nodes[ours[0] :] + nodes[: ours[0]]
    rows = [
        row_of(book, graph.positions[each], graph.moves[each][ahead[each][0]]) for each in turned
    ]
    return Stall(graph.positions[turned[0]], tuple(rows))
