"""Tests by turns: in a row of commits each case is tried once."""

import subprocess
import sys
from itertools import chain

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


@pytest.mark.same_turn("scores")
@pytest.mark.by_turns(3)
@pytest.mark.parametrize("number", range(3))
def test_of_a_kind(number): ...


@pytest.mark.same_turn("scores")
def test_of_that_kind(): ...
"""
OF_THAT_KIND = ["test_of_a_kind[0]", "test_of_a_kind[1]", "test_of_a_kind[2]", "test_of_that_kind"]


@pytest.mark.parametrize("parts", [1, 2, 3, 5])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 12])
def test_in_a_row_of_commits_each_case_has_its_turn(count, parts):
    """So many turns one after the other, from any on, try each case once; parts are even."""
    cases = list(range(count))
    for begin in range(2 * parts):
        turns = [part_of(cases, parts, turn) for turn in range(begin, begin + parts)]
        assert sorted(case for turn in turns for case in turn) == cases
        assert max(map(len, turns)) <= min(map(len, turns)) + 1


@pytest.mark.by_turns(3)
def test_turns_take_their_parts_and_say_what_they_left(tmp_path):
    """Each of three commits tries its part of what is marked, one a whole kind, each the rest."""
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\nmarkers =\n by_turns(parts)\n same_turn(kind)\n"
    )
    (tmp_path / "test_it.py").write_text(MODULE)
    turns = [tried_at(turn, tmp_path) for turn in (4, 5, 6)]
    dear = [*(f"test_dear[{number}]" for number in range(7)), "test_long", *OF_THAT_KIND]
    assert sorted(chain(*turns)) == sorted([*dear, *["test_cheap[0]", "test_cheap[1]"] * 3])
    assert [set(OF_THAT_KIND) & set(tried) for tried in turns] == [set(), set(), set(OF_THAT_KIND)]


def tried_at(turn, folder):
    """The tests that have passed at a turn, when pytest has counted the others."""
    asked = [sys.executable, "-m", "pytest", "-p", "tests.support.turns", "-v", str(folder)]
    surroundings = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    surroundings |= {"TURN": str(turn)}
    said = subprocess.run(
        asked, cwd=folder, env=surroundings, capture_output=True, text=True, check=True
    ).stdout
    passed = [line.split()[0].partition("::")[2] for line in said.splitlines() if "PASSED" in line]
    assert f"{len(passed)} passed, {14 - len(passed)} deselected" in said
    return passed
