"""A script in a process of its own: what it prints, with the project's folder as its own."""

import subprocess
import sys
from pathlib import Path


def printed(script, *arguments):
    """What a script prints that is given some arguments; it must end well."""
    ran = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
