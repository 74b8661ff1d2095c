"""Alpha-beta search in compiled games, with the buffers of ``kernels.alpha_beta``.

It begins in plain Python and goes on compiled (``proofs.search_kernels``). The length of a kernel
call and the buffers are those of any search (``proofs.buffers``).
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import partial
from typing import Any

import numpy as np

from gamesolver.engine.kernel_calls import is_whole, not_whole, scratch_for
from gamesolver.errors import SizeLimitError
from gamesolver.kernels import alpha_beta as kernel
from gamesolver.kernels import collecting
from gamesolver.kernels.scratch import GUARDS
from gamesolver.proofs.buffers import (
    FIRST_FRAMES,
    FOLDED_PLIES,
    GrowingTable,
    Pace,
    SharedTable,
    WholeTable,
    bounds_in,
    lengthened,
    line_of,
    put_all_on_line,
)
from gamesolver.proofs.compiled_claims import CompiledCollector
from gamesolver.proofs.compiled_tables import CompiledSolved
from gamesolver.proofs.questions import Forgotten, Tables, Watch
from gamesolver.proofs.search_kernels import Compiling, SearchKernels, compiling_at_once
from gamesolver.proofs.search_scores import Scale, Scales
from gamesolver.proofs.threads import SearchThreads
from gamesolver.rules.calls import GUARD_MOVE, Rule, nothing_known
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import stuck
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.tables.solved import NOTHING_SOLVED, SolvedPositions

ALONE = 1 << 16
"""Number of positions to visit before other threads join, which takes some milliseconds."""
FOLDED_EVERYWHERE = 1 << 40  # plies


class CompiledSearch:
    """Search that answers questions about positions of one compiled game, with one table."""

    how = "alpha-beta"

    def __init__(
        self,
        game: CompiledGame,
        entries: int,
        watch: Watch,
        solved: SolvedPositions = NOTHING_SOLVED,
        hints: Rule | None = None,
        table: Columns | None = None,
        threads: int = 1,
        compiling: Compiling = compiling_at_once,
    ) -> None:
        bundle = game.rules
        self._game = game
        self._entries = entries
        self.solved = CompiledSolved.of(solved, game)
        candidates = hints or bundle.calls.candidates
        self._kernels = SearchKernels(game, candidates, compiling=compiling)
        self._scratch = scratch_for(bundle)
        self._priorities = np.full(bundle.max_moves + GUARDS, GUARD_MOVE)
        self._table: GrowingTable | WholeTable | SharedTable = (
            GrowingTable(entries) if table is None else WholeTable(table)
        )
        self._width = bundle.max_moves
        self._frames, self._line = _frames(FIRST_FRAMES, self._width), line_of(FIRST_FRAMES)
        self._scale = scale_for(game)
        self._cursor = np.zeros(kernel.CURSOR, np.int64)
        self._cursor[kernel.WIDTH] = self._width
        self._folded_to = folded_plies(game)
        self._cursor[kernel.FOLDED_TO] = self._folded_to
        self._cursor[kernel.UNIT : kernel.CURSOR] = settings_of(self._scale)
        self._watch = watch
        self._pace = Pace(self._kernels)
        self._others = SearchThreads([self._another() for _ in range(threads - 1)])

    def _another(self) -> CompiledSearch:
        """Return a search for another thread in the same table, without a budget."""
        search = copy(self)
        search._scratch = scratch_for(self._game.rules)
        search._priorities, search._cursor = self._priorities.copy(), self._cursor.copy()
        search._frames, search._line = _frames(FIRST_FRAMES, self._width), line_of(FIRST_FRAMES)
        search._table = SharedTable(self._table)
        search._watch, search._others = _unwatched, SearchThreads([])
        search._pace = Pace(self._kernels)
        return search

    def prepare(self) -> None:
        """Compile the kernel, unless the search begins in plain Python."""
        if not self._kernels.is_plain:
            self._kernels.compile(kernel.search, *self._buffers, 0)

    @property
    def visited(self) -> int:
        """Number of visited positions, including those of other threads."""
        return int(self._cursor[kernel.VISITED]) + self._others.visited

    @property
    def forgotten(self) -> Forgotten:
        """Number of entries that the table has dropped."""
        return self._table.memory.forgotten

    def tables(self) -> Tables:
        """Return the table with all results."""
        return Tables(self._table.columns, None, self.visited, self.forgotten)

    def take(self, tables: Tables) -> None:
        """Resume from the table of another search about the same game."""
        self._table.take(tables.bounds)
        self._table.memory.take(tables.forgotten)
        self._cursor[kernel.VISITED] = tables.visited

    def without_verdicts(self, watch: Watch) -> CompiledSearch:
        """Return a search with this table that requires a move even if the author has a verdict."""
        search = copy(self)
        search._cursor, search._watch = self._cursor.copy(), watch
        search._others = SearchThreads([])
        search._cursor[kernel.DOUBTS] = True
        return search

    def from_rules_alone(self, watch: Watch) -> CompiledSearch:
        """Return a search with its own table that uses the rules alone, without hints."""
        silent = nothing_known(self._scale.has_gains)
        search = CompiledSearch(self._game, self._entries, watch, self.solved, silent)
        search._cursor[kernel.DOUBTS] = True
        return search

    def collector(
        self, rules: Rules[Any, Any], most: int, folds: bool, leaf_plies: int
    ) -> CompiledCollector:
        """Return the collector of the claims that support the results of this search."""
        return CompiledCollector(rules, self, most, folds, leaf_plies, self._folded_to)

    def collect(self, stack: collecting.Stack, met: collecting.Met, state: Columns) -> None:
        """Continue collecting until all claims are collected or memory is full."""
        cursor = self._cursor
        self._line.fill(-1)
        while state[collecting.SIZE] and state[collecting.STATUS] <= collecting.FOUND:
            self._pace.run(partial(self._go_on_collecting, stack, met, state))
            if state[collecting.STATUS] == collecting.FAULT:
                cursor[kernel.WHERE] = state[collecting.WHERE]
                raise self._fault()
            if state[collecting.STATUS] == collecting.SEARCHING:
                self._mend()
            self._watch(self.visited, self.forgotten.entries)

    def _go_on_collecting(
        self, stack: collecting.Stack, met: collecting.Met, state: Columns, visits: int
    ) -> bool:
        """Visit ``visits`` positions by the kernel. Return True if all claims are collected."""
        visits = self._table.visits(self.visited, visits)
        buffers = *self._buffers, stack, met, state, self._folded_to
        self._kernels.run(collecting.collect, self._line_back, *buffers, visits)
        self._require_whole()
        return not state[collecting.SIZE]

    def moves_first(self, position: int) -> tuple[int, ...]:
        """Return the moves of a position, the most promising first."""
        calls = self._game.rules.calls
        listed = calls.call_candidates(position)
        first = listed if isinstance(listed, list) else []
        return tuple(dict.fromkeys((*first, *calls.call_successors(position)[0])))

    def decide(self, position: int, target: int) -> int:
        """Return a bound on the position: from below if the answer is yes, else from above."""
        self._watch(self.visited, self.forgotten.entries)
        self._begin(position, target)
        if self._others:
            self._go_on_alone()
        with self._others.searching(position, target, self) as answers:
            self._finish()
        return int(self._cursor[kernel.ANSWER]) if self.is_done else answers[0]

    @property
    def is_done(self) -> bool:
        """True if the question is answered."""
        return bool(self._cursor[kernel.STATUS] == kernel.DONE)

    def halt(self) -> None:
        """Stop the kernel. Called from another thread."""
        self._cursor[kernel.HALT] = True

    def go_on(self) -> None:
        """Make the kernel ready for the next question."""
        self._cursor[kernel.HALT] = False

    def help(self, position: int, target: int) -> int | None:
        """Return the answer of a helper, or ``None`` if it was halted before."""
        self._begin(position, target)
        self._finish()
        return int(self._cursor[kernel.ANSWER]) if self.is_done else None

    def _begin(self, position: int, target: int) -> None:
        """Prepare frame 0 with the position."""
        cursor = self._cursor
        self._line.fill(-1)  # a question that was not answered may have left its line
        cursor[kernel.DEPTH], cursor[kernel.STATUS] = 0, kernel.ENTER
        cursor[kernel.FOLDED_TO] = self._folded_to
        self._frames.positions[0], self._frames.targets[0] = position, target

    def _go_on_alone(self) -> None:
        """Visit the first positions of a question. Threads are started for longer questions only.

        What runs as plain Python uses one thread.
        """
        while self._kernels.is_plain and not self.is_done:
            self._take_a_step()
        if not self.is_done:
            self._go_on(ALONE)
            self._mend()

    def _finish(self) -> None:
        """Continue until the question is answered, or another thread halts this one."""
        cursor = self._cursor
        while not self.is_done and not cursor[kernel.HALT]:
            self._take_a_step()

    def _take_a_step(self) -> None:
        """Run the kernel once, and report."""
        self._pace.run(self._go_on)
        self._mend()
        self._watch(self.visited, self.forgotten.entries)

    def known(self, key: int) -> tuple[int, int]:
        """Return the bounds of a canonical position that the table has."""
        return bounds_in(self._table.columns, key)

    def _go_on(self, visits: int) -> bool:
        """Visit ``visits`` positions by the kernel. Return True if the question is answered."""
        visits = self._table.visits(self.visited, visits)
        self._kernels.run(kernel.search, self._line_back, *self._buffers, visits)
        self._require_whole()
        return self.is_done

    @property
    def _buffers(self) -> tuple[Any, ...]:
        """Buffers, as arguments of the kernel after the rules."""
        table = self._table.memory.for_table(self._table.columns)
        line = self._line, self._frames
        solved = self.solved.columns if self.solved else None
        return table, solved, *line, self._scratch, self._priorities, self._cursor

    def _line_back(self) -> Iterator[int]:
        """Yield the positions of the line, the last first."""
        depth = int(self._cursor[kernel.DEPTH])
        yield from self._frames.positions[: depth + 1][::-1].tolist()

    def _require_whole(self) -> None:
        if not is_whole(self._scratch) or (self._priorities[-GUARDS:] != GUARD_MOVE).any():
            raise not_whole(self._game)

    def _mend(self) -> None:
        """Handle the reason why the kernel returned early, if there is one."""
        if self._cursor[kernel.STATUS] == kernel.TOO_DEEP:
            self._lengthen()
        elif self._cursor[kernel.STATUS] == kernel.FAULT:
            raise self._fault()

    def _lengthen(self) -> None:
        """Double the frames of the line; the position that did not fit is entered again."""
        require_room(self._game, self._scale, 2 * len(self._frames.positions))
        self._frames, self._line = lengthened(self._frames, _frames, self._width)
        depth = int(self._cursor[kernel.DEPTH])
        put_all_on_line(kernel.put_all_on_line, self._line, self._frames, depth)
        self._cursor[kernel.STATUS] = kernel.ENTER

    def _fault(self) -> Exception:
        """Return the error for rules that break the contract."""
        position = int(self._cursor[kernel.WHERE]) % 2**64
        calls = self._game.rules.calls
        calls.call_candidates(position)  # raises where that is the fault
        if not calls.call_successors(position)[0]:
            return stuck(self._game, position)
        return not_whole(self._game)


def _unwatched(visited: int, forgotten: int) -> None:
    """Accept a progress report and do nothing."""


def folded_plies(game: CompiledGame) -> int:
    """Return the number of plies from the root within which positions are folded.

    Folding takes time, and few lines reach symmetric positions. But if symmetry exchanges the
    player to move, and players may move again, lines of any length reach them.
    """
    calls = game.rules.calls
    if game.rules.player is None or not game.rules.writes("canonical"):
        return FOLDED_PLIES
    start = game.start()
    seats = {calls.call("player", image) for image in (start, *calls.call_symmetries(start))}
    return FOLDED_EVERYWHERE if len(seats) > 1 else FOLDED_PLIES


def scale_for(game: CompiledGame) -> Scale:
    """Return the scale of a compiled game, for player 0 if it differs by player."""
    return Scales.of(Rules(game)).first


def settings_of(scale: Scale) -> tuple[int, ...]:
    """Return the scale as an argument of kernels."""
    return scale.unit, scale.top, scale.endless, scale.has_ties, scale.is_scored


def require_room(game: CompiledGame, scale: Scale, plies: int) -> None:
    """Raise if a line has more plies than the scale can represent."""
    if plies > scale.unit // 2:
        raise SizeLimitError(
            f"a line of play of {game!r} has more than {plies // 2:,} plies: its scores "
            "leave no bits for more; use solve",
            plies // 2,
        )


def _frames(depths: int, width: int) -> kernel.Frames:
    """Return frames for a line of up to ``depths`` positions."""
    positions, keys = np.zeros(depths, np.uint64), np.zeros(depths, np.uint64)
    numbers = [np.zeros(depths, np.int64) for _ in range(7)]
    successors, places = np.zeros(depths * width, np.uint64), np.zeros(depths * width, np.int64)
    gains, moves = np.zeros(depths * width, np.int64), np.zeros(depths * width, np.int64)
    killers = np.full(2 * depths, GUARD_MOVE)  # no move of any game
    of_moves = successors, places, gains, moves
    return kernel.Frames._make((positions, keys, *numbers, *of_moves, killers))
