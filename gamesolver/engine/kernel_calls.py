"""Calls of the kernels that take the rules of a game as arguments, compiled or in plain Python.

:func:`call` runs such a kernel with the rules of :class:`RulesForKernels`. :func:`scratch_for`
makes the buffers of one worker, with guard words after those that the rules fill.
:func:`is_whole` checks the guard words. numba is loaded when the first kernel is compiled
(``engine.calling``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from gamesolver.errors import GameContractError
from gamesolver.kernels.deferring import is_plain, plainly_if_few
from gamesolver.kernels.places import FUNCTIONS, GameRules, PlaceColumns
from gamesolver.kernels.score_entries import ScoreForm
from gamesolver.kernels.scratch import BATCH, GUARDS, PILE, TALLY, Scratch
from gamesolver.rules.calls import GUARD_BYTES, GUARD_MOVE, GUARD_POSITION, Calls
from gamesolver.rules.compiled import CompiledGame, CompiledRules
from gamesolver.rules.messages import contract
from gamesolver.system.columns import Columns

# ── the scratch of one worker ───────────────────────────────────────────────────────────────────

FILLED_BY_RULES = "moves", "gains", "successors", "images", "predecessors", "earlier"
"""Buffers that the rules fill."""


def scratch_for(rules: CompiledRules) -> Scratch:
    """Return buffers for a batch of positions with the greatest possible number of moves."""
    most = BATCH * max(rules.max_moves, rules.max_predecessors)
    most_symmetries = rules.max_symmetries if rules.symmetries is not None else 0
    return Scratch(
        moves=np.full(rules.max_moves + GUARDS, GUARD_MOVE),
        gains=np.full(rules.max_moves + GUARDS, GUARD_MOVE) if rules.has_gains else None,
        successors=np.full(rules.max_moves + GUARDS, GUARD_POSITION),
        images=np.full(most_symmetries + GUARDS, GUARD_POSITION),
        orbit=np.empty(1 + most_symmetries, np.uint64),
        predecessors=np.full(rules.max_predecessors + GUARDS, GUARD_POSITION),
        earlier=np.full(rules.max_predecessors + GUARDS, GUARD_MOVE),
        neighbours=np.empty(most, np.uint64),
        raw=np.empty(most, np.uint64),
        kept=np.empty(most, np.bool_),
        gained=np.empty(most, np.int64),
        indexes=np.empty(most, np.int64),
        entries=np.empty(most, np.int64),
        best=np.empty(BATCH, np.int64),
        payoffs=np.empty(BATCH, np.int64),
        begins=np.empty(BATCH, np.int64),
        ends=np.empty(BATCH, np.int64),
        batch=np.empty(BATCH, np.int64),
        kinds=np.empty(BATCH, np.int64),
        pile=np.empty(PILE, np.uint64),
        tally=np.zeros(TALLY, np.int64),
    )


def is_whole(scratch: Scratch) -> bool:
    """Return True if every guard word is unchanged."""
    buffers = [getattr(scratch, name) for name in FILLED_BY_RULES]
    return all(
        buffer[-GUARDS:].tobytes() == GUARD_BYTES[buffer.dtype]
        for buffer in buffers
        if buffer is not None
    )


def not_whole(game: CompiledGame) -> GameContractError:
    """Return the error for rules that overwrote a guard word at an unknown position."""
    return contract(
        game,
        "bounds",
        "its rules wrote beyond a buffer: expected at most max_moves moves of any "
        "position, max_symmetries symmetric positions and max_predecessors predecessors",
    )


# ── rules for kernels ───────────────────────────────────────────────────────────────────────────


class RulesForKernels:
    """Rules of one game as kernels take them in either mode."""

    def __init__(self, calls: Calls, form: ScoreForm | None = None) -> None:
        self._calls, self._form = calls, form

    @cached_property
    def in_python(self) -> GameRules:
        """Rules for kernels in plain Python."""
        calls = self._calls
        functions = (getattr(calls, part).plain for part in FUNCTIONS)
        return GameRules(*calls.facts, self._form, *functions)

    @cached_property
    def unpacked(self) -> Any:
        """Rules for compiled kernels."""
        from gamesolver.engine.calling import UnpackedRules  # numba: only for compiled kernels

        return UnpackedRules.of(self._calls, self._form)


def load_numba_if_needed() -> None:
    """Load numba unless kernels run as plain Python, so that its memory is not that of a solve."""
    if not is_plain():
        import gamesolver.engine.calling  # noqa: F401  # imported for what it loads


# ── calls ───────────────────────────────────────────────────────────────────────────────────────

NO_ENTRIES = np.empty(0, np.uint8)
"""An empty column of entries, for kernels without look-ups."""


def call(
    kernel: Callable[..., None],
    rules: RulesForKernels,
    places: PlaceColumns,
    entries: Columns,
    scratch: Scratch,
    *arguments: Any,
) -> Columns:
    """Run a kernel that calls the rules. Return its tally, valid until the next call.

    The first four parameters of all such kernels are equal. Arguments are passed by position, as
    numba passes them. Columns that belong together are one named tuple.
    """
    tally: Columns = scratch.tally
    tally[:] = 0
    if is_plain():
        kernel(rules.in_python, places, entries, scratch, *arguments)
        return tally
    from gamesolver.engine.calling import handed  # numba: only for compiled kernels

    handed(kernel, rules.unpacked, places, entries, scratch, arguments)
    return tally


def call_alone(kernel: Callable[..., Any], count: int, *arguments: Any) -> Any:
    """Return the result of a kernel that calls no rules, over the given number of entries.

    Few entries are passed over in plain Python if numba is not loaded yet.
    """
    with plainly_if_few(count):
        if is_plain():
            return kernel(*arguments)
    from gamesolver.engine.calling import compiled_for  # numba: only for compiled kernels

    return compiled_for(kernel, *arguments)(*arguments)
