"""The JSON interface written down: an OpenAPI document, made of the shapes of answers.

``/api/openapi.json`` gives it to programs, and ``/api`` shows it to people. Every answer
of the tests is held against it.
"""

from __future__ import annotations

from gamesolver import __version__
from gamesolver.web.addresses import MOST_IN_A_POSITION, MOST_MOVES
from gamesolver.web.api import (
    ExploredShape,
    LineShape,
    PlaceShape,
    ProvedPlaceShape,
    ProvedShape,
    RefusalShape,
)
from gamesolver.web.json_schema import Schema, schema_of, schemas

PLACE = [
    {
        "name": "from",
        "in": "query",
        "required": False,
        "description": "A position as the game writes it; default the start.",
        "schema": {"type": "string", "maxLength": MOST_IN_A_POSITION},
    },
    {
        "name": "mover",
        "in": "query",
        "required": False,
        "description": "Player to move there, if the position does not have it; default 0.",
        "schema": {"type": "string", "enum": ["0", "1"]},
    },
    {
        "name": "move",
        "in": "query",
        "required": False,
        "description": "A move played from there, by its text; one after the other.",
        "explode": True,
        "style": "form",
        "schema": {"type": "array", "items": {"type": "string"}, "maxItems": MOST_MOVES},
    },
]

REFUSALS = {
    "400": "The query cannot be read, or the move is not legal.",
    "404": "The position is none of this solution's, or there is nothing at the address.",
    "414": "The address is too long.",
    "421": "This explorer does not have that host name.",
    "500": "The game or its file is at fault.",
}


def _question(name: str, summary: str, shape: type, parameters: list[Schema]) -> Schema:
    def answered(description: str, with_shape: type) -> Schema:
        content = {"application/json": {"schema": schema_of(with_shape)}}
        return {"description": description, "content": content}

    responses = {"200": answered("The answer.", shape)}
    responses |= {
        code: answered(description, RefusalShape) for code, description in REFUSALS.items()
    }
    operation = {"operationId": name, "summary": summary, "responses": responses}
    return {"get": operation | ({"parameters": parameters} if parameters else {})}


def document(game: str) -> Schema:
    """Return the whole document, for the explorer of one game that is solved."""
    paths = {
        "/api/game": _question("game", "The game and its counts.", ExploredShape, []),
        "/api/position": _question(
            "position", "A position, its outcome and its moves.", PlaceShape, PLACE
        ),
        "/api/line": _question("line", "Best play from a position.", LineShape, PLACE),
    }
    about = (
        "Outcomes, best moves, and plies to the end. All requests are GET, and all responses are "
        "JSON. The server stores no state."
    )
    shapes = ExploredShape, PlaceShape, LineShape, RefusalShape
    return _document(f"{game}, solved", about, paths, shapes)


def document_of_proof(game: str) -> Schema:
    """Return the whole document, for the explorer of a proof about one game."""
    paths = {
        "/api/proof": _question("proof", "What was proved, and how.", ProvedShape, []),
        "/api/position": _question(
            "position",
            "What is known of a position, the move that holds it, and what answers each reply.",
            ProvedPlaceShape,
            PLACE,
        ),
    }
    about = (
        "The winner, with a proof: one move of the side that holds a position, and an answer to "
        "every reply. All requests are GET, and all responses are JSON. Each request has a time "
        "limit. An outcome that is not proved within it is a bound, which a repeated request may "
        "improve."
    )
    return _document(f"{game}, proved", about, paths, (ProvedShape, ProvedPlaceShape, RefusalShape))


def _document(title: str, about: str, paths: dict[str, Schema], shapes: tuple[type, ...]) -> Schema:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": __version__,
            "description": about,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": ".."}],
        "paths": paths,
        "components": {"schemas": schemas(*shapes)},
    }
