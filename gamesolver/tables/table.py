"""Interface of the outcome tables, and counts of positions by outcome.

A :class:`Table` returns the outcome of a canonical position and iterates over the canonical
positions it holds. A ``Solution`` needs a game and a table, and nothing else.
:class:`DictTable` is the table of a game in plain Python: a dictionary from position to
number, and columns with the outcome of each number.

:func:`count_outcomes` counts positions by outcome, in the whole table or in a :class:`Part`.
A canonical position represents its orbit, so a part must be closed under symmetry.

* A stage is, by the game contract.
* A position is reachable if the start leads to any member of its orbit.
* The player to move is not if a symmetry exchanges the players. The count is then refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Mapping
from itertools import repeat
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import attrs
import numpy as np

from gamesolver.errors import GameSolverError, InvalidArgumentError
from gamesolver.rules.game import Game, PositionT
from gamesolver.rules.guard import Rules, faults
from gamesolver.tables.labels import PENDING, Labels
from gamesolver.texts import spelled
from gamesolver.value import AS_A_DRAW, Outcome

if TYPE_CHECKING:
    from gamesolver.graph.graph import GameGraph
    from gamesolver.system.columns import Columns


# ── counting the positions of a solution by outcome, all of them or a part ──────────────────────


@attrs.frozen
class Part:
    """Selection of the positions to count. ``symmetric`` counts all members of each orbit."""

    symmetric: bool
    seat: int | None
    stage: Hashable
    reachable: bool


ALL = Part(symmetric=False, seat=None, stage=None, reachable=False)
"""Each canonical position once."""


def count_outcomes(rules: Rules[Any, Any], table: Table[Any], part: Part) -> dict[Outcome, int]:
    """Return the number of positions with each outcome in a part, best outcome first."""
    if part.seat is not None and part.seat not in (0, 1):
        raise InvalidArgumentError(f"bad seat {spelled(part.seat)}: expected 0 or 1")
    require_stages(rules, part.stage, "counts(stage=...)")
    counts = table.count(rules, part)
    best_first = sorted(counts, key=AS_A_DRAW.key, reverse=True)
    return {outcome: counts[outcome] for outcome in best_first}


def count_one_by_one(rules: Rules[Any, Any], table: Table[Any], part: Part) -> Counter[Outcome]:
    """Return the counts of a part, testing every position of a table by the rules."""
    if part.seat is not None:
        _require_seats(rules, table)
    counts: Counter[Outcome] = Counter()
    for position, outcome in table.items():
        if (
            (part.seat is None or rules.player(position) == part.seat)
            and (part.stage is None or rules.stage(position) == part.stage)
            and (not part.reachable or table.start_reaches(position))
        ):
            counts[outcome] += len(rules.orbit(position)) if part.symmetric else 1
    return counts


def _require_seats(rules: Rules[Any, Any], table: Table[Any]) -> None:
    """Raise unless the player to move is known for every position and equal within its orbit."""
    for position in table:
        seats = {rules.player(image) for image in rules.orbit(position)}
        if None in seats:
            raise no_seats(rules.game)
        if len(seats) > 1:
            raise folded_together(rules.game)


def require_stages(rules: Rules[Any, Any], stage: Hashable, needing: str) -> None:
    """Raise if a stage is requested of a game without stages."""
    if stage is not None and not rules.has_stages:
        raise InvalidArgumentError(f"{rules.game!r} has no stages: {needing} needs them")


def no_seats(game: Game[Any, Any]) -> InvalidArgumentError:
    """Return the error for counts by player if the game does not name the player to move."""
    return InvalidArgumentError(
        f"counts(seat=...) needs the player to move: {game!r} names no players; "
        "write its player method"
    )


def folded_together(game: Game[Any, Any]) -> InvalidArgumentError:
    """Return the error for counts by player if symmetric positions differ in the player to move."""
    return InvalidArgumentError(
        "counts(seat=...) needs the player to move: the symmetries of "
        f"{game!r} exchange the two players"
    )


# ── tables: where a solution keeps its outcomes ─────────────────────────────────────────────────

Finder = Callable[[object], Outcome | None]
"""Function that returns the outcome of any object, or ``None`` if it is not a position."""


def probe_one_by_one(positions: Iterable[object], one: Finder) -> Columns:
    """Return the entries of any objects, looked up one by one."""
    from gamesolver.tables.entries import VALUES

    return np.fromiter((VALUES.entry_for(one(position)) for position in positions), np.int64)


def labels_one_by_one(positions: Iterable[object], one: Finder) -> Labels:
    """Return the labels of any objects, looked up one by one."""
    outcomes = [one(position) for position in positions]
    points = [0 if each is None else each.points for each in outcomes]
    plies = [PENDING if each is None else _plies_of(each) for each in outcomes]
    return Labels(np.array(points, np.int64), np.array(plies, np.int32))


def _plies_of(outcome: Outcome) -> int:
    return ~outcome.last_gain if outcome.remoteness is None else outcome.remoteness


class Table(Protocol[PositionT]):
    """Interface of the store that holds the outcomes of a solution."""

    def __len__(self) -> int:
        """Return the number of canonical positions."""

    def __iter__(self) -> Iterator[PositionT]:
        """Iterate over the canonical positions, always in the same order."""

    def get(self, position: object) -> Outcome | None:
        """Return the outcome of a canonical position, or ``None`` for any other hashable object."""

    def missing(
        self, game: Game[Any, Any], position: object, before: object = None
    ) -> GameSolverError:
        """Return the error for a position of the game that has no outcome here.

        ``before`` is the position one move earlier, if known.
        """

    def items(self) -> Iterator[tuple[PositionT, Outcome]]:
        """Iterate over the positions with their outcomes, in order."""

    def probe(self, positions: Iterable[object], one: Finder) -> Columns:
        """Return the entries of any objects, ``PENDING`` for an object that is not a position.

        ``one`` finds the outcome of one of them by way of the game and this table.
        """

    def probe_labels(self, positions: Iterable[object], one: Finder) -> Labels:
        """Return the labels of any objects, points and plies, also in a game with scores."""

    def start_reaches(self, position: PositionT) -> bool:
        """Return True if the start leads to a member of this canonical position's orbit."""

    def count(self, rules: Rules[Any, Any], part: Part) -> Mapping[Outcome, int]:
        """Return the number of positions with each outcome in a part."""

    def examples(self) -> dict[Outcome, PositionT]:
        """Return one position for each outcome that occurs."""

    def is_endless(self) -> bool:
        """Return True if no position has a finite outcome."""


KeyT = TypeVar("KeyT")
EntryT = TypeVar("EntryT")


class EntriesView(ItemsView[KeyT, EntryT]):
    """View of keys with their entries. Like a view of a ``dict``, it contains pairs only.

    ``ItemsView`` unpacks any object, and raises ``TypeError`` or ``ValueError`` for others.
    """

    __slots__ = ()

    def __contains__(self, item: object) -> bool:
        return isinstance(item, tuple) and len(item) == 2 and super().__contains__(item)


@attrs.frozen(eq=False)
class DictTable(Generic[PositionT]):
    """Dictionary from position to number, with the label of each number."""

    positions: list[PositionT]
    index: dict[PositionT, int]
    labels: Labels
    reached: int
    is_scored: bool = False
    payoffs: Columns | None = None
    """Payoff of infinite play for the player to move, if it is not 0."""
    _made: dict[tuple[int, int, int], Outcome] = attrs.field(factory=dict, init=False)
    """Outcomes made so far. Each is made only once."""

    @classmethod
    def of(cls, graph: GameGraph[PositionT, Any], labels: Labels) -> DictTable[PositionT]:
        """Return the table of a solved graph."""
        is_scored = Rules(graph.game).is_scored
        return cls(graph.found, graph.index, labels, graph.reached, is_scored, graph.payoffs)

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[PositionT]:
        return iter(self.positions)

    def get(self, position: object) -> Outcome | None:
        index = self.index.get(position)  # type: ignore[arg-type]  # any object
        return None if index is None else self.at(index)

    def missing(
        self, game: Game[Any, Any], position: object, before: object = None
    ) -> GameSolverError:
        error: GameSolverError = faults().changed_rules(game, position, before)
        return error

    def at(self, index: int) -> Outcome:
        """Return the outcome of the position with a number."""
        payoff = 0 if self.payoffs is None else self.payoffs.item(index)
        return self._outcome(self.labels.points.item(index), self.labels.plies.item(index), payoff)

    def items(self) -> Iterator[tuple[PositionT, Outcome]]:
        points, plies = self.labels.points.tolist(), self.labels.plies.tolist()
        payoffs = repeat(0) if self.payoffs is None else self.payoffs.tolist()
        for position, *label in zip(self.positions, points, plies, payoffs, strict=False):
            yield position, self._outcome(*label)

    def probe(self, positions: Iterable[object], one: Finder) -> Columns:
        return probe_one_by_one(positions, one)

    def probe_labels(self, positions: Iterable[object], one: Finder) -> Labels:
        return labels_one_by_one(positions, one)

    def start_reaches(self, position: PositionT) -> bool:
        return self.index[position] < self.reached

    def count(self, rules: Rules[Any, Any], part: Part) -> Mapping[Outcome, int]:
        return count_one_by_one(rules, self, part)

    def examples(self) -> dict[Outcome, PositionT]:
        by_outcome: dict[Outcome, PositionT] = {}
        for position, outcome in self.items():
            by_outcome.setdefault(outcome, position)
        return by_outcome

    def is_endless(self) -> bool:
        return bool((self.labels.plies < 0).all())

    def _outcome(self, points: int, plies: int, payoff: int) -> Outcome:
        outcome = self._made.get((points, plies, payoff))
        if outcome is None:
            outcome = Outcome.of(points, plies, self.is_scored, payoff)
            self._made[points, plies, payoff] = outcome
        return outcome
