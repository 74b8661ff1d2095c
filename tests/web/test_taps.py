"""Arrows on a phone: a man is tapped, then its target; each of them is large enough."""

from contextlib import contextmanager

import pytest

from games import GobbletGobblers, Hexapawn, ThreeMensMorris
from gamesolver import solve
from gamesolver.web import app, write_page
from tests.support.explorer_browser import answering, browser, keep
from tests.support.explorer_calls import Page, fetch
from tests.web.test_shelf import Looking

PHONE = {"width": 360, "height": 740}
MORRIS = "?move=b2&move=a1&move=c3&move=a3&move=a2&move=c2"
"""Way to a position in which each player has placed three men."""


@contextmanager
def on_a_phone(explorer):
    """Yield a page of an explorer on a phone."""
    with browser() as chromium, answering(chromium, lambda at: fetch(explorer, at)) as page:
        page.set_viewport_size(PHONE)
        yield page


def box_of(page, move, end):
    """Return left, top, width and height of an end of the arrow of a move."""
    return page.locator(f'.board a[data-move="{move}"] .{end}').bounding_box()


def tap(page, box):
    """Tap the middle of a box."""
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize(
    ("game", "way"), [(ThreeMensMorris(), MORRIS), (Hexapawn(), "?move=a1-a2")]
)
def test_every_arrow_is_played_by_two_taps(game, way):
    """A tap on a man and one on the target play each move; both have 44 pixels."""
    explorer = app(solve(game))
    moves = Page(fetch(explorer, f"/{way}").text).moves()
    assert moves
    with on_a_phone(explorer) as page:
        for move, _, address in moves:
            page.goto(f"http://localhost/{way}")
            source, target = (box_of(page, move, end) for end in ("from", "to"))
            assert min(*list(source.values())[2:], *list(target.values())[2:]) >= 44
            tap(page, source)
            keep(page, f"tapped-{move}")
            with page.expect_navigation():
                tap(page, target)
            assert page.url == f"http://localhost{address}"


def test_a_tap_on_a_man_shows_its_moves_only():
    """Arrows of other men are hidden until the man is tapped again, or a place without a man."""
    with on_a_phone(app(solve(ThreeMensMorris()))) as page:
        page.goto(f"http://localhost/{MORRIS}")
        arrows = page.locator(".board a[data-move]")
        texts = [arrows.nth(each).get_attribute("data-move") for each in range(arrows.count())]
        first = texts[0].split("-")[0]
        assert any(not text.startswith(first) for text in texts)
        shown = "(all) => all.map((each) => getComputedStyle(each).visibility === 'visible')"
        mine = [text.startswith(first) for text in texts]
        for expected in (mine, [True] * len(texts)):
            tap(page, box_of(page, texts[0], "from"))
            assert arrows.evaluate_all(shown) == expected
        assert page.url == f"http://localhost/{MORRIS}"


def test_a_page_in_one_file_is_played_by_taps(tmp_path):
    """On a page in one file a man and its target are tapped in the same way."""
    write_page(solve(Hexapawn()), tmp_path / "page.html")
    with browser() as chromium:
        page = chromium.new_page(viewport=PHONE)
        page.goto((tmp_path / "page.html").as_uri())
        page.wait_for_selector(".board a[data-move]")
        move = page.locator(".board a[data-move]").first.get_attribute("data-move")
        for end in ("from", "to"):
            tap(page, box_of(page, move, end))
        page.wait_for_selector(".last-move:not([hidden])")
        assert page.locator("#last-text").inner_text() == move


def test_many_arrows_show_their_outcomes_when_a_man_is_chosen():
    """If more than ten arrows share their targets, outcomes appear with the choice of a man."""
    game = GobbletGobblers(sizes=2, copies=1).plain
    here = game.start()
    for move in ("Sa3", "La3", "Lb3", "La3-c1"):
        here = game.play(here, game.parse_move(here, move))
    with on_a_phone(app(solve(Looking(game, here)))) as page:
        page.goto("http://localhost/")
        outcomes = page.locator(".board a:has(.from) .outcome")
        note = "getComputedStyle(document.querySelector('.board'), '::after').content"
        assert page.evaluate(note) == '"Choose a man to see its moves."'
        assert outcomes.count() > 10
        assert page.locator(".board .outcome:visible").count() == 0
        tap(page, page.locator(".board .from").first.bounding_box())
        mine = page.locator(".board .mine").count()
        assert 0 < mine < outcomes.count()
        assert page.locator(".board .outcome:visible").count() == mine
