"""What stands in a file as a text: the roots, and how the game was solved."""

from __future__ import annotations

import json
from typing import Any

import attrs

from gamesolver.answers import How
from gamesolver.compiled import CompiledGame
from gamesolver.labels import Round
from gamesolver.rules import Rules


def root_as_text(rules: Rules[Any, Any], root: Any) -> str:
    """A position that was solved from."""
    return str(root) if isinstance(rules.game, CompiledGame) else rules.format(root)


def read_root(rules: Rules[Any, Any], text: str) -> Any:
    """Undoes :func:`root_as_text`."""
    return int(text) if isinstance(rules.game, CompiledGame) else rules.game.parse(text)


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
