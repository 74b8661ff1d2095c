"""Calls of the command line from tests: in this process or in a subprocess."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import attrs
import psutil

from gamesolver.cli.main import main

ROOT = Path(__file__).parents[2]


@attrs.frozen
class CallOutput:
    """Output of one call, and its exit code."""

    out: str
    err: str
    code: int

    @property
    def answer(self):
        """Output parsed as JSON."""
        return json.loads(self.out)


def called(*words, typed=""):
    """Run one command in this process, without a terminal."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO(typed)):
        code = main([str(word) for word in words])
    return CallOutput(out.getvalue(), err.getvalue(), code)


def answered(*words, typed=""):
    """Return the standard output of a successful call."""
    output = called(*words, typed=typed)
    assert output.code == 0, output.err
    return output.out


def refused(*words, code=2):
    """Return the error message of a failed call: one line, and an optional list of advice."""
    output = called(*words)
    assert output.code == code, output
    assert output.out == ""
    assert output.err.startswith("gamesolver: ")
    assert output.err.endswith("\n")
    _, *advice = output.err.splitlines()
    assert all(line.startswith("  ") for line in advice)
    assert len(advice) != 1
    return output.err.removeprefix("gamesolver: ").rstrip("\n")


def commands():
    """Return the help line of each command that ``gamesolver --help`` lists."""
    listed = answered("--help").partition("Commands:\n")[2]
    found = re.findall(r"(?m)^  (\S+) +(.+(?:\n {4,}.+)*)", listed)  # a long line continues
    return {name: " ".join(line.split()) for name, line in found}


def in_a_process(*words, **more):
    """Run one command in a subprocess, and return the completed process."""
    surroundings = os.environ | {"PYTHONPATH": str(ROOT)} | more.pop("env", {})
    return subprocess.run(
        [sys.executable, "-m", "gamesolver", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=120,
        env=surroundings,
        check=False,
        **more,
    )


def is_gone(process):
    """Return True if a process ends within some seconds."""
    for _ in range(600):
        try:
            if (
                psutil.Process(process).status() == psutil.STATUS_ZOMBIE
            ):  # its parent has not reaped it
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.1)
    return False
