"""Entries of all stages, if those of the current stage are wider than those of later stages.

One byte per index holds outcomes of up to 83 plies. If a stage has longer ones, its own entries are
in memory, with two bytes each or more. Later stages keep one byte per index in their file. Their
longer outcomes are listed in order of indexes.

To kernels this is one column of wide entries. An index before ``end`` belongs to the stage. For
others the narrow entry is read, and the list is searched only if that entry is the code of a long
outcome. Entries after ``end`` are never written. Kernels are compiled for such entries as for each
width, so other kernels have no overhead.

**Cost.** A comparison for each look-up, and a search in the list for each long outcome.
"""

from __future__ import annotations

from importlib import import_module

import numpy as np

from gamesolver.kernels.codes import OverflowColumns
from gamesolver.kernels.deferring import when_compiling
from gamesolver.kernels.entries import long_entry


class WideStage:
    """A column of entries: wide entries for one stage, narrow entries for the stages after it.

    ``own`` are the entries of the stage, which begins with the index ``first``. ``later`` are the
    narrow entries of all indexes; those after the stage are read. The narrow entry ``code`` marks a
    long outcome. Then the index is one of ``indexes``, which are in order, and its entry one of
    ``longs``, four bytes each.
    """

    def __init__(self, own, later, first, code, indexes, longs):
        self.own, self.later = own, later
        self.first, self.end, self.code = first, first + len(own), code
        self.indexes, self.longs = indexes, longs

    def __len__(self):
        return len(self.later)

    @property
    def size(self):
        """Number of indexes in all stages."""
        return len(self.later)

    @property
    def dtype(self):
        """Element type of the entries, as callers read them."""
        return self.own.dtype

    @property
    def itemsize(self):
        """Size of an entry in bytes."""
        return self.own.itemsize

    def __getitem__(self, key):
        """Return the entry of an index, or a part of the stage for a slice or an array."""
        if isinstance(key, slice | np.ndarray):
            return self.own[_moved(key, self.first)]
        return _entry_at(self, key)

    def __setitem__(self, key, entries):
        self.own[_moved(key, self.first)] = entries


def _moved(key, first):
    """Indexes of the stage, counted from its first one."""
    if isinstance(key, slice):
        return slice(key.start - first, key.stop - first)
    return key - np.int64(first)


def _entry_at(entries, index):
    """Return the entry of an index, as wide as those of the stage."""
    # No search for the stage itself, nor for short outcomes.
    if index < entries.end:
        return entries.own[index - entries.first]
    entry = entries.later[index]
    if entry != entries.code:
        return entries.own.dtype.type(entry)
    # A long outcome of a later stage: a binary search in the list.
    listed = OverflowColumns(entries.code, entries.indexes, entries.longs)
    return entries.own.dtype.type(long_entry(listed, index))


def own_entries(entries):
    """Return the array that holds the entries of the stage, and the index of its first entry."""
    if isinstance(entries, WideStage):
        return entries.own, entries.first
    return entries, 0


@when_compiling
def _teach() -> None:
    """Register the type of such columns in kernels."""
    import_module("gamesolver.kernels.wide_stage_type")
