"""The explorer in a real browser: every kind of page, keys, phone, dark, and who cannot see it."""

import pytest

from games import Hexapawn, Nim, TicTacToe
from gamesolver import solve
from gamesolver.web import write_page
from tests.support.explorer_browser import browser, keep, opened, served
from tests.support.hostile_games import SeatedAttack

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

SERVED = {"tictactoe": "solve(TicTacToe())", "hexapawn": "solve(Hexapawn())", "nim": "solve(Nim())",
          "attack": "solve(SeatedAttack())"}  # fmt: skip
PAGES = {
    "start": "tictactoe/",
    "won": "tictactoe/?move=4&move=1",
    "ended": "tictactoe/?from=xxxoo....",
    "api": "tictactoe/api",
    "refused": "tictactoe/?from=xoxo",
    "arrows": "hexapawn/?move=6%3E3",
    "text": "nim/",
    "whole": "file/tictactoe#move=4&move=1",
    "whole-text": "file/nim",
    "whole-arrows": "file/hexapawn",
}
EACH = pytest.mark.parametrize("name", PAGES)


@pytest.fixture(scope="module")
def chromium():
    """One browser for all tests here."""
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def places(chromium, tmp_path_factory):
    """The addresses that ``PAGES`` are written with: three servers, and a folder of files."""
    folder = tmp_path_factory.mktemp("pages")
    for game in (TicTacToe(), Hexapawn(), Nim()):
        write_page(solve(game), folder / f"{type(game).__name__.lower()}.html")
    running = {name: served(solution) for name, solution in SERVED.items()}
    with running["tictactoe"] as one, running["hexapawn"] as two, running["nim"] as three:
        addresses = {"tictactoe": one[0], "hexapawn": two[0], "nim": three[0]}

        def place(target):
            kind, _, rest = target.partition("/")
            if kind == "file":
                name, _, hash_ = rest.partition("#")
                return f"file://{folder}/{name}.html#{hash_}"
            return f"{addresses[kind]}/{rest}"

        yield place


def fits(page):
    """Whether nothing is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def faults(page):
    """What axe-core has to say against a page, by all its rules."""
    found = axe.Axe().run(page).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


@EACH
@pytest.mark.parametrize(("size", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_axe_finds_no_fault(chromium, places, name, size, scheme):
    """Each kind of page fits its screen and passes axe-core; the console is silent."""
    with opened(chromium, places(PAGES[name]), size=size, scheme=scheme) as (page, complaints):
        page.wait_for_selector("h1")
        keep(page, f"{name}-{size}-{scheme}")
        assert fits(page)
        assert faults(page) == []
        assert [each for each in complaints if "400" not in each or name != "refused"] == []


def test_axe_finds_a_planted_fault(chromium, places):
    """A picture without words is found, and a link too pale: silence means something."""
    with opened(chromium, places("tictactoe/")) as (page, _):
        page.evaluate(
            "document.querySelector('h1').innerHTML = "
            '\'<img src="/assets/icon.svg"><a href="/" class="pale">pale</a>\';'
            "document.querySelector('.pale').style.color = '#eee'"
        )
        assert {"image-alt", "color-contrast"} <= {name for name, _ in faults(page)}


@EACH
def test_pages_fit_a_phone_in_light(chromium, places, name):
    """No kind of page is wider than a phone's screen."""
    with opened(chromium, places(PAGES[name]), size="phone") as (page, _):
        page.wait_for_selector("h1")
        keep(page, f"{name}-phone-light")
        assert fits(page)


def test_light_and_dark_are_followed(chromium, places):
    """The paper is light or dark as the reader's system is."""
    papers = []
    for scheme in ("light", "dark"):
        with opened(chromium, places("tictactoe/"), scheme=scheme) as (page, _):
            keep(page, f"start-{scheme}")
            colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
            papers.append(sum(int(part) for part in colour[4:-1].split(",")))
    assert papers[0] > 3 * 200 > 3 * 60 > papers[1]


BOTH = pytest.mark.parametrize("start", ["tictactoe/", "file/tictactoe"])


def place_of(page):
    """What the address of a page says about the place."""
    address = page.url
    return address.partition("#" if address.startswith("file") else "?")[2]


@BOTH
def test_keys_choose_play_and_go_back(chromium, places, start):
    """Arrows choose a move, Enter plays it, Backspace goes back, Home to the root, ? helps."""
    with opened(chromium, places(start)) as (page, complaints):
        page.wait_for_selector(".moves a")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.move") == "1"
        assert page.locator(".board a.chosen").get_attribute("data-move") == "1"
        page.keyboard.press("ArrowLeft")
        left = page.evaluate("document.activeElement.offsetLeft")
        page.keyboard.press("ArrowDown")  # to the move below
        assert page.evaluate("document.activeElement.offsetLeft") == left
        assert page.evaluate("document.activeElement.dataset.move") != "0"
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        expect(page.locator("code").first).to_have_text("x........")
        assert place_of(page) == "move=0"
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        expect(page.locator(".way li")).to_have_count(3)
        page.keyboard.press("Backspace")
        expect(page.locator(".way li")).to_have_count(2)
        page.keyboard.press("Home")
        expect(page.locator(".way li")).to_have_count(1)
        page.keyboard.press("?")
        assert page.locator("#keys").is_visible()
        page.keyboard.press("Escape")
        assert not page.locator("#keys").is_visible()
        assert complaints == []


@BOTH
def test_keys_leave_typing_alone(chromium, places, start):
    """In the field for positions, Backspace deletes and ? is a letter."""
    with opened(chromium, places(start)) as (page, _):
        page.wait_for_selector(".moves a")
        page.locator("#from").fill("xo")
        page.locator("#from").press("Backspace")
        page.locator("#from").press("?")
        assert page.locator("#from").input_value() == "x?"
        assert not page.locator("#keys").is_visible()


@BOTH
def test_clicking_the_board_plays(chromium, places, start):
    """A click on a square plays it, on the server's page and in the file."""
    with opened(chromium, places(start)) as (page, _):
        page.locator(".board a[data-move='4']").click()
        expect(page.locator("h1")).to_have_text("A draw in 8 plies")
        page.locator(".board a[data-move='1']").click()
        expect(page.locator("h1")).to_have_text("x wins in 5 plies")
        assert place_of(page) == "move=4&move=1"


@BOTH
def test_a_position_can_be_typed_in(chromium, places, start):
    """The form shows the position that is written into it."""
    with opened(chromium, places(start)) as (page, _):
        page.locator("#from").fill("xxxoo....")
        page.locator("#from").press("Enter")
        expect(page.locator("h1")).to_have_text("x has won")
        assert place_of(page) == "from=xxxoo...."


def test_pages_work_without_script(chromium, places):
    """With script turned off one can play by the board and the list, go back, and type in."""
    with opened(chromium, places("tictactoe/"), script=False) as (page, _):
        page.locator(".board a[data-move='4']").click()
        page.locator(".moves a").first.click()
        assert place_of(page) == "move=4&move=0"
        page.locator("a[rel=prev]").click()
        assert place_of(page) == "move=4"
        page.get_by_role("button", name="Keys").click()
        assert page.locator("#keys").is_visible()


def test_a_perfect_opponent_never_loses(chromium, places):
    """In the file, a perfect opponent answers each move, and the first player never wins."""
    with opened(chromium, places("file/tictactoe")) as (page, complaints):
        page.locator("#opponent").select_option("1")
        for turn in range(5):
            expect(page.locator(".way li")).to_have_count(2 * turn + 1)
            if not page.locator(".moves a").count():
                break
            page.locator(".moves a").last.click()
            if page.locator("#turn").inner_text() == "The end":
                break
        assert page.locator("h1").inner_text() in ("o has won", "A draw: play has ended")
        assert complaints == []


def test_outcomes_can_be_hidden(chromium, places):
    """Without outcomes the file tells neither by words nor by order nor by colour who wins."""
    with opened(chromium, places("file/tictactoe#move=4&move=1")) as (page, _):
        assert page.locator(".place .win").count()
        page.locator("#worths").uncheck()
        assert page.locator("h1").inner_text() == "x to move"
        assert page.locator(".moves").inner_text().split() == list("0235678")
        assert not page.locator(".place").locator(".win, .loss, .best").count()
        assert not page.locator("#line").is_visible()


@pytest.mark.parametrize("kind", ["server", "file"])
def test_markup_of_a_game_never_runs(chromium, tmp_path, kind):
    """A game whose every text and picture is an attack is shown; nothing of it runs or calls."""
    game = SeatedAttack()
    with served(SERVED["attack"]) as (address, _):
        write_page(solve(game), tmp_path / "attack.html")
        start = f"{address}/" if kind == "server" else f"file://{tmp_path}/attack.html"
        with opened(chromium, start) as (page, complaints):
            asked = []
            page.on("request", lambda request: asked.append(request.url))
            page.wait_for_selector(".moves a")
            page.locator(".board a").first.hover()
            page.locator(".board a").first.click()
            expect(page.locator(".way li")).to_have_count(2)
            page.locator(".moves a").first.hover()
            assert page.locator("code").first.inner_text() == game.format(3)
            assert page.title() != "run"
            assert not [url for url in asked if "elsewhere" in url]
            assert complaints == []
