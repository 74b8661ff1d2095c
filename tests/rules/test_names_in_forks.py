"""Machine code has a name with a number in it, counted from anywhere in each process."""

import os
import sys

import pytest
from numba.core.bytecode import FunctionIdentity

from gamesolver import CompiledGame  # noqa: F401  # by which numbers are counted from anywhere


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked on Windows")
def test_a_forked_process_counts_from_elsewhere():
    """Or two processes would name two rules alike, and take one for the other from the cache."""
    ended, ends = os.pipe()
    child = os.fork()
    if not child:
        os.write(ends, str(next(FunctionIdentity._unique_ids)).encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(ends)
    with open(ended, encoding="ascii") as reported:
        number = int(reported.read())
    assert abs(number - next(FunctionIdentity._unique_ids)) > 1_000_000
