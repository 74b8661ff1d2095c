"""Claims of a proof of a compiled game, with the buffers of ``kernels.collecting``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gamesolver.engine.kernel_calls import call_alone
from gamesolver.kernels import collecting as kernel
from gamesolver.proofs.claims import Collector
from gamesolver.rules.guard import Rules
from gamesolver.system.columns import Columns
from gamesolver.tables.claims import SIDES, ClaimColumns

if TYPE_CHECKING:
    from gamesolver.proofs.compiled_search import CompiledSearch

FIRST_STACK, FIRST_MET = 1 << 12, 1 << 14


class CompiledCollector(Collector):
    """Collector of the claims that support a statement about a compiled game."""

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
        self.state[kernel.MOST_PLIES] = self.scale.most_plies

    def collect(self, position: Any, side: int, bound: int) -> None:
        """Collect the claims that support a bound of a side at a position."""
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
        """Double the stack of needed claims."""
        held, self.stack = self.stack, stack_of(2 * len(self.stack.positions))
        for new, old in zip(self.stack, held, strict=True):
            new[: len(old)] = old
        self.state[kernel.STATUS] = kernel.GOING

    def _enlarge(self) -> None:
        """Double the set of claims that were met."""
        larger = met_of(2 * len(self.met.positions))
        call_alone(kernel.move_over, len(self.met.positions), self.met, larger)
        self.met = larger
        self.state[kernel.STATUS] = kernel.GOING

    def gathered(self) -> ClaimColumns:
        """Return all claims, in the order of their positions."""
        (filled,) = self.met.words.nonzero()
        order = filled[np.argsort(self.met.positions[filled])]
        movers, others = (self._bounds_of(side, self.met.words[order]) for side in SIDES)
        leaf_plies = int(self.state[kernel.LEAF_PLIES])
        return ClaimColumns(self.met.positions[order], movers, others, leaf_plies, self.scale)

    def _bounds_of(self, side: int, words: Columns) -> Columns:
        """Return the least that a side gets, from the words of some positions."""
        bounds = (words >> (kernel.BOUND_BITS * side) & kernel.BOUND_MASK) + kernel.NOTHING
        bounds[bounds == kernel.NOTHING] = self.scale.nothing
        return bounds


def stack_of(size: int) -> kernel.Stack:
    """Return a stack for the given number of needed claims."""
    numbers = [np.zeros(size, np.int64) for _ in range(3)]
    return kernel.Stack(np.zeros(size, np.uint64), *numbers)


def met_of(size: int) -> kernel.Met:
    """Return a set for half as many claims as ``size``."""
    return kernel.Met(np.zeros(size, np.uint64), np.zeros(size, np.int64))
