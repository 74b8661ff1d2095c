"""The job of the engine: a compiled game to solve, and what each step of the solve uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from gamesolver.rules.compiled import CompiledGame
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter

if TYPE_CHECKING:
    from gamesolver.engine.sweeps import Methods


@attrs.frozen(eq=False, kw_only=True)
class Job:
    """One solve of a compiled game, by one process or by each of several ranks."""

    game: CompiledGame
    roots: list[int]
    """Roots of the solution, the start first."""
    methods: Methods
    """Methods that may resolve the pending indexes."""
    threads: int | None
    """Number of threads; ``None`` for the number of processors."""
    meter: MemoryMeter
    report: Reporter
    note: Callable[[str], None]
    """Called with the name of each step when the step is done, to record its time and memory."""

    @property
    def canonical_roots(self) -> list[int]:
        """Canonical positions of the roots, without repeats."""
        return list(dict.fromkeys(map(self.game.canonical, self.roots)))
