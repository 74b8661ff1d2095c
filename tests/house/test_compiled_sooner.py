"""The plugin by which the tests compile sooner: what comes out is what numba makes by itself."""

import operator
import re
from itertools import product

import numba as nb
import numpy as np
import pytest
from llvmlite import ir as llvm
from numba.core import ir, types
from numba.core.compiler import Flags
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.target_extension import get_local_target
from numba.extending import overload

from tests.support import compiled_sooner as sooner


def machine_code(ways):
    """What a function is compiled to, without the names, which are numbered, and how long they are.

    It calls what is only declared where it is compiled, for arrays are made, an overload, a helper
    that is put in, and a generator.
    """

    def thirds(number):
        """To be put in anew."""

    @overload(thirds)
    def _(number):
        return lambda number: number % 3

    @nb.njit(inline="always")
    def larger(one, other):
        return max(one, other) + 0.5

    @nb.njit
    def pairs(numbers):
        for number in numbers:
            yield number, larger(number, 2)

    def sums(numbers):
        answer = np.zeros(3, np.int64)
        for number, other in pairs(numbers):
            answer[thirds(number)] += number if other < 100 else np.int64(larger(other, number))
        return answer[::2].copy()

    with pytest.MonkeyPatch.context() as patched:
        for owner, name, way in ways:
            patched.setattr(owner, name, way, raising=False)
        compiled = nb.njit(sums)
        assert compiled(np.arange(5)).tolist() == [3, 2]
    (code,) = compiled.inspect_asm().values()
    return re.sub(r'\b_ZN\w+|\d{5,}|(?<=", )\d+', "", code)


@pytest.mark.by_turns(3)
@pytest.mark.compiled(why="nothing is compiled")
def test_the_code_is_the_same():
    """In numba's own ways, and in ours; and something is there."""
    ours, theirs = machine_code(sooner.WAYS), machine_code(sooner.NUMBAS)
    assert ours == theirs
    assert len(ours.splitlines()) > 200


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("called", [operator.add, operator.lshift, operator.lt, max])
@pytest.mark.compiled(why="numba types nothing")
def test_the_same_template_answers(called):
    """Asked for the first time and again; what no template knows is refused as ever."""
    context, function = asked(called)
    numbers = types.int64, types.uint64, types.float64, types.literal(3)
    known = 0
    for pair in product([*numbers, types.none], repeat=2):
        first, again, theirs = (
            said(way, function, context, pair)
            for way in [sooner.asks_who_answered] * 2 + [sooner.asks_all_templates]
        )
        assert first == again == theirs
        known += not isinstance(theirs, str)
    assert known > 3


def asked(called):
    """Who types functions, once it knows numba's own; and one of these as it sees it."""
    context = cpu_target.typing_context
    cpu_target.target_context.refresh()
    return context, context.resolve_value_type(called)


def said(way, function, context, args):
    """The signature, and what stands for it; or that there is none."""
    try:
        signature = way(function, context, args, {})
    except TypingError:
        return "no such types"
    return signature, function.get_impl_key(signature)


def test_templates_are_asked_in_the_same_order():
    """Each with literals and without."""
    context, function = asked(operator.add)
    target = get_local_target(context)
    order = sooner.sorts_templates(target, function.templates, operator.add)
    assert [kind for kind, _ in sooner.in_order(function, context)] == [
        each for kind in order for each in (kind, kind)
    ]
    assert sooner.sorts_once(target, function.templates) == order
    assert sooner.sorts_once(target, []) == sooner.sorts_templates(target, []) == []


def test_types_take_the_same_bytes():
    """Asked for the first time and again."""
    data = cpu_target.target_context.target_data
    byte, word = llvm.IntType(8), llvm.IntType(64)
    kinds = [byte, word, word.as_pointer(), llvm.ArrayType(word, 3)]
    kinds += [
        llvm.LiteralStructType([byte, word]),
        llvm.LiteralStructType([byte, word], packed=True),
    ]
    sizes = [sooner.measures_bytes(kind, data) for kind in kinds]
    assert sizes == [1, 8, 8, 24, 16, 9]
    for _ in range(2):
        assert [sooner.measures_once(kind, data) for kind in kinds] == sizes


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
        monkeypatch.setattr(owner, name, way, raising=False)
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
