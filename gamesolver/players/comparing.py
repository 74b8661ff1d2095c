"""Comparison of two solved games, position by position.

Use it to measure the effect of a rule: solve the game with and without it, and compare. A
:class:`Comparison` has the following parts.

* The *table* counts the pairs of outcomes, stated for the player to move.
* The *shallowest change* is a position nearest to the start whose value differs.
* The mainlines show best play under either rule.
* If both games have scores, *thresholds* count the positions in which the player to move gets at
  least a given score under both rules, one of them, or neither. The shallowest change is then a
  change of score.

Positions of the first game are mapped to the second by their texts, or by the caller's function.
Positions of only one game are counted as *not there*. :func:`comparison_text` writes the result.

Cost: one pass through both tables if both games use the same index. Otherwise one look-up for
each position and, for games in plain Python, parsing its text. The shallowest change costs a
breadth-first search of all levels before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Annotated, Any, TypedDict

import attrs

from gamesolver.answers import MoveRow
from gamesolver.arguments import is_count
from gamesolver.errors import InvalidArgumentError
from gamesolver.lazy import shown_by
from gamesolver.players.arguments import require_solution
from gamesolver.players.comparison_tables import (
    Translate,
    Translation,
    have_scores,
    is_changed,
    shallowest,
    tally,
)
from gamesolver.players.comparison_tally import Pair, PairCounts
from gamesolver.players.sheet import indented
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.shapes import (
    GameShape,
    Natural,
    OutcomeShape,
    Shaped,
    StepShape,
    fill,
    game_shape,
    line_shape,
    outcome_shape,
    played_shape,
)
from gamesolver.show.sentences import signed
from gamesolver.solution import Solution
from gamesolver.system.progress import Listener, Reporter, reporting
from gamesolver.texts import spelled
from gamesolver.value import AS_A_DRAW, Outcome, Value

# ── comparisons as text ───────────────────────────────────────────────────────────────────────────

COLUMNS = (Value.WIN, Value.DRAW, Value.LOSS, None)


def comparison_text(comparison: Comparison) -> str:
    """Return the table by values, the shallowest change, the mainlines, and examples."""
    one, other = comparison.one.game, comparison.other.game
    parts = [f"Down: {titled(one)}\nAcross: {titled(other)}", "\n".join(_table(comparison))]
    if comparison.thresholds:
        parts.append("\n".join(_threshold_rows(comparison.thresholds)))
    if comparison.shallowest is None:
        what = "score" if comparison.are_scored else "value"
        parts.append(f"No {what} changes{_where_none_changes(comparison)}.")
    else:
        parts.append("The shallowest change:\n" + _difference_text(one, comparison.shallowest))
    parts.append("Best play:\n" + indented(_mainlines(comparison)))
    if comparison.examples:
        examples = [_difference_text(one, difference) for difference in comparison.examples]
        parts.append("\n".join(["Examples:", *examples]))
    return "\n\n".join(parts) + "\n"


def _where_none_changes(comparison: Comparison) -> str:
    """Return the restriction on the positions without change, if there is one."""
    if comparison.differ:
        return " that play from the start reaches"
    is_part = comparison.only_in_one or comparison.only_in_other
    return " in positions that both games have" if is_part else ""


def _table(comparison: Comparison) -> Iterator[str]:
    """Yield the lines of the table of values."""
    values = comparison.values
    wide = max(len("not there"), *(len(f"{count:,}") for count in values.values())) + 2
    names = [_name(column) for column in COLUMNS]
    yield " " * 9 + "".join(name.rjust(wide) for name in names)
    for row in COLUMNS:
        counts = (values.get((row, column), 0) for column in COLUMNS)
        entries = (f"{count:,}" if row or column else "" for count, column in _with_margins(counts))
        yield _name(row).ljust(9) + "".join(entry.rjust(wide) for entry in entries).rstrip()


def _threshold_rows(thresholds: Mapping[int, Threshold]) -> Iterator[str]:
    """Yield the lines of the table of thresholds."""
    rows = [
        (f"{signed(least)} or more", *(f"{count:,}" for count in attrs.astuple(threshold)))
        for least, threshold in thresholds.items()
    ]
    for row in [("score", "both", "down only", "across only", "neither"), *rows]:
        yield row[0].ljust(16) + "".join(entry.rjust(13) for entry in row[1:])


def _with_margins(counts: Iterable[int]) -> Iterator[tuple[int, Value | None]]:
    return zip(counts, COLUMNS, strict=True)


def _name(value: Value | None) -> str:
    return "not there" if value is None else str(value)


def _difference_text(game: Game[Any, Any], difference: Difference) -> str:
    title = f"{difference.one} / {difference.other}"
    if difference.line is not None:
        line = " ".join(map(game.format_move, difference.line))
        title += f", after {line}" if line else ", at the start"
    rules = Rules(game)
    return indented([title, rules.render(difference.position, difference.mover(rules))])


def _mainlines(comparison: Comparison) -> Iterator[str]:
    """Yield both mainlines side by side, each under its outcome."""
    columns = [
        [str(solution.outcome), *(solution.game.format_move(row.move) for row in line)]
        for solution, line in zip(
            (comparison.one, comparison.other), comparison.mainlines, strict=True
        )
    ]
    wide = max(map(len, columns[0])) + 3
    for left, right in zip_longest(*columns, fillvalue=""):
        yield f"{left.ljust(wide)}{right}".rstrip()


# ── two sets of rules compared ──────────────────────────────────────────────────────────────────

Line = tuple[MoveRow[Any, Any], ...]


class DifferenceShape(TypedDict):
    """A position with two values."""

    position: str
    board: str
    one: OutcomeShape
    other: OutcomeShape
    line: Annotated[list[StepShape] | None, "Moves from the start to it; `null` unless requested."]


@attrs.frozen
class Difference:
    """Position with different values under two sets of rules.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> found = compare(solve(TicTacToe()), solve(TicTacToe(misere=True)))
    >>> print(found.shallowest.line, found.shallowest.one, "/", found.shallowest.other)
    (0,) draw in 8 / win in 8
    """

    position: Any
    """Position of the first game."""
    one: Outcome
    other: Outcome
    line: tuple[Any, ...] | None = None
    """Moves of the first game from its start, if requested."""

    def mover(self, rules: Rules[Any, Any]) -> int:
        """Return the index of the player to move, by the ``rules`` of the first game."""
        return rules.mover(self.position, len(self.line or ()))


class ThresholdShape(TypedDict):
    """Numbers of positions that reach a score, under both sets of rules or one of them."""

    least: int
    both: Natural
    only_in_one: Natural
    only_in_other: Natural
    neither: Natural


@attrs.frozen
class Threshold:
    """Numbers of positions that reach a score under either of two rules.

    >>> Threshold(both=5, only_one=2, only_other=0, neither=1).agree
    6
    """

    both: int
    only_one: int
    only_other: int
    neither: int

    @property
    def agree(self) -> int:
        """Number of positions with the same answer under both rules."""
        return self.both + self.neither


class PairShape(TypedDict):
    """Number of positions with these two outcomes; `null` if a game does not have the position."""

    one: OutcomeShape | None
    other: OutcomeShape | None
    positions: Natural


class ComparisonShape(TypedDict):
    """`Comparison.as_json` and `gamesolver compare --json`."""

    games: list[GameShape]
    agree: Annotated[Natural, "Positions that have the same value in both."]
    differ: Annotated[Natural, "Positions that have another value."]
    only_in_one: Natural
    only_in_other: Natural
    outcomes: list[PairShape]
    thresholds: Annotated[
        list[ThresholdShape] | None, "Greatest first; `null` unless both games have scores."
    ]
    shallowest: Annotated[
        DifferenceShape | None, "The change of value, or of score, nearest to the start."
    ]
    mainlines: Annotated[list[list[StepShape]], "Best play in either."]
    examples: list[DifferenceShape]


@attrs.frozen(eq=False, repr=False)
class Comparison(Shaped):
    """Comparison of two solutions.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> found = compare(solve(TicTacToe()), solve(TicTacToe(misere=True)))
    >>> found
    <TicTacToe() against TicTacToe(misere=True): 194 positions agree, 571 differ>
    >>> found.values[Value.DRAW, Value.DRAW]
    73
    """

    one: Solution[Any, Any]
    other: Solution[Any, Any]
    outcomes: Mapping[Pair, int]
    """Number of positions by pair of outcomes, best first, or ``None`` if a game lacks them."""
    shallowest: Difference | None
    """Change of value nearest to the start, or ``None`` if there is none.

    If both games have scores, the change of score.
    """
    mainlines: tuple[Line, Line]
    """Best play from the start of each game."""
    examples: tuple[Difference, ...]
    """Positions of each change of value, the first ones in the table."""

    _repr_html_ = shown_by("players.reports", "comparison_html")

    @property
    def values(self) -> dict[tuple[Value | None, Value | None], int]:
        """Number of positions by pair of values."""
        counts: Counter[tuple[Value | None, Value | None]] = Counter()
        for (one, other), count in self.outcomes.items():
            counts[_value(one), _value(other)] += count
        return dict(counts)

    @property
    def are_scored(self) -> bool:
        """True if both games have scores."""
        return have_scores(self.one, self.other)

    @property
    def thresholds(self) -> dict[int, Threshold] | None:
        """Numbers of positions that reach each score, greatest score first.

        Only positions of both games are counted. ``None`` unless both
        games have scores.
        """
        if not self.are_scored:
            return None
        met = [
            (one.points, other.points, count)
            for (one, other), count in self.outcomes.items()
            if one is not None and other is not None
        ]
        points = sorted({each for one, other, _ in met for each in (one, other)}, reverse=True)
        return {least: _threshold(least, met) for least in points[:-1]}

    @property
    def agree(self) -> int:
        """Number of positions with the same value in both games."""
        return sum(count for (one, other), count in self.values.items() if one is other)

    @property
    def differ(self) -> int:
        """Number of positions of both games with different values."""
        return sum(
            count
            for (one, other), count in self.values.items()
            if one is not other and one is not None and other is not None
        )

    @property
    def only_in_one(self) -> int:
        """Number of positions that the second game lacks."""
        return sum(count for (_, other), count in self.outcomes.items() if other is None)

    @property
    def only_in_other(self) -> int:
        """Number of positions that the first game lacks."""
        return sum(count for (one, _), count in self.outcomes.items() if one is None)

    def __repr__(self) -> str:
        both = f"{self.agree} positions agree, {self.differ} differ"
        return f"<{self.one.game!r} against {self.other.game!r}: {both}>"

    def as_text(self) -> str:
        """Return the table by values, the shallowest change, the mainlines, and examples."""
        return comparison_text(self)

    def shape(self) -> ComparisonShape:
        """Return the comparison as plain data for JSON."""
        both, thresholds = (self.one, self.other), self.thresholds
        return fill(
            ComparisonShape,
            self,
            games=[game_shape(solution.game) for solution in both],
            outcomes=[
                {"one": _outcome(one), "other": _outcome(other), "positions": count}
                for (one, other), count in self.outcomes.items()
            ],
            thresholds=None if thresholds is None else _threshold_shapes(thresholds),
            shallowest=None if self.shallowest is None else self._difference(self.shallowest),
            mainlines=[
                line_shape(Rules(solution.game), line, 0)
                for solution, line in zip(both, self.mainlines, strict=True)
            ],
            examples=[self._difference(difference) for difference in self.examples],
        )

    def _difference(self, change: Difference) -> DifferenceShape:
        rules, start = Rules(self.one.game), self.one.start
        return {
            "position": rules.format(change.position, change.mover(rules)),
            "board": rules.render(change.position, change.mover(rules)),
            "one": outcome_shape(change.one),
            "other": outcome_shape(change.other),
            "line": None if change.line is None else played_shape(rules, start, change.line, 0),
        }


def _threshold(least: int, met: Iterable[tuple[int, int, int]]) -> Threshold:
    """Return the threshold for a score, given pairs of points with their counts."""
    counts: Counter[tuple[bool, bool]] = Counter()
    for one, other, count in met:
        counts[one >= least, other >= least] += count
    return Threshold(
        counts[True, True], counts[True, False], counts[False, True], counts[False, False]
    )


def _threshold_shapes(thresholds: Mapping[int, Threshold]) -> list[ThresholdShape]:
    return [
        {
            "least": least,
            "both": threshold.both,
            "only_in_one": threshold.only_one,
            "only_in_other": threshold.only_other,
            "neither": threshold.neither,
        }
        for least, threshold in thresholds.items()
    ]


def _outcome(outcome: Outcome | None) -> OutcomeShape | None:
    return None if outcome is None else outcome_shape(outcome)


def _value(outcome: Outcome | None) -> Value | None:
    return None if outcome is None else outcome.value


def compare(
    one: Solution[Any, Any],
    other: Solution[Any, Any],
    translate: Translate | None = None,
    *,
    examples: int = 1,
    progress: bool | Listener | None = None,
) -> Comparison:
    """Compare two solutions: count where they agree, and find where they differ.

    Parameters
    ----------
    one
        First solution. Positions in the result are those of its game.
    other
        Second solution.
    translate
        Function from a position of the first game to one of the second, by default
        ``other.game.parse(one.game.format(position))``.
    examples
        Number of positions to keep for each change of value, default 1.
    progress
        ``True`` for a progress bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Comparison
        Counts of pairs of outcomes, and the first positions that differ.

    Raises
    ------
    InvalidArgumentError
        Positions of the first game are not positions of the second, or an argument is invalid.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> print(compare(solve(TicTacToe()), solve(TicTacToe(misere=True))).as_text())
    Down: Tic-Tac-Toe
    Across: Tic-Tac-Toe (misere yes)
    <BLANKLINE>
                     win       draw       loss  not there
    win              121         67        202          0
    ...
    """
    require_solution(one)
    require_solution(other)
    if not is_count(examples):
        raise InvalidArgumentError(
            f"bad examples {spelled(examples)}: expected a number of positions from 0 on"
        )
    translation = Translation.between(one, other, translate)
    with reporting(progress) as report:
        counted = tally(translation, examples, report)
        nearest = _nearest(translation, counted, report)
    return Comparison(
        one,
        other,
        _best_first(counted.counts),
        nearest,
        (one.mainline(), other.mainline()),
        tuple(
            _difference(translation, position)
            for _, positions in sorted(counted.examples.items(), reverse=True)
            for position in positions
        ),
    )


def laid_apart(one: Solution[Any, Any], other: Solution[Any, Any]) -> Comparison:
    """Return the comparison of two solutions without common positions.

    >>> from games import Nim, TicTacToe
    >>> from gamesolver import solve
    >>> found = laid_apart(solve(TicTacToe()), solve(Nim()))
    >>> found.agree, found.differ, found.only_in_one, found.only_in_other
    (0, 0, 765, 48)
    """
    counts: dict[Pair, int] = {(outcome, None): count for outcome, count in one.counts().items()}
    counts |= {(None, outcome): count for outcome, count in other.counts().items()}
    return Comparison(one, other, counts, None, (one.mainline(), other.mainline()), ())


def _best_first(counts: Mapping[Pair, int]) -> dict[Pair, int]:
    """Return the counts in the order of the outcomes, missing ones last."""
    there = {outcome for pair in counts for outcome in pair if outcome is not None}
    order: dict[Outcome | None, int] = {
        outcome: place for place, outcome in enumerate(sorted(there, key=_order, reverse=True))
    }
    order[None] = len(order)
    pairs = sorted(counts, key=lambda pair: (order[pair[0]], order[pair[1]]))
    return {pair: counts[pair] for pair in pairs}


def _order(outcome: Outcome) -> tuple[Any, ...]:
    return AS_A_DRAW.key(outcome), outcome.score is not None


def _nearest(translation: Translation, counted: PairCounts, report: Reporter) -> Difference | None:
    """Return the shallowest change, or ``None``."""
    by_score = have_scores(translation.one, translation.other)
    differ = any(
        one is not None and other is not None and is_changed(one, other, by_score)
        for one, other in counted.counts
    )
    change = shallowest(translation, report) if differ else None
    if change is None:
        return None
    line, position = change
    return attrs.evolve(_difference(translation, position), line=line)


def _difference(translation: Translation, position: Any) -> Difference:
    one, other = translation.one[position], translation.other[translation(position)]
    return Difference(position, one, other)
