"""Figures: what is published of a game, and by whom; a table for each set of parameters.

A package says it in ``figures.toml``, beside the game's module: under the game's name on the
shelf, one table for each set of ``parameters``, with the ``outcome`` of the start, the number of
``positions``, the number up to symmetry (``folded``), and the ``source``; and with ``which`` what
positions these are, where they are not those that the start reaches. Whatever else stands in a
table is for others, such as tests and docs. A parameter that TOML has no word for is a text, as
Python writes it: ``endless = "Value.WIN"``.
"""

from __future__ import annotations

import sys
import tomllib
from importlib.resources import files
from typing import Any

from gamesolver.rules.parameters import NAMED_VALUES

FIGURES = "figures.toml"


def figures_of(name: str, kind: type) -> list[dict[str, Any]]:
    """The tables of a game; none where nothing is published.

    >>> from games import Dodgem
    >>> [table["outcome"] for table in figures_of("dodgem", Dodgem)]
    ['win in 20', 'endless draw', 'draw']
    """
    module = sys.modules.get(kind.__module__)
    folder = module.__spec__.parent if module is not None and module.__spec__ is not None else ""
    try:
        text = files(folder).joinpath(FIGURES).read_text(encoding="utf-8") if folder else ""
    except (OSError, TypeError):  # no such file, or no folder of files
        return []
    return [_with_values(table) for table in tomllib.loads(text).get(name, [])]


def _with_values(table: dict[str, Any]) -> dict[str, Any]:
    """A table with the values that its parameters name."""
    parameters = table.get("parameters", {})
    return table | {"parameters": {name: _read(each) for name, each in parameters.items()}}


def _read(parameter: Any) -> Any:
    return NAMED_VALUES.get(parameter, parameter) if isinstance(parameter, str) else parameter
