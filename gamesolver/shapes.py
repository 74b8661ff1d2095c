"""The shape of every answer in JSON: one form, whichever door it comes out of.

``as_json()``, ``--json`` on the command line, ``/api`` of the explorer and ``.jsonl`` files write
what stands here. Positions and moves are texts, as they are typed on the command line. An outcome
is for the player to move, of a move for the player making it. A door may add a field of its own,
by a shape that extends another one; no door renames a field or leaves one out. The one field that
only some games have is ``gain``, of games in which moves win something.

**The shapes.** Every field has its type, and its meaning where the name does not say it all.

**What the library knows, put into shapes.** What all answers are made of; a report of the library
writes itself, by these.

**Text**, and what a report needs to be written.

**Shapes as JSON Schema.** The OpenAPI document and the reference are made of it.
"""

from __future__ import annotations

import json
import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
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

# ── what all answers are made of ────────────────────────────────────────────────────────────────

Number = Annotated[int, ("minimum", 0)]
"""A whole number from 0 on."""

Plies = Annotated[
    Number | None, "Plies to the end under best play; `null` where play goes on for ever."
]

Gain = Annotated[
    int, "What it wins at once, for the player making it; of games in which moves win something."
]


class OutcomeShape(TypedDict):
    """Who wins and how fast: for the player to move, of a move for the player making it."""

    value: Word
    remoteness: Plies
    score: Annotated[int | None, "By how much, from here on; `null` in games without scores."]


class GameShape(TypedDict):
    """A game with all its parameters."""

    name: Annotated[str, "Its name on the shelf."]
    parameters: Annotated[
        dict[str, Any],
        "A `Value` is its word. What else JSON has no form for is text, as Python writes it.",
    ]


class StepShape(TypedDict):
    """A move of a line, and the position it leads to."""

    move: str
    position: str
    gain: NotRequired[Gain]


class MoveShape(TypedDict):
    """A legal move."""

    move: Annotated[str, "Its text, as it is typed."]
    outcome: Annotated[OutcomeShape, "For the player making it, counted from before it."]
    is_best: Annotated[bool, "Whether no move is better."]
    position: Annotated[str, "The position it leads to."]
    gain: NotRequired[Gain]


class PositionShape(TypedDict):
    """A position."""

    position: Annotated[str, "In a line of text."]
    board: Annotated[str, "In plain text, of several lines."]
    seat: Annotated[Number | None, "The seat to move, 0 or 1; `null` where nobody can tell."]
    player: Annotated[str | None, "What people call that seat."]
    outcome: OutcomeShape
    sentence: Annotated[str, "Who wins, by how much, and how soon, in words."]


class CountShape(TypedDict):
    """How many positions, up to symmetry where the game has any, have an outcome."""

    outcome: OutcomeShape
    positions: Number


class CountsShape(TypedDict):
    """How many positions, up to symmetry, are won, drawn and lost for the player to move."""

    win: Number
    draw: Number
    loss: Number


# ── solutions ───────────────────────────────────────────────────────────────────────────────────


class HowShape(TypedDict):
    """How a game was solved."""

    road: Annotated[str, "Retrograde analysis, minimax, or the engine."]
    why: Annotated[str, "Why this road."]
    seconds: float
    notes: Annotated[list[str], "What is legal and may be a slip: that no position ends."]
    turns: Annotated[str, "That the turn passes with every move; empty where `player` is written."]
    checked: Annotated[Number | None, "Positions checked at the end; `null` in older files."]


class SolutionShape(TypedDict):
    """A solved game: `Solution.as_json`."""

    game: GameShape
    start: Annotated[str, "The position that play starts from."]
    outcome: Annotated[OutcomeShape, "Of the start."]
    sentence: Annotated[str, "The same in words."]
    line: Annotated[list[StepShape], "The first best move again and again."]
    positions: Annotated[Number, "Up to symmetry, where the game has any."]
    counts: CountsShape
    how: HowShape


class SolveShape(SolutionShape):
    """`gamesolver solve --json`."""

    saved: Annotated[str | None, "The file it was saved in."]


class BoundShape(TypedDict):
    """A bound on an outcome, for the player to move."""

    value: Word
    remoteness: Annotated[Number | None, "`null` where nothing is known of the plies, or no end."]
    score: Annotated[int | None, "`null` in games without scores."]


class BoundsShape(TypedDict):
    """Between which outcomes one lies, as far as it is known; where both are one it is settled."""

    at_least: Annotated[BoundShape | None, "`null` where nothing is known."]
    at_most: Annotated[BoundShape | None, "Likewise."]


class ProofHowShape(TypedDict):
    """How a proof was found."""

    method: str
    visited: Annotated[Number, "How many positions were looked at."]
    entries: Annotated[Number, "For how many the table has room."]
    seconds: Annotated[float, "Those of the search."]
    stopped: Annotated[str, "What stopped it before all was answered; empty where nothing did."]
    compiling: Annotated[float, "Seconds that compiling took before."]
    forgotten: Annotated[Number, "How many positions gave way to others in the table."]
    met_again: Annotated[Number, "How often, about, one was settled anew after that."]


class ProofShape(TypedDict):
    """What was proved of one position: `Proof.as_json` and `gamesolver prove --json`."""

    game: GameShape
    position: Annotated[str, "The position that was asked about."]
    bounds: BoundsShape
    outcome: Annotated[OutcomeShape | None, "`null` where it is not settled."]
    sentence: Annotated[str, "What is known, in words."]
    line: Annotated[list[StepShape], "A line of best moves; none where the outcome is not settled."]
    line_stopped: Annotated[str, "What stopped that line before its end; empty where nothing did."]
    how: ProofHowShape


class ReplyShape(TypedDict):
    """A move of the side that does not hold a position, and what answers it."""

    move: str
    position: Annotated[str, "After the reply."]
    bounds: Annotated[BoundsShape, "For the player making the reply, from before it."]
    answer: Annotated[
        str | None, "`null` at an end, where the same player moves on, and where none is shown."
    ]
    gain: NotRequired[Gain]


class ExplanationShape(TypedDict):
    """Why a position is worth what it is: `Explanation.as_json` and `prove --explain --json`."""

    position: str
    bounds: Annotated[BoundsShape, "For the player to move."]
    move: Annotated[str | None, "The move that holds; `null` where the other side holds."]
    leads_to: Annotated[str | None, "The position after that move."]
    replies: list[ReplyShape]
    stopped: Annotated[str, "What stopped it before all was answered; empty where nothing did."]
    gain: NotRequired[Annotated[int, "What the move that holds wins at once, where there is one."]]


class ShownMoveShape(MoveShape):
    """A legal move, with the board after it."""

    board: str


class ShowShape(PositionShape):
    """`gamesolver show --json`."""

    game: GameShape
    moves: Annotated[list[ShownMoveShape], "Best first."]
    line: Annotated[list[StepShape] | None, "The line of best moves; `null` without `--line`."]


class RowShape(TypedDict):
    """A line of a `.jsonl` file."""

    position: str
    code: Annotated[Number, "Of a compiled game the position itself, else its number in order."]
    outcome: OutcomeShape
    best_moves: Annotated[list[str], "None at the end of play."]
    orbit_size: Annotated[Number, "How many positions it stands for."]


class RowWithMovesShape(RowShape):
    """A line of a `.jsonl` file that was written with moves."""

    moves: Annotated[list[MoveShape], "All legal ones, best first."]


class ExampleShape(CountShape):
    """An outcome, how many positions have it, and one of them."""

    example: str


class ScoreShape(TypedDict):
    """How many positions, up to symmetry where the game has any, have a score."""

    score: int
    positions: Number


class LongestShape(TypedDict):
    """A win that takes longest, or that is the widest."""

    outcome: OutcomeShape
    position: str
    line: list[StepShape]


class OnlyMoveShape(TypedDict):
    """Of the positions with a choice, in how many just one move is best."""

    positions: Number
    of: Number


class BranchingShape(TypedDict):
    """Legal moves a position, ends of play left out."""

    mean: float
    most: Number
    example: Annotated[str | None, "A position with the most moves."]


class SurveyShape(TypedDict):
    """`gamesolver stats --json`."""

    game: GameShape
    positions: Annotated[Number, "Up to symmetry, where the game has any."]
    looked_at: Annotated[Number, "If fewer, the moves are about those that random play met."]
    outcomes: Annotated[list[ExampleShape], "Best first."]
    by_score: Annotated[list[ScoreShape] | None, "Best first; `null` in games without scores."]
    longest_win: LongestShape | None
    widest_win: Annotated[LongestShape | None, "By most; `null` in games without scores."]
    only_move: OnlyMoveShape
    branching: BranchingShape
    notes: list[str]


# ── rules tried, answers checked, work foreseen, files written ──────────────────────────────────


class LawFaultShape(TypedDict):
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
    """`ContractReport.as_json` and `gamesolver check --json`; `null` where a law is broken."""

    game: GameShape
    holds: bool
    positions: Annotated[Number | None, "Raw ones, without symmetry."]
    moves: Number | None
    ends: Number | None
    exhaustive: Annotated[bool | None, "Whether these are all there are."]
    laws: Annotated[list[str] | None, "Which were tried."]
    left_out: Annotated[list[str] | None, "Which were not asked for."]
    notes: list[NoteShape]
    turns: Annotated[
        str | None, "That the turn passes with every move; empty where `player` is written."
    ]
    faults: list[LawFaultShape]


class VerificationShape(TypedDict):
    """`VerificationReport.as_json`; `null` where a fault was found."""

    holds: bool
    positions: Number | None
    moves: Number | None
    ends: Number | None
    seconds: float | None
    fault: str | None


class VerifyShape(VerificationShape):
    """`gamesolver verify --json`."""

    subject: Annotated[str, "The file or the game, as it was typed."]


class TakenShape(TypedDict):
    """How many claims a proof takes from a table."""

    table: str
    claims: Number


class ProofVerificationShape(TypedDict):
    """`ProofReport.as_json`; `null` where a fault was found."""

    holds: bool
    shown: Annotated[str | None, "What is shown of the position that was asked about."]
    claims: Number | None
    positions: Number | None
    leaves: Number | None
    in_leaves: Number | None
    twins: Number | None
    taken: Annotated[list[TakenShape] | None, "The claims that rest on tables."]
    collected_again: Annotated[bool | None, "Whether the first claims did not hold, and others do."]
    seconds: float | None
    fault: str | None


class ProofVerifyShape(ProofVerificationShape):
    """`gamesolver verify --json` of a file with a proof."""

    subject: Annotated[str, "The file, as it was typed."]


class RangeShape(TypedDict):
    """From where to where a figure may lie."""

    low: float
    high: Annotated[float | None, "`null` where nobody knows."]
    how: Annotated[str, "How it was got."]


class SampledScoreShape(TypedDict):
    """A score, and how many lines of play by chance had it."""

    score: int
    lines: Number


class SampledScoresShape(TypedDict):
    """What lines of play by chance were won by, for the player to move at the start."""

    lines: Number
    unfinished: Annotated[Number, "How many were left before they came to an end."]
    by_score: Annotated[list[SampledScoreShape], "Best first."]


class EstimateShape(TypedDict):
    """`Estimate.as_json` and `gamesolver estimate --json`."""

    game: GameShape
    slots: Annotated[Number | None, "Of a game that numbers its positions."]
    positions: RangeShape
    scores: Annotated[SampledScoresShape | None, "`null` in games without scores."]
    bytes: RangeShape
    disk: Annotated[RangeShape | None, "Of a solve stage by stage in a folder, if there is one."]
    stage: Annotated[RangeShape | None, "Bytes in memory of such a solve."]
    seconds: RangeShape


class WrittenShape(TypedDict):
    """`gamesolver export --json` and `gamesolver page --json`."""

    game: GameShape
    written: Annotated[str, "The file."]
    bytes: Number


class PlotShape(WrittenShape):
    """`gamesolver plot --json`."""

    kind: Annotated[str, "`outcomes`, `scores`, `plies` or `perfect`."]


class ParameterShape(TypedDict):
    """A parameter of a game on the shelf."""

    name: str
    option: str
    default: Annotated[str, "As one types it."]
    meaning: str
    choices: list[str]


class KnownShape(TypedDict):
    """What is published about a game with some parameters."""

    parameters: dict[str, Any]
    words: Annotated[str, "How the start is, as far as that is known."]
    who: Annotated[
        str | None, "Who says so: published, recomputed or ours alone; `null` if it is not told."
    ]
    published: Annotated[str | None, "What a publication says of the start."]
    here: Annotated[str | None, "How the start was found here: solved, proved or not found."]
    positions: Number | None
    folded: Annotated[Number | None, "Positions up to symmetry."]
    which: Annotated[str, "Which positions: those that the start reaches, or all."]
    source: str
    besides: Annotated[dict[str, str], "Of which other positions figures are published, by source."]


class ShelfShape(TypedDict):
    """An entry of `gamesolver games --json`."""

    name: str
    kind: Annotated[str, "The module and the class."]
    about: str
    parameters: list[ParameterShape]
    known: list[KnownShape]


# ── players ─────────────────────────────────────────────────────────────────────────────────────


class TableShape(TypedDict):
    """Who plays what against whom."""

    game: GameShape
    start: str
    first: Annotated[str, "Who makes the move at the start."]
    second: str


class ShareShape(TypedDict):
    """How many games, which part of all that is, and the interval of 95 in 100."""

    games: Number
    share: float
    low: float
    high: float


class ScoreShareShape(ShareShape):
    """The same of the games with one score."""

    score: int


class MatchScoresShape(TypedDict):
    """The scores of a match; for the player named first."""

    sum: int
    mean: float
    by_score: Annotated[list[ScoreShareShape], "Best first."]


class MatchShape(TypedDict):
    """`Match.as_json`; for the player named first."""

    games: Number
    seed: Number
    cap: Annotated[Number, "Plies that count as endless play."]
    win: ShareShape
    draw: ShareShape
    loss: ShareShape
    endless: ShareShape
    endless_worth: Annotated[int, "What endless play is worth: a score, or 1, 0 or -1."]
    scores: Annotated[MatchScoresShape | None, "`null` where the game has none."]


class PlayedMatchShape(TableShape, MatchShape):
    """`gamesolver match --json`."""


class ChanceShape(TypedDict):
    """A chance."""

    chance: float
    fraction: Annotated[str | None, "`null` where it is not exact, or too long to write."]


class ScoreChanceShape(ChanceShape):
    """The chance of a score."""

    score: int


class OddsScoresShape(TypedDict):
    """What scores are to be expected; for the player named first."""

    expected: Annotated[float, "The expected score."]
    fraction: Annotated[str | None, "`null` where it is not exact, or too long to write."]
    by_score: Annotated[list[ScoreChanceShape], "Best first."]


class OddsShape(TypedDict):
    """`Odds.as_json`; for the player named first."""

    positions: Annotated[Number, "Of play, with either to move."]
    exact: bool
    residual: Annotated[float, "Bounds the error."]
    win: ChanceShape
    draw: ChanceShape
    loss: ChanceShape
    endless: ChanceShape
    endless_worth: Annotated[int, "What endless play is worth: a score, or 1, 0 or -1."]
    scores: Annotated[OddsScoresShape | None, "`null` where the game has none."]


class PlayedOddsShape(TableShape, OddsShape):
    """`gamesolver odds --json`."""


class TallyShape(TypedDict):
    """How many are right, of how many that were asked."""

    right: Number
    asked: Number


class RemotenessShape(TallyShape):
    """The same of the positions of one remoteness."""

    remoteness: Plies


class MistakeShape(TypedDict):
    """A position in which a player chose what is not right."""

    position: str
    board: str
    chosen: list[str]
    right: list[str]
    before: OutcomeShape
    after: Annotated[OutcomeShape, "Of the worst move chosen."]
    cost: Annotated[Number, "How far the value fell: 2 from a win to a loss."]
    lost: Annotated[Number | None, "How far the score fell; `null` where the game has none."]
    won: Annotated[int, "What the player had won before, where moves gain."]
    reached: Annotated[bool, "Whether the player's own play comes there."]
    line: Annotated[list[StepShape], "Punishes it."]


class PlayerFaultShape(TypedDict):
    """What no player may do."""

    kind: Annotated[str, "`illegal move`, `raises`, `hangs`, `changes its mind` or `not asked`."]
    position: str
    message: str


class StallShape(TypedDict):
    """A loop in which a player that has won can be held."""

    position: str
    line: Annotated[list[StepShape], "Round to the position."]


class OwnPlayShape(TypedDict):
    """What a player's own play in one seat comes to."""

    seat: Number
    player: Annotated[str, "What people call that seat."]
    value: Annotated[Word, "Of the start, for this seat."]
    holds: bool
    score: Annotated[int | None, "Likewise; `null` where the game has none."]
    holds_score: bool | None
    line: Annotated[list[StepShape], "To where it fails."]


class FoundShape(TypedDict):
    """How many there are in all of what lists may have some of."""

    mistakes: Number
    loose: Number
    slow: Number
    stalls: Number
    faults: Number


class AuditShape(TypedDict):
    """`Audit.as_json`; `null` where a sample cannot tell, and for scores where there are none."""

    game: GameShape
    verdict: Literal["perfect", "not perfect", "sample"]
    strong: bool | None
    weak: bool | None
    fastest: bool | None
    exact: Annotated[bool | None, "Whether it keeps the score."]
    by_value: TallyShape
    by_score: TallyShape | None
    by_outcome: TallyShape
    by_value_folded: Annotated[TallyShape, "Up to symmetry."]
    by_score_folded: Annotated[TallyShape | None, "Up to symmetry."]
    by_outcome_folded: Annotated[TallyShape, "Up to symmetry."]
    by_remoteness: list[RemotenessShape]
    own_play: list[OwnPlayShape]
    found: FoundShape
    mistakes: Annotated[list[MistakeShape], "Worst first."]
    loose: Annotated[list[MistakeShape], "Where the value was kept, and the score fell."]
    slow: Annotated[list[MistakeShape], "Where only time was lost."]
    stalls: list[StallShape]
    faults: list[PlayerFaultShape]


class NamedAuditShape(AuditShape):
    """`gamesolver audit --json`."""

    player: Annotated[str, "As it was typed."]


# ── puzzles, strategies, comparisons ────────────────────────────────────────────────────────────


class BranchShape(StepShape):
    """A move of a solution, and what follows."""

    replies: Annotated[list[BranchShape] | None, "`null` where they stand already."]


class RefutationShape(TypedDict):
    """A wrong first move."""

    move: str
    outcome: OutcomeShape
    line: Annotated[list[StepShape], "Punishes it."]


class GradeShape(TypedDict):
    """How hard a puzzle is."""

    plies: Number
    failing: Annotated[Number, "How many moves fail."]
    refuted_in: Annotated[
        Number | None, "Plies to the end after the longest-lived of these; `null` for endless play."
    ]


class PuzzleShape(TypedDict):
    """A position with one right move."""

    question: str
    kind: Literal["win", "rescue", "score"]
    position: str
    board: str
    outcome: OutcomeShape
    move: Annotated[str, "The right one."]
    grade: GradeShape
    solution: BranchShape
    refutations: list[RefutationShape]


class TrapShape(TypedDict):
    """A drawn position in which most moves lose; where moves gain, one of a drawn match."""

    question: str
    position: str
    board: str
    line: Annotated[list[StepShape], "From the start to it."]
    saving: Annotated[list[str], "The moves that keep the draw."]
    losing: list[str]
    moves: list[MoveShape]


class PuzzlesShape(TypedDict):
    """`Puzzles.as_json`."""

    game: GameShape
    puzzles: Annotated[list[PuzzleShape], "The hardest first."]


class TrapsShape(TypedDict):
    """`Traps.as_json`."""

    game: GameShape
    traps: Annotated[list[TrapShape], "The nearest first."]


class ExercisesShape(PuzzlesShape, TrapsShape):
    """`gamesolver puzzles --json`."""

    written: Annotated[str | None, "The sheet, if any."]


class EntryShape(TypedDict):
    """A position of a strategy, and what to do there."""

    position: str
    board: str
    move: str


class StrategyShape(TypedDict):
    """`Strategy.as_json`."""

    game: GameShape
    seat: Number
    player: Annotated[str, "What people call that seat."]
    value: Annotated[Word, "What is guaranteed."]
    score: Annotated[int | None, "Likewise; `null` if it is the value alone."]
    size: Number
    at_least: Annotated[Number, "No strategy has fewer positions."]
    positions: list[EntryShape]


class WrittenStrategyShape(StrategyShape):
    """`gamesolver strategy --json`."""

    written: Annotated[str | None, "The sheet, if any."]


class PairShape(TypedDict):
    """How many positions have these two outcomes; `null` where a position is not there."""

    one: OutcomeShape | None
    other: OutcomeShape | None
    positions: Number


class DifferenceShape(TypedDict):
    """A position with two values."""

    position: str
    board: str
    one: OutcomeShape
    other: OutcomeShape
    line: Annotated[list[StepShape] | None, "From the start to it, where it was asked for."]


class ThresholdShape(TypedDict):
    """In how many positions the player to move gets so many points or more under which rules."""

    least: int
    both: Number
    only_in_one: Number
    only_in_other: Number
    neither: Number


class ComparisonShape(TypedDict):
    """`Comparison.as_json` and `gamesolver compare --json`."""

    games: list[GameShape]
    agree: Annotated[Number, "Positions that have the same value in both."]
    differ: Annotated[Number, "Positions that have another value."]
    only_in_one: Number
    only_in_other: Number
    outcomes: list[PairShape]
    thresholds: Annotated[
        list[ThresholdShape] | None, "Greatest first; `null` unless both games have scores."
    ]
    shallowest: Annotated[
        DifferenceShape | None, "The change of value, or of score, nearest to the start."
    ]
    mainlines: Annotated[list[list[StepShape]], "Best play in either."]
    examples: list[DifferenceShape]


# ── the explorer ────────────────────────────────────────────────────────────────────────────────


class ExploredShape(SolutionShape):
    """The game, and how its outcomes are spread: `/api/game`."""

    seats: Annotated[list[str], "What people call the two players."]
    outcomes: Annotated[list[CountShape], "Best first."]


class LinkedMoveShape(MoveShape):
    """A legal move, with an address."""

    address: Annotated[str, "Where the position after it is answered."]


class LinkedStepShape(StepShape):
    """A move on the way here, or of the line of best play, with an address."""

    mover: Annotated[str | None, "Whose move it is, where known."]
    address: Annotated[str, "Where the position after it is answered."]


class PlaceShape(PositionShape):
    """All about a position: `/api/position`."""

    ended: Annotated[bool, "Whether play has ended."]
    moves: Annotated[list[LinkedMoveShape], "Best first."]
    way: Annotated[list[LinkedStepShape], "The moves from the root to here."]
    address: str


class LineShape(TypedDict):
    """Best play: `/api/line`."""

    line: Annotated[list[LinkedStepShape], "The first best move again and again."]
    complete: Annotated[bool, "Whether the line is told to its end."]


class ProvedShape(ProofShape):
    """What was proved: `/api/proof`."""

    seats: Annotated[list[str], "What people call the two players."]


class ProvedPlaceShape(ExplanationShape):
    """What is known of a position under a proof, and why: `/api/position` there."""

    board: Annotated[str, "In plain text, of several lines."]
    seat: Annotated[Number, "The seat to move, 0 or 1; as the way has it, where nobody can tell."]
    player: Annotated[str, "What people call that seat."]
    outcome: Annotated[OutcomeShape | None, "`null` where it is not settled."]
    sentence: Annotated[str, "What is known, in words."]
    ended: Annotated[bool, "Whether play has ended."]
    steps: Annotated[list[LinkedStepShape], "All legal moves, in the order of the game."]
    way: Annotated[list[LinkedStepShape], "The moves from the root to here."]
    address: str


class RefusalShape(TypedDict):
    """What went wrong."""

    error: Annotated[str, "In words."]


# ── what the library knows, put into shapes ─────────────────────────────────────────────────────


def outcome_shape(outcome: Outcome) -> OutcomeShape:
    """An outcome."""
    return {
        "value": WORDS[outcome.value],
        "remoteness": outcome.remoteness,
        "score": outcome.score,
    }


def game_shape(game: Game[Any, Any]) -> GameShape:
    """A game with its parameters; those that it does not keep are left out."""
    kept = {name: value for name, value in read_parameters(game).items() if value is not MISSING}
    return {"name": name_of(type(game)), "parameters": parameters_shape(kept)}


def parameters_shape(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as JSON has them."""
    return {name: _literal(value) for name, value in parameters.items()}


def _literal(value: Any) -> Any:
    """A parameter as JSON has it."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float) and isfinite(value):
        return value
    if isinstance(value, tuple | list):
        return [_literal(part) for part in value]
    return str(value) if isinstance(value, Value) else repr(value)


def move_shape(rules: Rules[Any, Any], row: MoveRow[Any, Any]) -> MoveShape:
    """A legal move."""
    shape: MoveShape = {
        "move": rules.format_move(row.move),
        "outcome": outcome_shape(row.outcome),
        "is_best": row.is_best,
        "position": rules.format(row.position),
    }
    return {**shape, "gain": row.gain} if rules.has_gains else shape


def step_shape(
    rules: Rules[Any, Any], move: Any, position: Any, gain: int | None = None
) -> StepShape:
    """A move of a line; with what it wins, where that is given and moves win something."""
    shape: StepShape = {"move": rules.format_move(move), "position": rules.format(position)}
    return {**shape, "gain": gain} if rules.has_gains and gain is not None else shape


def line_shape(rules: Rules[Any, Any], line: Iterable[MoveRow[Any, Any]]) -> list[StepShape]:
    """A line of moves."""
    return [step_shape(rules, row.move, row.position, row.gain) for row in line]


def played_shape(rules: Rules[Any, Any], here: Any, moves: Iterable[Any]) -> list[StepShape]:
    """A line of moves, played from a position."""
    steps = []
    for move in moves:
        gain, here = rules.gain(here, move), rules.play(here, move)
        steps.append(step_shape(rules, move, here, gain))
    return steps


def position_shape(
    rules: Rules[Any, Any], position: Any, outcome: Outcome, mover: int = 0
) -> PositionShape:
    """A position; ``mover`` is the seat to move, where positions do not tell."""
    voice = Voice(rules)
    seat = voice.seat_at_start(position)
    return {
        "position": rules.format(position),
        "board": rules.render(position, mover),
        "seat": seat,
        "player": None if seat is None else seats_of(rules.game)[seat],
        "outcome": outcome_shape(outcome),
        "sentence": voice.sentence(position, outcome, seat),
    }


def solution_shape(solution: Solution[Any, Any], counts: Mapping[Outcome, int]) -> SolutionShape:
    """A solution, whose outcomes were counted."""
    rules = Rules(solution.game)
    start, how = position_shape(rules, solution.start, solution.outcome), solution.how
    return {
        "game": game_shape(solution.game),
        "start": start["position"],
        "outcome": start["outcome"],
        "sentence": start["sentence"],
        "line": line_shape(rules, solution.mainline()),
        "positions": sum(counts.values()),
        "counts": counts_shape(counts),
        "how": {
            "road": how.road,
            "why": how.why,
            "seconds": sum(how.seconds.values()),
            "notes": list(how.notes),
            "turns": how.turns,
            "checked": None if how.spot_check is None else how.spot_check.positions,
        },
    }


def bounds_shape(bounds: Bounds) -> BoundsShape:
    """What is known of an outcome."""
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


# ── text, and what a report needs to be written ─────────────────────────────────────────────────

_CONTROL = re.compile("[\x7f-\x9f]")  # JSON escapes the others by itself


def json_text(answer: object) -> str:
    """An answer as a JSON text that steers no terminal, with an end of line.

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
        """All of it as plain data, in the shape that JSON has."""

    def as_json(self) -> str:
        """All of it as a JSON text, for other programs."""
        return json_text(self.shape())


# ── shapes as JSON Schema ───────────────────────────────────────────────────────────────────────

Schema = dict[str, Any]
HOME = "#/components/schemas/"
KINDS = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
IN_WORDS = {
    "string": "text",
    "integer": "number",
    "number": "number",
    "boolean": "true, false",
    "object": "values by name",
    "null": "null",
}


def schemas(*shapes: type) -> dict[str, Schema]:
    """These shapes and all that they mention, each by its name."""
    found: dict[str, Schema] = {}
    waiting = list(shapes)
    while waiting:
        shape = waiting.pop(0)
        if _name(shape) not in found:
            found[_name(shape)] = _object(shape)
            waiting += _mentioned(shape)
    return found


def schema_of(kind: Any) -> Schema:
    """What JSON Schema says of a type; of a shape, where it is told."""
    origin, inside = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return {"$ref": HOME + _name(kind)}
    if origin is NotRequired:
        return schema_of(inside[0])
    if origin is Annotated:
        return schema_of(inside[0]) | _said(inside[1:])
    if origin in (Union, UnionType):
        return _any_of([schema_of(each) for each in inside])
    if origin is Literal:
        return {"type": "string", "enum": list(inside)}
    if origin is list:
        return {"type": "array", "items": schema_of(inside[0])}
    if origin is dict:
        return {"type": "object"}
    return {"type": KINDS[kind]}


def in_words(schema: Schema, named: Callable[[str], str]) -> str:
    """The kind of a field; ``named`` mentions another shape.

    >>> in_words(schema_of(list[OutcomeShape] | None), str)
    'list of Outcome, null'
    """
    if "$ref" in schema:
        return named(schema["$ref"].removeprefix(HOME))
    if "anyOf" in schema:
        return ", ".join(in_words(each, named) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f'"{each}"' for each in schema["enum"])
    if schema["type"] == "array":
        return f"list of {in_words(schema['items'], named)}"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return ", ".join(IN_WORDS[each] for each in kinds)


def _object(shape: type) -> Schema:
    fields = get_type_hints(shape, include_extras=True)
    return {
        "type": "object",
        "description": " ".join((shape.__doc__ or "").split()),
        "properties": {name: schema_of(each) for name, each in fields.items()},
        "required": [name for name, each in fields.items() if get_origin(each) is not NotRequired],
        "additionalProperties": False,
    }


def _name(shape: type) -> str:
    return shape.__name__.removesuffix("Shape")


def _mentioned(shape: type) -> Iterator[type]:
    """The shapes in the fields of a shape."""
    waiting = list(get_type_hints(shape).values())
    while waiting:
        kind = waiting.pop(0)
        if is_typeddict(kind):
            yield kind
        waiting += [each for each in get_args(kind) if not isinstance(each, str)]


def _said(notes: Iterable[Any]) -> Schema:
    """What an annotation adds: a keyword with its value, or a meaning."""
    told: Schema = {}
    for each in notes:
        told |= {"description": each} if isinstance(each, str) else dict([each])
    return told


def _any_of(kinds: list[Schema]) -> Schema:
    """One of several; of a simple kind or nothing, a list of types."""
    one, *others = kinds
    if others == [{"type": "null"}] and one.get("type") in IN_WORDS and "enum" not in one:
        return one | {"type": [one["type"], "null"]}
    return {"anyOf": kinds}
