"""Small games with loops: Pong Hau K'i, three men's morris and Dodgem."""

import runpy
from pathlib import Path

import pytest

from games import Dodgem, PongHauKi, ThreeMensMorris
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    Outcome,
    PositionTextError,
    Value,
    check_game,
    solve,
)
from tests.oracles.published import by_value, figures, made

TESTS = Path(__file__).parents[1]
MORRIS = pytest.mark.parametrize(
    "golden", figures("three-mens-morris"), ids=lambda each: str(each["parameters"])
)


def assert_as_published(solution, golden):
    """Raw positions, and how many are won, lost and drawn."""
    counts = solution.counts(symmetric=True)
    assert sum(counts.values()) == golden["positions"]
    assert by_value(counts) == {name: golden[name] for name in ("won", "lost", "drawn")}


# ── Pong Hau K'i ───────────────────────────────────────────────────────────


def test_pong_hau_ki():
    """Of 56 positions 8 are won and 4 lost, and the start is drawn by endless play."""
    solution = solve(PongHauKi())
    assert_as_published(solution, figures("pong-hau-ki")[0])
    assert solution.outcome == Outcome(Value.DRAW, None)
    assert solution.verify().positions == len(solution)


def test_pong_hau_ki_in_the_examples():
    """The game of the examples, written for itself, has the same outcomes."""
    example = runpy.run_path(str(TESTS.parent / "examples" / "new_game.py"))["PongHauKi"]()
    theirs, ours = solve(example), solve(PongHauKi())
    assert len(theirs) == len(ours)
    assert {example.format(each): theirs[each] for each in theirs} == {
        each: ours[each] for each in ours
    }


def test_a_blocked_player():
    """Red has no stone next to the empty point, and has lost."""
    game = PongHauKi()
    assert game.terminal_value(".rbbr r") is Value.LOSS
    assert game.terminal_value(".rbbr b") is None
    assert game.render(".rbbr r") == ".   r\n|\\ /|\n| b |\n|/ \\|\nb---r"


# ── three men's morris ─────────────────────────────────────────────────────


@MORRIS
def test_morris(golden):
    """Positions are as counted; the centre, a corner and an edge do as an opening what they do."""
    game = ThreeMensMorris(**golden["parameters"])
    solution = solve(game)
    assert_as_published(solution, golden)
    for row in solution.moves(game.start()):
        kind = "b2" if row.move[1] == 4 else ("a1", "b1")[row.move[1] % 2]
        assert str(row.outcome).startswith(golden["openings"][kind])


def test_placing_then_sliding():
    """Three stones each are placed; then they slide, slanting at the centre only."""
    game, straight = ThreeMensMorris(), ThreeMensMorris(diagonal_slides=False)
    position = game.start()
    for text in (">0", ">1", ">4", ">2", ">7", ">8"):
        position = game.play(position, game.parse_move(position, text))
    assert position == "mww.m..mw"
    assert [game.format_move(move) for move in game.moves(position)] == [
        "a3-a2", "b2-a2", "b2-c2", "b2-a1", "b1-a1",
    ]  # fmt: skip
    assert [game.format_move(move) for move in straight.moves(position)] == [
        "a3-a2", "b2-a2", "b2-c2", "b1-a1",
    ]  # fmt: skip
    assert game.stage(position) == 6


def test_ends_of_morris():
    """The waiting player's line counts first; a diagonal only if it may; no move loses."""
    game, straight = ThreeMensMorris(), ThreeMensMorris(diagonal_lines=False)
    assert game.terminal_value("www.mm.m.") is Value.LOSS
    assert game.terminal_value("w.m.wm.mw") is Value.LOSS
    assert straight.terminal_value("w.m.wm.mw") is None
    assert straight.terminal_value("wmm.wm..w") is Value.LOSS
    assert game.terminal_value("mmmww..w.") is Value.WIN
    assert game.terminal_value("mmmwww...") is Value.LOSS
    assert game.terminal_value("mwm.w..mw") is None


# ── Dodgem ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "golden",
    [
        pytest.param(figures("dodgem")[0], id="3"),
        pytest.param(figures("dodgem")[1], id="4", marks=pytest.mark.slow),
    ],
)
def test_dodgem(golden):
    """Positions won, lost and drawn, and the start, are as published."""
    solution = solve(made("dodgem", golden))
    assert_as_published(solution, golden)
    assert str(solution.outcome) == golden["outcome"]


def test_dodgem_ends_one_ply_after_the_last_car():
    """Who has no car left wins when it is his turn; a car leaves straight forward only."""
    game = Dodgem(size=2)
    assert game.start() == "o./.x x"
    position = game.parse(".x/o. x")
    assert [game.format_move(move) for move in game.moves(position)] == ["b2 off", "b2-a2"]
    left = game.play(position, (1, None))
    assert left == "../o. o"
    assert game.terminal_value(left) is None
    assert game.terminal_value(game.play(left, game.moves(left)[0])) is Value.WIN


def test_dodgem_shutting_in_loses():
    """A player who is shut in has won."""
    game = Dodgem(size=3)
    assert game.terminal_value("o../xo./... x") is Value.WIN
    assert game.terminal_value("..o/.ox/... x") is Value.WIN
    assert game.terminal_value("oxo/.../... x") is None
    assert game.terminal_value("o../x../... o") is None
    assert game.terminal_value("ox./x../... o") is Value.WIN


# ── words ──────────────────────────────────────────────────────────────────

EXPECTED = {
    PongHauKi(): "five points, two 'r', two 'b' and one '.', then ' r' or ' b' for the mover",
    ThreeMensMorris(): "nine of '.', 'm' (to move), 'w' (waiting), at most three of each, "
    "as many w as m or one more, and no winning row of m",
    Dodgem(): "3 rows of 3 of '.', 'x', 'o' with '/' between them, at most 2 of each letter, "
    "then ' x' or ' o' for the player to move",
}
REFUSED = {
    PongHauKi(): ["rr.bb", "rr.bb  r", "rr.bbr", "rrrbb b", "rr.bb x"],
    ThreeMensMorris(): [
        "m........",
        "mmm.wwww.",
        "ww.......",
        "........",
        ".........\n",
        "mmmwww...",
    ],
    Dodgem(): ["o../o../.xx", "o../o../.xx m", "o../o../xxx x", "ooo/.../... x", "o../o..x"],
}


@pytest.mark.parametrize(
    ("game", "text"),
    [(game, text) for game in REFUSED for text in [*REFUSED[game], "", None, 5]],
)
def test_texts_that_are_refused(game, text):
    """A text that is no position is refused word for word."""
    with pytest.raises(PositionTextError) as caught:
        game.parse(text)
    message = f"no position of {type(game).__name__}() in {text!r}: expected {EXPECTED[game]}"
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("game", "move", "message"),
    [
        (PongHauKi(), 3, "illegal move 3 in position 'rr.bb r': legal moves are from a, from b"),
        (
            ThreeMensMorris(),
            (0, 1),
            "illegal move (0, 1) in position '.........': legal moves are a3, b3, c3, a2, b2, "
            "c2, a1, b1, c1",
        ),
        (
            Dodgem(),
            (7, 8),
            "illegal move (7, 8) in position 'o../o../.xx x': legal moves are b1-b2, b1-a1, c1-c2",
        ),
    ],
)
def test_illegal_moves(game, move, message):
    """A move that is not legal is refused with those that are, word for word."""
    with pytest.raises(IllegalMoveError) as caught:
        game.play(game.start(), move)
    assert str(caught.value) == message


def test_parameters_that_make_no_game():
    """A board has two rows at least, and options are True or False."""
    with pytest.raises(InvalidArgumentError, match=r"^bad size 1 of Dodgem: expected a whole"):
        Dodgem(size=1)
    with pytest.raises(InvalidArgumentError, match=r"^bad diagonal_lines 1 of ThreeMensMorris"):
        ThreeMensMorris(diagonal_lines=1)


@pytest.mark.parametrize(
    "game",
    [PongHauKi(), ThreeMensMorris(), ThreeMensMorris(False, False), Dodgem()],
    ids=repr,
)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
