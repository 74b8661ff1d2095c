"""The shapes of answers in JSON. Each is described, with an example, in the reference.

Positions and moves are texts, as they are typed on the command line. An outcome is for the
player to move, of a move for the player making it.

**The shapes of answers in JSON about players, puzzles, strategies and comparisons.**

As above; a player is told by the name that was typed.

**What the library answers, put into the shapes of JSON.**

**An audit, put into its shape of JSON.**
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import gamesolver
from gamesolver.cli.output import Voice
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import MISSING, read_parameters
from gamesolver.rules.registry import name_of
from gamesolver.value import Outcome, Value

if TYPE_CHECKING:
    from gamesolver.players import Audit, Mistake, OwnPlay, Tally

# ── the shapes of answers in JSON. Each is described, with an example, in the reference ─────────


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


# ── the shapes of answers in JSON about players, puzzles, strategies and comparisons ────────────


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


# ── what the library answers, put into the shapes of JSON ───────────────────────────────────────


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


# ── an audit, put into its shape of JSON ────────────────────────────────────────────────────────


def told(voice: Voice, player: str, report: Audit, shown: int) -> AuditShape:
    """All of an audit, with so many of each list."""
    rules = voice.rules
    verdict: Any = report.verdict
    return {
        "game": game_told(rules.game),
        "player": player,
        "verdict": verdict,
        "strong": report.strong,
        "weak": report.weak,
        "fastest": report.fastest,
        "by_value": _tally(report.by_value),
        "by_outcome": _tally(report.by_outcome),
        "by_value_folded": _tally(report.by_value_folded),
        "by_outcome_folded": _tally(report.by_outcome_folded),
        "by_remoteness": [
            {"remoteness": remoteness, "right": tally.right, "asked": tally.asked}
            for remoteness, tally in report.by_remoteness.items()
        ],
        "own_play": [_own(voice, own) for own in report.own_play.values() if own is not None],
        "found": {
            "mistakes": len(report.mistakes),
            "slow": len(report.slow),
            "stalls": len(report.stalls),
            "faults": len(report.faults),
        },
        "mistakes": [_mistake(voice, each) for each in report.mistakes[:shown]],
        "slow": [_mistake(voice, each) for each in report.slow[:shown]],
        "stalls": [
            {"position": rules.format(each.position), "line": line_told(voice, each.line)}
            for each in report.stalls[:shown]
        ],
        "faults": [
            {
                "kind": each.kind,
                "position": rules.format(each.position),
                "message": each.message,
            }
            for each in report.faults[:shown]
        ],
    }


def _tally(tally: Tally) -> TallyShape:
    return {"right": tally.right, "asked": tally.asked}


def _own(voice: Voice, own: OwnPlay) -> OwnPlayShape:
    value: Any = own.value.name.lower()
    return {
        "seat": own.seat,
        "player": str(voice.rules.game.seats[own.seat]),
        "value": value,
        "holds": own.holds,
        "line": line_told(voice, own.line),
    }


def _mistake(voice: Voice, mistake: Mistake) -> MistakeShape:
    rules = voice.rules
    return {
        "position": rules.format(mistake.position),
        "board": rules.render(mistake.position),
        "chosen": [rules.format_move(each) for each in mistake.chosen],
        "right": [rules.format_move(each) for each in mistake.right],
        "before": outcome_told(mistake.before),
        "after": outcome_told(mistake.after),
        "cost": mistake.cost,
        "reached": mistake.reached,
        "line": line_told(voice, mistake.line),
    }
