"""Strategies: they keep their promise against every reply, and none is smaller."""

import json
import sys

import pytest
from hypothesis import given, settings

from games import (
    ConnectFour,
    Dodgem,
    GobbletGobblers,
    Hexapawn,
    Nim,
    PongHauKi,
    Subtraction,
    ThreeMensMorris,
    TicTacToe,
)
from gamesolver import (
    InvalidArgumentError,
    SizeLimitError,
    UnknownPositionError,
    Value,
    load,
    solve,
)
from gamesolver.players import strategy
from tests.attacks.graph_games import DrawnGame, drawings
from tests.oracles.naive_players import fewest_positions, keeps, met_by, seat_to_move
from tests.support.scale import scaled

BOARD = solve(TicTacToe())
GAMES = [
    TicTacToe(misere=True),
    Subtraction(),
    PongHauKi(),
    Hexapawn(3, 4),
    ThreeMensMorris(),
    ConnectFour(3, 3),
    TicTacToe(),
    Nim((2, 3, 4)),
    Hexapawn(3, 3),
]


@pytest.fixture(scope="module")
def crosses():
    """Strategy of tic-tac-toe for x, with the fewest positions."""
    return strategy(BOARD, 0)


def promised(solution, seat):
    """Return the value of the start for one player."""
    return solution.value if seat_to_move(solution, solution.start, 0) == seat else -solution.value


def check(solution, seat, found):
    """Check that a strategy keeps the value of the start against every reply."""
    value = promised(solution, seat)
    assert found.value is value
    if value is Value.LOSS:
        assert len(found) == found.at_least == 0
        return
    queried, ends = met_by(found, solution, seat)
    assert keeps(value, ends)
    assert {solution.game.canonical(each) for each in queried} <= set(found.choices)
    assert found.at_least <= len(found)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_strategy_keeps_its_promise(game, seat):
    """A strategy played against every reply keeps the value of the start."""
    solution = solve(game)
    check(solution, seat, strategy(solution, seat, seconds=2))


@settings(max_examples=scaled(100, 3_000))
@given(drawings())
def test_strategies_of_drawn_graphs(drawing):
    """Strategies of random graphs keep their promise for both players, with cycles, too."""
    solution = solve(DrawnGame(drawing))
    for seat in (0, 1):
        check(solution, seat, strategy(solution, seat))


@settings(max_examples=scaled(80, 1_500))
@given(drawings(most_nodes=6))
def test_no_strategy_is_smaller(drawing):
    """Trying all choices finds no strategy with fewer positions."""
    solution = solve(DrawnGame(drawing))
    for seat in (0, 1):
        found = strategy(solution, seat)
        assert found.is_smallest
        if found.value is not Value.LOSS:
            assert len(found) == fewest_positions(solution, seat, found.value)


@pytest.mark.parametrize(
    "game", [Nim((1, 2)), Nim((2, 2)), Subtraction(heap=7), PongHauKi(), Hexapawn(3, 3)]
)
def test_no_strategy_of_a_small_game_is_smaller(game):
    """No strategy of a small real game has fewer positions."""
    solution = solve(game)
    for seat in (0, 1):
        found = strategy(solution, seat)
        if found.value is not Value.LOSS:
            assert len(found) == fewest_positions(solution, seat, found.value)


def test_the_fewest_positions_of_tic_tac_toe(crosses):
    """The strategies of tic-tac-toe have 22 and 71 positions, proved minimal by HiGHS."""
    noughts = strategy(BOARD, 1)
    assert (len(crosses), crosses.at_least, crosses.is_smallest) == (22, 22, True)
    assert (len(noughts), noughts.at_least, noughts.is_smallest) == (71, 71, True)


def test_a_won_start_with_loops_is_brought_to_an_end():
    """A strategy for Dodgem, a won game with cycles, ends play, even if not proved smallest."""
    solution = solve(Dodgem())
    found = strategy(solution, 0, seconds=0.01)
    check(solution, 0, found)
    assert not found.is_smallest
    assert "at least" in found.title


def test_images_are_answered_alike(crosses):
    """Each symmetric image of a position in the table gets the move to the same orbit."""
    game = BOARD.game
    for entry in crosses.entries:
        target = game.canonical(game.play(entry.position, entry.move))
        for image in game.symmetries(entry.position):
            assert game.canonical(game.play(image, crosses(image))) == target


def test_what_is_not_in_the_table(crosses):
    """Off the table all moves are returned; terminal and unknown positions are refused."""
    away = BOARD.game.parse("xo.......")
    assert crosses(away) == list(BOARD.game.moves(away)) == [2, 3, 4, 5, 6, 7, 8]
    with pytest.raises(InvalidArgumentError) as caught:
        crosses(BOARD.game.parse("xxxoo...."))
    assert str(caught.value) == (
        "play has ended in position 'xxxoo....': expected a position that is not terminal"
    )
    with pytest.raises(UnknownPositionError):
        crosses("banana")


def test_a_loaded_solution_has_the_same_strategy(path, crosses):
    """A loaded solution gives the same table."""
    BOARD.save(path)
    assert strategy(load(path)).as_json() == crosses.as_json()


@pytest.mark.compiled(why="thousands of positions are too slow in plain Python")
def test_a_compiled_game_with_loops():
    """In an indexed game with cycles a strategy holds an endless draw."""
    solution = solve(GobbletGobblers(sizes=1, copies=3))
    found = strategy(solution, 1, seconds=1)
    queried, ends = met_by(found, solution, 1)
    assert keeps(Value.DRAW, ends)
    assert {solution.game.canonical(each) for each in queried} <= set(found.choices)


def test_a_start_that_has_ended_needs_none():
    """A start where play has ended needs no positions."""
    solution = solve(Nim((0, 0)))
    assert [len(strategy(solution, seat)) for seat in (0, 1)] == [0, 0]


def test_the_page(crosses):
    """The page marks the move on every board of the table, and shows eight equivalent boards."""
    text = crosses.as_html()
    assert text.count("<svg") == len(crosses) + 8
    assert "These 8 positions are equivalent by symmetry" in text
    figures = text.split("<figure>")[1:]
    assert all(figure.count('<a class="shown">') == 1 for figure in figures)
    for entry, figure in zip(crosses.entries, figures, strict=False):
        assert f">{entry.move}</text>" in figure.split('<a class="shown">')[1].split("</a>")[0]


def test_the_texts(crosses):
    """The text has a title, instructions, and boards with their moves, and JSON has the same."""
    text = crosses.as_text()
    assert text.startswith("x draws with 22 positions, the fewest there can be\nFind the position")
    assert text.split("\n")[4].startswith("4 ")
    assert max(map(len, text.split("\n"))) <= 80
    data = json.loads(crosses.as_json())
    assert (data["seat"], data["player"], data["value"]) == (0, "x", "draw")
    assert data["size"] == data["at_least"] == 22
    table = [(BOARD.game.parse(each["position"]), int(each["move"])) for each in data["positions"]]
    assert table == [(entry.position, entry.move) for entry in crosses.entries]


def test_a_lost_start():
    """A losing player needs no strategy, and the text and the page say so."""
    lost = strategy(solve(Nim((1, 1))))
    assert lost.title == "the player who moves first loses, and needs no strategy"
    assert lost.as_text() == "The player who moves first loses, and needs no strategy\n"
    assert "<figure" not in lost.as_html()
    assert lost((1, 1)) == [(0, 1), (1, 1)]


def test_without_symmetries_the_position_itself_is_looked_for():
    """The text of a game without symmetries does not mention symmetry."""
    text = strategy(solve(Subtraction(heap=5))).as_text()
    assert "symmetry" not in text
    assert "Find the position, and play the move that is given with it." in text


def test_too_many_positions_are_refused():
    """A strategy of more than ``limit`` positions is refused, with advice."""
    with pytest.raises(SizeLimitError) as caught:
        strategy(BOARD, limit=20)
    assert str(caught.value) == (
        "a strategy for TicTacToe() requires a choice from more than 20 positions; limit=... "
        "allows more, solve(game, start=...) makes it smaller"
    )
    assert caught.value.limit == 20


BAD = [
    ({"seat": 2}, "bad seat 2: expected 0 or 1"),
    ({"seat": None}, "bad seat None: expected 0 or 1"),
    ({"seat": True}, "bad seat True: expected 0 or 1"),
    ({"seconds": 0}, "bad seconds 0: expected a number above 0"),
    ({"seconds": "long"}, "bad seconds 'long': expected a number above 0"),
    ({"seconds": float("nan")}, "bad seconds nan: expected a number above 0"),
    ({"limit": -1}, "bad limit -1: expected a number of nodes from 0 on"),
]


@pytest.mark.parametrize(("options", "message"), BAD)
def test_bad_options_are_refused(options, message):
    """An invalid seat, time, or limit is refused before the work begins."""
    with pytest.raises(InvalidArgumentError) as caught:
        strategy(BOARD, **options)
    assert str(caught.value) == message
    with pytest.raises(InvalidArgumentError, match="expected a Solution"):
        strategy("tic-tac-toe")


def test_scipy_is_requested_in_words(monkeypatch):
    """Without scipy the message says what to install."""
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(InvalidArgumentError) as caught:
        strategy(BOARD)
    assert str(caught.value) == (
        'strategies require scipy, which is not installed: pip install "solved-games[strategy]"'
    )


def test_progress_counts_positions():
    """The progress callback receives the phase of exploration."""
    received = []
    strategy(solve(Nim((1, 2))), progress=received.append)
    assert received[0].phase == "explore"
