"""Each private part of numba works as gamesolver expects, in the installed release."""

import gc
import math
import os
import subprocess
import sys
from pickle import loads
from secrets import randbits
from typing import NamedTuple

import numba as nb
import numpy as np
import pytest
from numba import types
from numba.experimental import jitclass

from gamesolver.kernels import numba_internals as internals
from gamesolver.kernels.compiling import UNCOUNTED
from gamesolver.kernels.deferring import load_numba
from gamesolver.kernels.wide_stage import WideStage

pytestmark = pytest.mark.compiled(why="without a compiler numba has none of these")

INT, UINT = types.int64, types.uint64
NUMBERS = nb.typeof(np.zeros(1, np.int64))


def one_more(number):
    """Return the number plus one; a function to compile."""
    return number + 1


class Files(dict):
    """Machine code kept in memory instead of files."""

    def __init__(self, *where):
        super().__init__()
        self.where = where

    def load(self, key):
        """Return the code for a key."""
        return self.get(key)

    def save(self, key, code):
        """Store code for a key."""
        self[key] = code

    flush = dict.clear


class Digested(internals.CodeCache):
    """A cache with a digest of its own in each key."""

    source_digest = "digest"


def with_cache(cache):
    """Return the function compiled with a cache."""
    compiled = nb.njit(one_more)
    internals.set_cache(compiled, cache)
    assert compiled(np.int64(1)) == 2
    return compiled


def test_a_code_cache_stores_machine_code_in_the_files_it_is_given():
    """The first compiled function saves its code, the second loads it under an equal key."""
    cache = internals.CodeCache(one_more, Files)
    folder, name, stamp = cache._cache_file.where
    assert os.path.isabs(folder)
    assert name.startswith("test_numba_internals.one_more-")
    assert stamp
    first, second = with_cache(cache), with_cache(cache)
    assert [(arguments, type(code)) for (arguments, *_), code in cache._cache_file.items()] == [
        ((INT,), tuple)
    ]
    assert (internals.is_from_cache(first), internals.is_from_cache(second)) == (False, True)


def test_a_code_cache_can_have_its_own_digest_in_each_key():
    """A custom digest replaces numba's digest of bytecode and closure in the key."""
    caches = [cache(one_more, Files) for cache in (internals.CodeCache, Digested)]
    keys = []
    for cache in caches:
        with_cache(cache)
        keys += cache._cache_file
    (*numbas, digests), (*ours, digest) = keys
    assert numbas == ours
    assert digest == "digest" != digests


def test_recompile_of_numba_empties_the_files():
    """``recompile`` flushes the cache, or it would load the old code again."""
    cache = internals.CodeCache(one_more, Files)
    compiled = with_cache(cache)
    before = dict(cache._cache_file)
    compiled.recompile()
    assert not internals.is_from_cache(compiled)
    assert before.keys() == cache._cache_file.keys()


def summed(numbers, total):
    """Sum the numbers; a function for ``guvectorize``."""
    total[0] = numbers.sum()


@pytest.mark.parametrize("is_kept", [False, True])
def test_the_cache_of_each_kind_of_compiled_function_is_found(is_kept):
    """``is_kept`` is true exactly for functions that were compiled with ``cache=True``."""
    compiled = [
        nb.njit(cache=is_kept)(one_more),
        nb.vectorize(cache=is_kept)(one_more),
        nb.vectorize([INT(INT)], cache=is_kept)(one_more),
        nb.guvectorize([(NUMBERS, NUMBERS)], "(n)->()", cache=is_kept)(summed),
    ]
    assert [internals.is_kept(each) for each in compiled] == [is_kept] * len(compiled)
    assert not any(map(internals.is_kept, (one_more, np.add, None)))


def test_machine_code_is_listed_by_arguments_or_signatures():
    """Lazily compiled code is listed by its arguments, eager code by its declared signature."""
    lazy, eager = nb.njit(one_more), nb.njit("float64(int64)")(one_more)
    assert internals.machine_code_of(lazy) == {}
    lazy(np.int64(1))
    assert list(internals.machine_code_of(lazy)) == [(INT,)]
    assert list(internals.machine_code_of(eager)) == [types.float64(INT)]


STEP = 1


def stepped(number):
    """Return the number plus a global constant."""
    return number + STEP


@pytest.mark.parametrize("signature", ["float64(int64)", None])
def test_recompile_reads_globals_again_and_keeps_the_signatures(monkeypatch, signature):
    """The new code has the new constant, and the return type that the decorator names."""
    compiled = nb.njit(signature)(stepped) if signature else nb.njit(stepped)
    expected = float if signature else int
    assert (compiled(1), type(compiled(1))) == (2, expected)
    monkeypatch.setitem(globals(), "STEP", 10)
    assert compiled(1) == 2
    internals.recompile(compiled)
    assert (compiled(1), type(compiled(1))) == (11, expected)
    assert len(compiled.signatures) == 1


def test_an_entry_point_is_the_code_for_one_signature():
    """An entry point converts an int to its own type; the function would compile for int64."""
    compiled = nb.njit(lambda number: number)
    compiled.compile((UINT,))
    assert internals.entry_point(compiled, (UINT,))(2**64 - 1) == 2**64 - 1
    assert internals.is_compiled_for(compiled, (UINT,))
    assert not internals.is_compiled_for(compiled, (INT,))
    assert internals.return_type(compiled, (UINT,)) == UINT
    assert len(compiled.signatures) == 1


def test_machine_code_is_named_by_the_number_of_its_function():
    """The next function compiled has the number given, in the name that the linker sees."""
    try:
        internals.number_functions_from(7_000_000_000)
        compiled = nb.njit(one_more)
        compiled(np.int64(1))
        (text,) = compiled.inspect_llvm().values()
    finally:
        internals.number_functions_from(randbits(48))
    assert "one_more" in text
    assert "7000000000" in text


def function_with(thing):
    """Return a function with a closure."""
    return lambda: thing


@pytest.mark.parametrize("thing", [function_with(3), math, (1, nb.typeof(1))], ids=type)
def test_dumps_pickles_what_closures_hold(thing):
    """``dumps`` pickles local functions, modules and numba's types, and ``pickle`` reads them."""
    read = loads(internals.dumps(thing))
    assert read() == 3 if callable(thing) else read == thing


@pytest.mark.parametrize("features", ["+sse2,-bmi2", "+bmi2"])
def test_the_features_of_the_processor_are_those_numba_compiles_for(features):
    """The features are those that an environment variable makes numba compile for."""
    program = "from gamesolver.kernels.numba_internals import *; print(*processor_features())"
    given = {"NUMBA_CPU_FEATURES": features, "NUMBA_CPU_NAME": "generic"}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | given,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == [each[1:] for each in features.split(",") if each[0] == "+"]


class Pair(NamedTuple):
    """Two columns."""

    one: np.ndarray
    other: np.ndarray


class OtherPair(NamedTuple):
    """A pair of another type."""

    one: np.ndarray
    other: np.ndarray


def frozen():
    """Return a read-only column."""
    column = np.zeros(2)
    column.flags.writeable = False
    return column


ALIKE = [
    lambda: (3, 4),
    lambda: (np.uint64(3), np.uint64(4)),
    lambda: (True, False),
    lambda: (np.zeros(2), np.zeros(9)),
    lambda: (np.zeros(9)[::2], np.zeros(8)[::3]),
    lambda: (frozen(), frozen()),
    lambda: (np.zeros(2, np.int64), np.zeros(0, np.int64)),
    lambda: (np.zeros((2, 2)), np.zeros((3, 3))),
    lambda: (None, None),
    lambda: (Pair(np.zeros(2), np.zeros(2)), Pair(np.zeros(3), np.zeros(3))),
    lambda: (OtherPair(np.zeros(2), np.zeros(2)), OtherPair(np.zeros(3), np.zeros(3))),
    lambda: ((1, 2), (3, 4)),
]
"""Pairs of kernel arguments: both of a pair have one type, and each pair has another."""


def test_fingerprints_are_equal_exactly_if_types_are():
    """Fingerprints of arguments, by which kernels are looked up, are equal only for equal types."""
    pairs = [pair() for pair in ALIKE]
    assert all(nb.typeof(one) == nb.typeof(other) for one, other in pairs)
    prints = [[internals.compute_fingerprint(each) for each in pair] for pair in pairs]
    assert all(one == other for one, other in prints)
    assert len({one for one, _ in prints}) == len(ALIKE)


def test_what_has_no_fingerprint_is_refused():
    """An object without a fingerprint raises ``NotImplementedError``."""
    with pytest.raises(NotImplementedError):
        internals.compute_fingerprint(object())


def wide_stage():
    """Return entries of two bytes, followed by entries of one byte."""
    own, later = np.array([1, 2], np.uint16), np.array([0, 0, 3], np.uint8)
    return WideStage(own, later, 0, 255, np.zeros(0, np.int64), np.zeros(0, np.int32))


def test_structs_are_built_by_cgutils():
    """An object is converted to a struct; an attribute of a wrong type raises an error."""
    load_numba()  # with the types of the library
    read = nb.njit(lambda entries, index: entries[index])
    assert [read(wide_stage(), index) for index in range(3)] == [1, 2, 3]
    for part in ("first", "end", "code", "indexes", "longs"):
        entries = wide_stage()
        setattr(entries, part, "x")
        with pytest.raises((TypeError, SystemError)):
            read(entries, 0)


def first_of(pairs):
    """Return a sum of elements of arrays in a tuple."""
    return pairs[0][0] + pairs[1][0]


def test_no_references_are_counted_if_so_reported():
    """Code compiled by default counts references; code compiled with ``UNCOUNTED`` does not."""
    arguments = (types.UniTuple(NUMBERS, 2),)
    counts = []
    for options in ({}, UNCOUNTED):
        compiled = nb.njit(**options)(first_of)
        compiled.compile(arguments)
        assert compiled((np.array([20]), np.array([22]))) == 42
        counts.append("call void @NRT_" in compiled.inspect_llvm(arguments))
    assert counts == [True, False]


@jitclass([("count", types.int64)])
class Counter:
    """A class that numba compiles."""

    def __init__(self):
        self.count = 0

    def add(self, number):
        """A method."""
        self.count += number

    @property
    def doubled(self):
        """A property."""
        return 2 * self.count

    @staticmethod
    def none():
        """A static method."""
        return 0


def test_the_methods_of_a_jitclass_are_found():
    """The methods found are compiled functions; plain classes and other objects have none."""
    methods = internals.methods_of_jitclass(Counter)
    assert set(methods) == {"__init__", "add", "none", "doubled.get"}
    assert all(map(nb.extending.is_jitted, methods.values()))
    assert methods["none"].py_func() == 0
    assert internals.methods_of_jitclass(Files) == internals.methods_of_jitclass(3) == {}


def test_the_collector_pauses_during_compilation():
    """The garbage collector is off until the outermost compilation ends, then as before."""
    pause, before = internals.CollectorPause(), gc.isenabled()
    pause.on_start(None)
    pause.on_start(None)
    assert not gc.isenabled()
    pause.on_end(None)
    assert not gc.isenabled()
    pause.on_end(None)
    assert gc.isenabled() == before


RULES_IN_A_FUNCTION = """
from numba import njit
from games import GobbletGobblers

index = GobbletGobblers().rules.index

@njit
def index_of(position):
    return index(position)

print(index_of(0))
"""


def test_a_function_of_ones_own_may_be_the_first_to_compile_rules():
    """Rules that a compiled function of another program calls are compiled with it."""
    command = [sys.executable, "-c", RULES_IN_A_FUNCTION]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "0\n"
