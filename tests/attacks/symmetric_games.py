"""Random games with symmetries of every kind, written in every way that an author may choose.

A *pattern* is a graph of play with a group that acts on it. Its nodes are cosets: each orbit of
nodes belongs to a subgroup and has one node per coset, from a single fixed node up to one node
per group element. Every move is drawn with all its images. So a symmetry exchanges some nodes
and leaves others fixed.

A *way of writing* decides how a pattern becomes a game: plain or compiled; enumerated or
indexed; with or without players, stages and ``predecessors``; how it folds; the content of
``symmetries`` (the others, itself, repeats, images under each element); how far
``max_symmetries`` and ``max_moves`` exceed the need; and the factor and offset by which a *code*,
the number of a raw position, becomes a 64-bit integer, by multiplication that wraps around.

The compiled rules read columns (see ``sheet``), on which one game replaces another. So only the
game made last may be queried, and no game needs its own compilation.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random

import attrs
import networkx as nx
import numpy as np
from numba import njit

from gamesolver import NO_POSITION, CompiledGame, CompiledRules, Game, Outcome, Value
from tests.attacks.graph_games import Drawing
from tests.oracles.reference import reference

PLAYING = 2
ROOM = 1 << 18  # numbers in a column: two megabytes
CODES, BITS = 0, 1  # HEAD: number of codes; FACTORS: a factor, its inverse, an offset
HEAD, ENDS, SEATS, STAGES, CANONICAL, INDEX_OF, CODE_AT = (
    np.zeros(ROOM, np.int64) for _ in "1234567"
)
ROWS, EDGES, ROWS_BACK, EDGES_BACK, ROWS_IMAGES, IMAGES = (
    np.zeros(ROOM, np.int64) for _ in "123456"
)
FACTORS = np.zeros(ROOM, np.uint64)
NOWHERE = -1  # content of an unused index

# ── patterns ───────────────────────────────────────────────────────────────


@attrs.frozen
class Pattern:
    """A drawing, and the image of each node under each element of a group."""

    drawing: Drawing
    action: tuple[tuple[int, ...], ...]


@cache
def groups():
    """Return small groups as lists of permutations, with 1, 2, 3, 4, 4, 6 and 8 elements."""
    square = [(1, 2, 3, 0), (0, 3, 2, 1)]
    generators = [
        [(0,)],
        [(1, 0)],
        [(1, 2, 0)],
        [(1, 2, 3, 0)],
        [(1, 0, 2, 3), (0, 1, 3, 2)],
        list(permutations(range(3))),
        square,
    ]
    return [closure(each) for each in generators]


def closure(generators):
    """Return the group that some permutations generate, the identity first."""
    found = [tuple(range(len(generators[0])))]
    for each in found:
        found += [made for by in generators if (made := times(by, each)) not in found]
    return found


def times(one, other):
    """Return the product of two permutations, of which ``other`` is applied first."""
    return tuple(one[place] for place in other)


def cosets(group, luck):
    """Return the cosets of a random subgroup, as frozen sets of elements."""
    few = luck.sample(group, luck.choice([0, 0, 1, 1, 2]) if len(group) > 2 else luck.randrange(2))
    subgroup = closure([group[0], *few])
    return list(dict.fromkeys(frozenset(times(each, of) for of in subgroup) for each in group))


def drawn_pattern(luck, loops=True):
    """Return a random pattern of several orbits, later ones mostly nearer to the end of play."""
    group = luck.choice(groups())
    orbits = [cosets(group, luck) for _ in range(luck.randint(2, 8))]
    nodes = [(orbit, coset) for orbit, each in enumerate(orbits) for coset in each]
    number = {node: each for each, node in enumerate(nodes)}
    action = tuple(
        tuple(number[orbit, frozenset(times(by, of) for of in coset)] for orbit, coset in nodes)
        for by in group
    )
    moves, ends = [[] for _ in nodes], [None] * len(nodes)
    for orbit, coset in enumerate(each[0] for each in orbits):
        node, last = number[orbit, coset], orbit == len(orbits) - 1
        later = [other for other, (to, _) in enumerate(nodes) if to > orbit]
        if last or luck.random() < 0.15:
            end = luck.choice([-1, -1, -1, 0, 1])
            for by in action:
                ends[by[node]] = end
            continue
        for _ in range(luck.choice([1, 1, 2, 2, 3])):
            ahead = later[: luck.randint(1, len(later))]
            target = (
                luck.randrange(len(nodes)) if loops and luck.random() < 0.2 else luck.choice(ahead)
            )
            kept = luck.random() < 0.2
            for start, end in sorted({(by[node], by[target]) for by in action}):
                moves[start].append((end, kept))
    for row in moves:
        luck.shuffle(row)
    roots = luck.sample(range(len(nodes)), luck.randint(1, min(2, len(nodes))))
    shape = tuple(map(tuple, moves)), tuple(ends), (None,) * len(nodes), (0, *roots)
    return Pattern(Drawing(*shape), action)


# ── ways of writing ────────────────────────────────────────────────────────

JUST_BELOW = range(2**8 - 8, 2**8 + 2)
"""Additional moves to declare, so that their total is near the limit of a byte."""

STYLES = ("others", "itself too", "images", "all images", "others again", "by chance")


@attrs.frozen
class Way:
    """A way of writing a pattern as a game."""

    seats: str
    """``"none"``, ``"apart"``, or ``"folded"``, in which a symmetry exchanges the players."""
    fold: str
    """``"none"``, ``"symmetries"``, ``"canonical"``, ``"index"``, or ``"both"`` of these."""
    indexed: bool
    back: bool
    staged: bool
    style: str
    """Content of ``symmetries``."""
    spare_images: int
    spare_moves: int
    factor: int
    offset: int
    seed: int


def drawn_way(luck):
    """Return a random way of writing."""
    indexed = luck.random() < 0.7
    folds = ("none", "index", "index", "both") if indexed else ("none", "symmetries", "canonical")
    return Way(
        seats=luck.choice(("none", "none", "apart", "folded")),
        fold=luck.choice(folds),
        indexed=indexed,
        back=indexed and luck.random() < 0.7,
        staged=luck.random() < 0.2,
        style=luck.choice(STYLES),
        spare_images=luck.choice([0, 0, 1, 60]),
        spare_moves=luck.choice([0, 0, 0, 3, luck.choice(JUST_BELOW), 600]),
        factor=luck.choice([1, luck.getrandbits(54) | 1, luck.getrandbits(64) | 1]),
        offset=luck.choice([0, 2**53 - 2, 2**63 - 3, luck.getrandbits(64)]),
        seed=luck.getrandbits(32),
    )


def written_images(images, style, luck):
    """Return the ``symmetries`` of a position, given its image under each element of the group."""
    itself, others = images[0], list(dict.fromkeys(images))[1:]
    if style == "by chance":
        style = luck.choice(STYLES[:-1])
    if style == "others":
        listed = others
    elif style == "itself too":
        listed = [itself, *others]
    elif style == "images":
        listed = images[1:]
    elif style == "all images":
        listed = images
    else:
        listed = [others[each % len(others)] for each in range(len(images) - 1)] if others else []
    return luck.sample(listed, len(listed))


def drawn(seed):
    """Return the pattern of a seed, and a way of writing it."""
    luck = Random(seed)
    pattern, way = drawn_pattern(luck, loops=luck.random() < 0.6), drawn_way(luck)
    none = (NO_POSITION - way.offset) * pow(way.factor, -1, 2**64) % 2**64
    if none < 2 * len(pattern.action[0]) + 3:  # it would be a code, or a superfluous predecessor
        way = attrs.evolve(way, offset=0, factor=1)
    return pattern, way


# ── compiled games ─────────────────────────────────────────────────────────


@njit
def position_of(code):
    """Return the position with this code."""
    return np.uint64(code) * FACTORS[0] + FACTORS[2]


@njit
def code_of(position):
    """Return the code of a position, -1 if it is invalid."""
    word = (position - FACTORS[2]) * FACTORS[1]
    return np.int64(word) if word < np.uint64(HEAD[CODES]) else np.int64(-1)


@njit
def row_of(code, rows, others, positions):
    """Fill a buffer with the positions in a row."""
    first = rows[code]
    for each in range(rows[code + 1] - first):
        positions[each] = position_of(others[first + each])
    return rows[code + 1] - first


@njit
def successors(position, moves, positions):
    """Write the moves of the position; the move codes do not count from 0."""
    count = row_of(code_of(position), ROWS, EDGES, positions)
    for each in range(count):
        moves[each] = 10 - 7 * each
    return count


@njit
def predecessors(position, positions):
    """Write the predecessors, among them some terminal and some invalid positions."""
    return row_of(code_of(position), ROWS_BACK, EDGES_BACK, positions)


@njit
def symmetries(position, positions):
    """Write the symmetric positions; none for an invalid position."""
    code = code_of(position)
    return row_of(code, ROWS_IMAGES, IMAGES, positions) if code >= 0 else np.int64(0)


@njit
def terminal_code(position):
    """Return the terminal code of the position."""
    return ENDS[code_of(position)]


@njit
def player(position):
    """Return the player to move."""
    return SEATS[code_of(position)]


@njit
def stage(position):
    """Return the stage of the position."""
    return STAGES[code_of(position)]


@njit
def canonical(position):
    """Return the representative of the orbit; an invalid position is returned unchanged."""
    code = code_of(position)
    return position_of(CANONICAL[code]) if code >= 0 else position


@njit
def index(position):
    """Return the index of the orbit."""
    code = code_of(position)
    return INDEX_OF[code] if code >= 0 else np.int64(-1)


@njit
def position_at(index):
    """Return the position at an index; at unused indexes none, an invalid or another one."""
    code = CODE_AT[index]
    return position_of(code) if code != NOWHERE else np.uint64(NO_POSITION)


RULES = (
    successors,
    terminal_code,
    symmetries,
    canonical,
    player,
    stage,
    index,
    position_at,
    predecessors,
)


@attrs.frozen(repr=False, eq=False)
class SymmetricGame(CompiledGame):
    """Compiled game of a seed; creating it writes the columns."""

    seed: int = 0
    pattern: Pattern = attrs.field(init=False)
    way: Way = attrs.field(init=False)
    rules: CompiledRules = attrs.field(init=False)

    def __attrs_post_init__(self):
        self._write(*drawn(self.seed))

    @classmethod
    def of(cls, pattern, way):
        """Return the game of a given pattern and way of writing."""
        game = cls()
        game._write(pattern, way)
        return game

    def _write(self, pattern, way):
        object.__setattr__(self, "pattern", pattern)
        object.__setattr__(self, "way", way)
        object.__setattr__(self, "rules", _rules(self))

    @property
    def codes(self):
        """Number of raw positions."""
        return len(self.pattern.action[0]) * (1 if self.way.seats == "none" else 2)

    def position(self, code):
        """Return the position with a code."""
        return (code * self.way.factor + self.way.offset) % 2**64

    def start(self):
        return self.position(self._roots()[0])

    def positions(self):
        return [self.position(root) for root in self._roots()[1:]]

    def _roots(self):
        return [
            root if self.way.seats == "none" else 2 * root for root in self.pattern.drawing.roots
        ]

    def expected(self):
        """Return the outcome of every raw position, by the reference."""
        drawing, seats = self.pattern.drawing, 1 if self.way.seats == "none" else 2
        moves = drawing.as_dict()
        if seats == 1:
            moves = {node: [(to, False) for to, _ in row] for node, row in moves.items()}
        found = reference(moves, drawing.known())
        return {
            self.position(seats * node + seat): Outcome(Value(value), plies)
            for node, (value, plies) in found.items()
            for seat in range(seats)
        }

    def reached(self, first=False):
        """Return the raw positions that the roots, or the first root, reach, with their images."""
        images, edges = _images(self), _edges(self)
        waiting = self._roots()[:1] if first else self._roots()
        found = set()
        while waiting:
            code = waiting.pop()
            if code not in found:
                found.add(code)
                waiting += edges[code] + (images[code] if self.way.fold != "none" else [])
        return {self.position(code) for code in found}


def _edges(game):
    """Return the codes of the successors of every code."""
    drawing = game.pattern.drawing
    if game.way.seats == "none":
        return [[to for to, _ in row] for row in drawing.moves]
    return [
        [2 * to + (seat if kept else 1 - seat) for to, kept in row]
        for row in drawing.moves
        for seat in (0, 1)
    ]


def _images(game):
    """Return the images of every code under each element of the group, itself first."""
    action, way = game.pattern.action, game.way
    if way.seats == "none":
        return [list(each) for each in zip(*action, strict=True)]
    flips = (0, 1) if way.seats == "folded" else (0,)
    return [
        [2 * by[node] + (seat ^ flip) for flip in flips for by in action]
        for node in range(len(action[0]))
        for seat in (0, 1)
    ]


def _rules(game):
    """Write the columns of a game and return its rules."""
    way, luck = game.way, Random(game.way.seed)
    edges, orbits = _edges(game), _images(game)
    if way.fold == "none":
        orbits = [[code] for code in range(game.codes)]
    seats = 1 if way.seats == "none" else 2
    HEAD[CODES] = game.codes
    FACTORS[:3] = way.factor, pow(way.factor, -1, 2**64), way.offset
    ends = [PLAYING if end is None else end for end in game.pattern.drawing.ends]
    ENDS[: game.codes] = np.repeat(ends, seats)
    SEATS[: game.codes] = np.arange(game.codes) & 1
    STAGES[: game.codes] = _stages(edges, orbits)
    most_moves = max(1, _write(ROWS, EDGES, edges))
    most_back = max(1, _write(ROWS_BACK, EDGES_BACK, _back(game, edges, luck)))
    images = [written_images(each, way.style, luck) for each in orbits]
    most_symmetries = max(1, _write(ROWS_IMAGES, IMAGES, images))
    stands = {frozenset(each): luck.choice(each) for each in orbits}
    CANONICAL[: game.codes] = [stands[frozenset(each)] for each in orbits]
    bundle = {}
    if way.fold != "none":
        bundle |= {"symmetries": symmetries, "max_symmetries": most_symmetries + way.spare_images}
    if way.fold in ("canonical", "both"):
        bundle["canonical"] = canonical
    if way.seats != "none":
        bundle["player"] = player
    if way.staged:
        bundle["stage"] = stage
    if way.indexed:
        indexes = _number(game, sorted(stands.values()), luck)
        bundle |= {"index": index, "position_at": position_at, "num_indexes": indexes}
    if way.back:
        bundle |= {"predecessors": predecessors, "max_predecessors": most_back}
    return CompiledRules(successors, terminal_code, most_moves + way.spare_moves, **bundle)


def _write(rows, others, listed):
    """Write rows of numbers and return the length of the longest."""
    sizes = [len(each) for each in listed]
    rows[: len(sizes) + 1] = np.concatenate([[0], np.cumsum(sizes)])
    others[: sum(sizes)] = [number for each in listed for number in each]
    return max(sizes)


def _back(game, edges, luck):
    """Return the predecessors of every code, some with a terminal or an invalid code added."""
    back = [[] for _ in edges]
    for code, row in enumerate(edges):
        for to in row:
            back[to].append(code)
    idle = [code for code in range(game.codes) if not edges[code]] + [game.codes + 1]
    for row in back:
        row += luck.sample(idle, 1) if luck.random() < 0.3 else []
        luck.shuffle(row)
    return back


def _number(game, standing, luck):
    """Assign indexes to the representatives, with gaps, and return the number of indexes."""
    indexes = len(standing) + luck.randint(0, 5)
    order = luck.sample(range(indexes), indexes)
    elsewhere = [NOWHERE, game.codes + 2, standing[0]]
    CODE_AT[:indexes] = [luck.choice(elsewhere) for _ in range(indexes)]
    index_of = dict(zip(standing, order, strict=False))
    for code, index in index_of.items():
        CODE_AT[index] = code
    INDEX_OF[: game.codes] = [index_of[int(code)] for code in CANONICAL[: game.codes]]
    return indexes


def _stages(edges, images):
    """Return a number for each code that never decreases along a move; images share it.

    It is the longest path to a code; codes on a cycle, and symmetric positions, count as one.
    """
    graph = nx.DiGraph()
    orbit = [min(each) for each in images]
    graph.add_nodes_from(orbit)
    graph.add_edges_from((orbit[code], orbit[to]) for code, row in enumerate(edges) for to in row)
    parts = nx.condensation(graph)
    depth = {}
    for part in nx.topological_sort(parts):
        depth[part] = 1 + max((depth[before] for before in parts.predecessors(part)), default=-1)
    return [depth[parts.graph["mapping"][each]] for each in orbit]


# ── plain games ────────────────────────────────────────────────────────────

KINDS = (list, tuple, iter, set)
"""Types that ``symmetries`` of a plain game may return."""


@attrs.frozen(repr=False, eq=False)
class PlainSymmetricGame(Game):
    """Plain version: positions are nodes, or pairs of a node and a player."""

    seed: int = 0
    pattern: Pattern = attrs.field(init=False)
    way: Way = attrs.field(init=False)

    def __attrs_post_init__(self):
        pattern, way = drawn(self.seed)
        object.__setattr__(self, "pattern", pattern)
        object.__setattr__(self, "way", way)

    def start(self):
        return self._at(self.pattern.drawing.roots[0], 0)

    def positions(self):
        return [self._at(root, 0) for root in self.pattern.drawing.roots[1:]]

    def moves(self, position):
        return range(len(self.pattern.drawing.moves[self._node(position)]))

    def play(self, position, move):
        to, kept = self.pattern.drawing.moves[self._node(position)][move]
        seat = 0 if self.way.seats == "none" else position[1]
        return self._at(to, seat if kept else 1 - seat)

    def terminal_value(self, position):
        end = self.pattern.drawing.ends[self._node(position)]
        return None if end is None else Value(end)

    def player(self, position):
        return None if self.way.seats == "none" else position[1]

    def symmetries(self, position):
        """Return the images in the style of the way of writing, as any kind of iterable."""
        node, seat = self._node(position), 0 if self.way.seats == "none" else position[1]
        flips = (0, 1) if self.way.seats == "folded" else (0,)
        pairs = product(flips, self.pattern.action)
        images = [self._at(by[node], seat ^ flip) for flip, by in pairs]
        luck = Random(f"{self.way.seed} {position}")
        listed = written_images(images, self.way.style, luck) if self.way.fold != "none" else []
        return KINDS[self.way.seed % len(KINDS)](listed)

    def expected(self):
        """Return the outcome of every position, by the reference."""
        drawing, seats = self.pattern.drawing, (0,) if self.way.seats == "none" else (0, 1)
        moves = drawing.as_dict()
        if self.way.seats == "none":
            moves = {node: [(to, False) for to, _ in row] for node, row in moves.items()}
        found = reference(moves, drawing.known())
        return {
            self._at(node, seat): Outcome(Value(value), plies)
            for node, (value, plies) in found.items()
            for seat in seats
        }

    def _at(self, node, seat):
        return node if self.way.seats == "none" else (node, seat)

    def _node(self, position):
        return position if self.way.seats == "none" else position[0]
