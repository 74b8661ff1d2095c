"""Memory for the whole table of a file, or a file in a folder.

A query for all positions at once reads the whole table. Its columns go to memory if they fit.
Otherwise, if there is a folder, they go to a file without a name there. The system then keeps in
memory the pages in use, and frees the disk space when the solution is closed. So a table of nine
billion positions is verified with a few hundred megabytes of memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import numpy as np

from gamesolver.arguments import folder_in
from gamesolver.errors import Advice, MemoryLimitError
from gamesolver.system.columns import Columns, mapped
from gamesolver.system.disk import refusals_reported
from gamesolver.system.memory import MemoryMeter, in_words, parse_bytes

Maker: TypeAlias = Callable[[int, Any], Columns]
"""Function that makes a column, given its number of entries and their type."""


@attrs.frozen
class Room:
    """Memory limit of the whole table, and the folder for a table that exceeds it."""

    memory: int | None = None
    """Bytes; ``None``: 85 % of what is free."""
    folder: Path | None = None

    @classmethod
    def of(cls, memory: int | float | str | None, folder: str | os.PathLike[str] | None) -> Room:
        """Return the limits from a caller's arguments; raise ``InvalidArgumentError`` if bad."""
        return cls(
            None if memory is None else parse_bytes(memory),
            None if folder is None else folder_in(folder).absolute(),
        )

    def maker(self, coming: int, what: str) -> Maker:
        """Return a maker of columns of ``coming`` bytes; raise ``MemoryLimitError`` if none."""
        meter = MemoryMeter(self.memory)
        if meter.allows(coming):
            return np.empty
        if self.folder is not None:
            return partial(_in_a_file, self.folder)
        raise MemoryLimitError(
            f"not enough memory for {what}: the limit is {meter.limit_in_words()}, "
            f"{in_words(coming)} are needed to read the whole table; look-ups of single "
            "positions need less",
            limit=int(meter.limit),
            needed=coming,
        ).advised(Advice("stores it in a file", tool="load(path, folder=...)"))


IN_MEMORY = Room()
"""In what is free, and nowhere else."""


def _in_a_file(folder: Path, size: int, width: Any) -> Columns:
    """Return a column in a file of a folder, which is made where it is not there yet."""
    with refusals_reported(folder, "a table"):
        folder.mkdir(parents=True, exist_ok=True)
        return mapped(folder, size, width)
