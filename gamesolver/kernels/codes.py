"""The numbers that cells hold, and what is listed beside them; ``cells`` says what they mean."""

from __future__ import annotations

from typing import Any, NamedTuple

PENDING, HOLE, ENDLESS, FIRST = 0, 1, 2, 3
LOSS, DRAW, WIN = 0, 1, 2


class OverflowColumns(NamedTuple):
    """The few cells that are listed beside all others, for they do not fit among them."""

    code: Any
    """The cell that says so of its slot."""
    slots: Any
    """In order."""
    cells: Any
