"""Command lines of the README, run as a reader would type them."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.at_the_terminal import ROOT, in_a_process

SHELL = re.compile(r"^```shell\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`(gamesolver [a-z][^`]*)`")
TYPED = {"play": "hint\nquit\n"}
CODES = {"audit": 1}  # the bot of the examples is not perfect
WRITES = {"plot"}  # commands that write a file into the current folder
PRINTS = {
    "games": "solved here",
    "solve": "A draw in 9 plies",
    "play": "You are ",
    "audit": "Not perfect\n",
    "plot": "plot.png: ",
}


def lines():
    """Return the arguments of every call of ``gamesolver`` in the README."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shell = [part for block in SHELL.findall(text) for part in re.split(r"&&|\n", block)]
    spans = [" ".join(span.split()) for span in SPAN.findall(text)]
    calls = [shlex.split(each, comments=True) for each in [*shell, *spans]]
    return [words[1:] for words in calls if words[:1] == ["gamesolver"]]


def test_the_readme_has_the_lines_that_one_would_try_first():
    """The README has calls of ``solve``, ``play``, ``audit`` and ``web`` for the next test."""
    assert {words[0] for words in lines()} >= {"solve", "play", "audit", "web"}


@pytest.mark.parametrize("words", lines(), ids=" ".join)
def test_a_line_of_the_readme_does_what_it_is_for(words, tmp_path):
    """Each call has its exit code and expected output, and no error message."""
    if words[0] == "web":
        served(words)
        return
    cwd = tmp_path if words[0] in WRITES else ROOT
    output = in_a_process(*words, cwd=cwd, input=TYPED.get(words[0], ""))
    assert output.returncode == CODES.get(words[0], 0), output.stderr
    assert PRINTS[words[0]] in output.stdout
    assert "gamesolver:" not in output.stderr


def served(words):
    """Check that the explorer prints its address, serves a page there, and stops on Ctrl-C."""
    call = [word for word in words if word != "--open"]  # no browser here
    running = subprocess.Popen(
        [sys.executable, "-m", "gamesolver", *call, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        output = running.stdout.readline()
        title = "Three Men's Morris|Games"
        address = re.fullmatch(rf"(?:{title}) at (http://\S+) \(Ctrl-C stops\)\n", output)[1]
        with urlopen(address, timeout=30) as page:
            assert "Three Men&#39;s Morris" in page.read().decode()
        running.send_signal(signal.SIGINT)
        rest, errors = running.communicate(timeout=60)
    finally:
        running.kill()
        running.communicate()
    assert (running.returncode, rest, errors) == (0, "", "")


def test_the_first_line_installs_what_it_calls():
    """The installed script calls the function that these tests call."""
    text = (Path(ROOT) / "pyproject.toml").read_text(encoding="utf-8")
    assert 'gamesolver = "gamesolver.cli.main:main"' in text
