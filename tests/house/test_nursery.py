"""Processes from the nursery are to whoever began them what those of Python itself are."""

import os
import signal
import subprocess
import sys

import pytest

from tests.support.nursery import python

SAYS = "import os, sys; print(sys.argv[1:], os.getcwd(), os.environ['SAID'], input()); sys.exit(7)"
WAITS = "print('on', flush=True); import time; time.sleep(60)"
STARTERS = pytest.mark.parametrize("begin", [lambda: [sys.executable], python], ids=["new", "born"])


@STARTERS
def test_words_streams_surroundings_and_the_end_are_its_own(begin, tmp_path):
    """What it is given it has, and it ends with its own code."""
    ran = subprocess.run(
        [*begin(), "-c", SAYS, "a", "b c"],
        input="typed\n",
        env=os.environ | {"SAID": "so"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (ran.stdout, ran.returncode) == (f"['a', 'b c'] {tmp_path} so typed\n", 7)


@STARTERS
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_ends_it(begin, sent):
    """It dies of the signal, and of Ctrl-C with the traceback."""
    running = subprocess.Popen(
        [*begin(), "-c", WAITS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout.readline() == "on\n"
    running.send_signal(sent)
    said, errors = running.communicate(timeout=60)
    assert (said, running.returncode) == ("", -sent)
    assert errors.endswith("KeyboardInterrupt\n" if sent == signal.SIGINT else "")


@STARTERS
def test_a_file_looks_beside_itself_first(begin, tmp_path):
    """As Python has it, whatever the folder it is begun in."""
    (tmp_path / "beside.py").write_text("SAID = 'beside'")
    (tmp_path / "first.py").write_text("import sys, beside; print(beside.SAID, sys.argv[1:])")
    ran = subprocess.run([*begin(), tmp_path / "first.py", "a"], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("beside ['a']\n", "")
