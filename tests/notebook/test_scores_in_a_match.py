"""A match in a notebook of a game with scores: points so far, and the winner."""

from __future__ import annotations

import pytest

from tests.support.explorer_calls import Page
from tests.support.notebook_front import begun, clicked
from tests.support.scored_games import Coins, Counters, Race

pytest.importorskip("anywidget", reason="the extra notebook is not installed")


def won(widget):
    """Return the gains on the page."""
    return [each["text"] for each in Page(widget.page).all("p", class_="won")]


def test_what_was_won_is_reported_after_each_move():
    """The page shows the points of both players after each move, and the winner at the end."""
    widget = begun(Coins())
    assert won(widget) == []
    clicked(widget, move="last")
    assert won(widget) == ["So far left 6, right 4"]
    for move in ("last", "first"):
        clicked(widget, move=move)
    assert widget.match.is_over
    assert won(widget) == ["Left 9, right 11: right has won the match by 2"]
    assert "Play has ended" in widget.page
    assert "ply 4: first gave win by 12 for loss by 2 in the match; last kept it" in widget.page


def test_seats_without_names_are_counted_by_turns():
    """In a game without names for the players, points are counted by turns."""
    widget = begun(Counters())
    clicked(widget, move="1")
    clicked(widget, move="1")
    assert widget.match.is_over
    assert "Play has ended, and the first player wins 3 by that" in widget.page
    assert won(widget) == [
        "The first player 2, the second player 2: the first player has won the match by 3"
    ]


def test_a_game_without_gains_reports_the_score_alone():
    """In a game without gains the final score is shown, but no points."""
    widget = begun(Race())
    while not widget.match.is_over:
        clicked(widget, move=str(widget.match.rows[0].move))
    assert "Red has won by 1" in widget.page
    assert won(widget) == []
