"""Command line as a process: start-up time, output streams, broken pipes and progress."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gamesolver import __version__
from gamesolver.show import bars
from tests.house.test_house import modules_after
from tests.support.at_the_terminal import (
    ROOT,
    answered,
    called,
    commands,
    in_a_process,
)

REPORTED = ["odds", "nim", "random", "perfect"]
HEAVY = {"numpy", "numba", "networkx", "rich", "pydantic", "games"}


def test_help_is_there_before_one_has_waited():
    """``--help`` takes less than 0.4 s in the best of five runs and loads no heavy module.

    Processor seconds are counted, because other tests run at the same time.
    """
    seconds = []
    for _ in range(5):
        before = os.times()
        output = in_a_process("--help")
        after = os.times()
        spent = after.children_user + after.children_system
        seconds.append(spent - before.children_user - before.children_system)
    assert output.returncode == 0
    assert all(f"\n  {name} " in output.stdout for name in commands())
    assert min(seconds) < 0.4
    loaded = modules_after(
        "import contextlib, io\nfrom gamesolver.cli.main import main\n"
        "with contextlib.redirect_stdout(io.StringIO()): main(['--help'])"
    )
    assert not loaded & HEAVY


def test_a_command_loads_what_it_needs_and_no_more():
    """A plain game is solved at the terminal without numba and networkx."""
    loaded = modules_after(
        "import contextlib, io\nfrom gamesolver.cli.main import main\n"
        "with contextlib.redirect_stdout(io.StringIO()): main(['solve', 'nim', '--no-estimate'])"
    )
    assert not loaded & {"numba", "networkx"}


def test_the_list_of_commands_states_what_each_of_them_states():
    """The line in the list is the first one of the command's own help."""
    for name, line in commands().items():
        assert line in answered(name, "--help")
        assert f"  {name} " in answered("--help")
    assert answered() == answered("--help") == answered("-h")
    assert answered("--version") == f"gamesolver {__version__}\n"


def test_the_script_and_the_module_are_the_same():
    """The script ``gamesolver`` prints the same as ``python -m gamesolver``."""
    script = Path(sys.executable).with_name("gamesolver")
    if not script.exists():
        pytest.skip("the environment was installed without its scripts")
    words = ["show", "tic-tac-toe", "xo......."]
    output = subprocess.run([script, *words], capture_output=True, text=True, check=True)
    assert output.stdout == in_a_process(*words).stdout == answered(*words)


def test_answers_and_news_go_to_different_places():
    """Results go to standard output, prompts and errors to standard error."""
    output = in_a_process("match", "tic-tac-toe", "human", "perfect", "--games", "1", input="")
    assert output.stdout == ""
    assert output.stderr.startswith("\n. . .   places: 0 1 2\n")
    output = in_a_process("solve", "tic-tac-toe")
    assert output.stdout.startswith("Tic-Tac-Toe\n")
    assert output.stderr == ""
    output = in_a_process("solve", "tic-tac-to")
    assert (output.stdout, output.returncode) == ("", 2)
    assert output.stderr.count("\n") == 1


@pytest.mark.parametrize("more", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_a_terminal_there_is_no_colour_and_no_trailing_space(more):
    """Output to a pipe has no escape sequences and no trailing spaces."""
    for words in (["solve", "tic-tac-toe"], ["stats", "tic-tac-toe"], ["games"], REPORTED):
        output = in_a_process(*words, env=more)
        assert "\x1b" not in output.stdout + output.stderr
        assert not [line for line in output.stdout.splitlines() if line != line.rstrip()]


def test_a_broken_pipe_is_silent(tmp_path):
    """If the reader closes the output, no error is printed and the exit code is 0."""
    errors = tmp_path / "errors"
    for words, size in (("stats tic-tac-toe", 1), ("stats tic-tac-toe --json", 20), ("games", 0)):
        with errors.open("w") as file:
            running = subprocess.Popen(
                [sys.executable, "-m", "gamesolver", *words.split()],
                stdout=subprocess.PIPE,
                stderr=file,
                cwd=ROOT,
            )
            assert len(running.stdout.read(size)) == size
            running.stdout.close()
            assert running.wait(timeout=60) == 0
        assert errors.read_text() == ""


def test_a_pipe_that_breaks_in_the_middle_is_silent(tmp_path):
    """Output longer than the pipe's buffer is cut off without a message."""
    source = tmp_path / "wide.py"
    source.write_text(
        "from games import Nim\n"
        "class Wide(Nim):\n"
        "    def render(self, position):\n"
        "        return 'a line\\n' * 20_000\n"
    )
    call = f'"{sys.executable}" -m gamesolver show "{source}:Wide"'
    command = f"{call} | head -n 1; echo ${{PIPESTATUS[0]}}"
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash tells how each part of a pipe ended")
    output = subprocess.run([bash, "-c", command], capture_output=True, text=True, cwd=ROOT)
    assert (output.stdout, output.stderr) == ("a line\n0\n", "")


def test_letters_that_the_output_does_not_know_are_replaced(tmp_path):
    """Characters that the output encoding lacks are replaced, and control characters escaped."""
    source = tmp_path / "script.py"
    source.write_text(
        "from games import Nim\n"
        "class Script(Nim):\n"
        "    def render(self, position):\n"
        "        return '解 \\x1b[31m \\x07'\n"
    )
    output = in_a_process("show", f"{source}:Script", env={"PYTHONIOENCODING": "ascii"})
    assert output.returncode == 0
    assert output.stdout.startswith("? \\x1b[31m \\x07\n")
    assert in_a_process("show", f"{source}:Script").stdout.startswith("解 \\x1b[31m \\x07\n")


def test_the_folder_one_stands_in_is_searched_for_modules(tmp_path):
    """``module:MyGame`` finds a module in the current folder, with the script and ``python -m``."""
    (tmp_path / "mine.py").write_text("from games import Nim as Mine\n")
    (tmp_path / "beside.py").write_text("from mine import Mine\nclass Beside(Mine): pass\n")
    for name in ("mine:Mine", "beside.py:Beside"):
        output = in_a_process("estimate", name, "--heaps", "1", cwd=tmp_path)
        assert output.returncode == 0, output.stderr
    script = Path(sys.executable).with_name("gamesolver")
    if script.exists():
        words = [script, "estimate", "mine:Mine", "--heaps", "1"]
        subprocess.run(words, cwd=tmp_path, capture_output=True, check=True, env=dict(os.environ))


def test_without_a_terminal_long_work_states_a_line_now_and_then(monkeypatch):
    """Without a terminal, progress lines on standard error show phase, count and time.

    Short work prints none.
    """
    monkeypatch.setattr(bars, "FIRST_LINE", 0.0)
    output = called("stats", "nim", "--heaps", "1,2")
    assert re.search(r"^survey: \d+ of 5 positions.*, [\d.]+ m?s so far$", output.err, re.M)
    for more in ([], ["--json"]):
        output = called("check", "nim", "--heaps", "1,2,3", *more)
        assert output.code == 0
        assert re.search(r"^\w[\w ]*: [\d,]+( of [\d,]+)?.*, [\d.]+ m?s so far$", output.err, re.M)
    monkeypatch.undo()
    assert called("check", "nim", "--heaps", "1,2,3").err == ""
