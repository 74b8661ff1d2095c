"""The engine: every slot of a compiled game settled, most of them without a look-up.

**The method.**

1. *Settle.* Most positions of real games are ends of play, or one move before one. The
   rules alone say so: no look-up, one pass over all slots, in any order.
2. *Sweep.* What is pending is swept again and again. Wave n settles what is won or lost
   in n plies, from what was settled in fewer; every wave looks for wins and losses both.
   A wave that settles nothing is the last. Finished draws then have waves of their own.
   Where the game lists predecessors, what a wave settled may tell them (``backward``).
3. *The graph.* Where many waves of either kind are to come, the moves between pending
   positions are listed once, with what the settled ones say (``borders``), and the graph
   solver of ``retrograde`` does the rest.

Sweeps need no memory beside the cells and expand the pending positions once a wave; the
graph needs some sixteen bytes a move and expands them once. Both give the same table. The
engine looks at how fast the sweeps come on and at the memory it may use, and chooses.

Where every move leads to a later stage, the game is solved a stage at a time, the last one
first, and each position has the greatest of its backs at once. (A stage that turns out to
hold a loop goes to the graph, with its border at any remoteness.) Stages in which play can
stay gain nothing over waves, which go through all of them together.

**The cost.** The rules, some 100 ns a position, and 10 to 40 ns for each look-up.
"""

from __future__ import annotations

from typing import Literal

import attrs
import numpy as np

from gamesolver import engine_kernels as kernels
from gamesolver.backward import Backward
from gamesolver.cell_codes import ENDLESS, PENDING
from gamesolver.cells import (
    WIDTHS,
    cells_of,
    longest_below,
    longest_in,
    narrowest_for,
    widened,
)
from gamesolver.crew import chunks_of
from gamesolver.ends import SLOTS_A_CHUNK, Ends, settle_ends
from gamesolver.engine_bytes import bytes_to_solve_graph
from gamesolver.labels import ENDLESS as NO_PLIES
from gamesolver.labels import PENDING as UNKNOWN
from gamesolver.labels import Columns, Labels
from gamesolver.longs import Longs
from gamesolver.memory import MemoryMeter
from gamesolver.passes import Passes
from gamesolver.pending_graph import ROWS_A_CHUNK, list_edges
from gamesolver.progress import Reporter
from gamesolver.retrograde import retrograde
from gamesolver.stages import by_stage, rises_with_every_move
from gamesolver.streams import streamed

SLOWLY = 0.8  # of what was pending, a wave that leaves more comes on slowly

Ways = Literal["either", "sweeps", "graph"]


@attrs.define(eq=False)
class Engine:
    """The cells of one game, on their way to being settled."""

    passes: Passes
    meter: MemoryMeter
    report: Reporter
    ways: Ways = "either"
    cells: Columns = attrs.field(init=False)
    longs: Longs = attrs.field(factory=lambda: Longs.joined([]), init=False)
    story: list[str] = attrs.field(factory=list, init=False)
    """What was done, in words."""
    _ends: Ends = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        size = self.passes.places.size
        self.meter.check(f"counting {size} slots", coming=size)
        self.cells = np.zeros(size, dtype=WIDTHS[0])

    def solve(self) -> Columns:
        """Settle every slot."""
        is_back = self.passes.game.rules.leads_back and self.ways == "either"
        ends = self._ends = settle_ends(self.passes, self.cells, going_back=is_back)
        self.story.append(f"{ends.open} of {ends.slots} slots pending after the ends of play")
        if is_back:
            self._solve_backward()
        elif ends.open:
            pending = [self._pending(ends.open)]  # so that what has been dealt out can be freed
            if rises_with_every_move(self.passes, self.cells, pending[0]):
                for slots in by_stage(self.passes, self.cells, pending, self.meter):
                    self._solve_stage(slots)
            else:
                self._solve_part(pending.pop())
        return self.cells

    def _solve_backward(self) -> None:
        """Settle wins and losses by waves from behind; of the rest, finished draws by sweeps."""
        waves = Backward(self.passes, self.meter, self.cells, self._ends)
        self.longs = waves.run()
        self.cells = waves.cells
        self.story.append(f"{waves.waves} waves of wins and losses, from behind")
        if len(self.longs):
            self.story.append(f"{len(self.longs)} long outcomes beside the cells")
        if self._ends.drawn:
            left = self._in_waves(self._pending(waves.open), 1, drawing=True)
            self.cells[left] = ENDLESS

    def _pending(self, count: int) -> Columns:
        """The slots not settled yet, in order."""
        narrow = np.uint32 if len(self.cells) < 2**32 else np.int64
        self.meter.check(f"counting {count} pending slots", count * np.dtype(narrow).itemsize)
        pending = streamed(count, narrow)
        filled = 0
        for first, last in chunks_of(len(self.cells), SLOTS_A_CHUNK):
            more = np.flatnonzero(self.cells[first:last] == PENDING)
            pending[filled : filled + len(more)] = more + first
            filled += len(more)
        return pending

    def _widen_for(self, plies: int) -> None:
        """Let every outcome of so many plies fit into a cell."""
        width = narrowest_for(plies)
        if len(self.longs) and plies > longest_below(self.longs.code - 2):
            width = max(width, WIDTHS[WIDTHS.index(self.cells.dtype.type) + 1], key=longest_in)
        if np.dtype(width).itemsize > self.cells.itemsize:
            self.cells = widened(self.cells, width, self.meter)
            self.cells[self.longs.slots] = self.longs.cells
            self.longs = Longs.joined([])

    # ── sweeps ─────────────────────────────────────────────────────────────

    def _solve_part(self, left: Columns) -> None:
        """Settle what is pending by sweeps, by the graph, or by some of both."""
        left = self._in_waves(left, 2, drawing=False)
        left = self._in_waves(left, 1, drawing=True)
        self.cells[left] = ENDLESS

    def _in_waves(self, left: Columns, wave: int, *, drawing: bool) -> Columns:
        """Wave after wave until none settles anything; what is pending still."""
        slowly = False
        while len(left):
            if self.ways == "graph" or (slowly and self.ways == "either" and self._fits(left)):
                self._solve_graph(left, 1 if drawing else wave)
                return left[:0]
            settled = self._sweep(left, wave, drawing)
            if not settled and wave > 1:
                break
            before, left = len(left), self._still(left)
            slowly = settled > 0 and len(left) > SLOWLY * before
            wave += 1
        if wave > 1:
            what = "finished draws" if drawing else "wins and losses"
            self.story.append(f"{wave - 1} waves of {what}")
        return left

    def _still(self, pending: Columns) -> Columns:
        """Those of the slots that are pending still."""
        still: Columns = pending[self.cells[pending] == PENDING]
        return still

    def _sweep(self, pending: Columns, wave: int, drawing: bool) -> int:
        """One wave; how many positions it settled."""
        self._widen_for(wave)
        sifting = not (self._ends.are_rare and self.passes.places.is_numbered)
        tally = self.passes.run(
            f"{'draws' if drawing else 'wins and losses'} in {wave}",
            kernels.sweep,
            self.cells,
            chunks_of(len(pending), ROWS_A_CHUNK),
            lambda chunk: (pending[slice(*chunk)], wave, drawing, sifting),
        )
        return int(tally[kernels.ENDS])

    def _fits(self, rows: Columns) -> bool:
        """Whether the graph of these rows fits into memory."""
        moves = int(len(rows) * self._ends.moves / self._ends.open)
        coming = bytes_to_solve_graph(len(self.cells), len(rows), moves)
        return self.meter.taken() + coming < self.meter.limit

    # ── the graph of what is pending ───────────────────────────────────────

    def _solve_graph(self, pending: Columns, heard: int) -> None:
        """List the moves between pending slots, and let the graph solver settle them."""
        if len(self.longs):  # what the graph hears of them must be what they are
            self._widen_for(int(self.longs.cells.max()) // 3)
        given = pending, heard, self._ends.moves, self.meter
        rows, edges, border = list_edges(self.passes, self.cells, *given)
        self.story.append(f"the graph of {len(pending)} pending slots, {len(edges)} moves")
        size = len(pending)
        known = Labels(np.full(size, UNKNOWN, np.int8), np.full(size, NO_PLIES, np.int32))
        forward = [edges, rows]
        del rows, edges  # so that the graph solver can free them
        labels = retrograde(forward.pop(), forward.pop(), known, self.report, self.meter, border)
        self._widen_for(int(labels.plies.max(initial=0)))
        for first, last in chunks_of(size, 1 << 22):
            part = Labels(labels.value[first:last], labels.plies[first:last])
            self.cells[pending[first:last]] = cells_of(part)

    # ── stage by stage ─────────────────────────────────────────────────────

    def _solve_stage(self, slots: Columns) -> None:
        """Settle what lies before later stages alone; what is left loops within the stage."""
        while True:
            tally = self.passes.run(
                "stages",
                kernels.greatest_backs,
                self.cells,
                chunks_of(len(slots), ROWS_A_CHUNK),
                lambda chunk: (slots[slice(*chunk)], longest_in(self.cells.dtype)),
            )
            if not tally[kernels.TOO_LONG]:
                break
            self._widen_for(longest_in(self.cells.dtype) + 1)
        left = self._still(slots)
        if len(left):
            self._solve_graph(np.sort(left), heard=1)
