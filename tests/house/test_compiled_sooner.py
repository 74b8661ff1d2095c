"""The plugin by which the tests compile sooner: what comes out is what numba makes by itself."""

import re

import numba as nb
import numpy as np
import pytest
from numba.core import ir
from numba.core.compiler import Flags
from numba.extending import overload

from tests.support import compiled_sooner as sooner


def machine_code(ways):
    """What a function is compiled to, without the names, which are numbered.

    It calls what is only declared where it is compiled, for arrays are made, and an overload.
    """

    def thirds(number):
        """To be put in anew."""

    @overload(thirds)
    def _(number):
        return lambda number: number % 3

    def sums(numbers):
        answer = np.zeros(3, np.int64)
        for number in numbers:
            answer[thirds(number)] += number
        return answer[::2].copy()

    with pytest.MonkeyPatch.context() as patched:
        for owner, name, way in ways:
            patched.setattr(owner, name, way)
        compiled = nb.njit(sums)
        assert compiled(np.arange(5)).tolist() == [3, 2]
    (code,) = compiled.inspect_asm().values()
    return re.sub(r"\b_ZN\w+|\d{5,}", "", code)


@pytest.mark.by_turns(3)
@pytest.mark.compiled(why="nothing is compiled")
def test_the_code_is_the_same():
    """In numba's own ways, and in ours; and something is there."""
    ours, theirs = machine_code(sooner.WAYS), machine_code(sooner.NUMBAS)
    assert ours == theirs
    assert len(ours.splitlines()) > 200


def test_variables_are_the_same(monkeypatch):
    """In whatever a part of an instruction is, as they stand there, and as often."""
    loc = ir.Loc("here", 1)
    scope = ir.Scope(None, loc)
    one, other, third = (scope.define(name, loc) for name in ("one", "other", "third"))
    call = ir.Expr.call(one, [other, third, one], (("more", third),), loc)
    parts = [one, call, [other, (third, [one])], {"a": (one, "one"), "b": None}, "one", 3, loc]
    parts += [parts[:], ir.Assign(call, one, loc).__dict__]
    ours = [sooner.variables_in(call, part) for part in parts]
    for owner, name, way in sooner.NUMBAS:
        monkeypatch.setattr(owner, name, way)
    assert ours == [call._rec_list_vars(part) for part in parts]
    assert [len(found) for found in ours] == [1, 5, 3, 1, 0, 0, 0, 10, 6]


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
