"""Stopping the engine by Ctrl-C, by the memory limit, and by an exception in the rules."""

import ast
import os
import signal
import threading
import time
from functools import cache
from pathlib import Path

import pytest

import gamesolver
from gamesolver import GameContractError, MemoryLimitError, Outcome, Value, solve
from gamesolver.system.memory import anonymous_bytes
from tests.attacks import endless_games as rules
from tests.attacks.endless_games import BAD, FAR, Endless, Onward
from tests.attacks.engine_games import SheetGame
from tests.attacks.interrupting import interrupt
from tests.support.engine_solving import random_drawing
from tests.support.scale import scaled

KERNELS = Path(gamesolver.__file__).parent / "kernels"
THREADS = pytest.mark.parametrize("threads", [1, 2])


@pytest.fixture(autouse=True)
def _clean():
    """Check after each test that no thread is left and that a solve works as usual."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may ignore it
    before = set(threading.enumerate())
    yield
    signal.signal(signal.SIGINT, usual)
    assert set(threading.enumerate()) <= before
    assert solve(Onward(300), threads=2).outcome == Outcome(Value.LOSS, 200)


def seconds_to_stop(work, after):
    """Return the delay of the exception after Ctrl-C, or None if the work ended before."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        work()
    except KeyboardInterrupt:
        return time.monotonic() - sent[0]
    finally:
        timer.cancel()
        timer.join()
    return None


@pytest.mark.compiled(why="a chunk of work takes seconds in plain Python")
@THREADS
def test_control_c_while_positions_are_found(threads):
    """Ctrl-C stops the enumeration of an infinite game within a second."""
    before = set(threading.enumerate())
    # compile all kernels first, also those for large tables: Ctrl-C does not stop the compiler
    with pytest.raises(MemoryLimitError):
        solve(Endless(), threads=threads, memory="500 MB")
    for after in [0.2, 0.01, 0.7, 0.05, 1.5]:
        took = seconds_to_stop(lambda: solve(Endless(), threads=threads, memory="2 GB"), after)
        assert took < 1
        assert set(threading.enumerate()) <= before


@cache
def large_drawing():
    """Return a random graph of 100,000 nodes."""
    return random_drawing(100_000, seed=3)


@pytest.mark.compiled(why="a chunk of work takes seconds in plain Python")
@THREADS
@pytest.mark.parametrize("method", ["auto", "retrograde"])
def test_control_c_while_indexes_are_resolved(threads, method):
    """Ctrl-C at any moment ends the work and all threads within a second."""
    before = set(threading.enumerate())
    game = SheetGame(large_drawing(), "raw", indexed=True)
    began = time.monotonic()
    right = solve(game, threads=threads, method=method)
    whole = time.monotonic() - began
    parts = scaled(4, 12)
    for part in range(parts):
        work = lambda: solve(game, threads=threads, method=method)  # noqa: E731  # short
        took = seconds_to_stop(work, whole * (part + 0.5) / parts)
        assert took is None or took < 1
        assert set(threading.enumerate()) <= before
    assert solve(game, threads=threads, method=method).counts() == right.counts()


@THREADS
@pytest.mark.parametrize("indexed", [False, True], ids=["enumerated", "indexed"])
def test_a_listener_may_stop_the_work(threads, indexed):
    """An exception that a progress listener raises in any phase ends the solve."""
    before = set(threading.enumerate())
    game = SheetGame(random_drawing(300, seed=3), "raw", indexed)
    news = []
    right = solve(game, threads=threads, progress=news.append)
    for phase in dict.fromkeys(each.phase for each in news):

        def listener(each, phase=phase):
            if each.phase == phase:
                raise EOFError(phase)

        with pytest.raises(EOFError, match=phase):
            solve(game, threads=threads, progress=listener)
        assert set(threading.enumerate()) <= before
    assert solve(game, threads=threads).counts() == right.counts()


PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may have it ignored
from gamesolver import solve
from tests.attacks.endless_games import Endless
listener = lambda news: print(news, flush=True)
solve(Endless(), threads=int(sys.argv[1]), memory="2 GB", progress=listener)
"""


@THREADS
def test_control_c_from_outside(threads):
    """Ctrl-C from outside ends a program with a KeyboardInterrupt."""
    interrupt(PROGRAM, threads, "finding", reports=3)


@pytest.mark.compiled(why="a million positions are too slow in plain Python")
@THREADS
def test_the_memory_limit_stops_a_game_that_grows(threads):
    """At 60 MB the solve stops, reports its progress, and frees its memory."""
    with pytest.raises(MemoryLimitError):
        solve(Endless(), threads=threads, memory="30 MB")  # loads the kernels
    before = anonymous_bytes()
    with pytest.raises(MemoryLimitError) as caught:
        solve(Endless(), threads=threads, memory="60 MB")
    error = caught.value
    assert error.limit == 60_000_000 < error.needed < 150_000_000  # the old table, and 1.5 times it
    assert caught.match(
        r"^out of memory: the limit is 60\.0 MB \(as requested\), \d+\.\d MB are needed "
        r"after finding \d{6,7} positions: symmetries or a smaller start would "
        r"help; memory=\.\.\. allows more$"
    )
    del error, caught
    assert anonymous_bytes() - before < 60_000_000


@pytest.mark.parametrize("threads", [2, 1])
@pytest.mark.parametrize(
    ("indexed", "spoilt", "message"),
    [
        (False, {"successors": rules.stuck}, f"successors({BAD}) raised ValueError: no way on"),
        (True, {"successors": rules.stuck}, f"successors({BAD}) raised ValueError: no way on"),
        (False, {"terminal_code": rules.undecided}, f"terminal_code({BAD}) raised IndexError: 7"),
        (True, {"terminal_code": rules.undecided}, f"terminal_code({BAD}) raised IndexError: 7"),
        (False, {"symmetries": rules.crooked}, f"symmetries({BAD}) raised ZeroDivisionError: oh"),
        (False, {"player": rules.nobody}, f"player({BAD}) raised KeyError: 'nobody'"),
        (True, {"player": rules.nobody}, f"player({BAD}) raised KeyError: 'nobody'"),
        (True, {"stage": rules.backstage}, f"stage({BAD}) raised RuntimeError: dark"),
        (True, {"index": rules.lost}, f"index({BAD}) raised OverflowError: no such index"),
        (True, {"position_at": rules.empty}, f"position_at({BAD}) raised OverflowError: empty"),
    ],
)
def test_an_exception_in_compiled_rules(threads, indexed, spoilt, message):
    """A rule that raises far from the start is reported with the position and its exception."""
    with pytest.raises(GameContractError) as caught:
        solve(Onward(FAR, indexed, **spoilt), threads=threads)
    error = caught.value
    assert str(error) == f"Onward breaks its contract: {message}"
    (fault,) = error.faults
    assert fault.law == ("bounds" if "IndexError" in message else "raises")
    assert fault.position == BAD
    assert type(error.__cause__).__name__ in message


def test_no_kernel_hands_out_a_named_tuple():
    """No kernel returns a named tuple, because numba would run Python to create it.

    Ctrl-C at that moment would crash the process.
    """
    trees = [ast.parse(place.read_text()) for place in sorted(KERNELS.glob("*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    named = {
        node.name
        for node in nodes
        if isinstance(node, ast.ClassDef) and "NamedTuple" in map(ast.unparse, node.bases)
    }
    handed_out = {
        ast.unparse(node.value.func)
        for node in nodes
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Call)
    }
    assert named >= {"Cursor", "Scratch", "GameRules"}
    assert not named & handed_out
