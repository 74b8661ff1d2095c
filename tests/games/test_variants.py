"""Variants of tic-tac-toe and m,n,k games against the counts known of them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Notakto, TicTacToe, WildTicTacToe
from games.in_a_row.plain import PlainMNK
from gamesolver import IllegalMoveError, Outcome, PositionTextError, Value, explore, solve
from tests.oracles.published import assert_counts, assert_outcome, figures
from tests.oracles.unfolded import unfolded_size
from tests.support.scale import scaled

LARGE = 1_000_000
KINDS = {
    "notakto": Notakto,
    "mnk": PlainMNK,
    "tic-tac-toe": TicTacToe,
    "wild-tic-tac-toe": WildTicTacToe,
}
"""The plain rules: of m,n,k games, those of the twin."""
GOLDEN = [
    (KINDS[name](**each["parameters"]), each)
    for name in KINDS
    for each in figures(name)
    if each.get("positions", LARGE) < LARGE
]
EACH = pytest.mark.parametrize(
    ("game", "golden"), [pytest.param(*each, id=repr(each[0])) for each in GOLDEN]
)


@EACH
def test_counts(game, golden):
    """Raw positions, how many are won, lost and drawn, and the start are as published."""
    solution = solve(game)
    counts = solution.counts(symmetric=True)
    assert sum(counts.values()) == golden["positions"]
    assert_counts(counts, golden)
    assert_outcome(solution.outcome, golden)
    if "only_by" in golden:
        best = solution.best_moves(solution.start)
        assert [solution.game.format_move(each) for each in best] == golden["only_by"]


@pytest.mark.parametrize(
    ("game", "golden"),
    [
        pytest.param(*each, id=repr(each[0]))
        for each in GOLDEN
        if each[1]["positions"] < scaled(7_000, 50_000)
    ],
)
def test_raw_positions_and_both_roads(game, golden):
    """Unfolded there are as many positions; minimax and retrograde agree on every one."""
    by_minimax, by_retrograde = (solve(game, method=each) for each in ("minimax", "retrograde"))
    raw = explore(game, fold=False)
    assert len(raw) == golden["positions"]
    assert all(by_minimax[each] == by_retrograde[each] for each in raw)
    assert by_retrograde.verify(full=True).positions == unfolded_size(by_minimax)


def test_misere_is_tic_tac_toe_with_lines_that_lose():
    """In misère play a line is worth the opposite; the first player draws by the centre only."""
    solution = solve(TicTacToe(misere=True))
    game = solution.game
    for board in solution:
        plain = TicTacToe().terminal_value(board)
        assert game.terminal_value(board) is (None if plain is None else -plain)
    assert solution.best_moves(solution.start) == (4,)


def naive_line(squares, m, n, k):
    """Whether k equal pieces stand in a row, looked for square by square."""
    cells = {divmod(place, m): piece for place, piece in enumerate(squares) if piece != "."}
    return {
        piece
        for (row, column), piece in cells.items()
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if all(cells.get((row + i * down, column + i * right)) == piece for i in range(k))
    }


@given(st.integers(1, 6), st.integers(1, 5), st.integers(1, 5), st.randoms(use_true_random=False))
def test_mnk_finds_the_line_of_who_has_just_moved(m, n, k, chance: random.Random):
    """On any board, full or not, the mover has lost exactly when the other has k in a row."""
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
    """The orbit is what turning and mirroring the rows of the text gives, and nothing else."""
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


LAST = ", and no lines but those that the last piece can have made"


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (Notakto(), "o........", f"nine of '.', 'x', row by row{LAST}"),
        (WildTicTacToe(), "xo", f"nine of '.', 'x', 'o', row by row{LAST}"),
        (Notakto(), "xxx...xxx", f"nine of '.', 'x', row by row{LAST}"),
        (Notakto(), "xxxxxxxxx", f"nine of '.', 'x', row by row{LAST}"),
        (WildTicTacToe(), "xxxooo...", f"nine of '.', 'x', 'o', row by row{LAST}"),
        (WildTicTacToe(), None, f"nine of '.', 'x', 'o', row by row{LAST}"),
        (PlainMNK(2, 2, 2), "xx/..", "2 rows of 2 of '.', 'x', 'o' with '/' between them, "
         "as many x as o or one more, and no lines but those that the last stone can have made"),
        (PlainMNK(2, 2, 2), "x.o.", "2 rows of 2 of '.', 'x', 'o' with '/' between them, "
         "as many x as o or one more, and no lines but those that the last stone can have made"),
    ],
)  # fmt: skip
def test_texts_that_are_refused(game, text, expected):
    """A text that is no board is refused, and the message says what a board looks like."""
    with pytest.raises(PositionTextError) as caught:
        game.parse(text)
    assert str(caught.value) == f"no position of {game!r} in {text!r}: expected {expected}"


@pytest.mark.parametrize(
    ("game", "text", "move", "legal"),
    [
        (Notakto(), "xx.x.x.x.", (2, "o"), "x2, x4, x6, x8"),
        (WildTicTacToe(), "xoxoxoo..", (0, "x"), "x7, o7, x8, o8"),
        (PlainMNK(2, 2, 2), "x./..", 0, "b2, a1, b1"),
        (PlainMNK(2, 2, 2), "x./..", 4, "b2, a1, b1"),
    ],
)
def test_illegal_moves(game, text, move, legal):
    """A move that is not legal is refused with the legal ones, word for word."""
    position = game.parse(text)
    with pytest.raises(IllegalMoveError) as caught:
        game.play(position, move)
    assert str(caught.value) == (
        f"illegal move {move} in position {text!r}: legal moves are {legal}"
    )


def test_seats_and_stages_of_shared_pieces():
    """Whose turn it is follows from the number of pieces, which is also the stage."""
    solution = solve(Notakto())
    by_stage = [sum(solution.counts(stage=each).values()) for each in range(10)]
    assert by_stage[:3] == [1, 3, 8]  # one way to put down none, three to put one, eight for two
    assert sum(by_stage) == len(solution)
    odd = sum(solution.counts(seat=1).values())
    assert odd == sum(by_stage[1::2])
    assert solution.outcome == Outcome(Value.WIN, 6)
