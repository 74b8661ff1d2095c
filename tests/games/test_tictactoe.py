"""Tic-tac-toe: ends of play, texts, and published counts of boards, games, and moves."""

from collections import Counter

import pytest

from games import TicTacToe
from gamesolver import Outcome, PositionTextError, Value, explore, solve
from tests.oracles.published import by_value, figures
from tests.oracles.unfolded import unfolded_size

GAME = TicTacToe()
WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("......... x", None),
        ("xxx...... x", WIN),
        ("xxx...... o", LOSS),
        ("xxxooo... x", LOSS),  # the opponent's line is looked at first
        ("xxxooo... o", LOSS),
        ("xoxxoxoxo x", DRAW),
        ("xoxxoxoxo o", DRAW),
        ("xxxooxoxo o", LOSS),  # a line counts before the full board
        ("xxxooxoxo x", WIN),
        ("xxxoo.... x", WIN),
        ("xx.oo.... x", None),
    ],
)
def test_order_of_the_ends(text, value):
    """The opponent's line counts first, then the mover's, then a full board; misère negates."""
    board = GAME.parse(text)
    assert GAME.terminal_value(board) is value
    misere = TicTacToe(misere=True).terminal_value(board)
    assert misere is (None if value is None else -value)
    full = DRAW if "." not in text else None
    assert TicTacToe(play_on=True).terminal_value(board) is full


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("xxxxo...x", "5 x and 1 o do not show the player to move; expected"),
        ("xo..", "it has 4 squares; expected"),
        ("xoz......", "'z' is not a square; expected"),
        ("......... z", "'z' is not a player to move; expected"),
        ("p00000000", "expected"),
    ],
)
def test_a_wrong_text_is_refused_with_its_mistake(text, problem):
    """The error of a text that is not a position begins with what is wrong with it."""
    with pytest.raises(PositionTextError) as caught:
        GAME.parse(text)
    assert str(caught.value).startswith(
        f"no position of TicTacToe() in {text!r}: {problem} nine of "
    )


@pytest.mark.parametrize(
    ("text", "position"),
    [
        (".........", ".........x"),
        ("x........", "x........o"),
        ("xo.......", "xo.......x"),
        ("......... o", ".........o"),
        ("x........ x", "x........x"),
        ("xx....... x", "xx.......x"),
        ("xxxxxxxxx o", "xxxxxxxxxo"),
        ("o........ x", "o........x"),
    ],
)
def test_squares_with_the_mover_where_the_counts_do_not_report(text, position):
    """A text names the player to move if the counts of pieces do not show it, and only then."""
    assert GAME.parse(text) == position
    assert GAME.format(position) == text


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("p000000000", ".........x"),
        ("e000000000", ".........o"),
        ("p120000000", "xo.......x"),
        ("e001020001", "..x.o...xo"),
        ("p222222222", "ooooooooox"),
        ("......... x", ".........x"),  # needless, but allowed
        ("x........ o", "x........o"),
    ],
)
def test_other_texts_that_are_read(text, position):
    """In texts of digits 1 is x and 2 is o; the letter p lets x move, and e lets o move."""
    assert GAME.parse(text) == position


def test_every_board_is_read_back():
    """Each of the 39,366 boards is read back from its text, and from its digits."""
    digits = str.maketrans(".xo", "012")
    texts = set()
    for board in GAME.boards():
        text = GAME.format(board)
        texts.add(text)
        assert GAME.parse(text) == board
        assert GAME.parse("pe"[board[9] == "o"] + board[:9].translate(digits)) == board
        reported = board[:9].count("x") - board[:9].count("o") == GAME.player(board)
        assert len(text) == (9 if reported else 11)
    assert len(texts) == 39_366


def test_symmetries_are_those_of_the_board():
    """Eight different images of a lopsided board keep the mover, and render keeps the rows."""
    board = GAME.parse("xo.......")
    orbit = {board, *GAME.symmetries(board)}
    assert orbit == {
        GAME.parse(text)
        for text in (
            "xo.......", ".ox......", "..x..o...", ".....o..x",
            ".......ox", "......xo.", "...o..x..", "x..o.....",
        )
    }  # fmt: skip
    assert {GAME.canonical(image) for image in orbit} == {min(orbit)}
    assert GAME.render(board) == "x o .\n. . .\n. . ."


# ── published counts ──────────────────────────────────────────────────────────────────────────────


USUAL = figures("tic-tac-toe")[0]
RAW = USUAL | USUAL["raw"]


@pytest.fixture(scope="module")
def solution():
    """The solution up to symmetry."""
    return solve(GAME)


@pytest.fixture(scope="module")
def every_board():
    """The solution of every board with either player to move."""
    return solve(GAME, positions=GAME.boards())


def test_ends():
    """The numbers of boards that end with a line, or full without one, are as published."""
    ends = Counter(GAME.terminal_value(each) for each in explore(GAME, fold=False))
    assert (ends[LOSS], ends[DRAW]) == (RAW["ends_with_a_line"], RAW["ends_on_a_full_board"])


@pytest.mark.parametrize("fold", [True, False])
def test_games_and_nodes(fold):
    """Games and nodes of the game tree are counted exactly, folded or not."""
    golden, graph = USUAL["tree"], explore(GAME, fold=fold)
    assert graph.count_nodes() == golden["nodes"]
    assert graph.count_games() == golden["games"]
    assert graph.count_games(value=DRAW) == golden["drawn_games"]
    assert graph.count_games(value=LOSS) == golden["games"] - golden["drawn_games"]
    assert graph.count_games(value=WIN) == 0


@pytest.mark.parametrize("stage", range(10))
def test_counts_by_stage_and_player(solution, stage):
    """By number of pieces the wins of x and o are as published, and only one of them moves."""
    golden = USUAL["by_stage"]
    mover = stage % 2
    counts = solution.counts(stage=stage, seat=mover)
    won, lost, _ = by_value(counts).values()
    assert (won, lost)[mover] == golden["x_wins"][stage]
    assert (lost, won)[mover] == golden["o_wins"][stage]
    assert sum(n for o, n in counts.items() if o.remoteness == 0) == golden["ends"][stage]
    assert counts == solution.counts(stage=stage)
    assert solution.counts(stage=stage, seat=1 - mover) == {}
    raw = solution.counts(stage=stage, symmetric=True)
    assert sum(raw.values()) == RAW["by_ply"][stage]


@pytest.mark.parametrize("symmetric", [True, False])
def test_counts_of_the_two_players_add_up(solution, symmetric):
    """The counts of the two players to move add up to all counts, best outcome first."""
    both = [solution.counts(seat=seat, symmetric=symmetric) for seat in (0, 1)]
    whole = solution.counts(symmetric=symmetric)
    assert Counter(both[0]) + Counter(both[1]) == whole
    assert list(whole) == sorted(whole, reverse=True)


@pytest.mark.parametrize(("by", "measure"), [("by_value", "value"), ("by_outcome", None)])
def test_reporting_positions(solution, by, measure):
    """Numbers of positions with a move that does not preserve the value (the outcome)."""
    found = Counter()
    for position in solution:
        rows = [row.outcome for row in solution.moves(position)]
        if len({getattr(each, measure) if measure else each for each in rows}) > 1:
            found["folded"] += 1
            found["raw"] += len({position, *GAME.symmetries(position)})
    assert found == USUAL["telling"][by]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("....x.... x", Outcome(WIN, 5)),
        (".o..x....", Outcome(WIN, 5)),
        ("o...x....", Outcome(DRAW, 7)),
        ("p000010000", Outcome(WIN, 5)),
    ],
)
def test_from_any_board(every_board, text, outcome):
    """A board has its outcome, solved alone or among all, and a mainline of that length."""
    board = GAME.parse(text)
    alone = solve(GAME, start=board)
    assert alone.outcome == every_board[board] == outcome
    assert len(alone.mainline()) == outcome.remoteness


def test_every_board_with_either_player(every_board):
    """All 39,366 boards are different and solved, and the reachable ones are as published."""
    boards = list(GAME.boards())
    assert len(boards) == len(set(boards)) == USUAL["boards"]["positions"]
    assert all(board in every_board for board in boards)
    assert sum(every_board.counts(symmetric=True).values()) == len(boards)
    reached = every_board.counts(reachable=True, symmetric=True)
    assert by_value(reached) == {name: RAW[name] for name in ("won", "lost", "drawn")}
    assert every_board.verify(full=True).positions == unfolded_size(every_board)
