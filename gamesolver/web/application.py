"""The application: routes of the explorer, and pages of errors.

Requests are handled in threads, so a slow game does not block other visitors. Every expected
error is one of the library's own, and its message is the page.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from gamesolver.errors import GameSolverError
from gamesolver.proofs.proof import Proof
from gamesolver.show.boards import position_svg
from gamesolver.solution import Solution
from gamesolver.system.progress import reporting
from gamesolver.web import api, single
from gamesolver.web.access import EMBED, guards, path_within
from gamesolver.web.addresses import PLACES, WISHES, Place, read_place
from gamesolver.web.game_bar import GameBar
from gamesolver.web.json_schema import Schema
from gamesolver.web.openapi import document, document_of_proof
from gamesolver.web.pages import ASSETS, HERE, Pages, asset_text
from gamesolver.web.proof_pages import ProofPages
from gamesolver.web.proof_views import ProofViews
from gamesolver.web.refusals import code_and_message, heading_of
from gamesolver.web.views import FINDS, MOST_LOOKED_AT, Views

LOG = logging.getLogger("gamesolver.web")
LONGEST_REPEATED = 400  # characters of a refused position that are offered for correction
FOR_EVER = "public, max-age=31536000, immutable"  # the address of an asset names its content
DOWNLOAD = {"content-disposition": 'attachment; filename="game.html"'}
"""Headers of the page in one file: it runs from disk, where it has its own policy."""


Question = Callable[[Place], Response]
"""Function that makes the response for a place."""


class JsonResponse(Response):
    """Response with any object as JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return json.dumps(content, separators=(",", ":")).encode()  # any text, by escapes


class HtmlResponse(Response):
    """Response with a page."""

    media_type = "text/html"

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return str(content).encode("utf-8", "replace")


def make_app(
    subject: Solution[Any, Any] | Proof[Any, Any], hosts: tuple[str, ...] = ()
) -> Starlette:
    """Return the explorer of a solution, or of a proof, with its guard."""
    guard = guards(hosts)
    return of_proof(subject, guard) if isinstance(subject, Proof) else of_solution(subject, guard)


def of_solution(
    solution: Solution[Any, Any], guard: Sequence[Middleware] = (), bar: GameBar | None = None
) -> Starlette:
    """Return the explorer of a solution; a library has the guard itself, and a ``bar``."""
    explorer = Views(solution)
    pages = Pages(explorer, bar)

    def shown(place: Place, template: str = "position.html", base: str = HERE) -> Response:
        reply = explorer.reply(place)
        if reply:  # what the opponent chose is in the address, so that the page stays what it is
            return RedirectResponse(f"{HERE}{reply.query}", 303)
        return HtmlResponse(pages.position(explorer.at(place), template, base=base))

    def framed(place: Place) -> Response:
        return shown(place, "embed.html", "../")

    def drawn(place: Place) -> Response:
        view = explorer.at(place)
        won = explorer.won(place, view.way)[-1]
        svg = won.on(position_svg(explorer.rules, view.position, view.seat))
        return Response(svg.encode("utf-8", "replace"), media_type="image/svg+xml")

    def found(name: str) -> Question:
        def lead_there(place: Place) -> Response:
            there = explorer.find(name, place)
            if there is None:
                message = f"no {name.replace('-', ' ')} was found in {MOST_LOOKED_AT} positions"
                raise HTTPException(404, message)
            return RedirectResponse(f"{HERE}{there.query}", 303)

        return lead_there

    def edited(place: Place) -> Response:
        return HtmlResponse(pages.editor(place))

    @lru_cache(maxsize=1)
    def whole() -> bytes:
        with reporting(None) as report:
            return single.page(explorer, report).encode("utf-8", "replace")

    def file(place: Place) -> Response:
        if not pages.is_small:
            raise HTTPException(404, "this game is too large for a page in one file")
        return Response(whole(), media_type="text/html", headers=DOWNLOAD)

    questions = {
        **{f"/{name}": found(name) for name in FINDS},
        "/page.html": file,
        "/edit": edited,
        "/board.svg": drawn,
        "/api/game": lambda place: JsonResponse(api.game(explorer)),
        "/api/position": lambda place: JsonResponse(api.position(explorer, place)),
        "/api/line": lambda place: JsonResponse(api.line(explorer, place)),
    }
    frames = {f"{EMBED}/": framed}
    described = document(explorer.name)
    return _answering(pages, {"/": shown, **frames}, PLACES + WISHES, questions, described, guard)


def of_proof(proof: Proof[Any, Any], guard: Sequence[Middleware]) -> Starlette:
    """Return the explorer of a proof, which has no opponents."""
    explorer = ProofViews(proof)
    pages = ProofPages(explorer)

    def shown(place: Place) -> Response:
        return HtmlResponse(pages.position(explorer.at(place)))

    questions = {
        "/api/proof": lambda place: JsonResponse(api.proof(explorer)),
        "/api/position": lambda place: JsonResponse(api.proved_position(explorer, place)),
    }
    described = document_of_proof(explorer.name)
    return _answering(pages, {"/": shown}, PLACES, questions, described, guard)


def _answering(
    pages: Pages | ProofPages,
    shown: Mapping[str, Question],
    names: Sequence[str],
    questions: Mapping[str, Question],
    described: Schema,
    guard: Sequence[Middleware],
) -> Starlette:
    """Return the application for the given pages and JSON routes, with these parameters."""

    def answer(question: Question, names: Sequence[str] = PLACES) -> Callable[..., Response]:
        def answered(request: Request) -> Response:
            try:
                return question(read_place(request.scope["query_string"], names))
            except (GameSolverError, HTTPException):
                raise
            except Exception as error:  # a bug of ours: reported, and logged with its traceback
                LOG.exception("a page could not be made")
                return refuse(request, error)

        return answered

    def refuse(request: Request, error: Exception) -> Response:
        code, message = code_and_message(error)
        path = path_within(request.scope)
        if path.startswith("/api/"):
            return JsonResponse(api.refusal(message), code)
        text = request.query_params.get("from", "")
        text = text if len(text) <= LONGEST_REPEATED else ""
        base = HERE + "../" * (path.count("/") - 1)
        content = {"turn": heading_of(code), "message": message, "code": code}
        return HtmlResponse(pages.render("refusal.html", text=text, base=base, **content), code)

    routes = [
        *(Route(path, answer(question, names)) for path, question in shown.items()),
        Route("/api", answer(lambda place: HtmlResponse(pages.render("api.html", api=described)))),
        Route("/api/openapi.json", answer(lambda place: JsonResponse(described))),
        *(Route(path, answer(question)) for path, question in questions.items()),
        Route("/assets/{name}", asset_response),
    ]
    return Starlette(
        routes=routes,
        middleware=guard,
        exception_handlers={GameSolverError: refuse, HTTPException: refuse},
    )


def asset_response(request: Request) -> Response:
    """Return one of our own files; raise for any other name."""
    return asset(request.path_params["name"])


def asset(name: str) -> Response:
    """Return the file of that name, which a browser keeps."""
    if name not in ASSETS:
        raise HTTPException(404)
    headers = {"cache-control": FOR_EVER}
    return Response(asset_text(name), media_type=ASSETS[name], headers=headers)
