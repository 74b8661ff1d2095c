"""verify for proofs of compiled games: claims as in ``verify.claims``, held against compiled rules.

Who holds them against the rules is ``kernels.proof_certificate``; no search, and none of its
kernels, is used here.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba.core import types

from gamesolver.engine.calling import (
    INTS,
    NO_SOLVED,
    SCRATCH,
    SOLVED,
    UnpackedRules,
    column,
    compiled,
    is_whole,
    not_whole,
    scratch_for,
)
from gamesolver.kernels import proof_certificate as kernels
from gamesolver.kernels.scratch import GUARDS
from gamesolver.rules.calls import GUARD_POSITION, POSITIONS
from gamesolver.rules.compiled import CompiledGame
from gamesolver.system.columns import Columns
from gamesolver.system.progress import Reporter
from gamesolver.tables.claims import ClaimColumns

PLACES_A_CALL = 1 << 16
BOUNDS, YES_OR_NO, MARKS = column(np.int32), column(np.bool_), column(np.uint8)
CLAIMED: Any = types.NamedTuple((POSITIONS, BOUNDS, BOUNDS, YES_OR_NO), kernels.Claimed)
BUFFERS: Any = types.Array(types.uint64, 2, "C")


@cache
def _certify(rules: Any) -> Any:
    """The kernel, compiled for rules of this type."""
    numbers = types.int64, types.int64, types.boolean
    return compiled(
        kernels.certify_claims, rules, CLAIMED, SOLVED, MARKS, SCRATCH, BUFFERS, INTS, *numbers
    )


class ColumnCheck:
    """One pass over the claims about a compiled game, and what tables have in columns."""

    def __init__(self, game: CompiledGame, claims: ClaimColumns, folds: bool, solved: Any) -> None:
        self.game = game
        self.claims = claims
        self.folds = folds
        self.rules = UnpackedRules.of(game.rules.calls)
        self.scratch = scratch_for(game.rules)
        self.buffers = np.full((3, game.rules.max_moves + GUARDS), GUARD_POSITION)
        self.claimed = _claimed(claims)
        self.solved = solved
        self.columns = self.solved.columns if solved else NO_SOLVED
        self.marks = np.zeros(len(self.columns.worths), np.uint8)
        self.tally: Columns = np.zeros(kernels.TALLY, np.int64)

    def run(self, report: Reporter | None) -> None:
        """Check all claims, until one fails."""
        size = len(self.claimed.filled)
        for first in range(0, size, PLACES_A_CALL):
            if report is not None:
                report("verify", first, size)
            self._check(first, min(size, first + PLACES_A_CALL))
            if self.tally[kernels.WHY]:
                return

    @property
    def fault(self) -> tuple[int, int, int] | None:
        """A claim that is not supported: the position, the side and what it is to get."""
        if not self.tally[kernels.WHY]:
            return None
        place, side = int(self.tally[kernels.WHERE]), int(self.tally[kernels.SIDE])
        bounds = self.claimed.others if side else self.claimed.movers
        return int(self.claimed.positions[place]), side, int(bounds[place])

    def taken(self) -> dict[tuple[int, int], int]:
        """By canonical position and side, the number of the table that a claim was taken from."""
        slots = self.marks.nonzero()[0].tolist()
        return {
            (self.solved.places.position(slot), side): int(self.solved.sources[slot])
            for slot in slots
            for side in range(2)
            if self.marks[slot] >> side & 1
        }

    def _check(self, first: int, last: int) -> None:
        arguments: tuple[Any, ...] = self.scratch, self.buffers, self.tally, first, last, self.folds
        with np.errstate(over="ignore"):
            solved = self.columns, self.marks
            _certify(self.rules.kind)(self.rules, self.claimed, *solved, *arguments)
        if not is_whole(self.scratch) or (self.buffers[:, -GUARDS:] != GUARD_POSITION).any():
            raise not_whole(self.game)


def _claimed(claims: ClaimColumns) -> kernels.Claimed:
    """The claims where kernels look them up."""
    size = 1 << (2 * len(claims.positions)).bit_length()
    bounds = np.zeros(size, np.int32), np.zeros(size, np.int32)
    claimed = kernels.Claimed(np.zeros(size, np.uint64), *bounds, np.zeros(size, np.bool_))
    with np.errstate(over="ignore"):
        kernels.fill(claimed, claims.positions, claims.movers, claims.others)
    return claimed
