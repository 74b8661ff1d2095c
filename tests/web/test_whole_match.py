"""A match played to its end by keyboard alone, and by touch alone, in a real browser."""

import re

import pytest

from games import TicTacToe
from gamesolver import solve
from gamesolver.web import write_page
from tests.support.explorer_browser import SIZES, keep, opened, serving

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect

LIBRARY = "serve_library(port=0, ready=lambda address: print(address, flush=True))"
MOST_TABS = 40


@pytest.fixture(scope="module")
def library():
    """Address of a served game library."""
    with serving(LIBRARY) as (address, _):
        yield address


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Address of a page in one file."""
    path = tmp_path_factory.mktemp("pages") / "game.html"
    write_page(solve(TicTacToe()), path)
    return f"file://{path}"


def tab_to(page, selector):
    """Press Tab until an element has the focus."""
    for _ in range(MOST_TABS):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {selector}")


def has_ended(page):
    """Return True if play has ended on a page."""
    return page.locator(".over:visible").count() > 0


def finish(page, move):
    """Make moves, with a reply of the opponent to each, until play ends."""
    for turn in range(5):
        expect(page.locator(".way li")).to_have_count(2 * turn + 1)
        if has_ended(page):
            break
        move()
        expect(page.locator(".way li").nth(2 * turn + 1)).to_be_attached()
    expect(page.locator("h1")).to_have_text(re.compile("o has won|A draw: play has ended"))
    expect(page.locator(".review:visible")).to_have_count(1)


@pytest.mark.parametrize("kind", ["library", "file"])
def test_by_keyboard_alone(chromium, library, file, kind):
    """A match can be played by keyboard: Tab finds the opponent, arrows and Enter play moves.

    In the library the game is also found by Tab on the home page.
    """
    start = file if kind == "file" else f"{library}/"
    with opened(chromium, start, alone=True) as (page, complaints):
        if kind == "library":
            page.locator(".card a", has_text="Tic-Tac-Toe").first.wait_for()
            for _ in range(400):
                page.keyboard.press("Tab")
                if page.evaluate("document.activeElement.textContent") == "Tic-Tac-Toe":
                    break
            page.keyboard.press("Enter")
        page.wait_for_selector(".board a[href]")
        tab_to(page, "#opponent")
        page.keyboard.press("p")
        page.keyboard.press("Tab")
        expect(page.locator("#opponent")).to_have_value("perfect")
        page.wait_for_load_state()
        tab_to(page, "#outcomes")  # because arrows on a select change its value

        def move():
            page.wait_for_selector(".moves a")
            page.keyboard.press("ArrowUp")
            page.keyboard.press("Enter")

        finish(page, move)
        page.keyboard.press("Home")
        expect(page.locator(".way li")).to_have_count(1)
        page.keyboard.press("End")
        expect(page.locator(".review:visible")).to_have_count(1)
        assert complaints == []


def test_by_touch_alone(chromium, library):
    """On a phone a match can be started and played by taps."""
    width, height = SIZES["phone"]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    try:
        page.goto(f"{library}/")
        page.get_by_role("link", name="Play: Tic-Tac-Toe").tap()
        page.wait_for_selector(".board a[href]")
        assert page.locator(".outcome").count() == 0  # hidden in a match
        finish(page, lambda: page.locator(".board a[href]").last.tap())
        keep(page, "match-ended-phone")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("link", name="New game").tap()
        expect(page.locator(".way li")).to_have_count(1)
    finally:
        context.close()
