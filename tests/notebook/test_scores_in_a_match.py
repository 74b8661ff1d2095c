"""A match in a notebook of a game that is won by something: what was won so far, and who won."""

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
    """Both sums, nothing before the first move; at the end who has won the match."""
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
    """The first player, who has the prize of the last counter as well."""
    widget = begun(Counters())
    clicked(widget, move="1")
    clicked(widget, move="1")
    assert widget.match.is_over
    assert "Play has ended, and the first player wins 3 by that" in widget.page
    assert won(widget) == [
        "The first player 2, the second player 2: the first player has won the match by 3"
    ]


def test_a_game_without_gains_reports_the_score_alone():
    """The end has its score, and there are no sums."""
    widget = begun(Race())
    while not widget.match.is_over:
        clicked(widget, move=str(widget.match.rows[0].move))
    assert "Red has won by 1" in widget.page
    assert won(widget) == []
