"""Scores in a real browser: a page in one file shows the same as the server's page."""

import pytest

from games import DotsAndBoxes, Kalah
from gamesolver import solve
from gamesolver.web import write_page
from tests.support.explorer_browser import keep, opened, served
from tests.support.scored_games import Chase, Coins, Counters, Treasure

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

GAMES = {
    "coins": (Coins(), ["last"] * 3 + ["first", "first"]),
    "counters": (Counters(), ["2", "1", "1"]),
    "chase": (Chase(), ["stay", "back", "stay"]),
    "treasure": (Treasure(endless=-1), ["take", "walk", "yield"]),
    "boxes": (DotsAndBoxes(rows=1, columns=2), ["a-b", "a-d", "d-e", "b-e", "b-c"]),
    "kalah": (Kalah(houses=2, seeds=1), ["house%20b", "house%20a"]),
}
SAME = (
    "h1",
    ".turn",
    ".so-far",
    ".moves a",
    ".groups h3",
    ".history tbody tr",
    ".review p",
    ".review li",
    ".last-move",
    ".player",
)
"""Elements whose text must be equal on both pages."""
ALIKE = (
    (".history circle", "class"),
    (".board a[href]", "aria-label"),
    ("g.box > polygon", "fill"),
    ("g[class^='store-'] circle", "cx"),
)


def reported(page):
    """Return the texts, attributes and spots of a page that are compared."""
    page.wait_for_selector(".last-move", state="attached")
    texts = {
        each: [" ".join(text.split()) for text in page.locator(each).all_inner_texts() if text]
        for each in SAME
    }
    named = {
        (each, name): [one.get_attribute(name) for one in page.locator(each).all()]
        for each, name in ALIKE
    }
    spots = [float(each.get_attribute("cx")) for each in page.locator(".history circle").all()]
    return texts | named | {"spots": spots}


@pytest.mark.parametrize("name", GAMES)
def test_both_pages_state_the_same(chromium, tmp_path, name):
    """At every ply both pages have equal headlines, sums, headings, moves and histories."""
    game, moves = GAMES[name]
    write_page(solve(game), tmp_path / "page.html")
    with served(f"solve({game!r})") as (address, _):
        for plies in range(1, len(moves) + 1):
            way = "&".join(f"move={move}" for move in moves[:plies])
            with (
                opened(chromium, f"{address}/?{way}") as (one, complaints),
                opened(chromium, f"file://{tmp_path}/page.html#{way}") as (other, more),
            ):
                other.wait_for_selector("h1")
                keep(one, f"scores-{name}-{plies}")
                assert reported(other) == reported(one)
                assert complaints == more == []


CHOSEN = [
    (Treasure(endless=1), "take", {"perfect": "walk", "score": "yield"}),
    (Coins(), "last", {"value": "first", "score": "last"}),
]


@pytest.mark.parametrize(("game", "move", "answers"), CHOSEN, ids=["dawdles", "gives nothing away"])
def test_an_opponent_of_the_file_keeps_the_score(chromium, tmp_path, game, move, answers):
    """An opponent in the file chooses at random among the moves of its kind; here, the last."""
    write_page(solve(game), tmp_path / "page.html")
    with opened(chromium, f"file://{tmp_path}/page.html") as (page, complaints):
        page.evaluate("Math.random = () => 0.99")
        for opponent, answer in answers.items():
            page.locator("#opponent").select_option(opponent)
            page.locator(f".moves a[data-move='{move}']").click()
            expect(page.locator(".way li")).to_have_count(3)
            assert page.url.endswith(f"#move={move}&move={answer}"), opponent
            page.keyboard.press("Home")
            expect(page.locator(".way li")).to_have_count(1)
        assert complaints == []


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_axe_finds_no_fault(chromium, tmp_path, size):
    """A page with scores, sums and gains fits its screen and passes axe-core."""
    write_page(solve(Coins()), tmp_path / "page.html")
    address = f"file://{tmp_path}/page.html#move=last&move=last&move=last&move=first"
    with opened(chromium, address, size=size) as (page, complaints):
        page.wait_for_selector(".so-far")
        keep(page, f"scores-whole-{size}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert axe.Axe().run(page).response["violations"] == []
        assert complaints == []
