"""A real browser for the explorer: headless Chromium, driven by Playwright.

If none is installed, the tests are skipped. ``GAMESOLVER_BROWSER`` names a browser that must
exist. Screenshots are kept in the folder that ``SCREENSHOTS`` names.
"""

import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES = ["chromium", "chromium-browser", "google-chrome"]
IDLE = "about:blank"
HASTE = "{ const wait = setTimeout; setTimeout = (then, time) => wait(then, time / 10); }"
SIZES = {"desk": (1200, 860), "phone": (360, 800)}

SERVER = """
import sys
from games import *
from gamesolver import solve, load
from gamesolver.web import serve, serve_library
from tests.attacks.hostile_games import *
from tests.support.scored_games import *
from tests.support.seen_from_mover import *
from tests.support.small_games import *
{call}
"""
SERVE = "serve({solution}, port=0, ready=lambda address: print(address, flush=True))"


@contextmanager
def served(solution):
    """Yield the address and the process of a server of the solution in a Python expression."""
    with serving(SERVE.format(solution=solution)) as address_and_process:
        yield address_and_process


@contextmanager
def serving(call):
    """Yield the address and the process of a server that a Python call starts."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER.format(call=call)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        address = process.stdout.readline().strip()
        assert address, process.stderr.read()
        yield address.rstrip("/"), process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
        process.communicate()


def found_browser():
    """Return the path of the browser; skip the tests if there is none."""
    named = os.environ.get("GAMESOLVER_BROWSER")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    return found


@contextmanager
def browser():
    """Yield a running Chromium, and close it afterwards."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=found_browser(), args=["--no-sandbox"])
        try:
            yield chromium
        finally:
            chromium.close()


@contextmanager
def opened(chromium, address, *, size="desk", scheme="light", script=True, alone=False):
    """Yield a page at an address, and the list of errors and messages in the browser's console.

    With ``alone`` or without script, the page gets its own browser context, which takes a second
    to create. All others share one context and reuse idle pages.
    """
    width, height = SIZES[size]
    page, complaints = page_of(chromium, script, alone), []
    received = {
        "console": lambda message: complaints.append(message.text),
        "pageerror": lambda error: complaints.append(str(error)),
        "dialog": lambda dialog: complaints.append(f"dialog {dialog.message}"),
    }
    for event, handler in received.items():
        page.on(event, handler)
    page.set_viewport_size({"width": width, "height": height})
    # no transitions: during one, text has other colours, which may be too pale
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    try:
        page.goto(address)
        yield page, complaints
    finally:
        if alone or not script:
            page.context.close()
        else:
            page.goto(IDLE)
            for event, handler in received.items():
                page.remove_listener(event, handler)


def page_of(chromium, script, alone):
    """Return a blank page."""
    if alone or not script:
        return chromium.new_context(java_script_enabled=script).new_page()
    if not chromium.contexts:
        chromium.new_context().add_init_script(HASTE)  # shortens the delays of players on a page
    shared = chromium.contexts[0]
    idle = [page for page in shared.pages if page.url == IDLE]
    return idle[0] if idle else shared.new_page()


@contextmanager
def answering(chromium, answer_of):
    """Yield a page whose requests a function answers, in this process and without a network.

    ``answer_of`` takes a path with its query, and returns status, headers and body.
    """
    context = chromium.new_context(viewport={"width": 1280, "height": 860})
    with ThreadPoolExecutor(1) as abreast:  # the driver's event loop runs in this thread

        def answer(route, request):
            target = request.url.removeprefix("http://localhost")
            reported = abreast.submit(answer_of, target).result()
            route.fulfill(status=reported.code, headers=reported.headers, body=reported.body)

        context.route("http://localhost/**", answer)
        try:
            yield context.new_page()
        finally:
            context.close()


def keep(page, name):
    """Save a screenshot if ``SCREENSHOTS`` is set."""
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder, f"{name}.png"), full_page=True)
