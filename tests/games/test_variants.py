"""Variants of tic-tac-toe and plain m,n,k games: lines, symmetries, players, and stages."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Notakto, TicTacToe, WildTicTacToe
from gamesolver import Outcome, Value, solve
from tests.oracles.mnk import PlainMNK


def test_misere_is_tic_tac_toe_with_lines_that_lose():
    """In misère play the value of a line is negated, and only the centre draws at the start."""
    solution = solve(TicTacToe(misere=True))
    game = solution.game
    for board in solution:
        plain = TicTacToe().terminal_value(board)
        assert game.terminal_value(board) is (None if plain is None else -plain)
    assert solution.best_moves(solution.start) == (4,)


def naive_line(squares, m, n, k):
    """Return the pieces that have k in a row, searched square by square."""
    cells = {divmod(place, m): piece for place, piece in enumerate(squares) if piece != "."}
    return {
        piece
        for (row, column), piece in cells.items()
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if all(cells.get((row + i * down, column + i * right)) == piece for i in range(k))
    }


@given(st.integers(1, 6), st.integers(1, 5), st.integers(1, 5), st.randoms(use_true_random=False))
def test_mnk_finds_the_line_of_who_has_just_moved(m, n, k, chance: random.Random):
    """On any board the player to move has lost exactly if the other player has k in a row."""
    game = PlainMNK(m, n, k)
    count = chance.randint(0, m * n)
    pieces = ["x", "o"] * m * n
    squares = pieces[:count] + ["."] * (m * n - count)
    chance.shuffle(squares)
    both = [sum(1 << at for at, each in enumerate(squares) if each == side) for side in "xo"]
    board = tuple(both[:: -1 if count % 2 else 1])
    mover = game.player(board)
    assert mover == count % 2
    lines = naive_line(squares, m, n, k)
    if "xo"[1 - mover] in lines:
        assert game.terminal_value(board) is Value.LOSS
    else:
        assert game.terminal_value(board) is (Value.DRAW if count == m * n else None)


@given(st.integers(1, 5), st.integers(1, 5), st.randoms(use_true_random=False))
def test_mnk_symmetries_keep_rows_and_columns(m, n, chance: random.Random):
    """The orbit is exactly the set of rotated and mirrored boards."""
    game = PlainMNK(m, n, 3)
    board = game.start()
    for _ in range(chance.randint(0, m * n)):
        board = game.play(board, chance.choice(game.moves(board)))
    rows = game.format(board).split("/")
    images = set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        images |= {"/".join(rows), "/".join(row[::-1] for row in rows)}
    fitting = {text for text in images if len(text.split("/")[0]) == m}
    if m != n:
        fitting = {text for text in fitting if text.count("/") == n - 1}
    assert {game.format(each) for each in (board, *game.symmetries(board))} == fitting


@pytest.mark.parametrize(
    ("game", "text", "value"),
    [
        (WildTicTacToe(), "xxx......", Value.LOSS),
        (WildTicTacToe(), "ooo......", Value.LOSS),
        (WildTicTacToe(), "xo.......", None),
        (WildTicTacToe(misere=True), "ooo......", Value.WIN),
        (WildTicTacToe(), "xxooxxxoo", Value.DRAW),
        (Notakto(), "xxx......", Value.WIN),
        (Notakto(), "x.x.x....", None),
    ],
)
def test_lines_of_shared_pieces(game, text, value):
    """A line of any piece ends play, for or against the player who made it."""
    assert game.terminal_value(game.parse(text)) is value


def test_seats_and_stages_of_shared_pieces():
    """The player to move follows from the number of pieces, which is also the stage."""
    solution = solve(Notakto())
    by_stage = [sum(solution.counts(stage=each).values()) for each in range(10)]
    assert by_stage[:3] == [1, 3, 8]  # one way to put down none, three to put one, eight for two
    assert sum(by_stage) == len(solution)
    odd = sum(solution.counts(seat=1).values())
    assert odd == sum(by_stage[1::2])
    assert solution.outcome == Outcome(Value.WIN, 6)
