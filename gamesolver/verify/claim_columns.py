"""Verification of proofs about compiled games: claims are checked by a kernel.

``verify.claims`` defines what is checked, and ``kernels.claim_certificate`` checks it. No search
and no kernel of a search is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numba import types

from gamesolver.engine.calling import INTS, SOLVED, UnpackedRules, column, compiled, type_of_scratch
from gamesolver.engine.kernel_calls import is_whole, not_whole, scratch_for
from gamesolver.kernels import claim_certificate as kernel
from gamesolver.kernels.leaves import STRAY, STRAY_AT, Leaves
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import not_a_seat
from gamesolver.rules.fitting import POSITIONS
from gamesolver.system.columns import Columns
from gamesolver.system.progress import Reporter
from gamesolver.tables.claim_scale import ClaimScale
from gamesolver.tables.claims import SIDES, ClaimColumns

CLAIMS_A_CALL = 1 << 12
LEAST_TABLE, MOST_TABLE, LEAVES_OF_A_CLAIM = 1 << 10, 1 << 17, 4
"""Number of results of leaves that are stored: at most 2 MB, which fits into the cache."""
CLAIMED: Any = types.NamedTuple((POSITIONS, INTS, INTS, column(np.int32)), kernel.Claimed)
LEAVES: Any = types.NamedTuple((POSITIONS, *[INTS] * 4, POSITIONS, *[INTS] * 4, POSITIONS), Leaves)
SCALE: Any = types.NamedTuple((*[types.int64] * 4, *[types.boolean] * 2), kernel.ScaleNumbers)
MARKS = column(np.uint8)
NO_MARKS = np.empty(0, np.uint8)


@cache
def _certify(rules: Any, has_gains: bool, has_leaves: bool, has_solved: bool) -> Any:
    """Return the kernel, compiled for rules of this type."""
    return compiled(
        kernel.certify_claims,
        rules,
        CLAIMED,
        SCALE,
        LEAVES if has_leaves else types.none,
        SOLVED if has_solved else types.none,
        MARKS,
        type_of_scratch(has_gains),
        INTS,
        types.int64,
        types.int64,
        types.boolean,
    )


class ColumnPass:
    """Pass over claims about a compiled game, with solved positions in columns."""

    def __init__(self, game: CompiledGame, claims: ClaimColumns, folds: bool, solved: Any) -> None:
        self.game = game
        self.claims = claims
        self.folds = folds
        self.rules = UnpackedRules.of(game.rules.calls)
        self.scratch = scratch_for(game.rules)
        self.claimed = _claimed(claims.positions, claims.movers, claims.others)
        self.scale = _numbers_of(claims.scale, claims.leaf_plies)
        self.leaves_line = _line_of(claims, game.rules.max_moves) if claims.leaf_plies else None
        self.solved = solved
        self.columns = solved.columns if solved else None
        self.marks = solved.joined.marks() if solved else NO_MARKS
        self.tally: Columns = np.zeros(kernel.TALLY, np.int64)

    def is_played(self, position: int, side: int, bound: int) -> bool:
        """Return True if a bound is shown by playing the last plies to the end."""
        bounds = (np.full(1, bound if side == each else kernel.NOTHING) for each in SIDES)
        self._certify(_claimed(np.full(1, position, np.uint64), *bounds), 0, 1)
        is_shown = not self.tally[kernel.WHY]
        self.tally[kernel.WHY] = 0
        return is_shown

    def _certify(self, claimed: kernel.Claimed, first: int, last: int) -> None:
        """Check the claims from ``first`` up to ``last`` by the kernel."""
        gains, line = self.scratch.gains is not None, self.leaves_line
        with np.errstate(over="ignore"):
            _certify(self.rules.kind, gains, line is not None, self.columns is not None)(
                self.rules,
                claimed,
                self.scale,
                line,
                self.columns,
                self.marks,
                self.scratch,
                self.tally,
                first,
                last,
                self.folds,
            )
        if not is_whole(self.scratch):
            raise not_whole(self.game)
        if self.tally[STRAY]:
            position = self.tally[STRAY_AT].astype(np.uint64)
            raise not_a_seat(self.game, int(position), int(self.game.rules.calls.player(position)))

    def run(self, report: Reporter | None) -> None:
        """Check all claims, until one fails."""
        size = len(self.claims.positions)
        for first in range(0, size, CLAIMS_A_CALL):
            if report is not None:
                report("verify", first, size)
            self._certify(self.claimed, first, min(size, first + CLAIMS_A_CALL))
            if self.tally[kernel.WHY]:
                return

    @property
    def fault(self) -> tuple[int, int, int] | None:
        """Claim that is not supported: position, side and bound."""
        if not self.tally[kernel.WHY]:
            return None
        place, side = int(self.tally[kernel.WHERE]), int(self.tally[kernel.SIDE])
        bounds = self.claimed.others if side else self.claimed.movers
        return int(self.claimed.positions[place]), side, int(bounds[place])

    def reused_with(self, others: Iterable[tuple[int, int]]) -> Mapping[int, int]:
        """Return the number of claims taken from each table, including ``others``."""
        if not self.solved:
            return {}
        for position, side in others:
            self.solved.joined.mark(self.marks, position, side)
        counts: Mapping[int, int] = self.solved.joined.count(self.marks)
        return counts

    @property
    def positions(self) -> int:
        """Number of positions visited."""
        return int(self.tally[kernel.POSITIONS_SEEN])

    @property
    def leaves(self) -> int:
        """Number of leaves that were proved again."""
        return int(self.tally[kernel.LEAVES])

    @property
    def in_leaves(self) -> int:
        """Number of positions visited for these leaves."""
        return int(self.tally[kernel.SEEN_IN_LEAVES])

    @property
    def images(self) -> int:
        """Number of uses of a claim about a symmetric position."""
        return int(self.tally[kernel.IMAGES])

    @property
    def is_too_large(self) -> bool:
        """True if a leaf takes more positions than the limit for one leaf."""
        return bool(self.tally[kernel.WHY] == kernel.TOO_LARGE)


def _claimed(positions: Columns, movers: Columns, others: Columns) -> kernel.Claimed:
    """Return claims with a hash index for kernel."""
    places = np.zeros(1 << (2 * len(positions)).bit_length(), np.int32)
    claimed = kernel.Claimed(positions, movers, others, places)
    compiled(kernel.fill, CLAIMED)(claimed)
    return claimed


def _numbers_of(scale: ClaimScale, leaf_plies: int) -> kernel.ScaleNumbers:
    """Return a scale as the kernel takes it."""
    rules = scale.rules
    return kernel.ScaleNumbers(
        scale.unit, scale.most_plies, leaf_plies, rules.payoff, scale.has_ties, rules.is_scored
    )


def _line_of(claims: ClaimColumns, width: int) -> Leaves:
    """Return buffers for leaves: a table in proportion to the claims, and a short line."""
    plies = claims.leaf_plies + 1
    entries = min(max(LEAST_TABLE, LEAVES_OF_A_CLAIM * len(claims.positions)), MOST_TABLE)
    moves = plies * width
    return Leaves(
        positions=np.zeros(plies, np.uint64),
        sides=np.zeros(plies, np.int64),
        bounds=np.zeros(plies, np.int64),
        counts=np.zeros(plies, np.int64),
        nexts=np.zeros(plies, np.int64),
        successors=np.zeros(moves, np.uint64),
        moves=np.zeros(moves, np.int64),
        afters=np.zeros(moves, np.int64),
        priorities=np.zeros(width, np.int64),
        last=np.zeros(2 * plies, np.int64),
        table=aligned(2 * entries),
    )


def aligned(words: int) -> Columns:
    """Return zeros that are aligned to a cache line."""
    held = np.zeros(words + 8, np.uint64)
    first = -(held.ctypes.data // held.itemsize) % 8
    table: Columns = held[first : first + words]
    return table
