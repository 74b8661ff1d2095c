"""Puzzles: exactly the positions of the definition, with the right solutions."""

import numpy as np
import pytest
from hypothesis import given, settings

from games import ConnectFour, GobbletGobblers, Nim, PongHauKi, TicTacToe
from gamesolver import InvalidArgumentError, Outcome, Value, load, solve
from gamesolver.players import Grade, puzzles
from gamesolver.players import compiled_puzzles as puzzles_reach
from tests.attacks.graph_games import DrawnGame, drawings
from tests.oracles.naive_players import all_puzzles, backs, reached
from tests.support.exported import SOLUTIONS
from tests.support.scale import scaled
from tests.support.small_games import Drawn

BOARD = solve(TicTacToe())
BOOK = puzzles(BOARD, most=None)


def kinds_of(book):
    """Return the positions of a book with their kinds."""
    return {each.position: each.kind for each in book}


@pytest.mark.parametrize(
    "game", [TicTacToe(), TicTacToe(misere=True), PongHauKi(), Nim((2, 3)), ConnectFour(3, 3)]
)
def test_every_puzzle_is_found_and_nothing_else(game):
    """All puzzles of small games are those of the definition, plain and compiled."""
    solution = solve(game)
    assert kinds_of(puzzles(solution, most=None)) == all_puzzles(solution)


@settings(max_examples=scaled(100, 3_000))
@given(drawings())
def test_puzzles_of_drawn_graphs(drawing):
    """With cycles, kept turns and symmetric positions the puzzles are those of the definition."""
    solution = solve(DrawnGame(drawing))
    assert kinds_of(puzzles(solution, most=None)) == all_puzzles(solution)


@pytest.mark.parametrize("kind", SOLUTIONS)
def test_a_loaded_solution_has_the_same_puzzles(kind, path):
    """The file of a plain, enumerated or indexed game gives the same book as memory."""
    solution = solve(SOLUTIONS[kind]())
    solution.save(path)
    book, again = puzzles(solution, most=5), puzzles(load(path, solution.game), most=5)
    assert again.as_json() == book.as_json()
    whole = puzzles(load(path, solution.game), most=None)
    assert kinds_of(whole) == all_puzzles(solution)


@pytest.mark.compiled(why="thousands of positions are too slow in plain Python")
def test_a_numbered_game_with_symmetries_and_loops():
    """All puzzles of a small Gobblet Gobblers are found, on all its 4,000 reachable boards."""
    solution = solve(GobbletGobblers(sizes=1, copies=3))
    assert kinds_of(puzzles(solution, most=None)) == all_puzzles(solution)


@pytest.mark.compiled(why="thousands of positions are too slow in plain Python")
@pytest.mark.parametrize("most", [0, 4, 1 << 11])
def test_what_the_start_reaches_is_found_either_way(most, monkeypatch):
    """Reachability by searching backwards equals that of a forward search, at any step limit."""
    monkeypatch.setattr(puzzles_reach, "MOST_STEPS", most)
    solution = solve(GobbletGobblers(sizes=2, copies=1))
    is_reached = puzzles_reach.Reach(solution.game, solution._table)
    forward, some = reached(solution), list(solution)[::5]
    assert [is_reached(each) for each in some] == [each in forward for each in some]
    assert not all(is_reached(each) for each in solution)


def test_wins_of_some_length():
    """An integer, a range or a set selects wins of these lengths, and no rescues."""
    in_three = [each for each in BOOK if each.kind == "win" and each.plies == 3]
    assert kinds_of(puzzles(BOARD, plies=3)) == kinds_of(in_three)
    longer = [each for each in BOOK if each.kind == "win" and each.plies >= 3]
    assert kinds_of(puzzles(BOARD, plies=range(3, 9))) == kinds_of(longer)
    assert kinds_of(puzzles(BOARD, plies={5, 3})) == kinds_of(longer)
    assert kinds_of(puzzles(BOARD, plies=range(2, 4))) == kinds_of(in_three)


def test_how_many_and_the_seed():
    """Equal seeds give equal books of the requested size, and another seed another book."""
    first, again, other = (puzzles(BOARD, most=20, seed=seed) for seed in (1, 1, 2))
    assert len(first) == len(other) == 20
    assert first.as_json() == again.as_json()
    assert kinds_of(first) != kinds_of(other)
    assert kinds_of(puzzles(BOARD, most=None, seed=3)) == kinds_of(BOOK)


def test_no_two_puzzles_are_images():
    """Every puzzle is a canonical position, and none occurs twice."""
    positions = [each.position for each in BOOK]
    assert len(set(positions)) == len(positions)
    assert all(TicTacToe().canonical(each) == each for each in positions)


def test_the_answers_are_right():
    """Each puzzle has one right move, all best defences, and the outcome of each wrong move."""
    for each in BOOK:
        moves = backs(BOARD, each.position)
        right = [move for move, back in moves.items() if back.value is each.outcome.value]
        assert right == [each.move]
        wrong = {move: back for move, back in moves.items() if move != each.move}
        assert {one.move: one.outcome for one in each.refutations} == wrong
        if each.kind == "win":
            check_tree(each.solution, each.position)
        else:
            assert not each.solution.replies


def check_tree(branch, position):
    """Raise unless a branch is a move of best play, followed by all best replies."""
    game = BOARD.game
    assert game.play(position, branch.move) == branch.position
    assert branch.move in BOARD.best_moves(position)
    replies = [reply.move for reply in branch.replies]
    assert sorted(replies) == sorted(BOARD.best_moves(branch.position))
    for reply in branch.replies:
        check_tree(reply, branch.position)


def test_refutations_are_played_to_their_end():
    """A refutation is a line of best moves that takes as many plies as its outcome says."""
    game = BOARD.game
    for each in BOOK:
        for one in each.refutations:
            here = game.play(each.position, one.move)
            for move in one.line:
                assert move in BOARD.best_moves(here)
                here = game.play(here, move)
            assert game.terminal_value(here) is not None
            assert len(one.line) + 1 == one.outcome.remoteness


@pytest.mark.parametrize("few", [0, 200, 1 << 20], ids="up to {} together".format)
@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(4, 3, 3)], ids=["plain", "compiled"])
def test_the_deepest_are_found_first(game, few, monkeypatch):
    """The deepest puzzles come first, for any number, seed and search parameter."""
    monkeypatch.setattr(puzzles_reach, "FEW", few)
    solution = solve(game)
    depths = [each.plies for each in puzzles(solution, most=None)]
    assert depths == sorted(depths, reverse=True)
    assert depths[0] > 1
    for most in (1, 2, 5, 20):
        for seed in (0, 1):
            found = puzzles(solution, most=most, seed=seed)
            assert [each.plies for each in found] == depths[:most]


def test_the_hardest_come_first():
    """Books are sorted by grade: plies, then failing moves, then the longest refutation."""
    grades = [each.grade for each in BOOK]
    assert grades == sorted(grades, reverse=True)
    for each in BOOK:
        lives = [one.outcome.remoteness for one in each.refutations]
        depth = each.outcome.remoteness if each.kind == "win" else 1
        assert each.grade == Grade(depth, len(lives), max(lives))
    assert not Grade(1, 2, 3) < Grade(1, 2, 3)
    assert Grade(1, 2, 3).__lt__(1) is NotImplemented


def test_a_refutation_may_be_endless():
    """A wrong move into infinite play is graded as the longest-lived."""
    book = puzzles(solve(PongHauKi()), most=None)
    endless = [each for each in book if each.grade.refuted_in is None]
    assert endless
    assert all(
        Outcome(Value.DRAW, None) in {one.outcome for one in each.refutations} for each in endless
    )


def test_progress_counts_what_is_found():
    """The progress callback receives the state of the search and the number of puzzles."""
    received = []
    puzzles(BOARD, most=7, progress=received.append)
    assert received[0].phase == "search"
    assert (received[-1].phase, received[-1].done, received[-1].total) == ("puzzles", 7, 7)


BAD = [
    (
        {"plies": "three"},
        "bad plies 'three': expected a number of plies, or a range or set of them",
    ),
    ({"plies": -1}, "bad plies -1: expected a number of plies, or a range or set of them"),
    ({"plies": 2.5}, "bad plies 2.5: expected a number of plies, or a range or set of them"),
    ({"most": -1}, "bad most -1: expected a number of puzzles from 1 on, or None for all"),
    ({"most": 0}, "bad most 0: expected a number of puzzles from 1 on, or None for all"),
    ({"most": "all"}, "bad most 'all': expected a number of puzzles from 1 on, or None for all"),
    ({"seed": None}, "bad seed None: expected a whole number from 0 on"),
    ({"seed": -1}, "bad seed -1: expected a whole number from 0 on"),
    ({"seed": 1.5}, "bad seed 1.5: expected a whole number from 0 on"),
    (
        {"plies": 2},
        "bad plies 2: expected some in which positions of TicTacToe() are won, in 1, 3, 5 plies",
    ),
    (
        {"plies": ()},
        "bad plies (): expected some in which positions of TicTacToe() are won, in 1, 3, 5 plies",
    ),
]


@pytest.mark.parametrize(("options", "message"), BAD)
def test_bad_options_are_refused(options, message):
    """Invalid numbers of plies, puzzles, and the like are refused before the work begins."""
    with pytest.raises(InvalidArgumentError) as caught:
        puzzles(BOARD, **options)
    assert str(caught.value) == message


def test_without_any_win_no_plies_are_right():
    """In a game without wins a number of plies is refused, and rescues are suggested."""
    drawn = solve(Drawn(first="f"))
    with pytest.raises(InvalidArgumentError) as caught:
        puzzles(drawn, plies=3)
    assert str(caught.value).endswith("are won, in none; leave it out for rescues")
    assert len(puzzles(drawn)) == 0


def test_numbers_of_numpy_are_numbers():
    """Limits, seeds and plies may be NumPy integers."""
    found = puzzles(BOARD, plies=np.int64(3), most=np.int64(4), seed=np.int64(1))
    assert kinds_of(found) == kinds_of(puzzles(BOARD, plies=3, most=4, seed=1))


def test_a_container_that_raises_is_refused():
    """An exception raised by the caller's container is reported in the message."""

    class Odd:
        def __contains__(self, plies):
            raise ZeroDivisionError("no")

        def __repr__(self):
            return "Odd()"

    with pytest.raises(InvalidArgumentError) as caught:
        puzzles(BOARD, plies=Odd())
    assert str(caught.value) == "bad plies Odd(): ZeroDivisionError: no"


@pytest.mark.parametrize("given", [None, TicTacToe(), "tic-tac-toe", object])
def test_only_solutions_have_puzzles(given):
    """Anything but a solution is refused."""
    with pytest.raises(InvalidArgumentError, match="expected a Solution, as solve and load return"):
        puzzles(given)
