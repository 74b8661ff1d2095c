"""Runs of the kernels of a search: in plain Python first, then compiled.

The state of a search is stored in columns, and its kernel returns after a number of positions. A
search begins in plain Python, because numba needs more time to compile than the first thousands of
positions take. It continues in compiled code from the position that it has reached. No work is
repeated, and all results are those of a compiled search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from gamesolver.engine.kernel_calls import RulesForKernels
from gamesolver.engine.running import first_fault
from gamesolver.kernels.deferring import KEPT, plainly
from gamesolver.rules.calls import Rule
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.preflight import fit_for_a_proof

SECONDS = 1.0
"""Processor time of a search in plain Python: some thousand positions."""

VISITS = 64
"""Positions that a kernel visits in plain Python between two looks at the clock."""

Compiling = Callable[[Callable[[], None]], None]
"""Callback that calls a function that compiles, and does not count its seconds."""


def compiling_at_once(prepare: Callable[[], None]) -> None:
    """Call a function that compiles."""
    prepare()


def share_of_plain(game: CompiledGame) -> float:
    """Return the share of ``SECONDS`` for a game, 0 if its rules are compiled at once."""
    if not game.rules.calls.are_deferred:
        return 0.0
    from gamesolver.kernels.code_folder import is_kept_on_disk  # for the first search alone

    return KEPT if is_kept_on_disk(game.rules.successors) else 1.0


class SearchKernels:
    """Kernels that take the rules of one game, in plain Python at first."""

    def __init__(
        self, game: CompiledGame, *candidates: Rule, compiling: Compiling = compiling_at_once
    ) -> None:
        self.rules = RulesForKernels(game.rules.calls)
        self._game, self._candidates, self._compiling = game, candidates, compiling
        self._compiled: dict[Callable[..., None], Callable[..., None]] = {}
        """Compiled kernels. The types of a search's buffers never change."""
        self._seconds_left = SECONDS * share_of_plain(game)
        self.is_plain = self._seconds_left > 0
        """True while kernels run as plain Python."""

    def run(
        self, kernel: Callable[..., None], near: Callable[[], Iterable[int]], *buffers: Any
    ) -> None:
        """Run a kernel with the rules and these buffers.

        If a rule raises an error, the fault is looked for at the positions ``near``.
        """
        if self.is_plain and not self._may_be_plain:
            self.compile(kernel, *buffers)
        try:
            self._run_plainly(kernel, *buffers) if self.is_plain else self._run(kernel, *buffers)
        except Exception as error:
            fault = first_fault(self._game, near())
            if fault is None:
                raise
            raise fault from error

    @property
    def _may_be_plain(self) -> bool:
        return self._seconds_left > 0 and self._game.rules.calls.are_deferred

    def _run_plainly(self, kernel: Callable[..., None], *buffers: Any) -> None:
        began = time.thread_time()
        candidates = (rule.plain for rule in self._candidates)
        with plainly():
            kernel(self.rules.in_python, *candidates, *buffers)
        self._seconds_left -= time.thread_time() - began

    def _run(self, kernel: Callable[..., None], *buffers: Any) -> None:
        if kernel not in self._compiled:
            self._compile(kernel, *buffers)
        candidates = (rule.function for rule in self._candidates)
        self._compiled[kernel](self.rules.unpacked, *candidates, *buffers)

    def compile(self, kernel: Callable[..., None], *buffers: Any) -> None:
        """Compile a kernel for these buffers, and run no kernel in plain Python any longer."""
        self.is_plain = False
        self._game.rules.calls.hand_over()
        self._compiling(lambda: self._compile(kernel, *buffers))

    def _compile(self, kernel: Callable[..., None], *buffers: Any) -> None:
        from gamesolver.engine.calling import compiled_for  # numba: only for compiled kernels

        fit_for_a_proof(self._game)
        given = self.rules.unpacked, *self._candidates, *buffers
        self._compiled[kernel] = compiled_for(kernel, *given)
