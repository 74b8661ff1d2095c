"""Pause of Python's garbage collector while numba compiles.

The compiler creates hundreds of thousands of objects, most of which live until a function is
compiled. Repeated scans of these objects took a twelfth of the compile time.
"""

from __future__ import annotations

import gc

from numba.core.event import Event, Listener, register


class CollectorPause(Listener):
    """Listener of numba that stops the collector while a function is compiled."""

    def __init__(self) -> None:
        self._was_on: list[bool] = []
        """For each compilation under way, True if the collector ran before it."""

    def on_start(self, event: Event) -> None:
        """Stop the collector."""
        self._was_on.append(gc.isenabled())
        gc.disable()

    def on_end(self, event: Event) -> None:
        """Start the collector again after the outermost compilation."""
        if self._was_on.pop():
            gc.enable()


register("numba:compile", CollectorPause())
