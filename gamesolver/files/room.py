"""Where the whole table of a file stands: in memory, or in a file of a folder.

What asks for all positions at once brings the whole table in. Its columns go to memory where that
allows it, and else, if there is a folder, to a file without a name there: the system then keeps in
memory what is used of it, and gives back the room when the solution is closed. A table of nine
billion positions is verified so beside a few hundred megabytes.
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
"""Makes a column of so many entries of a width."""


@attrs.frozen
class Room:
    """How much memory the whole table may take, and in which folder it may stand besides."""

    memory: int | None = None
    """Bytes; ``None``: 85 % of what is free."""
    folder: Path | None = None

    @classmethod
    def of(cls, memory: int | float | str | None, folder: str | os.PathLike[str] | None) -> Room:
        """What was asked for; ``InvalidArgumentError`` where it cannot be used."""
        return cls(
            None if memory is None else parse_bytes(memory),
            None if folder is None else folder_in(folder).absolute(),
        )

    def maker(self, coming: int, what: str) -> Maker:
        """Where so many bytes stand; ``MemoryLimitError`` where there is no room for them."""
        meter = MemoryMeter(self.memory)
        if meter.allows(coming):
            return np.empty
        if self.folder is not None:
            return partial(_in_a_file, self.folder)
        raise MemoryLimitError(
            f"not enough memory for {what}: the limit is {meter.limit_in_words()}, "
            f"{in_words(coming)} are needed; reading all at once needs it, probing does not",
            limit=int(meter.limit),
            needed=coming,
        ).advised(Advice("stores it in a file", tool="load(path, folder=...)"))


IN_MEMORY = Room()
"""In what is free, and nowhere else."""


def _in_a_file(folder: Path, size: int, width: Any) -> Columns:
    """A column in a file of a folder, which is made where it is not there yet."""
    with refusals_reported(folder, "a table"):
        folder.mkdir(parents=True, exist_ok=True)
        return mapped(folder, size, width)
