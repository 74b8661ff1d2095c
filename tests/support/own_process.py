"""A script in a process of its own: what it prints, with the project's folder as its own."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.support.nursery import python

with suppress(ImportError):  # there are systems without it
    import resource


def printed(script, *arguments):
    """What a script prints that is given some arguments; it must end well.

    Its process is forked in the nursery.
    """
    return _printed(python(), script, arguments)


def printed_anew(script, *arguments):
    """The same by a new Python, of which what it loads and takes is asked."""
    return _printed([sys.executable], script, arguments)


def _printed(begun, script, arguments):
    ran = subprocess.run(
        [*begun, "-c", script, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def make_room_for(size):
    """No file of this very process is longer from now on: as on a disk that is full.

    Python keeps nothing that it compiles any longer: it does not look whether all was written, and
    other processes would find half a module.
    """
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
