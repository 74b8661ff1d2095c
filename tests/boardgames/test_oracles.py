"""Board games agree with independently written rules, in all three modes."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from random import Random

import pytest

import games as shelf
from gamesolver import IllegalMoveError, PositionTextError, check_game, prove, solve
from tests.boardgames import games as once
from tests.oracles.breakthrough import PlainBreakthrough
from tests.oracles.clobber import PlainClobber
from tests.oracles.dots_and_boxes import PlainDotsAndBoxes
from tests.oracles.gobblet import PlainGobbletGobblers
from tests.oracles.hex import PlainHex
from tests.oracles.hexapawn import PlainHexapawn
from tests.oracles.konane import PlainKonane
from tests.oracles.mnk import PlainMNK
from tests.oracles.morris import PlainAchi, PlainThreeMensMorris

CASES = {
    "tic-tac-toe": (once.TicTacToe(), shelf.TicTacToe()),
    "mnk": (shelf.MNK(4, 3, 3), PlainMNK(4, 3, 3)),
    "morris": (once.ThreeMensMorris(), PlainThreeMensMorris()),
    "hexapawn": (shelf.Hexapawn(4, 3), PlainHexapawn(4, 3)),
    "breakthrough": (once.Breakthrough(5, 2, 2), PlainBreakthrough(5, 2, 2)),
    "dots and boxes": (shelf.DotsAndBoxes(2, 2), PlainDotsAndBoxes(2, 2)),
    "gobblet": (shelf.GobbletGobblers(sizes=2, copies=1), PlainGobbletGobblers(sizes=2, copies=1)),
    "clobber": (shelf.Clobber(3, 4), PlainClobber(3, 4)),
    "domineering": (once.Domineering(3, 4), shelf.Domineering(rows=3, columns=4)),
    "connect four": (once.ConnectFour(4, 3, 3), shelf.ConnectFour(width=4, height=3, line=3)),
    "othello": (once.Othello(4, 4), shelf.Othello(rows=4, columns=4)),
    "hex": (shelf.Hex(), PlainHex()),
    "konane": (shelf.Konane(4, 4), PlainKonane(4, 4)),
    "achi": (once.Achi(), PlainAchi()),
}
ORDERED_PLAIN = {"tic-tac-toe", "hexapawn", "clobber", "domineering"}
"""Games small enough to be solved by plain rules, which are a thousand times slower."""


def tally(solution, **which):
    """Return how many positions have each outcome."""
    return Counter({str(key): count for key, count in solution.counts(**which).items()})


@pytest.fixture(scope="module")
def solutions():
    """Function that returns the solutions of both games, which are solved on first use."""
    found = {}

    def of(name):
        if name not in found:
            found[name] = tuple(map(solve, CASES[name]))
        return found[name]

    return of


@pytest.mark.parametrize("name", CASES)
def test_compiled_rules_give_the_outcomes_of_the_library(name, solutions):
    """The start and the number of positions with each outcome agree with the reference game."""
    ours, theirs = solutions(name)
    assert ours.outcome == theirs.outcome
    assert tally(ours, reachable=True) == tally(theirs, reachable=True)


@pytest.mark.parametrize("name", sorted(CASES))
def test_rules_on_integers_give_the_same(name, solutions):
    """Rules lowered to Python's integers give the same number of positions with each outcome."""
    lowered = solve(CASES[name][0].lowered)
    compiled = tally(solutions(name)[0], symmetric=True, reachable=True)
    assert tally(lowered, symmetric=True) == compiled


@pytest.mark.parametrize("name", sorted(ORDERED_PLAIN))
def test_the_authors_own_lines_give_the_same(name, solutions):
    """The author's own lines give the same number of positions with each outcome."""
    ours = solutions(name)[0]
    plain = solve(CASES[name][0].plain)
    assert tally(plain) == tally(ours)
    assert plain.outcome == ours.outcome


@pytest.mark.parametrize("name", sorted(CASES))
def test_the_modes_agree_along_random_play(name):
    """Moves, successors, ends, gains, players and texts agree in all three modes."""
    game, luck = CASES[name][0], Random(5)
    plain, lowered = game.plain, game.lowered
    for _ in range(4):
        position = game.start()
        for _ in range(30):
            at = game.to_plain(position)
            ends = {g.terminal_value(p) for g, p in
                    ((game, position), (plain, at), (lowered, position))}  # fmt: skip
            assert len(ends) == 1
            assert plain.player(at) == lowered.player(position) == game.player(position)
            assert game.parse(game.format(position)) == position
            if ends != {None}:
                break
            moves = game.moves(position)
            assert sorted(map(game.format_move, moves)) == sorted(plain.moves(at))
            assert moves == lowered.moves(position)
            assert game.rules.calls.call("count_moves", position) == len(moves)
            for move in moves:
                text = game.format_move(move)
                after = game.play(position, move)
                assert plain.play(at, text).word == lowered.play(position, move) == after
                assert game.parse_move(position, text) == move
                if game.scores:
                    gains = [game.gain(position, move), lowered.gain(position, move)]
                    assert gains == [plain.gain(at, text)] * 2
            position = game.play(position, luck.choice(moves))


@pytest.mark.parametrize("name", ["tic-tac-toe", "morris", "dots and boxes", "clobber"])
def test_every_law_holds(name):
    """``check_game``, which compares compiled rules with the author's lines, finds no fault."""
    assert check_game(CASES[name][0], most=60, walks=4).positions


def test_a_solution_is_saved_and_loaded(path):
    """A solution of a board game is saved, and its game is rebuilt from the file."""
    from gamesolver import load

    solve(shelf.Hexapawn()).save(path)
    assert load(path).outcome == solve(PlainHexapawn()).outcome


def test_one_position_is_proved():
    """``prove`` resolves the start without a table."""
    assert prove(shelf.Clobber(3, 4)).outcome == solve(PlainClobber(3, 4)).outcome


def test_moves_are_named_by_their_places():
    """A capture is written with x, a step with a hyphen, and a domino as its two places."""
    pawns = once.Breakthrough(4, 2, 1).plain
    assert sorted(pawns.moves(pawns.start())) == ["a1-a2", "a1-b2", "b1-a2", "b1-b2"]
    clobber = shelf.Clobber(1, 2)
    assert [clobber.format_move(each) for each in clobber.moves(clobber.start())] == ["a1xb1"]
    dominoes = once.Domineering(2, 2)
    moves = dominoes.moves(dominoes.start())
    assert [dominoes.format_move(each) for each in moves] == ["a2+a1", "b2+b1"]


@pytest.mark.parametrize("name", sorted(CASES.keys() - {"achi"}))
def test_every_move_can_be_clicked(name):
    """The picture of the start has each move once."""
    game = CASES[name][0]
    assert game.svg(game.start()).count("data-move") == len(game.moves(game.start()))


def test_a_graph_without_spots_has_no_picture():
    """A board that cannot be drawn gives no picture, and no error."""
    assert once.Achi().svg(once.Achi().start()) is None


def test_a_wrong_move_and_a_wrong_text_are_refused():
    """An illegal move is reported with the legal ones, and a wrong text with the right format."""
    game = once.TicTacToe()
    with pytest.raises(IllegalMoveError, match="legal moves are"):
        game.plain.play(game.plain.start(), "d4")
    mistakes = {
        "xxxx": "it has 4 places; ",
        "xoz......": "'z' is unknown (place 3 of 9); ",
        "......... x": "'x' after the places is unknown; ",
        "..../..../.": "its rows have 4, 4, 1 places; ",
    }
    for text, problem in mistakes.items():
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        expected = f"{problem}expected 3 rows of 3 places of '.', 'x' and 'o', "
        expected += "with '/' between rows"
        assert str(caught.value) == f"no position of TicTacToe() in {text!r}: {expected}"


PROGRAM = """
import sys
from tests.boardgames.games import TicTacToe
from gamesolver import solve
print(solve(TicTacToe().lowered).outcome, "numba" in sys.modules)
"""


def test_small_games_need_no_compiler():
    """A game on integers is solved without numba."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120, check=True
    )
    assert run.stdout.split() == ["draw", "in", "9", "False"]
