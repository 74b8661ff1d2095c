"""Which questions settle the outcome of a position, and in which order.

A question is yes or no (see ``proofs.worths``), and each answer is a bound. First comes the value:
does the mover win at all? does he not lose? Then, of a win, whether there is a shorter one, until
there is none; of a loss, whether the mover holds out so long, until he does.

**Draws** are another matter, for both sides want the same: an end, and soon. A drawn position ends
in as many plies as the shortest line of drawn positions to an end (``proofs.draws``); with no such
line play never ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Protocol

import attrs

from gamesolver.proofs.draws import plies_of_draw
from gamesolver.proofs.worths import INFINITE, Scale, Scales
from gamesolver.rules.guard import Rules, faults
from gamesolver.system.columns import Columns
from gamesolver.tables.solved import SolvedPositions
from gamesolver.value import Bounds, Outcome, Value

Watch = Callable[[int, int], None]
"""Told every so often how many positions were visited, and how many the table has forgotten.

It raises where the work must stop.
"""


@attrs.frozen
class Forgotten:
    """How much a table of a fixed size has forgotten."""

    entries: int = 0
    """How many positions gave way to others."""
    met_again: int = 0
    """How often, about, a position was settled anew after that."""


@attrs.frozen(eq=False)
class Tables:
    """What a search has learned, in columns that can be kept."""

    bounds: Columns
    numbers: Columns | None
    """Of a search by proof numbers: these."""
    visited: int
    forgotten: Forgotten


class Search(Protocol):
    """What answers one question at a time."""

    @property
    def how(self) -> str:
        """The method, in words."""

    @property
    def solved(self) -> SolvedPositions:
        """What tables know: to the search these positions are ends."""

    @property
    def visited(self) -> int:
        """How many positions were looked at."""

    @property
    def forgotten(self) -> Forgotten:
        """How much of them its table has forgotten."""

    def prepare(self) -> None:
        """Compile what is not compiled yet."""

    def ask(self, position: Any, asked: int) -> int:
        """A bound on the position's worth: from below if it is worth so much, else from above."""

    def known(self, key: Any) -> tuple[int, int]:
        """Between which worths that of a canonical position lies, as far as the table knows."""

    def moves_first(self, position: Any) -> tuple[Any, ...]:
        """The moves of a position, those worth trying first."""

    def tables(self) -> Tables:
        """All that it has learned."""

    def take(self, tables: Tables) -> None:
        """Go on with what another search about the same game has learned."""

    def doubting(self, watch: Watch) -> Search:
        """A search with the same table, which gives no answer without a move that shows it."""

    def from_rules_alone(self, watch: Watch) -> Search:
        """A search with a table of its own, which asks the author nothing but the rules."""


Order = Callable[[Scale, int, int], int | None]
"""From the bounds so far, on a scale, the next question; ``None`` where there is none."""


def value_alone(scale: Scale, least: int, most: int) -> int | None:
    """Ask who wins, and by how much, and no more."""
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
    """Ask who wins, and by how much, and then how fast."""
    asked = value_alone(scale, least, most)
    if asked is not None or least >= most or scale.has_gains:
        return asked
    return least + 1 if least >= 0 else most


def foregone(scale: Scale, bound: Outcome | Value | int) -> str:
    """Why a question has its answer already, whatever the position; empty where it has none."""
    if isinstance(bound, Outcome) and bound.remoteness is None and bound.points != scale.endless:
        endless = Outcome.of(scale.endless, None, scale.is_scored)
        return f"what has no end is an {endless}: expected that, or an outcome with its plies"
    asked = scale.question(bound)
    least, most = scale.going_on
    if asked > most or (asked > least and scale.at_most(asked - 1) is None):
        return f"nobody gets so much: expected {_askable(scale)}"
    if asked <= least or scale.at_least(asked) is None:
        return f"everybody gets so much: expected {_askable(scale)}"
    return ""


def _askable(scale: Scale) -> str:
    """What may be asked, in words."""
    if not scale.is_scored:
        return "a win in 1 or more plies, a loss in 2 or more, a win or a draw"
    if scale.lowest is None or scale.highest is None:
        return "a smaller number"
    return f"a score from {scale.lowest + 1} to {scale.highest}"


def only(bound: Outcome | Value | int) -> Order:
    """Ask whether a position is worth as much as this, and no more."""

    def order(scale: Scale, least: int, most: int) -> int | None:
        asked = scale.question(bound)
        return asked if least < asked <= most else None

    return order


@attrs.define
class Questions:
    """The questions about one game, with what came out; it forgets nothing that it asked."""

    rules: Rules[Any, Any]
    search: Search
    scales: Scales = attrs.field(
        init=False, default=attrs.Factory(lambda self: Scales.of(self.rules), takes_self=True)
    )
    _known: dict[Any, tuple[int, int]] = attrs.field(factory=dict)
    _drawn_in: dict[Any, int | None] = attrs.field(factory=dict)
    _found: dict[Any, Outcome] = attrs.field(factory=dict)

    def bounds(self, position: Any) -> tuple[int, int]:
        """Between which worths that of a position lies, as far as is known."""
        ending, scale = self.rules.ending(position), self.scales.at(position)
        if ending is not None:
            return scale.of_end(ending), scale.of_end(ending)
        key = self.rules.canonical(position)
        worth = self.search.solved.worth(key)
        return self._known.get(key, scale.going_on) if worth is None else (worth, worth)

    def know(self, position: Any, bounds: tuple[int, int], outcome: Outcome | None) -> None:
        """Take what was shown of a position before, and an outcome that is no bound."""
        key = self.rules.canonical(position)
        self._known[key] = bounds
        if outcome is not None and self.rules.has_gains:
            self._found[key] = outcome
        elif outcome is not None:
            self._drawn_in[key] = outcome.remoteness

    def settle(self, position: Any, order: Order) -> tuple[int, int]:
        """Ask about a position until there is no question; the bounds then."""
        least, most = self.bounds(position)
        key, scale = self.rules.canonical(position), self.scales.at(position)
        while (asked := order(scale, least, most)) is not None:
            answer = self.search.ask(position, asked)
            least, most = (answer, most) if answer >= asked else (least, answer)
            self.require_order(position, least, most)
            self._known[key] = least, most
        return least, most

    def require_order(self, position: Any, least: int, most: int) -> None:
        """Raise for answers that contradict each other, with all that they may rest on."""
        if least > most:
            between = self.scales.at(position).between(least, most)
            raise faults().crossing_bounds(self.rules.game, position, between, *self._suspects)

    def refuse_score(self, position: Any) -> NoReturn:
        """Raise for a score that no move of its position gets."""
        known = self.known(position)
        raise faults().crossing_bounds(
            self.rules.game, position, known, *self._suspects, no_move_gets=True
        )

    @property
    def _suspects(self) -> tuple[tuple[str, ...], bool]:
        """The rules that no play shows to be true, and whether there are tables."""
        return self.rules.believed, bool(self.search.solved.tables)

    def is_at_least(self, position: Any, asked: int) -> bool:
        """Whether a position is worth so much."""

        def order(_: Scale, least: int, most: int) -> int | None:
            return asked if least < asked <= most else None

        return self.settle(position, order)[0] >= asked

    def move_gets(self, position: Any, move: Any, successor: Any, asked: int) -> bool:
        """Whether a move is worth so much."""
        kept, gain = self.rules.turn_kept(position, successor), self.rules.gain(position, move)
        question = self.scales.at(position).asked_next(asked, kept, gain)
        return self.is_at_least(successor, question) == kept

    def seems_to_get(self, position: Any, move: Any, successor: Any, asked: int) -> bool:
        """Whether the table still knows that it is: then the question costs nothing."""
        kept, gain = self.rules.turn_kept(position, successor), self.rules.gain(position, move)
        least, most = self.search.known(self.rules.canonical(successor))
        return self.scales.at(position).back(least if kept else most, kept, gain) >= asked

    def is_drawn(self, position: Any) -> bool:
        """Whether a position is settled, but for how long it takes, for both sides want an end."""
        scale = self.scales.at(position)
        return self.bounds(position) == (0, 0) and not (scale.has_ties or scale.has_gains)

    def settle_exactly(self, position: Any) -> tuple[int, int]:
        """Ask all there is to ask about a position; the bounds then."""
        bounds = self.settle(position, exactly)
        if self.is_drawn(position):
            self.drawn_in(position)
        elif self.rules.has_gains and self.found_outcome(position) is None:
            from gamesolver.proofs.optimal import outcomes_of  # graphs: only when needed

            self._found = outcomes_of(self, position) | self._found  # what was said stays
        return bounds

    def keeps_score(self, position: Any, move: Any, successor: Any) -> bool:
        """Whether a move gets the score that there is to get."""
        scale = self.scales.at(position)
        score = scale.least_score(self.settle(position, value_alone)[0])
        return score is not None and self.move_gets(
            position, move, successor, scale.least_with(score)
        )

    # ── how long a draw takes ──────────────────────────────────────────────

    def drawn_in(self, position: Any) -> int | None:
        """The plies that a drawn position takes to its end; ``None`` where there is no end."""
        key = self.rules.canonical(position)
        if key not in self._drawn_in:
            self._drawn_in[key] = plies_of_draw(self, position)
        return self._drawn_in[key]

    # ── in words ───────────────────────────────────────────────────────────

    def known(self, position: Any) -> Bounds:
        """What is known of a position, in words."""
        found = self.found_outcome(position)
        if found is not None:
            return Bounds(found, found)
        return self.scales.at(position).between(*self.bounds(position))

    def found_outcome(self, position: Any) -> Outcome | None:
        """An outcome that is no bound on the scale: of an end, of a draw, and where moves gain."""
        ending = self.rules.ending(position)
        if ending is not None:
            return ending
        key = self.rules.canonical(position)
        if key in self._drawn_in and self.is_drawn(position):
            return Outcome.of(0, self._drawn_in[key], self.rules.is_scored)
        found = self._found.get(key) or self.search.solved.outcome(key)
        if found is None or key == position:
            return found
        return attrs.evolve(found, endless_worth=self.rules.worth_at(position))

    def has_found(self, position: Any) -> bool:
        """Return True if the outcome of best play was found, in a game in which moves gain."""
        return self.rules.canonical(position) in self._found

    def worths_of_move(
        self, position: Any, move: Any, successor: Any, worths: tuple[int, int]
    ) -> tuple[int, int]:
        """Return the bounds of a move, on the scale of moves, from those of its successor.

        What holds for every position is no news of the move, unless it settles the score.
        """
        kept, gain = self.rules.turn_kept(position, successor), self.rules.gain(position, move)
        scale, says = self.scales.at(position).of_moves, (True, True)
        if scale.is_scored and self.rules.ending(successor) is None:
            says = self.scales.at(successor).says_something(*worths)
        if not kept:
            worths, says = worths[::-1], says[::-1]
        least, most = (scale.back(worth, kept, gain) for worth in worths)
        if scale.least_score(least) == scale.most_score(most):
            return least, most
        return least if says[0] else -INFINITE, most if says[1] else INFINITE

    def scores_of_move(self, position: Any, move: Any, successor: Any) -> tuple[int, int] | None:
        """Return the least and the greatest score that a move may get; None if unlimited."""
        scale = self.scales.at(successor)
        if scale.lowest is None or scale.highest is None:
            return None
        kept, gain = self.rules.turn_kept(position, successor), self.rules.gain(position, move)
        least, most = (scale.lowest, scale.highest) if kept else (-scale.highest, -scale.lowest)
        return least + gain, min(most + gain, scale.highest)
