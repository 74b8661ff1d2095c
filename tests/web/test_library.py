"""Web server of the game library: home page, addresses, and solving on request."""

import asyncio
import re
import signal
import threading
import time
from unittest.mock import patch
from urllib.request import urlopen

import pytest

from games import ConnectFour, Hexapawn, Nim, TicTacToe
from gamesolver import Game, InvalidArgumentError, Value, registered_games
from gamesolver.web import library_app, serve_library
from gamesolver.web.library import Library
from tests.support.at_the_terminal import answered, refused
from tests.support.explorer_browser import browser, keep, opened, serving
from tests.support.explorer_calls import Page, fetch

GAMES = {"connect-four": ConnectFour, "hexapawn": Hexapawn, "nim": Nim, "tic-tac-toe": TicTacToe}
LIBRARY = "serve_library(port=0, ready=lambda address: print(address, flush=True))"


class Slow(Game):
    """A game that takes seconds to solve, so that its progress can be seen."""

    title = "Slow"

    def start(self):
        return 60

    def moves(self, position):
        time.sleep(0.004)
        return [1, 2]

    def play(self, position, move):
        return max(0, position - move)

    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None


class Broken(Slow):
    """A game that raises when it is solved."""

    def play(self, position, move):
        raise OSError("<b>no play</b>")


class Growing(Slow):
    """A game with more positions than can be enumerated in a minute."""

    def start(self):
        return 10**12

    def moves(self, position):
        return [1]


@pytest.fixture(scope="module")
def library():
    """Library of four ordinary games, a slow one and a broken one."""
    return library_app({**GAMES, "slow": Slow, "broken": Broken}, most=10_000)


def solved(library, target):
    """Return the response at an address after its game is solved."""
    ends = time.monotonic() + 150  # a solve on a busy machine
    while True:
        answer = fetch(library, target)
        if "refresh" not in answer.headers and answer.code != 503:
            return answer
        assert time.monotonic() < ends
        time.sleep(0.02)


def heading(library, target):
    """Return the heading of a page."""
    return Page(solved(library, target).text, target).all("h1")[0]["text"]


def test_the_home_page_has_each_game_with_links(library):
    """A solvable game has three links; a game that is too large has links to smaller sizes."""
    page = Page(fetch(library, "/").text)
    titles = {each["text"] for each in page.all("h2")}
    assert {"Connect Four", "Hexapawn", "Nim", "Tic-Tac-Toe"} <= titles
    links = [each["href"] for each in page.all("a")]
    assert {"/nim/", "/nim/puzzle", "/nim/?opponent=perfect&seat=1&outcomes=hidden"} <= {*links}
    large = [each for each in links if each.startswith("/connect-four")]
    assert large
    assert all(each.startswith("/connect-four&width=") for each in large)
    assert heading(library, large[0]).endswith("plies")


def test_each_link_of_the_home_page_leads_to_a_page(library):
    """No link is dead, and links of a game's page stay below its address, except the home link."""
    for address in {each["href"] for each in Page(fetch(library, "/").text).all("a")}:
        if "broken" not in address and "slow" not in address:
            answer = solved(library, address)
            assert answer.code == (303 if "puzzle" in address else 200), address
    page = Page(solved(library, "/nim/").text, "/nim/")
    own = {each["href"] for each in page.all("a") if each["href"].startswith("/")}
    assert {each for each in own if not each.startswith("/nim/")} == {"/"}
    assert all(solved(library, each).code == 200 for _, _, each in page.moves())


def test_the_explorer_of_a_game_is_that_of_its_solution(library):
    """JSON, pictures and assets are served below the address of a game."""
    assert solved(library, "/tic-tac-toe/api/position").json["sentence"] == "a draw in 9 plies"
    assert solved(library, "/tic-tac-toe/board.svg").body.startswith(b"<svg")
    assert fetch(library, "/tic-tac-toe/assets/explorer.css").code == 200
    assert fetch(library, "/assets/explorer.js").code == 200


def test_a_game_that_is_solved_shows_its_progress(library):
    """While a game is solved, its page reloads and its JSON has status 503; then it is shown."""
    answer = fetch(library, "/slow/")
    assert (answer.code, answer.headers["refresh"]) == (200, "1")
    page = Page(answer.text, "/slow/")
    assert page.all("h1")[0]["text"] == "Slow is being solved"
    assert page.all("progress")
    waiting = fetch(library, "/slow/api/position")
    assert (waiting.code, waiting.headers["retry-after"]) == (503, "1")
    assert heading(library, "/slow/") == "Second player wins in 40 plies"


@pytest.mark.parametrize(
    ("target", "code", "message"),
    [
        ("/nothing/", 404, "Unknown game 'nothing'"),
        ("/nothing/a/b", 404, "Unknown game 'nothing'"),
        ("/nim&heaps=a/", 400, "Bad heaps 'a': expected values separated by commas, such as 3,4,5"),
        ("/nim&x=1/", 400, "Unknown parameter 'x': expected heaps, misere"),
        ("/nim&misere=perhaps/", 400, "Bad misere 'perhaps': expected yes or no"),
        ("/open?game=nim&heaps=", 400,
         "Bad heaps '': expected values separated by commas, such as 3,4,5"),
        ("/open", 404, "Unknown game ''"),
        ("/nim/?move=7", 400, None),
        ("/nim/a/b/c", 404, "There is no page at this address"),
        ("/assets/nothing", 404, "There is no page at this address"),
        (f"/nim&{'&'.join(f'x{n}=1' for n in range(41))}/", 400,
         "Expected at most 40 parameters of a game"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused(library, target, code, message):
    """Each refusal is a page with its reason, and with working links."""
    answer = solved(library, target)
    page = Page(answer.text, target)
    assert answer.code == code
    assert message is None or page.all("h1")[0]["text"] == message
    for each in page.all("a") + page.all("link", rel="stylesheet"):
        if not each["href"].startswith("#"):
            assert solved(library, each["href"]).code == 200


def test_a_game_too_large_offers_sizes_that_fit(library):
    """A game that is too large is refused, with links to sizes that are small enough.

    A size may be small enough only up to symmetry; then this number is shown, too.
    """
    answer = fetch(library, "/connect-four/")
    page = Page(answer.text, "/connect-four/")
    assert answer.code == 400
    assert "too large to be solved here" in page.all("h1")[0]["text"]
    sizes = [each["href"] for each in page.all("a") if "width=" in each["href"]]
    assert sizes
    for words in re.findall(r"[\d,]+ positions[^<]*", answer.text.partition("<ul")[2]):
        assert (
            min(int(each.replace(",", "")) for each in re.findall(r"\d[\d,]*\d", words))
            <= 2_000_000
        )
    assert solved(library, sizes[-1]).code == 200


def test_rules_that_raise_are_refused_as_text(library):
    """An exception message of the rules is escaped on the page, also in later requests."""
    for _ in range(2):
        answer = solved(library, "/broken/")
        assert answer.code == 500
        assert "<b>" not in answer.text
        assert "no play" in answer.text


def test_a_form_leads_to_the_address_of_the_game(library):
    """The form and addresses with default parameters redirect to the address without defaults."""
    assert fetch(library, "/open?game=nim&heaps=1,2").headers["location"] == "/nim&heaps=1,2/"
    assert fetch(library, "/open?game=nim&heaps=3,4,5&misere=no").headers["location"] == "/nim/"
    there = fetch(library, "/nim&misere=no/?move=1").headers["location"]
    assert there == "/nim/?move=1"


def test_each_page_of_a_game_has_the_bar(library):
    """The bar lists all games, selects the current one, and has a field for each parameter."""
    for target in ("/nim&heaps=1,2/", "/nim&heaps=1,2/api", "/nim&heaps=1,2/?move=9"):
        page = Page(solved(library, target).text, target)
        options = page.all("option")
        assert {"nim", "hexapawn"} <= {each.get("value") for each in options}
        assert "nim" in [each.get("value") for each in options if "selected" in each]
        assert [each["value"] for each in page.all("input", name="heaps")] == ["1,2"]


def test_strange_names_of_the_host_are_refused(library):
    """The library refuses strange host names and methods, and every page has its policy."""
    assert fetch(library, "/", host="evil.example").code == 421
    assert fetch(library, "/nim/", method="POST").code == 405
    for target in ("/", "/nim/", "/nothing/"):
        assert "default-src 'none'" in fetch(library, target).headers["content-security-policy"]


def test_a_server_ends_while_a_game_is_solved():
    """Ctrl-C ends the server without waiting for a game that takes minutes to solve."""
    call = LIBRARY.replace("port=0", "port=0, games={'endless': SolvedForMinutes}")
    with serving(call) as (address, process):
        with urlopen(f"{address}/endless/") as answer:
            assert answer.headers["refresh"] == "1"
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait(20)
        assert time.monotonic() - began < 10


def test_no_thread_stays_when_no_game_waits():
    """The solving thread ends when no game waits; the next game starts a new thread."""
    library = library_app({"nim": Nim})
    for heap in (1, 2, 3):
        assert solved(library, f"/nim&heaps={heap}/").code == 200
        assert ends_within_seconds(solving_threads)


def test_a_closed_library_stops_its_solve():
    """Closing a library ends the current solve, drops waiting games and refuses new ones."""
    library = Library({"endless": Growing, "nim": Nim}, 10_000, lambda name, solution: 1)
    work, waiting = library.work("endless"), library.work("nim")
    assert ends_within_seconds(lambda: work.progress is None)
    library.close()
    assert ends_within_seconds(solving_threads)
    assert (str(work.error), waiting.is_done) == ("the library is closed", False)
    with pytest.raises(InvalidArgumentError, match="the library is closed"):
        library.work("nim&heaps=1")


def test_a_server_that_shuts_down_closes_the_library():
    """At the end of the application's lifespan, the thread that solves a game ends."""
    app = library_app({"endless": Growing})

    async def served():
        async with app.router.lifespan_context(app):
            await asyncio.to_thread(fetch, app, "/endless/")
            return bool(solving_threads())

    assert asyncio.run(served())
    assert ends_within_seconds(solving_threads)


def solving_threads():
    """Return the threads of libraries that are solving a game."""
    return [each for each in threading.enumerate() if each.name == "solve"]


def ends_within_seconds(condition):
    """Return True if a condition becomes false within ten seconds."""
    ends = time.monotonic() + 10
    while condition() and time.monotonic() < ends:
        time.sleep(0.02)
    return not condition()


def test_a_game_that_cannot_be_drawn_does_not_hide_the_others():
    """The home page omits a game that cannot be drawn, and its address returns an error."""

    class Undrawn(Nim):
        title = property(lambda self: 1 // 0)

        def start(self):
            raise OSError("no start")

    library = library_app({"nim": Nim, "undrawn": Undrawn})
    page = Page(fetch(library, "/").text)
    assert [each["text"] for each in page.all("h2")] == ["Nim"]
    assert heading(library, "/nim/") == "First player wins in 11 plies"
    assert solved(library, "/undrawn/").code in (400, 500)


def test_only_the_last_games_are_kept():
    """After nine solved games, the ninth is still kept and the first must be solved again."""
    library = library_app({"nim": Nim})
    for heap in range(1, 10):
        assert solved(library, f"/nim&heaps={heap}/").code == 200
    assert "refresh" not in fetch(library, "/nim&heaps=9/").headers
    assert "refresh" in fetch(library, "/nim&heaps=1/").headers


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": [Nim]}, "bad games"),
        ({"games": {"a/b": Nim}}, "bad games"),
        ({"games": {"nim": Nim()}}, "bad games"),
        ({"most": 0}, "bad most 0: expected a whole number from 1 on"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    """A list of games, bad names, instances instead of classes and a limit of 0 are refused."""
    for call in (library_app, serve_library):
        with pytest.raises(InvalidArgumentError, match=message):
            call(**arguments)


def test_a_game_that_needs_parameters_is_left_out():
    """A game without default parameters is omitted from the home page."""

    class Needy(Nim):
        def __init__(self, heaps):
            super().__init__(heaps)

    page = Page(fetch(library_app({"nim": Nim, "needy": Needy}), "/").text)
    assert [each["text"] for each in page.all("h2")] == ["Nim"]


def test_the_command_without_a_game_serves_the_library():
    """``gamesolver web`` without a game passes its options on, and prints the address."""
    calls = []

    def serve(host, port, *, open, hosts, ready):  # noqa: A002  # its name there
        calls.append((host, port, open, tuple(hosts)))
        ready("http://127.0.0.1:8000/")

    with patch("gamesolver.web.serve_library", serve):
        assert answered("web") == "Games at http://127.0.0.1:8000/ (Ctrl-C stops)\n"
        answered("web", "--host", "0.0.0.0", "--port", "0", "--names", "a,b", "--open")
    assert calls == [("127.0.0.1", 8000, False, ()), ("0.0.0.0", 0, True, ("a", "b"))]


def test_the_command_takes_no_options_of_a_game():
    """Without a game, an option that needs one is refused."""
    for option, typed in (("--start", ["x"]), ("--seconds", ["1"]), ("--prove", [])):
        assert refused("web", option, *typed) == f"bad {option}: it requires a game"
    assert refused("web", "--no-scores") == "bad --no-scores: it requires a game or a file"
    assert refused("web", "--game", "nim") == "bad --game: it requires a game or a file"


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_library_passes_axe_in_a_browser(size):
    """Home page, explorer and bar fit the screen and pass axe-core."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    with (
        serving(LIBRARY) as (address, _),
        browser() as chromium,
        opened(chromium, f"{address}/", size=size) as (page, complaints),
    ):
        page.set_default_timeout(150_000)  # a solve on a busy machine
        keep(page, f"library-{size}")
        assert page.locator(".card").count() == len(registered_games())
        for name in ("home", "explorer", "other"):
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            assert axe.Axe().run(page).response["violations"] == [], name
            if name == "home":
                page.get_by_role("link", name="Explore: Tic-Tac-Toe").click()
                page.wait_for_selector(".board a[href]")
                keep(page, f"library-game-{size}")
            elif name == "explorer":
                page.locator(".bar select[name=game]").select_option("nim")
                page.wait_for_selector('a[data-move="take 1 from heap a"]:not([tabindex])')
        assert page.url == f"{address}/nim/"
        assert complaints == []
