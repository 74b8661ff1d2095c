"""Who says a figure: a publication, other code than the library, or the library alone.

A ``source`` is one clause or several, with semicolons between them, and each clause is of one
kind. Where one of them is a publication and another is not, ``published`` names the figures that
the publication has, and ``said`` what it says where that is less than the figure: that of a start
is ``outcome = "win in 5"`` with ``said = { outcome = "win" }`` if only who wins is published, and
the plies were counted again.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

PUBLISHED, RECOMPUTED, ALONE = "published", "recomputed", "ours alone"
KINDS = PUBLISHED, RECOMPUTED, ALONE
"""The first to be trusted most."""

FOUND = "found.toml"
OTHERWISE = r"recomputed|throw-away|in the tests|no publication"


def kinds_in(source: str) -> list[str]:
    """Who speaks in a source, the first to be trusted most.

    >>> kinds_in("who wins: A. Author, Her Book, 2005; the rest by this library alone")
    ['published', 'ours alone']
    """
    said = {_kind(clause) for clause in source.split("; ")}
    return [kind for kind in KINDS if kind in said]


def _kind(clause: str) -> str:
    if "library alone" in clause:
        return ALONE
    return RECOMPUTED if re.search(OTHERWISE, clause) else PUBLISHED


def kind_of(table: Mapping[str, Any], key: str) -> str:
    """Who says a figure of a table.

    What is published is named, unless the source is of one kind. Of code and the library alone, the
    first says the outcome, and the last the rest.
    """
    kinds = kinds_in(table["source"])
    others = [kind for kind in kinds if kind != PUBLISHED]
    if PUBLISHED in kinds and (not others or key in table.get("published", ())):
        return PUBLISHED
    return others[0] if key == "outcome" else others[-1]


def source_of(table: Mapping[str, Any], kind: str) -> str:
    """The clauses of a source that are of one kind."""
    return "; ".join(each for each in table["source"].split("; ") if _kind(each) == kind)


def faults_in(table: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with how a table says who found its figures, and what was expected."""
    kinds = kinds_in(table["source"])
    if PUBLISHED in kinds and len(kinds) > 1 and not {"published", "said"} & table.keys():
        yield (
            f"does not say which figures are published: its source is of {len(kinds)} kinds, "
            f"{' and '.join(kinds)}; expected published = [names of figures], or "
            'said = { outcome = "win" } if the publication says no more'
        )
    for key in ("published", "said"):
        unknown = [each for each in table.get(key, ()) if each not in table]
        if unknown:
            yield f"has {key} = {unknown}, which are no figures of it: expected names of figures"
    for key, said in table.get("said", {}).items():
        if key != "outcome" or not says(said, table.get(key)):
            yield (
                f"has said = {{ {key} = {said!r} }}, and {table.get(key)!r} stands there: expected "
                "the outcome without its plies, or its value"
            )


def says(told: str, ours: str | None) -> bool:
    """Whether an outcome is another: with its plies, without them, or by its value alone.

    >>> says("win", "win by 2 in 12"), says("draw", "endless draw"), says("win in 3", "win in 5")
    (True, True, False)
    """
    short = (ours or "").partition(" in ")[0].removesuffix(", endless")
    value = short.partition(" by ")[0].removeprefix("endless ")
    return told in (ours, short, value)


def found_here(kind: type) -> Mapping[str, str]:
    """How the starts of a package's games were found: by a solution, or by a proof.

    A package says so in ``found.toml``, by games with their parameters as in Python.

    >>> from games import ConnectFour
    >>> found_here(ConnectFour)["ConnectFour(width=4, height=4)"]
    'solved'
    """
    package = kind.__module__.partition(".")[0]
    if getattr(sys.modules.get(package), "__path__", None) is None:  # a file of somebody's own
        return {}
    try:
        text = files(package).joinpath(FOUND).read_text(encoding="utf-8")
    except (OSError, TypeError):  # no such file, or no folder of files
        return {}
    return {str(key): str(each) for key, each in tomllib.loads(text).items()}


def called(kind: type, parameters: Mapping[str, Any]) -> str:
    """A game with parameters that are not as usual, as in Python."""
    given = ", ".join(f"{name}={each!r}" for name, each in parameters.items())
    return f"{kind.__name__}({given})"
