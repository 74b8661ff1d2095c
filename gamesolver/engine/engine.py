"""The engine: every slot of a compiled game settled, most of them without a look-up.

**The method.**

1. *Settle.* Most positions of real games are ends of play, or one move before one. The
   rules alone say so: no look-up, one pass over all slots, in any order.
2. *Sweep.* What is pending is swept again and again. Wave n settles what is won or lost
   in n plies, from what was settled in fewer; every wave looks for wins and losses both.
   A wave that settles nothing is the last. Finished draws then have waves of their own.
   Where the game lists predecessors, what a wave settled may tell them (``predecessor_waves``).
3. *The graph.* Where many waves of either kind are to come, the moves between pending
   positions are listed once, with what the settled ones say (``border``), and the graph
   solver of ``retrograde`` does the rest.

Sweeps need no memory beside the cells and expand the pending positions once a wave; the
graph needs some sixteen bytes a move and expands them once. Both give the same table. The
engine looks at how fast the sweeps come on and at the memory it may use, and chooses.

Where every move leads to a later stage, the game is solved a stage at a time, the last one
first, and each position has the greatest of its backs at once. (A stage that turns out to
hold a loop goes to the graph, with its border at any remoteness.) Stages in which play can
stay gain nothing over waves, which go through all of them together.

**The cost.** The rules, some 100 ns a position, and 10 to 40 ns for each look-up.

**What the engine will take, looked at before it is taken and told in forecasts.**

**The cells of all slots on their way to being settled, and what of them is long.**
"""

from __future__ import annotations

import time
from typing import Any, Literal

import attrs
import numpy as np

from gamesolver.engine.ends import FirstPass, settle_ends
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.pending import ROWS_A_CHUNK, bytes_to_list, list_edges
from gamesolver.engine.predecessor_waves import Backward
from gamesolver.engine.running import Runner
from gamesolver.engine.stages import by_stage, bytes_to_deal, goes_by_stages
from gamesolver.graph.border import counter_to
from gamesolver.graph.retrograde import bytes_to_settle, retrograde
from gamesolver.kernels import sweeping as kernels
from gamesolver.kernels.codes import ENDLESS, PENDING, plies_of
from gamesolver.kernels.scratch import SETTLED, TOO_LONG
from gamesolver.system.columns import Columns, Elsewhere, streamed, zeros_for
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import chunks_of
from gamesolver.tables.cells import (
    WIDTHS,
    Overflow,
    cells_of,
    longest_below,
    longest_in,
    narrowest_for,
    widened,
)
from gamesolver.tables.labels import Labels

# ── what the engine will take, looked at before it is taken and told in forecasts ───────────────

BYTES_KNOWN = 5  # a row: the labels that the graph solver is given


def bytes_to_sweep(pending: int, left: int, is_staged: bool) -> int:
    """What the pending slots take beside the cells: in stages, or while a wave leaves some."""
    return pending * 4 + (bytes_to_deal(pending) if is_staged else pending * 2 + left * 4)


def bytes_to_solve_graph(slots: int, rows: int, edges: int, max_moves: int) -> int:
    """What the graph of so many pending slots takes, beside the cells and their numbers."""
    listed = bytes_to_list(slots, rows, edges, max_moves)
    kept = listed - slots // 7 + rows * BYTES_KNOWN
    counter = np.dtype(counter_to(max_moves)).itemsize
    return max(listed, kept + bytes_to_settle(rows, edges, 4, counter))


# ── the cells of all slots on their way to being settled, and what of them is long ──────────────

SLOTS_A_CHUNK, CELLS_A_CHUNK = 1 << 16, 1 << 22


@attrs.define(eq=False)
class GrowingCells:
    """Cells that can be widened, those of long outcomes beside them."""

    meter: MemoryMeter
    elsewhere: Elsewhere
    """Where columns go that do not fit into memory."""
    cells: Columns
    overflow: Overflow = attrs.field(factory=lambda: Overflow.joined([]))

    @classmethod
    def pending_all(
        cls, size: int, width: Any, meter: MemoryMeter, elsewhere: Elsewhere
    ) -> GrowingCells:
        """Nothing is known yet."""
        cells = zeros_for(f"counting {size} slots", size, width, meter, elsewhere)
        return cls(meter, elsewhere, cells)

    def go_on_from(self, cells: Columns, overflow: Overflow) -> None:
        """Be as cells of the same width were."""
        for first, last in chunks_of(len(cells), CELLS_A_CHUNK):
            self.cells[first:last] = cells[first:last]
        self.overflow = overflow

    def pending(self) -> Columns:
        """The slots not settled yet, in order."""
        chunks = chunks_of(len(self.cells), SLOTS_A_CHUNK)
        count = sum(int((self.cells[slice(*each)] == PENDING).sum()) for each in chunks)
        narrow = np.uint32 if len(self.cells) < 2**32 else np.int64
        doing = f"counting {count} pending slots"
        pending = zeros_for(doing, count, narrow, self.meter, self.elsewhere, streamed)
        filled = 0
        for first, last in chunks:
            more = np.flatnonzero(self.cells[first:last] == PENDING)
            pending[filled : filled + len(more)] = more + first
            filled += len(more)
        return pending

    def still(self, pending: Columns) -> Columns:
        """Those of the slots that are pending still, in the same place: ``pending`` is lost."""
        count = 0
        for first, last in chunks_of(len(pending), CELLS_A_CHUNK):
            part = pending[first:last]
            part = part[self.cells[part] == PENDING]
            pending[count : count + len(part)] = part
            count += len(part)
        if count < len(pending) and self.meter.allows(count * pending.itemsize):
            return pending[:count].copy()  # and what stood behind is given back
        return pending[:count]

    def widen_for(self, plies: int) -> None:
        """Let every outcome of so many plies fit into a cell."""
        width = narrowest_for(plies)
        if len(self.overflow) and plies > longest_below(self.overflow.code - 2):
            width = max(width, WIDTHS[WIDTHS.index(self.cells.dtype.type) + 1], key=longest_in)
        if np.dtype(width).itemsize > self.cells.itemsize:
            self.cells = widened(self.cells, width, self.meter, self.elsewhere)
            self.cells[self.overflow.slots] = self.overflow.cells
            self.overflow = Overflow.joined([])

    def take_in_overflow(self) -> None:
        """Have long outcomes among the cells, as wide as it takes."""
        if len(self.overflow):
            self.widen_for(int(plies_of(self.overflow.cells.max())))

    def enter(self, slots: Columns, cells: Columns) -> None:
        """Enter what the graph solver has settled so far."""
        self.widen_for(int(plies_of(cells.max(initial=ENDLESS))))
        for first, last in chunks_of(len(slots), CELLS_A_CHUNK):
            part = cells[first:last]
            settled = np.flatnonzero(part != ENDLESS)
            self.cells[slots[first:last][settled]] = part[settled]


# ── the engine ────────────────────────────────────────────────────────────────────────

SLOWLY = 0.8  # of what was pending, a wave that leaves more comes on slowly

Ways = Literal["either", "sweeps", "graph"]


@attrs.define(eq=False)
class Engine:
    """Settles the cells of one game."""

    runner: Runner
    meter: MemoryMeter
    report: Reporter
    ways: Ways = "either"
    kept: Keeper = attrs.field(factory=Keeper)
    held: GrowingCells = attrs.field(init=False)
    story: list[str] = attrs.field(factory=list, init=False)  # what was done
    _always: dict[str, Any] = attrs.field(init=False)  # what every checkpoint says
    _first_pass: FirstPass = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        state, size = self.kept.state, self.runner.places.size
        begun = state if state is not None and len(state.cells) else None
        width = begun.cells.dtype if begun else WIDTHS[0]
        self.held = GrowingCells.pending_all(size, width, self.meter, self.kept.elsewhere)
        if begun:
            self.held.go_on_from(begun.cells, begun.overflow)

    @property
    def cells(self) -> Columns:
        """The cells, as wide as they are by now."""
        return self.held.cells

    def solve(self) -> Columns:
        """Settle every slot."""
        is_back = self.runner.game.rules.leads_back and self.ways == "either"
        is_back = self.kept.words.get("is_back", is_back)  # what was begun so goes on so
        self._always = {"is_back": is_back}
        self._settle_ends(is_back)
        phase = self.kept.words.get("phase")
        if is_back and phase not in ("waves", "graph"):
            self._solve_backward()
            return self.cells
        work = self.runner, self.cells
        pending = [self.held.pending()]  # so that what has been dealt out can be freed
        if not len(pending[0]) or phase in ("waves", "graph"):
            self._solve_part(pending.pop())
        elif phase == "stages" or goes_by_stages(*work, pending[0], self.meter):
            self._always["phase"] = "stages"
            for slots in by_stage(*work, pending, self.meter):
                self._solve_stage(slots)
                self._keep_if_due()
        else:
            self._solve_part(pending.pop())
        return self.cells

    def _settle_ends(self, is_back: bool) -> None:
        """The first pass, or what an earlier solve has counted in it."""
        if "ends" in self.kept.words:
            self._first_pass = FirstPass(**self.kept.words["ends"])
        else:
            self._first_pass = settle_ends(self.runner, self.cells, self.kept, going_back=is_back)
        self.story.append(f"{self._first_pass.summary} after the ends of play")

    def _solve_backward(self) -> None:
        """Settle wins and losses by waves from behind; of the rest, finished draws by sweeps."""
        waves = Backward(self.runner, self.meter, self.cells, self._first_pass, self.kept.elsewhere)
        if self.kept.words.get("phase") == "backward":
            waves.go_on_from(self.kept.words, self.held.overflow)
        while waves.go_on():
            if self.kept.is_due:
                words = {
                    "phase": "backward",
                    "ends": attrs.asdict(self._first_pass),
                } | self._always
                self.kept.keep(words | waves.words, waves.cells, waves.overflow)
        self.held = GrowingCells(self.meter, self.kept.elsewhere, waves.cells, waves.end())
        self.story.append(f"{waves.waves} waves of wins and losses, from behind")
        if number := len(self.held.overflow):
            self.story.append(f"{number} long outcomes beside the cells")
        if self._first_pass.drawn:
            left = self._in_waves(self.held.pending(), 1, drawing=True)
            self.cells[left] = ENDLESS

    def _keep_if_due(self, *, soon: bool = False, **words: Any) -> None:
        """Keep what is settled, and what is being done; ``soon`` if nothing can be kept soon."""
        if self.kept.is_due or (soon and self.kept.is_due_soon):
            all_words = {**words, **self._always, "ends": attrs.asdict(self._first_pass)}
            self.kept.keep(all_words, self.cells, self.held.overflow)

    # ── sweeps ─────────────────────────────────────────────────────────────

    def _solve_part(self, left: Columns) -> None:
        """Settle what is pending by sweeps, by the graph, or by some of both."""
        words = self.kept.words
        if words.get("phase") == "graph" and len(left):
            self._solve_graph(left, words["heard"])
            return
        is_drawing = words.get("drawing", False)
        if not is_drawing:
            left = self._in_waves(left, words.get("wave", 2), drawing=False)
        left = self._in_waves(left, words["wave"] if is_drawing else 1, drawing=True)
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
            before, left = len(left), self.held.still(left)
            slowly = settled > 0 and len(left) > SLOWLY * before
            wave += 1
        if wave > 1:
            what = "finished draws" if drawing else "wins and losses"
            self.story.append(f"{wave - 1} waves of {what}")
        return left

    def _sweep(self, pending: Columns, wave: int, drawing: bool) -> int:
        """One wave; how many positions it settled."""
        self.held.widen_for(wave)
        sifting = not (self._first_pass.ends_are_rare and self.runner.places.is_numbered)
        done, settled = self._come_to(pending, wave, drawing)
        chunks = [(done + a, done + b) for a, b in chunks_of(len(pending) - done, ROWS_A_CHUNK)]

        def pause(more: int, tally: Columns) -> None:
            after = int(pending[chunks[more - 1][1] - 1])
            now = settled + int(tally[SETTLED])
            where: dict[str, Any] = {"wave": wave, "drawing": drawing, "after": after}
            self._keep_if_due(phase="waves", settled=now, **where)

        tally = self.runner.run_with_pauses(
            f"{'draws' if drawing else 'wins and losses'} in {wave}",
            kernels.sweep,
            self.cells,
            chunks,
            lambda chunk: (pending[slice(*chunk)], wave, drawing, sifting),
            pause if self.kept.needs_pauses else None,
        )
        return settled + int(tally[SETTLED])

    def _come_to(self, pending: Columns, wave: int, drawing: bool) -> tuple[int, int]:
        """How many of the pending slots an earlier solve asked in this wave, and settled."""
        words = self.kept.words
        if (words.get("wave"), words.get("drawing")) != (wave, drawing):
            return 0, 0
        return int(np.searchsorted(pending, words["after"], "right")), words["settled"]

    def _fits(self, rows: Columns) -> bool:
        """Whether the graph of these rows fits into memory."""
        moves = int(len(rows) * self._first_pass.moves / self._first_pass.open)
        max_moves = self.runner.game.rules.max_moves
        coming = bytes_to_solve_graph(len(self.cells), len(rows), moves, max_moves)
        return self.meter.allows(coming)

    # ── the graph of what is pending ───────────────────────────────────────

    def _solve_graph(self, pending: Columns, heard: int) -> None:
        """List the moves between pending slots, and let the graph solver settle them."""
        self.held.take_in_overflow()  # the graph hears of them
        if self.kept.words.get("phase") != "graph":  # a solve that went on from here has just begun
            self._keep_if_due(soon=True, phase="graph", heard=heard)
        began = time.monotonic()
        work = pending, heard, self._first_pass.moves, self.meter
        rows, edges, border = list_edges(self.runner, self.cells, *work)
        self.kept.again = time.monotonic() - began  # no checkpoint has the graph
        self.story.append(f"the graph of {len(pending)} pending slots, {len(edges)} moves")
        size = len(pending)
        forward = [edges, rows]
        del rows, edges  # so that the graph solver can free them

        def pause(cells: Columns) -> None:
            if self.kept.is_due:
                self.held.enter(pending, cells)
                self._keep_if_due(phase="graph", heard=heard)

        rest = Labels.pending_all(size), self.report, self.meter, border, pause
        labels, self.kept.again = retrograde(forward.pop(), forward.pop(), *rest), 0.0
        self.held.widen_for(int(labels.plies.max(initial=0)))
        for first, last in chunks_of(size, 1 << 22):
            self.cells[pending[first:last]] = cells_of(labels.part(first, last))

    # ── stage by stage ─────────────────────────────────────────────────────

    def _solve_stage(self, slots: Columns) -> None:
        """Settle what lies before later stages alone; what is left loops within the stage."""
        while True:
            tally = self.runner.run(
                "stages",
                kernels.greatest_backs,
                self.cells,
                chunks_of(len(slots), ROWS_A_CHUNK),
                lambda chunk: (slots[slice(*chunk)], longest_in(self.cells.dtype)),
            )
            if not tally[TOO_LONG]:
                break
            self.held.widen_for(longest_in(self.cells.dtype) + 1)
        left = self.held.still(slots)
        if len(left):
            self._solve_graph(np.sort(left), heard=1)
