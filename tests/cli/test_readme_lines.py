"""The command lines of the README, typed one after the other as a reader would."""

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
WRITES = {"plot"}  # a file into the folder it is called in
PRINTS = {
    "games": "solved here",
    "solve": "A draw in 9 plies",
    "play": "You are ",
    "audit": "Not perfect\n",
    "plot": "plot.png: ",
}


def lines():
    """Every call of ``gamesolver`` in the README, without the name itself."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shell = [part for block in SHELL.findall(text) for part in re.split(r"&&|\n", block)]
    spans = [" ".join(span.split()) for span in SPAN.findall(text)]
    calls = [shlex.split(each, comments=True) for each in [*shell, *spans]]
    return [words[1:] for words in calls if words[:1] == ["gamesolver"]]


def test_the_readme_has_the_lines_that_one_would_try_first():
    """Solving, a match, an audit, the browser: else the test below would show nothing."""
    assert {words[0] for words in lines()} >= {"solve", "play", "audit", "web"}


@pytest.mark.parametrize("words", lines(), ids=" ".join)
def test_a_line_of_the_readme_does_what_it_is_for(words, tmp_path):
    """Each ends with its exit code and an answer, and with nothing but news on standard error."""
    if words[0] == "web":
        served(words)
        return
    cwd = tmp_path if words[0] in WRITES else ROOT
    output = in_a_process(*words, cwd=cwd, input=TYPED.get(words[0], ""))
    assert output.returncode == CODES.get(words[0], 0), output.stderr
    assert PRINTS[words[0]] in output.stdout
    assert "gamesolver:" not in output.stderr


def served(words):
    """The explorer states where it is, answers there, and ends well on Ctrl-C."""
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
    """The script of the first line is the function that the tests here call."""
    text = (Path(ROOT) / "pyproject.toml").read_text(encoding="utf-8")
    assert 'gamesolver = "gamesolver.cli.main:main"' in text
