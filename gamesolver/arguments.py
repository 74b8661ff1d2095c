"""Checks of arguments that callers pass, before any work begins."""

from __future__ import annotations

import operator
import os
import sys
from pathlib import Path
from typing import Any

from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled

NO_POSITION = 2**64 - 1
"""The one 64-bit integer that is never a position."""


def require_yes_or_no(**options: object) -> None:
    """Raise unless each option is True or False: any text, ``"no"`` too, would be a yes."""
    for name, option in options.items():
        if not isinstance(option, bool):
            raise InvalidArgumentError(f"bad {name} {spelled(option)}: expected True or False")


def whole(argument: Any) -> int | None:
    """Return an integer argument, or ``None`` for any other object, including bools."""
    try:
        return None if isinstance(argument, bool) else operator.index(argument)
    except TypeError:
        return None


def path_in(path: object, named: str = "path") -> Path:
    """Return the given path. Raise unless it can name a file or a folder."""
    try:
        text = os.fspath(path)  # type: ignore[call-overload]  # anything
        os.fsencode(text)
        if not isinstance(text, str) or not text or "\0" in text:
            raise ValueError
        return Path(text)
    except Exception as error:  # a path object of the caller may raise anything
        message = f"bad {named} {spelled(path)}: expected a text or a path"
        raise InvalidArgumentError(message) from error


def folder_in(path: object) -> Path:
    """Return the given folder, which need not exist. Raise unless it can be one."""
    folder = path_in(path, "folder")
    if folder.exists() and not folder.is_dir():
        raise InvalidArgumentError(
            f"bad folder {spelled(os.fspath(folder))}: expected a folder, got a file"
        )
    return folder


def is_count(count: object) -> bool:
    """Return True for an integer from 0 on."""
    number = whole(count)
    return number is not None and number >= 0


def is_position(position: object) -> bool:
    """Return True for an integer that may be a position of a compiled game."""
    number = whole(position)
    return number is not None and 0 <= number < NO_POSITION


def seconds_in(seconds: object) -> float:
    """Return the given seconds. Raise unless they are a number from 0 on."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
        raise InvalidArgumentError(f"bad seconds {spelled(seconds)}: expected a number, 0 or more")
    return float(min(seconds, sys.float_info.max))


MOST_THREADS = 1_024


def require_threads(threads: int | None) -> None:
    """Raise unless it is a number of threads, or none is named."""
    number = whole(threads)
    if threads is not None and (number is None or not 0 < number <= MOST_THREADS):
        raise InvalidArgumentError(
            f"bad threads {spelled(threads)}: expected a whole number from 1 to {MOST_THREADS}"
        )


def require_limit(limit: object, of: str = "nodes") -> None:
    """Raise unless it is a number of nodes, or of what else there is a limit to."""
    if not is_count(limit):
        raise InvalidArgumentError(
            f"bad limit {spelled(limit)}: expected a number of {of} from 0 on"
        )


def require_several(positions: object) -> None:
    """Raise unless positions can be taken from it, one after the other."""
    try:
        iter(positions)  # type: ignore[call-overload]  # anything
    except TypeError as error:
        message = f"bad positions {spelled(positions)}: expected a list or a column of positions"
        raise InvalidArgumentError(message) from error


def is_seat(seat: object) -> bool:
    """Return True for a player index, 0 or 1."""
    try:
        return operator.index(seat) in (0, 1)  # type: ignore[arg-type]  # any object
    except TypeError:
        return False
