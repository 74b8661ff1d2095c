"""One question about a compiled game: the buffers that ``kernels.alpha_beta`` works in.

The kernel is left every second or so, to look at the clock and for Ctrl-C. Where a line has become
longer than there are frames, there are twice as many from then on.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np
from numba.core import types

from gamesolver.engine.calling import (
    INTS,
    SCRATCH,
    UnpackedRules,
    compiled_uncounted,
    is_whole,
    not_whole,
    scratch_for,
)
from gamesolver.kernels import alpha_beta as kernel
from gamesolver.kernels import collecting
from gamesolver.kernels.scratch import GUARDS
from gamesolver.proofs.compiled_claims import CompiledCollector
from gamesolver.proofs.questions import Watch
from gamesolver.rules.calls import GUARD_MOVE, KIND, POSITIONS, Rule, nothing_known
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import stuck
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns

BYTES_AN_ENTRY = 16
FIRST_FRAMES = 128
FOLDED_PLIES = 12
"""So many plies from the position asked about, positions are folded; to fold takes time."""
FIRST_VISITS, MOST_VISITS, SECONDS_A_CALL = 1 << 12, 1 << 30, 0.2
LINE_OF_WORDS = 8  # in what the processor fetches together

FRAMES: Any = types.NamedTuple(  # type: ignore[no-untyped-call]  # numba's own
    (POSITIONS, POSITIONS, *[INTS] * 7, POSITIONS, INTS), kernel.Frames
)


@cache
def _search(rules: Any) -> Any:
    """The kernel, compiled for rules of this type."""
    candidates = KIND["candidates"]
    return compiled_uncounted(
        kernel.search, rules, candidates, POSITIONS, INTS, FRAMES, SCRATCH, INTS, INTS, types.int64
    )


STACK: Any = types.NamedTuple((POSITIONS, *[INTS] * 3), collecting.Stack)  # type: ignore[no-untyped-call]  # numba's own
MET: Any = types.NamedTuple((POSITIONS, INTS), collecting.Met)  # type: ignore[no-untyped-call]  # numba's own


@cache
def _collect(rules: Any) -> Any:
    """The kernel that collects claims, compiled for rules of this type."""
    search = rules, KIND["candidates"], POSITIONS, INTS, FRAMES, SCRATCH, INTS, INTS
    own = STACK, MET, INTS, types.int64, types.int64
    return compiled_uncounted(collecting.collect, *search, *own)


class CompiledSearch:
    """Answers questions about positions of one compiled game, with a table that serves them all."""

    how = "alpha-beta"

    def __init__(
        self,
        game: CompiledGame,
        entries: int,
        watch: Watch,
        knows: Rule | None = None,
        table: Columns | None = None,
    ) -> None:
        bundle = game.rules
        self._game = game
        self._entries = entries
        self._rules = UnpackedRules.of(bundle.calls)
        self._candidates = (knows or bundle.calls.candidates).function
        self._scratch = scratch_for(bundle)
        self._ranks = np.full(bundle.max_moves + GUARDS, GUARD_MOVE)
        self._table = table_of(entries) if table is None else table
        self._width = bundle.max_moves
        self._frames, self._line = _frames(FIRST_FRAMES, self._width), line_of(FIRST_FRAMES)
        self._cursor = np.zeros(kernel.CURSOR, np.int64)
        self._cursor[kernel.WIDTH] = self._width
        self._cursor[kernel.FOLDED_TO] = FOLDED_PLIES
        self._watch = watch
        self._visits = FIRST_VISITS

    @property
    def visited(self) -> int:
        """How many positions were looked at."""
        return int(self._cursor[kernel.VISITED])

    def doubting(self, watch: Watch) -> CompiledSearch:
        """A search with the same table, which believes no verdict of the author's."""
        search = copy(self)
        search._cursor, search._watch = self._cursor.copy(), watch
        search._cursor[kernel.DOUBTS] = True
        return search

    def from_rules_alone(self, watch: Watch) -> CompiledSearch:
        """A search with a table of its own, which asks the author nothing but the rules."""
        return CompiledSearch(self._game, self._entries, watch, nothing_known())

    def collector(self, rules: Rules[Any, Any], most: int, folds: bool) -> CompiledCollector:
        """What collects the claims behind what this search has found."""
        return CompiledCollector(rules, self, most, folds, FOLDED_PLIES)

    def collect(self, stack: collecting.Stack, met: collecting.Met, state: Columns) -> None:
        """Go on collecting, until all is claimed or there is no room."""
        cursor = self._cursor
        self._line.fill(-1)
        while state[collecting.SIZE] and state[collecting.STATUS] <= collecting.FOUND:
            began = perf_counter()
            _collect(self._rules.kind)(
                *self._buffers, stack, met, state, FOLDED_PLIES, self._visits
            )
            self._require_whole()
            if state[collecting.STATUS] == collecting.FAULT:
                cursor[kernel.WHERE] = state[collecting.WHERE]
                raise self._fault()
            if state[collecting.STATUS] == collecting.SEARCHING:
                self._mend()
            is_done = not state[collecting.SIZE]
            if not is_done and perf_counter() - began < SECONDS_A_CALL / 2:
                self._visits = min(2 * self._visits, MOST_VISITS)
            self._watch(self.visited)

    def moves_first(self, position: int) -> tuple[int, ...]:
        """The moves of a position, those worth trying first."""
        calls = self._game.rules.calls
        said = calls.ask_candidates(position)
        first = said if isinstance(said, list) else []
        return tuple(dict.fromkeys((*first, *calls.ask_successors(position)[0])))

    def ask(self, position: int, asked: int) -> int:
        """A bound on the position's worth: from below if it is worth so much, else from above."""
        self._watch(self.visited)
        cursor = self._cursor
        self._line.fill(-1)  # a question that was not answered may have left its line
        cursor[kernel.DEPTH], cursor[kernel.STATUS] = 0, kernel.ENTER
        cursor[kernel.FOLDED_TO] = FOLDED_PLIES
        self._frames.positions[0], self._frames.asked[0] = position, asked
        while cursor[kernel.STATUS] != kernel.DONE:
            self._go_on()
            self._mend()
            self._watch(self.visited)
        return int(cursor[kernel.ANSWER])

    def known(self, key: int) -> tuple[int, int]:
        """Between which worths that of a canonical position lies, as far as the table knows."""
        with np.errstate(over="ignore"):  # in plain Python, keys wrap around as they are mixed
            word = kernel.word_of(self._table, np.uint64(key))
        return int(kernel.least_of(word)), int(kernel.most_of(word))

    def _go_on(self) -> None:
        """Let the kernel visit some positions; as many next time as take a part of a second."""
        began = perf_counter()
        _search(self._rules.kind)(*self._buffers, self._visits)
        self._require_whole()
        is_answered = self._cursor[kernel.STATUS] == kernel.DONE
        if not is_answered and perf_counter() - began < SECONDS_A_CALL / 2:
            self._visits = min(2 * self._visits, MOST_VISITS)

    @property
    def _buffers(self) -> tuple[Any, ...]:
        """The rules, and all that the search works in."""
        rules, cursor = (self._rules, self._candidates), self._cursor
        return *rules, self._table, self._line, self._frames, self._scratch, self._ranks, cursor

    def _require_whole(self) -> None:
        if not is_whole(self._scratch) or (self._ranks[-GUARDS:] != GUARD_MOVE).any():
            raise not_whole(self._game)

    def _mend(self) -> None:
        """Do what the kernel was left for, if it was."""
        if self._cursor[kernel.STATUS] == kernel.TOO_DEEP:
            self._lengthen()
        elif self._cursor[kernel.STATUS] == kernel.FAULT:
            raise self._fault()

    def _lengthen(self) -> None:
        """Make room for a line twice as long; the position that had none is entered again."""
        held = self._frames
        depths = len(held.positions)
        self._frames, self._line = _frames(2 * depths, self._width), line_of(2 * depths)
        for new, old in zip(self._frames, held, strict=True):
            new[: len(old)] = old
        depth = int(self._cursor[kernel.DEPTH])
        with np.errstate(over="ignore"):  # likewise
            kernel.put_all_on_line(self._line, self._frames, depth)
        self._cursor[kernel.STATUS] = kernel.ENTER

    def _fault(self) -> Exception:
        """What the rules said that cannot be."""
        position = int(self._cursor[kernel.WHERE]) % 2**64
        calls = self._game.rules.calls
        calls.ask_candidates(position)  # raises where that is the fault
        if not calls.ask_successors(position)[0]:
            return stuck(self._game, position)
        return not_whole(self._game)


def table_of(entries: int) -> Columns:
    """An empty table with so many entries, whose buckets begin where the processor fetches."""
    words = max(1, entries // kernel.WAYS) * kernel.BUCKET
    held = np.zeros(words + LINE_OF_WORDS, np.uint64)
    first = -(held.ctypes.data // held.itemsize) % LINE_OF_WORDS
    table: Columns = held[first : first + words]
    return table


def _frames(depths: int, width: int) -> kernel.Frames:
    """Room for a line of so many positions."""
    positions, keys = np.zeros(depths, np.uint64), np.zeros(depths, np.uint64)
    numbers = [np.zeros(depths, np.int64) for _ in range(7)]
    successors, places = np.zeros(depths * width, np.uint64), np.zeros(depths * width, np.int64)
    return kernel.Frames._make((positions, keys, *numbers, successors, places))


def line_of(depths: int) -> Columns:
    """An empty set for the keys of so many."""
    return np.full(1 << (2 * depths - 1).bit_length(), -1, np.int64)
