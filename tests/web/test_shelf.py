"""All games of the library in a browser: names of moves fit in one line."""

from random import Random

import pytest

from gamesolver import CompiledGame, Game, registered_games, solve
from gamesolver.web import app
from tests.support.explorer_browser import answering, browser, keep
from tests.support.explorer_calls import Page, fetch

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect

BROKEN = """() => {
  const lines = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return new Set([...range.getClientRects()].map((part) => Math.round(part.top))).size;
  };
  const named = [...document.querySelectorAll(".move, .way a, .caption b, .last-move b, th a")];
  const cells = [...document.querySelectorAll(".moves a")];
  return [
    ...named.filter((each) => lines(each) > 1).map((each) => each.textContent),
    ...cells.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.innerText),
    ...(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []),
  ];
}"""
MORE = """() => [...document.querySelectorAll("*")].filter((each) => {
  const style = getComputedStyle(each);
  const goesDown = each.scrollHeight > each.clientHeight + 1 && style.overflowY === "auto";
  const goesRight = each.scrollWidth > each.clientWidth + 1 && style.overflowX === "auto";
  const fade = getComputedStyle(each, "::after");
  return (goesDown || goesRight) && each.tagName !== "PRE"
    && !(fade.position === "sticky" && fade.backgroundImage.startsWith("linear-gradient"));
}).map((each) => each.className || each.tagName)"""


class Looking(Game):
    """One position of a game, in which every move is followed by a move back.

    A page can then show all moves of a large game that is not solved.
    """

    def __init__(self, game, position):
        self.of, self.here = game, position
        self.title, self.seats = game.title, game.seats

    def start(self):
        return self.here, None

    def moves(self, position):
        return list(self.of.moves(self.here)) if position[1] is None else [position[1]]

    def play(self, position, move):
        return self.here, (move if position[1] is None else None)

    def terminal_value(self, position):
        return None

    def format_move(self, move):
        return self.of.format_move(move)

    def svg(self, position):
        return self.of.svg(self.here)

    def render(self, position):
        return self.of.render(self.here)


def with_long_names(game):
    """Return the position with the longest name of a move, among thirty random plies."""
    luck, here = Random(1), game.start()
    found = [here]
    for _ in range(30):
        here = game.play(here, luck.choice(list(game.moves(here))))
        if game.terminal_value(here) is not None:
            here = game.start()
        found.append(here)
    return max(found, key=lambda each: max(len(game.format_move(m)) for m in game.moves(each)))


def there_and_back(explorer):
    """Return the address after the move with the longest name, and the move back."""
    there = max(Page(fetch(explorer, "/").text).moves(), key=lambda each: len(each[0]))[2]
    return Page(fetch(explorer, there).text).moves()[0][2]


def test_no_name_of_a_move_is_broken_and_what_scrolls_shows_it():
    """At 360 and 1280 pixels no name of a move is broken, and scrollable parts have a fade.

    A column of Connect Four is highlighted and clickable as a whole.
    """
    explorers = {}
    for name, kind in registered_games().items():
        game = kind().plain if isinstance(kind(), CompiledGame) else kind()
        explorers[name] = app(solve(Looking(game, with_long_names(game))))
    assert len(explorers) >= 16
    addresses = {name: there_and_back(explorer) for name, explorer in explorers.items()}
    queried = []

    def answer(target):
        return fetch(explorers[queried[-1]], target)

    with browser() as chromium, answering(chromium, answer) as page:
        for name, address in addresses.items():
            queried.append(name)
            page.goto(f"http://localhost{address}")
            for wide in [360, 1280]:
                page.set_viewport_size({"width": wide, "height": 860})
                assert page.evaluate(BROKEN) == [], (name, wide)
                assert page.evaluate(MORE) == [], (name, wide)
            keep(page, f"shelf-{name}")
        page.evaluate(
            "Object.assign(document.querySelector('.move').style, "
            "{whiteSpace: 'normal', overflowWrap: 'anywhere', width: '1ch'})"
        )
        assert page.evaluate(BROKEN)  # the script finds a broken name
        queried.append("connect-four")
        page.set_viewport_size({"width": 1280, "height": 860})
        page.goto("http://localhost/")
        column = page.locator(".board a[data-move='column a'] rect")
        box = column.bounding_box()  # one shape without gaps between its squares
        assert box["height"] > 5 * box["width"]
        column.hover()
        expect(column).to_have_css("fill-opacity", "0.25")  # visible, but transparent
        column.click(position={"x": 1, "y": box["height"] / 2})  # between two squares
        expect(page.locator(".way li")).to_have_count(2)
