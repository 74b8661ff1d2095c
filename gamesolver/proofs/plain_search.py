"""One question, by depth, in plain Python: is this position worth at least so much?

The search is that of ``kernels.alpha_beta``, whose lecture says how it goes, and why what it keeps
is right where play runs in loops. Here a table is a list of slots, one for each remainder of a
hash, and each holds the last position that came to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import copy
from typing import Any

import attrs
import numpy as np

from gamesolver.files.format import read_root, root_as_text
from gamesolver.proofs.questions import Tables, Watch
from gamesolver.proofs.worths import INFINITE, NOTHING, Scale, Scales
from gamesolver.rules.guard import Rules, faults
from gamesolver.tables.solved import NOTHING_SOLVED, SolvedPositions
from gamesolver.value import Bounds, Outcome

Knows = Callable[[Any], "tuple[Any, ...] | Outcome | Bounds | None"]
"""What is known of a position before its moves are looked at, as ``candidates`` says it."""

NEVER = 1 << 40  # a depth to which nothing comes back
VISITED_A_LOOK = 1 << 10


class Table:
    """The bounds of some positions; a new one takes the slot of an old one."""

    def __init__(self, slots: int) -> None:
        self._slots: list[tuple[Any, int, int] | None] = [None] * slots

    def __len__(self) -> int:
        return len(self._slots)

    def bounds(self, key: Any) -> tuple[int, int]:
        """Between which worths that of a position lies, as far as that is kept."""
        entry = self._slots[hash(key) % len(self._slots)]
        return entry[1:] if entry is not None and entry[0] == key else NOTHING

    def kept(self, rules: Rules[Any, Any], visited: int) -> Tables:
        """All bounds, each with the text of its position."""
        entries = [
            (root_as_text(rules, key), least, most)
            for key, least, most in (slot for slot in self._slots if slot is not None)
        ]
        return Tables(np.frombuffer(json.dumps(entries).encode(), np.uint8), None, visited)

    def take(self, rules: Rules[Any, Any], tables: Tables) -> None:
        """Keep what another table had."""
        for text, least, most in json.loads(bytes(tables.bounds)):
            self.keep(read_root(rules, text), least, most)

    def keep(self, key: Any, least: int, most: int) -> None:
        """Keep bounds, with what is known already."""
        known = self.bounds(key)
        entry = key, max(least, known[0]), min(most, known[1])
        self._slots[hash(key) % len(self._slots)] = entry


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


class PlainSearch:
    """Answers questions about positions of one game, with a table that serves them all."""

    how = "alpha-beta in plain Python"

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
        self.table = Table(slots)
        self.visited = 0
        self._watch = watch

    def prepare(self) -> None:
        """Nothing is compiled here."""

    def ask(self, position: Any, asked: int) -> int:
        """A bound on the position's worth: from below if it is worth so much, else from above."""
        self._watch(self.visited)
        line: list[Frame] = []
        depths: dict[Any, int] = {}
        answer, oldest = self._enter(position, asked, line, depths)
        while line:
            frame = line[-1]
            if answer is not None:
                oldest = self._return(frame, frame.back(answer), oldest)
                if frame.best >= frame.asked or not frame.successors:
                    answer, oldest = self._settle(line, depths, oldest)
                    continue
            successor = frame.next()
            answer, oldest = self._enter(successor, frame.question(), line, depths)
        assert answer is not None
        return answer

    def known(self, key: Any) -> tuple[int, int]:
        """Between which worths that of a canonical position lies, as far as the table knows."""
        return self.table.bounds(key)

    def doubting(self, watch: Watch) -> PlainSearch:
        """A search with the same table, which believes no verdict of the author's."""
        search = copy(self)
        search._knows, search._watch = self._moves_known, watch
        return search

    def from_rules_alone(self, watch: Watch) -> PlainSearch:
        """A search with a table of its own, which asks the author nothing but the rules."""
        return PlainSearch(self.rules, len(self.table), watch, self.solved, _nothing_known)

    def tables(self) -> Tables:
        """All that it has learned."""
        return self.table.kept(self.rules, self.visited)

    def take(self, tables: Tables) -> None:
        """Go on with what another search about the same game has learned."""
        self.table.take(self.rules, tables)
        self.visited = tables.visited

    def moves_first(self, position: Any) -> tuple[Any, ...]:
        """The moves of a position, those worth trying first."""
        moves, _ = self.rules.choices(position)
        return tuple(dict.fromkeys((*(self._moves_known(position) or ()), *moves)))

    def _moves_known(self, position: Any) -> tuple[Any, ...] | None:
        """The moves worth trying, where the author names them."""
        said = self._knows(position)
        return said if isinstance(said, tuple) else None

    def _enter(
        self, position: Any, asked: int, line: list[Frame], depths: dict[Any, int]
    ) -> tuple[int | None, int]:
        """What is known of a position without looking at its moves; else it joins the line."""
        self.visited += 1
        if self.visited % VISITED_A_LOOK == 0:
            self._watch(self.visited)
        key, scale = self.rules.canonical(position), self._scales.at(position)
        least, most = self._known(position, key, scale)
        if least >= asked or most < asked:
            return (least if least >= asked else most), NEVER
        if key in depths:
            return 0, depths[key]
        said = self._knows(position)
        if isinstance(said, Outcome | Bounds):
            least, most = scale.bounds_of(said)
            if least >= asked or most < asked:
                return (least if least >= asked else most), NEVER
            said = None
        depths[key] = len(line)
        line.append(Frame(key, asked, scale, self._successors(position, said)))
        return None, NEVER

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
        for move in candidates or ():
            if move not in moves:
                raise faults().illegal_candidate(self.rules.game, position, move)
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

    def _settle(self, line: list[Frame], depths: dict[Any, int], oldest: int) -> tuple[int, int]:
        """Its question is answered: keep the answer if it holds on other lines too."""
        frame = line.pop()
        del depths[frame.key]
        is_yes = frame.best >= frame.asked
        rests_on_ends = (frame.asked > 0) == is_yes
        if rests_on_ends or oldest >= len(line):
            oldest = NEVER
            bounds = (frame.best, INFINITE) if is_yes else (-INFINITE, frame.best)
            self.table.keep(frame.key, *bounds)
        return frame.best, oldest


def _nothing_known(position: Any) -> None:
    """In place of ``candidates``."""
