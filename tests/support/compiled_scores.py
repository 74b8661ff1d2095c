"""Compiled games on drawn graphs with scores, gains and a worth of endless play.

A position is twice a node, and one more where the second player moves. The rules are compiled
over the arrays of one drawing, so drawings are put side by side and solved at once.
"""

from __future__ import annotations

from functools import cache

import attrs
import numpy as np
from numba import njit

from gamesolver import NO_SCORE, CompiledGame, CompiledRules, Value
from tests.support.compiled_graphs import stages_of
from tests.support.graph_games import Drawing
from tests.support.scored_graphs import ScoredDrawing

PLAYING = 2


@attrs.frozen
class CompiledScores(CompiledGame):
    """Play on a drawing; with ``by_value`` its ends are values, and no move gains."""

    drawing: ScoredDrawing
    endless: int | Value = 0
    gains: bool = True
    staged: bool = True
    numbered: bool = False
    by_value: bool = False
    bounds: tuple[int, int] = (-20, 20)

    def start(self):
        return 0

    def positions(self):
        return range(2 * len(self.drawing.moves))

    @property
    def rules(self):
        return bundle(
            self.drawing, self.gains, self.staged, self.numbered, self.by_value, self.bounds
        )


@cache
def bundle(drawing, gains, staged, numbered, by_value, bounds):
    """The rules of one game."""
    rules = rules_of(drawing)
    least, most = (None, None) if by_value else bounds
    return CompiledRules(
        rules["successors_with_gains" if gains else "successors"],
        terminal_code=rules["terminal_code"] if by_value else None,
        terminal_score=None if by_value else rules["terminal_score"],
        max_moves=max(1, *map(len, drawing.moves)),
        player=rules["player"],
        stage=rules["stage"] if staged else None,
        index=rules["index"] if numbered else None,
        position_at=rules["position_at"] if numbered else None,
        slots=2 * len(drawing.moves) if numbered else None,
        least_score=least,
        most_score=most,
    )


def staged_drawing(drawing):
    """The same graph without scores, to find its stages."""
    moves = tuple(tuple((to, kept) for to, kept, _ in row) for row in drawing.moves)
    return Drawing(moves, drawing.ends, (None,) * len(moves), (0,))


@cache
def rules_of(drawing):
    """The functions over the arrays of a drawing."""
    rows = np.cumsum([0, *map(len, drawing.moves)])
    edges = [edge for row in drawing.moves for edge in row]
    to = np.array([each for each, _, _ in edges], np.int64)
    kept = np.array([each for _, each, _ in edges], np.int64)
    won = np.array([each for _, _, each in edges], np.int64)
    is_end = np.array([end is not None for end in drawing.ends])
    ends = np.array([end or 0 for end in drawing.ends], np.int64)
    stages = np.array(stages_of(staged_drawing(drawing)), np.int64)
    size = len(ends)

    @njit
    def successors(position, moves, positions):
        node, seat = np.int64(position) >> 1, np.int64(position) & 1
        first = rows[node]
        for each in range(rows[node + 1] - first):
            moves[each] = each
            turn = seat if kept[first + each] else 1 - seat
            positions[each] = np.uint64(2 * to[first + each] + turn)
        return rows[node + 1] - first

    @njit
    def successors_with_gains(position, moves, positions, gains):
        first = rows[np.int64(position) >> 1]
        count = successors(position, moves, positions)
        for each in range(count):
            gains[each] = won[first + each]
        return count

    @njit
    def terminal_score(position):
        node = np.int64(position) >> 1
        return ends[node] if is_end[node] else NO_SCORE

    @njit
    def terminal_code(position):
        node = np.int64(position) >> 1
        return np.sign(ends[node]) if is_end[node] else PLAYING

    @njit
    def player(position):
        return np.int64(position) & 1

    @njit
    def stage(position):
        return stages[np.int64(position) >> 1]

    @njit
    def index(position):
        return np.int64(position) if position < 2 * size else -1

    @njit
    def position_at(slot):
        return np.uint64(slot)

    return locals()
