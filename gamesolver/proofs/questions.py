"""Questions about a position: their order, and the bounds from their answers.

A question is whether a position has at least a given score (``proofs.search_scores``). Each
answer is a bound. First comes the value: does the player to move win? does that player not lose?
For a win, the next questions are about a faster win until there is none. For a loss, about a
longer defence until there is one.

**Draws** are different, because both sides prefer the nearest end. A drawn position ends in as
many plies as the shortest line of drawn positions to an end (``proofs.draws``). Without such a
line, play is infinite.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Protocol

import attrs

from gamesolver.proofs.draws import plies_of_draw
from gamesolver.proofs.search_scores import INFINITE, Scale, Scales
from gamesolver.rules.guard import Rules, faults
from gamesolver.system.columns import Columns
from gamesolver.tables.solved import SolvedPositions
from gamesolver.value import Bounds, Outcome, Value

Watch = Callable[[int, int], None]
"""Callback that receives the numbers of positions visited and of positions dropped.

It raises an exception to stop the work.
"""


@attrs.frozen
class Forgotten:
    """Number of positions dropped by a table of a fixed size."""

    entries: int = 0
    """Number of positions replaced by others."""
    met_again: int = 0
    """Approximate number of times that such a position was resolved again."""


@attrs.frozen(eq=False)
class Tables:
    """Results of a search in columns that can be saved."""

    bounds: Columns
    numbers: Columns | None
    """Proof numbers, of a search that uses them."""
    visited: int
    forgotten: Forgotten


class Search(Protocol):
    """Interface of a search that answers one question at a time."""

    @property
    def how(self) -> str:
        """Name of the method."""

    @property
    def solved(self) -> SolvedPositions:
        """Solved positions of tables, which the search treats as terminal."""

    @property
    def visited(self) -> int:
        """Number of positions visited."""

    @property
    def forgotten(self) -> Forgotten:
        """Number of positions that its table has dropped."""

    def prepare(self) -> None:
        """Compile all code that is not compiled yet."""

    def decide(self, position: Any, target: int) -> int:
        """Return a bound on the position: from below if the answer is yes, else from above."""

    def known(self, key: Any) -> tuple[int, int]:
        """Return the bounds of a canonical position in the table."""

    def moves_first(self, position: Any) -> tuple[Any, ...]:
        """Return the moves of a position, the most promising first."""

    def tables(self) -> Tables:
        """Return all results."""

    def take(self, tables: Tables) -> None:
        """Resume from the results of another search about the same game."""

    def without_verdicts(self, watch: Watch) -> Search:
        """Return a search with the same table that ignores the verdicts of the author."""

    def from_rules_alone(self, watch: Watch) -> Search:
        """Return a search with its own table that uses the rules only, without hints."""


Order = Callable[[Scale, int, int], int | None]
"""Function from a scale and the bounds so far to the next question, or ``None``."""


def value_alone(scale: Scale, least: int, most: int) -> int | None:
    """Return the next question about value and score, or ``None``."""
    low, high = scale.least_score(least), scale.most_score(most)
    if least >= most or (low is not None and high is not None and low >= high):
        return None
    lowest, highest = scale.going_on
    if least > lowest and low is not None:
        return scale.least_with(low + 1)
    if most < highest and high is not None:
        return scale.least_with(high)
    score = int(Value.WIN) if high is None else min(int(Value.WIN), high)
    return scale.least_with(score if low is None else max(score, low + 1))


def exactly(scale: Scale, least: int, most: int) -> int | None:
    """Return the next question about value, score and then plies, or ``None``."""
    target = value_alone(scale, least, most)
    if target is not None or least >= most or scale.has_gains:
        return target
    return least + 1 if least >= 0 else most


def foregone(scale: Scale, bound: Outcome | Value | int) -> str:
    """Return why a question has the same answer for all positions, empty if it has not."""
    if isinstance(bound, Outcome) and bound.remoteness is None and bound.points != scale.endless:
        endless = Outcome.of(scale.endless, None, scale.is_scored)
        return f"infinite play is an {endless}: expected that, or an outcome with its plies"
    target = scale.question(bound)
    least, most = scale.going_on
    if target > most or (target > least and scale.at_most(target - 1) is None):
        return f"no position reaches it: expected {_askable(scale)}"
    if target <= least or scale.at_least(target) is None:
        return f"every position reaches it: expected {_askable(scale)}"
    return ""


def _askable(scale: Scale) -> str:
    """Return the permitted questions as text."""
    if not scale.is_scored:
        return "a win in 1 or more plies, a loss in 2 or more, a win or a draw"
    if scale.lowest is None or scale.highest is None:
        return "a smaller number"
    least, most = scale.lowest + 1, scale.highest
    if least < most:
        return f"a score from {least} to {most}"
    if least == most:
        return f"a score of {most}"
    return f"no score, for that of every position is {most}"


def only(bound: Outcome | Value | int) -> Order:
    """Return the order of one question: whether a position reaches this bound."""

    def order(scale: Scale, least: int, most: int) -> int | None:
        target = scale.question(bound)
        return target if least < target <= most else None

    return order


@attrs.define
class Questions:
    """Questions about one game, with a store of all answers."""

    rules: Rules[Any, Any]
    search: Search
    scales: Scales = attrs.field(
        init=False, default=attrs.Factory(lambda self: Scales.of(self.rules), takes_self=True)
    )
    _known: dict[Any, tuple[int, int]] = attrs.field(factory=dict)
    _drawn_in: dict[Any, int | None] = attrs.field(factory=dict)
    _found: dict[Any, Outcome] = attrs.field(factory=dict)

    def bounds(self, position: Any) -> tuple[int, int]:
        """Return the known bounds of a position, as numbers of the scale."""
        ending, scale = self.rules.ending(position), self.scales.at(position)
        if ending is not None:
            return scale.of_end(ending), scale.of_end(ending)
        key = self.rules.canonical(position)
        score = self.search.solved.score(key)
        return self._known.get(key, scale.going_on) if score is None else (score, score)

    def know(self, position: Any, bounds: tuple[int, int], outcome: Outcome | None) -> None:
        """Store bounds proved before, and an outcome that is not a bound on the scale."""
        key = self.rules.canonical(position)
        self._known[key] = bounds
        if outcome is not None and self.rules.has_gains:
            self._found[key] = outcome
        elif outcome is not None:
            self._drawn_in[key] = outcome.remoteness

    def resolve(self, position: Any, order: Order) -> tuple[int, int]:
        """Decide questions about a position until none is left. Return the bounds."""
        least, most = self.bounds(position)
        key, scale = self.rules.canonical(position), self.scales.at(position)
        while (target := order(scale, least, most)) is not None:
            answer = self.search.decide(position, target)
            least, most = (answer, most) if answer >= target else (least, answer)
            self.require_order(position, least, most)
            self._known[key] = least, most
        return least, most

    def require_order(self, position: Any, least: int, most: int) -> None:
        """Raise for answers that contradict each other, with all that they may rest on."""
        if least > most:
            between = self.scales.at(position).between(least, most)
            raise faults().crossing_bounds(self.rules.game, position, between, *self._suspects)

    def refuse_score(self, position: Any) -> NoReturn:
        """Raise for a score that no move of its position reaches."""
        known = self.known(position)
        raise faults().crossing_bounds(
            self.rules.game, position, known, *self._suspects, no_move_gets=True
        )

    @property
    def _suspects(self) -> tuple[tuple[str, ...], bool]:
        """Rules that play does not verify, and True if tables are used."""
        return self.rules.believed, bool(self.search.solved.tables)

    def is_at_least(self, position: Any, target: int) -> bool:
        """Return True if a position reaches the number ``target``."""

        def order(_: Scale, least: int, most: int) -> int | None:
            return target if least < target <= most else None

        return self.resolve(position, order)[0] >= target

    def move_gets(self, position: Any, move: Any, successor: Any, target: int) -> bool:
        """Return True if a move reaches the number ``target``."""
        kept, gain = self.rules.turn_kept(position, successor), self.rules.gain(position, move)
        question = self.scales.at(position).successor_target(target, kept, gain)
        return self.is_at_least(successor, question) == kept

    def seems_to_get(self, position: Any, move: Any, successor: Any, target: int) -> bool:
        """Return True if the table already shows it, so that the question costs nothing."""
        kept, gain = self.rules.turn_kept(position, successor), self.rules.gain(position, move)
        least, most = self.search.known(self.rules.canonical(successor))
        return self.scales.at(position).backed_up(least if kept else most, kept, gain) >= target

    def is_drawn(self, position: Any) -> bool:
        """Return True if a position is a draw, apart from its plies."""
        scale = self.scales.at(position)
        return self.bounds(position) == (0, 0) and not (scale.has_ties or scale.has_gains)

    def resolve_exactly(self, position: Any) -> tuple[int, int]:
        """Decide all questions about a position. Return the bounds."""
        bounds = self.resolve(position, exactly)
        if self.is_drawn(position):
            self.drawn_in(position)
        elif self.rules.has_gains and self.found_outcome(position) is None:
            from gamesolver.proofs.optimal import outcomes_of  # graphs: only when needed

            self._found = outcomes_of(self, position) | self._found  # earlier outcomes remain
        return bounds

    def keeps_score(self, position: Any, move: Any, successor: Any) -> bool:
        """Return True if a move preserves the score of its position."""
        scale = self.scales.at(position)
        score = scale.least_score(self.resolve(position, value_alone)[0])
        return score is not None and self.move_gets(
            position, move, successor, scale.least_with(score)
        )

    # ── plies of a draw ───────────────────────────────────────────────────

    def drawn_in(self, position: Any) -> int | None:
        """Return the plies of a drawn position to its end, or ``None`` for infinite play."""
        key = self.rules.canonical(position)
        if key not in self._drawn_in:
            self._drawn_in[key] = plies_of_draw(self, position)
        return self._drawn_in[key]

    # ── in words ───────────────────────────────────────────────────────────

    def known(self, position: Any) -> Bounds:
        """Return the bounds of a position as outcomes."""
        found = self.found_outcome(position)
        if found is not None:
            return Bounds(found, found)
        return self.scales.at(position).between(*self.bounds(position))

    def found_outcome(self, position: Any) -> Outcome | None:
        """Return an outcome found apart from bounds: of an end, of a draw, or if moves gain."""
        ending = self.rules.ending(position)
        if ending is not None:
            return ending
        key = self.rules.canonical(position)
        if key in self._drawn_in and self.is_drawn(position):
            return Outcome.of(0, self._drawn_in[key], self.rules.is_scored)
        found = self._found.get(key) or self.search.solved.outcome(key)
        if found is None or key == position:
            return found
        return attrs.evolve(found, endless_payoff=self.rules.payoff_at(position))

    def has_found(self, position: Any) -> bool:
        """Return True if the outcome of best play was found, in a game in which moves gain."""
        return self.rules.canonical(position) in self._found

    def bounds_of_move(
        self, position: Any, move: Any, successor: Any, bounds: tuple[int, int]
    ) -> tuple[int, int]:
        """Return the bounds of a move, on the scale of moves, from those of its successor.

        A bound that holds for every position is left out, unless the bounds agree on the score.
        """
        kept, gain = self.rules.turn_kept(position, successor), self.rules.gain(position, move)
        scale, informative = self.scales.at(position).of_moves, (True, True)
        if scale.is_scored and self.rules.ending(successor) is None:
            informative = self.scales.at(successor).are_informative(*bounds)
        if not kept:
            bounds, informative = bounds[::-1], informative[::-1]
        least, most = (scale.backed_up(score, kept, gain) for score in bounds)
        if scale.least_score(least) == scale.most_score(most):
            return least, most
        return least if informative[0] else -INFINITE, most if informative[1] else INFINITE

    def scores_of_move(self, position: Any, move: Any, successor: Any) -> tuple[int, int] | None:
        """Return the least and the greatest score that a move may get, or None if unlimited."""
        scale = self.scales.at(successor)
        if scale.lowest is None or scale.highest is None:
            return None
        kept, gain = self.rules.turn_kept(position, successor), self.rules.gain(position, move)
        least, most = (scale.lowest, scale.highest) if kept else (-scale.highest, -scale.lowest)
        return least + gain, min(most + gain, scale.highest)
