"""The board editor: clicks change the text of a position, which is opened or refused."""

import pytest

from games import Hexapawn, Nim, TicTacToe, TinyGo
from gamesolver import solve
from gamesolver.web import app
from gamesolver.web.addresses import Place
from gamesolver.web.editing import Editor
from gamesolver.web.views import Views
from tests.attacks.hostile_games import SeatedAttack
from tests.support.explorer_browser import browser, opened, served
from tests.support.explorer_calls import Page, ask
from tests.support.scored_games import Counters
from tests.support.small_games import OnePosition

EXPLORER = app(solve(TicTacToe()))


class Silent(OnePosition):
    """A game that reads no texts of positions."""

    def start(self):
        return (object,)


class Blank(Silent):
    """A game whose texts and boards are given."""

    def __init__(self, text, board):
        self.text, self.board = text, board

    def start(self):
        return self.text

    def parse(self, text):
        return self.text

    def format(self, position):
        return self.text

    def render(self, position):
        return self.board


BLANKS = [
    Blank("", ""),
    Blank("/", "\n"),
    Blank("1", "1"),
    Blank("..", ". .\n. ."),
    Blank("//", "3"),
]


def page_at(target, explorer=EXPLORER):
    """The page of an address."""
    answer = ask(explorer, target)
    assert answer.code == 200
    return Page(answer.text, target)


def clicks(page):
    """The addresses of clicks on the squares, in order."""
    return [each["href"] for each in page.all("a", class_="draw")]


def told(page):
    """The heading, and the text below it."""
    return page.all("h1")[0]["text"], page.all("p", class_="in-short")[0]["text"]


def test_clicks_go_round_the_signs_of_a_square():
    """Empty, then each man, then empty again; the other squares stay as they are."""
    target, texts = "/edit?from=x........", []
    for _ in range(3):
        page = page_at(target)
        target = clicks(page)[8]
        texts.append(target.partition("from=")[2])
    assert texts == ["x.......o", "x.......x", "x........"]


def test_any_position_is_put_together_and_opened():
    """From the start, each square is clicked until it has its man, and the position is opened."""
    wanted, page = "x...o...x", page_at("/edit")
    for square, sign in enumerate(wanted):
        while page.all("code")[0]["text"][square] != sign:
            page = page_at(clicks(page)[square])
    (link,) = page.all("a", class_="open")
    assert link["href"] == f"/?from={wanted}"
    assert told(page)[0] == told_by_page(link["href"])


def told_by_page(target):
    """The heading of the page of a position."""
    return page_at(target).all("h1")[0]["text"]


def test_an_impossible_position_has_the_reason_of_the_game():
    """The reason is that of the page of the position, and there is no link to it."""
    page = page_at("/edit?from=ooo......")
    heading, reason = told(page)
    assert heading == "Not a position of this game"
    refusal = ask(EXPLORER, "/?from=ooo......")
    assert refusal.code == 400
    assert reason == Page(refusal.text).all("h1")[0]["text"]
    assert not page.all("a", class_="open")


def test_what_follows_the_board_is_chosen():
    """In a game whose text names the player to move, the other player is one click away."""
    explorer = app(solve(Hexapawn()))
    page = page_at("/edit?from=bbb/.../www w", explorer)
    assert [each["text"] for each in page.all("a", class_="rest")] == ["b"]
    assert len(clicks(page)) == 9
    target = page.all("a", class_="rest")[0]["href"]
    assert page_at(target, explorer).all("code")[0]["text"] == "bbb/.../www b"


@pytest.mark.parametrize("text", ["x", "x...o....x", "xx/o/...", "<b>", "x" * 400])
def test_a_text_of_another_shape_is_refused(text):
    """The message has the shape that is expected."""
    answer = ask(EXPLORER, f"/edit?from={text}")
    assert answer.code == 400
    assert "<b>" not in answer.text
    assert "expected 3 rows of 3 signs" in answer.text


@pytest.mark.parametrize("game", [Nim(), SeatedAttack(), Silent(), Counters(), *BLANKS])
def test_other_texts_have_no_editor(game):
    """Games whose texts are no boards have no link to it, and its address says so."""
    explorer = app(solve(game))
    assert "/edit" not in ask(explorer, "/").text
    assert ask(explorer, "/edit").code == 400


@pytest.mark.parametrize("game", [TicTacToe(), Hexapawn(), TinyGo(rows=2, columns=2)])
def test_each_position_can_be_edited(game):
    """The text of each position stays as it is, and its outcome is that of the solution."""
    solution = solve(game)
    editor = Editor(Views(solution))
    for position in list(solution)[:300]:
        edited = editor.at(Place(game.format(position)))
        assert edited.place.root == game.format(position)
        assert edited.reason == ""
        assert edited.sentence


def test_a_position_is_made_by_the_keyboard():
    """Tab goes through the squares, Enter changes one, and the link opens the position."""
    with (
        served("solve(TicTacToe())") as (address, _),
        browser() as chromium,
        opened(chromium, f"{address}/edit") as (page, complaints),
    ):
        squares = page.locator(".editor a")
        assert squares.count() == 9
        for square in (4, 4, 0):
            page.locator(".editor a").nth(square).focus()
            with page.expect_navigation():
                page.keyboard.press("Enter")
        assert page.locator(".text-of code").inner_text() == "o...x...."
        page.locator("a.open").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".board:not(.editor)")
        assert page.url == f"{address}/?from=o...x...."
        assert complaints == []
