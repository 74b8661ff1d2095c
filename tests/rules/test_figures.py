"""Figures beside a game of somebody else: what cannot be read is refused in words."""

import sys
from importlib import import_module

import pytest

from gamesolver import FileError
from gamesolver.rules import provenance
from gamesolver.rules.figures import figures_of

BAD = {
    '[[heap]]\noutcome = "win"\n': "bad figures of heap in heap.toml: [[heap]] number 1 has no "
    "source: expected who found the figures",
    "[heap.board]\nlegend = false\n": "bad figures of heap in heap.toml: expected [[heap]] above "
    "each set of parameters",
    "heap = [3]\n": "bad figures of heap in heap.toml: expected [[heap]] above each set of "
    "parameters",
    "[[heap]\n": "cannot read the figures of heap in heap.toml: ",
    "x = " + "[" * 3000: "cannot read the figures of heap in heap.toml: ",
    "x = '\udcff'": "cannot read the figures of heap in heap.toml: ",
    "[[heap]]\nsource = 'a'\n" * 2: "bad figures of heap in heap.toml: [[heap]] number 2 has "
    "parameters = {}, the same game as number 1: expected one table for each game",
}

MIXED = (
    "does not say which figures are published: its source is of 2 kinds, published and recomputed; "
    'expected published = [names of figures], or said = { outcome = "win" } if the publication '
    "says no more"
)
BAD_TABLES = {
    'outcome = "win in 5"\nsource = "a book; plies recomputed"': f" {MIXED}",
    'source = "a book"\n[heap.all]\nwhich = "all"\nsource = "a book; recomputed"': ", all, "
    + MIXED,
    'outcome = "win in 5"\nsource = "a book"\npublished = ["folded"]': " has published = "
    "['folded'], which are no figures of it: expected names of figures",
    'outcome = "win in 5"\nsource = "a book"\nsaid = { outcome = "draw" }': " has said = { outcome "
    "= 'draw' }, and 'win in 5' stands there: expected the outcome without its plies, or its value",
    'outcome = "loss in 4"\nsource = "a book"\nonly_by = ["a"]': " has only_by, and a lost start "
    "has no only move: expected longest_by",
    'outcome = "mate in 3"\nsource = "a book"': " has outcome = 'mate in 3': expected win, loss or "
    "draw, as in 'win in 5', 'loss by 2 in 12' or 'endless draw'",
    'positions = "many"\nsource = "a book"': " has positions = 'many': expected a number, how many "
    "there are",
    'parameters = 3\nsource = "a book"': " has parameters = 3: expected { name = value }",
    'parameters = { rows = 3 }\nsource = "a"': " has parameters = {'rows': 3}, and Heap takes no "
    "rows: expected size or endless",
    'parameters = { size = "3" }\nsource = "a"': " has parameters = {'size': '3'}: expected for "
    "size a whole number, such as 2",
    'parameters = { size = -1 }\nsource = "a"': " has parameters = {'size': -1}, with which Heap "
    "cannot be made: ValueError: too small",
    'positions = [1, 2]\nsource = "a"': " has positions = [1, 2]: expected a number, how many "
    "there are",
    'which = 3\nsource = "a"': " has which = 3: expected in words which positions are counted",
    'source = "; "': " has source = '; ': expected who found the figures, in clauses with a "
    "semicolon between two",
    'source = "J. Doe, Nim recomputed, 1999"': " has 'J. Doe, Nim recomputed, 1999' in its source, "
    "which names an author and is recomputed: expected a semicolon between a publication and what "
    "is none, and quotation marks around a title",
}
BOOK, OURS = (
    'source = "A. B, 2005;the rest by this library alone"',
    'source = "By this library alone"',
)
IN_A_LIST = "expected figures in a list, each once, as in ['outcome']"
AS_IN = 'expected what a publication says, as in { outcome = "win" }'
OTHERS = 'expected other sources of figures, as in { outcome = "a book" }'
WHO_SAYS_SO = {
    f'published = ["outcome"]\n{OURS}': "has published = ['outcome'], and no publication in its "
    "source, which is ours alone: expected the publication in the source, or no published",
    f'said = {{ outcome = "win" }}\n{OURS}': "has said = {'outcome': 'win'}, and no publication in "
    "its source, which is ours alone: expected the publication in the source, or no said",
    'said = { outcome = "win" }\nsource = "a book"': "has said, and nobody in its source for the "
    "rest: expected who found it, as in '...; the rest recomputed by throw-away code'",
    f'published = ["outcome"]\nsaid = {{ outcome = "win" }}\n{BOOK}': "has outcome in published "
    "and in said: expected it in one of them",
    f"published = []\n{BOOK}": f"has published = []: {IN_A_LIST}",
    f'published = "outcome"\n{BOOK}': f"has published = 'outcome': {IN_A_LIST}",
    f"published = [[3]]\n{BOOK}": f"has published = [[3]]: {IN_A_LIST}",
    f"published = {{ outcome = 3 }}\n{BOOK}": f"has published = {{'outcome': 3}}: {IN_A_LIST}",
    f'published = ["source"]\n{BOOK}': "has published = ['source'], which are no figures of it: "
    "expected names of figures",
    f"said = {{}}\n{BOOK}": f"has said = {{}}: {AS_IN}",
    f"said = 3\n{BOOK}": f"has said = 3: {AS_IN}",
    BOOK: MIXED.replace("recomputed", "ours alone"),
    f"sources = {{ outcome = 3 }}\n{OURS}": f"has sources = {{'outcome': 3}}: {OTHERS}",
    f"sources = {{}}\n{OURS}": f"has sources = {{}}: {OTHERS}",
    f'sources = "a book"\n{OURS}': f"has sources = 'a book': {OTHERS}",
    f'sources = {{ folded = "a book" }}\n{OURS}': "has sources = ['folded'], which are no figures "
    "of it: expected names of figures",
}
BAD_TABLES |= {f'outcome = "win in 5"\n{text}': f" {said}" for text, said in WHO_SAYS_SO.items()}
OUTCOMES = "win in \u0663", "win in 007", "draw by 2 in 3", "endless win in 3", "win, endless"
BAD_TABLES |= {
    text.format(
        each
    ): f" has {key} = '{each}': expected win, loss or draw, as in 'win in 5', 'loss "
    "by 2 in 12' or 'endless draw'"
    for each in OUTCOMES
    for key, text in {
        "outcome": 'source = "a"\noutcome = "{}"',
        "more.outcome": 'source = "a"\n[heap.more]\noutcome = "{}"',
        "openings.b2": 'source = "a"\nopenings = {{ b2 = "{}" }}',
    }.items()
}
BAD |= {
    f"[[heap]]\n{text}\n": f"bad figures of heap in heap.toml: [[heap]] number 1{message}"
    for text, message in BAD_TABLES.items()
}


HEAP = """
class Heap:
    def __init__(self, size=2, endless=None):
        if size < 0:
            raise ValueError("too small")
"""


def heap_with(figures, tmp_path, monkeypatch):
    """The class of a package of its own, with some text beside its module."""
    package = tmp_path / "somebody_else_s"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "heap.py").write_text(HEAP, encoding="utf-8")
    (package / "heap.toml").write_bytes(figures.encode("utf-8", "surrogateescape"))
    monkeypatch.syspath_prepend(tmp_path)
    for name in (package.name, f"{package.name}.heap"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return import_module(f"{package.name}.heap").Heap


def test_figures_of_a_package_are_read(tmp_path, monkeypatch):
    """A table with a source is what stands in the file, with the values that it names."""
    text = '[[heap]]\nparameters = { endless = "Value.WIN" }\nsource = "a book"\n'
    (table,) = figures_of("heap", heap_with(text, tmp_path, monkeypatch))
    assert (table["parameters"]["endless"].name, table["source"]) == ("WIN", "a book")


def test_how_a_start_was_found_is_read_beside_the_package(tmp_path, monkeypatch):
    """A byte order mark is no matter, nor a parameter that is as usual; other words are refused."""
    text = '\ufeff[[heap]]\nparameters = { size = 2 }\nsource = "Recomputed by throwaway code"\n'
    kind = heap_with(text, tmp_path, monkeypatch)
    (table,) = figures_of("heap", kind)
    assert provenance.kind_of(table, "outcome") == "recomputed"
    assert provenance.way_found(kind, table["parameters"]) is None
    found = tmp_path / "somebody_else_s" / "found.toml"
    found.write_text('"Heap()" = "proved"\n', encoding="utf-8")
    assert provenance.way_found(kind, table["parameters"]) == "proved"
    assert provenance.way_found(kind, {"size": 3}) == "not found"
    found.write_text('"Heap()" = "guessed"\n', encoding="utf-8")
    with pytest.raises(FileError) as caught:
        provenance.way_found(kind, {})
    assert str(caught.value) == (
        "bad found.toml of somebody_else_s: 'Heap()' = 'guessed': expected 'solved' or 'proved'"
    )
    found.write_text("[[x", encoding="utf-8")
    with pytest.raises(FileError, match=r"^cannot read how .* somebody_else_s .* in found\.toml: "):
        provenance.way_found(kind, {})


def test_an_outcome_may_have_a_source_of_its_own(tmp_path, monkeypatch):
    """Its source is a text about the outcome, and no outcome itself."""
    text = '[[heap]]\noutcome = "draw"\nsource = "a book"\nsources = { outcome = "another" }\n'
    (table,) = figures_of("heap", heap_with(text, tmp_path, monkeypatch))
    assert table["sources"] == {"outcome": "another"}


def test_a_title_may_have_the_words_of_others():
    """In quotation marks they say nothing of the figures."""
    assert provenance.kinds_in('J. Doe, "Nim; recomputed", 1999; the rest recomputed') == [
        "published",
        "recomputed",
    ]


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=BAD.values())
def test_bad_figures_are_refused(text, message, tmp_path, monkeypatch):
    """The error names the game, the file and what is wrong; Python says what is no TOML."""
    with pytest.raises(FileError) as caught:
        figures_of("heap", heap_with(text, tmp_path, monkeypatch))
    said = str(caught.value)
    assert said == message or (message.endswith(": ") and said.startswith(message))
    assert caught.value.path == "heap.toml"
