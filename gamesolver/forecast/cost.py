"""What a forecast comes to: bytes at the peak and seconds, from the work that lies ahead.

Bytes are those of the engine's own formulas, each of which stands beside the code that
takes them. Seconds are what was timed on a sample, as often as it will be done.

**The work that lies ahead of the engine, as a forecast sees it.**
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import numpy as np

from gamesolver.engine.ends import SLOTS_A_CHUNK, SOON
from gamesolver.engine.engine import SHORT
from gamesolver.engine.finding import bytes_to_find
from gamesolver.engine.pending import bytes_to_solve_graph
from gamesolver.engine.places import bytes_of_places
from gamesolver.engine.predecessor_waves import FEW, SLOTS_A_WAVE
from gamesolver.engine.sweeps import bytes_to_sweep
from gamesolver.forecast.estimates import Range
from gamesolver.rules.compiled import CompiledRules
from gamesolver.show.sentences import many
from gamesolver.tables.cells import VALUES, WIDTHS, Coding
from gamesolver.texts import several

# ── the work that lies ahead of the engine, as a forecast sees it ───────────────────────────────


@attrs.define
class Work:
    """What the engine will have to do, and how long each part of it takes, as far as tried."""

    slots: int
    looked_at: int = 0
    """How many of the slots the figures were taken from."""
    holes: float = 0.0
    unsure: float = 0.0
    """By how many the holes may be more or fewer."""
    pending: float = 0.0
    """How many slots are pending after the ends of play."""
    at_once: float = 0.0
    """How many slots are settled then that are no ends of play."""
    moves: float = 0.0
    """Their moves, but for those to ends of play."""
    drawn: float = 0.0
    """How many ends of play are draws."""
    is_staged: bool = False
    bytes_a_cell: int = 1
    """How wide the cells will be in the end."""
    waves: list[float] = attrs.field(factory=list)
    """How many are pending after each wave from the second on, as far as foreseen."""
    goes_on: float = 0.0
    """What the last of these leaves of what the one before it left."""
    rows: float = 0.0
    """Of the graph, if the engine goes over to it after these waves, or of the largest of them."""
    graphs: float = 1.0
    """How many graphs as large as that there are: more than one where stages loop."""
    edges: float = 0.0
    slot_seconds: float = 0.0
    """Of settling ends of play, a slot."""
    sweep_seconds: float = 0.0
    """Of a sweep, a pending slot."""
    check_seconds: float = 0.0
    """Of looking for two positions in one slot, a slot."""

    def scaled(self, slots: int, share: float) -> Work:
        """The work for so many slots of the same kind, if such a share of them is pending."""
        pending = slots * share
        times = pending / self.pending if self.pending else 0.0
        return attrs.evolve(
            self,
            slots=slots,
            holes=self.holes * slots / self.slots,
            pending=pending,
            at_once=self.at_once * slots / self.slots,
            moves=self.moves * times,
            drawn=self.drawn * slots / self.slots,
            waves=[wave * times for wave in self.waves],
            rows=self.rows * times,
            edges=self.edges * times,
        )


# ── what a forecast comes to ────────────────────────────────────────────────────────────────────

BYTES_OF_CODE = 3_500_000
"""What kernels take when they are loaded."""

BYTES_OF_SCORES, SECONDS_OF_SCORES = 400_000, 0.15
"""What those take more that reckon with scores, in memory and to be loaded."""

BYTES_OF_SOME = 1_900_000
"""What several workers take for themselves where there is little for each."""

BYTES_OF_CREW = 3_500_000
"""What several workers take for themselves."""

BESIDE = 0.06
"""Of the cells: what waves from behind take beside them (3 to 16 % were measured)."""

LOADING_SECONDS = 0.12
"""To load compiled kernels from the cache."""

EDGE_SECONDS = 60e-9
"""To reverse an edge of the pending graph and to carry an outcome along it, on one thread."""

LISTED = 1.4
"""How much longer a row takes that is listed than one that is swept."""

LISTED_IN_MEMORY, LISTED_ON_DISK = 8, 36
"""Bytes of a long outcome: in the end, and while the list grows in a file and two mapped ones."""
WHILE_WIDENING = 3
"""Bytes a slot of stages on disk, while cells of one byte are written anew in two."""
COPIES, LISTED_SLOT = 3, 4
"""Of cells that exceed memory: a checkpoint and the next one besides; bytes of a pending slot."""

SLOT_SECONDS = 1e-9
"""To look at a cell for whether it is pending."""


@attrs.frozen
class Task:
    """A solve as it is foreseen."""

    rules: CompiledRules
    threads: int
    limit: int
    work: Work = attrs.field(factory=lambda: Work(0))
    find_seconds: float = 0.0
    """Of finding a position."""
    other_seconds: float = 0.0
    """For what does not grow with the game."""
    other_bytes: int = 0
    """Of what is held before anything is solved: compiled rules and their tables."""
    coding: Coding = VALUES
    """Of the cells: of wins, losses and draws alone, or of scores."""

    @property
    def is_ranked(self) -> bool:
        """Whether it goes by scores, or endless play is won: by stages, or by the graph."""
        return self.coding.for_kernels is not None

    @property
    def goes_back(self) -> bool:
        """Whether it goes by predecessors."""
        return self.rules.leads_back and not self.is_ranked

    def for_slots(self, slots: int, pending: float | None) -> Task:
        """The same, if there are so many slots, and if such a share of them is pending."""
        share = self.work.pending / self.work.slots if pending is None else pending
        return attrs.evolve(self, work=self.work.scaled(slots, share))

    @property
    def takes_graph(self) -> bool:
        """Whether the engine will build the graph of what is pending: it must fit.

        Where there are scores there is no other way.
        """
        has_rows = not self.goes_back and self.work.rows > 0
        return has_rows and (self.is_ranked or self._bytes_of_graph() < self.limit)

    @property
    def story(self) -> str:
        """What there is to do, in words."""
        kind = "slots" if self.rules.is_numbered else "positions"
        if self.coding.is_scored:
            kind += f" of {several(self.work.bytes_a_cell, 'byte')}"
        story = f"for {many(self.work.slots)} {kind}, {many(self.work.pending)} of them pending"
        if self.takes_graph:
            rows, edges = many(self.work.rows), many(self.work.edges)
            return f"{story}, and a graph of {rows} with {edges} moves"
        return f"{story} after the ends of play"

    def bytes_at_peak(self) -> int:
        """The most that is taken at a time."""
        work = self.work
        left = int(work.waves[-1 if self.goes_back else 0]) if work.waves else 0
        peak = self._bytes_of_cells()
        if not self.goes_back:
            peak += bytes_to_sweep(int(work.pending), left, work.is_staged)
        elif work.drawn and left:  # waves of finished draws come after those from behind
            peak = max(peak + bytes_to_sweep(left, left, False), self._bytes_of_draws(left))
        else:
            peak += int(peak * BESIDE)
        if not self.rules.is_numbered:
            peak = max(peak, bytes_to_find(work.slots, self.threads, self.limit))
        if self.takes_graph:
            peak = max(peak, self._bytes_of_graph())
        return peak + BYTES_OF_CODE + self._bytes_of_workers() + self.other_bytes

    def _bytes_of_workers(self) -> int:
        """What the workers take, and what code of scores does."""
        if self.work.slots > SLOTS_A_WAVE:
            return BYTES_OF_CREW + BYTES_OF_SCORES * self.is_ranked
        some = BYTES_OF_SOME if self.work.slots > SLOTS_A_CHUNK else 0
        return (BYTES_OF_SCORES + some) * self.is_ranked

    def _bytes_of_cells(self) -> int:
        places = 0 if self.rules.is_numbered else bytes_of_places(self.work.slots)
        return places + self.work.slots * self.work.bytes_a_cell

    def _bytes_of_graph(self) -> int:
        return self._bytes_of_solving(int(self.work.rows), int(self.work.edges))

    def _bytes_of_draws(self, left: int) -> int:
        """If the graph takes what no win or loss comes to: few of its moves stay in it."""
        graph = self._bytes_of_solving(left, left)
        return graph if graph < self.limit else 0

    def _bytes_of_solving(self, rows: int, edges: int) -> int:
        """The cells, the numbers of the slots in the graph, and the graph itself."""
        graph = bytes_to_solve_graph(
            self.work.slots, rows, edges, self.rules.max_moves, self.is_ranked
        )
        return self._bytes_of_cells() + rows * 4 + graph

    def on_disk(self, by_stage: Mapping[int, int]) -> tuple[Range, Range]:
        """Bytes on the disk and in memory, if the stages are solved one by one in a folder."""
        slots, largest = sum(by_stage.values()), max(by_stage.values())
        short = VALUES.longest_in(np.uint8)
        most_plies = min(slots - 1, len(by_stage) if self._rises else slots)
        of = f"with a folder: for {many(largest)} slots of the largest of {len(by_stage)} stages"
        if self.is_ranked:
            least, most, anew = self._widths_on_disk(most_plies)
            disk = f"with a folder: {several(least, 'byte')} a slot"
            disk += f", and up to {most + anew} while all are written anew" if anew else ""
            widening = (most + anew) * largest
            at_peak = max(self.for_slots(largest, None).bytes_at_peak(), widening)
            return (
                Range(least * slots, (most + anew) * slots, disk),
                Range(least * largest, at_peak, of),
            )
        may_be_long = most_plies > short
        wide = WHILE_WIDENING if may_be_long else 1
        long = slots // FEW if may_be_long else 0
        longer = f", and up to 36 for each outcome of more than {short} plies"
        longer += "; 3 while all become wider, where one in 32 is"
        disk = f"with a folder: 1 byte a slot{longer if may_be_long else ''}"
        task = self.for_slots(largest, None)
        if self.goes_back:  # so do its draws, within a stage
            task = attrs.evolve(task, work=attrs.evolve(task.work, drawn=0))
        most = max(task.bytes_at_peak(), wide * largest) + long * LISTED_IN_MEMORY
        on_disk = wide * slots + long * LISTED_ON_DISK
        return Range(slots, on_disk, disk), Range(largest, most, of)

    @property
    def _rises(self) -> bool:
        """Whether the stage rises with every move, but for one into an end.

        Where there are scores the game may go by stages though play can stay in one.
        """
        return self.work.is_staged and not (self.is_ranked and self.work.rows)

    def _widths_on_disk(self, most_plies: int) -> tuple[int, int, int]:
        """Where there are scores: the least and the most bytes of a cell, and of one before it.

        The file is written anew where cells become wider, and where they come to tell of what was
        gained before endless play: each length is two then, as it is from the first where that is
        worth something.
        """
        has_endless = bool(self.coding.form.has_endless)
        tells = self.rules.has_gains and not self._rises and not has_endless
        longest = 2 * most_plies + 1 if tells or has_endless else most_plies
        least, most = (self._bytes_for(length) for length in (SHORT, max(SHORT, longest)))
        return least, most, most if tells else most // 2 if most > least else 0

    def _bytes_for(self, length: int) -> int:
        """How wide a cell must be for an outcome of that length; no cell is wider than the last."""
        fitting = (width for width in WIDTHS if self.coding.longest_in(width) >= length)
        return np.dtype(next(fitting, WIDTHS[-1])).itemsize

    @property
    def goes_by_runs(self) -> bool:
        """Whether found positions exceed memory, so that they go to a folder if there is one."""
        found = not self.rules.is_numbered
        return found and bytes_to_find(self.work.slots, self.threads, self.limit) > self.limit

    def disk_of_cells(self) -> Range | None:
        """Bytes on the disk where a numbered game exceeds memory: of its cells, and at most.

        They stand in a file without a name. A checkpoint has them once more, and there are two of
        them while one takes the place of another. Waves from behind list nothing that is pending.
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
        """From the call to the solution."""
        work = self.work
        seconds_a_slot = work.slot_seconds + work.check_seconds + SLOT_SECONDS + self.find_seconds
        loading = LOADING_SECONDS + SECONDS_OF_SCORES * self.is_ranked
        seconds = self.other_seconds + loading + work.slots * seconds_a_slot
        if self.goes_back:
            swept_at_once = work.at_once if work.at_once <= SOON * work.pending else 0
            return seconds + (swept_at_once + work.pending) * work.sweep_seconds
        listing = work.rows * work.sweep_seconds * LISTED + work.edges * EDGE_SECONDS
        if work.is_staged:
            return seconds + work.pending * work.sweep_seconds + work.graphs * listing
        swept = sum([work.pending, *work.waves[:-1]])
        if self.takes_graph:
            seconds += listing
        elif work.waves:
            swept += work.waves[-1] / max(0.05, 1 - work.goes_on)
        return seconds + swept * work.sweep_seconds
