"""Sharing a position as link, picture, frame or file, and finding puzzles and traps from it."""

import re
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO

import pytest

from games import Hexapawn, Nim, TicTacToe
from gamesolver import solve
from gamesolver.players import traps
from gamesolver.value import Value
from gamesolver.web import app, write_page
from tests.support.explorer_browser import opened, served
from tests.support.explorer_calls import Page, fetch, follow

SOLUTION = solve(TicTacToe())
EXPLORER = app(SOLUTION)
FRAMED = "frame-ancestors *"


def position_at(address):
    """Return the position at the address of a page."""
    query = re.sub(r"&?(outcomes|opponent|seat)=[^&]*", "", address.partition("?")[2])
    return SOLUTION.game.parse(fetch(EXPLORER, f"/api/position?{query}").json["position"])


def test_an_only_move_is_found_from_a_place():
    """``/only-move`` continues the given moves to a position with one move that keeps the value."""
    for _ in range(20):
        page, address = follow(EXPLORER, "/only-move?move=4")
        assert page.code == 200
        assert address.startswith("/?move=4&move=")
        values = [row.outcome.value for row in SOLUTION.moves(position_at(address))]
        assert values.count(max(values)) == 1
        assert max(values) > Value.LOSS


def test_a_trap_is_found_from_a_place():
    """``/trap`` finds drawn positions in which most moves lose, some of them in ``traps``."""
    known = {position for trap in traps(SOLUTION, most=None) for position in orbit(trap.position)}
    found = []
    for _ in range(20):
        _, address = follow(EXPLORER, "/trap")
        rows = SOLUTION.moves(position_at(address))
        found.append(position_at(address))
        assert rows[0].outcome.value is Value.DRAW
        assert 2 * sum(row.outcome.value is Value.LOSS for row in rows) > len(rows)
    assert known & {*found}


def orbit(position):
    """Return a position and its symmetric images."""
    return {position, *SOLUTION.game.symmetries(position)}


def test_where_none_is_found_the_page_states_so():
    """In Nim, which has no drawn position, the page reports that no trap was found."""
    answer = fetch(app(solve(Nim(heaps=(1, 2)))), "/trap")
    assert answer.code == 404
    assert "no trap was found in 400 positions" in answer.text.lower()


def test_each_kind_is_one_click_from_a_page():
    """A page links to a puzzle, trap and only move from its position, except at the end."""
    links = [each["href"] for each in Page(fetch(EXPLORER, "/?move=4").text).all("a")]
    for kind in ("puzzle", "trap", "only-move"):
        assert f"/{kind}?move=4" in links
    links = [each["href"] for each in Page(fetch(EXPLORER, "/?from=xxxoo....").text).all("a")]
    assert not [each for each in links if each.startswith(("/trap", "/only-move"))]


def test_only_the_frame_may_be_framed():
    """Only the page for frames can be embedded in other sites."""
    answer = fetch(EXPLORER, "/embed/?move=4")
    assert answer.code == 200
    assert FRAMED in answer.headers["content-security-policy"]
    assert "x-frame-options" not in answer.headers
    for target in ("/", "/?move=4", "/api", "/embed", "/x/embed/y", "/board.svg", "/api/game"):
        answer = fetch(EXPLORER, target)
        assert FRAMED not in answer.headers["content-security-policy"], target
        assert answer.headers["x-frame-options"] == "DENY"


def test_links_of_a_frame_stay_in_it():
    """Links of a frame, and the reply of an opponent, stay below ``/embed/``."""
    page = Page(fetch(EXPLORER, "/embed/?move=4&move=0").text, "/embed/")
    links = [*page.board().values(), *(each["href"] for each in page.all("a", class_="step"))]
    assert links
    assert all(each.startswith("/embed/?") for each in links)
    assert all(fetch(EXPLORER, each).code == 200 for each in links)
    answer = fetch(EXPLORER, "/embed/?move=0&opponent=perfect")
    assert answer.headers["location"].startswith("/embed/?move=0&move=4&")
    (style,) = [each["href"] for each in page.all("link", rel="stylesheet")]
    assert fetch(EXPLORER, style).code == 200


def test_a_small_game_can_be_saved_as_one_file(tmp_path):
    """``/page.html`` is the file of ``write_page``; a larger game has neither link nor file."""
    write_page(SOLUTION, tmp_path / "page.html")
    answer = fetch(EXPLORER, "/page.html")
    assert answer.body == (tmp_path / "page.html").read_bytes()
    assert answer.headers["content-disposition"].startswith("attachment")
    assert 'href="./page.html"' in fetch(EXPLORER, "/").text
    large = app(solve(Hexapawn(rows=4, columns=4)))
    assert fetch(large, "/page.html").code == 404
    assert 'href="./page.html"' not in fetch(large, "/").text


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Addresses of the same position on a server and in a file."""
    folder = tmp_path_factory.mktemp("pages")
    write_page(SOLUTION, folder / "game.html")
    with served("solve(TicTacToe())") as (address, _):
        yield {"served": f"{address}/?move=4", "file": f"file://{folder}/game.html#move=4"}


class Quiet(SimpleHTTPRequestHandler):
    """Handler that serves the files of a folder without a log."""

    def log_message(self, *_):
        """Write no log."""


@contextmanager
def another_site(folder):
    """Serve a folder, and yield its address."""
    handler = partial(Quiet, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@pytest.mark.parametrize("kind", ["served", "file"])
def test_the_board_is_saved_as_png_and_svg(chromium, places, kind):
    """The board can be downloaded as SVG, and as a PNG that is square and not blank."""
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    with opened(chromium, places[kind], alone=True) as (page, complaints):
        page.locator("#tab-share").check()
        with page.expect_download() as saved:
            page.get_by_role("button", name="PNG").click()
        drawn = image.open(BytesIO(saved.value.path().read_bytes())).convert("RGB")
        assert drawn.size == (960, 960)
        assert len(drawn.getcolors(100_000)) > 3
        with page.expect_download() as saved:
            page.get_by_role("link", name="SVG").click()
        assert saved.value.path().read_text().startswith("<svg")
        assert complaints == []


def test_the_snippet_shows_the_board_on_another_site(chromium, places, tmp_path):
    """On another site the snippet's frame shows the board and takes moves; the page is blocked."""
    with opened(chromium, places["served"]) as (page, _):
        page.locator("#tab-share").check()
        snippet = page.locator(".snippet").inner_text()
    whole = f'<iframe id="whole" src="{places["served"]}"></iframe>'
    (tmp_path / "site.html").write_text('<link rel="icon" href="data:,">' + snippet + whole)
    with another_site(tmp_path) as site, opened(chromium, f"{site}/site.html") as found:
        page, complaints = found
        frame = page.frame_locator("iframe").first
        frame.locator(".board a[data-move='0']").click()
        frame.locator(".board a[data-move='8']").wait_for()
        assert frame.locator(".verdict h1").inner_text()
        assert page.frame_locator("#whole").locator(".board").count() == 0
        assert [each for each in complaints if "frame-ancestors" not in each] == []


def test_a_file_finds_places_as_the_server_does(chromium, places):
    """In a file a puzzle hides outcomes, a trap and an only move show them; all lie further on."""
    with opened(chromium, places["file"]) as (page, complaints):
        page.wait_for_selector(".board a[href]")
        for name, is_hidden in (("a puzzle", True), ("a trap", False), ("an only move", False)):
            page.goto(places["file"])
            page.wait_for_selector(".board a[href]")
            page.get_by_role("button", name=name).click()
            page.wait_for_function("location.hash.split('move=').length > 2")
            assert page.locator("#outcomes").is_checked() == is_hidden
        assert complaints == []
