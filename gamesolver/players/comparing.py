"""Two sets of rules compared: where they agree, where they differ, and how soon.

What does a rule do to a game? Solve it with and without, and lay the two solutions side by
side: every position has an outcome in either. The *table* counts pairs of outcomes; the
*shallowest change* is a position as near to the start as any whose value differs; the
mainlines show what best play looks like under either rule.

Values are those for the player to move. Positions of the first game are carried over to
the second, by their texts unless the caller says how. What only one of the games knows is
counted too, as *not there*.

**The cost.** Reading both tables, where both games number their positions alike; else a
look-up for each position, and for plain games the reading of its text. The shallowest
change costs a walk of all levels before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import attrs

from gamesolver.answers import MoveRow
from gamesolver.arguments import is_count
from gamesolver.displays import shown_by
from gamesolver.errors import InvalidArgumentError
from gamesolver.players.asked import require_solution
from gamesolver.players.compare_play import shallowest
from gamesolver.players.compare_tables import Pair, Tally, tally
from gamesolver.players.compare_telling import comparison_json, comparison_text
from gamesolver.players.compare_translation import Translate, Translation
from gamesolver.progress import Listener, Reporter, reporting
from gamesolver.solution import Solution
from gamesolver.spelling import spelled
from gamesolver.value import Outcome, Value

Line = tuple[MoveRow[Any, Any], ...]


@attrs.frozen
class Difference:
    """A position with two values: those under either set of rules.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> found = compare(solve(TicTacToe()), solve(TicTacToe(misere=True)))
    >>> print(found.shallowest.line, found.shallowest.one, "/", found.shallowest.other)
    (0,) draw in 8 / win in 8
    """

    position: Any
    """As the first game knows it."""
    one: Outcome
    other: Outcome
    line: tuple[Any, ...] | None = None
    """Moves of the first game from its start, where they were asked for."""


@attrs.frozen(eq=False, repr=False)
class Comparison:
    """What two solutions say about the same positions.

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
    """How many positions have which two outcomes, best first; ``None`` where it is not there."""
    shallowest: Difference | None
    """The change of value that is nearest to the start; ``None`` if there is none."""
    mainlines: tuple[Line, Line]
    """Best play from the start of either."""
    examples: tuple[Difference, ...]
    """Some positions of each change of value, as they come first in the table."""

    _repr_html_ = shown_by("players.reports", "comparison_html")

    @property
    def values(self) -> dict[tuple[Value | None, Value | None], int]:
        """The same by values alone."""
        counts: Counter[tuple[Value | None, Value | None]] = Counter()
        for (one, other), count in self.outcomes.items():
            counts[_value(one), _value(other)] += count
        return dict(counts)

    @property
    def agree(self) -> int:
        """How many positions have the same value in both."""
        return sum(count for (one, other), count in self.values.items() if one is other)

    @property
    def differ(self) -> int:
        """How many positions are in both, and have another value."""
        return sum(
            count
            for (one, other), count in self.values.items()
            if one is not other and one is not None and other is not None
        )

    @property
    def only_in_one(self) -> int:
        """How many positions the second does not know."""
        return sum(count for (_, other), count in self.outcomes.items() if other is None)

    @property
    def only_in_other(self) -> int:
        """How many positions the first does not know."""
        return sum(count for (one, _), count in self.outcomes.items() if one is None)

    def __repr__(self) -> str:
        both = f"{self.agree} positions agree, {self.differ} differ"
        return f"<{self.one.game!r} against {self.other.game!r}: {both}>"

    def as_text(self) -> str:
        """The table by values, the shallowest change, the mainlines, and examples."""
        return comparison_text(self)

    def as_json(self) -> str:
        """All of it as a JSON text, for other programs."""
        return comparison_json(self)


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
    """Where two sets of rules agree, and where they differ.

    Parameters
    ----------
    translate
        Takes a position of the first game and gives one of the second; by default
        ``other.game.parse(one.game.format(position))``.
    examples
        How many positions of each change of value to keep.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> print(compare(solve(TicTacToe()), solve(TicTacToe(misere=True))).as_text())
    down: TicTacToe()
    across: TicTacToe(misere=True)
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


def _best_first(counts: Mapping[Pair, int]) -> dict[Pair, int]:
    """The counts in the order of the outcomes, what is not there last."""
    there = {each for pair in counts for each in pair if each is not None}
    order: dict[Outcome | None, int] = {
        each: place for place, each in enumerate(sorted(there, reverse=True))
    }
    order[None] = len(order)
    pairs = sorted(counts, key=lambda pair: (order[pair[0]], order[pair[1]]))
    return {pair: counts[pair] for pair in pairs}


def _nearest(translation: Translation, counted: Tally, report: Reporter) -> Difference | None:
    """The shallowest change, if there is any."""
    is_changed = any(
        one is not None and other is not None and one.value is not other.value
        for one, other in counted.counts
    )
    found = shallowest(translation, report) if is_changed else None
    if found is None:
        return None
    line, position = found
    return attrs.evolve(_difference(translation, position), line=line)


def _difference(translation: Translation, position: Any) -> Difference:
    one, other = translation.one[position], translation.other[translation(position)]
    return Difference(position, one, other)
