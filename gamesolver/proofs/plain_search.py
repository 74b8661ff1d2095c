"""Alpha-beta search in plain Python, for one question about one position.

The search is that of ``kernels.alpha_beta``. The docstring there describes it, and proves that
stored answers are right in games with loops. The table is that of ``proofs.plain_table``.

**If loops are large and tangled**, answers that depend on the path are not stored, and the search
repeats them, even with good moves first. So it counts them. If there are many, it takes turns with
retrograde analysis on demand, as a search by proof numbers does (``proofs.plain_proof_numbers``).
Games with gains are searched without it.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

import attrs

from gamesolver.proofs.on_demand import Hunt, TakesTurns
from gamesolver.proofs.plain_table import PARTS, SLOTS_A_PLACE, VISITED_A_LOOK, BoundsTable
from gamesolver.proofs.questions import Tables, Watch
from gamesolver.proofs.worths import INFINITE, Scale, Scales
from gamesolver.rules.guard import Rules, faults
from gamesolver.tables.solved import NOTHING_SOLVED, SolvedPositions
from gamesolver.value import Bounds, Outcome

Knows = Callable[[Any], "tuple[Any, ...] | Outcome | Bounds | None"]
"""What is known of a position before its moves are looked at, as ``candidates`` says it."""

NEVER = 1 << 40  # a depth to which nothing comes back

Brought = tuple["int | None", int]
"""The answer of a position, or nothing where it joins the line; the depth that it rests on."""


@attrs.define
class Frame:
    """A position of the line that is being looked at, and what is known of it so far."""

    key: Any
    asked: int
    scale: Scale
    successors: list[tuple[Any, bool, int]]
    """Those still to be looked at, the next one last; whether the turn is kept, and the gain."""
    kept: bool = False
    """Whether it is in the one that is being looked at."""
    gain: int = 0
    """What the move there gains."""
    best: int = -INFINITE
    oldest: int = NEVER

    def next(self) -> Any:
        """The next successor, which is looked at from now on."""
        successor, self.kept, self.gain = self.successors.pop()
        return successor

    def back(self, answer: int) -> int:
        """What the answer of that one makes of the move."""
        return self.scale.back(answer, self.kept, self.gain)

    def question(self) -> int:
        """What it is asked."""
        return self.scale.asked_next(self.asked, self.kept, self.gain)


class PlainSearch(TakesTurns):
    """Answers questions about positions of one game, with a table that serves them all."""

    method = "alpha-beta"

    def __init__(
        self,
        rules: Rules[Any, Any],
        slots: int,
        watch: Watch,
        solved: SolvedPositions = NOTHING_SOLVED,
        knows: Knows | None = None,
    ) -> None:
        self.rules = rules
        self.solved = solved
        self._scales = Scales.of(rules)
        self._knows = rules.candidates if knows is None else knows
        self._slots = slots
        places = 0 if rules.has_gains else slots // PARTS
        self.table = BoundsTable(slots - places)
        self.hunt = Hunt(rules, solved, self.table, places // SLOTS_A_PLACE)
        self._looked_at = self._lost = 0
        self._watch = watch
        self._line: list[Frame] = []
        self._depths: dict[Any, int] = {}
        self._brought: Brought = None, NEVER

    def prepare(self) -> None:
        """Nothing is compiled here."""

    def ask(self, position: Any, asked: int) -> int:
        """A bound on the position's worth: from below if it is worth so much, else from above."""
        self._watch(self.visited, self.forgotten.entries)
        self._line, self._depths = [], {}  # a question that was not answered may have left its line
        self._lost, began = 0, self._looked_at
        self._brought = self._enter(position, asked)
        if self.rules.has_gains:
            answer = self._go_on(NEVER)
            assert answer is not None
            return answer
        return self._in_turns(position, asked, self._go_on, began)

    def _go_on(self, patience: int) -> int | None:
        """The answer, unless so many are lost before."""
        answer, oldest = self._brought
        while self._line:
            frame = self._line[-1]
            if answer is not None:
                oldest = self._return(frame, frame.back(answer), oldest)
                if frame.best >= frame.asked or not frame.successors:
                    answer, oldest = self._brought = self._settle(oldest)
                    if self._lost >= patience and self._line:
                        return None
                    continue
            successor = frame.next()
            answer, oldest = self._enter(successor, frame.question())
        return answer

    def doubting(self, watch: Watch) -> PlainSearch:
        """A search with the same table, which believes no verdict of the author's."""
        search = copy(self)
        search._knows, search._watch = self._moves_known, watch
        return search

    def from_rules_alone(self, watch: Watch) -> PlainSearch:
        """A search with a table of its own, which asks the author nothing but the rules."""
        return PlainSearch(self.rules, self._slots, watch, self.solved, _nothing_known)

    def tables(self) -> Tables:
        """All that it has learned."""
        return self.table.kept(self.rules, self.visited)

    def take(self, tables: Tables) -> None:
        """Go on with what another search about the same game has learned."""
        self.table.take(self.rules, tables)
        self._looked_at = tables.visited

    def moves_first(self, position: Any) -> tuple[Any, ...]:
        """The moves of a position, those worth trying first."""
        moves, _ = self.rules.choices(position)
        return tuple(dict.fromkeys((*(self._moves_known(position) or ()), *moves)))

    def _moves_known(self, position: Any) -> tuple[Any, ...] | None:
        """The moves worth trying, where the author names them."""
        said = self._knows(position)
        return said if isinstance(said, tuple) else None

    def _enter(self, position: Any, asked: int) -> Brought:
        """What is known of a position without looking at its moves; else it joins the line."""
        self._looked_at += 1
        if self._looked_at % VISITED_A_LOOK == 0:
            self._watch(self.visited, self.forgotten.entries)
        key, scale = self.rules.canonical(position), self._scales.at(position)
        if self.rules.has_gains and key in self._depths:
            self._require_no_gain_since(self._depths[key], position)
        least, most = self._known(position, key, scale)
        if least >= asked or most < asked:
            return (least if least >= asked else most), NEVER
        if key in self._depths:
            return 0, self._depths[key]
        said = self._knows(position)
        if isinstance(said, Outcome | Bounds):
            if why := scale.why_not(said):
                raise faults().impossible_verdict(self.rules.game, position, said, why)
            least, most = scale.bounds_of(said)
            if least >= asked or most < asked:
                return (least if least >= asked else most), NEVER
            said = None
        self._depths[key] = len(self._line)
        self._line.append(Frame(key, asked, scale, self._successors(position, said)))
        return None, NEVER

    def _require_no_gain_since(self, depth: int, position: Any) -> None:
        """Raise where the line comes back to a position, and something was gained on the way.

        Who goes round again gains it again, and no question about so many points would be the last.
        """
        if any(frame.gain for frame in self._line[depth:]):
            raise faults().gain_on_a_loop(self.rules.game, position)

    def _known(self, position: Any, key: Any, scale: Scale) -> tuple[int, int]:
        """The bounds of a position by the rules' word for its end, or by a table."""
        ending = self.rules.ending(position)
        if ending is not None:
            worth = scale.of_end(ending)
            return worth, worth
        solved = self.solved.worth(key)
        if solved is not None:
            return solved, solved
        (least, most), (lowest, highest) = self.table.bounds(key), scale.going_on
        return max(least, lowest), min(most, highest)

    def _successors(
        self, position: Any, candidates: tuple[Any, ...] | None
    ) -> list[tuple[Any, bool, int]]:
        moves, play = self.rules.choices(position)
        strays = [move for move in candidates or () if move not in moves]
        if strays:
            raise faults().illegal_candidates(self.rules.game, position, strays)
        gain, kept = self.rules.gains(position), self.rules.turn_kept
        after = [(play(move), gain(move)) for move in reversed(candidates or moves)]
        listed = [(each, kept(position, each), gained) for each, gained in after]
        if self.rules.has_gains and not candidates:  # who moves again first, then what gains most
            listed.sort(key=lambda each: (each[1], each[2]))
        return listed

    def _return(self, frame: Frame, worth: int, oldest: int) -> int:
        """Take the worth of a move; the depth that the position's own answer would rest on."""
        frame.best = max(frame.best, worth)
        if worth >= frame.asked:
            return oldest
        frame.oldest = min(frame.oldest, oldest)
        return frame.oldest

    def _settle(self, oldest: int) -> tuple[int, int]:
        """A question is answered: keep the answer if it holds on other lines too."""
        frame = self._line.pop()
        del self._depths[frame.key]
        is_yes = frame.best >= frame.asked
        rests_on_ends = (frame.asked > 0) == is_yes
        if rests_on_ends or oldest >= len(self._line):
            oldest = NEVER
            bounds = (frame.best, INFINITE) if is_yes else (-INFINITE, frame.best)
            self.table.keep(frame.key, *bounds)
        else:
            self._lost += 1
        return frame.best, oldest


def _nothing_known(position: Any) -> None:
    """In place of ``candidates``."""
