"""Games made of a drawn graph, and Hypothesis strategies that draw the graphs.

A ``Drawing`` has nodes 0..n-1. Each node is an end (its value), or has moves,
each a pair (successor, kept). ``DrawnGame`` plays on it. To let any move keep
the turn, a position is a node with the seat to move, and the two seats are
twins; with ``folded=False`` nobody says so, and every position is met raw.
"""

from __future__ import annotations

import os
from functools import cache

import attrs
from hypothesis import strategies as st

from gamesolver import Game, Value

MANY = 1_000 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 10_000
"""How many graphs are drawn: kernels in plain Python are held to a tenth of them."""


@attrs.frozen
class Drawing:
    """A small graph of play."""

    moves: tuple[tuple[tuple[int, bool], ...], ...]
    ends: tuple[int | None, ...]
    borders: tuple[tuple[int, int | None] | None, ...]
    roots: tuple[int, ...]

    def known(self):
        """The nodes whose outcome is given, for the reference."""
        given = {node: (value, 0) for node, value in enumerate(self.ends) if value is not None}
        return given | {
            node: outcome for node, outcome in enumerate(self.borders) if outcome is not None
        }

    def as_dict(self):
        """The moves by node, for the reference."""
        return dict(enumerate(self.moves))


@attrs.frozen(repr=False)
class DrawnGame(Game):
    """Play on a drawing: positions are (node, seat)."""

    drawing: Drawing
    folded: bool = True

    def start(self):
        return self.drawing.roots[0], 0

    def positions(self):
        return [(root, 0) for root in self.drawing.roots[1:]]

    def moves(self, position):
        return range(len(self.drawing.moves[position[0]]))

    def play(self, position, move):
        node, seat = position
        successor, kept = self.drawing.moves[node][move]
        return successor, seat if kept else 1 - seat

    def terminal_value(self, position):
        end = self.drawing.ends[position[0]]
        return None if end is None else Value(end)

    def player(self, position):
        return position[1]

    def symmetries(self, position):
        return [(position[0], 1 - position[1])] if self.folded else []


def drawings(most_nodes=10, borders=False, loops=True):
    """Drawings with loops, kept turns, all kinds of ends and several roots."""

    @st.composite
    def draw_one(draw):
        size = draw(st.integers(1, most_nodes))
        moves, ends, known = [], [], []
        for node in range(size):
            lowest = 0 if loops else node + 1
            kind = draw(node_kinds(borders, lowest < size))
            moves.append(draw(node_moves(lowest, size)) if kind == "moves" else ())
            ends.append(draw(end_values) if kind == "end" else None)
            known.append(draw(border_outcomes) if kind == "border" else None)
        roots = draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=3))
        return Drawing(tuple(moves), tuple(ends), tuple(known), tuple(roots))

    return draw_one()


@cache
def node_kinds(borders, may_move):
    """What a node is."""
    return st.sampled_from(["end"] + ["border"] * borders + ["moves"] * 3 * may_move)


@cache
def node_moves(lowest, size):
    """The moves of a node: one number each, twice the successor, and one more if it is kept."""
    edges = st.lists(st.integers(2 * lowest, 2 * size - 1), min_size=1, max_size=4)
    return edges.map(lambda drawn: tuple((edge >> 1, bool(edge & 1)) for edge in drawn))


end_values = st.sampled_from([-1, -1, 0, 1])
border_outcomes = st.one_of(
    st.tuples(st.sampled_from([-1, 0, 1]), st.integers(0, 6)), st.just((0, None))
)


def with_borders_played_out(drawing):
    """The same graph with each border replaced by play that has just that outcome.

    A win or loss in r, or a finished draw in r, is a line of r forced moves to
    an end; an endless draw is a move back to itself.
    """
    moves, ends = list(drawing.moves), list(drawing.ends)
    for node, outcome in enumerate(drawing.borders):
        if outcome is None:
            continue
        value, remoteness = outcome
        if remoteness is None:
            moves[node] = ((node, False),)
            continue
        here = node
        for _ in range(remoteness):
            moves[here] = ((len(moves), False),)
            here, value = len(moves), -value
            moves.append(())
            ends.append(None)
        ends[here] = value
    return Drawing(tuple(moves), tuple(ends), (None,) * len(moves), drawing.roots)
