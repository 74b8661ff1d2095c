"""The JSON interface written down: an OpenAPI document, made from a few small words.

``/api/openapi.json`` gives it to programs, and ``/api`` shows it to people. Every answer
of the tests is held against these shapes.
"""

from __future__ import annotations

from typing import Any

from gamesolver import __version__
from gamesolver.web.addresses import MOST_IN_A_POSITION, MOST_MOVES

Shape = dict[str, Any]


def _text(told: str = "") -> Shape:
    return {"type": "string"} | ({"description": told} if told else {})


def _count(told: str = "") -> Shape:
    return {"type": "integer", "minimum": 0} | ({"description": told} if told else {})


def _list(of: Shape, told: str) -> Shape:
    return {"type": "array", "items": of, "description": told}


def _object(told: str, **properties: Shape) -> Shape:
    return {
        "type": "object",
        "description": told,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _shape(name: str) -> Shape:
    return {"$ref": f"#/components/schemas/{name}"}


VALUE = {"type": "string", "enum": ["win", "draw", "loss"]}
REMOTENESS = {
    "type": ["integer", "null"],
    "minimum": 0,
    "description": "Plies to the end under best play; null for an endless draw.",
}

SHAPES: Shape = {
    "Outcome": _object(
        "Who wins and how fast, for the player to move; of a move, for the player making it.",
        value=VALUE,
        remoteness=REMOTENESS,
        words=_text("The same in words."),
    ),
    "Count": _object(
        "How many positions, up to symmetry, have an outcome.",
        value=VALUE,
        remoteness=REMOTENESS,
        words=_text(),
        positions=_count(),
    ),
    "Game": _object(
        "The game, and how its outcomes are spread.",
        name=_text("Its name on the shelf."),
        game=_text("The game as Python writes it."),
        parameters={
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "Each as Python writes it.",
        },
        seats={"type": "array", "items": _text(), "minItems": 2, "maxItems": 2},
        start=_text("The position that play starts from."),
        outcome=_shape("Outcome"),
        positions=_count("Positions up to symmetry."),
        counts=_list(_shape("Count"), "Best outcome first."),
        notes=_list(_text(), "What is legal and may be a slip: that no position ends."),
    ),
    "Move": _object(
        "A legal move.",
        move=_text("Its text, which `move` takes in an address."),
        position=_text("The position it leads to."),
        outcome=_shape("Outcome"),
        best={"type": "boolean", "description": "Whether no move is better."},
        address=_text("Where the position after it is answered."),
    ),
    "Step": _object(
        "A move on the way here, or of the line of best play.",
        move=_text(),
        mover={"type": ["string", "null"], "description": "Whose move it is, where known."},
        position=_text("The position after it."),
        address=_text(),
    ),
    "Position": _object(
        "All about a position.",
        position=_text("The position in a line of text, which `from` takes."),
        board=_text("The board in plain text."),
        player={"type": ["integer", "null"], "description": "The seat to move, 0 or 1."},
        to_move={"type": ["string", "null"], "description": "What people call that seat."},
        ended={"type": "boolean", "description": "Whether play has ended."},
        outcome=_shape("Outcome"),
        sentence=_text("Who wins, in words."),
        moves=_list(_shape("Move"), "Every legal move, best first."),
        way=_list(_shape("Step"), "The moves from the root to here."),
        address=_text(),
    ),
    "Line": _object(
        "Best play.",
        line=_list(_shape("Step"), "The first best move again and again."),
        complete={"type": "boolean", "description": "Whether the line is told to its end."},
    ),
    "Refusal": _object("What went wrong.", error=_text("In words.")),
}

PLACE = [
    {
        "name": "from",
        "in": "query",
        "required": False,
        "description": "A position as the game writes it; the start without.",
        "schema": {"type": "string", "maxLength": MOST_IN_A_POSITION},
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
    "400": "What was asked cannot be read, or the move is not legal.",
    "404": "The position is none of this solution's.",
    "414": "The address is too long.",
    "421": "This explorer is not called by that name.",
    "500": "The game or its file is at fault.",
}


def _question(name: str, summary: str, shape: str, parameters: list[Shape]) -> Shape:
    def answered(told: str, with_shape: str) -> Shape:
        content = {"application/json": {"schema": _shape(with_shape)}}
        return {"description": told, "content": content}

    responses = {"200": answered("The answer.", shape)}
    responses |= {code: answered(told, "Refusal") for code, told in REFUSALS.items()}
    asked = {"operationId": name, "summary": summary, "responses": responses}
    return {"get": asked | ({"parameters": parameters} if parameters else {})}


def document(game: str) -> Shape:
    """The whole document, for the explorer of one game."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"{game}, solved",
            "version": __version__,
            "description": "Who wins, how fast, and which move keeps the win. Everything is "
            "asked by GET and answered as JSON; nothing is remembered.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": {
            "/api/game": _question("game", "The game and the counts by outcome.", "Game", []),
            "/api/position": _question(
                "position", "A position, its outcome and its moves.", "Position", PLACE
            ),
            "/api/line": _question("line", "Best play from a position.", "Line", PLACE),
        },
        "components": {"schemas": SHAPES},
    }
