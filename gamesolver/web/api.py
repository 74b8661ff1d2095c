"""Content of the pages as JSON, with the shapes of all responses.

The tests validate each response against the document that ``openapi`` makes of these shapes.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from gamesolver.proofs.explaining import ExplanationShape
from gamesolver.proofs.proof import ProofShape
from gamesolver.shapes import (
    CountShape,
    MoveShape,
    Natural,
    OutcomeShape,
    PositionShape,
    SolutionShape,
    StepShape,
    move_shape,
    outcome_shape,
    position_shape,
    solution_shape,
)
from gamesolver.web.addresses import MOST_MOVES, Place
from gamesolver.web.proof_views import ProofViews
from gamesolver.web.views import MoveView, Views
from gamesolver.web.walking import Step, Walks


class ExploredShape(SolutionShape):
    """The game, and the numbers of its outcomes: `/api/game`."""

    seats: Annotated[list[str], "Names of the two players."]
    outcomes: Annotated[list[CountShape], "Best first."]


class LinkedMoveShape(MoveShape):
    """A legal move, with an address."""

    address: Annotated[str, "Address of the position after it."]


class LinkedStepShape(StepShape):
    """A move on the way here, or of the line of best play, with an address."""

    mover: Annotated[str | None, "Name of the player to move, if known."]
    address: Annotated[str, "Address of the position after it."]


class PlaceShape(PositionShape):
    """A position with its moves: `/api/position`."""

    ended: Annotated[bool, "True if play has ended."]
    moves: Annotated[list[LinkedMoveShape], "Best first."]
    way: Annotated[list[LinkedStepShape], "The moves from the root to here."]
    address: str


class LineShape(TypedDict):
    """Best play: `/api/line`."""

    line: Annotated[list[LinkedStepShape], "Best play, by the first best move in each position."]
    complete: Annotated[bool, "True if the line is not cut short."]


class ProvedShape(ProofShape):
    """Result of a proof: `/api/proof`."""

    seats: Annotated[list[str], "Names of the two players."]


class ProvedPlaceShape(ExplanationShape):
    """Known bounds of a position under a proof, with the reason: `/api/position` there."""

    board: Annotated[str, "As plain text of several lines."]
    seat: Annotated[
        Natural,
        "Index of the player to move, 0 or 1, by the position or the moves before it.",
    ]
    player: Annotated[str, "Name of that player."]
    outcome: Annotated[OutcomeShape | None, "`null` if it is not resolved."]
    sentence: Annotated[str, "What is known, as a sentence."]
    ended: Annotated[bool, "True if play has ended."]
    steps: Annotated[list[LinkedStepShape], "All legal moves, in the order of the game."]
    way: Annotated[list[LinkedStepShape], "The moves from the root to here."]
    address: str


class RefusalShape(TypedDict):
    """Error response."""

    error: Annotated[str, "As text."]


def game(explorer: Views) -> ExploredShape:
    """Return the game, and the distribution of its outcomes."""
    return {
        **solution_shape(explorer.solution, explorer.counts),
        "seats": list(explorer.seats),
        "outcomes": [
            {"outcome": outcome_shape(outcome), "positions": count}
            for outcome, count in explorer.counts.items()
        ],
    }


def position(explorer: Views, place: Place) -> PlaceShape:
    """Return a position: its board, its outcome, and every legal move, best first."""
    view = explorer.at(place)
    return {
        **position_shape(explorer.rules, view.position, view.outcome, view.seat),
        "ended": view.has_ended,
        "moves": [_move(explorer, choice) for choice in view.choices],
        "way": [_step(explorer, step) for step in view.way],
        "address": _address(place),
    }


def line(explorer: Views, place: Place) -> LineShape:
    """Best play from a position, to the end or to the first return."""
    steps, goes_on = explorer.line(explorer.at(place), most=10 * MOST_MOVES)
    return {"line": [_step(explorer, step) for step in steps], "complete": not goes_on}


def proof(explorer: ProofViews) -> ProvedShape:
    """Return the proved statement, and the method."""
    return {**explorer.about(), "seats": list(explorer.seats)}


def proved_position(explorer: ProofViews, place: Place) -> ProvedPlaceShape:
    """Return the bounds of a position, the move that holds them, and the answer to each reply."""
    view = explorer.at(place)
    outcome = view.why.bounds.outcome
    return {
        **view.why.shape(),
        "board": explorer.rules.render(view.position, view.seat),
        "seat": view.seat,
        "player": view.player,
        "outcome": None if outcome is None else outcome_shape(outcome),
        "sentence": view.sentence,
        "ended": view.has_ended,
        "steps": [_step(explorer, step) for step in view.steps],
        "way": [_step(explorer, step) for step in view.way],
        "address": _address(place),
    }


def refusal(message: str) -> RefusalShape:
    """Return an error as JSON."""
    return {"error": message}


def _move(explorer: Views, choice: MoveView) -> LinkedMoveShape:
    seat = explorer.seat(choice.place, choice.row.position)
    return {**move_shape(explorer.rules, choice.row, seat), "address": _address(choice.place)}


def _step(explorer: Walks, step: Step) -> LinkedStepShape:
    shape: LinkedStepShape = {
        "move": step.move,
        "position": explorer.rules.format(step.position, explorer.seat(step.place, step.position)),
        "mover": step.mover,
        "address": _address(step.place),
    }
    return {**shape, "gain": step.gain} if explorer.rules.has_gains else shape


def _address(place: Place) -> str:
    return f"/api/position{place.alone.query}"
