"""A site of games: a home page, and a page for each small game, in a folder."""

import pytest

from games import ConnectFour, Hexapawn, Nim, TicTacToe
from gamesolver import InvalidArgumentError, registered_games
from gamesolver.errors import FileError
from gamesolver.web import write_site
from tests.attacks.hostile_games import SeatedAttack
from tests.support.at_the_terminal import called
from tests.support.explorer_browser import browser, opened
from tests.support.explorer_calls import Page
from tests.support.small_games import OnePosition, UndrawnNim


def test_small_games_have_pages(tmp_path):
    """Small games have pages, with links and results on their cards; others only have cards."""
    games = [TicTacToe(), Hexapawn(), UndrawnNim(heaps=(1, 2)), ConnectFour()]
    assert write_site(tmp_path / "site", games, most=1_000) == 2
    names = sorted(path.name for path in (tmp_path / "site").iterdir())
    assert names == ["hexapawn.html", "index.html", "undrawn-nim-heaps-1-2.html"]
    page = Page((tmp_path / "site" / "index.html").read_text())
    titles = [each["text"] for each in page.all("h2")]
    assert titles == ["Hexapawn", "Undrawn Nim (heaps (1, 2))", "Connect Four", "Tic-Tac-Toe"]
    notes = [each["text"] for each in page.all("p", class_="aside")]
    assert notes[0].startswith("Black wins in 6 plies. ")
    assert notes[-1] == "more than 1,000 positions"
    links = [each["href"] for each in page.all("a")]
    assert links == [name for name in (names[0], names[2]) for _ in range(2)]
    assert not page.all("script")


def test_two_games_of_one_title_have_two_pages(tmp_path):
    """File names are ASCII and unique, and differ from that of the home page."""
    titles = ["Mū", "mu", "index", "?"]
    games = [type("Titled", (OnePosition,), {"title": title})() for title in titles]
    assert write_site(tmp_path, games) == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "game.html", "index-2.html", "index.html", "mu-2.html", "mu.html",
    ]  # fmt: skip


def test_markup_of_a_game_is_text_on_the_home_page(tmp_path):
    """The card of a game whose texts and pictures are attacks has no script or handler."""
    write_site(tmp_path, [SeatedAttack()])
    page = Page((tmp_path / "index.html").read_text())
    assert not page.all("script")
    assert not [name for each in page.elements for name in each if name.startswith("on")]


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_home_page_passes_axe(tmp_path, size):
    """The home page fits its screen and passes axe-core, without messages in the console."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    write_site(tmp_path, [Hexapawn(), Nim(heaps=(1, 2)), ConnectFour()], most=500)
    with (
        browser() as chromium,
        opened(chromium, f"file://{tmp_path}/index.html", size=size) as (page, complaints),
    ):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert axe.Axe().run(page).response["violations"] == []
        page.get_by_role("link", name="Hexapawn").first.click()
        page.wait_for_selector(".board a[href]")
        assert complaints == []


@pytest.mark.parametrize(
    ("games", "most", "message"),
    [
        (7, 10, "bad games 7: expected a list of games"),
        ([TicTacToe], 10, "expected a list of games"),
        ([Nim()], -1, "bad most -1: expected a whole number up to 200,000"),
        ([Nim()], 200_001, "bad most 200001: expected a whole number up to 200,000"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path, games, most, message):
    """Arguments that are not a list of games, and limits out of range, are refused."""
    with pytest.raises(InvalidArgumentError, match=message.replace("(", r"\(")):
        write_site(tmp_path, games, most=most)


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    """If the target folder is a file, the error names it."""
    (tmp_path / "site").write_text("")
    with pytest.raises(FileError, match="site"):
        write_site(tmp_path / "site", [Nim()])


def test_the_command_writes_all_games_of_the_library(tmp_path):
    """Each registered game has a card; the last line has the number of pages."""
    output = called("site", str(tmp_path), "--limit", "30")
    cards = Page((tmp_path / "index.html").read_text()).all("li", class_="card")
    assert len(cards) == len(registered_games())
    pages = len([*tmp_path.iterdir()]) - 1
    assert output.out.endswith(f": a home page, and pages of {pages} games\n")
