"""Users' code: a name in a Python file, or in a module that can be imported.

``file.py:name`` is run as if its folder were the current one, so that it can import its neighbours.
``module:name`` may also be in the folder where the command is called. A file is run only once.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from gamesolver.adapters.prefixes import PREFIXES
from gamesolver.errors import InvalidArgumentError, listed
from gamesolver.rules.registry import nearest
from gamesolver.texts import error_text, spelled

Broken = Callable[[str], Exception]
"""Function that returns the error for code that cannot be loaded, from a message."""

EXAMPLE = {"game": "MyGame", "player": "choose"}


def _way_out(place: str, thing: str) -> str:
    """Return a suggestion for a module that does not exist: a framework, or a file."""
    near = [f"{prefix}:" for prefix in nearest(place, PREFIXES)] if thing == "game" else []
    return f"did you mean {listed(near)}?" if near else f"for a file write file.py:{EXAMPLE[thing]}"


def module_at(place: str, text: str, thing: str, broken: Broken) -> ModuleType:
    """Return the module before the colon of ``text``, which names a ``thing``."""
    path = Path(place)
    is_path = path.suffix == ".py"
    if is_path and not path.is_file():
        raise InvalidArgumentError(f"no {thing} in {spelled(text)}: there is no file {place}")
    try:
        return _run_file(path) if is_path else _imported(place)
    except ModuleNotFoundError as error:
        if not is_path and error.name is not None and place.startswith(error.name):
            raise InvalidArgumentError(
                f"no {thing} in {spelled(text)}: there is no module {error.name!r}; "
                f"{_way_out(place, thing)}"
            ) from None
        raise broken(_message(text, error)) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the user's code may raise anything, also to end the program
        raise broken(_message(text, error)) from error


def _imported(place: str) -> ModuleType:
    """Return the module of that name; the current folder is searched too."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    return importlib.import_module(place)


def _run_file(path: Path) -> ModuleType:
    """Return the module in a file, run as if its folder were the current one."""
    place = path.resolve()
    loaded = sys.modules.get(path.stem)
    if loaded is not None and getattr(loaded, "__file__", None) == str(place):
        return loaded
    sys.path.insert(0, str(place.parent))
    spec = importlib.util.spec_from_file_location(path.stem, place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        if sys.modules.get(path.stem) is module:
            del sys.modules[path.stem]
        raise
    return module


def _message(text: str, error: BaseException) -> str:
    return f"{text} cannot be loaded: {error_text(error)}"
