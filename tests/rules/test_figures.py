"""Figures beside a game of somebody else: what cannot be read is refused in words."""

import sys
from importlib import import_module

import pytest

from gamesolver.errors import FileError
from gamesolver.rules.figures import figures_of

BAD = {
    '[[heap]]\noutcome = "win"\n': "bad figures of heap in heap.toml: [[heap]] number 1 has no "
    "source: expected who found the figures",
    "[heap.board]\nlegend = false\n": "bad figures of heap in heap.toml: expected [[heap]] above "
    "each set of parameters",
    "heap = [3]\n": "bad figures of heap in heap.toml: expected [[heap]] above each set of "
    "parameters",
    "[[heap]\n": "cannot read the figures in heap.toml: ",
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
}
BAD |= {
    f"[[heap]]\n{text}\n": f"bad figures of heap in heap.toml: [[heap]] number 1{message}"
    for text, message in BAD_TABLES.items()
}


def heap_with(figures, tmp_path, monkeypatch):
    """The class of a package of its own, with some text beside its module."""
    package = tmp_path / "somebody_else_s"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "heap.py").write_text("class Heap:\n    pass\n", encoding="utf-8")
    (package / "heap.toml").write_text(figures, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in (package.name, f"{package.name}.heap"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return import_module(f"{package.name}.heap").Heap


def test_figures_of_a_package_are_read(tmp_path, monkeypatch):
    """A table with a source is what stands in the file, with the values that it names."""
    text = '[[heap]]\nparameters = { endless = "Value.WIN" }\nsource = "a book"\n'
    (table,) = figures_of("heap", heap_with(text, tmp_path, monkeypatch))
    assert (table["parameters"]["endless"].name, table["source"]) == ("WIN", "a book")


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=BAD.values())
def test_bad_figures_are_refused(text, message, tmp_path, monkeypatch):
    """The error names the game, the file and what is wrong; Python says what is no TOML."""
    with pytest.raises(FileError) as caught:
        figures_of("heap", heap_with(text, tmp_path, monkeypatch))
    said = str(caught.value)
    assert said == message or (message.endswith(": ") and said.startswith(message))
    assert caught.value.path == "heap.toml"
