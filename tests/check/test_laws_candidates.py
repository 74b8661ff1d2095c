"""The law of candidates: what an author says of moves worth trying, held against the game."""

# ruff: noqa: D103  # a chafing game is named for what it does wrong

from functools import cache
from random import Random

import attrs
import numpy as np
import pytest
from numba import njit

from gamesolver import (
    Bounds,
    CompiledGame,
    CompiledRules,
    Game,
    GameContractError,
    GameSolverError,
    Outcome,
    Value,
    check_game,
    prove,
    solve,
)
from gamesolver.verdicts import drawn, lost_in, not_lost, not_won, nothing_known, won_in
from tests.support.chafing import each_row, refusal
from tests.support.chafing_compiled import Bits, TwinBits, spoilt
from tests.support.small_games import Heap

# ── each way to break it ────────────────────────────────────────────────────────────────────────


class Knows(Heap):
    """A countdown from 3 by one or two; who cannot move has lost."""

    said = None

    def moves(self, position):
        return [take for take in (1, 2) if take <= position]

    def play(self, position, move):
        return position - move

    def candidates(self, position):
        return self.said


def knows(said):
    """A game whose author says the same of every position."""
    return type("Says", (Knows,), {"said": said, "__doc__": "It says the same everywhere."})


@njit
def leads_astray(position, moves, positions, ranks):
    moves[0], positions[0], ranks[0] = 0, np.uint64(5), 0
    return np.int64(1) if position == 0 else nothing_known()


@njit
def lists_too_many(position, moves, positions, ranks):
    for each in range(4):
        moves[each], positions[each], ranks[each] = each, position, 0
    return np.int64(4)


PLAIN = [
    (knows([7]), "candidates", "candidates(3) gives 7: legal moves are 1, 2"),
    (knows([1, 1]), "candidates", "candidates(3) gives 1 twice: expected each move once"),
    (knows([]), "candidates", "candidates(3) gives no move: expected one, a verdict, or None"),
    (
        knows(Outcome(Value.WIN, 1)),
        "candidates",
        "candidates(3) says win in 1: expected what is true of a loss in 2",
    ),
    (
        knows([1]),
        "candidates",
        "candidates(2) leaves out every best move: expected one of 2 (win in 1)",
    ),
]
COMPILED = [
    (
        spoilt("Astray", TwinBits, candidates=leads_astray),
        "candidates",
        "candidates('...') leads by move 0 to '#.#': expected '#..', as successors says",
    ),
]
CHAFING = PLAIN + COMPILED


@each_row(PLAIN)
def test_each_way_to_break_it_is_found(make, law, message):
    """A false word is refused with one fault, in the documented words."""
    assert refusal(make()) == (message, [(law, message)])


@pytest.mark.compiled
@each_row(COMPILED)
def test_compiled_candidates_lead_where_moves_lead(make, law, message):
    """A next position beside a candidate is the one that the move leads to."""
    assert refusal(make()) == (message, [(law, message)])


@pytest.mark.compiled
def test_more_candidates_than_moves_are_out_of_bounds():
    """More than ``max_moves`` are refused before anything else is believed."""
    message, faults = refusal(spoilt("Many", Bits, candidates=lists_too_many)())
    assert [law for law, _ in faults] == ["bounds"]
    assert "candidates(0)" in message


@pytest.mark.parametrize(
    "said", [None, Bounds(), Bounds(at_least=Value.LOSS), Bounds(at_most=Value.WIN)], ids=str
)
def test_true_words_are_no_faults(said):
    """Nothing, and a bound that holds everywhere, break no law; and it is among those tried."""
    assert "candidates" in check_game(knows(said)()).laws


def test_a_generator_is_as_good_as_a_list():
    """Candidates may come one by one."""

    class OneByOne(Knows):
        def candidates(self, position):
            yield from self.moves(position)

    assert "candidates" in check_game(OneByOne()).laws


def test_of_a_larger_game_the_report_says_that_it_does_not_know():
    """Where not all positions are looked at, the law is noted and not said to hold."""
    report = check_game(knows(None)(50), most=10, walks=1)
    assert "candidates" not in report.laws
    assert [note.about for note in report.notes] == ["candidates"]


# ── a thousand false words ──────────────────────────────────────────────────────────────────────

NODES, MOVES = 8, 3
PLAIN_GRAPHS, GRAPHS = 940, 60
CHANGED = 0.2  # of them, at least
ENDS = (Value.LOSS, Value.DRAW, Value.WIN)


@attrs.frozen
class Drawing:
    """A graph drawn at random, with loops and kept turns, and what is said of its nodes."""

    leads: tuple
    ends: tuple
    seats: tuple
    where: int = -1
    said: object = None
    """What is said of node ``where``; of all others nothing."""


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
        return self.drawing.said if position == self.drawing.where else None


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
    """The same with a false word: at the start, every other time."""
    solution = solve(Walk(drawing))
    reached = [node for node in solution if drawing.leads[node]]
    where = chance.choice((0, chance.choice(reached)))
    words = [false_verdict(solution[where], chance), [MOVES], [0, 0]]
    gets = [as_proved(row.outcome) for row in solution.moves(where)]
    rows = zip(solution.moves(where), gets, strict=True)
    worse = [row.move for row, each in rows if each != as_proved(solution[where])]
    words += [worse] * 3 if worse else []
    return attrs.evolve(drawing, where=where, said=chance.choice(words))


def as_proved(outcome):
    """An outcome as far as candidates bear on it: of a draw, the value."""
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
    """Whether it is."""
    if isinstance(verdict, Outcome):
        return verdict == outcome
    at_least = verdict.at_least is None or outcome.value >= verdict.at_least
    return at_least and (verdict.at_most is None or outcome.value <= verdict.at_most)


def changes_a_proof(game, drawing):
    """Whether a proof names another winner, or breaks off."""
    honest = Walk(attrs.evolve(drawing, where=-1))
    try:
        return prove(game, exact=False, memory=10_000).value is not prove(honest).value
    except GameSolverError:
        return True


def assert_caught(games):
    """Every game is refused for its candidates, and a fifth of them would change a proof."""
    for game, _ in games:
        with pytest.raises(GameContractError) as caught:
            check_game(game, laws=["candidates"])
        assert caught.value.faults[0].law in ("candidates", "bounds")
    changed = sum(changes_a_proof(game, drawing) for game, drawing in games)
    print(f"{changed} of {len(games)} false words change an answer")  # noqa: T201  # pytest -s
    assert changed >= CHANGED * len(games)


def test_false_words_are_found_in_plain_games():
    """Each is caught, on graphs with loops and kept turns."""
    assert_caught([(Walk(each), each) for each in drawings(PLAIN_GRAPHS, Random(19))])


@cache
def compiled_drawings():
    """Those whose words are compiled."""
    return list(drawings(GRAPHS, Random(20)))


@cache
def compiled_rules():
    """The rules of all of them, one after the other, with what is said of them."""
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
        words[number * NODES + graph.where] = in_numbers(graph.said, number)

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
    def candidates(position, moves, positions, ranks):
        for each in range(words[position, 0]):
            move = words[position, 1 + each]
            moves[each], ranks[each] = move, 0
            positions[each] = leads[position, move % MOVES]
        return np.int64(words[position, 0])

    return CompiledRules(successors, terminal_code, MOVES, player=player, candidates=candidates)


def in_numbers(said, number):
    """What is said, as ``candidates`` writes it; every other illegal move is one too many."""
    if isinstance(said, list):
        listed = range(MOVES + 1) if said == [MOVES] and number % 2 else said
        return [len(listed), *listed, *[0] * (MOVES + 1 - len(listed))]
    if isinstance(said, Outcome):
        verdict = won_in if said.value is Value.WIN else lost_in
        return [verdict(said.remoteness), *[0] * (MOVES + 1)]
    if said.at_least is said.at_most:
        return [drawn(), *[0] * (MOVES + 1)]
    return [not_won() if said.at_least is None else not_lost(), *[0] * (MOVES + 1)]


@attrs.frozen
class CompiledWalk(CompiledGame):
    """Play on one of the drawings."""

    number: int = 0

    def start(self):
        return self.number * NODES

    @property
    def rules(self):
        return compiled_rules()


@pytest.mark.compiled
def test_false_words_are_found_in_compiled_games():
    """Each is caught, more moves than there may be among them."""
    drawn_ones = enumerate(compiled_drawings())
    assert_caught([(CompiledWalk(number), each) for number, each in drawn_ones])
