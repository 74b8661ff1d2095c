"""Queries to a solution: look-ups, moves, mainlines, views and ``how``."""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings

from games import ConnectFour, Nim, ScoringHeaps, TicTacToe
from gamesolver import (
    ClosedError,
    Game,
    GameContractError,
    Outcome,
    SolveInfo,
    UnknownPositionError,
    Value,
    explore,
    load,
    solve,
)
from tests.attacks.graph_games import DrawnGame, drawings
from tests.support.scale import scaled


@pytest.fixture(scope="module")
def solution():
    """Solution of tic-tac-toe."""
    return solve(TicTacToe())


def test_every_raw_position_has_the_outcome_of_its_image(solution):
    """Every raw position is known, with the outcome of its canonical position."""
    game = solution.game
    for position in explore(game, fold=False):
        assert position in solution
        assert solution[position] == solution[game.canonical(position)] == solution.get(position)


def test_an_unknown_position_is_a_key_error_with_advice(solution):
    """An unknown position raises a KeyError with the reason and the remedy."""
    board = solution.game.parse("xxx...... x")
    assert board not in solution
    assert solution.get(board) is None
    assert solution.get(board, "nothing") == "nothing"
    with pytest.raises(UnknownPositionError) as caught:
        solution[board]
    assert isinstance(caught.value, KeyError)
    assert caught.value.position == board
    assert str(caught.value) == (
        "unknown position 'xxx...... x': not reachable from the start of TicTacToe(); "
        "solve(game, start=...) solves it"
    )


def test_what_only_looks_like_a_position_is_unknown():
    """A list that sorts into a known position of Nim is not a position, nor is a longer tuple."""
    solution = solve(Nim(heaps=(1, 2)))
    assert (2, 1) in solution
    assert [2, 1] not in solution
    assert (2, 1, 0) not in solution
    assert "21" not in solution
    assert None not in solution


@settings(max_examples=scaled(100, 5_000))
@given(drawings())
def test_the_best_row_has_the_outcome_of_the_position(drawing):
    """Rows are best first, ties in the order of moves, and the first has the position's outcome."""
    game = DrawnGame(drawing)
    solution = solve(game)
    for position in solution:
        rows = solution.moves(position)
        if game.terminal_value(position) is not None:
            assert rows == ()
            continue
        assert rows[0].outcome == solution[position] == max(row.outcome for row in rows)
        assert [row.is_best for row in rows] == [row.outcome == solution[position] for row in rows]
        assert list(rows) == sorted(rows, key=lambda row: (row.outcome, -row.move), reverse=True)
        assert Counter(row.move for row in rows) == Counter(game.moves(position))
        assert solution.best_moves(position) == tuple(row.move for row in rows if row.is_best)
        assert solution.best_move(position) == (rows[0].move if rows else None)


@settings(max_examples=scaled(100, 5_000))
@given(drawings())
def test_a_mainline_is_played_to_the_end(drawing):
    """A line has as many plies as the remoteness, or returns to a position already on it."""
    game = DrawnGame(drawing)
    solution = solve(game)
    for position in solution:
        line = solution.mainline(position)
        assert all(row.is_best for row in line)
        seen, here = [position], position
        for row in line:
            assert row.position == game.play(here, row.move)
            here = row.position
            seen.append(here)
        if solution[position].remoteness is None:
            assert len(set(seen)) == len(seen) - 1
            assert seen[-1] in seen[:-1]
        else:
            assert len(line) == solution[position].remoteness
            assert game.terminal_value(here) is not None


def test_the_start_answers_for_the_game(solution):
    """``outcome``, ``value``, ``remoteness`` and ``score`` are those of the start."""
    assert solution.outcome == solution[solution.start] == Outcome(Value.DRAW, 9)
    assert (solution.value, solution.remoteness, solution.score) == (Value.DRAW, 9, None)
    assert solve(ScoringHeaps()).score == 1
    assert repr(solution) == "<Solution of TicTacToe(): draw in 9, 765 positions>"
    assert solution.mainline() == solution.mainline(solution.start)


def test_a_solution_is_read_by_many_threads(solution):
    """Four threads that query a solution at the same time get equal results."""

    def query(_):
        return [
            (solution[position], solution.moves(position), solution.best_moves(position))
            for position in solution
        ]

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(query, range(4)))
    assert all(answer == answers[0] for answer in answers)


def test_how_shows_seconds_to_three_digits_and_keeps_them_as_they_are():
    """The repr of ``how`` rounds seconds to three digits, and the attribute is exact."""
    spent = {"explore": 0.020332005999989633, "solve": 1234.5678}
    how = SolveInfo("minimax", "it was requested", spent, {})
    assert "seconds={'explore': 0.0203, 'solve': 1230.0}, " in repr(how)
    assert how.seconds == spent


def test_how_states_the_method_and_why():
    """``how`` has the method and the reason for it, with minimax for small games without cycles."""
    how = solve(TicTacToe()).how
    assert (how.method, how.rounds) == ("minimax", ())
    assert how.why == "765 positions with 2270 moves are few, and there is no cycle"
    assert set(how.seconds) == set(how.bytes) == {"explore", "solve", "spot check"}
    solved = solve(TicTacToe(), method="retrograde").how
    assert (solved.method, solved.why) == ("retrograde", "it was requested")
    large = solve(Nim(heaps=(15, 16, 17))).how
    assert large.method == "retrograde"
    assert large.why.endswith("moves are many")


def test_a_game_that_changes_is_reported_so():
    """Rules that change after the solve are a fault of the game, with both positions."""

    class Changing(Nim):
        __slots__ = ()

        def play(self, position, move):
            return (*super().play(position, move), *extra)

    extra = ()
    solution = solve(Changing(heaps=(2,)))
    extra = (7,)
    with pytest.raises(GameContractError) as caught:
        solution.moves((2,))
    assert str(caught.value) == (
        "Changing breaks its contract: position (1, 7), one move after (2,), was not found when "
        "the game was solved; rules must not change"
    )


def test_a_solution_cannot_be_written_on(solution):
    """Attributes of a solution cannot be set."""
    for name in ("game", "how", "outcome"):
        with pytest.raises(AttributeError):
            setattr(solution, name, None)


def test_the_order_of_positions_does_not_depend_on_the_method():
    """Both methods list the same positions in the same order."""
    orders = [list(solve(TicTacToe(), method=method)) for method in ("minimax", "retrograde")]
    assert orders[0] == orders[1] == list(explore(TicTacToe()))


def test_a_game_that_is_over_at_the_start():
    """A game whose start is terminal has one position and no moves."""

    class Over(Game):
        def start(self):
            return "end"

        def moves(self, position):
            raise AssertionError("never asked at the end of play")

        def play(self, position, move):
            raise AssertionError("never asked at the end of play")

        def terminal_value(self, position):
            return Value.DRAW

    for method in ("auto", "minimax", "retrograde"):
        solution = solve(Over(), method=method)
        assert (solution.outcome, len(solution)) == (Outcome(Value.DRAW, 0), 1)
        assert solution.moves("end") == solution.mainline() == ()
        assert solution.verify().ends == 1


@pytest.mark.parametrize("compiled", [False, True])
def test_a_solution_is_a_mapping(compiled):
    """Keys, values and items agree with look-ups, in one order, and with ``dict``."""
    solution = solve(ConnectFour(3, 3, 3) if compiled else Nim(heaps=(1, 2, 2)))
    assert isinstance(solution, Mapping)
    positions = list(solution)
    assert list(solution.keys()) == positions
    assert list(solution.values()) == [solution[position] for position in positions]
    assert list(solution.items()) == [(position, solution[position]) for position in positions]
    assert dict(solution) == {**solution} == dict(solution.items())
    assert len(solution.keys()) == len(solution.values()) == len(solution.items()) == len(positions)
    assert solution.start in solution.keys()  # noqa: SIM118  # tests the view
    assert (solution.start, solution.outcome) in solution.items()
    assert (solution.start, None) not in solution.items()
    assert solution.outcome in solution.values()
    assert None not in solution.values()


def test_views_find_images():
    """A view of the positions contains symmetric positions, as the solution does."""
    solution = solve(Nim(heaps=(1, 2)))
    assert (2, 1) in solution.keys()  # noqa: SIM118  # tests the view
    assert ((2, 1), solution[1, 2]) in solution.items()
    assert ((9, 9), solution[1, 2]) not in solution.items()


@pytest.mark.parametrize("item", [3, None, (1,), (1, 2, 3), "ab", [(1, 2), 3], ([1, 2], 3)])
@pytest.mark.parametrize("compiled", [False, True])
def test_views_do_not_contain_what_is_not_an_entry(item, compiled):
    """``in`` returns False for any object that is not an entry, as in the views of a ``dict``."""
    solution = solve(ConnectFour(3, 3, 3) if compiled else Nim(heaps=(1, 2)))
    assert item not in solution.items()
    assert item not in solution.keys()  # noqa: SIM118  # tests the view
    assert item not in solution.values()
    assert item not in solution
    assert solution.items().isdisjoint([3, None, (1,)])


def test_views_of_a_file_end_when_it_is_closed(tmp_path):
    """A view of a loaded solution raises ClosedError after the file is closed."""
    path = tmp_path / "four.solution"
    solution = solve(ConnectFour(3, 3, 3))
    solution.save(path)
    with load(path) as loaded:
        items, values = loaded.items(), loaded.values()
        assert list(items) == list(solution.items())
        assert list(values) == list(solution.values())
    for view in (items, values):
        with pytest.raises(ClosedError):
            next(iter(view))


def test_solutions_are_equal_only_to_themselves():
    """Two solutions of one game are unequal, so ``==`` never compares all outcomes."""
    one, other = solve(Nim(heaps=(1, 2))), solve(Nim(heaps=(1, 2)))
    assert one == one  # Mapping defines ==, Solution overrides it
    assert one != other
    assert len({one, other}) == 2
    assert dict(one) == dict(other)


def test_moves_of_the_start_need_no_position(solution):
    """``moves``, ``best_moves``, ``best_move`` and ``mainline`` take the start by default."""
    start = solution.start
    assert solution.moves() == solution.moves(start)
    assert solution.best_moves() == solution.best_moves(start)
    assert solution.best_move() == solution.best_move(start)
    assert solution.mainline() == solution.mainline(start)


def test_none_is_not_taken_for_the_start(solution):
    """None is an unknown position, and does not mean the start."""
    for question in (solution.moves, solution.best_moves, solution.best_move):
        with pytest.raises(UnknownPositionError):
            question(None)


class FromNothing(Game[int | None, int]):
    """Game whose terminal position is None."""

    def start(self):
        return 1

    def moves(self, position):
        return [0]

    def play(self, position, move):
        return None

    def terminal_value(self, position):
        return Value.LOSS if position is None else None


def test_none_is_a_position_where_a_game_has_it():
    """In a game with the position None, queries with None refer to that position."""
    solution = solve(FromNothing())
    assert solution.moves(None) == ()
    assert solution.best_move(None) is None
    assert solution.mainline(None) == ()
    assert solution.best_move() == 0
    assert [row.move for row in solution.mainline()] == [0]
