"""Pictures of the README: ``python docs/pictures.py`` makes them again after a change of looks.

The explorer is the page that holds a whole game, seen by the browser in which the tests try it
too; the plot is that of ``gamesolver plot``.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from games import Dodgem, ThreeMensMorris
from gamesolver import solve
from gamesolver.plots import outcomes_by_remoteness
from gamesolver.web import write_page

HERE = Path(__file__).parent / "_static"
CHROMIUM = "/usr/bin/chromium"
WAY = "#move=b2&move=b3&move=a3&move=c1&move=a2"


def explorer() -> None:
    """Three Men's Morris, after five moves."""
    with TemporaryDirectory() as folder, sync_playwright() as browsers:
        page = Path(folder) / "morris.html"
        write_page(solve(ThreeMensMorris()), page)
        browser = browsers.chromium.launch(executable_path=CHROMIUM)
        seen = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
        seen.goto(page.as_uri() + WAY)
        seen.wait_for_selector(".moves a")
        seen.screenshot(path=HERE / "explorer.png")
        browser.close()


def plot() -> None:
    """Write the plot of won and lost positions of Dodgem."""
    ax = outcomes_by_remoteness(solve(Dodgem()))
    ax.figure.savefig(HERE / "outcomes.png", dpi=110)


if __name__ == "__main__":
    explorer()
    plot()
