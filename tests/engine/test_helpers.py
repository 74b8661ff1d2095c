"""Helpers of kernels are read once in a process, and put in as numba itself would."""

from collections import Counter
from random import Random
from types import FunctionType

import numba as nb
import numpy as np
import pytest
from numba.core.untyped_passes import TranslateByteCode

from gamesolver.kernels import helpers
from gamesolver.kernels.helpers import njit

pytestmark = pytest.mark.compiled(why="nothing is put in")


def nearer(number, limit):
    """The number, or what is left of it above the limit; its names are those of whoever calls."""
    answer = number
    if answer > limit:
        answer = answer - limit
    return answer


def twice(number, limit):
    """A helper with two helpers in it."""
    answer = helper_nearer(number, limit)
    return helper_nearer(answer, limit)


def total(numbers, limit):
    """A function with helpers in a loop, and names that are theirs too."""
    answer = np.int64(0)
    for number in numbers:
        if helper_nearer(number, limit) > helper_twice(number, limit):
            answer += helper_twice(number, limit)
        else:
            answer -= helper_nearer(answer, limit)
    return answer


helper_nearer = njit(inline="always")(nearer)
helper_twice = njit(inline="always")(twice)


@pytest.fixture
def read(monkeypatch):
    """How often the bytecode of each function is read, while the test goes on."""
    seen = Counter()
    alone = TranslateByteCode.run_pass

    def watched(reading, state):
        seen[state.func_id.func_name] += 1
        return alone(reading, state)

    monkeypatch.setattr(TranslateByteCode, "run_pass", watched)
    monkeypatch.setattr(helpers, "READ", {})
    return seen


def test_a_helper_is_read_once(read):
    """However often it is called, in helpers too, and by however many functions and types."""
    first = njit(total)
    for kind in (np.int64, np.int32):
        first(np.arange(3, dtype=kind), 2)
    assert read == {"total": 2, "twice": 1, "nearer": 1}
    njit(total)(np.arange(3), 2)
    assert read == {"total": 3, "twice": 1, "nearer": 1}


def test_the_answers_are_those_of_plain_python():
    """And those of the way that numba goes by itself."""
    plain_twice = FunctionType(twice.__code__, {"helper_nearer": nearer})
    names = {"np": np, "helper_nearer": nearer, "helper_twice": plain_twice}
    plain, ours, theirs = FunctionType(total.__code__, names), njit(total), nb.njit(total)
    numbers = np.array([Random(3).randrange(20) for _ in range(200)])
    for limit in (1, 5, 19):
        expected = plain(numbers, limit)
        assert (ours(numbers, limit), theirs(numbers, limit)) == (expected, expected)
