"""Check that a framework is installed and recent enough, when a game of it is made."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import error_text


def framework(module: str, distribution: str, extra: str, least: str) -> ModuleType:
    """Return the module of a framework; raise if it is not there, or too old.

    >>> framework("attrs", "attrs", "none", "23.2").__name__
    'attrs'
    """
    _require_new_enough(distribution, extra, least)
    try:
        loaded = import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != module.partition(".")[0]:
            raise _broken(distribution, error) from error
        raise InvalidArgumentError(
            f'{distribution} is not installed: pip install "solved-games[{extra}]"'
        ) from error
    except ImportError as error:
        raise _broken(distribution, error) from error
    return loaded


def _require_new_enough(distribution: str, extra: str, least: str) -> None:
    """Raise where it is too old, before it is loaded: an old one may not even load."""
    try:
        found = version(distribution)
    except PackageNotFoundError:
        return
    if numbers_of(found) < numbers_of(least):
        raise InvalidArgumentError(
            f"{distribution} {found} is too old: expected {least} or newer; "
            f'pip install --upgrade "solved-games[{extra}]"'
        )


def numbers_of(text: str) -> tuple[int, ...]:
    """Return the numbers in a version, in order.

    >>> numbers_of("1.11.2") > numbers_of("1.9")
    True
    """
    return tuple(map(int, re.findall(r"\d+", text.partition("+")[0])))


def _broken(distribution: str, error: ImportError) -> InvalidArgumentError:
    return InvalidArgumentError(f"{distribution} cannot be loaded: {error_text(error)}")
