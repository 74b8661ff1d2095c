"""A storage backend for tests, which keeps the checkpoints of one process in its memory."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from gamesolver.engine.keeper import Checkpoint, Keeper


class MemoryKeeper(Keeper):
    """Keeper that writes a checkpoint at every opportunity. The caller stores it."""

    needs_pauses = is_due = is_due_soon = True

    def __init__(self, saved=None):
        self.saved, self.written = saved, saved
        self._log = [part["keys"] for part in saved.parts if "keys" in part] if saved else []

    def append(self, keys):
        """Append found keys to the log."""
        self._log.append(keys.copy())

    def saved_keys(self):
        """Yield the keys of the log, as they are in the checkpoint."""
        yield from [*self._log]

    def save(self, state, columns=MappingProxyType({}), fixed=MappingProxyType({})):
        """Copy all columns."""
        log = {"keys": np.concatenate(self._log)} if self._log else {}
        part = {name: column.copy() for name, column in {**columns, **fixed, **log}.items()}
        self.written = Checkpoint(dict(state), (part,))
