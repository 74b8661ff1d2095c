"""Machine instructions that numba does not offer by itself.

``ones`` counts the bits of a word. ``gather_bits`` takes those on some places out of a word, and
``scatter_bits`` puts them there: most x86 processors have an instruction for each (``pext`` and
``pdep``), and elsewhere a loop goes through the places. ``swap_if`` changes a number only if no
other thread was quicker. ``fetch_ahead`` requests memory from the processor before it is needed: a
random read from beyond the cache costs as much as a hundred sequential ones, unless many are under
way at once. Kernels that know which places they will read next request a batch of them, and read
afterwards.

Here each is a function in plain Python. ``kernels.instructions`` puts the instructions in their
place when kernels are compiled.
"""

from __future__ import annotations

from importlib import import_module

import numpy as np

from gamesolver.kernels.deferring import when_compiling


def fetch_ahead(array, index):
    """Prefetch ``array[index]`` into the cache. In plain Python, do nothing."""


def ones(word):
    """Return the number of set bits of a ``uint64``."""
    return np.int64(int(word).bit_count())


def gather_bits(word, places):
    """Return the bits of a word at these bit positions, the lowest first. Both are ``uint64``."""
    word, places = int(word), int(places)  # in plain Python faster than numbers of numpy
    gathered, bit = 0, 1
    while places:
        place = places & -places
        if word & place:
            gathered |= bit
        bit <<= 1
        places ^= place
    return np.uint64(gathered)


def scatter_bits(word, places):
    """Return the lowest bits of a word, moved to these bit positions. Both are ``uint64``."""
    word, places = int(word), int(places)
    scattered = 0
    while places:
        place = places & -places
        if word & 1:
            scattered |= place
        word >>= 1
        places ^= place
    return np.uint64(scattered)


def swap_if(column, index, old, new):
    """Replace ``old`` by ``new`` in one atomic step. Return True if ``old`` was there."""
    is_there = bool(column[index] == old)
    if is_there:
        column[index] = new
    return is_there


@when_compiling
def _teach() -> None:
    """Register the machine instructions."""
    import_module("gamesolver.kernels.instructions")
