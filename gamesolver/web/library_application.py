"""Application of a library of games: a home page, and an explorer for each game.

=====================  ============================================================
``/``                  home page with all games
``/open``              redirect to the address of a game with parameters, for forms
``/assets/NAME``       our own files
``/GAME/``             explorer of a game, with all its addresses below
=====================  ============================================================

Until a game is solved its addresses show the progress, and load again each second.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import lru_cache
from threading import Lock, Thread
from typing import Any
from urllib.parse import quote

import attrs
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from gamesolver.errors import FileError, GameSolverError
from gamesolver.game_options import GameClass
from gamesolver.rules.figures import figures_of
from gamesolver.rules.known_sizes import positions_of
from gamesolver.rules.parameters import checked_title, titled
from gamesolver.show.bars import progress_text
from gamesolver.show.rules_panel import RulesPanel
from gamesolver.show.sentences import many
from gamesolver.solution import Solution
from gamesolver.system.progress import Progress
from gamesolver.web.access import guards, path_within
from gamesolver.web.application import (
    HtmlResponse,
    JsonResponse,
    asset,
    asset_response,
    of_solution,
)
from gamesolver.web.cards import Card, Link
from gamesolver.web.game_bar import GameBar
from gamesolver.web.library import Library, Work, address_of
from gamesolver.web.pages import HERE, common_templates, home_page
from gamesolver.web.refusals import code_and_message, heading_of

LOG = logging.getLogger("gamesolver.web")
SECONDS_BETWEEN_LOADS = 1
MOST_ADDRESSES = 1_000  # of games, kept with the usual address of the same game
LEAD = "Choose a game. A small game is solved while you wait, and then every position is known."
SOLVING = "the game is being solved; call again in a moment"


def library_application(
    games: Mapping[str, GameClass], most: int, hosts: tuple[str, ...]
) -> Starlette:
    """Return the application of a library of games of up to ``most`` positions."""
    pages = LibraryPages(games, most)

    def home(request: Request) -> Response:
        return HtmlResponse(pages.home())

    def opened(request: Request) -> Response:
        typed = dict(request.query_params)
        name = typed.pop("game", "")
        pages.library.read(name)
        game = pages.library.made(name, typed)
        return RedirectResponse(f"{HERE}{_path_of(address_of(name, game))}/", 303)

    def refuse(request: Request, error: Exception) -> Response:
        return pages.refusal(request.scope, error)

    @asynccontextmanager
    async def serving(app: Starlette) -> AsyncIterator[None]:
        Thread(target=pages.home, daemon=True).start()  # so that no visitor waits for it
        yield
        await run_in_threadpool(pages.library.close)

    return Starlette(
        lifespan=serving,
        routes=[
            Route("/", home),
            Route("/open", opened),
            Route("/assets/{name}", asset_response),
            Mount("/{address}", GameAtAddress(pages)),
        ],
        middleware=guards(hosts),
        exception_handlers={GameSolverError: refuse, HTTPException: refuse},
    )


@attrs.frozen
class GameAtAddress:
    """Application that passes a request to the explorer of the game in its address."""

    pages: LibraryPages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one call."""
        app = await run_in_threadpool(self._app, scope)
        await app(scope, receive, send)

    def _app(self, scope: Scope) -> ASGIApp:
        """Return the explorer of a game, or a response while there is none."""
        address, library = scope["path_params"]["address"], self.pages.library
        try:
            folder, _, name = path_within(scope).rpartition("/")
            if folder == "/assets":
                return asset(name)
            usual = self.pages.usual(address)
            if usual != address:
                return self._redirect(scope, usual)
            work = library.work(address)
            if work.error is not None:
                raise work.error
        except Exception as error:
            return self.pages.refusal(scope, error, address)
        return self.pages.waiting(scope, work) if work.result is None else work.result

    def _redirect(self, scope: Scope, address: str) -> Response:
        """Return a redirect to the usual address of the same game, with the rest of the path."""
        rest = path_within(scope)
        query = scope["query_string"].decode("ascii", "replace")
        up = "../" * rest.count("/")
        there = f"{up}{_path_of(address)}{quote(rest)}" + (f"?{query}" if query else "")
        return RedirectResponse(there, 303)


class LibraryPages:
    """Pages of a library: the home page, and what is shown before a game is solved."""

    def __init__(self, games: Mapping[str, GameClass], most: int) -> None:
        self.library = Library(games, most, self._explorer)
        self._built_home = lru_cache(maxsize=1)(self._home)
        self._building = Lock()
        self.usual = lru_cache(MOST_ADDRESSES)(self._usual)
        self._titles = {name: _title(name, kind) for name, kind in games.items()}

    def _usual(self, address: str) -> str:
        """Return the address of the same game without parameters that have their defaults."""
        return address_of(*self.library.read(address))

    def _explorer(self, name: str, solution: Solution[Any, Any]) -> Starlette:
        """Return the explorer of a solution, with the game bar."""
        return of_solution(solution, bar=GameBar.of(self._titles, name, solution.game))

    def home(self) -> str:
        """Return the home page. The first caller builds it, which takes about a second."""
        with self._building:
            return self._built_home()

    def _home(self) -> str:
        """Return the home page, without games whose rules fail."""
        cards: list[Card] = []
        for name in self.library.games:
            try:
                cards.append(self._card(name))
            except Exception:  # another author's game may raise anything
                LOG.exception("the card of %s could not be made", name)
        return home_page(cards, LEAD)

    def _card(self, name: str) -> Card:
        """Return the card of a game, with links if it can be solved, else with sizes that can."""
        game = self.library.games[name]()
        result, counted = _known(name, type(game))
        known = positions_of(game)
        if known is not None and known > self.library.most:
            return attrs.evolve(Card.of(game, result, counted), sizes=tuple(self._sizes(name)))
        place = f"{HERE}{name}/"
        links = (
            Link("Play", f"{place}?opponent=perfect&seat=1&outcomes=hidden"),
            Link("Explore", place),
            Link("Puzzle", f"{place}puzzle"),
        )
        return attrs.evolve(Card.of(game, result, counted, place), links=links)

    def _sizes(self, name: str) -> list[Link]:
        """Return links from the home page to the sizes of a game that can be solved."""
        return [
            Link(f"{titled(size.game)}, {size.to_solve}", f"{HERE}{_path_of(address)}/")
            for size in self.library.sizes_that_fit(name)
            if (address := address_of(name, size.game))
        ]

    def waiting(self, scope: Scope, work: Work) -> Response:
        """Return the page of a game that is being solved."""
        headers = {"refresh": str(SECONDS_BETWEEN_LOADS), "cache-control": "no-store"}
        if "/api/" in path_within(scope):
            return JsonResponse({"error": SOLVING}, 503, headers={"retry-after": "1"})
        shown = ShownProgress.of(work.progress)
        message = f"{titled(work.game)} is being solved"
        page = self._notice(scope, "A moment", message, work.address, progress=shown)
        return HtmlResponse(page, headers=headers)

    def refusal(self, scope: Scope, error: Exception, address: str = "") -> Response:
        """Return the page, or the JSON, of an error."""
        code, message = code_and_message(error)
        if "/api/" in path_within(scope):
            return JsonResponse({"error": message}, code)
        return HtmlResponse(self._notice(scope, heading_of(code), message, address), code)

    def _notice(
        self,
        scope: Scope,
        turn: str,
        message: str,
        address: str,
        progress: ShownProgress | None = None,
    ) -> str:
        """Return a page with a message, and with the bar of the game if the address has one."""
        within = path_within(scope)
        base = HERE + "../" * (within.count("/") - 1)
        content: dict[str, Any] = {"turn": turn, "message": message, "progress": progress}
        try:
            name, game = self.library.read(address)
        except GameSolverError:
            path = str(scope["path"]).removeprefix(scope.get("app_root_path", ""))
            above = HERE + "../" * (path.count("/") - 1)
            content |= {"home": above, "sizes": [], "base": above}
        else:
            sizes = [] if progress else self._sizes(name)
            bar, rules = GameBar.of(self._titles, name, game), RulesPanel.of(game)
            content |= {"home": f"{base}../", "sizes": sizes, "base": base, "bar": bar}
            content |= {"name": titled(game), "rules": rules}
        return common_templates().get_template("notice.html").render(content)


@attrs.frozen
class ShownProgress:
    """Progress of a solve as a page shows it."""

    words: str
    share: float | None

    @classmethod
    def of(cls, progress: Progress | None) -> ShownProgress:
        """Return the progress, also before the first news."""
        if progress is None:
            return cls("waiting", None)
        return cls(progress_text(progress), None if progress.is_growing else progress.share)


def _title(name: str, kind: GameClass) -> str:
    """Return the title of a game, or its name if its rules fail."""
    try:
        return checked_title(kind())
    except Exception:  # another author's game may raise anything
        return name


def _known(name: str, kind: GameClass) -> tuple[str, str]:
    """Return the published outcome and number of positions of a game, empty if not known."""
    try:
        tables = figures_of(name, kind)
    except FileError:
        return "", ""
    usual: dict[str, Any] = next((each for each in tables if not each["parameters"]), {})
    result = f"First player: {usual['outcome']}" if "outcome" in usual else ""
    if "positions" in usual:
        return result, f"{many(usual['positions'])} positions"
    folded = f"{many(usual['folded'])} positions up to symmetry" if "folded" in usual else ""
    return result, folded


def _path_of(address: str) -> str:
    return quote(address, safe="&=,")
