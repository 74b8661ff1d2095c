"""Cost of a forecast solve: peak memory, disk and seconds.

:class:`Work` holds the measured or estimated amounts of work. :class:`Task` computes from them the
bytes, by the engine's own formulas, and the seconds, as the measured time of each step
multiplied by the number of steps.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import numpy as np

from gamesolver.engine.ends import SLOTS_A_CHUNK, SOON
from gamesolver.engine.finding import bytes_to_find
from gamesolver.engine.graph import bytes_to_solve_graph
from gamesolver.engine.places import bytes_of_places
from gamesolver.engine.predecessors import FEW, SLOTS_A_PASS
from gamesolver.engine.resolving import SHORT
from gamesolver.engine.sweeps import bytes_to_sweep
from gamesolver.forecast.estimates import Range
from gamesolver.rules.compiled import CompiledRules
from gamesolver.show.sentences import many
from gamesolver.tables.cells import VALUES, WIDTHS, Coding
from gamesolver.texts import several

# ── the work that lies ahead of the engine, as a forecast sees it ───────────────────────────────


@attrs.define
class Work:
    """Amount of work for the engine, and the measured time of each part."""

    slots: int
    looked_at: int = 0
    """Number of slots in the sample."""
    unused: float = 0.0
    unsure: float = 0.0
    """Uncertainty of the number of unused slots."""
    pending: float = 0.0
    """Number of slots that are unresolved after the terminal positions."""
    at_once: float = 0.0
    """Number of slots resolved then that are not terminal."""
    moves: float = 0.0
    """Number of moves of unresolved slots, except moves to terminal positions."""
    is_staged: bool = False
    bytes_a_cell: int = 1
    """Final width of the cells in bytes."""
    passes: list[float] = attrs.field(factory=list)
    """Number of unresolved slots after each pass from the second on, if estimated."""
    goes_on: float = 0.0
    """Fraction of unresolved slots that the last of these passes leaves."""
    rows: float = 0.0
    """Rows of the graph, or of the largest graph, if the engine builds one."""
    graphs: float = 1.0
    """Number of graphs of this size, more than 1 if stages have cycles."""
    edges: float = 0.0
    slot_seconds: float = 0.0
    """Seconds per slot to resolve terminal positions."""
    sweep_seconds: float = 0.0
    """Seconds per unresolved slot of a sweep."""
    check_seconds: float = 0.0
    """Seconds per slot of the check for two positions in one slot."""

    def scaled(self, slots: int, share: float) -> Work:
        """Return the work for ``slots`` similar slots with this share unresolved."""
        pending = slots * share
        times = pending / self.pending if self.pending else 0.0
        return attrs.evolve(
            self,
            slots=slots,
            unused=self.unused * slots / self.slots,
            pending=pending,
            at_once=self.at_once * slots / self.slots,
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
"""Additional memory of propagation via predecessors, as a fraction of the cells."""

LOADING_SECONDS = 0.12
"""Seconds to load compiled kernels from the cache."""

EDGE_SECONDS = 60e-9
"""Seconds to reverse an edge of the graph and propagate an outcome, on one thread."""

LISTED = 1.4
"""Time to list a row, as a multiple of the time to sweep it."""

LISTED_IN_MEMORY, LISTED_ON_DISK = 8, 36
"""Bytes of a long outcome: in the final list, and while the list grows in files."""
WHILE_WIDENING = 3
"""Bytes per slot on disk while one-byte cells are rewritten as two-byte cells."""
COPIES, LISTED_SLOT = 3, 4
"""Copies of cells on disk including checkpoints, and bytes of each unresolved slot listed."""

SLOT_SECONDS = 1e-9
"""Seconds to read a cell."""


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
    """Encoding of the cells: wins, losses and draws, or scores."""

    @property
    def has_scores(self) -> bool:
        """True if the game has scores or infinite play is won."""
        return self.coding.for_kernels is not None

    @property
    def goes_back(self) -> bool:
        """True if the engine propagates via predecessors."""
        return self.rules.leads_back and not self.has_scores

    def for_slots(self, slots: int, pending: float | None) -> Task:
        """Return the task for ``slots`` slots with this share unresolved."""
        share = self.work.pending / self.work.slots if pending is None else pending
        return attrs.evolve(self, work=self.work.scaled(slots, share))

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
        kind = "slots" if self.rules.is_numbered else "positions"
        if self.coding.is_scored:
            kind += f" of {several(self.work.bytes_a_cell, 'byte')}"
        summary = f"for {many(self.work.slots)} {kind}, {many(self.work.pending)} of them pending"
        if self.takes_graph:
            rows, edges = many(self.work.rows), many(self.work.edges)
            return f"{summary}, and a graph of {rows} with {edges} moves"
        return f"{summary} after the ends of play"

    def bytes_at_peak(self) -> int:
        """Return the peak memory in bytes."""
        work = self.work
        left = int(work.passes[0]) if work.passes else 0
        peak = self._bytes_of_cells()
        if not self.goes_back:
            peak += bytes_to_sweep(int(work.pending), left, work.is_staged)
        else:
            peak += int(peak * OVERHEAD)
        if not self.rules.is_numbered:
            peak = max(peak, bytes_to_find(work.slots, self.threads, self.limit))
        if self.takes_graph:
            peak = max(peak, self._bytes_of_graph())
        return peak + BYTES_OF_CODE + self._bytes_of_workers() + self.other_bytes

    def _bytes_of_workers(self) -> int:
        """Return the bytes of the workers and of the code for scores."""
        if self.work.slots > SLOTS_A_PASS:
            return BYTES_OF_CREW + BYTES_OF_SCORES * self.has_scores
        some = BYTES_OF_SOME if self.work.slots > SLOTS_A_CHUNK else 0
        return (BYTES_OF_SCORES + some) * self.has_scores

    def _bytes_of_cells(self) -> int:
        places = 0 if self.rules.is_numbered else bytes_of_places(self.work.slots)
        return places + self.work.slots * self.work.bytes_a_cell

    def _bytes_of_graph(self) -> int:
        return self._bytes_of_solving(int(self.work.rows), int(self.work.edges))

    def _bytes_of_solving(self, rows: int, edges: int) -> int:
        """Return the bytes of the cells, the numbering of slots, and the graph."""
        graph = bytes_to_solve_graph(self.work.slots, rows, edges, self.rules.max_moves)
        return self._bytes_of_cells() + rows * 4 + graph

    def on_disk(self, by_stage: Mapping[int, int]) -> tuple[Range, Range]:
        """Return the bytes on disk and in memory of a solve stage by stage in a folder."""
        slots, largest = sum(by_stage.values()), max(by_stage.values())
        short = VALUES.longest_in(np.uint8)
        most_plies = min(slots - 1, len(by_stage) if self._rises else slots)
        of = f"with a folder: for {many(largest)} slots of the largest of {len(by_stage)} stages"
        if self.has_scores:
            least, most, rewriting = self._widths_on_disk(most_plies)
            disk = f"with a folder: {several(least, 'byte')} a slot"
            disk += (
                f", and up to {most + rewriting} while all are written again" if rewriting else ""
            )
            widening = (most + rewriting) * largest
            at_peak = max(self.for_slots(largest, None).bytes_at_peak(), widening)
            return (
                Range(least * slots, (most + rewriting) * slots, disk),
                Range(least * largest, at_peak, of),
            )
        may_be_long = most_plies > short
        wide = WHILE_WIDENING if may_be_long else 1
        long = slots // FEW if may_be_long else 0
        longer = f", and up to 36 for each outcome of more than {short} plies"
        longer += "; 3 while all become wider, where one in 32 is"
        disk = f"with a folder: 1 byte a slot{longer if may_be_long else ''}"
        task = self.for_slots(largest, None)
        most = max(task.bytes_at_peak(), wide * largest) + long * LISTED_IN_MEMORY
        on_disk = wide * slots + long * LISTED_ON_DISK
        return Range(slots, on_disk, disk), Range(largest, most, of)

    @property
    def _rises(self) -> bool:
        """True if the stage rises with every move that does not end play.

        With scores a game may be solved by stages even if play can stay in one.
        """
        return self.work.is_staged and not (self.has_scores and self.work.rows)

    def _widths_on_disk(self, most_plies: int) -> tuple[int, int, int]:
        """Return the least and the most bytes of a cell with scores, and those before rewriting.

        The file is rewritten if cells become wider, or if they begin to include gains before
        infinite play. Each length then takes two numbers, as it does from the beginning if
        infinite play has a payoff.
        """
        has_endless = bool(self.coding.form.has_endless)
        is_doubled = self.rules.has_gains and not self._rises and not has_endless
        longest = 2 * most_plies + 1 if is_doubled or has_endless else most_plies
        least, most = (self._bytes_for(length) for length in (SHORT, max(SHORT, longest)))
        return least, most, most if is_doubled else most // 2 if most > least else 0

    def _bytes_for(self, length: int) -> int:
        """Return the bytes of a cell for an outcome of this length, at most the widest."""
        fitting = (width for width in WIDTHS if self.coding.longest_in(width) >= length)
        return np.dtype(next(fitting, WIDTHS[-1])).itemsize

    @property
    def goes_by_runs(self) -> bool:
        """True if enumerated positions exceed memory and go to a folder if there is one."""
        found = not self.rules.is_numbered
        return found and bytes_to_find(self.work.slots, self.threads, self.limit) > self.limit

    def disk_of_cells(self) -> Range | None:
        """Return the bytes on disk if an indexed game exceeds memory, or ``None``.

        The cells are in an unnamed file. A checkpoint holds a copy, and there are two of
        them while one replaces another. Propagation via predecessors lists no unresolved slots.
        """
        if not self.rules.is_numbered or self.bytes_at_peak() <= self.limit:
            return None
        slots, cell = self.work.slots, self.work.bytes_a_cell
        listed = 0 if self.goes_back else round(self.work.pending) * LISTED_SLOT
        how = f"with a folder: {several(cell, 'byte')} a slot"
        how += f", and up to {COPIES * cell} with checkpoints"
        how += f"; {LISTED_SLOT} for each that is pending" if listed else ""
        return Range(cell * slots, COPIES * cell * slots + listed, how)

    def seconds(self) -> float:
        """Return the seconds from the call to the solution."""
        work = self.work
        seconds_a_slot = work.slot_seconds + work.check_seconds + SLOT_SECONDS + self.find_seconds
        loading = LOADING_SECONDS + SECONDS_OF_SCORES * self.has_scores
        seconds = self.other_seconds + loading + work.slots * seconds_a_slot
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
