"""Pages of eight games on three screens, in light and dark mode."""

import pytest

from games import (
    ConnectFour,
    DotsAndBoxes,
    Hex,
    Hexapawn,
    Kalah,
    Othello,
    Quarto,
    ThreeMensMorris,
)
from gamesolver import solve
from gamesolver.web import app
from tests.support.explorer_browser import answering, browser, keep
from tests.support.explorer_calls import Page, fetch

GAMES = {
    "connect-four": ConnectFour(width=4, height=4),
    "dots-and-boxes": DotsAndBoxes(),
    "hex": Hex(),
    "hexapawn": Hexapawn(),
    "kalah": Kalah(),
    "othello": Othello(),
    "quarto": Quarto(),
    "three-mens-morris": ThreeMensMorris(),
}
SCREENS = {360: 740, 768: 1024, 1280: 800}
PLIES = 4
SMALL = """() => [...document.querySelectorAll("a[href], button, select, label, summary")]
  .filter((each) => each.checkVisibility() && !each.closest(".board, .skip, .small, [aria-hidden]"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44)
  .map(([each, { width, height }]) => `${each.outerHTML.slice(0, 80)} ${width} ${height}`)"""
"""Targets on a phone that are smaller than 44 pixels."""
SMALL_SQUARES = """() => [...document.querySelectorAll(".board a > g > :is(rect, polygon)")]
  .map((each) => [each.closest("a").dataset.move, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44)
  .map(([move, { width, height }]) => `${move} ${width} ${height}`)"""
"""Moves on a phone whose squares on the board are smaller than 44 pixels."""


def after_some_plies(explorer):
    """Return the address after some moves, each the last of its list."""
    address = "/"
    for _ in range(PLIES):
        moves = Page(fetch(explorer, address).text).moves()
        if not moves:
            break
        address = moves[-1][2]
    return address


@pytest.mark.parametrize("name", GAMES)
def test_each_screen_has_the_board_and_the_verdict(name):
    """Nothing is wider than the screen, and the board and the verdict are on the first screen.

    On a phone, links, buttons and squares have 44 pixels or more. The page passes axe in light and
    in dark mode.
    """
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    explorer = app(solve(GAMES[name]))
    address = after_some_plies(explorer)
    with browser() as chromium, answering(chromium, lambda at: fetch(explorer, at)) as page:
        page.goto(f"http://localhost{address}")
        for wide, high in SCREENS.items():
            page.set_viewport_size({"width": wide, "height": high})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                keep(page, f"{name}-{wide}-{scheme}")
                if wide == min(SCREENS):
                    assert page.evaluate(SMALL) == page.evaluate(SMALL_SQUARES) == []
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                for selector in (".board", ".verdict h1"):
                    box = page.locator(selector).bounding_box()
                    assert box["y"] + box["height"] <= high, (selector, wide, scheme)
        found = {}
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found[scheme] = [each["id"] for each in axe.Axe().run(page).response["violations"]]
        assert found == {"light": [], "dark": []}
