"""Games with one false claim of their author, which proofs and checks must detect.

Each game is played on a random graph, with cycles and kept turns, plain or compiled. The false
claim is a verdict, a list of candidates without any best move, or a list with illegal or repeated
moves. It concerns a position that the start reaches, half of the time the start itself.
"""

from functools import cache
from random import Random

import attrs
import numpy as np
from numba import njit

from gamesolver import Bounds, CompiledGame, CompiledRules, Game, Outcome, Value, solve
from gamesolver.verdicts import drawn, lost_in, not_lost, not_won, nothing_known, won_in
from tests.support.scale import scaled

NODES, MOVES = 8, 3
PLAIN_GRAPHS, GRAPHS = scaled(240, 940), 60
ENDS = (Value.LOSS, Value.DRAW, Value.WIN)


@attrs.frozen
class Drawing:
    """A random graph with cycles and kept turns, and a claim about one of its nodes."""

    leads: tuple
    ends: tuple
    seats: tuple
    where: int = -1
    stated: object = None
    """Claim about node ``where``; there is none about the others."""


class Walk(Game):
    """Play on a drawing."""

    def __init__(self, drawing):
        self.drawing = drawing

    def start(self):
        return 0

    def moves(self, position):
        return range(len(self.drawing.leads[position]))

    def play(self, position, move):
        return self.drawing.leads[position][move]

    def terminal_value(self, position):
        return None if self.drawing.leads[position] else self.drawing.ends[position]

    def player(self, position):
        return self.drawing.seats[position]

    def candidates(self, position):
        return self.drawing.stated if position == self.drawing.where else None


def drawings(count, chance):
    """Yield drawings with moves at the start, each with a false claim about a reachable node."""
    while count:
        drawing = Drawing(
            tuple(
                tuple(chance.sample(range(NODES), chance.randint(0, MOVES))) for _ in range(NODES)
            ),
            tuple(chance.choice(ENDS) for _ in range(NODES)),
            tuple(chance.randrange(2) for _ in range(NODES)),
        )
        if drawing.leads[0]:
            yield planted(drawing, chance)
            count -= 1


def planted(drawing, chance):
    """Return the drawing with a false claim, half of the time about the start."""
    solution = solve(Walk(drawing))
    reached = [node for node in solution if drawing.leads[node]]
    where = chance.choice((0, chance.choice(reached)))
    words = [false_verdict(solution[where], chance), [MOVES], [0, 0]]
    gets = [as_proved(row.outcome) for row in solution.moves(where)]
    rows = zip(solution.moves(where), gets, strict=True)
    worse = [row.move for row, each in rows if each != as_proved(solution[where])]
    words += [worse] * 3 if worse else []
    return attrs.evolve(drawing, where=where, stated=chance.choice(words))


def as_proved(outcome):
    """Return the part of an outcome that candidates affect: of a draw only the value."""
    return outcome.value if outcome.value is Value.DRAW else outcome


def false_verdict(outcome, chance):
    """Return a verdict that is not true."""
    verdicts = [
        *(Outcome(value, plies) for value in (Value.LOSS, Value.WIN) for plies in (1, 2, 3, 4)),
        Bounds(Value.DRAW, Value.DRAW),
        Bounds(at_least=Value.DRAW),
        Bounds(at_most=Value.DRAW),
    ]
    return chance.choice([each for each in verdicts if not is_true(each, outcome)])


def is_true(verdict, outcome):
    """Return True if the verdict agrees with the outcome."""
    if isinstance(verdict, Outcome):
        return verdict == outcome
    at_least = verdict.at_least is None or outcome.value >= verdict.at_least
    return at_least and (verdict.at_most is None or outcome.value <= verdict.at_most)


def honest(drawing):
    """Return the game without claims."""
    return Walk(attrs.evolve(drawing, where=-1))


def plain_games():
    """Return plain games, each with its drawing."""
    return [(Walk(each), each) for each in drawings(PLAIN_GRAPHS, Random(19))]


def compiled_games():
    """Return compiled games, each with its drawing."""
    return [(CompiledWalk(number), each) for number, each in enumerate(compiled_drawings())]


@cache
def compiled_drawings():
    """Return the drawings of the compiled games."""
    return list(drawings(GRAPHS, Random(20)))


@cache
def compiled_rules():
    """Return rules for all of these drawings, numbered one after another, with their claims."""
    graphs = compiled_drawings()
    counts = np.array([len(each) for graph in graphs for each in graph.leads])
    ends = np.array([int(each) for graph in graphs for each in graph.ends])
    seats = np.array([each for graph in graphs for each in graph.seats])
    leads = np.zeros((GRAPHS * NODES, MOVES), np.uint64)
    words = np.zeros((GRAPHS * NODES, MOVES + 2), np.int64)  # a count or a verdict, then moves
    words[:, 0] = nothing_known()
    for number, graph in enumerate(graphs):
        for node, successors in enumerate(graph.leads):
            leads[number * NODES + node, : len(successors)] = np.add(successors, number * NODES)
        words[number * NODES + graph.where] = in_numbers(graph.stated, number)

    @njit
    def successors(position, moves, positions):
        for move in range(counts[position]):
            moves[move], positions[move] = move, leads[position, move]
        return np.int64(counts[position])

    @njit
    def terminal_code(position):
        return np.int64(2 if counts[position] else ends[position])

    @njit
    def player(position):
        return np.int64(seats[position])

    @njit
    def candidates(position, moves, positions, priorities):
        for each in range(words[position, 0]):
            move = words[position, 1 + each]
            moves[each], priorities[each] = move, 0
            positions[each] = leads[position, move % MOVES]
        return np.int64(words[position, 0])

    return CompiledRules(successors, terminal_code, MOVES, player=player, candidates=candidates)


def in_numbers(stated, number):
    """Return the claim as ``candidates`` writes it; for odd numbers illegal moves come last."""
    if isinstance(stated, list):
        listed = range(MOVES + 1) if stated == [MOVES] and number % 2 else stated
        return [len(listed), *listed, *[0] * (MOVES + 1 - len(listed))]
    if isinstance(stated, Outcome):
        verdict = won_in if stated.value is Value.WIN else lost_in
        return [verdict(stated.remoteness), *[0] * (MOVES + 1)]
    if stated.at_least is stated.at_most:
        return [drawn(), *[0] * (MOVES + 1)]
    return [not_won() if stated.at_least is None else not_lost(), *[0] * (MOVES + 1)]


@attrs.frozen
class CompiledWalk(CompiledGame):
    """Play on one of the drawings."""

    number: int = 0

    def start(self):
        return self.number * NODES

    @property
    def rules(self):
        return compiled_rules()
