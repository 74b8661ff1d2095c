"""Statistics of all positions of a game.

The number of positions of each outcome is exact, and each outcome has an example. The other figures
require one look-up for each position. They cover all positions up to ``most``. In a larger game
they cover the positions met in random play from a fixed seed, which favours some positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Annotated, Any, TypedDict

import attrs

from gamesolver.answers import MoveRow
from gamesolver.rules.guard import Rules
from gamesolver.shapes import (
    CountShape,
    GameShape,
    Natural,
    OutcomeShape,
    Shaped,
    StepShape,
    game_shape,
    line_shape,
    outcome_shape,
)
from gamesolver.show.html import by_score
from gamesolver.solution import Solution
from gamesolver.system.progress import Listener, reporting
from gamesolver.value import Outcome, Value

LONGEST_PLAY = 1000
NEWS_FOR = 100
"""Random play stops after this number of consecutive games without a new position."""


class ExampleShape(CountShape):
    """An outcome, the number of positions that have it, and one of them."""

    example: str


class ScoreShape(TypedDict):
    """Number of positions with a score, up to symmetry if the game has any."""

    score: int
    positions: Natural


class LongestShape(TypedDict):
    """A win that takes longest, or that is the widest."""

    outcome: OutcomeShape
    position: str
    line: list[StepShape]


class OnlyMoveShape(TypedDict):
    """Positions with a choice of moves, and those in which just one move is best."""

    positions: Natural
    of: Natural


class BranchingShape(TypedDict):
    """Legal moves a position, ends of play left out."""

    mean: float
    most: Natural
    example: Annotated[str | None, "A position with the most moves."]


class SurveyShape(TypedDict):
    """`gamesolver stats --json`."""

    game: GameShape
    positions: Annotated[Natural, "Up to symmetry, if the game has any."]
    looked_at: Annotated[
        Natural,
        "If fewer than all, the figures of moves are those of positions met by random play.",
    ]
    outcomes: Annotated[list[ExampleShape], "Best first."]
    by_score: Annotated[list[ScoreShape] | None, "Best first; `null` in games without scores."]
    longest_win: LongestShape | None
    widest_win: Annotated[LongestShape | None, "By most; `null` in games without scores."]
    only_move: OnlyMoveShape
    branching: BranchingShape
    notes: list[str]


@attrs.define
class Survey(Shaped):
    """Statistics of the positions of a game."""

    solution: Solution[Any, Any]
    counts: dict[Outcome, int]
    """Number of canonical positions by outcome."""
    looked_at: int = 0
    examples: dict[Outcome, Any] = attrs.field(factory=dict)
    choices: int = 0
    """Positions with two moves or more."""
    only_moves: int = 0
    """Number of positions with a choice in which a single move is best."""
    playing: int = 0
    """Number of positions that are not terminal."""
    moves: int = 0
    most_moves: int = 0
    widest: Any = None

    @property
    def positions(self) -> int:
        """Number of canonical positions."""
        return sum(self.counts.values())

    @property
    def mean_moves(self) -> float:
        """Mean number of legal moves of a position that is not terminal."""
        return self.moves / self.playing if self.playing else 0.0

    @property
    def longest_win(self) -> Outcome | None:
        """Slowest win that ends, and among equals the greatest."""
        wins = [each for each in self._wins if each.remoteness is not None]
        return max(wins, key=lambda win: (win.length, win.points), default=None)

    @property
    def widest_win(self) -> Outcome | None:
        """Greatest win, and among equals the fastest, or ``None`` without scores."""
        wins = [each for each in self._wins if each.score is not None]
        return max(wins, key=lambda win: (win.points, -win.length), default=None)

    @property
    def by_score(self) -> dict[int, int]:
        """Number of positions by score, best first, empty without scores."""
        return by_score(self.counts)

    @property
    def _wins(self) -> list[Outcome]:
        return [outcome for outcome in self.counts if outcome.value is Value.WIN]

    def look(self, position: Any, outcome: Outcome, rows: tuple[MoveRow[Any, Any], ...]) -> None:
        """Take one more position into account."""
        self.looked_at += 1
        self.examples.setdefault(outcome, position)
        if not rows:
            return
        self.playing += 1
        self.moves += len(rows)
        if len(rows) > self.most_moves:
            self.most_moves, self.widest = len(rows), position
        if len(rows) > 1:
            self.choices += 1
            self.only_moves += sum(row.is_best for row in rows) == 1

    def shape(self) -> SurveyShape:
        """Return all statistics as plain data in the shape of the JSON."""
        rules = Rules(self.solution.game)
        return {
            "game": game_shape(self.solution.game),
            "positions": self.positions,
            "looked_at": self.looked_at,
            "outcomes": [self._example(rules, outcome) for outcome in self.counts],
            "by_score": self._by_score(),
            "longest_win": self._line_of(rules, self.longest_win),
            "widest_win": self._line_of(rules, self.widest_win),
            "only_move": {"positions": self.only_moves, "of": self.choices},
            "branching": {
                "mean": self.mean_moves,
                "most": self.most_moves,
                "example": rules.format(self.widest) if self.playing else None,
            },
            "notes": list(self.solution.how.notes),
        }

    def _example(self, rules: Rules[Any, Any], outcome: Outcome) -> ExampleShape:
        return {
            "outcome": outcome_shape(outcome),
            "positions": self.counts[outcome],
            "example": rules.format(self.examples[outcome]),
        }

    def _by_score(self) -> list[ScoreShape] | None:
        if not Rules(self.solution.game).is_scored:
            return None
        return [{"score": score, "positions": count} for score, count in self.by_score.items()]

    def _line_of(self, rules: Rules[Any, Any], outcome: Outcome | None) -> LongestShape | None:
        if outcome is None:
            return None
        position = self.examples[outcome]
        return {
            "outcome": outcome_shape(outcome),
            "position": rules.format(position),
            "line": line_shape(rules, self.solution.mainline(position)),
        }


def surveyed(
    solution: Solution[Any, Any],
    most: int,
    seed: int,
    *,
    progress: bool | Listener | None = None,
) -> Survey:
    """Return the statistics of all positions, or of ``most`` that random play meets."""
    survey = Survey(solution, solution.counts())
    positions = iter(solution) if survey.positions <= most else _met(solution, most, Random(seed))
    total = min(survey.positions, most)  # random play may meet fewer
    with reporting(progress) as report:
        for position in positions:
            rows = solution.moves(position)
            survey.look(position, rows[0].outcome if rows else solution[position], rows)
            report("survey", survey.looked_at, total, "positions")
    if len(survey.examples) < len(survey.counts):
        survey.examples = solution._table.examples() | survey.examples
    return survey


def _met(solution: Solution[Any, Any], most: int, luck: Random) -> Iterator[Any]:
    """Yield the positions of random play, each once."""
    met: set[Any] = set()
    stale = 0
    while len(met) < most and stale < NEWS_FOR:
        before, here = len(met), solution.start
        for _ in range(LONGEST_PLAY):
            if here not in met:
                met.add(here)
                yield here
            rows = solution.moves(here)
            if not rows or len(met) == most:
                break
            here = luck.choice(rows).position
        stale = stale + 1 if len(met) == before else 0
