"""Command ``plot``: its three kinds of plot, file formats and refusals."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.support.at_the_terminal import answered, refused

BEGINS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


@pytest.mark.parametrize("kind", ["outcomes", "plies", "perfect"])
@pytest.mark.parametrize("suffix", BEGINS)
def test_each_kind_is_written_in_each_format(kind, suffix, path):
    """The suffix chooses the format, and a line names the written file."""
    out = path.with_suffix(f".{suffix}")
    output = answered("plot", "hexapawn", out, "--kind", kind)
    assert output.startswith(f"{out}: ")
    assert out.read_bytes().startswith(BEGINS[suffix])


def test_a_file_is_plotted_without_solving(tmp_path):
    """A saved solution is plotted with the title of its game."""
    solution, out = tmp_path / "t.solution", tmp_path / "t.svg"
    answered("solve", "tic-tac-toe", "--save", solution, "--no-estimate")
    answered("plot", solution, out)
    texts = [each.text for each in ElementTree.parse(out).iter() if each.tag.endswith("}text")]
    assert "Tic-Tac-Toe" in texts
    assert {"win", "draw", "loss"} <= set(texts)


UNFIT = """
from games import Nim

class Unfit(Nim):
    title = "a\\ud800\\x1b"
"""


@pytest.mark.parametrize("kind", ["outcomes", "plies", "perfect"])
@pytest.mark.parametrize("suffix", BEGINS)
def test_any_title_is_drawn(kind, suffix, path):
    """Characters that a file cannot hold are escaped in the title, as at the terminal."""
    game, out = path.with_suffix(".py"), path.with_suffix(f".{suffix}")
    game.write_text(UNFIT)
    output = answered("plot", f"{game}:Unfit", out, "--kind", kind)
    assert output.startswith(f"{out}: ")
    assert out.read_bytes().startswith(BEGINS[suffix])
    if suffix == "svg":
        texts = [each.text or "" for each in ElementTree.parse(out).iter()]
        assert [each for each in texts if each.startswith(r"a\ud800\x1b")]


def test_the_limit_and_the_start_are_used(tmp_path):
    """A plot above the limit is refused, and a start nearer to the end fits into it."""
    out = tmp_path / "p.png"
    reported = refused("plot", "tic-tac-toe", out, "--kind", "perfect", "--limit", "20")
    assert reported == (
        "perfect play reaches more than 20 positions; --start shows a part of it, "
        "--limit allows more"
    )
    answered(
        "plot", "tic-tac-toe", out, "--kind", "perfect", "--limit", "20", "--start", "xo.x.o..."
    )
    assert out.exists()


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["p.gif"], "bad OUT 'p.gif': expected a name that ends in .png, .svg or .pdf"),
        (["plot"], "bad OUT 'plot': expected a name that ends in .png, .svg or .pdf"),
        (
            ["p.png", "--kind", "pie"],
            "bad --kind 'pie': expected outcomes, scores, plies or perfect",
        ),
        (
            ["p.png", "--limit", "3"],
            "bad --limit: --kind outcomes counts all positions and has no limit",
        ),
        (["no/where/p.png"], "cannot write {0}/no/where/p.png: there is no folder {0}/no/where"),
    ],
)
def test_a_wrong_call_is_refused(words, reported, tmp_path, monkeypatch):
    """A wrong call is refused in one line, and no file is written."""
    monkeypatch.chdir(tmp_path)
    assert refused("plot", "nim", *words) == reported.format(tmp_path)
    assert list(tmp_path.iterdir()) == []
