"""Boards of squares as pictures: a square for each, a shape for each move."""

from xml.etree import ElementTree

import pytest

from games import Dodgem, Hexapawn, Notakto, ThreeMensMorris, TicTacToe, WildTicTacToe
from games.gobblet.plain import PlainGobbletGobblers
from games.in_a_row.plain import PlainConnectFour, PlainMNK
from gamesolver import InvalidArgumentError, grid_svg, solve
from gamesolver.show.markup import Html

GAMES = [TicTacToe(), PlainMNK(4, 3, 3), PlainConnectFour(3, 3, 3), Hexapawn(), ThreeMensMorris(),
         Dodgem(), Notakto(), WildTicTacToe(), PlainGobbletGobblers(sizes=1, copies=2)]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_games_draw_each_move_and_no_other(game):
    """In some hundred positions the shapes that play a move are those of the legal moves."""
    solution = solve(game)
    for position in list(solution)[:: max(1, len(solution) // 100)]:
        root = ElementTree.fromstring(game.svg(position))
        drawn = [each.get("data-move") for each in root.iter() if each.get("data-move")]
        assert sorted(drawn) == sorted(
            game.format_move(row.move) for row in solution.moves(position)
        )


def test_squares_and_pieces_are_counted():
    """Each square is a rectangle, x a path of two strokes, o a circle, another piece its text."""
    root = ElementTree.fromstring(grid_svg(["xo.", ". <"]))
    tags = [each.tag.rpartition("}")[2] for each in root.iter()]
    assert tags == ["svg"] + ["rect"] * 6 + ["g", "path", "circle", "text"]
    assert root.get("viewBox") == "0 0 300 200"
    assert root[-1][-1].text == "<"


def test_moves_to_one_square_share_it():
    """Two moves to one square are two strips of it, side by side, and each plays its own."""
    root = ElementTree.fromstring(grid_svg(["."], {"x0": [0], "o0": [0]}))
    strips = [each for each in root if each.get("data-move")]
    assert [each.get("data-move") for each in strips] == ["x0", "o0"]
    lefts, widths = ([float(each[0].get(name)) for each in strips] for name in ("x", "width"))
    assert lefts[0] + widths[0] == lefts[1]


def test_an_arrow_goes_from_square_to_square():
    """A move of two squares is a path that begins near the first and ends near the second."""
    root = ElementTree.fromstring(grid_svg(["..", ".."], {"0>3": [0, 3]}))
    start, end = root[-1].get("d").split("M")[1].split("L")
    assert [int(each) for each in start.split()] == [75, 75]
    assert [int(each) for each in end.split()] == [129, 129]


def test_texts_of_moves_and_pieces_are_escaped():
    """Markup in a piece or a move is text in the picture."""
    picture = grid_svg([["<b>", "."]], {'"><b>': [1]})
    root = ElementTree.fromstring(picture)
    assert [each.get("data-move") for each in root if each.get("data-move")] == ['"><b>']
    assert "<b>" not in picture


BAD = [
    (([],), "bad rows []: expected rows of one length, with a piece or '.' for each square"),
    ((["..", "."],), "bad rows ['..', '.']: expected rows of one length, with a piece or '.' for "
     "each square"),
    ((["."], {"a": [1]}), "bad squares [1] of move 'a': expected one square or two, from 0 to 0"),
    ((["."], {"a": []}), "bad squares [] of move 'a': expected one square or two, from 0 to 0"),
    ((["."], {}, {"x": "star"}), "bad shape 'star': expected one of 'cross', 'ring', "
     "'large dark', 'large light', 'dark', 'light', 'small dark', 'small light'"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_boards_are_refused_in_words(arguments, message):
    """Rows, squares and shapes that make no board are named, with what was expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        grid_svg(*arguments)
    assert str(caught.value) == message


def test_a_text_is_no_markup_whatever_its_type():
    """Squares and pieces are drawn once: a text that calls itself markup is drawn as its equal."""
    for text in (Html("<b>"), "<b>"):
        picture = grid_svg([[text]], {text: [0]})
        assert picture.count("&lt;b&gt;") == 3
        assert "<b>" not in picture
