"""Bundles: compiled functions take them by address and read their parts by name."""

from copy import deepcopy
from pickle import dumps, loads
from typing import Any, NamedTuple

import numba as nb
import numpy as np
import pytest

from gamesolver.kernels.bundles import bundle
from gamesolver.kernels.deferring import load_numba

load_numba()


@bundle
class Inner(NamedTuple):
    """A bundle within another."""

    first: Any
    marks: Any


@bundle
class Parts(NamedTuple):
    """Parts of each kind that a bundle may have."""

    bytes: Any
    nothing: Any
    words: Any
    number: Any
    mask: Any
    is_set: Any
    inner: Any


def parts_of(size):
    """A bundle with columns of a size."""
    inner = Inner(np.uint64(2**64 - 1), np.zeros(size, np.bool_))
    columns = np.arange(size, dtype=np.uint8), None, np.arange(size, dtype=np.int64)
    return Parts(*columns, -7, np.uint64(2**63 + 1), True, inner)


@nb.njit
def read(parts):
    """Sums of what a bundle holds."""
    total = np.int64(0)
    for place in range(parts.words.size):
        total += parts.words[place] * np.int64(parts.bytes[place])
    return total, parts.number, parts.mask, parts.is_set, parts.inner.first, parts.nothing


@nb.njit
def write(parts, place):
    """Write into a column, and into one of the inner bundle."""
    parts.words[place] = -parts.words[place]
    parts.inner.marks[place] = parts.is_set


@pytest.mark.parametrize("size", [0, 1, 100])
def test_a_compiled_function_reads_the_parts_of_a_bundle(size):
    """Columns, numbers of each width, flags, ``None`` and inner bundles are what Python sees."""
    parts = parts_of(size)
    assert read(parts) == read.py_func(parts)


def test_a_compiled_function_writes_into_the_columns_of_a_bundle():
    """Python sees what is written, and only there."""
    parts = parts_of(10)
    write(parts, 3)
    assert parts.words.tolist() == [0, 1, 2, -3, *range(4, 10)]
    assert parts.inner.marks.nonzero()[0].tolist() == [3]


def test_a_bundle_is_a_named_tuple():
    """It is read, replaced and unpacked like one, and a changed copy has words of its own."""
    parts = parts_of(5)
    assert read(parts)[1] == -7
    assert read(parts._replace(number=9))[1] == 9
    assert (parts.number, len(parts), type(parts).__name__) == (-7, 7, "Parts")


@pytest.mark.parametrize("part", [np.zeros((2, 2)), np.zeros(9)[::2]])
def test_a_column_that_is_not_contiguous_is_refused(part):
    """Its words would not say where its entries are."""
    with pytest.raises(TypeError, match="a bundle has contiguous columns"):
        nb.typeof(Inner(0, part))


@pytest.mark.parametrize("copied", [deepcopy, lambda parts: loads(dumps(parts))])
def test_a_copy_of_a_bundle_has_words_of_its_own(copied):
    """A compiled function that is given a deep copy writes into the copy."""
    parts = parts_of(5)
    write(parts, 1)
    copy = copied(parts)
    write(copy, 2)
    assert (parts.words.tolist(), copy.words.tolist()) == ([0, -1, 2, 3, 4], [0, -1, -2, 3, 4])


def test_a_part_that_is_no_integer_is_refused():
    """A word is an integer."""
    with pytest.raises(TypeError, match="integer"):
        _ = Inner(0.5, None).address_of_block
