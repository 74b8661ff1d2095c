"""The ends of play of tic-tac-toe, and the texts it reads and writes."""

import pytest

from games import TicTacToe
from gamesolver import IllegalMoveError, PositionTextError, Value

GAME = TicTacToe()
WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
EXPECTED = (
    "expected nine of '.', 'x', 'o' row by row, then ' x' or ' o' for the player to move where the "
    "counts do not tell; or 'p' or 'e' and nine of '0', '1', '2'"
)


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
    """The opponent's line comes first, then one's own, then a full board; misère turns lines."""
    board = GAME.parse(text)
    assert GAME.terminal_value(board) is value
    misere = TicTacToe(misere=True).terminal_value(board)
    assert misere is (None if value is None else -value)
    full = DRAW if "." not in text else None
    assert TicTacToe(play_on=True).terminal_value(board) is full


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
def test_squares_with_the_mover_where_the_counts_do_not_tell(text, position):
    """A text is nine squares; the mover follows where the counts do not tell, and only there."""
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
        ("......... x", ".........x"),  # said twice is no mistake
        ("x........ o", "x........o"),
    ],
)
def test_other_texts_that_are_read(text, position):
    """The player's pieces are 1 and x, the enemy's 2 and o; p lets x move, e lets o."""
    assert GAME.parse(text) == position


def test_every_board_is_read_back():
    """Any of the 39,366 boards is its format read back, and its digits too."""
    digits = str.maketrans(".xo", "012")
    texts = set()
    for board in GAME.boards():
        text = GAME.format(board)
        texts.add(text)
        assert GAME.parse(text) == board
        assert GAME.parse("pe"[board[9] == "o"] + board[:9].translate(digits)) == board
        told = board[:9].count("x") - board[:9].count("o") == GAME.player(board)
        assert len(text) == (9 if told else 11)
    assert len(texts) == 39_366


@pytest.mark.parametrize(
    "text",
    [
        "",
        "xoxo",
        "x" * 10,
        "xx.......",  # the counts do not tell
        "o........",
        "xxx......",
        ".........x",
        ".........  x",
        "......... X",
        "......... .",
        "......... xo",
        ".........\n",
        " .........",
        "X........",
        "x.......0",
        "p00000000",
        "p0000000000",
        "p000000003",
        "p........x",
        "P000000000",
        "000000000",
        "e000000000 x",
        "p00000000\u0660",  # a zero, but not one of ours
        None,
        7,
        b".........",
        [".........", "x"],
    ],
)
def test_anything_else_is_refused(text):
    """What is no board is refused with the text and what was expected, word for word."""
    with pytest.raises(PositionTextError) as caught:
        GAME.parse(text)
    assert str(caught.value) == f"no position of TicTacToe() in {text!r}: {EXPECTED}"
    assert caught.value.text == text


def test_a_long_text_is_cut_in_the_message():
    """A text of a million letters is shown by its beginning and its end."""
    with pytest.raises(PositionTextError) as caught:
        GAME.parse("x" * 1_000_000)
    start = "no position of TicTacToe() in 'xxxx"
    assert str(caught.value).startswith(start)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("text", "move", "legal"),
    [
        ("xo.......", 1, "legal moves are 2, 3, 4, 5, 6, 7, 8"),
        ("xoxoxo...", -1, "legal moves are 6, 7, 8"),
        ("xoxoxo...", 9, "legal moves are 6, 7, 8"),
        ("xx.oo.... o", "b3", "legal moves are 2, 5, 6, 7, 8"),
        ("xx.oo.... o", None, "legal moves are 2, 5, 6, 7, 8"),
    ],
)
def test_illegal_moves(text, move, legal):
    """A move that is not legal is refused with the legal ones, word for word."""
    position = GAME.parse(text)
    with pytest.raises(IllegalMoveError) as caught:
        GAME.play(position, move)
    assert str(caught.value) == f"illegal move {move!r} in position {text!r}: {legal}"
    assert (caught.value.position, caught.value.move) == (position, move)
    assert caught.value.legal_moves == tuple(GAME.moves(position))
    with pytest.raises(IllegalMoveError):
        GAME.parse_move(position, str(move))


def test_no_move_is_read_at_the_end():
    """Once there is a line, no text is a move, and the message says that play has ended."""
    board = GAME.parse("xxxoo....")
    with pytest.raises(IllegalMoveError) as caught:
        GAME.parse_move(board, "5")
    assert str(caught.value) == "illegal move 5 in position 'xxxoo....': play has ended"
    assert caught.value.legal_moves == ()


def test_symmetries_are_those_of_the_board():
    """Eight different twins of a lopsided board keep the mover, and render keeps the rows."""
    board = GAME.parse("xo.......")
    orbit = {board, *GAME.symmetries(board)}
    assert orbit == {
        GAME.parse(text)
        for text in (
            "xo.......", ".ox......", "..x..o...", ".....o..x",
            ".......ox", "......xo.", "...o..x..", "x..o.....",
        )
    }  # fmt: skip
    assert {GAME.canonical(twin) for twin in orbit} == {min(orbit)}
    assert GAME.render(board) == "x o .\n. . .\n. . ."
