"""The application: routes of the explorer, and pages of errors.

Requests are handled in threads, so a slow game does not block other visitors. Every expected
error is one of the library's own, and its message is the page.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from gamesolver.errors import (
    GameSolverError,
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    UnknownPositionError,
)
from gamesolver.proofs.proof import Proof
from gamesolver.show.boards import position_svg
from gamesolver.solution import Solution
from gamesolver.web import api
from gamesolver.web.access import Guard, path_within
from gamesolver.web.addresses import PLACES, WISHES, Place, read_place
from gamesolver.web.json_schema import Schema
from gamesolver.web.openapi import document, document_of_proof
from gamesolver.web.pages import ASSETS, HERE, Pages, read_asset
from gamesolver.web.proof_pages import ProofPages
from gamesolver.web.proof_views import ProofViews
from gamesolver.web.views import MOST_LOOKED_AT, Views

LOG = logging.getLogger("gamesolver.web")
BAD_QUESTIONS = (IllegalMoveError, InvalidArgumentError, PositionTextError)
LONGEST_REPEATED = 400  # characters of a refused position that are offered for correction
FOR_EVER = "public, max-age=31536000, immutable"  # the address of an asset names its content


Question = Callable[[Place], Response]
"""Function that makes the response for a place."""


class _JSON(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":")).encode()  # any text, by escapes


class _Page(Response):
    media_type = "text/html"

    def render(self, content: Any) -> bytes:
        return str(content).encode("utf-8", "replace")


def make_app(
    subject: Solution[Any, Any] | Proof[Any, Any], hosts: tuple[str, ...] = ()
) -> Starlette:
    """Return the explorer of a solution, or of a proof."""
    return of_proof(subject, hosts) if isinstance(subject, Proof) else of_solution(subject, hosts)


def of_solution(solution: Solution[Any, Any], hosts: tuple[str, ...]) -> Starlette:
    """Return the explorer of a solution."""
    explorer = Views(solution)
    pages = Pages(explorer)

    def shown(place: Place) -> Response:
        reply = explorer.reply(place)
        if reply:  # what the opponent chose is in the address, so that the page stays what it is
            return RedirectResponse(f"{HERE}{reply.query}", 303)
        return _Page(pages.position(explorer.at(place)))

    def drawn(place: Place) -> Response:
        view = explorer.at(place)
        svg = position_svg(explorer.rules, view.position, view.seat)
        return Response(svg.encode("utf-8", "replace"), media_type="image/svg+xml")

    def puzzle(place: Place) -> Response:
        found = explorer.puzzle()
        if found is None:
            raise HTTPException(404, f"no puzzle was found in {MOST_LOOKED_AT} positions")
        return RedirectResponse(f"{HERE}{found.query}", 303)

    questions = {
        "/puzzle": puzzle,
        "/board.svg": drawn,
        "/api/game": lambda place: _JSON(api.game(explorer)),
        "/api/position": lambda place: _JSON(api.position(explorer, place)),
        "/api/line": lambda place: _JSON(api.line(explorer, place)),
    }
    return _answering(pages, shown, PLACES + WISHES, questions, document(explorer.name), hosts)


def of_proof(proof: Proof[Any, Any], hosts: tuple[str, ...]) -> Starlette:
    """Return the explorer of a proof, which has no opponents."""
    explorer = ProofViews(proof)
    pages = ProofPages(explorer)

    def shown(place: Place) -> Response:
        return _Page(pages.position(explorer.at(place)))

    questions = {
        "/api/proof": lambda place: _JSON(api.proof(explorer)),
        "/api/position": lambda place: _JSON(api.proved_position(explorer, place)),
    }
    described = document_of_proof(explorer.name)
    return _answering(pages, shown, PLACES, questions, described, hosts)


def _answering(
    pages: Pages | ProofPages,
    shown: Question,
    names: Sequence[str],
    questions: Mapping[str, Question],
    described: Schema,
    hosts: tuple[str, ...],
) -> Starlette:
    """Return the application for the given pages and JSON routes, with these parameters."""
    assets = {name: read_asset(name) for name in ASSETS}

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

    def asset(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in assets:
            raise HTTPException(404)
        return Response(assets[name], media_type=ASSETS[name], headers={"cache-control": FOR_EVER})

    def refuse(request: Request, error: Exception) -> Response:
        code, message = _code_and_message(request, error)
        path = path_within(request.scope)
        if path.startswith("/api/"):
            return _JSON(api.refusal(message), code)
        text = request.query_params.get("from", "")
        text = text if len(text) <= LONGEST_REPEATED else ""
        base = HERE + "../" * (path.count("/") - 1)
        content = {"message": message, "code": code, "text": text, "base": base}
        return _Page(pages.render("refusal.html", **content), code)

    routes = [
        Route("/", answer(shown, names)),
        Route("/api", answer(lambda place: _Page(pages.render("api.html", api=described)))),
        Route("/api/openapi.json", answer(lambda place: _JSON(described))),
        *(Route(path, answer(question)) for path, question in questions.items()),
        Route("/assets/{name}", asset),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={GameSolverError: refuse, HTTPException: refuse},
    )


def _code_and_message(request: Request, error: Exception) -> tuple[int, str]:
    """Return the code of a refusal, and its words."""
    if isinstance(error, HTTPException):
        is_usual = error.detail == "Not Found"
        message = "there is nothing at this address" if is_usual else error.detail
        return error.status_code, message
    if isinstance(error, BAD_QUESTIONS):
        return 400, error.message
    if isinstance(error, UnknownPositionError):
        return 404, error.message
    if isinstance(error, GameSolverError):
        return 500, error.message
    return 500, f"the explorer failed: {type(error).__name__}; please report it"
