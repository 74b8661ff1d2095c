"""What the library answers, put into the shapes of JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

import gamesolver
from gamesolver.command_line.shapes import (
    CountsShape,
    GameShape,
    MoveShape,
    OutcomeShape,
    StepShape,
)
from gamesolver.command_line.wording import Voice
from gamesolver.game import Game
from gamesolver.parameters import MISSING, read_parameters
from gamesolver.registry import name_of
from gamesolver.value import Outcome, Value


def outcome_told(outcome: Outcome) -> OutcomeShape:
    """An outcome."""
    words: dict[Value, Any] = {value: value.name.lower() for value in Value}
    return {"value": words[outcome.value], "remoteness": outcome.remoteness}


def game_told(game: Game[Any, Any]) -> GameShape:
    """A game with its parameters."""
    kept = {name: value for name, value in read_parameters(game).items() if value is not MISSING}
    return {
        "name": name_of(type(game)),
        "parameters": {name: literal_told(value) for name, value in kept.items()},
    }


def literal_told(value: Any) -> Any:
    """A parameter as JSON has it."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float) and isfinite(value):
        return value
    if isinstance(value, tuple | list):
        return [literal_told(part) for part in value]
    return repr(value)


def line_told(voice: Voice, line: Iterable[gamesolver.MoveRow[Any, Any]]) -> list[StepShape]:
    """A line of moves."""
    return [
        {"move": voice.rules.format_move(row.move), "position": voice.rules.format(row.position)}
        for row in line
    ]


def move_told(voice: Voice, row: gamesolver.MoveRow[Any, Any]) -> MoveShape:
    """A legal move."""
    return {
        "move": voice.rules.format_move(row.move),
        "outcome": outcome_told(row.outcome),
        "is_best": row.is_best,
        "position": voice.rules.format(row.position),
        "board": voice.rules.render(row.position),
    }


def by_value(counts: Mapping[Outcome, int]) -> dict[Value, int]:
    """Positions by value."""
    numbers = dict.fromkeys((Value.WIN, Value.DRAW, Value.LOSS), 0)
    for outcome, count in counts.items():
        numbers[outcome.value] += count
    return numbers


def counts_told(counts: Mapping[Outcome, int]) -> CountsShape:
    """The same for JSON."""
    numbers = by_value(counts)
    return {
        "win": numbers[Value.WIN],
        "draw": numbers[Value.DRAW],
        "loss": numbers[Value.LOSS],
    }
