"""The engine is stopped: by Ctrl-C, by the memory limit, by an exception in the rules."""

import os
import signal
import threading
import time

import pytest

from gamesolver import MemoryLimitError, Outcome, Value, solve
from tests.endless_games import FAR, Endless, Onward

THREADS = pytest.mark.parametrize("threads", [1, 2])


@pytest.fixture
def clean():
    """No thread is left, and the library works as ever."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may have it ignored
    before = set(threading.enumerate())
    yield
    signal.signal(signal.SIGINT, usual)
    assert set(threading.enumerate()) <= before
    assert solve(Onward(), threads=2).outcome == Outcome(Value.LOSS, 2 * FAR // 3)


class Interrupting:
    """Ctrl-C after so many seconds, and how long it took to come through."""

    def __init__(self, seconds):
        self.sent = 0.0
        self.timer = threading.Timer(seconds, self.send)

    def send(self):
        """Do as the terminal does."""
        self.sent = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    def run(self, work):
        """The seconds from the signal to the exception."""
        with pytest.raises(KeyboardInterrupt):
            self.timer.start()
            work()
        took = time.monotonic() - self.sent
        self.timer.join()
        return took


@pytest.mark.compiled(why="the chunks of a worker take seconds in plain Python")
@THREADS
@pytest.mark.parametrize("seconds", [0.1, 0.8, 2.0])
def test_control_c_while_positions_are_found(clean, threads, seconds):
    """An endless game is given up within a second, in a queue and in rounds by the crew."""
    with pytest.raises(MemoryLimitError):  # all is compiled: numba's compiler may swallow a signal
        solve(Endless(), threads=threads, memory="30 MB")
    took = Interrupting(seconds).run(lambda: solve(Endless(), threads=threads, memory="2 GB"))
    assert took < 1
