"""Citations: the source of a figure is a publication, an independent program, or the library alone.

A ``source`` is one clause or several, with semicolons between them, and each clause is of one
kind: it has "by this library alone", or "recomputed" or the like, or names a publication. A title
with such words is in quotation marks. If one clause is a publication and another is not,
``published`` names the figures that the publication has. ``said`` has the published part of a
figure: ``outcome = "win in 5"`` has ``said = { outcome = "win" }`` if only the winner is published,
and the plies are recomputed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gamesolver.rules.figures import with_source

PUBLISHED, RECOMPUTED, ALONE = "published", "recomputed", "ours alone"
KINDS = PUBLISHED, RECOMPUTED, ALONE
"""Kinds, the most trusted first."""

CLAUSES = r'(?:"[^"]*"|[^;])+'
EMPTY_CLAUSE = r"(?:^|;)\s*(?:;|$)"
TITLE = r'"[^"]*"'
AUTHOR = r"(?:^|\s)[A-ZÀ-Þ]\. "
OTHERS = {
    ALONE: r"library alone",
    RECOMPUTED: r"recomputed|separate (?:code|solver)|in the tests|no publication",
}

NO_FIGURES = {"parameters", "source", "published", "said", "which", "reached", "stage", "seat"}
NO_FIGURES |= {"single_heaps", "means", "differs", "counted_so", "counted_by", "as_in", "board"}
NO_FIGURES |= {"position", "letters", "sources", "note"}
"""Keys of a table that are not figures."""


def kinds_in(source: str) -> list[str]:
    """Return the kinds of a source, the most trusted first.

    >>> kinds_in("who wins: A. Author, Her Book, 2005; the rest by this library alone")
    ['published', 'ours alone']
    >>> kinds_in('J. Doe, "Nim recomputed", 1999'), kinds_in("Recomputed by separate code")
    (['published'], ['recomputed'])
    """
    stated = {_kind(clause) for clause in _clauses(source)}
    return [kind for kind in KINDS if kind in stated]


def _clauses(source: str) -> list[str]:
    return [each.strip() for each in re.findall(CLAUSES, source)]


def _kind(clause: str) -> str:
    words = re.sub(TITLE, "", clause).lower()
    return next((kind for kind, other in OTHERS.items() if re.search(other, words)), PUBLISHED)


def kind_of(table: Mapping[str, Any], key: str) -> str:
    """Return the kind of the source of a figure of a table.

    Published figures are named, unless the source is of one kind. If the rest is by other code and
    by the library alone, the outcome is by the code, and the other figures by the library.
    """
    kinds = kinds_in(table["source"])
    others = [kind for kind in kinds if kind != PUBLISHED]
    if PUBLISHED in kinds and (not others or key in table.get("published", ())):
        return PUBLISHED
    return others[0] if key == "outcome" else others[-1]


def source_of(table: Mapping[str, Any], kind: str) -> str:
    """Return the clauses of a source that are of one kind."""
    return "; ".join(each for each in _clauses(table["source"]) if _kind(each) == kind)


def other_published(table: Mapping[str, Any]) -> dict[str, str]:
    """Return the published figures of the tables in a table, by the clause of the source.

    >>> source = "A. Author, Her Book, 2005"
    >>> other_published({"black_to_move": {"which": "all", "won": 3, "source": source}})
    {'A. Author, Her Book, 2005': 'black to move (won)'}
    """
    others: dict[str, list[str]] = {}
    for name, part in with_source(table):
        if name:
            published = [key for key in part.keys() - NO_FIGURES if kind_of(part, key) == PUBLISHED]
            words = ", ".join(key.replace("_", " ") for key in part if key in published)
            if published:
                where = f"{name.replace('_', ' ')} ({words})"
                others.setdefault(source_of(part, PUBLISHED), []).append(where)
    return {source: ", ".join(each) for source, each in others.items()}


def faults_in(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of the sources in a table, each with what is expected."""
    yield from _of_source(table["source"])
    yield from _of_names(table)
    kinds = kinds_in(table["source"])
    given = [key for key in ("published", "said") if key in table]
    if given and PUBLISHED not in kinds:
        yield (
            f"has {given[0]} = {table[given[0]]!r}, and no publication in its source, which is "
            f"{' and '.join(kinds)}: expected the publication in the source, or no {given[0]}"
        )
    if PUBLISHED in kinds and len(kinds) > 1 and not given:
        yield (
            f"does not name the published figures: its source is of {len(kinds)} kinds, "
            f"{' and '.join(kinds)}; expected published = [names of figures], or "
            'said = { outcome = "win" } if the publication has no more'
        )
    yield from _of_stated_outcome(table, kinds)


def _of_source(source: str) -> Iterator[str]:
    if re.search(EMPTY_CLAUSE, source):
        yield (
            f"has source = {source!r}: expected the sources of the figures, in clauses with a "
            "semicolon between two"
        )
    for clause in _clauses(source):
        if _kind(clause) != PUBLISHED and re.search(AUTHOR, re.sub(TITLE, "", clause)):
            yield (
                f"has {clause!r} in its source, which names an author and is {_kind(clause)}: "
                "expected a semicolon between a publication and what is none, and quotation marks "
                "around a title"
            )


def _of_names(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the mistakes in the names of figures of a table."""
    published, stated = table.get("published", ["..."]), table.get("said", {"...": ""})
    is_list = isinstance(published, list) and all(isinstance(each, str) for each in published)
    if not (is_list and published and len({*published}) == len(published)):
        expected = "expected figures in a list, each once, as in ['outcome']"
        yield f"has published = {published!r}: {expected}"
    if not (isinstance(stated, dict) and stated):
        yield f'has said = {stated!r}: expected published figures, as in {{ outcome = "win" }}'
    sources = table.get("sources", {"...": ""})
    is_named = isinstance(sources, dict) and all(isinstance(each, str) for each in sources.values())
    if not (is_named and sources):
        expected = 'expected other sources of figures, as in { outcome = "a book" }'
        yield f"has sources = {sources!r}: {expected}"
    for key in ("published", "said", "sources"):
        unknown = [each for each in table.get(key, ()) if each not in table.keys() - NO_FIGURES]
        if unknown:
            yield f"has {key} = {unknown}, which are no figures of it: expected names of figures"
    if both := [each for each in table.get("said", ()) if each in table.get("published", ())]:
        yield f"has {both[0]} in published and in said: expected it in one of them"


def _of_stated_outcome(table: Mapping[str, Any], kinds: list[str]) -> Iterator[str]:
    for key, part in table.get("said", {}).items():
        if key != "outcome" or not states(part, table.get(key)) or part == table[key]:
            yield (
                f"has said = {{ {key} = {part!r} }}, and {table.get(key)!r} stands there: expected "
                "the outcome without its plies, or its value"
            )
    if "said" in table and kinds == [PUBLISHED]:
        yield (
            "has said, and no source of the rest: expected a second clause in its source, as in "
            "'...; the rest recomputed by separate code'"
        )


def states(published: str, ours: str | None) -> bool:
    """Return True if two outcomes agree: with plies, without them, or by the value alone.

    >>> states("win", "win by 2 in 12"), states("draw", "endless draw")
    (True, True)
    >>> states("win in 3", "win in 5")
    False
    """
    short = (ours or "").partition(" in ")[0].removesuffix(", endless")
    value = short.partition(" by ")[0].removeprefix("endless ")
    return published in (ours, short, value)


def require_sound(name: str, tables: Iterable[Mapping[str, Any]]) -> None:
    """Raise ``ValueError`` for a table whose sources have a fault."""
    for number, table in enumerate(tables, 1):
        for part, figures in with_source(table):
            fault = next(faults_in(figures), None)
            if fault is not None:
                where = f"[[{name}]] number {number}{part and f', {part},'}"
                raise ValueError(f"bad figures of {name}: {where} {fault}")
