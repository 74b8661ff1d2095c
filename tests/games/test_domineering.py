"""Domineering: published winners and counts, rules by example, words."""

import pytest

from games import Domineering
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    Value,
    check_game,
    explore,
    solve,
)
from tests.support.published import assert_counts, assert_outcome, figures, made
from tests.support.unfolded import assert_same_unfolded_and_reached

FIGURES = figures("domineering")
EXCHANGED = str.maketrans("vh", "hv")


def having(name, most=16):
    """The figures with a count, of boards with up to so many squares."""
    cases = [
        each
        for each in FIGURES
        if name in each and (game := made("domineering", each)).rows * game.columns <= most
    ]
    return pytest.mark.parametrize("golden", cases, ids=lambda each: str(each["parameters"]))


@having("positions", most=20)
def test_boards(golden):
    """Whoever begins wins or loses as published; plies and counts are those of another program."""
    solution = solve(made("domineering", golden))
    counts = solution.counts(symmetric=True)
    assert_outcome(solution.outcome, golden)
    assert sum(counts.values()) == golden["positions"]
    assert_counts(counts, golden)


def boards_of_play(game):
    """The boards that play comes to, also where Horizontal begins: the same, turned about."""
    boards = [position[:-2] for position in explore(game, fold=False)]
    turned = ["/".join(map("".join, zip(*each.split("/"), strict=True))) for each in boards]
    return {*boards, *(each.translate(EXCHANGED) for each in turned)}


@having("play_positions")
def test_play_positions(golden):
    """On a square board play comes to as many boards, whoever begins, as is published."""
    assert len(boards_of_play(made("domineering", golden))) == golden["play_positions"]


@pytest.mark.slow
def test_five_by_five():
    """On five by five squares the other player wins, and the count of boards is as published."""
    (golden,) = [each for each in FIGURES if each["parameters"] == {"rows": 5, "columns": 5}]
    game = made("domineering", golden)
    assert_outcome(solve(game).outcome, golden)
    assert len(boards_of_play(game)) == golden["play_positions"]


def all_boards(game):
    """All boards with dominoes, however many of each kind."""
    found, waiting = {game.start()[:-2]}, [game.start()[:-2]]
    while waiting:
        board = waiting.pop()
        positions = [f"{board} {mover}" for mover in "vh"]
        after = {game.play(each, move)[:-2] for each in positions for move in game.moves(each)}
        waiting += after - found
        found |= after
    return found


@having("right_ends")
def test_right_ends(golden):
    """Dominoes can be put down so that Horizontal cannot move in as many ways as is published."""
    game = made("domineering", golden)
    stuck = [each for each in all_boards(game) if not game.moves(f"{each} h")]
    assert len(stuck) == golden["right_ends"]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("..../.... v", ["a2-a1", "b2-b1", "c2-c1", "d2-d1"]),
        ("v.../v... h", ["b2-c2", "c2-d2", "b1-c1", "c1-d1"]),
        ("vhh./v... v", ["d2-d1"]),
        (".vv./.vv. h", []),
    ],
)
def test_moves(text, moves):
    """Vertical covers squares one above the other, Horizontal squares side by side in one row."""
    game = Domineering(rows=2)
    assert [game.format_move(move) for move in game.moves(text)] == moves
    assert (game.terminal_value(text) is Value.LOSS) == (not moves)


def test_four_classes():
    """Two by two squares are won by whoever begins, two by four by Horizontal in any case."""
    values = {size: solve(Domineering(*size)).value for size in [(2, 2), (2, 4), (4, 2)]}
    assert values == {(2, 2): Value.WIN, (2, 4): Value.LOSS, (4, 2): Value.WIN}


@pytest.mark.parametrize(
    "text",
    ["", "..../....", "..../...x v", "v.../v... v", "..../.... h", "v.../.... h", "hh../.... v",
     "vvv./vvv. h", "vhh./vh.. v", "hv../hv.. v", None, 5],
)  # fmt: skip
def test_texts_that_are_refused(text):
    """A text that is no position, with half a domino or a turn too many, is refused in words."""
    with pytest.raises(PositionTextError) as caught:
        Domineering(rows=2).parse(text)
    assert str(caught.value) == (
        f"no position of Domineering(rows=2) in {text!r}: expected 2 rows of 4 of '.', 'v', 'h' "
        "with '/' between them, whole dominoes of 'v' upright and of 'h' across, then ' v' for the "
        "player to move after as many of both, or ' h' after one more of 'v'"
    )


def test_texts_that_are_read():
    """Whatever play comes to is read back."""
    game = Domineering(rows=3, columns=4)
    assert all(game.parse(position) == position for position in explore(game, fold=False))


def test_illegal_moves():
    """A domino that lies across is none of Vertical's, and is refused word for word."""
    with pytest.raises(IllegalMoveError) as caught:
        Domineering(2, 2).play("../.. v", (0, 1))
    assert str(caught.value) == (
        "illegal move (0, 1) in position '../.. v': legal moves are a2-a1, b2-b1"
    )


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 0}, "bad rows 0 of Domineering: expected a whole number from 1 to 100"),
        ({"columns": 27}, "bad columns 27 of Domineering: expected a whole number from 1 to 26"),
    ],
)
def test_parameters_that_make_no_game(parameters, message):
    """A board has a row and a column at least, and a letter for each column."""
    with pytest.raises(InvalidArgumentError) as caught:
        Domineering(**parameters)
    assert str(caught.value) == message


@pytest.mark.parametrize("game", [Domineering(3, 4), Domineering(3, 3)], ids=repr)
def test_symmetries(game):
    """Mirror images change no outcome, and no count."""
    assert_same_unfolded_and_reached(game)


@pytest.mark.parametrize("game", [Domineering(3, 4), Domineering(4, 1)], ids=repr)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
