"""Games with infinitely many positions: the solve is stopped and leaves nothing behind."""

import gc
import itertools
import signal
import sys

import pytest

from gamesolver import Game, MemoryLimitError, Value, explore, solve
from tests.attacks.interrupting import interrupt

pytestmark = pytest.mark.compiled(why="there are no kernels in it, and it takes a minute")

MEGABYTE = 1_000_000
LIMIT = 20 * MEGABYTE
FEW = 10_000
"""Number of objects that may remain; a graph of 20 MB has more than 100,000."""


class Step(tuple):
    """Position of a type that the garbage collector can list."""

    __slots__ = ()


class Endless(Game):
    """Game that counts up for ever."""

    def start(self):
        return Step((0, 0))

    def moves(self, position):
        return (0, 1)

    def play(self, position, move):
        return Step((position[0] + 1, position[1] + move))

    def terminal_value(self, position):
        return None


@pytest.mark.parametrize("work", [solve, explore])
def test_stopped_by_the_memory_limit(work):
    """At 20 MB the work stops, reports its progress and a remedy, and frees its memory."""
    gc.collect()
    before = sys.getallocatedblocks()
    with pytest.raises(MemoryLimitError) as caught:
        work(Endless(), memory="20 MB")
    error = caught.value
    assert str(error).startswith("out of memory: the limit is 20.0 MB (as requested), ")
    assert error.limit == LIMIT < error.needed < 2 * LIMIT
    pattern = (
        r"out of memory: the limit is 20\.0 MB \(as requested\), \d+\.\d MB are needed "
        r"after \d+ positions found, \d+ of them still to expand: "
        r"symmetries or a smaller start would help; memory=\.\.\. allows more$"
    )
    assert caught.match(pattern)
    assert isinstance(error, MemoryError)
    gc.collect()
    kept = [each for each in gc.get_objects() if type(each) is Step]
    assert kept in ([], [(0, 0)])  # at most the start, although the error still exists
    # the process may keep freed memory, so that the allocated blocks are counted instead
    assert sys.getallocatedblocks() - before < FEW


def test_further_roots_that_never_end():
    """A generator of infinitely many roots is stopped by the memory limit."""
    ended = type("Ended", (Endless,), {"terminal_value": lambda self, position: Value.LOSS})
    with pytest.raises(MemoryLimitError, match=r"the limit is 20\.0 MB \(as requested\)"):
        solve(ended(), positions=((0, each) for each in itertools.count()), memory="20 MB")


@pytest.mark.parametrize(
    ("method", "phase"),
    [(method, phase) for method in ("minimax", "retrograde") for phase in ("explore", "resolved")],
)
def test_interrupted_from_within(method, phase):
    """Ctrl-C in any phase raises KeyboardInterrupt, and the next solve works as usual."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may ignore it

    def listener(news):
        if news.phase == phase:
            signal.raise_signal(signal.SIGINT)

    heap = type("Heap", (Endless,), {"terminal_value": end_of_heap})()
    try:
        with pytest.raises(KeyboardInterrupt):
            solve(heap, method=method, progress=listener)
    finally:
        signal.signal(signal.SIGINT, usual)
    assert solve(heap, method=method).remoteness == 30


def end_of_heap(self, position):
    """Return a loss after thirty plies."""
    return Value.LOSS if position[0] == 30 else None


PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may have it ignored
from tests.engine.test_endless_growth import Endless
from gamesolver import solve
solve(Endless(), folder=sys.argv[1], memory="1 GB", progress=lambda news: print(news, flush=True))
"""


def test_stopped_by_control_c(tmp_path):
    """Ctrl-C from outside ends the program with a KeyboardInterrupt, and no file is left."""
    folder = tmp_path / "work"
    folder.mkdir()
    interrupt(PROGRAM, folder, "explore", TMPDIR=str(tmp_path))
    assert list(tmp_path.rglob("*")) == [folder]
