"""Columns take memory only for the parts that are written."""

from __future__ import annotations

import mmap
import sys

import numpy as np
import pytest

from gamesolver.system import columns as streams
from gamesolver.system.memory import anonymous_bytes


@pytest.mark.parametrize("size", [0, 1, streams.LARGE // 4 - 1, streams.LARGE // 4, 3_000_001])
def test_a_column_is_of_zeros(size: int) -> None:
    """A column of any size has the requested length and type and contains zeros."""
    column = streams.streamed(size, np.int32)
    assert (len(column), column.dtype) == (size, np.int32)
    assert not column.any()
    column[:] = 7
    assert column.sum(dtype=np.int64) == 7 * size


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts memory as Linux does")
def test_what_is_not_written_to_is_not_taken() -> None:
    """A column of 4 GB with 40 MB written takes 40 MB, and releases them when deleted."""
    before = anonymous_bytes()
    column = streams.streamed(10**9, np.int32)
    column[: 10**7] = 1
    assert 39e6 < anonymous_bytes() - before < 60e6
    del column
    assert anonymous_bytes() - before < 20e6


def test_no_room_is_a_memory_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the system refuses memory, the error is a MemoryError, as from NumPy."""

    def refuse(*arguments: object) -> mmap.mmap:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(streams.mmap, "mmap", refuse)
    with pytest.raises(MemoryError, match="not enough memory for 20000000 entries of int64"):
        streams.streamed(20_000_000, np.int64)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives what nobody has")
def test_a_sparse_column_may_be_larger_than_the_memory() -> None:
    """A sparse column may have 10^12 entries, and one beyond the address space is refused."""
    column = streams.sparse(10**12, np.uint8)
    column[[7, -1]] = 1, 2
    assert (column[7], column[8], column[-1]) == (1, 0, 2)
    with pytest.raises(
        MemoryError, match=r"^not enough memory for 1,000,000,000,000,000,000 entries of"
    ):
        streams.sparse(10**18, np.uint8)
