"""Games on random graphs with scores, gains, kept turns and a payoff of infinite play.

Each node belongs to a *layer*. A move with a gain leads to a lower layer, so it is not on a cycle.
"""

from __future__ import annotations

from random import Random

import attrs

from gamesolver import Bounds, Game
from tests.attacks.magnitudes import MOST_POINTS, Points
from tests.attacks.magnitudes import size as size_of
from tests.oracles.scored_reference import reference

SMALL, SIGNS = Points(), Points(-1, 1)
"""Ranges of points for games without edge cases, and for games with values."""


@attrs.frozen
class Claims:
    """Claims of an author in addition to the rules, by position, true or false.

    The number of a position is twice its node, plus one if the second player is to move.
    """

    orbits: tuple[tuple[int, ...], ...] = ()
    """Claimed orbit of each position: at most four positions, including itself."""
    canonical: tuple[int, ...] = ()
    """Claimed representative of the orbit of each position, if the author names any."""
    candidates: tuple[tuple[int, ...] | Bounds | None, ...] = ()
    """The moves of each position that are worth trying, or bounds of its score."""


NO_CLAIMS = Claims()


@attrs.frozen
class ScoredDrawing:
    """A small graph of play: nodes 0, 1, ... with their moves (successor, kept, gain) or ends."""

    moves: tuple[tuple[tuple[int, bool, int], ...], ...]
    ends: tuple[int | None, ...]
    claims: Claims = NO_CLAIMS

    def truth(self, endless):
        """Return the reference outcomes, by node and player to move."""
        moves = {
            (node, seat): [((to, seat if kept else 1 - seat), kept, gain) for to, kept, gain in row]
            for node, row in enumerate(self.moves)
            for seat in (0, 1)
        }
        ends = {
            (node, seat): end
            for node, end in enumerate(self.ends)
            if end is not None
            for seat in (0, 1)
        }
        return reference(moves, ends, {state: endless * (1 - 2 * state[1]) for state in moves})


@attrs.frozen(repr=False)
class ScoredGame(Game):
    """Play on a drawing: positions are (node, player), and all of them are solved."""

    drawing: ScoredDrawing
    endless: int = 0

    def start(self):
        return 0, 0

    def positions(self):
        return [(node, seat) for node in range(len(self.drawing.moves)) for seat in (0, 1)]

    def moves(self, position):
        return range(len(self.drawing.moves[position[0]]))

    def play(self, position, move):
        node, seat = position
        to, kept, _ = self.drawing.moves[node][move]
        return to, seat if kept else 1 - seat

    def gain(self, position, move):
        return self.drawing.moves[position[0]][move][2]

    def terminal_score(self, position):
        return self.drawing.ends[position[0]]

    def player(self, position):
        return position[1]


def drawn(luck: Random, most_nodes=8, points=SMALL, gains=True, loops=True, most_moves=3):
    """Return a random drawing: scores and gains of a range, cycles within layers.

    If more than three moves are allowed, half of the numbers of moves are at an edge.
    """
    size = luck.randint(1, most_nodes)
    layer = sorted(luck.randint(0, 2) for _ in range(size))  # moves lead to lower ones, or stay
    moves, ends = [], []
    for node in range(size):
        row = []
        for _ in range(size_of(luck, 3, most_moves) if luck.random() < 0.75 else 0):
            last = (
                max(each for each in range(size) if layer[each] == layer[node]) if loops else node
            )
            if not loops and node == 0:
                break
            to = luck.randint(0, last if loops else node - 1)
            falls = layer[to] < layer[node] or not loops
            gain = points.one(luck) if gains and falls and luck.random() < 0.6 else 0
            row.append((to, luck.random() < 0.3, gain))
        moves.append(tuple(row))
        ends.append(None if row else points.one(luck))
    return ScoredDrawing(tuple(moves), tuple(ends))


def drawn_games(luck, graphs, games, most=MOST_POINTS, **kinds):
    """Yield the drawings of several games, and the payoff of infinite play in each.

    Each game has its own range of points, which is at edges up to ``most`` half of the time.
    Infinite play is a draw in half of the games.
    """
    for _ in range(games):
        points = Points.drawn(luck, most)
        payoff = points.one(luck) if luck.choice((0, 1)) else 0
        yield [drawn(luck, points=points, **kinds) for _ in range(graphs)], payoff


def abreast(drawings):
    """Return one drawing made of many, side by side."""
    moves, ends = [], []
    for each in drawings:
        first = len(moves)
        moves += [tuple((first + to, *rest) for to, *rest in row) for row in each.moves]
        ends += each.ends
    return ScoredDrawing(tuple(moves), tuple(ends))


def gathered(drawings):
    """Return one drawing made of many, with a first node that has a move to each of their nodes."""
    one = abreast(drawings)
    row = tuple((node + 1, False, 0) for node in range(len(one.moves)))
    moves = [tuple((to + 1, *rest) for to, *rest in each) for each in one.moves]
    return ScoredDrawing((row, *moves), (None, *one.ends))
