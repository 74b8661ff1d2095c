"""Docs of the command line: every call in them is run and its output compared."""

from __future__ import annotations

import re
import shlex
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker

import pytest

from tests.support.at_the_terminal import ROOT, called

PAGES = [
    "docs/howto/command-line.md",
    "docs/howto/prove-a-position.md",
    "docs/reference/command-line.md",
]
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```python\n# (\w+\.py)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(page):
    """Yield each command of a page with its expected output."""
    for block in CONSOLE.findall((ROOT / page).read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            yield command, expected


def run(command):
    """Return the output of a command, which may follow a pipe from ``printf`` with typed text.

    An audit may end with code 1.
    """
    typed, pipe, call = command.rpartition(" | ")
    lines = shlex.split(typed)[1].encode().decode("unicode_escape") if pipe else ""
    program, *words = shlex.split(call)
    assert program == "gamesolver"
    output = called(*words, typed=lines)
    assert output.code in ((0, 1) if words[0] == "audit" else (0,)), output.err
    return output.out


@pytest.mark.parametrize("page", PAGES)
def test_every_call_in_the_docs_states_what_stands_there(page, tmp_path, monkeypatch):
    """The calls of a page, run in order in one folder, print the output shown in the page."""
    monkeypatch.chdir(tmp_path)
    for name, content in FILE.findall((ROOT / page).read_text(encoding="utf-8")):
        (tmp_path / name).write_text(content, encoding="utf-8")
    found = list(examples(page))
    assert found
    for command, expected in found:
        output = run(command)
        same = OutputChecker().check_output(expected, output, ELLIPSIS | NORMALIZE_WHITESPACE)
        assert same, f"$ {command}\n{output}"
