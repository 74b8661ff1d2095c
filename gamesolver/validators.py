"""Checks, in words, of what a game is made with; and of what its ``parse`` reads.

A check goes with a field of a class made by attrs, and refuses a value that makes no game:

>>> import attrs
>>> from gamesolver import Game
>>> from gamesolver.validators import whole
>>> @attrs.frozen
... class Strip(Game):
...     squares: int = attrs.field(default=6, validator=whole(1))
...     def start(self): return "." * self.squares
...     def moves(self, position): return []
...     def play(self, position, move): return position
...     def terminal_value(self, position): return None
>>> Strip(squares=0)
Traceback (most recent call last):
gamesolver.errors.InvalidArgumentError: bad squares 0 of Strip: expected a whole number from 1 on
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamesolver.errors import InvalidArgumentError, listed
from gamesolver.texts import spelled
from gamesolver.value import Value

Check = Callable[[Any, Any, Any], None]
"""Type of validators of attrs: called with the game, the field, and the value."""

__all__ = [
    "are_whole",
    "as_tuple",
    "between",
    "in_order",
    "is_whole",
    "one_of",
    "refused",
    "several",
    "whole",
    "win_draw_or_loss",
    "yes_or_no",
]


def whole(least: int) -> Check:
    """Accept whole numbers from ``least`` on.

    Parameters
    ----------
    least
        The least that fits.

    Returns
    -------
    Check
        A ``validator`` for a field of the game. If a value does not fit, it raises
        ``InvalidArgumentError`` with the expected values.
    """

    def check(game: Any, field: Any, value: Any) -> None:
        if not is_whole(value, least):
            raise refused(game, field, value, f"a whole number from {least} on")

    return check


def between(least: int, most: int) -> Check:
    """Accept whole numbers from ``least`` to ``most``.

    Parameters
    ----------
    least
        The least that fits.
    most
        The greatest that fits.

    Returns
    -------
    Check
        A ``validator`` for a field of the game. If a value does not fit, it raises
        ``InvalidArgumentError`` with the expected values.
    """

    def check(game: Any, field: Any, value: Any) -> None:
        if not is_whole(value, least) or value > most:
            raise refused(game, field, value, f"a whole number from {least} to {most:,}")

    return check


def several(least: int, most: int | None = None) -> Check:
    """Accept tuples of whole numbers from ``least`` on, or to ``most``.

    Use ``as_tuple`` as the converter to accept lists.

    Parameters
    ----------
    least
        The least that each may be.
    most
        The greatest that each may be; by default there is none.

    Returns
    -------
    Check
        A ``validator`` for a field of the game. If a value does not fit, it raises
        ``InvalidArgumentError`` with the expected values.
    """
    require_each = whole(least) if most is None else between(least, most)
    up_to = "on" if most is None else f"to {most:,}"

    def check(game: Any, field: Any, value: Any) -> None:
        if not isinstance(value, tuple) or not value:
            raise refused(game, field, value, f"one or more whole numbers from {least} {up_to}")
        for part in value:
            require_each(game, field, part)

    return check


def one_of(options: Sequence[str]) -> Check:
    """Accept the given words.

    Parameters
    ----------
    options
        The words that fit.

    Returns
    -------
    Check
        A ``validator`` for a field of the game. If a value does not fit, it raises
        ``InvalidArgumentError`` with the expected values.
    """
    expected = listed([repr(option) for option in options])

    def check(game: Any, field: Any, value: Any) -> None:
        if value not in options:
            raise refused(game, field, value, expected)

    return check


def yes_or_no(game: Any, field: Any, value: Any) -> None:
    """Accept only True and False: any other value could be mistaken for True.

    Parameters
    ----------
    game
        Game that is being constructed.
    field
        Field of attrs that has the validator.
    value
        Value that was passed for the field.

    Raises
    ------
    InvalidArgumentError
        It is neither True nor False.
    """
    if not isinstance(value, bool):
        raise refused(game, field, value, "True or False")


def win_draw_or_loss(game: Any, field: Any, value: Any) -> None:
    """Accept a payoff of infinite play for player 0, in a game without scores.

    Parameters
    ----------
    game
        Game that is being constructed.
    field
        Field of attrs that has the validator.
    value
        Value that was passed for the field.

    Raises
    ------
    InvalidArgumentError
        The value is not a ``Value``.
    """
    if not isinstance(value, Value):
        raise refused(game, field, value, listed(list(map(repr, reversed(Value)))))


def refused(game: Any, field: Any, value: Any, expected: str) -> InvalidArgumentError:
    """Return the error that a game is made with a value where something else is ``expected``.

    However long the value is, the message is short.

    Parameters
    ----------
    game
        Game that is being constructed.
    field
        Field of attrs that has the validator.
    value
        Value that was passed for the field.
    expected
        Description of the values that fit.

    Returns
    -------
    InvalidArgumentError
        The error, for the caller to raise.
    """
    return InvalidArgumentError(
        f"bad {field.name} {spelled(value)} of {type(game).__name__}: expected {expected}"
    )


def as_tuple(value: Any) -> Any:
    """Return lists, sets and ranges as tuples, and any other value unchanged.

    Parameters
    ----------
    value
        Any object.

    Returns
    -------
    Any
        The tuple, or the value itself.
    """
    return tuple(value) if isinstance(value, list | set | frozenset | range) else value


def in_order(value: Any) -> Any:
    """Return lists and ranges as tuples, and any other value unchanged; a set has no order.

    Parameters
    ----------
    value
        Any object.

    Returns
    -------
    Any
        The tuple, or the value itself.
    """
    return value if isinstance(value, set | frozenset) else as_tuple(value)


def is_whole(value: Any, least: int = 0) -> bool:
    """Return True for a whole number from ``least`` on, except True and False.

    Parameters
    ----------
    value
        Any object.
    least
        The least that fits.

    Returns
    -------
    bool
        Whether it fits.
    """
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def are_whole(value: Any) -> bool:
    """Return True for a tuple of one or more whole numbers from 0 on.

    Parameters
    ----------
    value
        Any object.

    Returns
    -------
    bool
        Whether it fits.
    """
    return isinstance(value, tuple) and value != () and all(map(is_whole, value))
