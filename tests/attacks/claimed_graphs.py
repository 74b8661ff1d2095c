"""Random graphs with scores and with claims of their author: symmetries and candidates.

A true symmetry exchanges two copies of each node: a move leads to either copy of its target. If
infinite play is a draw, it may exchange the players, too. There are four kinds of false
symmetries: one of the copies is *altered*, the players are exchanged although infinite play has
different payoffs for them, two random nodes are called symmetric, or a wrong position represents
an orbit.

Candidates are true if they include a best move, or give bounds that hold.
"""

from collections import defaultdict
from functools import cached_property

import attrs
import networkx as nx

from gamesolver import Bounds
from tests.attacks.magnitudes import MOST_POINTS, Points
from tests.attacks.scored_graphs import Claims, ScoredDrawing
from tests.oracles.scored_reference import FOR_EVER, back, preference

SYMMETRIES = *("none",) * 4, "copies", "copies", "players", "altered", "strangers", "misnamed"
CANDIDATES = *("none",) * 3, "true", "true", "false"
FALSE = "altered", "strangers", "misnamed"


@attrs.frozen(eq=False)
class ClaimedGraph:
    """A random graph with its author's claims, the position to be proved, and the truth."""

    drawing: ScoredDrawing
    endless: int
    root: tuple[int, int]
    gains: bool
    is_true: bool = True
    """True if all claims are true."""

    @cached_property
    def truth(self):
        """The outcome of each node and player, by the reference."""
        return self.drawing.truth(self.endless)

    def payoff(self, state):
        """Payoff of infinite play for the player to move."""
        return self.endless * (1 - 2 * state[1])

    def after(self, state):
        """Yield the state after each move, whether the move keeps the turn, and its gain."""
        node, player = state
        for to, kept, gain in self.drawing.moves[node]:
            yield (to, player if kept else 1 - player), kept, gain

    def reached(self, with_images=False):
        """Return all states reachable from the root, on request through claimed images too."""
        orbits = self.drawing.claims.orbits if with_images else ()
        states, waiting = {self.root}, [self.root]
        while waiting:
            state = waiting.pop()
            new = {each for each, _, _ in self.after(state)}
            if orbits:
                new |= {divmod(code, 2) for code in orbits[2 * state[0] + state[1]]}
            waiting += new - states
            states |= new
        return states

    def limits(self):
        """Return the least and the greatest score of the reachable positions."""
        scores = [self.truth[state][0] for state in self.reached(with_images=True)]
        if not self.gains and self.endless:  # table entries always have room for it
            scores += [self.endless, -self.endless]
        return min(scores), max(scores)

    def outcome(self, state):
        """Return the outcome of a state, as (score, length)."""
        score, plies, last_gain = self.truth[state]
        return score, FOR_EVER + last_gain if plies is None else plies

    def backs(self, state):
        """Yield the outcome of each move, for the player to move, as (score, length)."""
        for to, kept, gain in self.after(state):
            outcome, payoff = self.outcome(to), self.payoff(state)
            yield back(outcome, kept, gain, payoff, len(self.drawing.moves))

    def best(self, state, by_score=False):
        """Return the best moves of a state, or with ``by_score`` those that keep the score."""
        keys = [preference(each, self.payoff(state)) for each in self.backs(state)]
        keys = [score for score, _ in keys] if by_score else keys
        return {move for move, key in enumerate(keys) if key == max(keys)}


def claimed(luck, graph, points):
    """Return the graph with random claims, and with copies of its nodes if they need any."""
    symmetry, knowledge = luck.choice(SYMMETRIES), luck.choice(CANDIDATES)
    graph = attrs.evolve(graph, is_true=symmetry not in FALSE and knowledge != "false")
    if symmetry != "none":
        graph = _with_symmetries(luck, graph, symmetry, points)
    if knowledge != "none":
        words = _candidates(luck, graph, knowledge == "true")
        claims = attrs.evolve(graph.drawing.claims, candidates=words)
        graph = attrs.evolve(graph, drawing=attrs.evolve(graph.drawing, claims=claims))
    return graph


# ── symmetries ─────────────────────────────────────────────────────────────


def doubled(luck, drawing):
    """Return a drawing with two copies of each node; each move leads to a random copy."""
    size, moves = len(drawing.moves), []
    for row in drawing.moves * 2:
        copied = [(to + luck.choice((0, size)), kept, gain) for to, kept, gain in row]
        moves.append(tuple(luck.sample(copied, len(copied))))
    return ScoredDrawing(tuple(moves), drawing.ends * 2)


def altered(luck, drawing, points, gains):
    """Return a drawing in which one node has another end, or another move; or the same drawing."""
    for _ in range(20):
        node, moves, ends = luck.randrange(len(drawing.moves)), [*drawing.moves], [*drawing.ends]
        if ends[node] is not None:
            ends[node] = points.one(luck)
        else:
            moves[node] = tuple(_altered_row(luck, moves[node], len(moves), points, gains))
        result = ScoredDrawing(tuple(moves), tuple(ends))
        if result != drawing and not gains_on_a_loop(result):
            return result
    return drawing


def _altered_row(luck, row, size, points, gains):
    """Return the moves of a node with one target, turn or gain changed, or one move removed."""
    place, kind = luck.randrange(len(row)), luck.choice(("to", "kept", "gain", "gone"))
    to, kept, gain = row[place]
    if kind == "gone" and len(row) > 1:
        return [*row[:place], *row[place + 1 :]]
    if kind == "kept":
        kept = not kept
    elif kind == "gain" and gains:
        gain = points.one(luck)
    else:
        to = luck.randrange(size)
    return [*row[:place], (to, kept, gain), *row[place + 1 :]]


def gains_on_a_loop(drawing):
    """Return True if a move with a gain lies on a cycle."""
    graph = nx.DiGraph((node, to) for node, row in enumerate(drawing.moves) for to, *_ in row)
    graph.add_nodes_from(range(len(drawing.moves)))
    part = nx.condensation(graph).graph["mapping"]
    return any(
        gain and part[node] == part[to]
        for node, row in enumerate(drawing.moves)
        for to, _, gain in row
    )


def _with_symmetries(luck, graph, symmetry, points):
    """Return a graph with symmetry claims, true or false, perhaps with orbit representatives."""
    drawing, size = graph.drawing, len(graph.drawing.moves)
    if symmetry == "strangers":
        partner = _strangers(luck, size)
        orbit_of = [(min(node, partner[node]), seat) for node in range(size) for seat in (0, 1)]
    else:
        drawing = doubled(luck, drawing)
        orbit_of = [(node % size, seat) for node in range(2 * size) for seat in (0, 1)]
    if symmetry == "players":
        orbit_of = [(node, 0) for node, _ in orbit_of]
    if symmetry == "altered":
        drawing = altered(luck, drawing, points, graph.gains)
    claims = _claims(luck, orbit_of, symmetry == "misnamed")
    return attrs.evolve(
        graph,
        drawing=attrs.evolve(drawing, claims=claims),
        is_true=graph.is_true and not (symmetry == "players" and graph.endless),
    )


def _strangers(luck, size):
    """Return the partner of each node: itself, except for one random pair of nodes."""
    partner, pair = list(range(size)), luck.sample(range(size), min(2, size))
    for node, other in zip(pair, reversed(pair), strict=True):
        partner[node] = other
    return partner


def _claims(luck, orbit_of, is_misnamed):
    """Return claims that the positions of each orbit are symmetric, some with representatives."""
    members = defaultdict(list)
    for code, orbit in enumerate(orbit_of):
        members[orbit].append(code)
    orbits = tuple(tuple(members[orbit]) for orbit in orbit_of)
    names = {orbit: luck.choice(members[orbit]) for orbit in members}
    if is_misnamed:
        names[luck.choice(orbit_of)] = luck.randrange(len(orbit_of))
    is_named = is_misnamed or luck.random() < 0.5
    return Claims(orbits, tuple(names[orbit] for orbit in orbit_of) if is_named else ())


# ── candidates ─────────────────────────────────────────────────────────────


def _candidates(luck, graph, are_true):
    """Return the candidates that an author claims for each position."""
    states = [divmod(code, 2) for code in range(2 * len(graph.drawing.moves))]
    share = 0.6 if are_true else luck.choice((0.1, 0.6))
    return tuple(
        _known(luck, graph, state, are_true)
        if graph.drawing.moves[state[0]] and luck.random() < share
        else None
        for state in states
    )


def _known(luck, graph, state, are_true):
    """Return some moves of a state, or bounds of its score."""
    if luck.random() < 0.3:
        return _bounds(luck, graph.truth[state][0], are_true)
    moves = range(len(graph.drawing.moves[state[0]]))
    listed = luck.sample(moves, luck.randint(1, len(moves)))
    best = graph.best(state)
    if are_true and not best & set(listed):
        listed.insert(luck.randint(0, len(listed)), luck.choice(sorted(best)))
    return tuple(listed)


def _bounds(luck, score, are_true):
    """Return bounds of a score, true or off by some points."""
    apart = luck.choice((0, 0, 1, 3)) if are_true else -luck.choice((1, 1, 2, 5))
    most = min(abs(score) + apart, MOST_POINTS)
    if luck.random() < 0.3 and most >= 0:
        return Bounds(-most, most)
    least, most = max(score - apart, -MOST_POINTS), min(score + apart, MOST_POINTS)
    return luck.choice((Bounds(least), Bounds(at_most=most)))


def with_bad_moves(drawing, luck, most):
    """Return a drawing in which some moves lose many points; no player has to choose them."""
    moves = [list(row) for row in drawing.moves]
    for row in moves:
        kept = [place for place, (_, _, gain) in enumerate(row) if not gain]
        if kept and len(kept) < len(row) and luck.random() < 0.3:
            place = next(place for place, each in enumerate(row) if each[2])
            row[place] = (*row[place][:2], Points.drawn(luck, most).least)
    return ScoredDrawing(tuple(map(tuple, moves)), drawing.ends)
