"""Published figures of games with their sources: a table for each set of parameters.

A package has the figures of a module ``nim.py`` in ``nim.toml`` next to it, or those of all modules
of a folder in ``figures.toml``. Under the game's registered name is one table for each set of
``parameters``. It has the ``outcome`` of the start, for the player to move, the number of
``positions`` that the start reaches, terminal ones included, also up to symmetry (``folded``), and
the numbers that are ``won``, ``lost`` and ``drawn`` for the player to move. ``source`` names the
source. ``which`` describes the positions, if they are not those that the start reaches.
``reached`` is a known lower bound of the positions that the start reaches.

Keys on sources, which ``docs/citations.py`` reads for the pages of games:

``published``   figures that a publication has, if ``source`` also names others
``said``        the statement of the publication, if it is weaker: ``{ outcome = "win" }``
``sources``     other sources of single figures: ``{ folded = "by this library alone" }``
``note``        a sentence for readers of the page, without its full stop
``differs``     the reason why computed figures differ
``means``       the name of the computed figure for each published figure with another name

``docs/shelf.py`` compares these tables with computed results, and also tables within a table, if
they have a ``source`` and a ``which``. Their keys:

``stage``, ``seat``   the positions of a stage, or with a player to move
``lost_in``           number of positions by plies: ``{ 0 = 135, 2 = 72 }``, likewise ``won_in``
``position``          a position, with its ``outcome`` and the moves below
``counted_by``        method of the game that yields the counted positions
``letters``           the games in rows such as ``4 = "DDL"``, by the value for the first player:
                      ``{ row = "height", column = "width", first = 4 }``

Figures on first moves, which are named as in the game:

``only_by``      all best moves
``longest_by``   the moves of a lost start that lose latest
``won_by``       all moves that win, in order
``openings``     outcomes of some moves: ``{ b2 = "win in 9", a1 = "draw" }``

Other keys are for tests and docs: ``[nim.board]`` describes the boards for tests
(``tests/oracles/published.py``). A parameter that TOML cannot express is a text, as Python writes
it: ``endless = "Value.WIN"``.
"""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from gamesolver.errors import FileError, listed
from gamesolver.rules.parameters import FIGURES, NAMED_VALUES
from gamesolver.texts import error_text

FOUND = "found.toml"
METHODS = "solved", "proved"
"""Methods by which the outcome of a start can be found."""

COUNTS = {"positions", "folded", "won", "lost", "drawn"}
OUTCOME = (
    r"(endless )?(win|loss|draw)"
    r"|((win|loss|draw)|(win|loss) by [1-9][0-9]*) in (0|[1-9][0-9]*)"
    r"|(win|loss) by [1-9][0-9]*(, endless)?"
)

PLAIN = {int: "a whole number", str: "a text", bool: "True or False"}
"""Types that a parameter has if its default has them."""


def figures_of(name: str, kind: type) -> list[dict[str, Any]]:
    """Return the tables of a game; none where nothing is published.

    >>> from games import Dodgem
    >>> [table["outcome"] for table in figures_of("dodgem", Dodgem)]
    ['win in 20', 'endless draw', 'draw']
    """
    file, content = _file_of(name, kind)
    tables = content.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        expected = f"expected [[{name}]] above each set of parameters"
        raise FileError(f"bad figures of {name} in {file}: {expected}", file)
    for number, table in enumerate(tables, 1):
        for part, figures in with_source(table):
            where = f"{name} in {file}: [[{name}]] number {number}{part and f', {part},'}"
            _raise_for(_faults(figures), where, file)
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


def with_source(table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield a table without a name, and the tables in it that have sources, by name."""
    yield "", table
    for key, part in table.items():
        if isinstance(part, dict) and {"source", "which"} <= part.keys():
            yield key, part


def _faults(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of a table, with what was expected."""
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


def _outcomes(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the place and the text of every outcome in a table."""
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
    """Yield the faults of a table's parameters; they must name a game of their own."""
    has = f"has parameters = {parameters}"
    accepted = inspect.signature(kind).parameters
    for name, given in parameters.items():
        if name not in accepted:
            expected = f"expected {listed(list(accepted))}" if accepted else "expected none"
            yield f"{has}, and {kind.__name__} takes no {name}: {expected}"
        usual = accepted[name].default
        if type(usual) in PLAIN and type(given) is not type(usual):
            yield f"{has}: expected for {name} {PLAIN[type(usual)]}, such as {usual!r}"
    try:
        kind(**parameters)
    except Exception as error:  # an author's own checks may raise anything
        yield f"{has}, with which {kind.__name__} cannot be made: {error_text(error)}"
    same = [unusual(kind, each["parameters"]) for each in before]
    if (own := unusual(kind, parameters)) in same:
        number = same.index(own) + 1
        yield f"{has}, the same game as number {number}: expected one table for each game"


def _file_of(name: str, kind: type) -> tuple[str, dict[str, Any]]:
    """Return the name and contents of the file of a game's module, or of its folder."""
    module = sys.modules.get(kind.__module__)
    spec = None if module is None else module.__spec__
    folder = (spec and spec.parent) or ""
    for file in (f"{kind.__module__.rpartition('.')[2]}.toml", FIGURES) if folder else ():
        content = _toml_in(folder, file, f"the figures of {name}")
        if content is not None:
            return file, content
    return "", {}


def _with_values(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table with the values that its parameters name."""
    parameters = table.get("parameters", {})
    return table | {"parameters": {name: _read(each) for name, each in parameters.items()}}


def _read(parameter: Any) -> Any:
    return NAMED_VALUES.get(parameter, parameter) if isinstance(parameter, str) else parameter


def found_here(kind: type) -> Mapping[str, Mapping[str, Any]]:
    """Return a package's entries about the starts of its games, by game.

    >>> from games import ConnectFour
    >>> found_here(ConnectFour)["ConnectFour(width=4, height=4)"]
    {'here': 'solved', 'who': 'published'}
    """
    package = kind.__module__.partition(".")[0]
    if getattr(sys.modules.get(package), "__path__", None) is None:  # a file outside a package
        return {}
    found = _toml_in(package, FOUND, f"how the games of {package} are found") or {}
    for game, entry in found.items():
        fault = next(_faults_of_start(entry), None)
        if fault is not None:
            raise FileError(f"bad {FOUND} of {package}: {game!r} {fault}", FOUND)
    return found


def _faults_of_start(entry: Any) -> Iterator[str]:
    """Yield what is wrong with the entry of a game in ``found.toml``."""
    if not isinstance(entry, dict):
        yield f"= {entry!r}: expected a table, as in {{ here = 'solved' }}"
        return
    if entry.get("here", METHODS[0]) not in METHODS:
        yield f"has here = {entry['here']!r}: expected {' or '.join(map(repr, METHODS))}"
    for key in ("who", "published"):
        if not isinstance(entry.get(key, ""), str):
            yield f"has {key} = {entry[key]!r}: expected a text"
    others = entry.get("others", {})
    if not (isinstance(others, dict) and all(isinstance(text, str) for text in others.values())):
        yield f"has others = {others!r}: expected texts by source"


def found_about(kind: type, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a package's entry about the start with some parameters.

    A start without an entry is marked "not found".
    """
    found = found_here(kind)
    names = [called(kind, parameters), called(kind, unusual(kind, parameters))]
    entry = next((found[name] for name in names if name in found), {})
    return {"here": "not found", **entry} if found else {}


def _toml_in(package: str, file: str, what: str) -> dict[str, Any] | None:
    """Return the contents of a TOML file of a package, or None if there is no such file."""
    try:
        content = files(package).joinpath(file).read_bytes()
    except (OSError, TypeError):  # no such file, or no folder of files
        return None
    try:
        return dict(_parse(content))
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML, or nested without end
        raise FileError(f"cannot read {what} in {file}: {error}", file) from error


@lru_cache
def _parse(content: bytes) -> dict[str, Any]:
    """Parse a file of TOML; equal bytes are parsed once, because each game reads them."""
    return tomllib.loads(content.decode("utf-8-sig"))


def unusual(kind: type, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that differ from the defaults of the constructor.

    >>> from games import ConnectFour
    >>> unusual(ConnectFour, {"width": 7, "height": 3})
    {'height': 3}
    """
    usual = {name: each.default for name, each in inspect.signature(kind).parameters.items()}
    return {name: each for name, each in parameters.items() if not _is_alike(each, usual.get(name))}


def _is_alike(given: Any, usual: Any) -> bool:
    """Return True if a parameter is the default; a file has lists for tuples."""
    given = tuple(given) if isinstance(given, list) and isinstance(usual, tuple) else given
    return type(given) is type(usual) and bool(given == usual)


def called(kind: type, parameters: Mapping[str, Any]) -> str:
    """Return a game with these parameters as text, as in Python."""
    given = ", ".join(f"{name}={each!r}" for name, each in parameters.items())
    return f"{kind.__name__}({given})"
