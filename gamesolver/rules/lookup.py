"""Known or not: finding the outcome of any object, and saying why it has none.

A position is known if the table holds the canonical one that stands for its orbit, and it
is that or a twin of it: a game may fold objects that are none of its positions, too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from numbers import Integral
from typing import Any, TypeVar

from gamesolver.arguments import is_position, whole
from gamesolver.errors import FileError, GameSolverError, InvalidArgumentError, UnknownPositionError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.texts import has_few_parts, spelled

FoundT = TypeVar("FoundT")


def own(rules: Rules[Any, Any], start: Any, position: Any) -> Any:
    """The position as the game has it: Python's integer for numpy's, where its own are such.

    numpy's are equal to it, but computed with they run over, and their texts are others.
    """
    if type(position) is int or not isinstance(position, Integral):
        return position
    number = whole(position)  # there is none in True, nor in numpy's spans of time
    has_integers = isinstance(rules.game, CompiledGame) or type(start) is int
    return position if number is None or not has_integers else number


def found_by(
    rules: Rules[Any, Any], find: Callable[[Any], FoundT | None], start: Any, position: object
) -> tuple[FoundT | None, Exception | None]:
    """What stands for a position, if it is known; else what the game had to say about the object.

    ``find`` looks a canonical position up. True and False are no positions of a compiled game,
    nor are floats, though Python takes them for equal to integers.
    """
    try:
        position = own(rules, start, position)
        if isinstance(rules.game, CompiledGame):
            _require_number(position)
        canonical = rules.canonical(position)
        found = find(canonical)
        hash(position)
        is_known = found is not None and rules.is_twin(position, canonical)
        return (found if is_known else None), None
    except FileError:  # the table cannot be read: that says nothing about the position
        raise
    except GameSolverError as error:
        cause = error.__cause__
        return None, cause if isinstance(cause, Exception) else error
    except Exception as error:  # a foreign object may do anything when it is compared
        return None, error


def _require_number(position: object) -> None:
    if type(position) is not int or not is_position(position):
        raise InvalidArgumentError(
            f"bad position {spelled(position)}: expected a whole number from 0 to 2^64 - 2"
        )


def unknown(
    rules: Rules[Any, Any], find: Callable[[Any], object], start: Any, position: object
) -> UnknownPositionError:
    """The error for an object that is no known position."""
    from gamesolver.rules.messages import shown, shown_apart

    alike = _look_alike(rules, find, start, position)
    if alike is not None:
        told, known = shown_apart(rules.game, position, alike)
        message = f"unknown position {told}: known is {known}, which is not equal to it"
        return UnknownPositionError(message, position)
    why = _why(rules, find, start, position)
    return UnknownPositionError(f"unknown position {shown(rules.game, position)}: {why}", position)


def _look_alike(
    rules: Rules[Any, Any], find: Callable[[Any], object], start: Any, position: object
) -> Any:
    """A known position of the same text and another type, if the start or the text leads to one."""
    if not has_few_parts(position):  # its text may have no end
        return None
    with suppress(Exception):  # a foreign object may do anything
        text = rules.game.format(position)
        if type(position) is not type(start) and text == rules.game.format(start):
            return start
        read = rules.game.parse(text)
        is_known = found_by(rules, find, start, read)[0] is not None
        if is_known and type(read) is not type(position) and text == rules.game.format(read):
            return read
    return None


def _why(
    rules: Rules[Any, Any], find: Callable[[Any], object], start: Any, position: object
) -> str:
    from gamesolver.rules.messages import shown

    game = rules.game
    if isinstance(position, str):
        with suppress(Exception):  # not every text can be read
            if found_by(rules, find, start, game.parse(position))[0] is not None:
                return "it is the text of a known one: ask for game.parse(text)"
    if isinstance(game, CompiledGame) and game.rules.is_numbered:
        return f"no position in the index of {game!r}"
    where = "the start" if start == rules.start() else f"position {shown(game, start)}"
    return f"not reachable from {where} of {game!r}; solve(game, start=...) solves it"
