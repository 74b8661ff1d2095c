"""Cost of a forecast solve: peak memory, disk and seconds.

:class:`Work` holds the measured or estimated amounts of work. :class:`Task` computes from them the
bytes, by the engine's own formulas, and the seconds, as the measured time of each step
multiplied by the number of steps.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import numpy as np

from gamesolver.engine.ends import INDEXES_A_CHUNK, SOON
from gamesolver.engine.finding import bytes_to_find
from gamesolver.engine.graph import bytes_to_solve_graph
from gamesolver.engine.places import bytes_of_places
from gamesolver.engine.predecessors import FEW, INDEXES_A_PASS
from gamesolver.engine.resolving import SHORT
from gamesolver.engine.sweeps import bytes_to_sweep
from gamesolver.forecast.estimates import Range
from gamesolver.rules.compiled import CompiledRules
from gamesolver.show.sentences import many
from gamesolver.tables.entries import VALUES, WIDTHS, Coding
from gamesolver.texts import several

# ── the work that lies ahead of the engine, as a forecast sees it ───────────────────────────────


@attrs.define
class Work:
    """Amount of work for the engine, and the measured time of each part."""

    num_indexes: int
    looked_at: int = 0
    """Number of indexes in the sample."""
    unused: float = 0.0
    unsure: float = 0.0
    """Uncertainty of the number of unused indexes."""
    pending: float = 0.0
    """Number of indexes that are unresolved after the terminal positions."""
    at_once: float = 0.0
    """Number of indexes resolved then that are not terminal."""
    moves: float = 0.0
    """Number of moves of unresolved indexes, except moves to terminal positions."""
    is_staged: bool = False
    bytes_an_entry: int = 1
    """Final width of the entries in bytes."""
    passes: list[float] = attrs.field(factory=list)
    """Number of unresolved indexes after each pass from the second on, if estimated."""
    goes_on: float = 0.0
    """Fraction of unresolved indexes that the last of these passes leaves."""
    rows: float = 0.0
    """Rows of the graph, or of the largest graph, if the engine builds one."""
    graphs: float = 1.0
    """Number of graphs of this size, more than 1 if stages have cycles."""
    edges: float = 0.0
    index_seconds: float = 0.0
    """Seconds per index to resolve terminal positions."""
    sweep_seconds: float = 0.0
    """Seconds per unresolved index of a sweep."""
    check_seconds: float = 0.0
    """Seconds per index to check that no two positions have the same one."""

    def scaled(self, num_indexes: int, share: float) -> Work:
        """Return the work for ``indexes`` similar indexes with this share unresolved."""
        pending = num_indexes * share
        times = pending / self.pending if self.pending else 0.0
        return attrs.evolve(
            self,
            num_indexes=num_indexes,
            unused=self.unused * num_indexes / self.num_indexes,
            pending=pending,
            at_once=self.at_once * num_indexes / self.num_indexes,
            moves=self.moves * times,
            passes=[count * times for count in self.passes],
            rows=self.rows * times,
            edges=self.edges * times,
        )


# ── results of a forecast ───────────────────────────────────────────────────────────────────────

BYTES_OF_CODE = 3_500_000
"""Bytes of loaded kernels."""

BYTES_OF_SCORES, SECONDS_OF_SCORES = 400_000, 0.15
"""Additional bytes, and seconds to load, of kernels for scores."""

BYTES_OF_SOME = 1_900_000
"""Bytes of several workers if there is little work for each."""

BYTES_OF_CREW = 3_500_000
"""Bytes of several workers."""

OVERHEAD = 0.06
"""Additional memory of propagation via predecessors, as a fraction of the entries."""

LOADING_SECONDS = 0.12
"""Seconds to load compiled kernels from the cache."""

EDGE_SECONDS = 60e-9
"""Seconds to reverse an edge of the graph and propagate an outcome, on one thread."""

LISTED = 1.4
"""Time to list a row, as a multiple of the time to sweep it."""

LISTED_IN_MEMORY, LISTED_ON_DISK = 8, 36
"""Bytes of a long outcome: in the final list, and while the list grows in files."""
WHILE_WIDENING = 3
"""Bytes per index on disk while one-byte entries are rewritten as two-byte entries."""
COPIES, LISTED_INDEX = 3, 4
"""Copies of entries on disk including checkpoints, and bytes of each unresolved index listed."""

INDEX_SECONDS = 1e-9
"""Seconds to read an entry."""


@attrs.frozen
class Task:
    """Forecast of one solve."""

    rules: CompiledRules
    threads: int
    limit: int
    work: Work = attrs.field(factory=lambda: Work(0))
    find_seconds: float = 0.0
    """Seconds to find one position."""
    other_seconds: float = 0.0
    """Seconds that do not depend on the size of the game."""
    other_bytes: int = 0
    """Bytes held before the solve: compiled rules and their tables."""
    coding: Coding = VALUES
    """Encoding of the entries: wins, losses and draws, or scores."""

    @property
    def has_scores(self) -> bool:
        """True if the game has scores or infinite play is won."""
        return self.coding.for_kernels is not None

    @property
    def goes_back(self) -> bool:
        """True if the engine propagates via predecessors."""
        return self.rules.leads_back and not self.has_scores

    def for_indexes(self, num_indexes: int, pending: float | None) -> Task:
        """Return the task for ``indexes`` indexes with this share unresolved."""
        share = self.work.pending / self.work.num_indexes if pending is None else pending
        return attrs.evolve(self, work=self.work.scaled(num_indexes, share))

    @property
    def takes_graph(self) -> bool:
        """True if the engine will build the graph of unresolved positions.

        It must fit, except with scores, which have no other method.
        """
        has_rows = not self.goes_back and self.work.rows > 0
        return has_rows and (self.has_scores or self._bytes_of_graph() < self.limit)

    @property
    def summary(self) -> str:
        """Text on the amount of work."""
        kind = "indexes" if self.rules.is_indexed else "positions"
        if self.coding.is_scored:
            kind += f" of {several(self.work.bytes_an_entry, 'byte')}"
        summary = f"for {many(self.work.num_indexes)} {kind}, {many(self.work.pending)} pending"
        if self.takes_graph:
            rows, edges = many(self.work.rows), many(self.work.edges)
            return f"{summary}, and a graph of {rows} with {edges} moves"
        return f"{summary} after the ends of play"

    def bytes_at_peak(self) -> int:
        """Return the peak memory in bytes."""
        work = self.work
        left = int(work.passes[0]) if work.passes else 0
        peak = self._bytes_of_entries()
        if not self.goes_back:
            peak += bytes_to_sweep(int(work.pending), left, work.is_staged)
        else:
            peak += int(peak * OVERHEAD)
        if not self.rules.is_indexed:
            peak = max(peak, bytes_to_find(work.num_indexes, self.threads, self.limit))
        if self.takes_graph:
            peak = max(peak, self._bytes_of_graph())
        return peak + BYTES_OF_CODE + self._bytes_of_workers() + self.other_bytes

    def _bytes_of_workers(self) -> int:
        """Return the bytes of the workers and of the code for scores."""
        if self.work.num_indexes > INDEXES_A_PASS:
            return BYTES_OF_CREW + BYTES_OF_SCORES * self.has_scores
        some = BYTES_OF_SOME if self.work.num_indexes > INDEXES_A_CHUNK else 0
        return (BYTES_OF_SCORES + some) * self.has_scores

    def _bytes_of_entries(self) -> int:
        places = 0 if self.rules.is_indexed else bytes_of_places(self.work.num_indexes)
        return places + self.work.num_indexes * self.work.bytes_an_entry

    def _bytes_of_graph(self) -> int:
        return self._bytes_of_solving(int(self.work.rows), int(self.work.edges))

    def _bytes_of_solving(self, rows: int, edges: int) -> int:
        """Return the bytes of the entries, the numbering of indexes, and the graph."""
        graph = bytes_to_solve_graph(self.work.num_indexes, rows, edges, self.rules.max_moves)
        return self._bytes_of_entries() + rows * 4 + graph

    def on_disk(self, by_stage: Mapping[int, int]) -> tuple[Range, Range]:
        """Return the bytes on disk and in memory of a solve stage by stage in a folder."""
        num_indexes, largest = sum(by_stage.values()), max(by_stage.values())
        short = VALUES.longest_in(np.uint8)
        most_plies = min(num_indexes - 1, len(by_stage) if self._rises else num_indexes)
        of = f"with a folder: for {many(largest)} indexes of the largest of {len(by_stage)} stages"
        if self.has_scores:
            least, most, rewriting = self._widths_on_disk(most_plies)
            disk = f"with a folder: {several(least, 'byte')} an index"
            disk += (
                f", and up to {most + rewriting} while all are written again" if rewriting else ""
            )
            widening = (most + rewriting) * largest
            at_peak = max(self.for_indexes(largest, None).bytes_at_peak(), widening)
            return (
                Range(least * num_indexes, (most + rewriting) * num_indexes, disk),
                Range(least * largest, at_peak, of),
            )
        may_be_long = most_plies > short
        wide = WHILE_WIDENING if may_be_long else 1
        long = num_indexes // FEW if may_be_long else 0
        longer = f", and up to 36 for each outcome of more than {short} plies"
        longer += "; 3 while all become wider, where one in 32 is"
        disk = f"with a folder: 1 byte an index{longer if may_be_long else ''}"
        task = self.for_indexes(largest, None)
        most = max(task.bytes_at_peak(), wide * largest) + long * LISTED_IN_MEMORY
        on_disk = wide * num_indexes + long * LISTED_ON_DISK
        return Range(num_indexes, on_disk, disk), Range(largest, most, of)

    @property
    def _rises(self) -> bool:
        """True if the stage rises with every move that does not end play.

        With scores a game may be solved by stages even if play can stay in one.
        """
        return self.work.is_staged and not (self.has_scores and self.work.rows)

    def _widths_on_disk(self, most_plies: int) -> tuple[int, int, int]:
        """Return the least and the most bytes of an entry with scores, and those before rewriting.

        The file is rewritten if entries become wider, or if they begin to include gains before
        infinite play. Each length then takes two numbers, as it does from the beginning if
        infinite play has a payoff.
        """
        has_endless = bool(self.coding.form.has_endless)
        is_doubled = self.rules.has_gains and not self._rises and not has_endless
        longest = 2 * most_plies + 1 if is_doubled or has_endless else most_plies
        least, most = (self._bytes_for(length) for length in (SHORT, max(SHORT, longest)))
        return least, most, most if is_doubled else most // 2 if most > least else 0

    def _bytes_for(self, length: int) -> int:
        """Return the bytes of an entry for an outcome of this length, at most the widest."""
        fitting = (width for width in WIDTHS if self.coding.longest_in(width) >= length)
        return np.dtype(next(fitting, WIDTHS[-1])).itemsize

    @property
    def goes_by_runs(self) -> bool:
        """True if enumerated positions exceed memory and go to a folder if there is one."""
        found = not self.rules.is_indexed
        return found and bytes_to_find(self.work.num_indexes, self.threads, self.limit) > self.limit

    def disk_of_entries(self) -> Range | None:
        """Return the bytes on disk if an indexed game exceeds memory, or ``None``.

        The entries are in an unnamed file. A checkpoint holds a copy, and there are two of
        them while one replaces another. Propagation via predecessors lists no unresolved indexes.
        """
        if not self.rules.is_indexed or self.bytes_at_peak() <= self.limit:
            return None
        num_indexes, entry = self.work.num_indexes, self.work.bytes_an_entry
        listed = 0 if self.goes_back else round(self.work.pending) * LISTED_INDEX
        how = f"with a folder: {several(entry, 'byte')} an index"
        how += f", and up to {COPIES * entry} with checkpoints"
        how += f"; {LISTED_INDEX} for each that is pending" if listed else ""
        return Range(entry * num_indexes, COPIES * entry * num_indexes + listed, how)

    def seconds(self) -> float:
        """Return the seconds from the call to the solution."""
        work = self.work
        seconds_an_index = (
            work.index_seconds + work.check_seconds + INDEX_SECONDS + self.find_seconds
        )
        loading = LOADING_SECONDS + SECONDS_OF_SCORES * self.has_scores
        seconds = self.other_seconds + loading + work.num_indexes * seconds_an_index
        if self.goes_back:
            swept_at_once = work.at_once if work.at_once <= SOON * work.pending else 0
            return seconds + (swept_at_once + work.pending) * work.sweep_seconds
        listing = work.rows * work.sweep_seconds * LISTED + work.edges * EDGE_SECONDS
        if work.is_staged:
            return seconds + work.pending * work.sweep_seconds + work.graphs * listing
        swept = sum([work.pending, *work.passes[:-1]])
        if self.takes_graph:
            seconds += listing
        elif work.passes:
            swept += work.passes[-1] / max(0.05, 1 - work.goes_on)
        return seconds + swept * work.sweep_seconds
