"""Connect Four: the compiled rules held against the plain ones, and words."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import ConnectFour
from games.in_a_row.plain import PlainConnectFour
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    check_game,
    explore,
    solve,
)
from tests.oracles.plain_rules import assert_alike, assert_alike_at_random, assert_alike_everywhere
from tests.support.scale import IS_PLAIN


@pytest.mark.parametrize(
    "game",
    [
        ConnectFour(3, 3, 3),
        ConnectFour(2, 3, 3, fall=False),
        ConnectFour(2, 2, 1),
        ConnectFour(1, 1, 1, fall=False),
        ConnectFour(3, 2, 2),
        ConnectFour(2, 3, 9),
        ConnectFour(4, 2, 2, fall=False),
        pytest.param(
            ConnectFour(3, 3, 3, fall=False),
            marks=pytest.mark.compiled(why="the smaller boards are tried in plain Python"),
        ),
    ],
    ids=repr,
)
def test_small_games_everywhere(game):
    """At every position the compiled rules say what the plain ones say."""
    assert assert_alike_everywhere(game) == len(explore(game.plain, fold=False))


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"width": 8, "height": 7},  # 64 bits
        {"width": 8, "height": 4, "fall": False},
        {"width": 1, "height": 63, "line": 32},
        {"width": 16, "height": 3, "line": 5},  # 64 bits
        {"width": 32, "height": 1, "fall": False, "line": 3},
        {"width": 9, "height": 6},
        {"width": 21, "height": 2, "line": 3},
        {"width": 32, "height": 1, "line": 6},
        {"width": 2, "height": 31, "line": 100},
        {"width": 5, "height": 6, "fall": False, "line": 5},
        {"width": 1, "height": 32, "fall": False, "line": 3},
    ],
    ids=str,
)
def test_large_boards_at_random(parameters):
    """Along random games the compiled rules say what the plain ones say, up to the last bit."""
    games = 2 if IS_PLAIN else 10
    assert_alike_at_random(ConnectFour(**parameters), random.Random(0), games)


@given(st.integers(0, 2**64 - 2), st.sampled_from([(7, 6, True), (1, 63, True), (5, 5, False)]))
def test_any_integer_has_twins(position, board):
    """Symmetries bear what is no position: they permute the integers, and fold them."""
    width, height, fall = board
    game = ConnectFour(width, height, fall=fall)
    orbit = {position, *game.symmetries(position)}
    for twin in orbit:
        assert {twin, *game.symmetries(twin)} == orbit
        assert game.canonical(twin) == min(orbit)


def test_stray_integers_are_unknown():
    """A bit too many, a position of another size, a column without a mark: none has an outcome."""
    game = ConnectFour(3, 3, 3)
    solution = solve(game)
    strays = [0, 1, game.start() | 1 << 12, ConnectFour(4, 3, 3).start(), game.start() ^ 8]
    for stray in strays:
        assert solution.get(stray) is None
        with pytest.raises(InvalidArgumentError) as caught:
            game.format(stray)
        assert str(caught.value) == (
            f"no position {stray} of ConnectFour(width=3, height=3, line=3): "
            "expected a number that parse gives for a text"
        )
    known = set(solution) | {twin for each in solution for twin in game.symmetries(each)}
    assert {each for each in range(1 << 12) if each in solution} == known


def test_stray_integers_where_stones_do_not_fall():
    """Two stones on a square, too many of one, or a bit too many: no position."""
    game = ConnectFour(2, 2, fall=False)
    solution = solve(game)
    for stray in (0b1_0001, 0b0011, 1 << 9):
        assert stray not in solution
        with pytest.raises(InvalidArgumentError) as caught:
            game.to_plain(stray)
        assert str(caught.value) == (
            f"no position {stray} of ConnectFour(width=2, height=2, fall=False): "
            "expected a number that parse gives for a text"
        )


@pytest.mark.compiled(why="no different, and slower")
@pytest.mark.parametrize(
    "game",
    [PlainConnectFour(3, 3, 3), PlainConnectFour(3, 2, 2, False), PlainConnectFour(2, 2, 2, False)],
)
def test_laws_of_the_plain_rules(game):
    """The plain rules keep every law, at every position."""
    assert check_game(game).exhaustive


@given(
    st.sampled_from([(7, 6, 4), (6, 3, 2), (5, 5, 3), (9, 6, 4), (3, 3, 1)]),
    st.randoms(use_true_random=False),
)
def test_any_board(board, chance: random.Random):
    """On a board filled at random, lines or not, the compiled rules say what the plain ones say."""
    width, height, line = board
    game = ConnectFour(width, height, line)
    heights = [chance.randint(0, height) for _ in range(width)]
    stones = [*"xo" * (sum(heights) // 2), *"x" * (sum(heights) % 2)]
    chance.shuffle(stones)
    columns = ["".join(stones.pop() for _ in range(each)).rjust(height, ".") for each in heights]
    position = game.from_plain(tuple(map("".join, zip(*columns, strict=True))))
    assert_alike(game, position)


@pytest.mark.parametrize("game", [ConnectFour(3, 2, 3), PlainConnectFour(3, 2, 3)])
@pytest.mark.parametrize(
    "text",
    ["", "o../...", "x../...", "xx./.oo", ".../xx.", ".../oo.", ".../x.", ".../x.#",
     ".../.../...", ".../x..\n", "ooo/xxx", "xxx/ooo", None, 5],
)  # fmt: skip
def test_texts_that_are_refused(game, text):
    """A text of another size, with stones in the air or too many of one, is refused in words."""
    with pytest.raises(PositionTextError) as caught:
        game.parse(text)
    assert str(caught.value) == (
        f"no position of {game!r} in {text!r}: expected 2 rows of 3 of '.', 'x', 'o' with '/' "
        "between them, the top row first, as many x as o or one more, none above an empty square, "
        "and no lines but those that the last stone can have made"
    )


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (PlainConnectFour(4, 3, 3), "..../ooo./xxx."),  # both have won
        (PlainConnectFour(4, 3, 3), "o.../oo../xxxo"),  # who moves has won
        (PlainConnectFour(2, 3, 4), "o./x./o."),
        (PlainConnectFour(4, 4, 2, fall=False), "xx../..../..xx/.o.o"),
    ],
)
def test_lines_that_cannot_be(game, text):
    """A line is made by the last stone alone, which lies on top of a column; else it is refused."""
    with pytest.raises(PositionTextError, match=", and no lines but those that the last stone can"):
        game.parse(text)


@pytest.mark.parametrize("kind", [ConnectFour, PlainConnectFour])
def test_illegal_moves(kind):
    """A move to a full column, or to none, is refused with the legal ones, word for word."""
    game = kind(3, 2, 3)
    position = game.parse("o../x..")
    for move in (0, 3, -1, None):
        with pytest.raises(IllegalMoveError) as caught:
            game.play(position, move)
        assert str(caught.value) == (
            f"illegal move {move} in position 'o../x..': legal moves are column b, column c"
        )


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"width": 0}, "bad width 0 of ConnectFour: expected a whole number from 1 to 100"),
        ({"line": 2.5}, "bad line 2.5 of ConnectFour: expected a whole number from 1 to 100"),
        ({"fall": 1}, "bad fall 1 of ConnectFour: expected True or False"),
        (
            {"width": 8, "height": 8},
            "bad board 8 x 8 of ConnectFour: expected width * (height + 1) up to 64, got 72; "
            "take a smaller board, or games.in_a_row.plain.PlainConnectFour for larger ones",
        ),
        (
            {"fall": False},
            "bad board 7 x 6 of ConnectFour(fall=False): expected at most 32 squares, got 42; "
            "take a smaller board, or games.in_a_row.plain.PlainConnectFour for larger ones",
        ),
    ],
)
def test_parameters_that_make_no_game(parameters, message):
    """A board of more than 64 bits is refused, and told what to take."""
    with pytest.raises(InvalidArgumentError) as caught:
        ConnectFour(**parameters)
    assert str(caught.value) == message
