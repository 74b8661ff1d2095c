"""Python processes forked from one that has loaded what others wrote.

To load numba takes a second, and typer half of one: longer than what tests mostly ask of a process
of its own. Such a process has loaded them before it begins; what is ours it loads by itself, from
wherever its surroundings say. :func:`python` gives the words by which one is begun, with all that
``subprocess`` offers, in place of ``[sys.executable]``.

A test of how a process begins, of what it loads, or of its memory begins one by Python itself; so
do all where a system cannot fork in this way.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

LOADED = """
attrs numpy numba scipy.linalg scipy.sparse networkx xxhash zstandard markupsafe typer
rich.console rich.table rich.progress rich.text rich.padding asyncio jinja2
"""
NEWBORN = Path(__file__).with_name("newborn.py")


def python(terminal=""):
    """The words that begin such a process; with a terminal it is the first in a session there."""
    if sys.platform != "linux":
        return [sys.executable]
    return [sys.executable, "-I", "-S", str(NEWBORN), nursery(), terminal]


@cache
def nursery():
    """The socket at which processes are asked for, for as long as this one lives."""
    folder = TemporaryDirectory(ignore_cleanup_errors=True)
    place = str(Path(folder.name) / "socket")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(place)
    listening.listen(64)
    surroundings = {name: each for name, each in os.environ.items() if name != "PYTHONPATH"}
    process = subprocess.Popen(
        [sys.executable, __file__, str(listening.fileno())],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        pass_fds=[listening.fileno()],
        start_new_session=True,
        env=surroundings,
    )
    listening.close()

    def ends():
        process.stdin.close()
        process.wait()
        folder.cleanup()

    atexit.register(ends)
    return place


# ── in the nursery ──────────────────────────────────────────────────────────────────────────────


def knows_its_types():
    """Let numba learn what functions of Python and numpy are to it, as when it loads any code.

    That takes a third of a second, and compiles nothing.
    """
    with suppress(ImportError):
        target = import_module("numba.core.registry").cpu_target
        target.typing_context.refresh()
        target.target_context.refresh()


def asked(listening):
    """Fork for each who asks; gives what was asked for, in the new process alone."""
    while True:
        ready, _, _ = select.select([listening, 0], [], [])
        if 0 in ready:  # whoever began the nursery is gone
            os._exit(0)
        asking, _ = listening.accept()
        if not os.fork():
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            return born(asking)
        asking.close()


def born(asking):
    """Read what is asked for, and fork once more: this process watches over the new one."""
    size, streams, *_ = socket.recv_fds(asking, 8, 3)
    text = b""
    while len(text) < int.from_bytes(size, "big"):
        text += asking.recv(1 << 20)
    process = os.fork()
    if not process:
        asking.close()
        return json.loads(text), streams
    for stream in streams:
        os.close(stream)
    watch(asking, process)
    os._exit(0)


def watch(asking, process):
    """Pass signals on, and say how it ended; it is killed if nobody asks any longer."""
    ending = os.pidfd_open(process)
    while True:
        ready, _, _ = select.select([asking, ending], [], [])
        if ending in ready:
            code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            with suppress(OSError):
                asking.sendall(code.to_bytes(4, "big", signed=True))
            return
        told = asking.recv(1)
        os.kill(process, told[0] if told else signal.SIGKILL)
        if not told:
            os.waitpid(process, 0)
            return


def at_home(told, streams, path):
    """Take over streams and surroundings; gives the code to be run, and its namespace."""
    if told["terminal"]:
        os.setsid()
        streams = [os.open(told["terminal"], os.O_RDWR)] * 3  # the first a session opens is its own
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, 1024)
    os.chdir(told["cwd"])
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(told["env"])
    if differs(before, told["env"]):
        import_module("numba.core.config").reload_config()
    sys.stdin = sys.__stdin__ = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = sys.__stdout__ = written(1)
    sys.stderr = sys.__stderr__ = written(2, errors="backslashreplace")
    first, code, *sys.argv = what_runs(*told["words"])
    further = filter(None, told["env"].get("PYTHONPATH", "").split(os.pathsep))
    sys.path[:] = [first, *further, *path]
    sys.path_importer_cache.clear()
    if told["env"].get("PYTHONDONTWRITEBYTECODE"):
        sys.dont_write_bytecode = True
    module = sys.modules["__main__"] = type(sys)("__main__")
    return compile(code, "<string>", "exec"), vars(module)


def what_runs(kind, *rest):
    """The folder that is looked into first, the code, and the words, as Python has them."""
    if kind == "-c":
        return "", rest[0], kind, *rest[1:]
    if kind == "-m":
        code = f"import runpy; runpy.run_module({rest[0]!r}, run_name='__main__', alter_sys=True)"
        return os.getcwd(), code, kind, *rest[1:]
    code = f"import runpy; runpy.run_path({kind!r}, run_name='__main__')"
    return str(Path(kind).parent.resolve()), code, kind, *rest


def written(stream, **more):
    """A stream to write to: line by line at a terminal, and what goes wrong everywhere."""
    buffering = 1 if stream == 2 or os.isatty(stream) else -1
    return open(stream, "w", closefd=False, buffering=buffering, **more)


def differs(one, other):
    """Whether numba is told different things."""
    names = {name for name in one.keys() | other.keys() if name.startswith("NUMBA_")}
    return any(one.get(name) != other.get(name) for name in names)


if __name__ == "__main__":
    sys.path.pop(0)
    for needed in LOADED.split():
        with suppress(ImportError):
            import_module(needed)
    knows_its_types()
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # an error, an exit and Ctrl-C end the new process as they end any: nothing here catches them
    exec(*at_home(*asked(socket.socket(fileno=int(sys.argv[1]))), sys.path[:]))
