"""Figures: what is published of a game, and by whom; a table for each set of parameters.

A package says it beside the game's module, ``nim.py``, in ``nim.toml``, or for all modules of a
folder in ``figures.toml``. Under the game's name on the shelf stands one table for each set of
``parameters``: the ``outcome`` of the start, for the player to move; the number of ``positions``
that the start reaches, ends included, and up to symmetry (``folded``); how many the player to move
has ``won``, ``lost`` and ``drawn``; and who says so, the ``source``. With ``which`` it says what
positions these are, where they are not those that the start reaches.

Where a source speaks of a publication and of others, ``published`` names the figures that the
publication has, and ``said`` what it says where that is less: ``said = { outcome = "win" }``
(``gamesolver/rules/provenance.py``). ``differs`` says why ours are others, and ``means`` which of
our figures stands under another name.

All that ``docs/shelf.py`` holds against what comes out; and so it does with a table within a
table, if that has a ``source`` and a ``which``: it may be about positions of a ``stage`` or with a
``seat`` to move, such as a row of chess endgames, and say in a table like ``lost_in = { 0 = 135, 2
= 72 }`` how many are lost in so many plies. Of first moves, in the words of the game, ``only_by``
lists the best, ``longest_by`` those of a lost start by which it holds out longest, ``won_by`` in
their order all that win, and ``openings = { b2 = "win in 9", a1 = "draw" }`` says what each of
some is worth; in a table with a ``position`` these are the moves of that one. ``counted_by`` names
a method of the game that yields what is counted, and ``letters`` says of rows like ``4 = "DDL"``
which games these are, who begins each of them: ``{ row = "height", column = "width", first = 4
}``.

Whatever else stands in a table is for others, such as tests and docs: ``[nim.board]`` says what
tests may expect of its boards (``tests/support/published.py``). A parameter that TOML has no word
for is a text, as Python writes it: ``endless = "Value.WIN"``.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from gamesolver.errors import FileError
from gamesolver.rules.parameters import NAMED_VALUES
from gamesolver.rules.provenance import faults_in

FIGURES = "figures.toml"
COUNTS = {"positions", "folded", "won", "lost", "drawn"}
OUTCOME = r"(endless )?(win|loss|draw)( by [1-9]\d*)?( in \d+|, endless)?"


def figures_of(name: str, kind: type) -> list[dict[str, Any]]:
    """The tables of a game; none where nothing is published.

    >>> from games import Dodgem
    >>> [table["outcome"] for table in figures_of("dodgem", Dodgem)]
    ['win in 20', 'endless draw', 'draw']
    """
    file, text = _beside(kind)
    try:
        tables = tomllib.loads(text).get(name, [])
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"cannot read the figures in {file}: {error}", file) from error
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        expected = f"expected [[{name}]] above each set of parameters"
        raise FileError(f"bad figures of {name} in {file}: {expected}", file)
    for number, table in enumerate(tables, 1):
        for part, figures in _sourced(table):
            fault = next(_faults(figures), None)
            if fault is not None:
                where = f"[[{name}]] number {number}{part} {fault}"
                raise FileError(f"bad figures of {name} in {file}: {where}", file)
    return [_with_values(table) for table in tables]


def _sourced(table: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A table, and those in it that have sources of their own."""
    yield "", table
    for key, part in table.items():
        if isinstance(part, dict) and {"source", "which"} <= part.keys():
            yield f", {key},", part


def _faults(table: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a table, and what was expected."""
    if not isinstance(table.get("source"), str):
        yield "has no source: expected who found the figures"
        return
    if not isinstance(table.get("parameters", {}), dict):
        yield f"has parameters = {table['parameters']!r}: expected {{ name = value }}"
    if not re.fullmatch(OUTCOME, str(table.get("outcome", "win"))):
        yield (
            f"has outcome = {table['outcome']!r}: expected win, loss or draw, as in 'win in 5', "
            "'loss by 2 in 12' or 'endless draw'"
        )
    for key in COUNTS & table.keys():
        is_count = type(table[key]) is int and table[key] >= 0
        if not (is_count or isinstance(table[key], list)):  # a list has one for each of something
            yield f"has {key} = {table[key]!r}: expected a number, how many there are"
    if "only_by" in table and str(table.get("outcome")).startswith(("loss", "endless loss")):
        yield "has only_by, and a lost start has no only move: expected longest_by"
    yield from faults_in(table)


def _beside(kind: type) -> tuple[str, str]:
    """The file beside a game's module, or that of its folder, and what stands in it."""
    module = sys.modules.get(kind.__module__)
    spec = None if module is None else module.__spec__
    folder = (spec and spec.parent) or ""
    for file in (f"{kind.__module__.rpartition('.')[2]}.toml", FIGURES) if folder else ():
        try:
            return file, files(folder).joinpath(file).read_text(encoding="utf-8")
        except (OSError, TypeError):  # no such file, or no folder of files
            continue
    return "", ""


def _with_values(table: dict[str, Any]) -> dict[str, Any]:
    """A table with the values that its parameters name."""
    parameters = table.get("parameters", {})
    return table | {"parameters": {name: _read(each) for name, each in parameters.items()}}


def _read(parameter: Any) -> Any:
    return NAMED_VALUES.get(parameter, parameter) if isinstance(parameter, str) else parameter
