"""What stands in a file as a text: the roots, and how the game was solved."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs

from gamesolver.answers import How
from gamesolver.apart import apart
from gamesolver.compiled import CompiledGame
from gamesolver.errors import GameContractError
from gamesolver.labels import Round
from gamesolver.reading_back import why_unread
from gamesolver.rules import Rules
from gamesolver.spelling import said_by, spelled


def root_as_text(rules: Rules[Any, Any], root: Any) -> str:
    """A position that was solved from."""
    return str(root) if isinstance(rules.game, CompiledGame) else rules.format(root)


def read_root(rules: Rules[Any, Any], text: str) -> Any:
    """Undoes :func:`root_as_text`."""
    root = int(text) if isinstance(rules.game, CompiledGame) else rules.game.parse(text)
    hash(root)
    return root


def read_back(rules: Rules[Any, Any], position: Any, text: str, read: Callable[[str], Any]) -> Any:
    """The position that is read from its text, which must be all that is needed to have it."""
    try:
        again = read(text)
        is_same = again == position and hash(again) == hash(position)
    except Exception as error:  # a game's parse may raise anything
        why = why_unread(rules.game, position)
        why = why or _read_as(spelled(position), text, f"raised {said_by(error)}")
        raise _unreadable(rules, why) from error
    if not is_same:
        one, other = apart(position, again)
        raise _unreadable(rules, _read_as(one, text, f"returned {other}"))
    return again


def _read_as(position: str, text: str, happened: str) -> str:
    return f"position {position} has the text {spelled(text)}, and parse {happened}"


def _unreadable(rules: Rules[Any, Any], why: str) -> GameContractError:
    return GameContractError(
        f"{type(rules.game).__name__} cannot be saved: {why}; "
        "write format and parse so that they undo each other"
    )


def how_as_text(how: How) -> str:
    """How a game was solved."""
    told = {
        "road": how.road,
        "why": how.why,
        "seconds": dict(how.seconds),
        "bytes": dict(how.bytes),
        "rounds": [attrs.astuple(each) for each in how.rounds],
    }
    return json.dumps(told)


def read_how(text: str) -> How:
    """Undoes :func:`how_as_text`; ``ValueError`` or the like if it cannot be."""
    told = json.loads(text)
    rounds = tuple(Round(*each) for each in told["rounds"])
    seconds = {str(name): float(number) for name, number in told["seconds"].items()}
    taken = {str(name): int(number) for name, number in told["bytes"].items()}
    return How(str(told["road"]), str(told["why"]), seconds, taken, rounds)
