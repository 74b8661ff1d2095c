"""Compiled games on any graph of play, to compare the engine with the reference.

A ``Drawing`` (see ``graph_games``) reaches the compiled rules as one array of *words*:

    nodes | first edge of each row, and the end | end or PLAYING per node | stage per node | edges

An edge is twice the successor, plus one if the turn is kept. Codes (see
``compiled_games``) are made of nodes in one of three ways:

``"images"``  code 2 * node + player; the two positions of a node are symmetric
``"apart"``  the same codes, but the symmetry is not declared
``"alone"``  the code is the node; there is no ``player`` rule, and the turn always passes

Some rules close over the words and are compiled for each graph. Others read them from
the *slate*, one array shared by all of these games, so that another graph needs no
compilation. The slate holds one graph at a time: that of the game queried last.
"""

from __future__ import annotations

from functools import cache
from random import Random

import attrs
import networkx as nx
import numpy as np
from numba import carray, njit, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from gamesolver import CompiledGame, CompiledRules, Outcome, Value
from tests.attacks.graph_games import Drawing
from tests.oracles.reference import reference
from tests.support.compiled_games import FACTOR, LOSS, NOWHERE, PLAYING, code_of, index_of, spread

SLATE = np.zeros(1 << 16, np.int64)
WAYS = ("images", "apart", "alone")
written = [None]  # the drawing on the slate


class OnGraph(CompiledGame):
    """Base of the two classes below: play on ``self.drawing``."""

    def start(self):
        """The first root, with the first player to move."""
        return self.position(self.drawing.roots[0])

    def positions(self):
        """The other roots."""
        return [self.position(root) for root in self.drawing.roots[1:]]

    def position(self, node, seat=0):
        """Return the position of a node with a player to move."""
        return (node if self.way == "alone" else 2 * node + seat) * FACTOR

    def expected(self):
        """Return the outcome of every position, by the reference."""
        moves = self.drawing.as_dict()
        if self.way == "alone":
            moves = {node: [(to, False) for to, _ in row] for node, row in moves.items()}
        found = reference(moves, self.drawing.known())
        return {
            self.position(node, seat): Outcome(Value(value), plies)
            for node, (value, plies) in found.items()
            for seat in (0, 1)
        }

    @property
    def rules(self):
        """Rules of the game; a game on the slate first writes its words there."""
        if self.on_slate and written[0] is not self.drawing:
            words = words_for(self.drawing)
            SLATE[: words.size] = words
            written[0] = self.drawing
        return bundle(self.drawing, self.way, self.indexed, self.staged, self.on_slate)


@attrs.frozen
class GraphGame(OnGraph):
    """Play on any drawing without boundary values."""

    drawing: Drawing
    way: str = "images"
    indexed: bool = False
    staged: bool = False
    on_slate: bool = True


@attrs.frozen
class RandomGraph(OnGraph):
    """Play on a random graph; all parameters are literals."""

    nodes: int = 300
    seed: int = 0
    way: str = "images"
    indexed: bool = False
    staged: bool = False
    on_slate: bool = False

    @property
    def drawing(self):
        """The graph."""
        return random_drawing(self.nodes, self.seed)


@cache
def random_drawing(nodes, seed):
    """Return a random graph with long lines, cycles, kept turns and all kinds of ends."""
    chance = Random(seed)
    moves, ends = [], []
    for node in range(nodes):
        is_end = chance.random() < 0.1 or node == nodes - 1
        ends.append(chance.choice([-1, -1, 0, 1]) if is_end else None)
        row = []
        for _ in range(0 if is_end else chance.randint(1, 4)):
            near = min(node + chance.randint(1, 6), nodes - 1)
            to = chance.randrange(nodes) if chance.random() < 0.1 else near
            row.append((to, chance.random() < 0.3))
        moves.append(tuple(row))
    return Drawing(tuple(moves), tuple(ends), (None,) * nodes, (0, nodes // 2))


@cache
def words_for(drawing):
    """Return the words of a drawing."""
    nodes = len(drawing.moves)
    rows = np.cumsum([2 + 3 * nodes, *map(len, drawing.moves)]).tolist()
    ends = [PLAYING if end is None else end for end in drawing.ends]
    edges = [2 * to + kept for row in drawing.moves for to, kept in row]
    return np.array([nodes, *rows, *ends, *stages_of(drawing), *edges], np.int64)


def stages_of(drawing):
    """Return a number for each node that never decreases along a move; cycles share one."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(drawing.moves)))
    graph.add_edges_from((node, to) for node, row in enumerate(drawing.moves) for to, _ in row)
    parts = nx.condensation(graph)
    order = {part: place for place, part in enumerate(nx.topological_sort(parts))}
    return [order[parts.graph["mapping"][node]] for node in graph]


# ── the rules ──────────────────────────────────────────────────────────────


@intrinsic
def _pointer(typingctx, address):
    """Convert an address to a pointer."""

    def generate(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), generate


def words_of(source):
    """Return the words that a game closes over, or for ``None`` those on the slate."""
    return SLATE if source is None else source


@overload(words_of)
def _words_of(source):
    if isinstance(source, types.Array):
        return lambda source: source
    address, size = SLATE.ctypes.data, SLATE.size
    return lambda source: carray(_pointer(address), (size,), np.int64)


@cache
def bundle(drawing, way, indexed, staged, on_slate):
    """Return the rules of one game."""
    rules = graph_rules(None if on_slate else drawing, way)
    positions = len(drawing.moves) * (2 if way == "apart" else 1)
    return CompiledRules(
        rules["successors"],
        rules["terminal_code"],
        max_moves=max(1, *map(len, drawing.moves)),
        canonical=rules["canonical"] if way == "images" else None,
        symmetries=rules["symmetries"] if way == "images" else None,
        max_symmetries=1,
        player=None if way == "alone" else rules["player"],
        stage=rules["stage"] if staged else None,
        index=rules["index"] if indexed else None,
        position_at=rules["position_at"] if indexed else None,
        num_indexes=3 * positions + 2 if indexed else None,
    )


@cache
def graph_rules(drawing, way):
    """Return the functions, over the words of a drawing or over the slate.

    They are not cached: numba would not notice a change of the helpers they import.
    """
    source = None if drawing is None else words_for(drawing)
    seats = 1 if way == "alone" else 2
    folded = 2 if way == "images" else 1

    @njit
    def successors(position, moves, positions):
        words = words_of(source)
        code = code_of(position, seats * words[0])
        if code < 0:
            return np.int64(0)
        node, seat, count = code // seats, code % seats, 0
        for edge in range(words[1 + node], words[2 + node]):
            to, kept = words[edge] >> 1, words[edge] & 1
            moves[count] = 7 - 1000 * count
            positions[count] = spread(to if seats == 1 else 2 * to + (seat ^ 1 ^ kept))
            count += 1
        return np.int64(count)

    @njit
    def terminal_code(position):
        words = words_of(source)
        code = code_of(position, seats * words[0])
        return np.int64(words[2 + words[0] + code // seats] if code >= 0 else LOSS)

    @njit
    def canonical(position):
        code = code_of(position, seats * words_of(source)[0])
        return spread(code - code % 2) if code >= 0 else position

    @njit
    def symmetries(position, positions):
        code = code_of(position, seats * words_of(source)[0])
        positions[0] = spread(code ^ 1) if code >= 0 else position
        return np.int64(1)

    @njit
    def player(position):
        return np.int64(code_of(position, seats * words_of(source)[0]) & 1)

    @njit
    def stage(position):
        words = words_of(source)
        code = code_of(position, seats * words[0])
        return np.int64(words[2 + 2 * words[0] + code // seats] if code >= 0 else 0)

    @njit
    def index(position):
        return index_of(code_of(position, seats * words_of(source)[0]) // folded)

    @njit
    def position_at(index):
        return spread(folded * (index // 3)) if index % 3 else NOWHERE

    rules = successors, terminal_code, canonical, symmetries, player, stage, index, position_at
    return {rule.__name__: rule for rule in rules}
