"""m,n,k games: the compiled rules held against two writings of the plain ones, and words."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import MNK, TicTacToe
from games.in_a_row.plain import PlainConnectFour, PlainMNK
from gamesolver import InvalidArgumentError, PositionTextError, check_game, explore, solve
from tests.oracles.plain_rules import assert_alike, assert_alike_at_random, assert_alike_everywhere
from tests.support.scale import IS_PLAIN


def test_three_in_a_row_on_three_by_three_is_tic_tac_toe():
    """The moves and outcomes are those of tic-tac-toe everywhere."""
    game, other = TicTacToe(), MNK(3, 3, 3)
    solution, others = solve(game), solve(other)
    assert len(solution) == len(others)
    for board in list(explore(game, fold=False))[:: 10 if IS_PLAIN else 1]:
        text = game.format(board)
        twin = other.parse("/".join((text[:3], text[3:6], text[6:])))
        assert others[twin] == solution[board]
        assert other.player(twin) == game.player(board)
        assert other.stage(twin) == game.stage(board)
        if solution[board].remoteness:
            assert other.moves(twin) == game.moves(board)
            assert others.best_moves(twin) == solution.best_moves(board)


@pytest.mark.parametrize(
    "game",
    [MNK(3, 3, 2), MNK(4, 2, 3), MNK(2, 3, 5), MNK(2, 2, 1), MNK(1, 4, 2), MNK(1, 1, 1)],
    ids=repr,
)
def test_small_games_everywhere(game):
    """At every position the compiled rules say what the plain ones say."""
    assert assert_alike_everywhere(game) == len(explore(game.plain, fold=False))


@pytest.mark.parametrize(
    "game",
    [
        MNK(8, 4, 3),  # 64 bits
        MNK(1, 32, 100),
        MNK(5, 5, 4),
        MNK(5, 5, 5),
        MNK(6, 5, 5),
        MNK(4, 4, 4),
        MNK(2, 16, 2),
        MNK(32, 1, 4),
    ],
    ids=repr,
)
def test_large_boards_at_random(game):
    """Along random games the compiled rules say what the plain ones say, up to the last bit."""
    assert_alike_at_random(game, random.Random(0), games=10)


@given(
    st.sampled_from((MNK(4, 7, 5), MNK(3, 3, 3), MNK(5, 4, 3), MNK(3, 6, 1), MNK(2, 5, 3))),
    st.randoms(use_true_random=False),
)
def test_any_board(game, chance: random.Random):
    """On a board filled at random, lines or not, three writings of the rules agree."""
    squares, count = game.m * game.n, chance.randint(0, game.m * game.n)
    stones = [*"xo" * (count // 2), *"x" * (count % 2), *"." * (squares - count)]
    chance.shuffle(stones)
    rows = ["".join(stones[row * game.m : (row + 1) * game.m]) for row in range(game.n)]
    both = [sum(1 << at for at, each in enumerate(stones) if each == side) for side in "xo"]
    position = game.from_plain(tuple(both[:: -1 if count % 2 else 1]))
    assert_alike(game, position)
    other = PlainConnectFour(game.m, game.n, game.k, fall=False)
    board = tuple(rows)
    value = game.terminal_value(position)
    assert value is other.terminal_value(board)
    orbit = {position, *game.symmetries(position)}
    assert set(map(game.format, orbit)) == set(map(other.format, other.symmetries(board)))
    if value is None:
        after = {move: other.format(other.play(board, move)) for move in other.moves(board)}
        assert after == {m: game.format(game.play(position, m)) for m in game.moves(position)}


@given(st.integers(0, 2**64 - 2), st.sampled_from([MNK(3, 3, 3), MNK(8, 4, 3), MNK(5, 5, 4)]))
def test_any_integer_has_twins(position, game):
    """Symmetries bear what is no position: they permute the integers, and fold them."""
    orbit = {position, *game.symmetries(position)}
    for twin in orbit:
        assert {twin, *game.symmetries(twin)} == orbit
        assert game.canonical(twin) == min(orbit)


def test_stray_integers_are_unknown():
    """Two stones on a square, too many of one player, or a bit too many: no outcome."""
    game = MNK(2, 2, 2)
    solution = solve(game)
    known = set(solution) | {twin for each in solution for twin in game.symmetries(each)}
    assert {each for each in range(1 << 10) if each in solution} == known
    for stray in (0b1_0001, 0b0011, 1 << 8, 2**64 - 2):
        assert stray not in solution
        with pytest.raises(InvalidArgumentError) as caught:
            game.format(stray)
        assert str(caught.value) == (
            f"no position {stray} of MNK(m=2, n=2, k=2): "
            "expected a number that parse gives for a text"
        )


@pytest.mark.parametrize("game", [PlainMNK(3, 2, 2), PlainMNK(2, 2, 2)])
def test_laws_of_the_plain_rules(game):
    """The plain rules keep every law, at every position."""
    assert check_game(game).exhaustive


@pytest.mark.parametrize(
    "text", ["", "xx/..", "xx/oo", "x.o.", "o./..", "x./..\n", "x./../..", None, 5]
)
def test_texts_that_are_refused(text):
    """A text that is no board is refused in the name of the game that was asked."""
    with pytest.raises(PositionTextError) as caught:
        MNK(2, 2, 2).parse(text)
    assert str(caught.value) == (
        f"no position of MNK(m=2, n=2, k=2) in {text!r}: expected 2 rows of 2 of '.', 'x', "
        "'o' with '/' between them, as many x as o or one more, and no lines but those that the "
        "last stone can have made"
    )


@pytest.mark.parametrize("text", ["xxx/ooo/...", "xxx/oo./o..", "xxx/xxx/ooo", "xxx/.../ooo"])
def test_lines_that_cannot_be(text):
    """Both players with a line, the one to move, or two lines apart are refused."""
    with pytest.raises(PositionTextError, match=", and no lines but those that the last stone can"):
        MNK().parse(text)
    assert MNK().format(MNK().parse("xxx/xoo/xoo")) == "xxx/xoo/xoo"


def test_boards_of_more_than_64_bits():
    """Such a board is refused, and told what to take."""
    with pytest.raises(InvalidArgumentError) as caught:
        MNK(6, 6)
    assert str(caught.value) == (
        "bad board 6 x 6 of MNK: expected at most 32 squares, got 36; "
        "take a smaller board, or games.in_a_row.plain.PlainMNK for larger ones"
    )
