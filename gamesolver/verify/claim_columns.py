"""Verification of proofs about compiled games: claims are checked by kernels.

Claims of ``verify.claims`` are checked by ``kernels.proof_certificate``, and claims by levels
(``verify.levels``) by ``kernels.level_certificate``. No search and no kernel of a search is used.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np
from numba import types

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
    type_of_scratch,
)
from gamesolver.kernels import level_certificate
from gamesolver.kernels import proof_certificate as kernels
from gamesolver.kernels.leaves import STRAY, STRAY_AT, WON, Leaves
from gamesolver.kernels.scratch import GUARDS
from gamesolver.rules.calls import GUARD_POSITION, POSITIONS
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import not_a_seat
from gamesolver.system.columns import Columns
from gamesolver.system.progress import Reporter
from gamesolver.tables.claim_scale import LevelScale
from gamesolver.tables.claims import ClaimColumns

CLAIMS_A_CALL = 1 << 12
LEAST_TABLE, MOST_TABLE, LEAVES_OF_A_CLAIM = 1 << 10, 1 << 17, 4
"""Number of results of leaves that are stored: at most 2 MB, which fits into the cache."""
HALVES = column(np.int32)
CLAIMED: Any = types.NamedTuple((POSITIONS, *[HALVES] * 3), kernels.Claimed)
LEAVES: Any = types.NamedTuple((POSITIONS, *[INTS] * 4, POSITIONS, *[INTS] * 4, POSITIONS), Leaves)
CLAIMED_BY_LEVELS: Any = types.NamedTuple((POSITIONS, INTS, INTS, HALVES), kernels.Claimed)
LEVELS: Any = types.NamedTuple(
    (types.int64, types.int64, types.boolean, types.boolean), level_certificate.LevelNumbers
)
MARKS = column(np.uint8)
NO_MARKS = np.empty(0, np.uint8)
BUFFERS: Any = types.Array(types.uint64, 2, "C")


@cache
def _certify(rules: Any) -> Any:
    """Return the kernel, compiled for rules of this type."""
    return compiled(
        kernels.certify_claims,
        rules,
        CLAIMED,
        LEAVES,
        SOLVED,
        MARKS,
        SCRATCH,
        BUFFERS,
        INTS,
        types.int64,
        types.int64,
        types.boolean,
        types.int64,
    )


@cache
def _certify_levels(rules: Any, has_gains: bool) -> Any:
    """Return the kernel for claims by levels, compiled for rules of this type."""
    return compiled(
        level_certificate.certify_levels,
        rules,
        CLAIMED_BY_LEVELS,
        LEVELS,
        SOLVED,
        MARKS,
        type_of_scratch(has_gains),
        INTS,
        types.int64,
        types.int64,
        types.boolean,
    )


class ColumnPass(ABC):
    """One pass over claims about a compiled game, with solved positions in columns."""

    kind: ClassVar[Any]
    """Type of the claims for kernels."""

    def __init__(self, game: CompiledGame, claims: ClaimColumns, folds: bool, solved: Any) -> None:
        self.game = game
        self.claims = claims
        self.folds = folds
        self.rules = UnpackedRules.of(game.rules.calls)
        self.scratch = scratch_for(game.rules)
        self.claimed = _claimed(claims, self.kind)
        self.solved = solved
        self.columns = self.solved.columns if solved else NO_SOLVED
        self.marks = solved.joined.marks() if solved else NO_MARKS
        self.tally: Columns = np.zeros(kernels.TALLY, np.int64)

    @abstractmethod
    def _certify(self, claimed: kernels.Claimed, first: int, last: int) -> None:
        """Check the claims from ``first`` up to ``last`` by a kernel."""

    def is_played(self, position: int, side: int, bound: int) -> bool:
        """Return True if a bound is shown by playing the last plies to the end."""
        raise NotImplementedError("these claims have no leaves")

    def run(self, report: Reporter | None) -> None:
        """Check all claims, until one fails."""
        size = len(self.claims.positions)
        for first in range(0, size, CLAIMS_A_CALL):
            if report is not None:
                report("verify", first, size)
            self._certify(self.claimed, first, min(size, first + CLAIMS_A_CALL))
            if self.tally[kernels.WHY]:
                return

    @property
    def fault(self) -> tuple[int, int, int] | None:
        """Claim that is not supported: position, side and bound."""
        if not self.tally[kernels.WHY]:
            return None
        place, side = int(self.tally[kernels.WHERE]), int(self.tally[kernels.SIDE])
        bounds = self.claimed.others if side else self.claimed.movers
        return int(self.claimed.positions[place]), side, int(bounds[place])

    def taken_with(self, others: Iterable[tuple[int, int]]) -> Mapping[int, int]:
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
        return int(self.tally[kernels.POSITIONS_SEEN])

    @property
    def leaves(self) -> int:
        """Number of leaves that were proved again."""
        return int(self.tally[kernels.LEAVES])

    @property
    def in_leaves(self) -> int:
        """Number of positions visited for these leaves."""
        return int(self.tally[kernels.SEEN_IN_LEAVES])

    @property
    def twins(self) -> int:
        """Number of uses of a claim about a symmetric position."""
        return int(self.tally[kernels.TWINS])

    @property
    def is_too_large(self) -> bool:
        """True if a leaf takes more positions than the limit for one leaf."""
        return bool(self.tally[kernels.WHY] == kernels.TOO_LARGE)

    def _require_whole(self) -> None:
        if not is_whole(self.scratch):
            raise not_whole(self.game)
        if self.tally[STRAY]:
            position = self.tally[STRAY_AT].astype(np.uint64)
            raise not_a_seat(self.game, int(position), int(self.game.rules.calls.player(position)))


class ColumnCheck(ColumnPass):
    """One pass over claims of wins, draws and losses."""

    kind = CLAIMED

    def __init__(self, game: CompiledGame, claims: ClaimColumns, folds: bool, solved: Any) -> None:
        super().__init__(game, claims, folds, solved)
        self.buffers = np.full((2, game.rules.max_moves + GUARDS), GUARD_POSITION)
        self.line = _line_of(claims, game.rules.max_moves)

    def is_played(self, position: int, side: int, bound: int) -> bool:
        """Return True if a bound is shown by playing the last plies to the end."""
        mover, other = (np.full(1, bound if side == each else -WON, np.int32) for each in (0, 1))
        places = np.zeros(2, np.int32)
        one = kernels.Claimed(np.full(1, position, np.uint64), mover, other, places)
        self._certify(one, 0, 1)
        is_shown = not self.tally[kernels.WHY]
        self.tally[kernels.WHY] = 0
        return is_shown

    def _certify(self, claimed: kernels.Claimed, first: int, last: int) -> None:
        with np.errstate(over="ignore"):
            _certify(self.rules.kind)(
                self.rules,
                claimed,
                self.line,
                self.columns,
                self.marks,
                self.scratch,
                self.buffers,
                self.tally,
                first,
                last,
                self.folds,
                self.claims.leaf_plies,
            )
        self._require_whole()
        if (self.buffers[:, -GUARDS:] != GUARD_POSITION).any():
            raise not_whole(self.game)


class LevelColumnCheck(ColumnPass):
    """One pass over claims by levels."""

    kind = CLAIMED_BY_LEVELS

    def __init__(self, game: CompiledGame, claims: ClaimColumns, folds: bool, solved: Any) -> None:
        super().__init__(game, claims, folds, solved)
        assert isinstance(claims.scale, LevelScale)
        scale, rules = claims.scale, claims.scale.rules
        self.levels = level_certificate.LevelNumbers(
            scale.unit, rules.worth, scale.has_ties, rules.is_scored
        )

    def _certify(self, claimed: kernels.Claimed, first: int, last: int) -> None:
        certify = _certify_levels(self.rules.kind, self.scratch.gains is not None)
        with np.errstate(over="ignore"):
            certify(
                self.rules,
                claimed,
                self.levels,
                self.columns,
                self.marks,
                self.scratch,
                self.tally,
                first,
                last,
                self.folds,
            )
        self._require_whole()


def _claimed(claims: ClaimColumns, kind: Any) -> kernels.Claimed:
    """Return the claims with a hash index for kernels."""
    places = np.zeros(1 << (2 * len(claims.positions)).bit_length(), np.int32)
    claimed = kernels.Claimed(claims.positions, claims.movers, claims.others, places)
    compiled(kernels.fill, kind)(claimed)
    return claimed


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
        ranks=np.zeros(width, np.int64),
        last=np.zeros(2 * plies, np.int64),
        table=aligned(2 * entries),
    )


def aligned(words: int) -> Columns:
    """Return zeros that are aligned to a cache line."""
    held = np.zeros(words + 8, np.uint64)
    first = -(held.ctypes.data // held.itemsize) % 8
    table: Columns = held[first : first + words]
    return table
