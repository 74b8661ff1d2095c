"""One question by retrograde analysis on demand: of what is looked at, and of no more.

**The side that wants an end**, the *hunter*, is the mover where a question is above 0, and the
other where it is not (``kernels.alpha_beta``). What the hunter has at a position is a number of the
scale of ``proofs.worths``, as he sees it: at his own turns the greatest of his moves, at the
other's the least, each a ply nearer to 0. Before anything is looked at he has nothing anywhere;
ends give him something, and what he has only grows. What comes out is the *least fixed point*, and
in it nothing rests on itself. So each number holds as soon as it is found, whatever the loops.

**No is shown by a set that is closed under play.** At the hunter's turns all his moves stay in it;
at the other's, one does, the *refuge*; and in none of its positions has the hunter what he needs
there. From the position asked down, such a set is what is *open*: so long as some of it is not
expanded, nothing is shown; once all of it is, the answer is no, for all of its positions, by
whatever way they are reached. Of the other's moves only one at a time is looked into: into what is
refuted if there is such a move, else into what is open already, else into something new. When the
hunter has what he needs there, another refuge is taken.

**With a number of plies** a position may be needed by lines of different lengths. The shortest
leaves most plies. Where a longer one comes to it too, its plies themselves are looked for, until
no more can be had: then each number in the closed set is the exact one, as far as the most plies
go.

**What it costs**: each position is expanded once, and each move looked at once for every time that
the number after it grows; what is open is gone through anew whenever as many more were expanded. So
the time is in proportion to what is looked at, and so is the memory, for nothing may be forgotten.

X. Liu, S. Smolka, "Simple linear-time algorithms for minimal fixed points", 1998; J. Jensen and
others, "Local model checking of weighted CTL with upper-bound constraints", 2013.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

import attrs

from gamesolver.proofs.plain_table import VISITED_A_LOOK, BoundsTable
from gamesolver.proofs.questions import Forgotten, Watch
from gamesolver.proofs.worths import INFINITE, Scales, farther_by_ply, nearer_by_ply
from gamesolver.proofs.worths import NOTHING as NOTHING_KNOWN
from gamesolver.rules.guard import Rules
from gamesolver.tables.solved import SolvedPositions

PATIENCE = 32
"""So many answers may another search lose before it takes turns with this one."""
LEAST_BATCH = 64
"""So many positions are expanded before what is open is gone through anew: as many as it has."""
NOTHING = -INFINITE
"""What the hunter has where no end is in sight that he gains by."""
SEEN, UNSEEN, NEW = range(3)
"""Whether a place is open in this sweep, was so in another, or is yet to be looked at."""

Pair = tuple[int, int]
Name = tuple[Any, bool]
"""What a place is known by: its key, and whether the hunter is to move there."""


class After(NamedTuple):
    """Where a move leads."""

    position: Any
    name: Name


@attrs.define(eq=False)
class HuntedPosition:
    """A position, as one hunter sees it."""

    position: Any
    name: Name
    has: int
    """What he has there, so far."""
    most: int
    """More than this he never has."""
    needs: int = INFINITE
    """What he needs there: by the shortest line, which leaves most plies."""
    is_exact: bool = False
    """Whether longer lines come here too, so that each ply counts."""
    seen: int = 0
    """The number of the sweep in which it was open."""
    after: list[After] | None = None
    """Where its moves lead, once it is expanded."""
    sources: dict[HuntedPosition, None] = attrs.field(factory=dict)
    """The places whose moves lead here, as far as they were looked into."""

    @property
    def hunts(self) -> bool:
        """Whether the hunter is to move."""
        return self.name[1]

    @property
    def is_open(self) -> bool:
        """Whether more may come of it: the hunter has not what he needs, and may have it."""
        return self.has < (self.most if self.is_exact else self.needs) and self.needs <= self.most

    @property
    def bounds(self) -> Pair:
        """Between which worths its own lies, to its mover."""
        return (self.has, self.most) if self.hunts else (-self.most, -self.has)


class Hunt:
    """Answers questions, and keeps all positions that it has expanded for it."""

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
        """What is shown is kept there."""
        self.most = most
        """So many places there is room for."""
        self.visited = 0
        self._scales = Scales.of(rules)
        self._unit = self._scales.first.unit
        self._places: dict[Name, HuntedPosition] = {}
        self._watch: Watch = nobody
        self._sweep = 0
        self._has_grown = False
        """Whether the hunter got more anywhere, since the sweep began."""
        self._coming: deque[HuntedPosition] = deque()
        """Open, and not expanded."""

    def ask(self, position: Any, asked: int, visits: int, watch: Watch) -> int | None:
        """A bound on the position's worth, as any search gives it.

        ``None`` where it visits so many, or finds no room: what it has shown by then it keeps.
        """
        self._watch = watch
        try:
            return self._answer(position, asked, self.visited + visits)
        except KeyboardInterrupt:  # which may come while numbers are half reckoned
            self._places.clear()
            raise

    def _answer(self, position: Any, asked: int, last: int) -> int | None:
        """The same, until so many are visited in all."""
        hunts = asked > 0
        root = self._place(After(position, (self.rules.canonical(position), hunts)))
        needs = asked if hunts else 1 - asked
        while root.has < needs <= root.most:
            opened = self._open(root, needs)
            if not self._coming and not self._has_grown:
                self._close(opened)
            elif self.visited >= last or not self._has_room():
                return None
            self._expand(max(LEAST_BATCH, len(opened)), root, needs)
        least, most = root.bounds
        return least if least >= asked else most

    def known(self, key: Any) -> Pair:
        """Between which worths that of a canonical position lies, as far as was shown here."""
        bounds = [
            place.bounds for hunts in (True, False) if (place := self._places.get((key, hunts)))
        ]
        leasts, mosts = zip(NOTHING_KNOWN, *bounds, strict=True)
        return max(leasts), min(mosts)

    # ── what is open ───────────────────────────────────────────────────────

    def _open(self, root: HuntedPosition, needs: int) -> list[HuntedPosition]:
        """All that is open, the nearest first; what is not expanded of it is put in line."""
        self._sweep += 1
        self._has_grown = False
        self._coming.clear()
        reached: list[HuntedPosition] = []
        self._reach(root, needs, False, reached)
        for place in reached:  # which grows
            if place.is_open and place.after is not None:
                if not place.hunts:
                    self._reckon(place)  # where less is needed than before, refuges are none
                after = farther_by_ply(place.needs, self._unit)
                for each in self._next(place, place.after):
                    self._reach(each, after, place.is_exact, reached)
        self._coming += [each for each in reached if each.is_open and each.after is None]
        return [each for each in reached if each.is_open]

    def _reach(
        self, place: HuntedPosition, needs: int, is_exact: bool, reached: list[HuntedPosition]
    ) -> None:
        """A line comes to a place; where another one had other plies, it is gone on from anew."""
        if place.seen != self._sweep:
            place.seen, place.needs, place.is_exact = self._sweep, needs, is_exact
            reached.append(place)
        elif needs < place.needs or not (place.is_exact or (needs == place.needs and not is_exact)):
            place.needs, place.is_exact = min(needs, place.needs), True
            reached.append(place)

    def _next(self, place: HuntedPosition, after: list[After]) -> Iterable[HuntedPosition]:
        """Where it may go on from an open place: the hunter's moves, or the refuge."""
        if place.hunts:
            return [self._places[each.name] for each in after]
        return (self._refuge(place, after),)

    def _close(self, opened: list[HuntedPosition]) -> None:
        """Nothing open is left to be expanded: the hunter has no more than he has."""
        for place in opened:
            place.most = min(place.most, max(place.needs - 1, place.has))
            self._keep(place)

    # ── expanding ──────────────────────────────────────────────────────────

    def _has_room(self) -> bool:
        if len(self._places) <= self.most:
            return True
        self._places.clear()
        return False

    def _expand(self, most: int, root: HuntedPosition, needs: int) -> None:
        """Expand so many places, or all that come, until the root is settled."""
        while self._coming and most and root.has < needs:
            place = self._coming.popleft()
            if place.after is None and place.is_open:
                most -= 1
                place.after = self._listed(place)
                for each in place.after if place.hunts else ():
                    self._put_in_line(place, self._look_into(place, each))
                self._reckon(place)

    def _listed(self, place: HuntedPosition) -> list[After]:
        """Where the moves of a place lead, each place once."""
        after: dict[Name, Any] = {}
        for _, position in self.rules.played(place.position):
            hunts = place.hunts == self.rules.turn_kept(place.position, position)
            after.setdefault((self.rules.canonical(position), hunts), position)
            self.visited += 1
            if self.visited % VISITED_A_LOOK == 0:
                self._watch(self.visited, self.table.forgotten.entries)
        return [After(position, name) for name, position in after.items()]

    def _look_into(self, source: HuntedPosition, after: After) -> HuntedPosition:
        """The place after a move, which from now on tells the one before it what it has."""
        place = self._place(after)
        place.sources[source] = None
        return place

    def _put_in_line(self, source: HuntedPosition, place: HuntedPosition) -> None:
        """A new place is open, if the one before it is, and may be expanded in this sweep."""
        if place.seen != self._sweep and place.after is None:
            needs = farther_by_ply(source.needs, self._unit)
            place.seen, place.needs, place.is_exact = self._sweep, needs, source.is_exact
            if place.is_open:
                self._coming.append(place)

    def _place(self, after: After) -> HuntedPosition:
        """The place of a position, with what is known of it."""
        place = self._places.get(after.name)
        if place is None:
            key, hunts = after.name
            least, most = self._known(after.position, key)
            has, most = (least, most) if hunts else (-most, -least)
            place = HuntedPosition(after.position, after.name, has if has > 0 else NOTHING, most)
            self._places[after.name] = place
        return place

    def _known(self, position: Any, key: Any) -> Pair:
        """Between which worths a position lies, before its moves are looked at."""
        ending, scale = self.rules.ending(position), self._scales.at(position)
        if ending is not None:
            return scale.of_end(ending), scale.of_end(ending)
        solved = self.solved.worth(key)
        if solved is not None:
            return solved, solved
        (least, most), (lowest, highest) = self.table.bounds(key), scale.going_on
        return max(least, lowest), min(most, highest)

    # ── what the hunter has ────────────────────────────────────────────────

    def _reckon(self, place: HuntedPosition) -> None:
        """Let a place, and all that rest on it, have what their moves give."""
        waiting = deque([place])
        while waiting:
            place = waiting.popleft()
            has = self._reckoned(place)
            if has > place.has:
                place.has, self._has_grown = has, True
                self._keep(place)
                waiting += place.sources

    def _reckoned(self, place: HuntedPosition) -> int:
        """What the hunter has by his best move, or by the other's, where all were looked into."""
        assert place.after is not None
        if place.hunts:
            has = max(each.has for each in self._next(place, place.after))
        else:
            self._put_in_line(place, self._refuge(place, place.after))
            found = (self._places.get(each.name) for each in place.after)
            has = min(NOTHING if each is None else each.has for each in found)
        return nearer_by_ply(has, self._unit) if has > 0 else NOTHING

    def _refuge(self, place: HuntedPosition, after: list[After]) -> HuntedPosition:
        """Where the other does best to move: what is refuted, else what is open already, or new."""
        needs = farther_by_ply(place.needs, self._unit)
        while True:
            dangers = [self._danger(each, needs, place.is_exact) for each in after]
            least = min(dangers)
            refuge = self._look_into(place, after[dangers.index(least)])
            if least[1] != NEW:
                return refuge

    def _danger(self, after: After, needs: int, is_exact: bool) -> tuple[int, int]:
        """What speaks against a move of the other: what the hunter has after it, and looking."""
        found = self._places.get(after.name)
        if found is None:
            return NOTHING, NEW
        if found.most < needs:
            return NOTHING - 1, SEEN
        has = found.has if is_exact or found.has >= needs else NOTHING
        return has, SEEN if found.seen == self._sweep else UNSEEN

    def _keep(self, place: HuntedPosition) -> None:
        """Keep in the table what was shown of a place."""
        self.table.keep(place.name[0], *place.bounds)


class TakesTurns:
    """A search beside which retrograde analysis is asked; what either shows is in one table."""

    method: ClassVar[str]
    """What it does by itself, in words."""
    table: BoundsTable
    hunt: Hunt
    _looked_at: int
    """How many positions it looked at by itself."""
    _watch: Watch

    @property
    def how(self) -> str:
        """Which methods found what is known."""
        besides = " and retrograde analysis on demand" if self.hunt.visited else ""
        return f"{self.method}{besides} in plain Python"

    @property
    def visited(self) -> int:
        """How many positions were looked at, by both."""
        return self._looked_at + self.hunt.visited

    @property
    def forgotten(self) -> Forgotten:
        """How much of them their table has forgotten."""
        return self.table.forgotten

    def known(self, key: Any) -> Pair:
        """Between which worths that of a canonical position lies, as far as is kept."""
        (least, most), (lowest, highest) = self.table.bounds(key), self.hunt.known(key)
        return max(least, lowest), min(most, highest)

    def _in_turns(
        self, position: Any, asked: int, go_on: Callable[[int], int | None], began: int
    ) -> int:
        """The answer to a question that is asked here and on demand, each in its turn.

        ``go_on`` searches until it has lost so many answers in all. Then as many positions are
        visited on demand as were looked at here since the question began; and so on, with twice the
        patience.
        """
        patience = PATIENCE
        while (answer := go_on(patience)) is None:
            answer = self.hunt.ask(position, asked, self._looked_at - began, self._look)
            if answer is not None:
                break
            patience *= 2
        return answer

    def _look(self, _visited: int, forgotten: int) -> None:
        """Tell whoever watches how many positions were looked at, by both."""
        self._watch(self.visited, forgotten)


def nobody(_visited: int, _forgotten: int) -> None:
    """Stops no search."""
