"""Which questions settle the outcome of a position, and in which order.

A question is yes or no (see ``proofs.worths``), and each answer is a bound. First comes the value:
does the mover win at all? does he not lose? Then, of a win, whether there is a shorter one, until
there is none; of a loss, whether the mover holds out so long, until he does.

**Draws** are another matter, for both sides want the same: an end, and soon. A drawn position ends
in as many plies as the shortest line of drawn positions to an end; with no such line play never
ends. So drawn positions are looked at ply by ply, and each move asked whether it draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

import attrs

from gamesolver.proofs.worths import (
    ANY_DRAW,
    ANY_WIN,
    GOING_ON,
    MOST,
    asked_next,
    back,
    bounds_between,
)
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.tables.solved import SolvedPositions
from gamesolver.value import Bounds, Outcome, Value

Watch = Callable[[int], None]
"""Told every so often how many positions were visited; it raises where the work must stop."""


@attrs.frozen(eq=False)
class Tables:
    """What a search has learned, in columns that can be kept."""

    bounds: Columns
    numbers: Columns | None
    """Of a search by proof numbers: these."""
    visited: int


class Search(Protocol):
    """What answers one question at a time."""

    how: str

    @property
    def solved(self) -> SolvedPositions:
        """What tables know: to the search these positions are ends."""

    @property
    def visited(self) -> int:
        """How many positions were looked at."""

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


Order = Callable[[int, int], int | None]
"""From the bounds so far, the next question; ``None`` where there is none."""


def value_alone(least: int, most: int) -> int | None:
    """Ask who wins, and no more."""
    if least < ANY_WIN <= most:
        return ANY_WIN
    return ANY_DRAW if least < ANY_DRAW <= most else None


def exactly(least: int, most: int) -> int | None:
    """Ask who wins, and then how fast."""
    asked = value_alone(least, most)
    if asked is not None or least >= most:  # which crosses where an author is wrong
        return asked
    return least + 1 if least >= ANY_WIN else most


def only(asked: int) -> Order:
    """Ask this, and no more."""
    return lambda least, most: asked if least < asked <= most else None


@attrs.define
class Questions:
    """The questions about one game, with what came out; it forgets nothing that it asked."""

    rules: Rules[Any, Any]
    search: Search
    _known: dict[Any, tuple[int, int]] = attrs.field(factory=dict)
    _drawn_in: dict[Any, int | None] = attrs.field(factory=dict)

    def bounds(self, position: Any) -> tuple[int, int]:
        """Between which worths that of a position lies, as far as is known."""
        ending = self.rules.ending(position)
        if ending is not None:
            return int(ending.value) * MOST, int(ending.value) * MOST
        key = self.rules.canonical(position)
        worth = self.search.solved.worth(key)
        return self._known.get(key, GOING_ON) if worth is None else (worth, worth)

    def know(self, position: Any, bounds: tuple[int, int], drawn: Outcome | None) -> None:
        """Take what was shown of a position before, and of a draw how long it takes."""
        key = self.rules.canonical(position)
        self._known[key] = bounds
        if drawn is not None:
            self._drawn_in[key] = drawn.remoteness

    def settle(self, position: Any, order: Order) -> tuple[int, int]:
        """Ask about a position until there is no question; the bounds then."""
        least, most = self.bounds(position)
        key = self.rules.canonical(position)
        while (asked := order(least, most)) is not None:
            answer = self.search.ask(position, asked)
            least, most = (answer, most) if answer >= asked else (least, answer)
            self._known[key] = least, most
        return least, most

    def is_at_least(self, position: Any, asked: int) -> bool:
        """Whether a position is worth so much."""
        return self.settle(position, only(asked))[0] >= asked

    def move_gets(self, position: Any, successor: Any, asked: int) -> bool:
        """Whether a move is worth so much."""
        kept = self.rules.turn_kept(position, successor)
        return self.is_at_least(successor, asked_next(asked, kept)) == kept

    def seems_to_get(self, position: Any, successor: Any, asked: int) -> bool:
        """Whether the table still knows that it is: then the question costs nothing."""
        kept = self.rules.turn_kept(position, successor)
        least, most = self.search.known(self.rules.canonical(successor))
        return back(least if kept else most, kept) >= asked

    # ── how long a draw takes ──────────────────────────────────────────────

    def drawn_in(self, position: Any) -> int | None:
        """The plies that a drawn position takes to its end; ``None`` where there is no end."""
        key = self.rules.canonical(position)
        if key not in self._drawn_in:
            self._drawn_in[key] = self._first_end(position)
        return self._drawn_in[key]

    def _first_end(self, position: Any) -> int | None:
        """How far the first end of drawn play is from here; a table says it of what it has."""
        first: int | None = None
        for plies, ply in enumerate(self._drawn_plies(position)):
            ends = (self._plies_to_end(each) for each in ply)
            first = min((plies + each for each in ends if each is not None), default=first)
            if first is not None and first <= plies + 1:
                break
        return first

    def _drawn_plies(self, position: Any) -> Iterator[list[Any]]:
        """The drawn positions that drawing moves come to, ply by ply, each once.

        No move of a drawn position wins: one that gets a draw leads to a drawn position.
        """
        ply, met = [position], {self.rules.canonical(position)}
        while ply:
            yield ply
            after = []
            unsolved = (one for one in ply if not self.search.solved.outcome(self._key(one)))
            played = ((one, each) for one in unsolved for _, each in self.rules.played(one))
            for before, successor in played:
                key = self.rules.canonical(successor)
                if key not in met and self.move_gets(before, successor, ANY_DRAW):
                    after.append(successor)
                    met.add(key)
            ply = after

    def _plies_to_end(self, position: Any) -> int | None:
        """The plies that a drawn position takes, where play has ended, or a table knows."""
        if self.rules.ending(position) is not None:
            return 0
        solved = self.search.solved.outcome(self._key(position))
        return None if solved is None else solved.remoteness

    def _key(self, position: Any) -> Any:
        return self.rules.canonical(position)

    # ── in words ───────────────────────────────────────────────────────────

    def known(self, position: Any) -> Bounds:
        """What is known of a position, in words; of a settled draw, how long it takes if known."""
        least, most = self.bounds(position)
        drawn = self.drawn_outcome(position) if (least, most) == (0, 0) else None
        return Bounds(drawn, drawn) if drawn is not None else bounds_between(least, most)

    def drawn_outcome(self, position: Any) -> Outcome | None:
        """The outcome of a drawn position, if it was asked how long it takes."""
        if self.rules.ending(position) is not None:
            return Outcome(Value.DRAW, 0)
        key = self.rules.canonical(position)
        if key in self._drawn_in:
            return Outcome(Value.DRAW, self._drawn_in[key])
        return self.search.solved.outcome(key)

    def worth_of_move(self, position: Any, successor: Any) -> tuple[int, int]:
        """The bounds of a move, from what is known of its successor."""
        kept = self.rules.turn_kept(position, successor)
        bounds = [back(worth, kept) for worth in self.bounds(successor)]
        return min(bounds), max(bounds)
