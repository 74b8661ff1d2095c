"""Choice of the encoding of outcomes as table entries.

The *form* of a game is a named tuple of numbers, or ``None``. Its class chooses the module that
encodes the outcomes (:data:`ENCODINGS`).

**A new encoding** is a module with a class of forms and the functions of ``score_entries``, a line
in ``ENCODINGS``, and the line of ``tables.entries.Coding.of`` that gives a game its form. Kernels
call the functions of ``encodings``, which numba compiles. The last five functions take columns, and
Python calls them.

``PENDING`` and ``UNUSED`` mean the same in every encoding. A greater preference key is better for
the player to move (``codes``). The verifier reads entries by functions of its own, on purpose
(``certificate``).
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from gamesolver.kernels import score_entries, value_entries
from gamesolver.kernels.score_entries import ScoreForm

ENCODINGS: dict[type, ModuleType] = {type(None): value_entries, ScoreForm: score_entries}
"""Module that encodes the outcomes of games with a form of this class."""


def encoding_of(form: Any) -> Any:
    """Return the module that encodes outcomes by a form."""
    return ENCODINGS[type(form)]
