"""Compiled games of any graph, with rules that read the graph from a sheet.

If rules closed over a graph, numba would take a second to compile them for each graph. These
rules are compiled once and close over the columns of a *sheet* (see ``sheet``), on which one
graph replaces another. So only the game made last may be queried, and its solution only until
another game is made.

A position encodes a node and the player to move, scrambled so that it looks like any 64-bit
integer. Games either have no ``player`` rule (``strict``), or have players whose positions are
not symmetric (``raw``), or fold the two positions of a node in each of the three ways that an
author has. With ``back`` they have ``predecessors``, which also list a terminal position and an
integer that is not a position. With ``sooner`` they have ``count_moves`` and
``predecessor_indexes``.
"""

from __future__ import annotations

import attrs
import numpy as np
from numba import njit

from gamesolver import CompiledGame, CompiledRules
from tests.attacks.graph_games import Drawing
from tests.attacks.sheet import (
    EDGES,
    EDGES_BACK,
    END,
    ENDS,
    HEAD,
    INDEX_OF,
    NODE_AT,
    NODES,
    NOWHERE,
    ROWS,
    ROWS_BACK,
    SEATS,
    STAGES,
    STRAY,
    TAKEN,
    written,
)

ENUMERATED = ("strict", "raw", "symmetries", "canonical")
INDEXED = ("strict", "raw", "canonical", "index")
MOST_MOVES = 8

S7, S13, S17 = np.uint64(7), np.uint64(13), np.uint64(17)
S14, S28, S56 = np.uint64(14), np.uint64(28), np.uint64(56)
S26, S52, S34 = np.uint64(26), np.uint64(52), np.uint64(34)


@njit
def scrambled(number):
    """Return the position with this number; 0 for 0."""
    word = np.uint64(number)
    for _ in range(2):
        word ^= word << S13
        word ^= word >> S7
        word ^= word << S17
    return word


@njit
def number_of(position):
    """Return twice the node plus the player; -1 for an invalid position."""
    word = position
    for _ in range(2):
        word ^= word << S17
        word ^= word << S34
        word ^= word >> S7
        word ^= word >> S14
        word ^= word >> S28
        word ^= word >> S56
        word ^= word << S13
        word ^= word << S26
        word ^= word << S52
    if word >= np.uint64(2 * HEAD[NODES]):
        return np.int64(-1)
    number = np.int64(word)
    return np.int64(-1) if number & 1 and HEAD[SEATS] == 0 else number


@njit
def successors(position, moves, positions):
    """Write the moves of the node, with move codes that are not indices."""
    number = number_of(position)
    node, seat = number >> 1, number & 1
    first = ROWS[node]
    count = ROWS[node + 1] - first
    for each in range(count):
        to = EDGES[first + each]
        kept = to < 0
        next_seat = seat if kept else 1 - seat
        if HEAD[SEATS] == 0:
            next_seat = 0
        moves[each] = 10 - 7 * each
        positions[each] = scrambled(2 * max(to, ~to) + next_seat)
    return count


@njit
def predecessors(position, positions):
    """Write the origins of the edges to the node, each with the player who moves along it."""
    number = number_of(position)
    node, seat = number >> 1, number & 1
    count = 0
    if node & 1:  # superfluous predecessors, which the solver must ignore
        positions[0] = scrambled(2 * HEAD[NODES] + node)
        count = 1
        if HEAD[END] >= 0:
            positions[1] = scrambled(2 * HEAD[END] + seat)
            count = 2
    for each in range(ROWS_BACK[node], ROWS_BACK[node + 1]):
        origin = EDGES_BACK[each]
        mover = seat if origin < 0 else 1 - seat
        if HEAD[SEATS] == 0:
            mover = 0
        positions[count] = scrambled(2 * max(origin, ~origin) + mover)
        count += 1
    return count


@njit
def predecessor_indexes(position, indexes):
    """Write the index of each predecessor; -1 for an invalid one."""
    node = number_of(position) >> 1
    count = 0
    if node & 1:
        indexes[0] = -1
        count = 1
        if HEAD[END] >= 0:
            indexes[1] = INDEX_OF[HEAD[END]]
            count = 2
    for each in range(ROWS_BACK[node], ROWS_BACK[node + 1]):
        origin = EDGES_BACK[each]
        indexes[count] = INDEX_OF[max(origin, ~origin)]
        count += 1
    return count


@njit
def count_moves(position):
    """Return the number of moves of the node."""
    node = number_of(position) >> 1
    return ROWS[node + 1] - ROWS[node]


def most_predecessors(nodes):
    """Return the greatest number of predecessors listed for a node, superfluous ones included."""
    return int(np.diff(ROWS_BACK[: nodes + 1]).max()) + 2


@njit
def terminal_code(position):
    """Return the terminal code of the node."""
    return ENDS[number_of(position) >> 1]


@njit
def player(position):
    """Return the player to move."""
    return number_of(position) & 1


@njit
def stage(position):
    """Return the stage of the node."""
    return STAGES[number_of(position) >> 1]


@njit
def symmetries(position, positions):
    """Write the node with the other player to move, and the position itself; nothing if invalid."""
    number = number_of(position)
    if number < 0:
        return 0
    positions[0] = scrambled(number ^ 1)
    positions[1] = position
    return 2


@njit
def canonical(position):
    """Return the node with player 1 to move."""
    number = number_of(position)
    return scrambled(number | 1) if number >= 0 else position


@njit
def index(position):
    """Return the index, one per node."""
    number = number_of(position)
    return INDEX_OF[number >> 1] if number >= 0 else np.int64(-1)


@njit
def raw_index(position):
    """Return the index, one per node and player."""
    number = number_of(position)
    return 2 * INDEX_OF[number >> 1] + (number & 1) if number >= 0 else np.int64(-1)


@njit
def _standing(index, seat):
    node = NODE_AT[index]
    if node == NOWHERE:
        return np.uint64(2**64 - 1)
    if node == STRAY:
        return scrambled(2 * HEAD[NODES] + 10 + seat)
    return scrambled(2 * (0 if node == TAKEN else node) + seat)


@njit
def first_at(index):
    """Return the position of the node at this index, with player 0 to move."""
    return _standing(index, 0)


@njit
def second_at(index):
    """Return the position of the node at this index, with player 1 to move."""
    return _standing(index, 1)


@njit
def raw_at(index):
    """Return the position of the node and the player at this index."""
    return _standing(index >> 1, index & 1)


@attrs.frozen(repr=False)
class SheetGame(CompiledGame):
    """Play on a drawing by compiled rules; creating the game writes the sheet."""

    drawing: Drawing
    fold: str = "strict"
    indexed: bool = False
    stages: tuple[int, ...] | None = None
    back: bool = False
    sooner: bool = False
    most_moves: int = MOST_MOVES
    rules: CompiledRules = attrs.field(init=False)

    def __attrs_post_init__(self):
        indexes = written(self.drawing, self.fold, self.stages)
        object.__setattr__(self, "rules", _rules(self, indexes))

    def at(self, node, seat=0):
        """Return the position of a node with a player to move."""
        return int(scrambled(2 * node + seat))

    def start(self):
        return self.at(self.drawing.roots[0])

    def positions(self):
        return [self.at(root) for root in self.drawing.roots[1:]]


def _rules(game, indexes):
    """Return the rules for a way of folding."""
    bundle = {"successors": successors, "terminal_code": terminal_code}
    if game.fold != "strict":
        bundle["player"] = player
    if game.fold in ("symmetries", "canonical", "index"):
        bundle["symmetries"] = symmetries
    if game.fold == "canonical":
        bundle["canonical"] = canonical
    if game.stages is not None:
        bundle["stage"] = stage
    if game.back:
        most = most_predecessors(len(game.drawing.moves))
        bundle |= {"predecessors": predecessors, "max_predecessors": most}
    if game.sooner:
        bundle["count_moves"] = count_moves
        if game.fold != "raw":
            bundle["predecessor_indexes"] = predecessor_indexes
    if game.indexed and game.fold == "raw":
        bundle |= {"num_indexes": indexes, "index": raw_index, "position_at": raw_at}
    elif game.indexed:
        at = second_at if game.fold == "canonical" else first_at
        bundle |= {"num_indexes": indexes, "index": index, "position_at": at}
    return CompiledRules(max_moves=game.most_moves, max_symmetries=2, **bundle)
