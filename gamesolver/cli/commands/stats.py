"""``gamesolver stats``: what the positions of a game are like, all of them together.

How many positions have each outcome is exact, and each has an example. The rest needs a look at
positions one by one: at all of them up to a most, and beyond it at those met in random play
from a fixed seed. Then the page says so, for play meets some positions more often than others.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Annotated, Any, TypeAlias

import attrs
import typer

import gamesolver
from gamesolver.cli.options import Json, Memory, Start, Threads, whole
from gamesolver.cli.output import Page, Voice, coloured, mainline, show_boards, write_json
from gamesolver.cli.shapes import StatsShape, game_told, line_told, outcome_told
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError
from gamesolver.show.sentences import plies
from gamesolver.value import Outcome, Value

Rows: TypeAlias = "tuple[gamesolver.MoveRow[Any, Any], ...]"

LONGEST_PLAY = 1000
NEWS_FOR = 100
"""Random play is over once so many games in a row have met nothing new."""


@attrs.define
class Survey:
    """What was seen of a game, position by position."""

    counts: dict[Outcome, int]
    """Of all canonical positions."""
    looked_at: int = 0
    examples: dict[Outcome, Any] = attrs.field(factory=dict)
    choices: int = 0
    """Positions with two moves or more."""
    only_moves: int = 0
    """Those among them in which just one is best."""
    playing: int = 0
    """Positions that are no ends of play."""
    moves: int = 0
    most_moves: int = 0
    widest: Any = None

    @property
    def positions(self) -> int:
        """How many canonical positions there are."""
        return sum(self.counts.values())

    @property
    def mean_moves(self) -> float:
        """Legal moves a position in which play goes on."""
        return self.moves / self.playing if self.playing else 0.0

    @property
    def longest_win(self) -> Outcome | None:
        """The slowest win."""
        wins = [outcome for outcome in self.counts if outcome.value is Value.WIN]
        return min(wins, default=None)

    def look(
        self, position: Any, outcome: Outcome, rows: tuple[gamesolver.MoveRow[Any, Any], ...]
    ) -> None:
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


def surveyed(solution: gamesolver.Solution[Any, Any], most: int, seed: int) -> Survey:
    """A survey of all positions, or of ``most`` of them that random play meets."""
    survey = Survey(solution.counts())
    positions = iter(solution) if survey.positions <= most else _met(solution, most, Random(seed))
    for position in positions:
        rows = solution.moves(position)
        survey.look(position, rows[0].outcome if rows else solution[position], rows)
    if len(survey.examples) < len(survey.counts):
        survey.examples = solution._table.examples() | survey.examples
    return survey


def _met(solution: gamesolver.Solution[Any, Any], most: int, luck: Random) -> Iterator[Any]:
    """Positions of random play, each once."""
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


def stats(
    subject: Annotated[Subject, "FILE-or-GAME"],
    most: Annotated[
        int,
        typer.Option(
            "--most",
            metavar="N",
            parser=whole,
            help="Look at all positions up to so many, else at a sample.",
        ),
    ] = 50_000,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", parser=whole, help="Of the sample.")
    ] = 0,
    start: Start = None,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Outcomes by remoteness, the longest win, only moves, branching."""
    if most < 1:
        raise InvalidArgumentError(f"bad --most {most}: expected a number of positions")
    solution = subject.solution(start=start, memory=memory, threads=threads)
    survey = surveyed(solution, most, seed)
    if json:
        write_json(_told(solution, survey))
    else:
        _show(solution, survey)


def _show(solution: gamesolver.Solution[Any, Any], survey: Survey) -> None:
    page, voice = Page(), Voice.of(solution.game)
    page.say(f"{solution.game!r}: {survey.positions:,} positions")
    page.remark(*solution.how.notes)
    if survey.looked_at < survey.positions:
        page.say(f"moves: of {survey.looked_at:,} that random play met")
    page.say("")
    rows = []
    for outcome, count in survey.counts.items():
        rows.append((coloured(outcome), f"{count:,}", voice.position(survey.examples[outcome])))
    page.table(["for the player to move", "positions", "an example"], rows)
    page.say("")
    longest = survey.longest_win
    if longest is not None:
        page.say(f"the longest win takes {plies(longest.remoteness or 0)}:", "")
        show_boards(page, mainline(voice, solution, survey.examples[longest]))
        page.say("")
    share = f" ({survey.only_moves / survey.choices:.0%})" if survey.choices else ""
    page.say(
        f"just one move is best in {survey.only_moves:,} of {survey.choices:,} positions "
        f"with a choice{share}"
    )
    if survey.playing:
        page.say(
            f"{survey.mean_moves:.1f} moves a position, at most {survey.most_moves}, as in "
            f"{voice.position(survey.widest)}"
        )


def _told(solution: gamesolver.Solution[Any, Any], survey: Survey) -> StatsShape:
    voice = Voice.of(solution.game)
    longest = survey.longest_win
    texts = {outcome: voice.rules.format(each) for outcome, each in survey.examples.items()}
    answer: StatsShape = {
        "game": game_told(solution.game),
        "positions": survey.positions,
        "looked_at": survey.looked_at,
        "outcomes": [
            {"outcome": outcome_told(outcome), "positions": count, "example": texts[outcome]}
            for outcome, count in survey.counts.items()
        ],
        "longest_win": None,
        "only_move": {"positions": survey.only_moves, "of": survey.choices},
        "branching": {
            "mean": survey.mean_moves,
            "most": survey.most_moves,
            "example": voice.rules.format(survey.widest) if survey.playing else None,
        },
        "notes": list(solution.how.notes),
    }
    if longest is not None:
        answer["longest_win"] = {
            "outcome": outcome_told(longest),
            "position": texts[longest],
            "line": line_told(voice, solution.mainline(survey.examples[longest])),
        }
    return answer
