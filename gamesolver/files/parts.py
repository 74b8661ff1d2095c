"""What of a table goes into a file: its shape, and a stream of blocks, column by column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from gamesolver.files.shape import Column

CELLS_A_BLOCK = 1 << 15
KEYS_A_BLOCK = 1 << 12
TEXTS_A_BLOCK = 1 << 9


@attrs.frozen
class Parts:
    """A table, ready to be written."""

    kind: str
    columns: Mapping[str, Column]
    blocks: Iterator[tuple[str, Any]]
    """The blocks of all columns, those of each column in order: its name, and the entries."""
    reached: int = 0
    is_all_reached: bool = False


def cut(name: str, column: Any, in_a_block: int) -> Iterator[tuple[str, Any]]:
    """The blocks of a column that is in memory."""
    for first in range(0, len(column), in_a_block):
        yield name, column[first : first + in_a_block]
