"""HTML of matches, odds, audits, puzzles and comparisons in a notebook.

The parts come from ``gamesolver.show.html`` and the numbers from the reports. No game is played or
solved here. Only the boards are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.players.audit_report import ANSWERS, answer_names
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.show.html import chip, facts, framed, side_by_side, strip, table
from gamesolver.show.markup import Html, element, joined
from gamesolver.show.sanitizing import Picture, picture_of
from gamesolver.show.sentences import headline, signed
from gamesolver.value import Value

if TYPE_CHECKING:
    from gamesolver.players.audit_report import Audit
    from gamesolver.players.chances import Odds
    from gamesolver.players.comparing import Comparison
    from gamesolver.players.exercises import Exercises
    from gamesolver.players.matches import Match
    from gamesolver.players.puzzling import Puzzle
    from gamesolver.players.strategies import Strategy
    from gamesolver.players.trapping import Trap

MOST_BOARDS = 24
MOST_MISTAKES = 3
MATCHED = ["for the first", "games", "share", "95 % interval"]
ODDS = ["for the first", "chance", "exactly"]
LONGEST_FRACTION = 24  # letters; a longer one is shown as a percentage only
VALUES = (Value.WIN, Value.DRAW, Value.LOSS)
KINDS: Sequence[tuple[str, object]] = [(str(value), chip(value)) for value in VALUES]


def match_html(match: Match) -> str:
    """Shares with the intervals that hold the chances 95 times in a hundred."""
    rows = []
    for name, shown in [*KINDS, ("endless", "endless")]:
        count: int = getattr(match, name)
        if count or name != "endless":
            low, high = match.interval(count)
            span = f"{100 * low:.2f}% to {100 * high:.2f}%"
            rows.append((shown, f"{count:,}", f"{100 * count / match.games:.2f}%", span))
    scores = [
        (signed(score), f"{count:,}", f"{100 * count / match.games:.2f}%")
        for score, count in (match.scores or {}).items()
    ]
    seen = [table(MATCHED, rows, numbers=(1, 2))]
    seen += [table(["score", "games", "share"], scores, numbers=(0, 1, 2))] if scores else []
    subtitle = "; ".join([f"seed {match.seed}", *match.remarks])
    return framed(f"{match.games:,} games", subtitle, side_by_side(*seen) if scores else seen[0])


def odds_html(odds: Odds) -> str:
    """Chances, with the fractions where they are exact and short enough to read."""
    rows = []
    for name, shown in [*KINDS, ("endless", "endless")]:
        chance: Fraction | float = getattr(odds, name)
        if chance or name != "endless":
            rows.append((shown, f"{100 * float(chance):.2f}%", _short(chance)))
    how = "exactly" if odds.exact else f"within {odds.residual:.0e}"
    subtitle = (
        f"{how}, from {odds.positions:,} positions with either to move" if odds.positions else ""
    )
    scores = [
        (signed(score), f"{100 * float(chance):.2f}%", _short(chance))
        for score, chance in (odds.scores or {}).items()
    ]
    seen = [table(ODDS, rows, numbers=(1,))]
    seen += [table(["score", *ODDS[1:]], scores, numbers=(0, 1))] if scores else []
    subtitle = "; ".join([subtitle, *odds.remarks]) if odds.remarks else subtitle
    return framed("Odds", subtitle, side_by_side(*seen) if scores else seen[0])


def _short(chance: Fraction | float) -> str:
    """Return an exact chance as a fraction, if it is short enough to read."""
    exactly = str(chance) if isinstance(chance, Fraction) else ""
    return exactly if len(exactly) <= LONGEST_FRACTION else "a long fraction"


def audit_html(audit: Audit) -> str:
    """Return the verdict, the shares of right answers, and the worst mistakes."""
    verdicts: list[tuple[str, object]] = [
        (name, ANSWERS[getattr(audit, name)]) for name in answer_names(audit)
    ]
    rows = [(name, str(tally), str(folded)) for name, tally, folded in audit.tallies]
    rows += [
        (f"won or drawn in {plies}" if plies is not None else "endless", str(tally), "")
        for plies, tally in audit.by_remoteness.items()
    ]
    seen = side_by_side(facts(verdicts), table(["right", "positions", "up to symmetry"], rows))
    counts: dict[str, Sequence[object]] = {"mistakes": audit.mistakes}
    if audit.is_scored:
        counts["loose moves"] = audit.loose
    counts |= {"slow moves": audit.slow, "faults": audit.faults}
    subtitle = ", ".join(f"{len(listed):,} {name}" for name, listed in counts.items())
    worst = (element("pre", mistake, kind="faint") for mistake in audit.mistakes[:MOST_MISTAKES])
    return framed(audit.verdict.capitalize(), subtitle, seen, *worst)


def comparison_html(comparison: Comparison) -> str:
    """Values against values, and the shallowest change."""
    columns = (*VALUES, None)
    names = [chip(value) if value else "not there" for value in columns]
    rows = [
        (name, *(f"{comparison.values.get((down, across), 0):,}" for across in columns))
        for name, down in zip(names, columns, strict=True)
    ]
    seen: list[object] = [table(["", *names], rows, numbers=(1, 2, 3, 4))]
    if comparison.thresholds:
        steps = [
            (f"{signed(least)} or more", *(f"{count:,}" for count in attrs.astuple(each)))
            for least, each in comparison.thresholds.items()
        ]
        heads = ["score", "both", "down only", "across only", "neither"]
        seen.append(table(heads, steps, numbers=(1, 2, 3, 4)))
    if comparison.shallowest is not None:
        line = " ".join(map(comparison.one.game.format_move, comparison.shallowest.line or ()))
        where = f"after {line}" if line else "at the start"
        caption = joined(
            [chip(comparison.shallowest.one), " ", chip(comparison.shallowest.other), " ", where]
        )
        game, change = comparison.one.game, comparison.shallowest
        picture = _picture(game, change.position, change.mover(Rules(game)))
        seen.append(joined(["the shallowest change", strip([(caption, picture)])]))
    title = f"{titled(comparison.one.game)} down, {titled(comparison.other.game)} across"
    subtitle = f"{comparison.agree:,} positions agree, {comparison.differ:,} differ"
    return framed(title, subtitle, side_by_side(*seen))


def puzzle_html(puzzle: Puzzle[Any, Any]) -> str:
    """Return the board and the question, with the answer folded."""
    game = puzzle.game
    answer = element("details", element("summary", "the answer"), game.format_move(puzzle.move))
    return framed(
        headline(puzzle.question), titled(game), _one(game, puzzle.position, puzzle.seat), answer
    )


def trap_html(trap: Trap[Any, Any]) -> str:
    """Return the board, and the moves that preserve the draw."""
    saving = ", ".join(map(trap.game.format_move, trap.saving))
    subtitle = f"{titled(trap.game)}; drawing: {saving}"
    return framed(headline(trap.question), subtitle, _one(trap.game, trap.position, trap.seat))


def exercises_html(exercises: Exercises[Any, Any, Any]) -> str:
    """Return the first boards, each with its question."""
    boards = (
        (exercise.question, _picture(exercises.game, exercise.position, exercise.seat))
        for exercise in exercises[:MOST_BOARDS]
    )
    subtitle = f"{titled(exercises.game)}{_left_out(len(exercises))}"
    return framed(f"{len(exercises)} {exercises.called}", subtitle, strip(boards))


def strategy_html(strategy: Strategy[Any, Any]) -> str:
    """Return the first positions of a strategy, each with its move."""
    game = strategy.game
    entries = strategy.entries
    boards = (
        (game.format_move(entry.move), _picture(game, entry.position, strategy.seat))
        for entry in entries[:MOST_BOARDS]
    )
    subtitle = f"{titled(game)}{_left_out(len(entries))}"
    return framed(headline(strategy.title), subtitle, strip(boards))


def _left_out(number: int) -> str:
    return f"; the first {MOST_BOARDS} of {number}" if number > MOST_BOARDS else ""


def _one(game: Game[Any, Any], position: Any, mover: int) -> Html:
    return strip([("", _picture(game, position, mover))])


def _picture(game: Game[Any, Any], position: Any, mover: int) -> Picture:
    return picture_of(Rules(game), position, mover)
