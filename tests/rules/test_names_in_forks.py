"""Names of machine code contain a number, which each process counts from its own start."""

import os
import sys

import pytest
from numba.core.bytecode import FunctionIdentity

from gamesolver import CompiledGame  # noqa: F401  # its import sets the start of the count


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked on Windows")
def test_a_forked_process_counts_from_elsewhere():
    """A forked process uses other numbers, so rules in the cache cannot share a name."""
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
