"""Retrograde analysis on demand, for one question and the positions it needs.

**Attacker.** The *attacker* is the side that wants an end: the player to move if the question is
above 0, and the other player if not (``kernels.alpha_beta``). The other side is the *defender*. The
attacker's number at a position, on the scale of ``proofs.search_scores``, is the greatest of the
attacker's moves, or the least of the defender's, each one ply nearer to 0. At first every position
has none. Terminal positions give a number, and numbers only grow. The result is the *least fixed
point*, in which no number supports itself by a cycle. Each number is therefore valid as soon as it
is found.

**Answer no.** It is proved by a set of positions that the attacker cannot leave: all moves of the
attacker stay in the set, and one move of the defender does, the *defence*. In no position of the
set has the attacker the number needed there. The *open* positions, from the root down, form such a
set once all of them are expanded. The answer is then no for all of them, on every line that reaches
them. The defender's moves are examined one at a time: a refuted one, else one that is open already,
else a new one. If the attacker gets the number needed there, another defence is chosen.

**Plies.** A position may be reached by lines of different lengths. The shortest leaves the most
plies. If a longer one reaches it too, its exact plies are computed, until they cannot grow. Each
number in the closed set is then exact, up to the most plies.

**Cost.** Each position is expanded once. Each move is examined once whenever the number after it
grows. The open set is traversed again whenever as many more positions were expanded. Time and
memory are thus proportional to the positions examined, and none may be dropped.

Sources: X. Liu, S. Smolka, "Simple linear-time algorithms for minimal fixed points", 1998; J.
Jensen and others, "Local model checking of weighted CTL with upper-bound constraints", 2013.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

import attrs

from gamesolver.kernels.scale import farther_by_ply, nearer_by_ply
from gamesolver.proofs.plain_table import VISITED_A_LOOK, BoundsTable
from gamesolver.proofs.questions import Forgotten, Watch
from gamesolver.proofs.search_scores import INFINITE, Scales
from gamesolver.proofs.search_scores import NOTHING as NOTHING_KNOWN
from gamesolver.rules.guard import Rules
from gamesolver.tables.solved import SolvedPositions

PATIENCE = 32
"""Results that another search may drop before it takes turns with this one."""
LEAST_BATCH = 64
"""Fewest positions expanded before the open set is traversed again."""
NOTHING = -INFINITE
"""Number of the attacker without a known favourable end."""
SEEN, UNSEEN, NEW = range(3)
"""State of a place: open in this sweep, open in another, or not examined yet."""

Pair = tuple[int, int]
Name = tuple[Any, bool]
"""Name of a place: its key, and True if the attacker is to move there."""


class After(NamedTuple):
    """Successor of a move."""

    position: Any
    name: Name


@attrs.define(eq=False)
class AnalysedPosition:
    """Position with the bounds on the number of one attacker."""

    position: Any
    name: Name
    has: int
    """Number of the attacker there, so far."""
    most: int
    """Upper bound of this number."""
    needs: int = INFINITE
    """Number needed there, by the shortest line, which leaves the most plies."""
    is_exact: bool = False
    """True if longer lines reach it too, so that each ply counts."""
    seen: int = 0
    """Number of the sweep in which it was open."""
    after: list[After] | None = None
    """Successors, once it is expanded."""
    sources: dict[AnalysedPosition, None] = attrs.field(factory=dict)
    """Places whose examined moves lead here."""

    @property
    def attacks(self) -> bool:
        """True if the attacker is to move."""
        return self.name[1]

    @property
    def is_open(self) -> bool:
        """True if the attacker lacks the number needed and may still get it."""
        return self.has < (self.most if self.is_exact else self.needs) and self.needs <= self.most

    @property
    def bounds(self) -> Pair:
        """Bounds for the player to move."""
        return (self.has, self.most) if self.attacks else (-self.most, -self.has)


class OnDemandAnalysis:
    """Search that answers questions, and stores all positions that it expands."""

    def __init__(
        self,
        rules: Rules[Any, Any],
        solved: SolvedPositions,
        table: BoundsTable,
        most: int,
    ) -> None:
        self.rules = rules
        self.solved = solved
        self.table = table
        """Table that stores the proved bounds."""
        self.most = most
        """Greatest number of places."""
        self.visited = 0
        self._scales = Scales.of(rules)
        self._unit = self._scales.first.unit
        self._places: dict[Name, AnalysedPosition] = {}
        self._watch: Watch = keep_on
        self._sweep = 0
        self._has_grown = False
        """True if a number of the attacker grew since the sweep began."""
        self._queue: deque[AnalysedPosition] = deque()
        """Open places that are not expanded."""

    def decide(self, position: Any, target: int, visits: int, watch: Watch) -> int | None:
        """Return a bound on the position, as any search does.

        Return ``None`` after ``visits`` positions or without room. Results so far are stored.
        """
        self._watch = watch
        try:
            return self._answer(position, target, self.visited + visits)
        except KeyboardInterrupt:  # numbers may be inconsistent now
            self._places.clear()
            raise

    def _answer(self, position: Any, target: int, last: int) -> int | None:
        """Return a bound, or ``None`` after ``last`` positions visited in total."""
        attacks = target > 0
        root = self._place(After(position, (self.rules.canonical(position), attacks)))
        needs = target if attacks else 1 - target
        while root.has < needs <= root.most:
            opened = self._open(root, needs)
            if not self._queue and not self._has_grown:
                self._close(opened)
            elif self.visited >= last or not self._has_room():
                return None
            self._expand(max(LEAST_BATCH, len(opened)), root, needs)
        least, most = root.bounds
        return least if least >= target else most

    def known(self, key: Any) -> Pair:
        """Return the bounds of a canonical position that were proved here."""
        bounds = [
            place.bounds for attacks in (True, False) if (place := self._places.get((key, attacks)))
        ]
        leasts, mosts = zip(NOTHING_KNOWN, *bounds, strict=True)
        return max(leasts), min(mosts)

    # ── open places ────────────────────────────────────────────────────────

    def _open(self, root: AnalysedPosition, needs: int) -> list[AnalysedPosition]:
        """Return the open places, nearest first, and queue those not expanded."""
        self._sweep += 1
        self._has_grown = False
        self._queue.clear()
        reached: list[AnalysedPosition] = []
        self._reach(root, needs, False, reached)
        for place in reached:  # which grows
            if place.is_open and place.after is not None:
                if not place.attacks:
                    self._update(place)  # if less is needed than before, defences are invalid
                after = farther_by_ply(place.needs, self._unit)
                for each in self._next(place, place.after):
                    self._reach(each, after, place.is_exact, reached)
        self._queue += [each for each in reached if each.is_open and each.after is None]
        return [each for each in reached if each.is_open]

    def _reach(
        self, place: AnalysedPosition, needs: int, is_exact: bool, reached: list[AnalysedPosition]
    ) -> None:
        """Reach a place by a line, and again if its plies differ from those of another line."""
        if place.seen != self._sweep:
            place.seen, place.needs, place.is_exact = self._sweep, needs, is_exact
            reached.append(place)
        elif needs < place.needs or not (place.is_exact or (needs == place.needs and not is_exact)):
            place.needs, place.is_exact = min(needs, place.needs), True
            reached.append(place)

    def _next(self, place: AnalysedPosition, after: list[After]) -> Iterable[AnalysedPosition]:
        """Return all successors of an open place of the attacker, or the defender's defence."""
        if place.attacks:
            return [self._places[each.name] for each in after]
        return (self._defence(place, after),)

    def _close(self, opened: list[AnalysedPosition]) -> None:
        """Close the open set, which is fully expanded: the attacker's numbers are final."""
        for place in opened:
            place.most = min(place.most, max(place.needs - 1, place.has))
            self._keep(place)

    # ── expanding ──────────────────────────────────────────────────────────

    def _has_room(self) -> bool:
        if len(self._places) <= self.most:
            return True
        self._places.clear()
        return False

    def _expand(self, most: int, root: AnalysedPosition, needs: int) -> None:
        """Expand up to ``most`` places, until the root is resolved."""
        while self._queue and most and root.has < needs:
            place = self._queue.popleft()
            if place.after is None and place.is_open:
                most -= 1
                place.after = self._listed(place)
                for each in place.after if place.attacks else ():
                    self._queue_if_open(place, self._examine(place, each))
                self._update(place)

    def _listed(self, place: AnalysedPosition) -> list[After]:
        """Return the successors of a place, each once."""
        after: dict[Name, Any] = {}
        for _, position in self.rules.played(place.position):
            attacks = place.attacks == self.rules.turn_kept(place.position, position)
            after.setdefault((self.rules.canonical(position), attacks), position)
            self.visited += 1
            if self.visited % VISITED_A_LOOK == 0:
                self._watch(self.visited, self.table.forgotten.entries)
        return [After(position, name) for name, position in after.items()]

    def _examine(self, source: AnalysedPosition, after: After) -> AnalysedPosition:
        """Return the place after a move, and register its source for updates."""
        place = self._place(after)
        place.sources[source] = None
        return place

    def _queue_if_open(self, source: AnalysedPosition, place: AnalysedPosition) -> None:
        """Queue a new place for expansion in this sweep if it is open."""
        if place.seen != self._sweep and place.after is None:
            needs = farther_by_ply(source.needs, self._unit)
            place.seen, place.needs, place.is_exact = self._sweep, needs, source.is_exact
            if place.is_open:
                self._queue.append(place)

    def _place(self, after: After) -> AnalysedPosition:
        """Return the place of a position with its known bounds."""
        place = self._places.get(after.name)
        if place is None:
            key, attacks = after.name
            least, most = self._known(after.position, key)
            has, most = (least, most) if attacks else (-most, -least)
            place = AnalysedPosition(after.position, after.name, has if has > 0 else NOTHING, most)
            self._places[after.name] = place
        return place

    def _known(self, position: Any, key: Any) -> Pair:
        """Return the bounds of a position before its moves are examined."""
        ending, scale = self.rules.ending(position), self._scales.at(position)
        if ending is not None:
            return scale.of_end(ending), scale.of_end(ending)
        solved = self.solved.score(key)
        if solved is not None:
            return solved, solved
        (least, most), (lowest, highest) = self.table.bounds(key), scale.going_on
        return max(least, lowest), min(most, highest)

    # ── the attacker's numbers ───────────────────────────────────────────────

    def _update(self, place: AnalysedPosition) -> None:
        """Update the number of a place, and propagate it to its sources."""
        waiting = deque([place])
        while waiting:
            place = waiting.popleft()
            has = self._updated_number(place)
            if has > place.has:
                place.has, self._has_grown = has, True
                self._keep(place)
                waiting += place.sources

    def _updated_number(self, place: AnalysedPosition) -> int:
        """Return the attacker's number by the best move of the player to move."""
        assert place.after is not None
        if place.attacks:
            has = max(each.has for each in self._next(place, place.after))
        else:
            self._queue_if_open(place, self._defence(place, place.after))
            found = (self._places.get(each.name) for each in place.after)
            has = min(NOTHING if each is None else each.has for each in found)
        return nearer_by_ply(has, self._unit) if has > 0 else NOTHING

    def _defence(self, place: AnalysedPosition, after: list[After]) -> AnalysedPosition:
        """Return the defender's best successor: a refuted one, else an open or a new one."""
        needs = farther_by_ply(place.needs, self._unit)
        while True:
            dangers = [self._danger(each, needs, place.is_exact) for each in after]
            least = min(dangers)
            defence = self._examine(place, after[dangers.index(least)])
            if least[1] != NEW:
                return defence

    def _danger(self, after: After, needs: int, is_exact: bool) -> tuple[int, int]:
        """Return the danger of a move of the defender: the attacker's number, and its state."""
        found = self._places.get(after.name)
        if found is None:
            return NOTHING, NEW
        if found.most < needs:
            return NOTHING - 1, SEEN
        has = found.has if is_exact or found.has >= needs else NOTHING
        return has, SEEN if found.seen == self._sweep else UNSEEN

    def _keep(self, place: AnalysedPosition) -> None:
        """Store the proved bounds of a place in the table."""
        self.table.keep(place.name[0], *place.bounds)


class TakesTurns:
    """Search that takes turns with retrograde analysis on demand, with a shared table."""

    method: ClassVar[str]
    """Name of its own method."""
    table: BoundsTable
    on_demand: OnDemandAnalysis
    _visited_here: int
    """Number of positions that it visited itself."""
    _watch: Watch

    @property
    def how(self) -> str:
        """Names of the methods used."""
        more = " and retrograde analysis on demand" if self.on_demand.visited else ""
        return f"{self.method}{more} in plain Python"

    @property
    def visited(self) -> int:
        """Number of positions visited by both."""
        return self._visited_here + self.on_demand.visited

    @property
    def forgotten(self) -> Forgotten:
        """Number of positions that the table has dropped."""
        return self.table.forgotten

    def known(self, key: Any) -> Pair:
        """Return the stored bounds of a canonical position."""
        (least, most), (lowest, highest) = self.table.bounds(key), self.on_demand.known(key)
        return max(least, lowest), min(most, highest)

    def _in_turns(
        self, position: Any, target: int, search: Callable[[int], int | None], began: int
    ) -> int:
        """Return the answer to a question, searched here and on demand in turns.

        ``go_on`` searches until it has dropped that many results. Then as many positions are
        visited on demand as were visited here since the question began. This repeats with twice the
        patience.
        """
        patience = PATIENCE
        while (answer := search(patience)) is None:
            answer = self.on_demand.decide(position, target, self._visited_here - began, self._look)
            if answer is not None:
                break
            patience *= 2
        return answer

    def _look(self, _visited: int, forgotten: int) -> None:
        """Report the number of positions visited by both."""
        self._watch(self.visited, forgotten)


def keep_on(_visited: int, _forgotten: int) -> None:
    """Do nothing, as a callback that never stops a search."""
