"""The explorer in a real browser: all pages, keys, phones, dark mode and accessibility."""

import re
from contextlib import ExitStack

import pytest

from games import Hexapawn, Nim, TicTacToe
from gamesolver import solve
from gamesolver.web import write_page
from tests.attacks.hostile_games import SeatedAttack
from tests.support.explorer_browser import IDLE, keep, opened, served
from tests.support.seen_from_mover import Circling, Ring
from tests.support.small_games import SpacedEnd

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

SERVED = {"tictactoe": "solve(TicTacToe())", "hexapawn": "solve(Hexapawn())", "nim": "solve(Nim())",
          "circling": "solve(Circling())", "attack": "solve(SeatedAttack())",
          "ring": "solve(Ring())", "spacedend": "solve(SpacedEnd())"}  # fmt: skip
ENDED = "move=4&move=1&move=7&move=0&move=2&move=6&move=3&move=5&move=8"
PAGES = {
    "start": "tictactoe/",
    "hidden": "tictactoe/?move=4&move=1&opponent=errs-4&seat=1&outcomes=hidden",
    "history": "tictactoe/?move=4&move=1&move=0&move=8&move=3",
    "won": "tictactoe/?move=4&move=1",
    "ended": "tictactoe/?from=xxxoo....",
    "api": "tictactoe/api",
    "refused": "tictactoe/?from=xoxo",
    "arrows": "hexapawn/?move=a1-a2",
    "text": "nim/",
    "review": f"tictactoe/?{ENDED}",
    "edit": "tictactoe/edit?from=x...o....",
    "edit-refused": "tictactoe/edit?from=ooo......",
    "embed": "tictactoe/embed/?move=4&move=1",
    "whole-review": f"file/tictactoe#{ENDED}",
    "whole": "file/tictactoe#move=4&move=1",
    "whole-history": "file/tictactoe#move=4&move=1&move=0&move=8&move=3",
    "whole-text": "file/nim",
    "whole-arrows": "file/hexapawn",
}


@pytest.fixture(scope="module")
def places(chromium, tmp_path_factory):
    """Function from a target of ``PAGES`` to its address, on servers and in a folder of files."""
    folder = tmp_path_factory.mktemp("pages")
    for game in (TicTacToe(), Hexapawn(), Nim(), Circling(), Ring(), SpacedEnd()):
        write_page(solve(game), folder / f"{type(game).__name__.lower()}.html")
    with ExitStack() as stack:
        addresses = {
            name: stack.enter_context(served(solution))[0]
            for name, solution in SERVED.items()
            if name != "attack"
        }

        def place(target):
            kind, _, rest = target.partition("/")
            if kind == "file":
                name, _, hash_ = rest.partition("#")
                return f"file://{folder}/{name}.html#{hash_}"
            return f"{addresses[kind]}/{rest}"

        yield place


def fits(page):
    """Return True if nothing is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def faults(page):
    """Return the violations of all rules of axe-core on a page."""
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_fault(chromium, places, name):
    """Each kind of page fits its screen and passes axe-core, without messages in the console.

    On a phone the page must fit in light and dark mode, and axe-core checks dark mode. On a desk
    both are checked in light mode.
    """
    sizes = ("phone", ["light", "dark"]), ("desk", ["light"])
    for size, schemes in sizes:
        with opened(chromium, places(PAGES[name]), size=size) as (page, complaints):
            page.wait_for_selector("h1")
            for scheme in schemes:
                page.emulate_media(color_scheme=scheme)
                keep(page, f"{name}-{size}-{scheme}")
                assert fits(page)
            assert faults(page) == []
            assert [each for each in complaints if "400" not in each or name != "refused"] == []


def test_axe_finds_a_planted_fault(chromium, places):
    """The axe-core check reports a planted image without text and a link that is too pale."""
    with opened(chromium, places("tictactoe/")) as (page, _):
        page.evaluate(
            "document.querySelector('h1').innerHTML = "
            '\'<img src="/assets/icon.svg"><a href="/" class="pale">pale</a>\';'
            "document.querySelector('.pale').style.color = '#eee'"
        )
        assert {"image-alt", "color-contrast"} <= {name for name, _ in faults(page)}


def test_light_and_dark_are_followed(chromium, places):
    """The background is light or dark according to the system's colour scheme."""
    papers = []
    with opened(chromium, places("tictactoe/")) as (page, _):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            keep(page, f"start-{scheme}")
            colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
            papers.append(sum(int(part) for part in colour[4:-1].split(",")))
    assert papers[0] > 3 * 200 > 3 * 60 > papers[1]


def wish(page, **wishes):
    """Choose options in the form; it is sent at once, or by its button without script."""
    for name, text in wishes.items():
        page.locator(f"#{name}").select_option(text)
    button = page.get_by_role("button", name="Apply")
    if button.count():  # visible only without script
        button.click()


BOTH = pytest.mark.parametrize("start", ["tictactoe/", "file/tictactoe"])


def place_of(page):
    """Return the part of a page's address that names the position."""
    address = page.url
    return address.partition("#" if address.startswith("file") else "?")[2]


@BOTH
def test_keys_choose_play_and_go_back(chromium, places, start):
    """Arrows choose a move or step through the game, Enter plays, Home and End go to its ends."""
    with opened(chromium, places(start)) as (page, complaints):
        page.wait_for_selector(".moves a")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.move") == "1"
        assert page.locator(".board a.chosen").get_attribute("data-move") == "1"
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        expect(page.locator(".text-of code").first).to_have_text("x........")
        assert place_of(page) == "move=0"
        page.keyboard.press("4")
        expect(page.locator(".way li")).to_have_count(3)
        assert place_of(page) == "move=0&move=4"
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".way li")).to_have_count(2)
        assert place_of(page) == "move=0&next=4"
        page.keyboard.press("Home")
        expect(page.locator(".way li")).to_have_count(1)
        page.keyboard.press("End")
        expect(page.locator(".way li")).to_have_count(3)
        page.keyboard.press("Backspace")
        expect(page.locator(".way li")).to_have_count(2)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".way li")).to_have_count(3)
        page.keyboard.press("?")
        assert page.locator("#keys").is_visible()
        page.keyboard.press("Escape")
        assert not page.locator("#keys").is_visible()
        assert complaints == []


@BOTH
def test_a_board_is_turned_and_stays_so(chromium, places, start):
    """The key f flips the board, which stays flipped after a move until it is flipped back."""
    with opened(chromium, places(start), alone=True) as (page, _):
        page.wait_for_selector(".moves a")
        page.keyboard.press("f")
        assert page.locator(".flip").get_attribute("aria-pressed") == "true"
        first = page.locator(".board a[data-move='0']").bounding_box()
        last = page.locator(".board a[data-move='8']").bounding_box()
        assert first["y"] > last["y"]
        page.keyboard.press("4")
        expect(page.locator(".way li")).to_have_count(2)
        assert page.locator(".flip").get_attribute("aria-pressed") == "true"
        page.locator(".flip").click()
        assert page.locator(".flip").get_attribute("aria-pressed") == "false"


@BOTH
def test_space_plays_on_to_the_end(chromium, places, start):
    """The space key plays best moves until the game ends, then autoplay is off."""
    way = "#from=xxooo.x.." if start.startswith("file") else "?from=xxooo.x.."
    with opened(chromium, places(start + way), alone=True) as (page, complaints):
        page.wait_for_selector(".moves a")
        page.keyboard.press(" ")
        expect(page.locator(".over:visible")).to_be_visible(timeout=60_000)
        expect(page.locator(".autoplay")).to_have_attribute("aria-pressed", "false")
        expect(page.locator(".way li")).to_have_count(4)
        assert complaints == []


@pytest.mark.parametrize("start", ["tictactoe/?move=4&move=1", "file/tictactoe#move=4&move=1"])
def test_outcomes_are_on_the_board(chromium, places, start):
    """Each playable square shows a value and plies, and best moves have a solid ring."""
    with opened(chromium, places(start)) as (page, _):
        page.wait_for_selector(".board a[href]")
        shown = {
            each.get_attribute("data-move"): each.locator(".outcome").text_content()
            for each in page.locator(".board a[href]").all()
        }
        assert shown == {**dict.fromkeys("023568", "win5"), "7": "draw7"}
        dashes = "each => getComputedStyle(each.querySelector('.outcome circle')).strokeDasharray"
        best, other = (page.locator(f".board a[data-move='{move}']") for move in "07")
        assert (best.evaluate(dashes), other.evaluate(dashes)) == ("none", "7px, 5px")


def test_targets_are_large_enough_for_a_finger(chromium, places):
    """On a phone each control is at least 44 pixels high, and the verdict is in view."""
    with opened(chromium, places("hexapawn/?move=a1-a2"), size="phone") as (page, _):
        for each in page.locator(".step, .moves a, .wishes select:visible, .tabs label").all():
            assert each.bounding_box()["height"] >= 44
        box = page.locator("h1").bounding_box()
        assert box["y"] + box["height"] < 800


def share(page):
    """Show the tab with the field for positions."""
    page.locator("#tab-share").check(force=True)


@BOTH
def test_keys_leave_typing_alone(chromium, places, start):
    """In the position field, Backspace deletes and ? is an ordinary character."""
    with opened(chromium, places(start)) as (page, _):
        page.wait_for_selector(".moves a")
        share(page)
        page.locator("#from").fill("xo")
        page.locator("#from").press("Backspace")
        page.locator("#from").press("?")
        assert page.locator("#from").input_value() == "x?"
        assert not page.locator("#keys").is_visible()


@BOTH
def test_clicking_the_board_plays(chromium, places, start):
    """A click on a square plays the move, on the server's page and in the file."""
    with opened(chromium, places(start)) as (page, _):
        page.locator(".board a[data-move='4']").click()
        expect(page.locator("h1")).to_have_text("A draw in 8 plies")
        page.locator(".board a[data-move='1']").click()
        expect(page.locator("h1")).to_have_text("x wins in 5 plies")
        assert place_of(page) == "move=4&move=1"


@BOTH
def test_a_position_can_be_typed_in(chromium, places, start):
    """The page shows a position that is typed into the form."""
    with opened(chromium, places(start)) as (page, _):
        share(page)
        page.locator("#from").fill("xxxoo....")
        page.locator("#from").press("Enter")
        expect(page.locator("h1")).to_have_text("x has won")
        assert place_of(page) == "from=xxxoo...."


@pytest.mark.parametrize("start", ["spacedend/", "file/spacedend"])
def test_a_position_can_have_spaces_at_its_edges(chromium, places, start):
    """A position text can begin or end with a space in the form."""
    with opened(chromium, places(start)) as (page, _):
        for text, shown in (("ox oo xx ", "x wins in 1 ply"), (" ox oo xxx ", "x has won")):
            share(page)
            page.locator("#from").fill(text)
            page.locator("#from").press("Enter")
            expect(page.locator("h1")).to_have_text(shown)


def test_pages_work_without_script(chromium, places):
    """Without script the board, the list of moves, the link back and the help on keys work."""
    with opened(chromium, places("tictactoe/"), script=False) as (page, _):
        page.locator(".board a[data-move='4']").click()
        page.locator(".moves a").first.click()
        assert place_of(page) == "move=4&move=0"
        page.locator("a[rel=prev]").click()
        assert place_of(page) == "move=4&next=0"
        page.get_by_role("button", name="Keys").click()
        assert page.locator("#keys").is_visible()


@BOTH
def test_a_perfect_opponent_never_loses(chromium, places, start):
    """A perfect opponent, chosen on the page, replies to each move and never loses."""
    with opened(chromium, places(start)) as (page, complaints):
        wish(page, opponent="perfect")
        for turn in range(5):
            expect(page.locator(".way li")).to_have_count(2 * turn + 1)
            if page.locator(".over:visible").count():
                break
            page.locator(".moves a").last.click()
            expect(page.locator(".way li").nth(2 * turn + 1)).to_be_visible()
        expect(page.locator("h1")).to_have_text(re.compile("o has won|A draw: play has ended"))
        assert complaints == []


@pytest.mark.parametrize("start", ["ring/", "file/ring"])
def test_an_opponent_who_moves_for_ever_waits(chromium, places, start):
    """An opponent stops after fifty moves in a row, and the page explains this."""
    way = "&".join(["move=on"] * 48)
    with opened(chromium, places(f"{start}{'#' if 'file' in start else '?'}{way}")) as (page, _):
        wish(page, opponent="perfect")
        expect(page.locator(".way li")).to_have_count(51)
        expect(page.locator(".waits")).to_have_text(re.compile("has moved 50 times in a row"))
        page.wait_for_timeout(80)  # twice the delay of an opponent
        assert page.locator(".way li").count() == 51
        page.locator(".moves a").first.click()
        expect(page.locator(".way li")).to_have_count(52)


@BOTH
def test_back_returns_to_ones_own_turn(chromium, places, start):
    """Against an opponent, Backspace takes back its reply and the player's own move."""
    with opened(chromium, places(start)) as (page, _):
        wish(page, opponent="random")
        page.locator(".moves a").first.click()
        expect(page.locator(".way li")).to_have_count(3)
        page.keyboard.press("Backspace")
        expect(page.locator(".way li")).to_have_count(1)
        expect(page.locator("#opponent")).to_have_value("random")


def test_an_opponent_is_chosen_without_script(chromium, places):
    """Without script the form is sent by its button, and links lead to the opponent's reply."""
    with opened(chromium, places("tictactoe/"), script=False) as (page, _):
        page.locator("#outcomes").check()
        wish(page, opponent="errs-4", seat="0")
        expect(page.locator(".way li")).to_have_count(2)
        assert page.locator("h1").inner_text() == "o to move"
        assert page.locator("#opponent").input_value() == "errs-4"
        page.locator(".moves a").first.click()
        expect(page.locator(".way li")).to_have_count(4)


CHANCES = [("perfect", 0.99, "4"), ("value", 0.99, "4"), ("random", 0.99, "8"),
           ("errs-4", 0.99, "4"), ("errs-4", 0.1, "1")]  # fmt: skip


def test_opponents_of_the_file_choose_as_they_are_called(chromium, places):
    """After a corner, good opponents take the centre, and random or erring ones another square."""
    with opened(chromium, places("file/tictactoe")) as (page, complaints):
        for opponent, luck, answer in CHANCES:
            page.evaluate(f"Math.random = () => {luck}")
            page.locator("#opponent").select_option(opponent)
            page.locator(".moves a[data-move='0']").click()
            expect(page.locator(".way li")).to_have_count(3)
            assert place_of(page) == f"move=0&move={answer}", opponent
            page.keyboard.press("Home")
            expect(page.locator(".way li")).to_have_count(1)
        assert complaints == []


@BOTH
def test_outcomes_can_be_hidden(chromium, places, start):
    """With outcomes hidden, neither text nor order nor colour reveals the winner."""
    way = "#move=4&move=1" if start.startswith("file") else "?move=4&move=1"
    with opened(chromium, places(start + way)) as (page, _):
        assert page.locator(".place .win").count()
        assert page.locator("#history-title").is_visible()
        page.locator("#tab-statistics").check(force=True)
        assert page.locator("#counts").is_visible()
        page.locator("#tab-moves").check(force=True)
        page.locator("#outcomes").check()
        wish(page)
        expect(page.locator("h1")).to_have_text("x to move")
        assert page.locator(".moves").inner_text().split() == list("0235678")
        reporting = ".win:visible, .loss:visible, .best:visible"
        assert not page.locator(".place").locator(reporting).count()
        assert not page.locator("#line-title").is_visible()
        assert not page.locator("#history-title").is_visible()
        page.locator("#tab-statistics").check(force=True)
        assert not page.locator("#counts").is_visible()


SEEN = """() => ({
  words: [
    "h1", ".turn", ".way ol", ".groups", ".last-move", ".history tbody", ".line ol",
  ].map((each) => {
    const found = document.querySelector(each);
    return found && found.checkVisibility() ? found.innerText.split(/\\s+/).join(" ") : "";
  }),
  marks: [...document.querySelectorAll(".last > g")].map((each) => [
    each.getAttribute("class"),
    [...each.querySelectorAll("path, rect, circle")].map((shape) => shape.outerHTML),
  ]),
  trails: [...document.querySelectorAll(".history path, .history circle")]
    .filter((each) => each.checkVisibility()).map((each) =>
    [each.getAttribute("d") || each.getAttribute("cx"), each.getAttribute("class")].join(" ")
      .replaceAll(/[\\d.]+/g, (each) => Math.round(100 * each) / 100)),
  men: [...document.querySelectorAll(".board svg > circle")].map((each) => each.outerHTML),
})"""
ALIKE = [
    ("tictactoe", ""), ("tictactoe", "move=4&move=1&move=0"),
    ("tictactoe", "from=xx.oo....&move=5"), ("tictactoe", "from=xx.oo....&move=2"),
    ("hexapawn", "move=a1-a2&move=b3xa2"),
    ("nim", "move=take%201%20from%20heap%20a&move=take%202%20from%20heap%20b"),
    ("circling", "move=1"), ("circling", "move=1&move=1"), ("circling", "move=1&move=1&move=2"),
]  # fmt: skip


def test_the_file_states_what_the_server_states(chromium, places):
    """Texts, groups, histories, marks and colours agree on the server's page and in the file."""
    with opened(chromium, places("tictactoe/")) as (page, complaints):
        for name, way in ALIKE:
            seen = []
            for address in (f"{name}/?{way}", f"file/{name}#{way}"):
                page.goto(IDLE)  # a change of the fragment alone would not reload the page
                page.goto(places(address))
                expect(page.locator(".text-of code")).not_to_be_empty()
                seen.append(page.evaluate(SEEN))
            assert seen[0] == seen[1], (name, way)
        assert complaints == []


@pytest.mark.parametrize("kind", ["server", "file"])
def test_markup_of_a_game_never_runs(chromium, tmp_path, kind):
    """A game whose texts and pictures are attacks is shown; no script runs or sends requests."""
    game = SeatedAttack()
    with served(SERVED["attack"]) as (address, _):
        write_page(solve(game), tmp_path / "attack.html")
        start = f"{address}/" if kind == "server" else f"file://{tmp_path}/attack.html"
        with opened(chromium, start) as (page, complaints):
            queried = []
            page.on("request", lambda request: queried.append(request.url))
            page.wait_for_selector(".moves a")
            page.locator(".board a").first.hover()
            page.locator(".board a").first.click()
            expect(page.locator(".way li")).to_have_count(2)
            page.locator(".moves a").first.hover()
            assert page.locator(".text-of code").first.inner_text() == game.format(3)
            assert page.title() != "run"
            assert not [url for url in queried if "elsewhere" in url]
            assert complaints == []
