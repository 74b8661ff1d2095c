"""Scripts that run in a subprocess, in the project's folder."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

with suppress(ImportError):  # not available on all systems
    import resource


def printed(script, *arguments):
    """Return the output of a script with these arguments; it must succeed."""
    ran = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def make_room_for(size):
    """Limit the size of the files that this process writes, as on a full disk.

    Python no longer caches compiled modules. It does not check that such a file was written in
    full, and other processes would read half a module.
    """
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
