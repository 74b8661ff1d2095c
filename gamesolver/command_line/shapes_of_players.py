"""The shapes of answers in JSON about players, puzzles, strategies and comparisons.

As in :mod:`~gamesolver.command_line.shapes`; a player is told by the name that was typed.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from gamesolver.command_line.shapes import GameShape, OutcomeShape, StepShape


class ShareShape(TypedDict):
    """So many games, which part of them all that is, and the interval of 95 in 100."""

    games: int
    share: float
    low: float
    high: float


class MatchShape(TypedDict):
    """``gamesolver match --json``; shares are for the player named first."""

    game: GameShape
    start: str
    first: str
    second: str
    games: int
    seed: int
    cap: int
    win: ShareShape
    draw: ShareShape
    loss: ShareShape
    endless: ShareShape


class ChanceShape(TypedDict):
    """A chance; ``fraction`` is ``null`` where it is not exact, or too long to write."""

    chance: float
    fraction: str | None


class OddsShape(TypedDict):
    """``gamesolver odds --json``; chances are for the player named first."""

    game: GameShape
    start: str
    first: str
    second: str
    positions: int
    exact: bool
    residual: float
    win: ChanceShape
    draw: ChanceShape
    loss: ChanceShape
    endless: ChanceShape


class TallyShape(TypedDict):
    """So many right, of so many asked."""

    right: int
    asked: int


class RemotenessShape(TypedDict):
    """Positions of one remoteness; ``null`` is endless play."""

    remoteness: int | None
    right: int
    asked: int


class MistakeShape(TypedDict):
    """A position in which a player chose what is not right; ``line`` punishes it."""

    position: str
    board: str
    chosen: list[str]
    right: list[str]
    before: OutcomeShape
    after: OutcomeShape
    cost: int
    reached: bool
    line: list[StepShape]


class PlayerFaultShape(TypedDict):
    """What no player may do."""

    kind: str
    position: str
    message: str


class StallShape(TypedDict):
    """A loop in which a player that has won can be held."""

    position: str
    line: list[StepShape]


class OwnPlayShape(TypedDict):
    """What a player's own play in one seat comes to; ``line`` leads to where it fails."""

    seat: int
    player: str
    value: Literal["loss", "draw", "win"]
    holds: bool
    line: list[StepShape]


class FoundShape(TypedDict):
    """How many there are in all of what lists may have some of."""

    mistakes: int
    slow: int
    stalls: int
    faults: int


class AuditShape(TypedDict):
    """``gamesolver audit --json``; ``null`` where a sample cannot tell."""

    game: GameShape
    player: str
    verdict: Literal["perfect", "not perfect", "sample"]
    strong: bool | None
    weak: bool | None
    fastest: bool | None
    by_value: TallyShape
    by_outcome: TallyShape
    by_value_folded: TallyShape
    by_outcome_folded: TallyShape
    by_remoteness: list[RemotenessShape]
    own_play: list[OwnPlayShape]
    found: FoundShape
    mistakes: list[MistakeShape]
    slow: list[MistakeShape]
    stalls: list[StallShape]
    faults: list[PlayerFaultShape]


class BranchShape(TypedDict):
    """A move of a solution, and what follows; ``replies`` is ``null`` where they stand already."""

    move: str
    position: str
    replies: list[BranchShape] | None


class RefutationShape(TypedDict):
    """A wrong first move, and the line that punishes it."""

    move: str
    outcome: OutcomeShape
    line: list[str]


class PuzzleShape(TypedDict):
    """A position with one right move."""

    question: str
    kind: Literal["win", "rescue"]
    position: str
    board: str
    outcome: OutcomeShape
    move: str
    solution: BranchShape
    refutations: list[RefutationShape]


class TrapShape(TypedDict):
    """A drawn position in which most moves lose; ``line`` are the moves from the start to it."""

    question: str
    position: str
    board: str
    line: list[str]
    saving: list[str]
    losing: list[str]


class PuzzlesShape(TypedDict):
    """``gamesolver puzzles --json``: puzzles or traps; ``written`` is the sheet, if any."""

    game: GameShape
    puzzles: list[PuzzleShape]
    traps: list[TrapShape]
    written: str | None


class EntryShape(TypedDict):
    """A position of a strategy, and what to do there."""

    position: str
    board: str
    move: str


class StrategyShape(TypedDict):
    """``gamesolver strategy --json``; no strategy has fewer positions than ``at_least``."""

    game: GameShape
    player: str
    value: Literal["loss", "draw", "win"]
    size: int
    at_least: int
    positions: list[EntryShape]
    written: str | None


class PairShape(TypedDict):
    """So many positions have these two outcomes; ``null`` where it is not there."""

    one: OutcomeShape | None
    other: OutcomeShape | None
    positions: int


class DifferenceShape(TypedDict):
    """A position with two values; ``line`` leads there, where it was asked for."""

    position: str
    board: str
    one: OutcomeShape
    other: OutcomeShape
    line: list[str] | None


class CompareShape(TypedDict):
    """``gamesolver compare --json``."""

    games: list[GameShape]
    agree: int
    differ: int
    only_in_one: int
    only_in_other: int
    outcomes: list[PairShape]
    shallowest: DifferenceShape | None
    mainlines: list[list[StepShape]]
    examples: list[DifferenceShape]
