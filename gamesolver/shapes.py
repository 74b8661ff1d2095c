"""The JSON of every answer: what all of them are made of, and how a report writes itself.

``as_json()``, ``--json`` on the command line, ``/api`` of the explorer and ``.jsonl`` files write
the same shapes. Positions and moves are texts, as they are typed on the command line. An outcome
is for the player to move, of a move for the player making it. The command line and the explorer may
add fields to the shape of a report. They rename none and leave none out. The one field that only
some games have is ``gain``, of games in which moves win something.

A *shape* is a typed dictionary. Each of its fields has a type, and a description if the name is not
enough. A shape stands next to the code that writes it: the shape of a report in the module of that
report, an answer of a command in the module of that command, and those of the explorer in
``web.api``. JSON Schema is derived from the shapes (``web.json_schema``).
"""

from __future__ import annotations

import json
import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    NotRequired,
    TypedDict,
    TypeVar,
    cast,
)

from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.rules.parameters import MISSING, read_parameters
from gamesolver.rules.registry import name_of
from gamesolver.show.sentences import WORDS, Voice, Word
from gamesolver.value import Bounds, Outcome, Value

if TYPE_CHECKING:
    from gamesolver.answers import MoveRow
    from gamesolver.solution import Solution

ShapeT = TypeVar("ShapeT")

# ── what all answers are made of ────────────────────────────────────────────────────────────────

Natural = Annotated[int, ("minimum", 0)]
"""A whole number from 0 on."""

Plies = Annotated[Natural | None, "Plies to the end under best play; `null` for infinite play."]

Gain = Annotated[int, "Points that it wins at once for the player making it, in games with gains."]


class OutcomeShape(TypedDict):
    """Outcome for the player to move, and of a move for the player making it."""

    value: Word
    remoteness: Plies
    score: Annotated[int | None, "Points from here on; `null` in games without scores."]


class GameShape(TypedDict):
    """A game with all its parameters."""

    name: Annotated[str, "Its name in the library."]
    parameters: Annotated[
        dict[str, Any],
        "A `Value` is its word. Other values without a JSON form are written as Python text.",
    ]


class StepShape(TypedDict):
    """A move of a line, and the position it leads to."""

    move: str
    position: str
    gain: NotRequired[Gain]


class MoveShape(TypedDict):
    """A legal move."""

    move: Annotated[str, "Text of the move, as it is typed."]
    outcome: Annotated[
        OutcomeShape, "For the player making it, counted from the position before it."
    ]
    is_best: Annotated[bool, "True if no move is better."]
    position: Annotated[str, "The position after the move."]
    gain: NotRequired[Gain]


class PositionShape(TypedDict):
    """A position."""

    position: Annotated[str, "As one line of text."]
    board: Annotated[str, "As plain text of several lines."]
    seat: Annotated[
        Natural | None, "Index of the player to move, 0 or 1; `null` if it is not known."
    ]
    player: Annotated[str | None, "Name of that player."]
    outcome: OutcomeShape
    sentence: Annotated[str, "The outcome as a sentence."]


class CountShape(TypedDict):
    """Number of positions with an outcome, up to symmetry if the game has any."""

    outcome: OutcomeShape
    positions: Natural


class CountsShape(TypedDict):
    """Numbers of positions won, drawn, and lost for the player to move, up to symmetry."""

    win: Natural
    draw: Natural
    loss: Natural


class BoundShape(TypedDict):
    """A bound on an outcome, for the player to move."""

    value: Word
    remoteness: Annotated[
        Natural | None, "`null` if the plies are not known, or for infinite play."
    ]
    score: Annotated[int | None, "`null` in games without scores."]


class BoundsShape(TypedDict):
    """Lower and upper bounds on an outcome, which is resolved if they are equal."""

    at_least: Annotated[BoundShape | None, "`null` if there is none."]
    at_most: Annotated[BoundShape | None, "Likewise."]


# ── a solution ──────────────────────────────────────────────────────────────────────────────────


class SolveInfoShape(TypedDict):
    """Record of a solve: method, reason, and time."""

    method: Annotated[str, "Retrograde analysis, minimax, or the engine."]
    why: Annotated[str, "Reason for this method."]
    seconds: float
    notes: Annotated[
        list[str], "Possible mistakes in legal rules, for example if no position is terminal."
    ]
    turns: Annotated[
        str, "Note that the turn passes with every move; empty if `player` is defined."
    ]
    checked: Annotated[Natural | None, "Positions checked at the end; `null` in older files."]


class SolutionShape(TypedDict):
    """A solved game: `Solution.as_json`."""

    game: GameShape
    start: Annotated[str, "The start position."]
    outcome: Annotated[OutcomeShape, "Of the start."]
    sentence: Annotated[str, "The outcome as a sentence."]
    line: Annotated[list[StepShape], "Best play, by the first best move in each position."]
    positions: Annotated[Natural, "Up to symmetry, if the game has any."]
    counts: CountsShape
    how: SolveInfoShape


# ── what the library knows, put into shapes ─────────────────────────────────────────────────────


def outcome_shape(outcome: Outcome) -> OutcomeShape:
    """Return an outcome."""
    return {
        "value": WORDS[outcome.value],
        "remoteness": outcome.remoteness,
        "score": outcome.score,
    }


def game_shape(game: Game[Any, Any]) -> GameShape:
    """Return a game with its parameters; those that it does not keep are left out."""
    kept = {name: value for name, value in read_parameters(game).items() if value is not MISSING}
    return {"name": name_of(type(game)), "parameters": parameters_shape(kept)}


def parameters_shape(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as JSON has them."""
    return {name: _literal(value) for name, value in parameters.items()}


def _literal(value: Any) -> Any:
    """Return a parameter as JSON has it."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float) and isfinite(value):
        return value
    if isinstance(value, tuple | list):
        return [_literal(part) for part in value]
    return str(value) if isinstance(value, Value) else repr(value)


def move_shape(
    rules: Rules[Any, Any], row: MoveRow[Any, Any], mover: int | None = None
) -> MoveShape:
    """Return a legal move; ``mover`` is to move after it if positions do not show the player."""
    shape: MoveShape = {
        "move": rules.format_move(row.move),
        "outcome": outcome_shape(row.outcome),
        "is_best": row.is_best,
        "position": rules.format(row.position, mover),
    }
    return {**shape, "gain": row.gain} if rules.has_gains else shape


def step_shape(
    rules: Rules[Any, Any],
    move: Any,
    position: Any,
    gain: int | None = None,
    mover: int | None = None,
) -> StepShape:
    """Return a move of a line, with its gain if one is given and moves of the game gain points.

    ``mover`` is to move after it if positions do not show the player.
    """
    text = rules.format(position, mover)
    shape: StepShape = {"move": rules.format_move(move), "position": text}
    return {**shape, "gain": gain} if rules.has_gains and gain is not None else shape


def line_shape(
    rules: Rules[Any, Any], line: Iterable[MoveRow[Any, Any]], first: int | None = None
) -> list[StepShape]:
    """Return a line of moves; ``first`` makes the first one if positions do not show the player."""
    return [
        step_shape(rules, row.move, row.position, row.gain, _after(rules, row.position, ply, first))
        for ply, row in enumerate(line, start=1)
    ]


def played_shape(
    rules: Rules[Any, Any], here: Any, moves: Iterable[Any], first: int | None = None
) -> list[StepShape]:
    """Return a line of moves, played from a position; ``first`` makes the first one, likewise."""
    steps = []
    for ply, move in enumerate(moves, start=1):
        gain, here = rules.gain(here, move), rules.play(here, move)
        steps.append(step_shape(rules, move, here, gain, _after(rules, here, ply, first)))
    return steps


def _after(rules: Rules[Any, Any], position: Any, plies: int, first: int | None) -> int | None:
    """Return the player to move after some plies, or None if it is not known who was first."""
    return None if first is None else rules.mover(position, plies, first)


def position_shape(
    rules: Rules[Any, Any], position: Any, outcome: Outcome, mover: int | None = None
) -> PositionShape:
    """Return a position as JSON; ``mover`` is to move if positions do not show the player.

    Without ``mover`` the text and the board are as the first player sees them.
    """
    voice, viewer = Voice(rules), mover or 0
    seat = voice.seat_at_start(position) if mover is None else rules.mover(position, 0, mover)
    return {
        "position": rules.format(position, viewer),
        "board": rules.render(position, viewer),
        "seat": seat,
        "player": None if seat is None else seats_of(rules.game)[seat],
        "outcome": outcome_shape(outcome),
        "sentence": voice.sentence(position, outcome, seat),
    }


def solution_shape(solution: Solution[Any, Any], counts: Mapping[Outcome, int]) -> SolutionShape:
    """Return a solution, whose outcomes were counted."""
    rules = Rules(solution.game)
    start, how = position_shape(rules, solution.start, solution.outcome), solution.how
    return {
        "game": game_shape(solution.game),
        "start": start["position"],
        "outcome": start["outcome"],
        "sentence": start["sentence"],
        "line": line_shape(rules, solution.mainline(), 0),
        "positions": sum(counts.values()),
        "counts": counts_shape(counts),
        "how": fill(
            SolveInfoShape,
            how,
            seconds=sum(how.seconds.values()),
            notes=list(how.notes),
            checked=None if how.spot_check is None else how.spot_check.positions,
        ),
    }


def bounds_shape(bounds: Bounds) -> BoundsShape:
    """Return the bounds of an outcome as JSON."""
    return {"at_least": _bound_shape(bounds.at_least), "at_most": _bound_shape(bounds.at_most)}


def _bound_shape(bound: Outcome | Value | int | None) -> BoundShape | None:
    if bound is None:
        return None
    if isinstance(bound, Outcome):
        words = WORDS[bound.value]
        return {"value": words, "remoteness": bound.remoteness, "score": bound.score}
    if isinstance(bound, Value):
        return {"value": WORDS[bound], "remoteness": None, "score": None}
    return {"value": WORDS[Value.of(bound)], "remoteness": None, "score": bound}


def counts_shape(counts: Mapping[Outcome, int]) -> CountsShape:
    """Positions by value."""
    numbers: CountsShape = {"win": 0, "draw": 0, "loss": 0}
    for outcome, count in counts.items():
        numbers[WORDS[outcome.value]] += count
    return numbers


# ── what a report needs to be written, and text ─────────────────────────────────────────────────

_CONTROL = re.compile("[\x7f-\x9f]")  # JSON escapes the others by itself


def json_text(answer: object) -> str:
    """Return an answer as a JSON text that steers no terminal, with an end of line.

    >>> from gamesolver import Outcome, Value
    >>> print(json_text(outcome_shape(Outcome(Value.DRAW, None))), end="")
    {
      "value": "draw",
      "remoteness": null,
      "score": null
    }
    """
    text = json.dumps(answer, indent=2, ensure_ascii=False, allow_nan=False)
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def fill(shape: type[ShapeT], report: object, **others: object) -> ShapeT:
    """Return a shape with the ``others``, and with attributes of a report for its other fields.

    Outcomes, bounds, values, games and reports are written as everywhere. If the report is
    ``None``, the other fields are ``None``. Shapes that are written by the thousand, such as moves
    and mistakes, list all their fields instead, which is faster.

    >>> from gamesolver import Outcome, Value
    >>> fill(CountShape, None, outcome=outcome_shape(Outcome(Value.WIN, 3)))
    {'outcome': {'value': 'win', 'remoteness': 3, 'score': None}, 'positions': None}
    >>> fill(OutcomeShape, Outcome(Value.WIN, 3), score=2)
    {'value': 'win', 'remoteness': 3, 'score': 2}
    """
    names = shape.__annotations__
    assert others.keys() <= names.keys(), others.keys() - names.keys()
    if report is None:
        return cast(ShapeT, dict.fromkeys(names) | others)
    fields = {
        name: others[name] if name in others else _plain(getattr(report, name)) for name in names
    }
    return cast(ShapeT, fields)


def _plain(value: Any) -> Any:
    """Return the value of an attribute as JSON has it."""
    if isinstance(value, Outcome):
        return outcome_shape(value)
    if isinstance(value, Bounds):
        return bounds_shape(value)
    if isinstance(value, Value):
        return WORDS[value]
    if isinstance(value, Game):
        return game_shape(value)
    return value.shape() if isinstance(value, Shaped) else value


class Shaped:
    """A report that writes itself as JSON.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> report = solve(Nim(heaps=(1, 1))).verify()
    >>> report.shape()["positions"]
    3
    >>> report.as_json().startswith("{")
    True
    """

    __slots__ = ()

    @abstractmethod
    def shape(self) -> Mapping[str, object]:
        """Return all of it as plain data, in the shape that JSON has."""

    def as_json(self) -> str:
        """Return all of it as a JSON text, for other programs."""
        return json_text(self.shape())
