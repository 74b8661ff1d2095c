"""Search by proof numbers in compiled games, with the buffers of ``kernels.proof_numbers``.

It begins in plain Python and goes on compiled (``proofs.search_kernels``). The length of a kernel
call is that of any search (``proofs.buffers``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gamesolver.arguments import NO_POSITION
from gamesolver.engine.kernel_calls import is_whole, not_whole, scratch_for
from gamesolver.kernels import proof_numbers as kernel
from gamesolver.proofs.buffers import (
    FIRST_FRAMES,
    FOLDED_PLIES,
    Memory,
    Pace,
    aligned,
    aligned_copy,
    bounds_in,
    lengthened,
    line_of,
    put_all_on_line,
    table_of,
)
from gamesolver.proofs.compiled_search import CompiledSearch, scale_for, settings_of
from gamesolver.proofs.compiled_tables import CompiledSolved
from gamesolver.proofs.questions import Forgotten, Tables, Watch
from gamesolver.proofs.search_kernels import Compiling, SearchKernels, compiling_at_once
from gamesolver.rules.calls import nothing_known
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import stuck
from gamesolver.system.columns import Columns
from gamesolver.tables.solved import NOTHING_SOLVED, SolvedPositions

POSITIONS = "keys", "successors", "successor_keys"
"""Columns of the frames that have positions."""

SHARE = 2  # share of the memory for bounds, twice that for numbers: an entry has twice the bytes


class CompiledProofNumbers:
    """Search that answers questions about positions of one compiled game, with two tables.

    Each table has its share of the bytes that ``entries`` would take in one table.
    """

    how = "proof numbers"

    def __init__(
        self,
        game: CompiledGame,
        entries: int,
        watch: Watch,
        solved: SolvedPositions = NOTHING_SOLVED,
        compiling: Compiling = compiling_at_once,
    ) -> None:
        bundle = game.rules
        self._game = game
        self._entries = entries
        self.solved = CompiledSolved.of(solved, game)
        self._kernels = SearchKernels(game, compiling=compiling)
        self._scratch = scratch_for(bundle)
        each = entries * SHARE // (SHARE + 1)
        self._table, self._numbers = table_of(each), numbers_of(each)
        self._memory = Memory()
        self._width = bundle.max_moves
        self._frames, self._line = _frames(FIRST_FRAMES, self._width), line_of(FIRST_FRAMES)
        self._cursor = np.zeros(kernel.CURSOR, np.int64)
        self._cursor[kernel.WIDTH] = self._width
        self._cursor[kernel.FOLDED_TO] = FOLDED_PLIES
        self._cursor[kernel.UNIT : kernel.CURSOR] = settings_of(scale_for(game))[:4]
        self._watch = watch
        self._pace = Pace(self._kernels)

    @property
    def visited(self) -> int:
        """Number of visited positions."""
        return int(self._cursor[kernel.VISITED])

    @property
    def forgotten(self) -> Forgotten:
        """Number of entries that the table of bounds has dropped."""
        return self._memory.forgotten

    def prepare(self) -> None:
        """Compile the kernel, unless the search begins in plain Python."""
        if not self._kernels.is_plain:
            self._kernels.compile(kernel.search, *self._buffers, 0)

    def decide(self, position: int, target: int) -> int:
        """Return a bound on the position: from below if the answer is yes, else from above."""
        self._watch(self.visited, self.forgotten.entries)
        cursor = self._cursor
        self._begin(position, target)
        while cursor[kernel.STATUS] != kernel.DONE:
            self._pace.run(self._go_on)
            if cursor[kernel.STATUS] == kernel.TOO_DEEP:
                self._lengthen()
            elif cursor[kernel.STATUS] == kernel.FAULT:
                raise self._fault()
            self._watch(self.visited, self.forgotten.entries)
        return int(self._frames.found[0])

    def known(self, key: int) -> tuple[int, int]:
        """Return the bounds of a canonical position that the table has."""
        return bounds_in(self._table, key)

    def tables(self) -> Tables:
        """Return the tables with all results."""
        return Tables(self._table, self._numbers, self.visited, self.forgotten)

    def take(self, tables: Tables) -> None:
        """Resume from the tables of another search about the same game."""
        self._table = aligned_copy(tables.bounds)
        self._memory.take(tables.forgotten)
        self._numbers = aligned_copy(tables.numbers)
        self._cursor[kernel.VISITED] = tables.visited

    def without_verdicts(self, watch: Watch) -> CompiledSearch:
        """Return a depth-first search with the same answers, which can follow a known proof."""
        search = CompiledSearch(
            self._game, self._entries, watch, self.solved, nothing_known(), self._table
        )
        return search.without_verdicts(watch)

    def from_rules_alone(self, watch: Watch) -> CompiledSearch:
        """Return a depth-first search with its own table."""
        return CompiledSearch(self._game, self._entries, watch, self.solved, nothing_known())

    def moves_first(self, position: int) -> tuple[int, ...]:
        """Return the moves of a position, as the rules list them."""
        return tuple(self._game.rules.calls.call_successors(position)[0])

    def _begin(self, position: int, target: int) -> None:
        """Prepare frame 0, whose one move leads to the position."""
        frames, cursor = self._frames, self._cursor
        self._line.fill(-1)  # a question that was not answered may have left its line
        cursor[kernel.DEPTH], cursor[kernel.STATUS] = 0, kernel.GO_ON
        frames.keys[0] = NO_POSITION
        frames.proof_thresholds[0] = frames.disproof_thresholds[0] = kernel.ANSWERED
        frames.counts[0] = frames.kept[0] = frames.proof[0] = frames.disproof[0] = 1
        frames.successors[0] = position
        frames.successor_keys[0] = self._game.rules.calls.call("canonical", position)
        frames.questions[0] = target

    def _go_on(self, visits: int) -> bool:
        """Visit ``visits`` positions by the kernel. Return True if the question is answered."""
        self._kernels.run(kernel.search, self._line_back, *self._buffers, visits)
        if not is_whole(self._scratch):
            raise not_whole(self._game)
        return bool(self._cursor[kernel.STATUS] == kernel.DONE)

    @property
    def _buffers(self) -> tuple[Any, ...]:
        """Buffers, as arguments of the kernel after the rules."""
        solved = self.solved.columns if self.solved else None
        tables = self._memory.for_table(self._table), solved, self._numbers
        return *tables, self._line, self._frames, self._scratch, self._cursor

    def _line_back(self) -> Iterator[int]:
        """Yield the positions that the line may go on to, the last first."""
        frames = self._frames
        begun = min(int(self._cursor[kernel.DEPTH]) + 1, len(frames.counts) - 1)
        for depth in range(begun, -1, -1):
            first = depth * self._width
            yield from frames.successors[first : first + int(frames.counts[depth])].tolist()

    def _lengthen(self) -> None:
        """Double the frames of the line; the position that did not fit is entered again."""
        self._frames, self._line = lengthened(self._frames, _frames, self._width)
        depth = int(self._cursor[kernel.DEPTH])
        put_all_on_line(kernel.put_all_on_line, self._line, self._frames, depth)
        self._cursor[kernel.STATUS] = kernel.GO_ON

    def _fault(self) -> Exception:
        """Return the error for rules that break the contract."""
        position = int(self._cursor[kernel.WHERE]) % 2**64
        if not self._game.rules.calls.call_successors(position)[0]:
            return stuck(self._game, position)
        return not_whole(self._game)


def numbers_of(entries: int) -> Columns:
    """Return an empty table for the numbers of ``entries`` questions, at a cache line."""
    return aligned(max(1, entries // kernel.WAYS) * kernel.WAYS, np.int64)


def _frames(depths: int, width: int) -> kernel.Frames:
    """Return frames for a line of up to ``depths`` positions."""
    rooms = [depths] * kernel.OF_FRAMES + [depths * width] * (
        len(kernel.Frames._fields) - kernel.OF_FRAMES
    )
    kinds = [np.uint64 if each in POSITIONS else np.int64 for each in kernel.Frames._fields]
    return kernel.Frames._make(map(np.zeros, rooms, kinds))
