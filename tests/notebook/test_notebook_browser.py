"""The match in a real browser: clicks on the board, keys and appearance."""

import pytest

pytest.importorskip("anywidget", reason="the extra notebook is not installed")

from games import GobbletGobblers, Hexapawn, TicTacToe
from tests.support.explorer_browser import browser, keep, opened
from tests.support.notebook_front import begun, show


@pytest.fixture(scope="module")
def chromium():
    """One browser for all tests."""
    with browser() as started:
        yield started


def played_on(chromium, game, act):
    """Return the widget of a match after some action in the browser, without browser errors."""
    widget = begun(game, seed=2)
    with opened(chromium, "about:blank", alone=True) as (page, complaints):
        show(page, widget)
        act(page)
        keep(page, f"notebook-{type(game).__name__}")
    assert complaints == []
    return widget


def resolve(page, number):
    """Wait until ``number`` messages were answered."""
    page.wait_for_function("count => (window.answered ?? 0) >= count", arg=number)


def test_a_click_on_a_square_plays_there(chromium):
    """A click on a square plays there, and the opponent replies."""

    def act(page):
        page.locator("a[data-move='4'] rect").click()
        resolve(page, 1)
        assert page.locator(".match a").count() == 7
        page.locator(".match a").first.click()
        resolve(page, 2)

    widget = played_on(chromium, TicTacToe(), act)
    assert widget.match.turns[0].row.move == 4
    assert len(widget.match.turns) == 4


def test_arrows_can_be_clicked(chromium):
    """Clicking an arrow plays a move of Hexapawn."""

    def act(page):
        page.locator(".match a path").first.click()
        resolve(page, 1)

    assert len(played_on(chromium, Hexapawn(), act).match.turns) == 2


def test_a_game_with_both_strips_and_arrows(chromium):
    """Clicking a strip of squares places a piece of Gobblet."""

    def act(page):
        page.locator(".match a").nth(3).click()
        resolve(page, 1)

    assert len(played_on(chromium, GobbletGobblers(sizes=1, copies=3), act).match.turns) == 2


def test_the_board_is_played_by_keys(chromium):
    """Tab selects a move, Enter and Space play it, and each message is received once."""

    def act(page):
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        resolve(page, 1)
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        resolve(page, 2)
        page.get_by_role("button", name="hint").press("Enter")
        resolve(page, 3)
        assert page.evaluate("window.sent") == 3

    widget = played_on(chromium, TicTacToe(), act)
    assert len(widget.match.turns) == 4
    assert "best: " in widget.page
