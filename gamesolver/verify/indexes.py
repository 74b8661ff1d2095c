"""verify for compiled games: the certificate over every valid index, on all threads.

The certificate is the one that ``verify.certificate`` opens with. Every index is looked at: that an
unused index is one, that an end is labelled by the rules, and that every other position has
the greatest of its backs. On a seeded part of the moves (``full=True``: on all of them) a
successor must also be symmetric to the canonical position at its index; on such a part its
predecessors must give the position, if the rules list any. With ``full=True`` each position that
the ``symmetries`` of a stored one list is checked as well, by its own moves. Where the author
gives plain rules too, ten thousand positions are compared with them.

No solver and none of its kernels is used here.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import numpy as np

from gamesolver.engine.kernel_calls import call, is_whole, not_whole, scratch_for
from gamesolver.engine.places import Places
from gamesolver.engine.table import EntryTable
from gamesolver.errors import VerificationError
from gamesolver.kernels import certificate as kernels
from gamesolver.kernels.codes import UNUSED
from gamesolver.kernels.scratch import (
    ENDS,
    MOVES,
    POSITIONS,
    SHOULD_BE,
    TALLY,
    WHERE,
    WHOSE,
    WHY,
    Scratch,
)
from gamesolver.rules.compiled import CompiledGame, plain_of
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown, shown_apart
from gamesolver.rules.pairs import require_same
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import Workers, chunks_of
from gamesolver.verify.certificate import VerificationReport
from gamesolver.verify.folding import Folding
from gamesolver.verify.positions import PositionCheck, wrong

INDEXES_A_CHUNK = 1 << 15
SAMPLE = 10_000
SEED = 20_260_919

REASONS = {
    kernels.AN_END: "play has ended there",
    kernels.INDEX_IS_FREE: "no position has that index",
    kernels.INDEX_IS_TAKEN: "the index is marked as unused",
    kernels.MISSING: "one of its moves leads to a position that is not in the table",
    kernels.NO_IMAGE: "one of its moves leads to the index of another position",
    kernels.NOT_GREATEST: "this is the greatest backed-up outcome of its moves",
    kernels.NO_MOVES: "its number of moves is impossible",
    kernels.GAIN_STAYS: "one of its moves gains and leads to no later stage",
    kernels.GAIN_TOO_LARGE: "one of its moves gains more than 2,000,000, or loses more",
    kernels.ELSEWHERE: "another position represents it",
    kernels.NO_IMAGES: "its number of symmetric positions is impossible",
    kernels.NO_WAY_BACK: "it is not among the predecessors of one of its successors",
}


def verify_compiled(
    game: CompiledGame,
    table: EntryTable,
    roots: Iterable[int],
    *,
    full: bool = False,
    threads: int | None = None,
    report: Reporter | None = None,
) -> VerificationReport:
    """Check every index; raise ``VerificationError`` at the first that fails."""
    began = time.perf_counter()
    places, entries, overflow = table.places, table.entries, table.overflow
    check = PositionCheck(Rules(game), table)
    check.roots(roots)
    folding = Folding(check.rules, check.steps)
    for root in roots if full else ():
        folding.require_image(root, game.canonical(root))
    reporter = report or Reporter(None)
    workers = Workers(threads, lambda: scratch_for(game.rules), reporter, MemoryMeter(float(2**62)))

    def certified(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
        rises = game.rules.has_gains and game.rules.stage is not None
        tally = call(
            kernels.certify,
            places.rules,
            places.columns,
            entries,
            scratch,
            chunk,
            full,
            game.rules.leads_back,
            rises,
            overflow.columns,
        )
        if not is_whole(scratch):
            raise not_whole(game)
        return tally.copy()

    total = np.zeros(TALLY, np.int64)
    for tally in workers.run("verify", certified, chunks_of(len(entries), INDEXES_A_CHUNK)):
        if tally[WHY]:
            if full:
                _require_symmetric(folding, places, tally)
            raise _failed(game, places, overflow.entry(entries, int(tally[WHERE])), tally)
        total += tally
    if plain_of(game) is not None:
        require_same(game, *map(places.position, _sample(entries)))
    positions, moves, ends = total[[POSITIONS, MOVES, ENDS]].tolist()
    return VerificationReport(positions, moves, ends, time.perf_counter() - began)


def _require_symmetric(folding: Folding, places: Places, tally: Columns) -> None:
    """Raise if a false symmetry is why an index fails: where it is looked up, or after a move."""
    position, representative = _position_in(tally), places.position(int(tally[WHERE]))
    if tally[WHY] not in (kernels.INDEX_IS_FREE, kernels.INDEX_IS_TAKEN, kernels.NO_MOVES):
        folding.require_listed(position, representative)
        folding.require_alike(position, representative)
        folding.require_alike_next(position)


def _position_in(tally: Columns) -> int:
    """Return the position that fails."""
    return int(tally[WHOSE]) % 2**64


def _failed(game: CompiledGame, places: Places, entry: int, tally: Columns) -> VerificationError:
    """Return the error for an index that fails."""
    should_be, coding = int(tally[SHOULD_BE]), places.coding
    stored = coding.outcome_of(entry)
    expected = coding.outcome_of(should_be) if 0 <= should_be < kernels.NO_ENTRY else None
    position, representative = _position_in(tally), places.position(int(tally[WHERE]))
    where = shown(game, position)
    if position != representative:
        where, other = shown_apart(game, position, representative)
        where += f", which {other} represents,"
    nothing = "unused" if entry == UNUSED else "pending"
    claim = f" is stored as {stored or nothing}"
    if expected is not None:
        claim += f", and should be {expected}"
    why = REASONS[int(tally[WHY])]
    return wrong(f"position {where}{claim}: {why}", position, stored, expected)


def _sample(entries: Columns) -> list[int]:
    """Return some indexes that hold positions, always the same ones."""
    chosen = np.random.default_rng(SEED).integers(0, len(entries), 2 * SAMPLE)
    chosen = np.unique(chosen)
    return [int(index) for index in chosen[entries[chosen] != UNUSED][:SAMPLE]]
