"""Checks, in words, of the parameters that a game is made with; and of what it reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamesolver import InvalidArgumentError

Check = Callable[[Any, Any, Any], None]


def whole(least: int) -> Check:
    """Accept whole numbers from ``least`` on."""

    def check(game: Any, field: Any, value: Any) -> None:
        if not is_whole(value, least):
            raise InvalidArgumentError(
                f"bad {field.name} {value!r} of {type(game).__name__}: "
                f"expected a whole number from {least} on"
            )

    return check


def between(least: int, most: int) -> Check:
    """Accept whole numbers from ``least`` to ``most``."""

    def check(game: Any, field: Any, value: Any) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise InvalidArgumentError(
                f"bad {field.name} {value!r} of {type(game).__name__}: "
                f"expected a whole number from {least} to {most}"
            )

    return check


def several(least: int) -> Check:
    """Accept tuples of whole numbers from ``least`` on."""
    each_is_whole = whole(least)

    def check(game: Any, field: Any, value: Any) -> None:
        if not isinstance(value, tuple) or not value:
            raise InvalidArgumentError(
                f"bad {field.name} {value!r} of {type(game).__name__}: expected one or more "
                f"whole numbers from {least} on"
            )
        for part in value:
            each_is_whole(game, field, part)

    return check


def one_of(options: Sequence[str]) -> Check:
    """Accept the given words."""

    def check(game: Any, field: Any, value: Any) -> None:
        if value not in options:
            raise InvalidArgumentError(
                f"bad {field.name} {value!r} of {type(game).__name__}: "
                f"expected {', '.join(map(repr, options[:-1]))} or {options[-1]!r}"
            )

    return check


def yes_or_no(game: Any, field: Any, value: Any) -> None:
    """Accept True and False alone: any other text would be taken for a yes."""
    if not isinstance(value, bool):
        raise InvalidArgumentError(
            f"bad {field.name} {value!r} of {type(game).__name__}: expected True or False"
        )


def as_tuple(value: Any) -> Any:
    """A tuple for any list or other iterable; anything else as it is, for a check to refuse."""
    return tuple(value) if isinstance(value, list | set | frozenset | range) else value


def is_whole(value: Any, least: int = 0) -> bool:
    """Whether it is a whole number from ``least`` on; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def are_whole(value: Any) -> bool:
    """Whether it is a tuple of one or more whole numbers from 0 on."""
    return isinstance(value, tuple) and value != () and all(map(is_whole, value))
