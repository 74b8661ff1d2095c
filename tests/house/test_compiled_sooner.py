"""The plugin by which the tests compile sooner: what comes out is what numba makes by itself."""

import re

import numba as nb
import numpy as np
import pytest
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import Flags

from tests.support import compiled_sooner as sooner


def sums(numbers):
    """A function that calls what is only declared where it is compiled: arrays are made."""
    answer = np.zeros(3, np.int64)
    for number in numbers:
        answer[number % 3] += number
    return answer[::2].copy()


def machine_code(way):
    """What it is compiled to, without the names, which are numbered."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(CPUCodeLibrary, "_optimize_functions", way)
        compiled = nb.njit(sums)
        compiled(np.arange(5))
    (code,) = compiled.inspect_asm().values()
    return re.sub(r"\b_ZN\w+|\d{5,}", "", code)


@pytest.mark.by_turns(3)
@pytest.mark.compiled(why="nothing is compiled")
def test_the_code_is_the_same():
    """With passes over functions that are only declared, and without; and something is there."""
    ours, theirs = machine_code(sooner.goes_through_defined), machine_code(sooner.goes_through_all)
    assert ours == theirs
    assert len(ours.splitlines()) > 200


def test_equal_flags_are_equal():
    """Those with the same set, or with a default written out; and nothing else is."""
    one, other = Flags(), Flags()
    one.nrt, other.nrt = True, True
    assert sooner.equal(one, other)
    other.debuginfo = False
    assert one._values != other._values
    assert sooner.equal(one, other)
    assert sooner.number_of(one) == sooner.number_of(other)
    other.debuginfo = True
    assert not sooner.equal(one, other)
    assert sooner.equal(one, 3) is NotImplemented
