"""Attacks on exports and on the files that they replace."""

import os
import stat
import sys

import numpy as np
import pandas as pd
import pytest

from games import Nim
from gamesolver import FileError, GameContractError, InvalidArgumentError, load, load_values, solve
from tests.files.test_saving import Drawn

NIM = Nim(heaps=(1, 2))


# ── files that are overwritten ─────────────────────────────────────────────


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names, no modes")
def test_pipes_links_and_modes(tmp_path):
    """A pipe is refused, a link stays a link, a file keeps its mode."""
    solution = solve(NIM)
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(FileError, match="it is not a regular file"):
        solution.export(tmp_path / "pipe.csv")
    assert stat.S_ISFIFO((tmp_path / "pipe.csv").stat().st_mode)
    (tmp_path / "real").write_text("old")
    (tmp_path / "real").chmod(0o600)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    solution.save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == 0o600
    assert load(tmp_path / "real").counts() == solution.counts()


@pytest.mark.parametrize("path", ["", "a\0.csv", "\ud800.csv", 5, None])
def test_paths_that_cannot_be(path):
    """Every method that takes a path refuses a wrong path with a message."""
    solution = solve(NIM)
    for work in (solution.save, solution.export, load, load_values):
        with pytest.raises(InvalidArgumentError, match=r"bad path .*: expected a text or a path"):
            work(path)


def test_names_that_are_too_long(tmp_path):
    """A name that is too long is refused, and a name of the greatest length is accepted."""
    solution = solve(NIM)
    with pytest.raises(FileError, match="File name too long"):
        solution.save(tmp_path / ("a" * 300))
    solution.save(tmp_path / ("a" * 255))


# ── what is exported ───────────────────────────────────────────────────────


class Alike(Nim):
    """Nim whose positions all have one text."""

    def format(self, position):
        return "a"


@pytest.mark.parametrize("suffix", [".graphml", ".gexf", ".dot"])
def test_equal_texts_make_no_graph(suffix, tmp_path):
    """A graph of texts is refused if two positions have the same text."""
    with pytest.raises(GameContractError, match="have one text, 'a': expected format to give"):
        solve(Alike(heaps=(1, 2))).export(tmp_path / f"a{suffix}")
    with pytest.raises(GameContractError, match="have one text"):
        solve(Alike(heaps=(1, 2))).to_networkx(text=True)


class Returning(Nim):
    """Nim whose texts end with a sign that some programs take for the end of a line."""

    sign = "\r"

    def format(self, position):
        return f"{position}{self.sign}x{self.sign}"


def test_signs_that_end_lines_or_texts(tmp_path, monkeypatch):
    """CSV quotes a carriage return, and arrays refuse a text that ends with NUL."""
    solution = solve(Returning(heaps=(1, 2)))
    solution.export(tmp_path / "a.csv")
    texts = [solution.game.format(each) for each in solution]
    assert pd.read_csv(tmp_path / "a.csv")["position"].tolist() == texts
    monkeypatch.setattr(Returning, "sign", "\0")
    with pytest.raises(
        InvalidArgumentError, match="ends with a NUL character, which NumPy arrays drop"
    ):
        solution.export(tmp_path / "a.npz")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stage": 3}, "has no stages: stage=... needs them"),
        ({"stage": [1, 2]}, r"bad stage \[1, 2\]: expected the label of a stage"),
        ({"limit": "x"}, "bad limit 'x': expected a number of nodes"),
        ({"remoteness": np.array([[1], [2]])}, None),
    ],
)
@pytest.mark.parametrize("suffix", [".csv", ".dot"])
def test_odd_selections(options, message, suffix, tmp_path):
    """Wrong selections are refused with a message, and an array of numbers is accepted."""
    solution = solve(Drawn("random"))
    if message is None:
        solution.export(tmp_path / f"a{suffix}", **options)
        return
    with pytest.raises(InvalidArgumentError, match=message):
        solution.export(tmp_path / f"a{suffix}", **options)
