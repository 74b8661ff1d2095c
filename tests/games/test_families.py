"""Nim, subtraction games, and the template: families of games known in closed form."""

import os
import shutil
import subprocess
import sys
import tomllib
from functools import cache, reduce
from itertools import combinations, pairwise, product
from operator import xor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import Nim, Subtraction, Template
from gamesolver import (
    Outcome,
    Value,
    solve,
)
from tests.support.scale import scaled

GOLDEN = tomllib.loads((Path(__file__).parents[1] / "goldens" / "families.toml").read_text())
BOTH = pytest.mark.parametrize("method", ["retrograde", "minimax"])


def nim_is_lost(heaps, misere):
    """Return True if the player to move loses by Bouton's theorem."""
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 1
    return reduce(xor, heaps) == 0


@BOTH
@pytest.mark.parametrize("misere", [False, True])
def test_nim_by_exclusive_or(misere, method):
    """All heaps up to (5, 6, 7), in any order, are lost exactly if the theorem says so."""
    heaps = GOLDEN["nim"]["heaps"]
    solution = solve(Nim(heaps, misere=misere), method=method)
    every = list(product(range(6), range(7), range(8)))
    for position in every:
        lost = nim_is_lost(position, misere)
        assert solution[position].value is (Value.LOSS if lost else Value.WIN)
        assert solution[position[::-1]] == solution[position]
    assert {tuple(sorted(each)) for each in every} == set(solution)


@settings(max_examples=scaled(60, 600))
@given(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.booleans())
def test_nim_from_any_start(heaps, misere):
    """From one to four heaps, the start has its value, and each best move leaves a lost heap."""
    solution = solve(Nim(heaps, misere=misere))
    lost = nim_is_lost(heaps, misere)
    assert solution.value is (Value.LOSS if lost else Value.WIN)
    for row in solution.moves(tuple(heaps)):
        leaves_lost = nim_is_lost(row.position, misere)
        assert row.outcome.value is (Value.WIN if leaves_lost else Value.LOSS)
    assert len(solution.mainline()) == solution.remoteness


def subtraction_outcomes(most, takes):
    """Return value and remoteness of every heap, by an independent table."""
    table = []
    for heap in range(most + 1):
        after = [table[heap - take] for take in takes if take <= heap]
        quick = [plies for value, plies in after if value == -1]
        slow = max((plies for _, plies in after), default=-1)
        table.append((1, min(quick) + 1) if quick else (-1, slow + 1))
    return table


@pytest.mark.parametrize("count", [1, 2, 3])
def test_subtraction_by_a_table(count):
    """With any one to three takes up to 8, every heap has the outcome of a plain table."""
    for takes in combinations(range(1, 9), count):
        solution = solve(Subtraction(heap=50, takes=takes))
        table = subtraction_outcomes(50, takes)
        for heap in solution:
            value, plies = table[heap]
            assert solution[heap] == Outcome(Value(value), plies), (takes, heap)


@BOTH
@pytest.mark.parametrize("golden", GOLDEN["subtraction"], ids=lambda each: str(each["takes"]))
def test_subtraction_by_its_period(golden, method):
    """The lost heaps repeat with the published period."""
    game = Subtraction(heap=300, takes=golden["takes"])
    solution = solve(game, positions=range(300), method=method)
    lost = [heap for heap in range(301) if solution[heap].value is Value.LOSS]
    assert lost == [heap for heap in range(301) if heap % golden["period"] in golden["lost"]]


@cache
def strip_outcome(squares):
    """Return value and remoteness in the template's game, by independent rules."""
    pieces = [piece for piece in squares if piece != "."]
    if any(a == b != "." for a, b in pairwise(squares)):
        return -1, 0
    if len(pieces) == len(squares):
        return 0, 0
    mover = "xo"[len(pieces) % 2]
    backs = []
    for place in range(len(squares)):
        if squares[place] == ".":
            value, plies = strip_outcome(squares[:place] + mover + squares[place + 1 :])
            backs.append((-value, plies + 1))
    return max(backs, key=lambda back: (back[0], back[1] if back[0] < 0 else -back[1]))


@pytest.mark.parametrize("squares", range(9))
def test_template_by_its_rules(squares):
    """On strips of up to eight squares every position has the outcome its rules give."""
    solution = solve(Template(squares=squares))
    assert solution.verify().positions == len(solution)
    for position in solution:
        value, plies = strip_outcome(position)
        assert solution[position] == Outcome(Value(value), plies)


def test_a_copy_of_the_template_stands_alone(tmp_path):
    """A copy of the template in another folder is solved without importing ``games``."""
    shutil.copy(games.template.__file__, tmp_path / "my_game.py")
    code = (
        "import sys; sys.modules['games'] = None; from my_game import Template; "
        "from gamesolver import solve; print(solve(Template()).outcome)"
    )
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "win in 3"
