"""The shapes of answers in JSON. Each is described, with an example, in the reference.

Positions and moves are texts, as they are typed on the command line. An outcome is for the
player to move, of a move for the player making it.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class OutcomeShape(TypedDict):
    """``remoteness`` is ``null`` for an endless draw."""

    value: Literal["loss", "draw", "win"]
    remoteness: int | None


class GameShape(TypedDict):
    """A game with all its parameters; what JSON has no form for is text, as Python writes it."""

    name: str
    parameters: dict[str, Any]


class StepShape(TypedDict):
    """One move of a line, and the position it leads to."""

    move: str
    position: str


class MoveShape(TypedDict):
    """A legal move; the outcome is for the player making it."""

    move: str
    outcome: OutcomeShape
    is_best: bool
    position: str
    board: str


class CountsShape(TypedDict):
    """How many positions are won, drawn and lost for the player to move."""

    win: int
    draw: int
    loss: int


class HowShape(TypedDict):
    """How the game was solved."""

    road: str
    why: str
    seconds: float
    notes: list[str]


class SolveShape(TypedDict):
    """``gamesolver solve --json``."""

    game: GameShape
    start: str
    outcome: OutcomeShape
    sentence: str
    line: list[StepShape]
    positions: int
    counts: CountsShape
    how: HowShape
    saved: str | None


class ShowShape(TypedDict):
    """``gamesolver show --json``; ``line`` is ``null`` without ``--line``."""

    game: GameShape
    position: str
    board: str
    player: str | None
    outcome: OutcomeShape
    sentence: str
    moves: list[MoveShape]
    line: list[StepShape] | None


class OutcomeRowShape(TypedDict):
    """An outcome, how many positions have it, and one of them."""

    outcome: OutcomeShape
    positions: int
    example: str


class LongestShape(TypedDict):
    """A win that takes longest."""

    outcome: OutcomeShape
    position: str
    line: list[StepShape]


class OnlyMoveShape(TypedDict):
    """Of the positions with a choice, in how many just one move is best."""

    positions: int
    of: int


class BranchingShape(TypedDict):
    """Legal moves a position, ends left out."""

    mean: float
    most: int
    example: str | None


class StatsShape(TypedDict):
    """``gamesolver stats --json``."""

    game: GameShape
    positions: int
    looked_at: int
    outcomes: list[OutcomeRowShape]
    longest_win: LongestShape | None
    only_move: OnlyMoveShape
    branching: BranchingShape
    notes: list[str]


class FaultShape(TypedDict):
    """A law that is broken."""

    law: str
    message: str
    position: str | None


class NoteShape(TypedDict):
    """What is legal, and may be a slip."""

    about: str
    message: str
    position: str | None


class CheckShape(TypedDict):
    """``gamesolver check --json``; counts are ``null`` where a fault was found."""

    game: GameShape
    holds: bool
    positions: int | None
    moves: int | None
    ends: int | None
    exhaustive: bool | None
    laws: list[str] | None
    left_out: list[str] | None
    notes: list[NoteShape]
    faults: list[FaultShape]


class VerifyShape(TypedDict):
    """``gamesolver verify --json``; counts are ``null`` where a fault was found."""

    subject: str
    holds: bool
    positions: int | None
    moves: int | None
    ends: int | None
    seconds: float | None
    fault: str | None


class RangeShape(TypedDict):
    """From where to where a figure may lie; ``high`` is ``null`` where that is not known."""

    low: float
    high: float | None
    how: str


class EstimateShape(TypedDict):
    """``gamesolver estimate --json``."""

    game: GameShape
    slots: int | None
    positions: RangeShape
    bytes: RangeShape
    seconds: RangeShape


class ExportShape(TypedDict):
    """``gamesolver export --json``."""

    game: GameShape
    written: str
    bytes: int


class PlotShape(TypedDict):
    """``gamesolver plot --json``."""

    game: GameShape
    kind: str
    written: str
    bytes: int


class ParameterShape(TypedDict):
    """A parameter of a game on the shelf; ``default`` is text, as one would type it."""

    name: str
    option: str
    default: str
    meaning: str
    choices: list[str]


class KnownShape(TypedDict):
    """What is known about a game with some parameters, and from where."""

    parameters: dict[str, Any]
    outcome: str
    positions: int | None
    folded: int | None
    source: str


class ShelfShape(TypedDict):
    """One entry of ``gamesolver games --json``."""

    name: str
    kind: str
    about: str
    parameters: list[ParameterShape]
    known: list[KnownShape]
