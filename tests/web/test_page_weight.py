"""Page size, requests, first paint and layout shifts, measured by the browser itself.

``-s`` prints the figures. The time to the first paint depends on the machine, so it has no limit.
"""

import pytest

from games import TicTacToe
from gamesolver import solve
from gamesolver.web import write_page
from tests.support.explorer_browser import served, serving

WATCH = """
window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((each) => [
  each.value, each.sources.map(({ node }) => node && node.nodeName + "." + node.className),
]))).observe({ type: "layout-shift", buffered: true });
"""
LOADED = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const paints = performance.getEntriesByType("paint");
  const parts = performance.getEntriesByType("resource").filter((each) => each.name.includes("//"));
  return {
    requests: 1 + parts.length,
    bytes: [page, ...parts].reduce((sum, each) => sum + each.encodedBodySize, 0),
    blocking: parts.filter((each) => each.renderBlockingStatus === "blocking").length,
    painted: paints.find((each) => each.name === "first-contentful-paint").startTime,
    shifts: window.shifts,
  };
}"""
SMALL_LINKS = """() => [...document.querySelectorAll("main a:not([aria-hidden])")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
  .map((each) => each.outerHTML)"""
SCREENS = {"desk": (1350, 940), "phone": (412, 823)}


def loaded(chromium, address, screen, slowness=4):
    """Return the browser's measurements of a page, on a processor slowed down by a factor."""
    wide, high = SCREENS[screen]
    context = chromium.new_context(viewport={"width": wide, "height": high})
    try:
        page = context.new_page()
        page.add_init_script(WATCH)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowness})
        page.goto(address, wait_until="load")
        page.wait_for_timeout(500)
        found = page.evaluate(LOADED)
        print(screen, found)  # noqa: T201  # the figures
        assert found["blocking"] <= 1  # only the style sheet delays the first paint
        return {**found, "small": page.evaluate(SMALL_LINKS)}
    finally:
        context.close()


def stands_still(found):
    """Return True if layout shifts are invisible: a total score below 0.001."""
    return sum(value for value, _ in found["shifts"]) < 0.001


@pytest.mark.parametrize("screen", SCREENS)
def test_an_explorer_is_small_and_stands_still(chromium, screen):
    """A page with style, script and icon has no layout shifts and at most 40 kB, compressed."""
    with served("solve(TicTacToe())") as (address, _):
        found = loaded(chromium, f"{address}/?move=4&move=1", screen)
    assert stands_still(found)
    assert found["requests"] <= 4
    assert found["bytes"] <= 40_000


@pytest.mark.parametrize("screen", SCREENS)
def test_a_page_in_one_file_stands_still(chromium, screen, tmp_path):
    """A page in one file has no layout shifts and makes no further requests."""
    write_page(solve(TicTacToe()), tmp_path / "page.html")
    found = loaded(chromium, f"{(tmp_path / 'page.html').as_uri()}#move=4&move=1", screen)
    assert stands_still(found)
    assert found["requests"] == 1


@pytest.mark.parametrize("screen", SCREENS)
def test_a_home_page_is_small_and_stands_still(chromium, screen):
    """The home page takes at most 100 kB, without layout shifts or links too small for a finger."""
    call = "serve_library(port=0, ready=lambda address: print(address, flush=True))"
    with serving(call) as (address, _):
        found = loaded(chromium, f"{address}/", screen)
    assert stands_still(found)
    assert found["requests"] <= 4
    assert found["bytes"] <= 100_000
    assert screen == "desk" or found["small"] == []
