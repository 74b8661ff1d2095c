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
