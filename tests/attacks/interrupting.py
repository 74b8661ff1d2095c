"""Ctrl-C from outside: a program in its own process is interrupted while it reports progress."""

import os
import signal
import subprocess
import sys
from pathlib import Path


def interrupt(program, argument, phase, reports=1, **surroundings):
    """Run a program, send Ctrl-C after some reports of a phase, and check that this ends it."""
    running = subprocess.Popen(
        [sys.executable, "-c", program, str(argument)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env=os.environ | surroundings,
    )
    try:
        line = running.stdout.readline()
        if line.startswith("Progress(phase='compile'") and phase != "compile":
            line = running.stdout.readline()
        for number in range(reports):
            line = running.stdout.readline() if number else line
            assert line.startswith(f"Progress(phase='{phase}', done="), line
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    finally:
        running.kill()
        running.wait()
    assert errors.rstrip().endswith("KeyboardInterrupt")
    assert running.returncode == -signal.SIGINT
