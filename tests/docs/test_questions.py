"""Tests of the check of the site's search, which ranks pages as Sphinx's own search does."""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from tests.support.at_the_terminal import ROOT

pytest.importorskip("sphinx", reason="Sphinx is not installed")

INDEX = {
    "docnames": ["cycles", "export", "reference/solution"],
    "titles": ["Games with cycles", "Export to pandas", "Solution"],
    "alltitles": {
        "Games with cycles": [[0, None]],
        "Export to pandas": [[1, None]],
        "Cycles": [[1, "cycles"]],
        "Solution": [[2, None]],
    },
    "indexentries": {"repetition": [[0, "index-0", "main"]], "export() (solution)": [[2, "e", ""]]},
    "objects": {"gamesolver.Solution": [[2, 0, 1, "", "export"]]},
    "objnames": {"0": ["py", "method", "Python method"]},
    "terms": {"draw": [0, 1], "panda": 1, "loop": 0},
    "titleterms": {"cycl": [0, 1], "export": 1, "panda": 1},
}


@cache
def questions():
    """Return the module next to the docs that checks the search."""
    spec = spec_from_file_location("docs_questions", ROOT / "docs" / "questions.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ranked(query):
    """Return the pages of the results of a query, with scores."""
    return [(each.page, each.score) for each in questions().search(INDEX, query)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        # a title of a section, 15; a word of a title, 15 on both pages; then titles in order
        ("cycles", [("cycles", 15), ("export", 15), ("export", 15)]),
        # an object by its name, 11 and 5; a word of a title, 15; entries that are not main, last
        ("export", [("reference/solution", 16), ("export", 15)]),
        # a main entry of the general index
        ("repetition", [("cycles", 100)]),
        # words of the text
        ("draw", [("export", 5), ("cycles", 5)]),
        # parts of words
        ("loo", [("cycles", 2)]),
        # all words are on the page
        ("export pandas", [("export", 15)]),
        # no page has both words
        ("loop pandas", []),
    ],
)
def test_pages_are_ranked_as_by_sphinx(query, expected):
    """Titles, objects, index entries, and words have the scores of searchtools.js."""
    found = ranked(query)
    assert sorted(found, key=lambda each: -each[1]) == found
    assert sorted(found) == sorted(expected)


def test_a_question_without_its_page_is_reported(monkeypatch):
    """A page that is not among the first results of its question is reported with those found."""
    module = questions()
    queried = {"cycles": ["draw", "pandas"]}
    monkeypatch.setattr(module, "read_questions", lambda: queried)
    assert list(module.unanswered(INDEX)) == [("cycles", "pandas", ["export"])]


def test_at_least_forty_questions_lead_to_written_pages():
    """The list has forty questions, none of them twice, and each page exists."""
    queried = questions().read_questions()
    every = [each for both in queried.values() for each in both]
    assert len(every) >= 40
    assert len({each.lower() for each in every}) == len(every)
    assert all((ROOT / "docs" / f"{page}.md").exists() for page in queried)
