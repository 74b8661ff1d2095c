"""Check of the site's search: each question of ``questions.toml`` finds its page.

An extension of Sphinx. After a build of HTML pages, it ranks pages as the site's own search does,
and warns about each question whose page is not among the first three results.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sphinx.search.en import SearchEnglish
from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx

QUESTIONS = Path(__file__).with_name("questions.toml")
FIRST = 3
"""Number of results among which a page must be."""

# scores of sphinx/themes/basic/static/searchtools.js, version 9.0
TITLE, PART_OF_TITLE, TERM, PART_OF_TERM = 15, 7, 5, 2
NAME_OF_OBJECT, PART_OF_NAME = 11, 6
IMPORTANCE = {0: 15, 1: 5, 2: -5}
INDEX_ENTRY = 100

Index: TypeAlias = Mapping[str, Any]
"""The content of ``searchindex.js``."""


class Result(NamedTuple):
    """One line of the list of results."""

    page: str
    title: str
    anchor: str
    score: int


def setup(app: Sphinx) -> None:
    """Check the search after a build."""
    app.connect("build-finished", check_search)


def check_search(app: Sphinx, error: Exception | None) -> None:
    """Warn about each question whose page is not among the first results."""
    if error or app.builder.name != "html":
        return
    index = read_index(app.outdir / "searchindex.js")
    for page, question, found in unanswered(index):
        logging.getLogger(__name__).warning(
            "search: %r does not find %s in its first %d results: %s",
            question,
            page,
            FIRST,
            ", ".join(found),
        )


def unanswered(index: Index) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each page that its question does not find, with the pages found instead."""
    for page, questions in read_questions().items():
        for question in questions:
            found = [result.page for result in search(index, question)[:FIRST]]
            if page not in found:
                yield page, question, found


def read_questions() -> dict[str, list[str]]:
    """Return the questions of users by the page that answers them."""
    return tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))


def read_index(path: Path) -> Index:
    """Return the index that a build has written for the search."""
    text = path.read_text(encoding="utf-8")
    index: Index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    return index


# ── the ranking of searchtools.js ──────────────────────────────────────────────────────────────


def search(index: Index, query: str) -> list[Result]:
    """Return the results of a query in the order of the site, best first."""
    words = re.findall(r"\w+", query.lower())
    results = [*of_titles(index, query), *of_index_entries(index, query, main=True)]
    for word in set(words):
        results += of_objects(index, word, set(words) - {word})
    results += of_terms(index, stems(words))
    others = of_index_entries(index, query, main=False)
    ordered = [*sorted(results, key=order), *sorted(others, key=order)]
    unique: dict[Result, Result] = {}
    for each in ordered:
        unique.setdefault(each._replace(score=0), each)
    return list(unique.values())


def order(result: Result) -> tuple[int, str]:
    """Return the sort key of a result: the higher score first, then the title."""
    return -result.score, result.title.lower()


def stems(words: Sequence[str]) -> set[str]:
    """Return the stems of words, without stop words and numbers."""
    language = SearchEnglish({})
    return {
        language.stem(word)
        for word in words
        if word not in language.stopwords and not word.isdigit()
    }


def of_titles(index: Index, query: str) -> Iterator[Result]:
    """Yield titles of pages and sections if the query is at least half of the title."""
    wanted = query.lower().strip()
    for title, places in index["alltitles"].items():
        if wanted in title.lower().strip() and len(wanted) >= len(title) / 2:
            score = rounded(TITLE * len(wanted) / len(title))
            for page, anchor in places:
                is_page = index["titles"][page] == title
                shown = title if is_page else f"{index['titles'][page]} > {title}"
                yield Result(index["docnames"][page], shown, anchor or "", score + is_page)


def of_index_entries(index: Index, query: str, *, main: bool) -> Iterator[Result]:
    """Yield main or other entries of the index if the query is at least half of the entry."""
    wanted = query.lower().strip()
    for entry, places in index["indexentries"].items():
        if wanted in entry and len(wanted) >= len(entry) / 2:
            score = rounded(INDEX_ENTRY * len(wanted) / len(entry))
            for page, anchor, is_main in places:
                if bool(is_main) is main:
                    title = index["titles"][page]
                    yield Result(index["docnames"][page], title, anchor or "", score)


def of_objects(index: Index, word: str, others: set[str]) -> Iterator[Result]:
    """Yield Python objects whose name contains a word."""
    for prefix, objects in index["objects"].items():
        for page, kind, priority, anchor, name in objects:
            full = f"{prefix}.{name}" if prefix else name
            if word not in full.lower():
                continue
            about = f"{prefix} {name} {index['objnames'][str(kind)][2]} {index['titles'][page]}"
            if any(other not in about.lower() for other in others):
                continue
            last = full.lower().rpartition(".")[2]
            score = NAME_OF_OBJECT if word in (full.lower(), last) else 0
            score = score or (PART_OF_NAME if word in last else 0)
            score += IMPORTANCE.get(priority, 0)
            yield Result(index["docnames"][page], full, anchor or full, score)


def of_terms(index: Index, words: set[str]) -> Iterator[Result]:
    """Yield pages that contain all words, in a title or in their text."""
    scores: dict[int, dict[str, int]] = {}
    for word in words:
        for page, score in scores_of(index, word):
            scores.setdefault(page, {})[word] = score
    enough = {len(words), sum(len(word) > 2 for word in words)}
    for page, found in scores.items():
        if len(found) in enough:
            title = index["titles"][page]
            yield Result(index["docnames"][page], title, "", max(found.values()))


def scores_of(index: Index, word: str) -> Iterator[tuple[int, int]]:
    """Yield the pages of a word with scores; the last score of a page counts."""
    exact = [(index["terms"], TERM), (index["titleterms"], TITLE)]
    partial = [(index["terms"], PART_OF_TERM), (index["titleterms"], PART_OF_TITLE)]
    for terms, score in exact:
        yield from ((page, score) for page in pages_of(terms.get(word)))
    for terms, score in partial:
        if len(word) > 2 and word not in terms:
            for term, pages in terms.items():
                if word in term:
                    yield from ((page, score) for page in pages_of(pages))


def pages_of(pages: int | list[int] | None) -> list[int]:
    """Return a list of page numbers; the index has a single one without a list."""
    return [] if pages is None else [pages] if isinstance(pages, int) else pages


def rounded(score: float) -> int:
    """Return a score as JavaScript rounds it."""
    return int(score + 0.5)
