"""A script in a process of its own: what it prints, with the project's folder as its own."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

with suppress(ImportError):  # there are systems without it
    import resource


def printed(script, *arguments):
    """Return the output of a script that is given some arguments; it must end well."""
    ran = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
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
