"""The whole shelf in a browser: however moves are called, their names stand in one line."""

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
    """A place of a game from which every move leads out and back: it is drawn without end.

    So a page has all of the moves of a large game, and nothing has to be solved.
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
    """A position of some thirty random plies whose moves have the longest names."""
    luck, here = Random(1), game.start()
    found = [here]
    for _ in range(30):
        here = game.play(here, luck.choice(list(game.moves(here))))
        if game.terminal_value(here) is not None:
            here = game.start()
        found.append(here)
    return max(found, key=lambda each: max(len(game.format_move(m)) for m in game.moves(each)))


def there_and_back(explorer):
    """The address after two moves, which are the longest names there are."""
    there = max(Page(fetch(explorer, "/").text).moves(), key=lambda each: len(each[0]))[2]
    return Page(fetch(explorer, there).text).moves()[0][2]


def test_no_name_of_a_move_is_broken_and_what_scrolls_shows_it():
    """At 360 pixels, by night at 1280 too, each move has one line, fades lie over what scrolls.

    Columns click.
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
        assert page.evaluate(BROKEN)  # a name that is broken would be found
        queried.append("connect-four")
        page.set_viewport_size({"width": 1280, "height": 860})
        page.goto("http://localhost/")
        column = page.locator(".board a[data-move='column a'] rect")
        box = column.bounding_box()  # of one shape: there are no gaps between its squares
        assert box["height"] > 5 * box["width"]
        column.hover()
        expect(column).to_have_css("fill-opacity", "0.25")  # seen, and not by itself
        column.click(position={"x": 1, "y": box["height"] / 2})  # between two squares
        expect(page.locator(".way li")).to_have_count(2)
