"""A match in a notebook: clicks sent as the widget's messages, typed moves, and refused input."""

from __future__ import annotations

import io
import re
import sys
from random import Random
from unittest.mock import patch

import pytest

from games import Hexapawn, Nim, PongHauKi, TicTacToe
from gamesolver import InvalidArgumentError, UnknownPositionError, Value, solve
from gamesolver.notebook import play
from tests.attacks.hostile_games import SeatedAttack
from tests.support.explorer_calls import Page
from tests.support.notebook_front import begun, clicked, received
from tests.support.small_games import UndrawnNim

pytest.importorskip("anywidget", reason="the extra notebook is not installed")

SOLUTION = solve(TicTacToe())


def moves_to_click(widget):
    """Return the moves that can be clicked on the page."""
    return re.findall(r'data-move="([^"]*)"', widget.page)


def test_a_match_is_clicked_to_its_end():
    """Best moves against a perfect opponent draw, and the page reports no mistake."""
    widget = begun(TicTacToe())
    while not widget.match.is_over:
        assert widget.match.is_mine
        texts = [str(row.move) for row in widget.match.rows]
        assert sorted(moves_to_click(widget)) == sorted(texts)
        clicked(widget, move=texts[0])
    assert "A draw: play has ended" in widget.page
    assert "you made no mistake" in widget.page
    assert moves_to_click(widget) == []


def test_a_mistake_is_reported_when_it_is_made_and_at_the_end():
    """The page shows the outcome of a mistake, and at the end the move that was better."""
    widget = begun(TicTacToe(), start=SOLUTION.game.parse("x...o...."))
    clicked(widget, move="1")
    clicked(widget, move="8")
    assert "a mistake" in widget.page
    assert "loss in 2" in widget.page
    while not widget.match.is_over:
        clicked(widget, move=str(widget.match.rows[0].move))
    assert widget.page.count("o has won") == 1
    assert "ply 3: 8 gave draw in 5 for loss in 2; 6 kept it" in widget.page


def test_a_late_or_foreign_message_is_ignored():
    """Clicks on an older page, illegal moves, and nonsense change nothing."""
    widget = begun(TicTacToe())
    before = widget.page, widget.number
    late = {"move": "4", "number": widget.number - 1}
    now = {"number": widget.number}
    wrong = [{"move": "99"}, {"move": 4}, {"move": []}, {"order": "_show"}, {"order": ["undo"]}]
    for content in (late, {}, [], None, *({**now, **each} for each in wrong)):
        received(widget, content)
    assert (widget.page, widget.number) == before


def test_the_orders_are_obeyed():
    """The orders show a hint, take a move back, resign, and start a new match."""
    widget = begun(TicTacToe())
    clicked(widget, order="hint")
    assert "best: 0, 1, 2, 3, 4, 5, 6, 7, 8" in widget.page
    clicked(widget, order="undo")
    assert "you have no move to take back" in widget.page
    clicked(widget, move="4")
    clicked(widget, order="undo")
    assert widget.match.turns == []
    clicked(widget, order="resign")
    assert "you resign: o wins" in widget.page
    assert moves_to_click(widget) == []
    clicked(widget, move="4")
    assert widget.match.turns == []
    clicked(widget, order="again")
    assert len(moves_to_click(widget)) == 9


def test_moves_without_a_shape_are_buttons():
    """Without a picture each move is a button below the board."""
    widget = begun(UndrawnNim(heaps=(1, 2)))
    texts = [element["text"] for element in Page(widget.page).all("button")]
    assert texts[:3] == ["take 1 from heap a", "take 1 from heap b", "take 2 from heap b"]
    clicked(widget, move="take 1 from heap b")
    assert "as good as any" in widget.page


def test_the_end_names_the_winner_where_positions_do_not_report():
    """In Nim, whose positions do not include the player, the match knows who made the last move."""
    widget = begun(Nim(heaps=(1,)))
    clicked(widget, move="take 1 from heap a")
    assert widget.page.count("The first player has won") == 1


@pytest.mark.parametrize("game", [Hexapawn(), PongHauKi(), TicTacToe()], ids=repr)
@pytest.mark.parametrize("side", [0, 1])
def test_every_legal_move_can_be_clicked(game, side):
    """At each turn of random play, every legal move can be clicked, and each exists once."""
    widget, luck = begun(game, side), Random(5)
    for _ in range(12):
        if widget.match.is_over:
            break
        texts = [widget.match.solution.game.format_move(row.move) for row in widget.match.rows]
        on_page = [text.replace("&gt;", ">") for text in moves_to_click(widget)]
        assert sorted(on_page) == sorted(texts)
        clicked(widget, move=luck.choice(texts))


def test_markup_of_a_game_stays_text():
    """A hostile game's names, moves and pictures add nothing to the page that could run."""
    widget = begun(SeatedAttack())
    page = Page(widget.page)
    for tag in ("script", "img", "foreignobject", "image", "b"):
        assert page.all(tag) == []
    assert not any(name.startswith("on") for each in page.elements for name in each)


def test_without_a_notebook_the_match_is_typed(capsys):
    """Without a notebook, ``play`` runs the match at a prompt and returns None."""
    with patch.object(sys, "stdin", io.StringIO("4\nquit\n")):
        assert play(SOLUTION, seat="x", seed=3) is None
    reported = capsys.readouterr().out
    assert "You are x. Your opponent is o. Type ? for help." in reported
    assert "As good as any: draw in 9" in reported
    assert "o plays 2" in reported


def test_the_match_takes_a_start_and_the_ways_of_the_opponent(capsys):
    """``play`` takes a start position and ``by``, as in the terminal."""
    start = SOLUTION.game.parse("xx.oo....")
    with patch.object(sys, "stdin", io.StringIO("2\n")):
        play(SOLUTION, seat="first", by="value", start=start)
    assert "x has won" in capsys.readouterr().out
    assert SOLUTION[start].value is Value.WIN


@pytest.mark.parametrize(
    ("given", "report_shown"),
    [
        ({"seat": "z"}, "bad seat 'z': expected one of first, second, x, o"),
        ({"seat": 2}, "bad seat 2: expected one of first, second, x, o"),
        ({"by": "luck"}, 'bad by \'luck\': expected "outcome", "score" or "value"'),
        ({"seed": "one"}, "bad seed 'one': expected a whole number, or None"),
    ],
)
def test_bad_options_are_refused(given, report_shown):
    """A bad option is refused with a message that says what is expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        play(SOLUTION, **given)
    assert str(caught.value) == report_shown


def test_what_is_no_game_and_what_is_no_position_is_refused():
    """A class instead of a game, and an unknown position, are refused."""
    with pytest.raises(InvalidArgumentError, match="expected a Game or a Solution"):
        play(TicTacToe)
    with pytest.raises(UnknownPositionError):
        play(SOLUTION, start="nowhere")
