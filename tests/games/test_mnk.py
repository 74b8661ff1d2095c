"""m,n,k games: tic-tac-toe is one of them, and three versions of the rules agree."""

import random

from hypothesis import given
from hypothesis import strategies as st

from games import MNK, TicTacToe
from games.in_a_row.plain import PlainConnectFour
from gamesolver import explore, solve
from tests.oracles.mnk import PlainMNK
from tests.support.scale import IS_PLAIN


def test_three_in_a_row_on_three_by_three_is_tic_tac_toe():
    """The moves and outcomes are those of tic-tac-toe everywhere."""
    game, other = TicTacToe(), MNK(3, 3, 3)
    solution, others = solve(game), solve(other)
    assert len(solution) == len(others)
    for board in list(explore(game, fold=False))[:: 10 if IS_PLAIN else 1]:
        text = game.format(board)
        image = other.parse("/".join((text[:3], text[3:6], text[6:])))
        assert others[image] == solution[board]
        assert other.player(image) == game.player(board)
        if solution[board].remoteness:
            assert other.moves(image) == game.moves(board)
            assert others.best_moves(image) == solution.best_moves(board)


@given(
    st.sampled_from((MNK(4, 7, 5), MNK(3, 3, 3), MNK(5, 4, 3), MNK(3, 6, 1), MNK(2, 5, 3))),
    st.randoms(use_true_random=False),
)
def test_any_board(game, chance: random.Random):
    """On a board filled at random, with or without lines, three versions of the rules agree."""
    squares, count = game.m * game.n, chance.randint(0, game.m * game.n)
    stones = [*"xo" * (count // 2), *"x" * (count % 2), *"." * (squares - count)]
    chance.shuffle(stones)
    rows = ["".join(stones[row * game.m : (row + 1) * game.m]) for row in range(game.n)]
    both = [sum(1 << at for at, each in enumerate(stones) if each == side) for side in "xo"]
    plain, mine = PlainMNK(game.m, game.n, game.k), tuple(both[:: -1 if count % 2 else 1])
    position = mine[0] | mine[1] << squares
    assert game.format(position) == plain.format(mine) == "/".join(rows)
    assert game.parse(plain.format(mine)) == position
    assert game.player(position) == plain.player(mine)
    assert game.plies_to_draw(position) == plain.plies_to_draw(mine)
    other = PlainConnectFour(game.m, game.n, game.k, fall=False)
    board = tuple(rows)
    value = game.terminal_value(position)
    assert value is other.terminal_value(board)
    assert value is plain.terminal_value(mine)
    orbit = {position, *game.symmetries(position)}
    assert set(map(game.format, orbit)) == set(map(other.format, other.symmetries(board)))
    if value is None:
        assert game.moves(position) == plain.moves(mine)
        after = {move: other.format(other.play(board, move)) for move in other.moves(board)}
        assert after == {m: game.format(game.play(position, m)) for m in game.moves(position)}


def test_two_lines_may_share_the_last_stone():
    """A board with two lines of one player that meet is a position."""
    assert MNK().format(MNK().parse("xxx/xoo/xoo")) == "xxx/xoo/xoo"
