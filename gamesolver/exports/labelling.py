"""Labelling: checks of the arguments, and the choice of the method.

A plain game is labelled by its rules, without the compiler (``move_labels``). A compiled game is
labelled by kernels (``compiled_move_labels``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from gamesolver.errors import InvalidArgumentError
from gamesolver.exports.move_labels import MoveLabels, label_one_by_one
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.tables.table import Finder, Table
from gamesolver.texts import spelled


def label_moves(
    rules: Rules[Any, Any], table: Table[Any], find: Finder, positions: Iterable[object]
) -> MoveLabels:
    """Return the labels of any objects; those that are not positions are not known."""
    _require_column(positions)
    if not isinstance(rules.game, CompiledGame):
        return label_one_by_one(rules, table, find, list(positions))
    from gamesolver.exports.compiled_move_labels import label_many  # numba: only when needed

    return label_many(rules, table, find, positions)


def _require_column(positions: object) -> None:
    """Raise where they would be taken letter by letter of a text, or row by row of a table."""
    if isinstance(positions, str | bytes):
        raise InvalidArgumentError(
            f"bad positions {spelled(positions)}: expected a list or a column, got one text"
        )
    if isinstance(positions, np.ndarray) and positions.ndim != 1:
        raise InvalidArgumentError(
            f"bad positions: expected a column of shape (n,), got {positions.shape}"
        )
