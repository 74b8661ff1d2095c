"""Graphs whose nodes are indexed by stages, played by compiled rules that read them from a sheet.

Each stage has the same number of consecutive nodes, and twice as many indexes, every other one
unused. So games of one shape share their compiled rules.
"""

from __future__ import annotations

from functools import cache
from random import Random

import attrs
import numpy as np
from hypothesis import strategies as st
from numba import njit

from gamesolver import CompiledGame, CompiledRules
from tests.attacks.engine_games import (
    most_predecessors,
    number_of,
    player,
    predecessors,
    scrambled,
    successors,
    symmetries,
    terminal_code,
)
from tests.attacks.graph_games import Drawing
from tests.attacks.sheet import written

FOLDS = ("strict", "raw", "index")
MOST_MOVES = 8
HOLE_AT = np.uint64(2**64 - 1)


@cache
def rules_of(fold: str, stages: int, nodes: int) -> CompiledRules:
    """Return rules for ``stages`` stages of ``nodes`` nodes each; stages are called 3, 4, 5, ..."""
    seats = 2 if fold == "raw" else 1

    @njit
    def stage(position):
        return np.int64(3 + (number_of(position) >> 1) // nodes)

    @njit
    def index(position):
        number = number_of(position)
        if number < 0:
            return np.int64(-1)
        node = (number >> 1) % nodes
        return np.int64(2 * (seats * node + (number & 1) * (seats - 1)))

    @njit
    def position_at(stage, index):
        if index & 1:
            return HOLE_AT
        node = (stage - 3) * nodes + index // 2 // seats
        return scrambled(2 * node + index // 2 % seats)

    return CompiledRules(
        successors,
        terminal_code,
        max_moves=MOST_MOVES,
        max_symmetries=2,
        player=None if fold == "strict" else player,
        symmetries=symmetries if fold == "index" else None,
        stage=stage,
        index=index,
        position_at=position_at,
        num_indexes={3 + each: 2 * seats * nodes for each in range(stages)},
    )


@attrs.frozen(repr=False)
class StagedSheet(CompiledGame):
    """Play on a drawing; creating a game writes the sheet, so only the last one may be queried."""

    drawing: Drawing
    stages: int
    fold: str = "strict"
    back: bool = False
    rules: CompiledRules = attrs.field(init=False)

    def __attrs_post_init__(self):
        nodes = len(self.drawing.moves) // self.stages
        written(self.drawing, self.fold, None)
        rules = rules_of(self.fold, self.stages, nodes)
        if self.back:
            most = most_predecessors(len(self.drawing.moves))
            rules = attrs.evolve(rules, predecessors=predecessors, max_predecessors=most)
        object.__setattr__(self, "rules", rules)

    def start(self):
        return int(scrambled(2 * self.drawing.roots[0]))


@st.composite
def staged_graphs(draw, stages=4, nodes=4):
    """Draw a graph of several stages, some of them with moves within the stage."""
    size = stages * nodes
    moves, ends = [], []
    for begin in range(0, size, nodes):
        least = draw(st.sampled_from([begin, begin + nodes]))
        for _ in range(nodes):
            edge = st.tuples(st.integers(min(least, size - 1), size - 1), st.booleans())
            edges = draw(st.lists(edge, max_size=4)) if least < size else []
            moves.append(tuple(edges))
            ends.append(None if edges else draw(st.sampled_from([-1, -1, 0, 1])))
    return Drawing(tuple(moves), tuple(ends), (None,) * size, (0,))


def random_staged(stages, nodes, seed, stays=0.5):
    """Return a large random graph of this kind; ``stays`` is the share of moves within a stage."""
    luck, size = Random(seed), stages * nodes
    moves, ends = [], []
    for node in range(size):
        own, later = node - node % nodes, node - node % nodes + nodes
        is_end = luck.random() < 0.15 or (later == size and not stays)
        row = []
        for _ in range(0 if is_end else luck.choice((1, 2, 2, 3))):
            least, most = (own, later) if luck.random() < stays else (later, size)
            least, most = (own, size) if least == size else (least, most)
            row.append((luck.randrange(least, most), luck.random() < 0.3))
        moves.append(tuple(row))
        ends.append(luck.choice((-1, -1, 0, 1)) if is_end else None)
    return Drawing(tuple(moves), tuple(ends), (None,) * size, (0,))


def long_chain(stages, nodes, end):
    """Return one line of forced moves through all stages to an end, the longest possible."""
    size = stages * nodes
    moves = tuple(((node + 1, False),) if node < size - 1 else () for node in range(size))
    return Drawing(moves, (None,) * (size - 1) + (end,), (None,) * size, (0,))


def winding(stages, nodes, end, seed):
    """Return a line with useless deviations: the winner may go back, the loser may lose sooner."""
    luck, line = Random(seed), long_chain(stages, nodes, end)
    size, moves = stages * nodes, []
    for node, row in enumerate(line.moves[:-1]):
        is_winner = (size - 1 - node + (end > 0)) % 2 == 1
        back = luck.randrange(node - node % nodes, node + 1)
        on = min(size - 1 - (end < 0), node + 1 + 2 * luck.randrange(1, 20))
        aside = back if is_winner or end == 0 else on
        moves.append((*row, *[(aside, False)] * luck.choice((0, 1, 2))))
    return attrs.evolve(line, moves=(*moves, ()))


def without_turns_kept(drawing, fold):
    """Return the drawing for a way of folding; without a ``player`` rule every turn passes."""
    if fold != "strict":
        return drawing
    moves = tuple(tuple((to, False) for to, _ in row) for row in drawing.moves)
    return attrs.evolve(drawing, moves=moves)
