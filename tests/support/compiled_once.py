"""A plugin of pytest: of several runs one compiles a function, and the others wait for its code.

Runs that begin with an empty cache want the same kernels in the same minutes, and each would
compile them, for nobody sees in the cache what another is about to put there. With this plugin who
comes first to a function holds a lock in the folder ``CLAIMS`` until its code is kept; who comes
later waits, and then finds the code. There are more runs than processors, so that others go on.

No two wait for each other. Within a run one thread compiles at a time, which is numba's own lock,
taken first here as well; and a function waits only for those that it calls.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_UN, flock
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core.caching import NullCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

FOLDER = Path(os.environ["CLAIMS"], "compiling")
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
held: set[Path] = set()
"""The locks that this run has: a function may ask for itself again."""

compile_alone = Dispatcher.compile


def compiled_once(function: Any, signature: Any) -> Any:
    """As numba compiles a function, but for a look at who else does."""
    if isinstance(function._cache, NullCache):  # nobody would find the code
        return compile_alone(function, signature)
    with global_compiler_lock, alone(place_of(function.py_func, signature)):
        return compile_alone(function, signature)


def place_of(function: Any, signature: Any) -> Path:
    """The lock for a function and the types that it is compiled for."""
    named = f"{function.__module__} {function.__qualname__} {ADDRESS.sub('', str(signature))}"
    return FOLDER / sha256(named.encode()).hexdigest()


@contextmanager
def alone(place: Path) -> Iterator[None]:
    """Hold a lock, and wait for whoever has it; the system gives it away when a run ends."""
    if place in held:
        yield
        return
    with place.open("w") as lock:
        flock(lock, LOCK_EX)
        held.add(place)
        try:
            yield
        finally:
            held.remove(place)
            flock(lock, LOCK_UN)  # whoever was forked meanwhile has the file open, too


FOLDER.mkdir(exist_ok=True)
Dispatcher.compile = compiled_once
