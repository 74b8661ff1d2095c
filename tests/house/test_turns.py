"""Tests by turns: in a row of commits each case is tried once."""

import subprocess
import sys

import pytest

from tests.support.at_the_terminal import ROOT
from tests.support.turns import part_of

MODULE = """
import pytest


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("number", range(7))
def test_dear(number): ...


@pytest.mark.parametrize("number", range(2))
def test_cheap(number): ...


@pytest.mark.by_turns(3)
def test_long(): ...
"""


@pytest.mark.parametrize("parts", [1, 2, 3, 5])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 12])
def test_in_a_row_of_commits_each_case_has_its_turn(count, parts):
    """So many turns one after the other, from any on, try each case once; parts are even."""
    cases = list(range(count))
    for begin in range(2 * parts):
        turns = [part_of(cases, parts, turn) for turn in range(begin, begin + parts)]
        assert sorted(case for turn in turns for case in turn) == cases
        assert max(map(len, turns)) <= min(map(len, turns)) + 1


def test_turns_take_their_parts_and_say_what_they_left(tmp_path):
    """Three commits try what is marked once between them, the rest each time; all is counted."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = by_turns(parts)\n")
    (tmp_path / "test_it.py").write_text(MODULE)
    tried = [name for turn in (4, 5, 6) for name in tried_at(turn, tmp_path)]
    dear = [f"test_dear[{number}]" for number in range(7)]
    assert sorted(tried) == sorted([*dear, "test_long", *["test_cheap[0]", "test_cheap[1]"] * 3])


def tried_at(turn, folder):
    """The tests that have passed at a turn, when pytest has counted the others."""
    asked = [sys.executable, "-m", "pytest", "-p", "tests.support.turns", "-v", str(folder)]
    surroundings = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    surroundings |= {"TURN": str(turn)}
    said = subprocess.run(
        asked, cwd=folder, env=surroundings, capture_output=True, text=True, check=True
    ).stdout
    passed = [line.split()[0].partition("::")[2] for line in said.splitlines() if "PASSED" in line]
    assert f"{len(passed)} passed, {10 - len(passed)} deselected" in said
    return passed
