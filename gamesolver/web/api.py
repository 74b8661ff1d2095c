"""The same content as JSON: what each question is answered with.

The shapes are written down in ``openapi``, and the tests hold every answer against
them. Values are ``"win"``, ``"draw"`` and ``"loss"``; the remoteness of an endless draw
is ``null``.
"""

from __future__ import annotations

from typing import Any

from gamesolver.rules.parameters import read_parameters
from gamesolver.rules.registry import name_of
from gamesolver.value import Outcome
from gamesolver.web.addresses import MOST_MOVES, Place
from gamesolver.web.views import Step, Views, kind_of

Shape = dict[str, Any]


def game(explorer: Views) -> Shape:
    """What the game is, and how its outcomes are spread."""
    solution = explorer.solution
    return {
        "name": name_of(type(explorer.game)),
        "game": repr(explorer.game),
        "parameters": {name: repr(value) for name, value in read_parameters(explorer.game).items()},
        "seats": list(explorer.game.seats),
        "start": explorer.rules.format(solution.start),
        "outcome": _outcome(solution.outcome),
        "positions": len(solution),
        "counts": [
            {**_outcome(outcome), "positions": count} for outcome, count in explorer.counts.items()
        ],
        "notes": list(solution.how.notes),
    }


def position(explorer: Views, place: Place) -> Shape:
    """A position: its board, its outcome, and every legal move, best first."""
    view = explorer.at(place)
    return {
        "position": view.text,
        "board": view.render,
        "player": view.seat,
        "to_move": view.mover,
        "ended": view.has_ended,
        "outcome": _outcome(view.outcome),
        "sentence": view.sentence,
        "moves": [
            {
                "move": choice.move,
                "position": choice.position,
                "outcome": _outcome(choice.outcome),
                "best": choice.is_best,
                "address": _address(choice.place),
            }
            for choice in view.choices
        ],
        "way": [_step(explorer, step) for step in view.way],
        "address": _address(place),
    }


def line(explorer: Views, place: Place) -> Shape:
    """Best play from a position, to the end or to the first return."""
    steps, goes_on = explorer.line(place, most=10 * MOST_MOVES)
    return {"line": [_step(explorer, step) for step in steps], "complete": not goes_on}


def refusal(message: str) -> Shape:
    """What went wrong, in words."""
    return {"error": message}


def _outcome(outcome: Outcome) -> Shape:
    return {"value": kind_of(outcome), "remoteness": outcome.remoteness, "words": str(outcome)}


def _step(explorer: Views, step: Step) -> Shape:
    return {
        "move": step.move,
        "mover": step.mover,
        "position": explorer.rules.format(step.position),
        "address": _address(step.place),
    }


def _address(place: Place) -> str:
    return f"/api/position{place.query}"
