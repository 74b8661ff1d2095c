"""Figures: what is published of a game, and by whom; a table for each set of parameters.

A package says it beside the game's module, ``nim.py``, in ``nim.toml``, or for all modules of a
folder in ``figures.toml``. Under the game's name on the shelf stands one table for each set of
``parameters``: the ``outcome`` of the start, for the player to move; the number of ``positions``
that the start reaches, ends included, and up to symmetry (``folded``); how many the player to move
has ``won``, ``lost`` and ``drawn``; and who says so, the ``source``. With ``which`` it says what
positions these are, where they are not those that the start reaches, and with ``reached`` how many
it is known to reach at least.

Where a source speaks of a publication and of others, ``published`` names the figures that the
publication has, and ``said`` what it says where that is less: ``said = { outcome = "win" }``
(``gamesolver/rules/provenance.py``), and ``sources`` names another source of a single figure:
``sources = { folded = "by this library alone" }``. A ``note`` is a sentence for whoever reads the
game's page, without its full stop. ``differs`` says why ours are others, and ``means`` which of
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
tests may expect of its boards (``tests/oracles/published.py``). A parameter that TOML has no word
for is a text, as Python writes it: ``endless = "Value.WIN"``.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from typing import Any

from gamesolver.errors import FileError, listed
from gamesolver.rules.parameters import FIGURES, NAMED_VALUES
from gamesolver.rules.provenance import faults_in, toml_in, unusual
from gamesolver.texts import said_by

COUNTS = {"positions", "folded", "won", "lost", "drawn"}
OUTCOME = (
    r"(endless )?(win|loss|draw)"
    r"|((win|loss|draw)|(win|loss) by [1-9][0-9]*) in (0|[1-9][0-9]*)"
    r"|(win|loss) by [1-9][0-9]*(, endless)?"
)

PLAIN = {int: "a whole number", str: "a text", bool: "True or False"}
"""Types of which a parameter is where its default is."""


def figures_of(name: str, kind: type) -> list[dict[str, Any]]:
    """The tables of a game; none where nothing is published.

    >>> from games import Dodgem
    >>> [table["outcome"] for table in figures_of("dodgem", Dodgem)]
    ['win in 20', 'endless draw', 'draw']
    """
    file, told = _beside(name, kind)
    tables = told.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        expected = f"expected [[{name}]] above each set of parameters"
        raise FileError(f"bad figures of {name} in {file}: {expected}", file)
    for number, table in enumerate(tables, 1):
        for part, figures in _sourced(table):
            _raise_for(
                _faults(figures), f"{name} in {file}: [[{name}]] number {number}{part}", file
            )
    read = [_with_values(table) for table in tables]
    for number, table in enumerate(read, 1):
        faults = _of_parameters(kind, table["parameters"], read[: number - 1])
        _raise_for(faults, f"{name} in {file}: [[{name}]] number {number}", file)
    return read


def _raise_for(faults: Iterator[str], where: str, file: str) -> None:
    """Raise for the first fault, if there is one."""
    fault = next(faults, None)
    if fault is not None:
        raise FileError(f"bad figures of {where} {fault}", file)


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
    for key, outcome in _outcomes(table):
        if not (isinstance(outcome, str) and re.fullmatch(OUTCOME, outcome)):
            yield (
                f"has {key} = {outcome!r}: expected win, loss or draw, as in 'win in 5', "
                "'loss by 2 in 12' or 'endless draw'"
            )
    for key in sorted(COUNTS & table.keys()):
        if type(table[key]) is not int or table[key] < 0:
            yield f"has {key} = {table[key]!r}: expected a number, how many there are"
    if not isinstance(table.get("which", ""), str):
        yield f"has which = {table['which']!r}: expected in words which positions are counted"
    if "only_by" in table and str(table.get("outcome")).startswith(("loss", "endless loss")):
        yield "has only_by, and a lost start has no only move: expected longest_by"
    yield from faults_in(table)


def _outcomes(table: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every outcome in a table, and where it stands; ``said`` is looked at with its source."""
    if "outcome" in table:
        yield "outcome", table["outcome"]
    for key, part in table.items():
        if key == "openings" and isinstance(part, dict):
            yield from ((f"{key}.{move}", outcome) for move, outcome in part.items())
        elif (
            key not in ("said", "published", "sources", "parameters")
            and isinstance(part, dict)
            and "outcome" in part
        ):
            yield f"{key}.outcome", part["outcome"]


def _of_parameters(
    kind: type, parameters: dict[str, Any], before: list[dict[str, Any]]
) -> Iterator[str]:
    """What keeps a table from being about a game of its own."""
    has = f"has parameters = {parameters}"
    taken = inspect.signature(kind).parameters
    for name, given in parameters.items():
        if name not in taken:
            expected = f"expected {listed(list(taken))}" if taken else "expected none"
            yield f"{has}, and {kind.__name__} takes no {name}: {expected}"
        usual = taken[name].default
        if type(usual) in PLAIN and type(given) is not type(usual):
            yield f"{has}: expected for {name} {PLAIN[type(usual)]}, such as {usual!r}"
    try:
        kind(**parameters)
    except Exception as error:  # an author's own checks may raise anything
        yield f"{has}, with which {kind.__name__} cannot be made: {said_by(error)}"
    same = [unusual(kind, each["parameters"]) for each in before]
    if (own := unusual(kind, parameters)) in same:
        number = same.index(own) + 1
        yield f"{has}, the same game as number {number}: expected one table for each game"


def _beside(name: str, kind: type) -> tuple[str, dict[str, Any]]:
    """The file beside a game's module, or that of its folder, and what it says."""
    module = sys.modules.get(kind.__module__)
    spec = None if module is None else module.__spec__
    folder = (spec and spec.parent) or ""
    for file in (f"{kind.__module__.rpartition('.')[2]}.toml", FIGURES) if folder else ():
        told = toml_in(folder, file, f"the figures of {name}")
        if told is not None:
            return file, told
    return "", {}


def _with_values(table: dict[str, Any]) -> dict[str, Any]:
    """A table with the values that its parameters name."""
    parameters = table.get("parameters", {})
    return table | {"parameters": {name: _read(each) for name, each in parameters.items()}}


def _read(parameter: Any) -> Any:
    return NAMED_VALUES.get(parameter, parameter) if isinstance(parameter, str) else parameter
