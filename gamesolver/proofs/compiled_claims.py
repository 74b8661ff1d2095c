"""Claims of a proof of a compiled game, with the buffers of ``kernels.collecting``."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from gamesolver.engine.calling import INTS, compiled
from gamesolver.kernels import collecting as kernel
from gamesolver.proofs.claims import Collector
from gamesolver.proofs.level_claims import level_scale_of, value_tasks
from gamesolver.rules.calls import POSITIONS
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.tables.claim_scale import LevelScale
from gamesolver.tables.claims import NOTHING, ClaimColumns

if TYPE_CHECKING:
    from gamesolver.proofs.compiled_search import CompiledSearch

STACK: Any = types.NamedTuple((POSITIONS, *[INTS] * 3), kernel.Stack)
MET: Any = types.NamedTuple((POSITIONS, INTS), kernel.Met)

FIRST_STACK, FIRST_MET = 1 << 12, 1 << 14


class CompiledCollector(Collector):
    """Collects what supports one statement about a compiled game."""

    search: CompiledSearch

    def __init__(
        self,
        rules: Rules[Any, Any],
        search: CompiledSearch,
        most: int,
        folds: bool,
        leaf_plies: int,
        folded_to: int,
    ) -> None:
        super().__init__(rules, search, most, folds)
        self.stack, self.met = stack_of(FIRST_STACK), met_of(FIRST_MET)
        self.state = np.zeros(kernel.STATE, np.int64)
        self.state[kernel.FOLDED_TO] = folded_to if folds else 0
        self.state[kernel.LEAF_PLIES] = leaf_plies
        self.state[kernel.HAS_LEVELS] = LevelScale.serves(rules)

    def _collect(self, position: Any, side: int, bound: int) -> None:
        for column, first in zip(self.stack, (position, side, bound, 0), strict=True):
            column[0] = first
        self.state[kernel.SIZE], self.state[kernel.STATUS] = 1, kernel.GOING
        while self.state[kernel.SIZE]:
            self.search.collect(self.stack, self.met, self.state)
            self._require_room(int(self.state[kernel.COUNT]))
            if self.state[kernel.STATUS] == kernel.STACK_FULL:
                self._raise_stack()
            elif self.state[kernel.STATUS] == kernel.MET_FULL:
                self._enlarge()

    def _raise_stack(self) -> None:
        """Make room for twice as many claims that are needed."""
        held, self.stack = self.stack, stack_of(2 * len(self.stack.positions))
        for new, old in zip(self.stack, held, strict=True):
            new[: len(old)] = old
        self.state[kernel.STATUS] = kernel.GOING

    def _enlarge(self) -> None:
        """Make room for twice as many that were met."""
        larger = met_of(2 * len(self.met.positions))
        compiled(kernel.move_over, MET, MET)(self.met, larger)
        self.met = larger
        self.state[kernel.STATUS] = kernel.GOING

    def gathered(self) -> ClaimColumns:
        """All claims, in the order of their positions."""
        leaf_plies = int(self.state[kernel.LEAF_PLIES])
        positions, movers, others = self._columns(NOTHING, np.int32)
        return ClaimColumns(positions, movers, others, leaf_plies)

    def _columns(self, nothing: int, dtype: Any) -> list[Columns]:
        """The positions, and what each side gets at least, with that number for no claim."""
        (filled,) = self.met.words.nonzero()
        order = filled[np.argsort(self.met.positions[filled])]
        words, columns = self.met.words[order], [self.met.positions[order]]
        for side in (kernel.MOVER, kernel.OTHER):
            bounds = (words >> (kernel.BOUND_BITS * side) & kernel.BOUND_MASK) + kernel.NOTHING
            bounds[bounds == kernel.NOTHING] = nothing
            columns.append(bounds.astype(dtype))
        return columns


class CompiledLevelCollector(CompiledCollector):
    """Collects what supports one statement about a compiled game, by levels."""

    @cached_property
    def levels(self) -> LevelScale:
        """What the numbers of claims mean."""
        return level_scale_of(self.rules)

    @property
    def nothing(self) -> int:
        """The number that claims nothing."""
        return self.levels.nothing

    def collect(self, position: Any, side: int, bound: int) -> None:
        """Claim what supports that a side gets so much at a position."""
        self._collect(position, side, bound)

    def _collect_value(self, position: Any) -> bool:
        """Whether a position is drawn; if not, who wins is claimed."""
        is_drawn, tasks = value_tasks(self.levels, self.search, position)
        for task in tasks:
            self.collect(*task)
        return is_drawn

    def gathered(self) -> ClaimColumns:
        """All claims, in the order of their positions."""
        positions, movers, others = self._columns(self.levels.nothing, np.int64)
        return ClaimColumns(positions, movers, others, self.levels.leaf_plies, self.levels)


def stack_of(size: int) -> kernel.Stack:
    """Room for so many claims that are needed."""
    numbers = [np.zeros(size, np.int64) for _ in range(3)]
    return kernel.Stack(np.zeros(size, np.uint64), *numbers)


def met_of(size: int) -> kernel.Met:
    """Room for half as many claims as that."""
    return kernel.Met(np.zeros(size, np.uint64), np.zeros(size, np.int64))
