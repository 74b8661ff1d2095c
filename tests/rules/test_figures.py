"""Files of figures next to a game's module: invalid files are refused with a message."""

import sys
from importlib import import_module

import pytest

from gamesolver import FileError
from gamesolver.rules.figures import figures_of, found_about

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

BAD_TABLES = {
    'source = "a"\n[heap.all]\nwhich = "all"\nsource = "a"\npositions = -1': ", all, has "
    "positions = -1: expected a number, how many there are",
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
}
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
    """Return the class of a new package with a file of figures next to its module."""
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
    """A table of figures is read, and the values that it names are converted."""
    text = '[[heap]]\nparameters = { endless = "Value.WIN" }\nsource = "a book"\n'
    (table,) = figures_of("heap", heap_with(text, tmp_path, monkeypatch))
    assert (table["parameters"]["endless"].name, table["source"]) == ("WIN", "a book")


BAD_STARTS = {
    '"solved"': "= 'solved': expected a table, as in { here = 'solved' }",
    '{ here = "guessed" }': "has here = 'guessed': expected 'solved' or 'proved'",
    "{ who = 3 }": "has who = 3: expected a text",
    "{ published = 3 }": "has published = 3: expected a text",
    "{ others = { a = 3 } }": "has others = {'a': 3}: expected texts by source",
}


def test_how_a_start_was_found_is_read_beside_the_package(tmp_path, monkeypatch):
    """``found.toml`` is read for a game, despite a byte order mark and default parameters."""
    text = '\ufeff[[heap]]\nparameters = { size = 2 }\nsource = "a book"\n'
    kind = heap_with(text, tmp_path, monkeypatch)
    (table,) = figures_of("heap", kind)
    assert found_about(kind, table["parameters"]) == {}
    found = tmp_path / "somebody_else_s" / "found.toml"
    found.write_text('"Heap()" = { here = "proved", who = "published" }\n', encoding="utf-8")
    assert found_about(kind, table["parameters"]) == {"here": "proved", "who": "published"}
    assert found_about(kind, {"size": 3}) == {"here": "not found"}
    found.write_text("[[x", encoding="utf-8")
    with pytest.raises(FileError, match=r"^cannot read how .* somebody_else_s .* in found\.toml: "):
        found_about(kind, {})


@pytest.mark.parametrize(("entry", "message"), BAD_STARTS.items(), ids=BAD_STARTS.values())
def test_a_bad_summary_of_a_start_is_refused(entry, message, tmp_path, monkeypatch):
    """The error names the package, the game, and what was expected."""
    kind = heap_with("", tmp_path, monkeypatch)
    found = tmp_path / "somebody_else_s" / "found.toml"
    found.write_text(f'"Heap()" = {entry}\n', encoding="utf-8")
    with pytest.raises(FileError) as caught:
        found_about(kind, {})
    assert str(caught.value) == f"bad found.toml of somebody_else_s: 'Heap()' {message}"


def test_an_outcome_may_have_a_source_of_its_own(tmp_path, monkeypatch):
    """A source of its own for an outcome is read as text, not as an outcome."""
    text = '[[heap]]\noutcome = "draw"\nsource = "a book"\nsources = { outcome = "another" }\n'
    (table,) = figures_of("heap", heap_with(text, tmp_path, monkeypatch))
    assert table["sources"] == {"outcome": "another"}


def test_a_source_is_plain_text(tmp_path, monkeypatch):
    """The text of a source is returned unchanged."""
    text = '[[heap]]\noutcome = "draw"\nsource = "; J. Doe, recomputed;"\nsaid = 3\n'
    (table,) = figures_of("heap", heap_with(text, tmp_path, monkeypatch))
    assert table["source"] == "; J. Doe, recomputed;"


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=BAD.values())
def test_bad_figures_are_refused(text, message, tmp_path, monkeypatch):
    """The error names the game, the file and the fault, with Python's message for invalid TOML."""
    with pytest.raises(FileError) as caught:
        figures_of("heap", heap_with(text, tmp_path, monkeypatch))
    reported = str(caught.value)
    assert reported == message or (message.endswith(": ") and reported.startswith(message))
    assert caught.value.path == "heap.toml"
