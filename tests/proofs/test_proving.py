"""``prove`` agrees with ``solve`` on a position or states less, and never contradicts it."""

from copy import copy
from functools import cache
from random import Random

import numpy as np
import pytest
from numba import njit

from games import ConnectFour, TicTacToe
from gamesolver import (
    Bounds,
    CompiledGame,
    CompiledRules,
    GameContractError,
    InvalidArgumentError,
    NotProvedError,
    Outcome,
    Value,
    find_game,
    prove,
    registered_games,
    solve,
)
from gamesolver.rules.figures import figures_of
from gamesolver.rules.guard import Rules
from gamesolver.verdicts import lost_within, nothing_known, won_within
from tests.attacks.compiled_graphs import WAYS, GraphGame
from tests.attacks.graph_games import DrawnGame, many_drawings
from tests.attacks.symmetric_games import PlainSymmetricGame, SymmetricGame
from tests.oracles.reference import reference
from tests.support.scale import scaled
from tests.support.small_games import Drawn, Heap

LARGEST = 7_000  # positions up to symmetry of a game that is solved here
FEW = 130  # positions; with more, a table of four entries takes too long
TABLES = {True: (64, 1600, None), False: (1000, 25_000, None)}
"""Table sizes in bytes, if a game is compiled or not: four entries, a hundred, the default."""


@cache
def shelf():
    """Return the small library games without scores in which infinite play is a draw."""
    games = [find_game(name)() for name in registered_games() if is_small(name)]
    return [game for game in games if not (Rules(game).is_scored or Rules(game).payoff)]


def is_small(name):
    """Return True if the published number of positions of a game is small."""
    published = [each for each in figures_of(name, find_game(name)) if not each.get("parameters")]
    sizes = [each.get("folded") or each.get("positions") for each in published]
    return any(size and size <= LARGEST for size in sizes)


@cache
def solution_of(game):
    """Return the solution of a library game."""
    return solve(game)


def some_positions(game, solution, number, seed=1):
    """Return the start and some of the solved positions."""
    found = Random(seed).sample(list(solution), min(number, len(solution)))
    return [solution.start, *found]


def assert_holds(bounds, outcome):
    """Check that bounds are true for an outcome."""
    least, most = bounds.at_least, bounds.at_most
    assert least is None or least <= (outcome if isinstance(least, Outcome) else outcome.value)
    assert most is None or (outcome if isinstance(most, Outcome) else outcome.value) <= most


def assert_proved(game, position, solution, **options):
    """Check a proof of a position against the solution: outcome, moves and line."""
    proof, outcome = prove(game, position, **options), solution[position]
    assert (proof.outcome, proof.value) == (outcome, outcome.value)
    assert str(proof.bounds) == str(outcome)
    assert proof.best_moves() == solution.best_moves(position)
    assert proof.best_move() in (proof.best_moves() or (None,))
    known = {row.move: row for row in solution.moves(position)}
    in_order = [row.outcome.preference_key for row in proof.moves()]
    assert in_order == sorted((row.outcome.preference_key for row in known.values()), reverse=True)
    for row in proof.moves():
        solved = known[row.move]
        assert (row.position, row.outcome, row.is_best) == (
            solved.position, solved.outcome, solved.is_best
        )  # fmt: skip
    assert_leads_to_the_end(proof, solution, position)


def assert_leads_to_the_end(proof, solution, position):
    """Check that the line has best moves only, and as many plies as the outcome says."""
    line = proof.mainline()
    here = position
    for row in line:
        assert row.move in solution.best_moves(here)
        assert_holds(row.bounds, solution[here])
        here = row.position
    remoteness = solution[position].remoteness
    assert remoteness is None or len(line) == remoteness


# ── games of the library ────────────────────────────────────────────────────────────────────────


def test_the_shelf_has_games_of_every_kind():
    """There are more than 20 small games, with cycles and without."""
    assert len(shelf()) > 20
    assert {type(game).__name__ for game in shelf()} >= {"PongHauKi", "TicTacToe", "Hexapawn"}


@pytest.mark.parametrize("game", shelf(), ids=lambda game: type(game).__name__)
def test_a_game_of_the_shelf_is_proved_as_it_is_solved(game):
    """The start and some positions are proved as they are solved, with small tables, too."""
    solution = solution_of(game)
    tables = TABLES[isinstance(game, CompiledGame)]
    assert_proved(game, solution.start, solution)
    for position in some_positions(game, solution, 2)[1:]:
        for memory in tables if len(solution) < FEW else tables[2:]:
            assert_proved(game, position, solution, memory=memory)


@pytest.mark.parametrize("game", shelf(), ids=lambda game: type(game).__name__)
def test_who_wins_is_proved_by_itself(game):
    """``exact=False`` proves the value of each position, and the moves that preserve it."""
    solution = solution_of(game)
    for position in some_positions(game, solution, 4):
        proof, outcome = prove(game, position, exact=False), solution[position]
        assert proof.value is outcome.value
        assert_holds(proof.bounds, outcome)
        kept = {row.move for row in solution.moves(position) if row.outcome.value is outcome.value}
        assert set(proof.best_moves()) == kept
        assert {row.move for row in proof.moves() if row.is_best} == kept


@pytest.mark.parametrize("game", shelf(), ids=lambda game: type(game).__name__)
def test_a_question_is_answered_yes_or_no(game):
    """``at_least`` a win, a draw, or an outcome just reached or missed is answered correctly."""
    solution = solution_of(game)
    for position in some_positions(game, solution, scaled(2, 4)):
        outcome = solution[position]
        for queried in (Value.WIN, Value.DRAW, *around(outcome)):
            bounds = prove(game, position, at_least=queried).bounds
            is_so = (outcome if isinstance(queried, Outcome) else outcome.value) >= queried
            assert_holds(bounds, outcome)
            assert answers(bounds, queried) is is_so


def around(outcome):
    """Return a won or lost outcome and the next better one, or nothing for a draw."""
    if outcome.value is Value.DRAW:
        return []
    better = outcome.remoteness - int(outcome.value)
    return [outcome, Outcome(outcome.value, better)] if better > 0 else [outcome]


def answers(bounds, queried):
    """Return the answer that bounds give to a question; ``None`` if they leave it open."""
    least, most = bounds.at_least, bounds.at_most
    if least is not None and worst(least) >= worst(queried):
        return True
    return False if most is not None and best(most) < worst(queried) else None


def worst(bound):
    """Return the sort key of the worst outcome that a bound allows."""
    if isinstance(bound, Outcome):
        return int(bound.value), -int(bound.value) * bound.remoteness if bound.remoteness else 0
    return int(bound), -(1 << 30)


def best(bound):
    """Return the sort key of the best outcome that a bound allows."""
    return worst(bound) if isinstance(bound, Outcome) else (int(bound), 1 << 30)


# ── random graphs ───────────────────────────────────────────────────────────────────────────────


def outcomes_of(drawing):
    """Return the reference outcome of each node."""
    found = reference(drawing.as_dict(), drawing.known())
    return {node: Outcome(Value(value), plies) for node, (value, plies) in found.items()}


def test_random_graphs_are_proved_as_the_reference_has_them():
    """Random graphs with cycles are proved as in the reference, from any root, in any table."""
    for number, drawing in enumerate(many_drawings(scaled(200, 20_000), seed=19)):
        game, known = DrawnGame(drawing, folded=bool(number % 2)), outcomes_of(drawing)
        for root in drawing.roots:
            memory = TABLES[False][number % 3]
            proof = prove(game, (root, number % 2), memory=memory)
            assert proof.outcome == known[root]
            for row in proof.moves():
                kept = row.position[1] == number % 2
                assert row.outcome == known[row.position[0]].backed_up(kept)


@pytest.mark.compiled(why="without a compiler the same search is tried by the plain test")
def test_compiled_random_graphs_are_proved_as_the_reference_has_them():
    """Compiled random graphs are proved as in the reference, in any table."""
    for number, drawing in enumerate(many_drawings(scaled(200, 20_000), seed=20)):
        game = GraphGame(drawing, WAYS[number % 3])
        known = game.expected()
        proof = prove(game, memory=TABLES[True][number // 3 % 3])
        assert proof.outcome == known[game.start()]
        assert all(row.outcome is not None for row in proof.moves())
        if proof.best_move() is not None:
            after = next(row for row in proof.moves() if row.move == proof.best_move())
            assert after.is_best


def test_games_with_symmetries_of_every_kind_are_proved():
    """Games with symmetries in every way of writing them are proved as in the reference."""
    for seed in range(scaled(60, 2_000)):
        for game in (SymmetricGame(seed), PlainSymmetricGame(seed)):
            assert prove(game).outcome == game.expected()[game.start()]


def test_whichever_position_is_queried_first_the_example_of_a_wrong_winner_is_right():
    """In a game with cycles every position has its right winner if it is queried first."""
    solution = solve(Drawn())
    for position in solution:
        proof = prove(Drawn(), position)
        assert proof.outcome == solution[position]
        for row in proof.moves():
            assert prove(Drawn(), row.position).outcome == solution[row.position]


# ── stopped ─────────────────────────────────────────────────────────────────────────────────────


def test_without_seconds_nothing_is_known_and_nothing_guessed():
    """Without any time nothing is known of the position or its moves, and the error says why."""
    proof = prove(TicTacToe(), seconds=0)
    assert (proof.outcome, proof.value, proof.bounds) == (None, None, Bounds())
    assert repr(proof) == "<Proof of TicTacToe(): nothing is known; the time limit was reached>"
    assert [row.is_best for row in proof.moves()] == [None] * 9
    with pytest.raises(NotProvedError) as caught:
        proof.best_moves()
    assert str(caught.value) == (
        "not all best moves are proved in position '.........': the time limit was reached; "
        "call again to resume"
    )
    assert caught.value.position == TicTacToe().start()


def test_a_line_states_what_stopped_it():
    """A line that runs out of time has the plies known by then, and the reason."""
    proof = prove(TicTacToe(), seconds=0)
    line = proof.mainline()
    assert (line, line.stopped) == ((), "the time limit was reached")
    assert repr(line) == "<a line of 0 plies from '.........': the time limit was reached>"
    with proof.within(60):
        move = proof.best_move()
    line = proof.mainline()
    assert ([row.move for row in line], line.stopped) == ([move], "the time limit was reached")
    assert repr(line) == f"<a line of 1 ply from '.........': {move}; the time limit was reached>"
    assert copy(line).stopped == line.stopped
    with proof.within(60):
        whole = proof.mainline()
    assert (len(whole), whole.stopped) == (9, "")
    assert repr(whole).endswith(f", {whole[-1].move}>")


def test_a_line_that_a_person_interrupts_states_so():
    """A line that is interrupted has the plies known by then, and the reason."""
    game = Interrupted(0)  # never interrupted
    proof = prove(game)
    game.patience[0] = 100
    line = proof.mainline()
    assert line.stopped == "it was interrupted"
    assert line == proof.mainline()[: len(line)]
    assert len(line) < len(proof.mainline()) == 9


class Interrupted(TicTacToe):
    """Tic-tac-toe that raises KeyboardInterrupt once, after the given number of calls."""

    def __init__(self, patience):
        super().__init__()
        object.__setattr__(self, "patience", [patience])

    def terminal_value(self, position):
        self.patience[0] -= 1
        if not self.patience[0]:
            raise KeyboardInterrupt
        return super().terminal_value(position)


def test_interrupted_wherever_it_is_it_states_what_holds():
    """After an interruption at any call the bounds hold, and ``moves`` resumes the proof."""
    solution = solve(TicTacToe())
    for patience in range(20, 2_000, 331):
        proof = prove(Interrupted(patience))
        assert proof.how.stopped == "it was interrupted"
        assert_holds(proof.bounds, solution.outcome)
        assert {row.outcome for row in proof.moves()} == {solution.outcome}


@pytest.mark.compiled(why="the search is left by the clock, which is for compiled code")
def test_a_compiled_search_is_interrupted_between_its_parts():
    """A search that its progress callback interrupts keeps its results and is resumed."""
    received = []

    def stop(news):
        received.append(news)
        if news.phase != "compile":
            raise KeyboardInterrupt

    game = ConnectFour(width=4, height=4)
    game.rules.calls.hand_over()
    proof = prove(game, exact=False, progress=stop)
    phases = [each.phase for each in received]
    assert phases[-1] == "prove"
    assert set(phases[:-1]) == {"compile"}
    assert received[-1].things == "positions"
    assert_holds(proof.bounds, Outcome(Value.DRAW, 16))
    assert proof.how.stopped == "it was interrupted"
    assert {row.bounds.value for row in proof.moves()} == {Value.DRAW}


def test_a_proof_that_is_compiled_reports_compilation_before_it_calls_the_rules():
    """A compiled proof reports the phase of compilation before it calls the rules."""
    events = []

    class Reported(ConnectFour):
        def start(self):
            events.append("start")
            return super().start()

    game = Reported(3, 3, 3)
    game.rules.calls.hand_over()
    prove(game, exact=False, progress=lambda news: events.append(news.phase))
    assert events[0] == "compile"
    assert "start" in events[1 : events.index("prove")]


def test_a_proof_goes_on_where_it_was_stopped():
    """A proof that is resumed again and again with little time resolves all rows."""
    game = find_game("three-mens-morris")()
    proof, calls = prove(game, seconds=0.02, exact=False), 1
    while any(row.bounds.value is None for row in proof.moves()):
        calls += 1
        assert calls < 1_000
    assert proof.best_moves()
    assert proof.value is solve(game).value


# ── refused arguments ───────────────────────────────────────────────────────────────────────────


def refused(*arguments, error=InvalidArgumentError, **options):
    """Return the message of a call that is refused."""
    with pytest.raises(error) as caught:
        prove(*arguments, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"at_least": "win"}, "bad at_least 'win': expected Value.WIN, Value.DRAW or an Outcome"),
        (
            {"at_least": Value.LOSS},
            "bad at_least Value.LOSS: expected Value.WIN, Value.DRAW or an Outcome",
        ),
        ({"exact": 1}, "bad exact 1: expected True or False"),
        ({"seconds": -1}, "bad seconds -1: expected a number, 0 or more"),
        ({"seconds": float("nan")}, "bad seconds nan: expected a number, 0 or more"),
        ({"seconds": True}, "bad seconds True: expected a number, 0 or more"),
        (
            {"memory": 999},
            "bad memory 999: expected 1000 bytes at least, for a table of 4 positions",
        ),
        (
            {"position": 7},
            "bad position 7 in position=...: expected a position of TicTacToe(); "
            "symmetries(7) raised TypeError: 'int' object is not subscriptable",
        ),
        (
            {"position": []},
            "bad position [] in position=...: expected a hashable one",
        ),
        (
            {"progress": 3},
            "bad progress 3: expected True, a callable that takes a Progress, or None",
        ),
    ],
)
def test_what_cannot_be_queried_is_refused_in_words(options, message):
    """A refusal names the bad value and what was expected."""
    assert refused(TicTacToe(), **options) == message


def test_a_proof_queried_about_a_foreign_position_states_so():
    """A proof refuses a query about a foreign position as ``prove`` does."""
    with pytest.raises(
        InvalidArgumentError, match=r"bad position 7 in position=\.\.\.: expected a"
    ):
        prove(TicTacToe()).moves(7)


def test_what_is_no_game_is_refused():
    """A class in place of a game is refused."""
    assert refused(TicTacToe).startswith("expected a Game, got <class 'games.tictactoe.TicTacToe'>")


def test_where_play_has_ended_the_value_is_stated_at_once():
    """A terminal position has its outcome at once, and no moves and no line."""
    game = TicTacToe()
    for text, outcome in (("xxxoo....", (Value.LOSS, 0)), ("xoxxoxoxo", (Value.DRAW, 0))):
        proof = prove(game, game.parse(text), seconds=0)
        assert proof.outcome == Outcome(*outcome)
        assert (proof.best_move(), proof.best_moves(), proof.moves()) == (None, (), ())
        assert (proof.mainline(), proof.mainline().stopped) == ((), "")
        assert repr(proof.mainline()) == f"<a line of 0 plies from '{text}': play has ended>"
        assert proof.how.visited == 0


# ── errors of authors ───────────────────────────────────────────────────────────────────────────


class Knowing(Heap):
    """Heap whose author states something about each position."""

    verdict = None

    def candidates(self, position):
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return self.verdict


def knowing(verdict):
    """Return a game whose author states the given verdict."""
    return type("Knowing", (Knowing,), {"verdict": verdict})()


@pytest.mark.parametrize(
    ("verdict", "message"),
    [
        (ValueError("no idea"), "candidates(3) raised ValueError: no idea"),
        (
            (),
            "candidates(3) gives no move: expected at least one, a verdict, or None if nothing "
            "is known",
        ),
        ((1, 9), "candidates(3) gives 9: expected legal moves alone"),
        (7, "candidates(3) returned 7: expected moves, an Outcome, Bounds or None"),
        (2.5, "candidates(3) returned 2.5: expected moves, an Outcome, Bounds or None"),
        (
            (Bounds(at_most=Value.LOSS), [1, 2]),
            "candidates(3) gives Bounds(at_least=None, at_most=Value.LOSS) among moves: expected "
            "moves alone, or an Outcome or Bounds in their place",
        ),
        (
            ([1, 2], Outcome(Value.WIN, 3)),
            "candidates(3) gives Outcome(Value.WIN, 3) among moves: expected moves alone, or an "
            "Outcome or Bounds in their place",
        ),
        (
            (1, Value.WIN),
            "candidates(3) gives Value.WIN among moves: expected moves alone, or an Outcome or "
            "Bounds in their place",
        ),
        ([[1, 2]], "candidates(3) gives [1, 2] as a move: expected each move by itself"),
        ("win", "candidates(3) returned 'win': expected moves, an Outcome, Bounds or None"),
        (
            Value.WIN,
            "candidates(3) returned Value.WIN: expected moves, an Outcome, Bounds or None",
        ),
    ],
    ids=[
        "raises",
        "none",
        "illegal",
        "no moves",
        "a number",
        "a pair",
        "a pair turned round",
        "a value in a list",
        "a list in a list",
        "a text",
        "a value",
    ],
)
def test_an_authors_fault_in_candidates_is_reported(verdict, message):
    """An error of ``candidates`` is reported with the game, the position and the value."""
    error = refused(knowing(verdict), error=GameContractError)
    assert error == f"Knowing breaks its contract: {message}"


def test_what_the_author_knows_is_taken():
    """Candidates may be moves, outcomes or bounds: a heap of three is proved to be lost."""
    for verdict in ((2, 1), (1,), Outcome(Value.LOSS, 2), Bounds(at_most=Value.LOSS), None):
        game = type("Knowing", (AtThree,), {"verdict": verdict})()
        proof = prove(game)
        assert proof.value is Value.LOSS
        assert_holds(proof.bounds, solve(Heap()).outcome)


class AtThree(Knowing):
    """Variant whose author states something about a heap of three only."""

    def candidates(self, position):
        return self.verdict if position == 3 else None


LEFT_OUT = 3  # not on the line of play that is tried before a proof: 5, 4, 2, 1


def overlong(position, moves, positions, priorities):
    """List more moves than the buffer has room for."""
    for place in range(3):
        moves[place], positions[place], priorities[place] = 1, position - np.uint64(1), 0
    return np.int64(3)


def overlong_later(position, moves, positions, priorities):
    """List too many moves at the position that is not on the line tried first."""
    if position == LEFT_OUT:
        return overlong_here(position, moves, positions, priorities)
    return nothing_known()


overlong_here = njit(overlong)


def miscounted(position, moves, positions, priorities):
    """Return an impossible count."""
    return np.int64(0)


def a_heap(position, moves, positions):
    """List the moves, which take one or two."""
    for place in range(min(2, np.int64(position))):
        moves[place], positions[place] = place + 1, position - np.uint64(place + 1)
    return np.int64(min(2, np.int64(position)))


def empty(position):
    """Return a loss for the player to move if the heap is empty."""
    return np.int64(-1 if position == 0 else 2)


def within(position, moves, positions, priorities):
    """Return the winner, with at most as many plies as there are counters."""
    plies = np.int64(position)
    return lost_within(plies) if plies % 3 == 0 else won_within(plies)


def compiled_heap(candidates):
    """Return a compiled heap with the given candidates."""
    rules = CompiledRules(njit(a_heap), njit(empty), max_moves=2, candidates=njit(candidates))
    return type("CompiledHeap", (CompiledGame,), {"rules": rules, "start": lambda self: 5})()


def test_who_wins_may_be_known_and_not_how_soon():
    """A win within a number of plies gives the winner at once, but not the number of plies."""
    game = compiled_heap(within)
    verdict = [game.candidates(position) for position in (5, 3)]
    assert verdict == [Bounds(Outcome(Value.WIN, 5)), Bounds(at_most=Outcome(Value.LOSS, 3))]
    proof = prove(game, exact=False)
    assert (proof.value, proof.how.visited) == (Value.WIN, 1)
    assert proof.verify().bounds.value is Value.WIN
    assert str(prove(game).outcome) == "win in 3"


@pytest.mark.parametrize(
    ("candidates", "message"),
    [
        (
            overlong,
            "CompiledHeap breaks its contract: candidates(5) wrote beyond its buffer: expected at "
            "most max_moves, which is 2",
        ),
        (
            overlong_later,
            "CompiledHeap breaks its contract: its rules wrote beyond a buffer: expected at most "
            "max_moves moves of any position, max_symmetries symmetric positions and "
            "max_predecessors predecessors",
        ),
        (
            miscounted,
            "CompiledHeap breaks its contract: candidates(5) returned 0: expected a count from "
            "1 to max_moves, which is 2, or a verdict of gamesolver.verdicts",
        ),
    ],
    ids=["overlong", "overlong later", "miscounted"],
)
def test_compiled_candidates_that_break_their_bounds_are_reported(candidates, message):
    """A write beyond the buffers or an impossible count is a contract error."""
    error = refused(compiled_heap(candidates), error=GameContractError)
    assert error == message
