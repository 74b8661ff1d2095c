"""Tests of the file of measured figures, and of the command that updates it."""

from __future__ import annotations

import re

from benchmarks.__main__ import GROUPS
from benchmarks.measure import RESULTS, Figure, keep


def test_each_group_of_results_is_a_benchmark():
    """Each table of the results is named after a benchmark that can be run."""
    assert set(re.findall("^## (.*)$", RESULTS.read_text("utf-8"), re.MULTILINE)) <= set(GROUPS)


def test_keeping_nothing_leaves_the_file_as_it_is(tmp_path):
    """The file has the form that ``keep`` writes."""
    copy = tmp_path / "results.md"
    copy.write_text(RESULTS.read_text("utf-8"), "utf-8")
    keep({}, copy)
    assert copy.read_text("utf-8") == RESULTS.read_text("utf-8")


def test_keep_replaces_the_row_of_a_figure_and_adds_new_ones(tmp_path):
    """A row is replaced in its own group only; a new figure and a new group go to the end."""
    copy = tmp_path / "results.md"
    copy.write_text(
        "# Figures\n\n## one\n\nhead\n---\n| a | 1 |\n| b | 2 |\n\n## two\n\nhead\n---\n| a | 3 |\n"
    )
    keep({"one": [Figure("a", 4, "s", 5), Figure("c", 6, "")], "new": [Figure("d", 7, "")]}, copy)
    rows = [line for line in copy.read_text().splitlines() if re.match(r"## |\| [a-d] ", line)]
    assert [row.split(" | ")[:2] for row in rows if row[0] == "|"] == [
        ["| a", "4 s"],
        ["| b", "2 |"],
        ["| c", "6"],
        ["| a", "3 |"],
        ["| d", "7"],
    ]
    assert [row for row in rows if row[0] == "#"] == ["## one", "## two", "## new"]
