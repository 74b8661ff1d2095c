"""Games at one position of which their author states something false, for all to find it out.

Each is played on a graph drawn at random, with cycles and kept turns, plain or compiled. The false
word is a verdict, moves that leave out every best one, or moves that are none; it stands at a
position that the start reaches, every other time at the start itself.
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
    """A graph drawn at random, with cycles and kept turns, and what is stated of its nodes."""

    leads: tuple
    ends: tuple
    seats: tuple
    where: int = -1
    stated: object = None
    """What is stated of node ``where``; of all others nothing."""


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
    """Drawings whose start is no end, each with a false word at a node that the start reaches."""
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
    """Game with a false claim: at the start, every other time."""
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
    """An outcome to the extent that candidates bear on it: of a draw, the value."""
    return outcome.value if outcome.value is Value.DRAW else outcome


def false_verdict(outcome, chance):
    """A verdict that is not true."""
    verdicts = [
        *(Outcome(value, plies) for value in (Value.LOSS, Value.WIN) for plies in (1, 2, 3, 4)),
        Bounds(Value.DRAW, Value.DRAW),
        Bounds(at_least=Value.DRAW),
        Bounds(at_most=Value.DRAW),
    ]
    return chance.choice([each for each in verdicts if not is_true(each, outcome)])


def is_true(verdict, outcome):
    """Return True if it is."""
    if isinstance(verdict, Outcome):
        return verdict == outcome
    at_least = verdict.at_least is None or outcome.value >= verdict.at_least
    return at_least and (verdict.at_most is None or outcome.value <= verdict.at_most)


def honest(drawing):
    """Game whose author claims nothing."""
    return Walk(attrs.evolve(drawing, where=-1))


def plain_games():
    """Plain games, each with its drawing."""
    return [(Walk(each), each) for each in drawings(PLAIN_GRAPHS, Random(19))]


def compiled_games():
    """Compiled games, each with its drawing."""
    return [(CompiledWalk(number), each) for number, each in enumerate(compiled_drawings())]


@cache
def compiled_drawings():
    """Games whose claims are compiled."""
    return list(drawings(GRAPHS, Random(20)))


@cache
def compiled_rules():
    """The rules of all of them, one after the other, with what is stated of them."""
    graphs = compiled_drawings()
    counts = np.array([len(each) for graph in graphs for each in graph.leads])
    ends = np.array([int(each) for graph in graphs for each in graph.ends])
    seats = np.array([each for graph in graphs for each in graph.seats])
    leads = np.zeros((GRAPHS * NODES, MOVES), np.uint64)
    words = np.zeros((GRAPHS * NODES, MOVES + 2), np.int64)  # how many, or a verdict; and moves
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
    """Return the statement as ``candidates`` writes it; every second illegal move is added."""
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
