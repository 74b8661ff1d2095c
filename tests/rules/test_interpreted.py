"""Compiled rules as plain Python: helpers are copied too, except machine instructions."""

# ruff: noqa: D103  # small functions to copy

from types import ModuleType

import attrs
import numpy as np
import pytest
from numba import njit

from gamesolver import check_game, solve
from gamesolver.bits import count_bits
from gamesolver.kernels.instructions import _ones
from gamesolver.rules.interpreted import interpreted
from tests.attacks.spoilt_compiled_rules import RULES, U7, spoilt

pytestmark = pytest.mark.compiled(why="there everything is plain Python anyway")

THREE = np.array([10, 20, 30], np.int64)


@njit
def third(place):
    return THREE[place]


HELPERS = ModuleType("helpers")
HELPERS.third = third


@njit
def by_name(position):
    return third(np.int64(position))


@njit
def by_module(position):
    return HELPERS.third(np.int64(position))


def by_closure():
    inner = third

    @njit
    def rule(position):
        return inner(np.int64(position))

    return rule


@njit
def by_itself(position):
    return third(np.int64(position)) if position < 5 else by_itself(position - np.uint64(5))


def in_plain_python(rule):
    """Return a rule in plain Python, as the trial of the rules runs it."""
    return interpreted(attrs.evolve(RULES, stage=rule).calls).stage


@pytest.mark.parametrize(
    "rule", [by_name, by_module, by_closure(), by_itself], ids=["name", "module", "closure", "self"]
)
def test_reading_out_of_range_shows_however_deep(rule):
    """A helper that reads beyond its table raises IndexError, however the rule refers to it."""
    plain = in_plain_python(rule)

    assert plain(np.uint64(2)) == 30
    with pytest.raises(IndexError):
        plain(np.uint64(3))


@njit
def taken(position):
    return position & U7


@njit
def counts_free(position):
    free = ~taken(position) & U7
    return 3 - np.int64(count_bits(free))


def test_numbers_keep_their_width_between_functions():
    """A ``uint64`` that a helper returns has 64 bits in plain Python too."""
    assert check_game(spoilt("CountsFree", stage=counts_free)()).positions == 8


@njit
def wraps_around(position):
    return np.int64((position + np.uint64(1)) * np.uint64(2**63) >> np.uint64(64 - 1)) & 0


def test_numbers_wrap_around_without_a_warning():
    """Integer overflow wraps around without a warning."""
    assert in_plain_python(wraps_around)(np.uint64(7)) == 0
    assert solve(spoilt("WrapsAround", stage=wraps_around)()).remoteness == 2


@njit
def by_instruction(position):
    return np.int64(_ones(position))


@njit
def by_a_helper_of_instructions(position):
    return by_instruction(position)


def test_machine_instructions_stay_compiled():
    """A function that only numba can run stays compiled, and its callers become plain Python."""
    plain = in_plain_python(by_a_helper_of_instructions)

    assert plain(np.uint64(5)) == 2
    assert check_game(spoilt("Instructed", stage=by_a_helper_of_instructions)()).positions == 8


@njit
def further(position, step=2):
    return np.int64(position) + step


@njit
def by_default(position):
    return further(position)


def test_defaults_are_kept():
    """A copy keeps the default arguments of its function."""
    assert in_plain_python(by_default)(np.uint64(5)) == 7
