"""Domineering: published winners and counts, rules by example, words."""

from itertools import cycle

import pytest

from games import Domineering
from games._boards import rows_of
from games.domineering.plain import PlainDomineering
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    Value,
    check_game,
    explore,
    solve,
)
from tests.oracles.published import assert_counts, assert_outcome, figures, made
from tests.oracles.unfolded import assert_same_unfolded_and_reached

FIGURES = figures("domineering")
COVERED = str.maketrans("vh", "##")
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
    solution = solve(made("domineering", golden).plain)
    counts = solution.counts(symmetric=True)
    assert_outcome(solution.outcome, golden)
    assert sum(counts.values()) == golden["positions"]
    assert_counts(counts, golden)


def after(game, board, mover):
    """The boards with one domino more; letters say whose dominoes they are."""
    for move in game.moves(f"{board.translate(COVERED)} {mover}"):
        squares = list(board.replace("/", ""))
        for square in move:
            squares[square] = mover
        yield "/".join(rows_of("".join(squares), game.columns))


def boards_of_play(game):
    """The boards that play comes to, also where Horizontal begins: the same, turned about."""
    found = new = {game.start()[:-2]}
    for mover in cycle("vh"):
        new = {each for board in new for each in after(game, board, mover)}
        if not new:
            break
        found = found | new
    turned = ["/".join(map("".join, zip(*each.split("/"), strict=True))) for each in found]
    return {*found, *(each.translate(EXCHANGED) for each in turned)}


@having("play_positions")
def test_play_positions(golden):
    """On a square board play comes to as many boards, whoever begins, as is published."""
    assert len(boards_of_play(made("domineering", golden).plain)) == golden["play_positions"]


@pytest.mark.slow
def test_five_by_five():
    """On five by five squares the other player wins, and the count of boards is as published."""
    (golden,) = [each for each in FIGURES if each["parameters"] == {"rows": 5, "columns": 5}]
    game = made("domineering", golden)
    solution = solve(game)
    assert_outcome(solution.outcome, golden)
    assert_counts(solution.counts(symmetric=True), golden)
    assert len(boards_of_play(game.plain)) == golden["play_positions"]


def all_boards(game):
    """All boards with dominoes, however many of each kind."""
    found = new = {game.start()[:-2]}
    while new:
        new = {each for board in new for mover in "vh" for each in after(game, board, mover)}
        found = found | new
    return found


@having("right_ends")
def test_right_ends(golden):
    """Dominoes can be put down so that Horizontal cannot move in as many ways as is published."""
    game = made("domineering", golden).plain
    boards = all_boards(game)
    stuck = [each for each in boards if not game.moves(f"{each.translate(COVERED)} h")]
    assert len(stuck) == golden["right_ends"]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("..../.... v", ["a2-a1", "b2-b1", "c2-c1", "d2-d1"]),
        ("#.../#... h", ["b2-c2", "c2-d2", "b1-c1", "c1-d1"]),
        ("###./#... v", ["d2-d1"]),
        (".##./.##. h", []),
    ],
)
def test_moves(text, moves):
    """Vertical covers squares one above the other, Horizontal squares side by side in one row."""
    game = PlainDomineering(rows=2)
    assert [game.format_move(move) for move in game.moves(text)] == moves
    assert (game.terminal_value(text) is Value.LOSS) == (not moves)


def test_four_classes():
    """Two by two squares are won by whoever begins, two by four by Horizontal in any case."""
    values = {size: solve(PlainDomineering(*size)).value for size in [(2, 2), (2, 4), (4, 2)]}
    assert values == {(2, 2): Value.WIN, (2, 4): Value.LOSS, (4, 2): Value.WIN}


@pytest.mark.parametrize(
    "text",
    ["", "..../....", "..../...x v", "#.../#... v", "..../.... h", "#.../..#. h", "##../.... h",
     "####/.... v", "#.../.... v", "##../##.. v", "#..#/#..# v", None, 5],
)  # fmt: skip
def test_texts_that_are_refused(text):
    """A text that is no position, with half a domino or a turn too many, is refused in words."""
    for game in (Domineering(rows=2), PlainDomineering(rows=2)):
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        assert str(caught.value) == (
            f"no position of {game!r} in {text!r}: expected 2 rows of 4 of '.' and '#' with '/' "
            "between them, all '#' covered by dominoes, then ' v' for the player to move where as "
            "many of them can stand upright as lie across, or ' h' where it is one more"
        )


def test_texts_that_are_read():
    """Whatever play comes to is read back."""
    game = PlainDomineering(rows=3, columns=4)
    assert all(game.parse(position) == position for position in explore(game, fold=False))


def test_illegal_moves():
    """A domino that lies across is none of Vertical's, and is refused word for word."""
    with pytest.raises(IllegalMoveError) as caught:
        PlainDomineering(2, 2).play("../.. v", (0, 1))
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


@pytest.mark.parametrize("game", [PlainDomineering(3, 4), PlainDomineering(3, 3)], ids=repr)
def test_symmetries(game):
    """Mirror images change no outcome, and no count."""
    assert_same_unfolded_and_reached(game)


@pytest.mark.parametrize("game", [PlainDomineering(3, 4), PlainDomineering(4, 1)], ids=repr)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
