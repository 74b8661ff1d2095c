"""Which game a file is about: its name, its parameters, and a digest of its rules.

A game goes by its registered name, or else by ``module:Class``, and by its parameters as
text. Two programs may write different rules under one name; so 256 positions of seeded
play are kept as one number: their texts, moves, successors, ends, seats, and where each
position is to be found. Who opens the file asks the rules again and compares.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import attrs
import xxhash

from gamesolver.compiled import CompiledGame
from gamesolver.errors import Fault, GameContractError
from gamesolver.files.schema import CONVENTIONS, SCHEMA
from gamesolver.game import Game
from gamesolver.literals import read_literal
from gamesolver.parameters import parameter_faults
from gamesolver.registry import registered_games
from gamesolver.rules import Rules

PROBES = 256
SEED = 20_261_121
LONGEST_PLAY = 100


@attrs.frozen
class Identity:
    """What makes a file the file of one game."""

    name: str
    """The registered name, or nothing."""
    kind: str
    """``module:Class``."""
    parameters: str
    """A dictionary, as Python writes it."""
    digest: str
    version: str
    """Of this library, when the file was written."""

    @classmethod
    def of(cls, rules: Rules[Any, Any], start: Any, version: str) -> Identity:
        """The identity of a game as it is now."""
        game = rules.game
        return cls(
            registered_name(type(game)),
            path_of(type(game)),
            parameters_text(game),
            digest_of(rules, start),
            version,
        )

    @classmethod
    def read(cls, text: str, schema: int = SCHEMA) -> Identity:
        """Undoes :meth:`as_text`; ``ValueError`` or the like if it cannot be."""
        told = json.loads(text)
        if (told.pop("schema"), told.pop("conventions")) != (schema, CONVENTIONS):
            raise ValueError("another schema, or other conventions")
        if not all(isinstance(part, str) for part in told.values()):
            raise ValueError("no texts")
        return cls(**told)

    def as_text(self) -> str:
        """As it stands in the file."""
        more = {"schema": SCHEMA, "conventions": CONVENTIONS}
        return json.dumps(attrs.asdict(self) | more, sort_keys=True)


def path_of(kind: type) -> str:
    """Where a class was defined."""
    return f"{kind.__module__}:{kind.__qualname__}"


def registered_name(kind: type) -> str:
    """The name under which installed packages offer this very class; nothing if none does."""
    return next((name for name, each in registered_games().items() if each is kind), "")


def parameters_text(game: Game[Any, Any]) -> str:
    """The parameters as one text, the same for equal ones; they must be literal."""
    faults = parameter_faults(game)
    if faults:
        name = type(game).__name__
        raise GameContractError(
            f"{name} cannot be saved: {faults[0]}", [Fault("parameters", each) for each in faults]
        )
    return _literal(dict(sorted(game.parameters.items())))


def read_parameters_text(text: str) -> dict[str, Any]:
    """The parameters in a text; ``ValueError`` if there are none."""
    try:
        parameters = read_literal(text)
    except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError("no parameters") from error
    if not isinstance(parameters, dict) or not all(isinstance(name, str) for name in parameters):
        raise ValueError("no parameters")
    return parameters


def _literal(value: Any) -> str:
    """A literal as text, with sets in order."""
    if type(value) is dict:
        pairs = (f"{_literal(key)}: {_literal(part)}" for key, part in value.items())
        return f"{{{', '.join(pairs)}}}"
    if type(value) is set:
        return f"{{{', '.join(sorted(map(_literal, value)))}}}" if value else "set()"
    if type(value) is tuple:
        inside = ", ".join(map(_literal, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if type(value) is list:
        return f"[{', '.join(map(_literal, value))}]"
    return repr(value)


def digest_of(rules: Rules[Any, Any], start: Any) -> str:
    """A number for what the rules say about positions of seeded play."""
    hashed = xxhash.xxh3_128(str(_slots(rules.game)).encode())
    luck = Random(SEED)
    here, plies = start, 0
    for _ in range(PROBES):
        told, successors = _told(rules, here)
        hashed.update(told.encode("utf-8", "surrogatepass"))
        plies += 1
        if not successors or plies == LONGEST_PLAY:
            here, plies = start, 0
        else:
            here = luck.choice(successors)
    return hashed.hexdigest()


def _told(rules: Rules[Any, Any], position: Any) -> tuple[str, list[Any]]:
    """What the rules say about a position, as text; and its successors."""
    ending = rules.ending(position)
    moves = [] if ending is not None else list(rules.moves(position))
    successors = [rules.play(position, move) for move in moves]
    canonical = rules.canonical(position)
    told = [
        rules.format(position),
        None if ending is None else int(ending),
        str(rules.player(position)) if rules.has_seats else None,
        [rules.format_move(move) for move in moves],
        [_raw(rules, successor) for successor in successors],
        _raw(rules, canonical),
        _slot(rules.game, canonical),
    ]
    return json.dumps(told), successors


def _raw(rules: Rules[Any, Any], position: Any) -> str | int:
    """A position as the game has it: a compiled one the integer, any other a text."""
    return int(position) if isinstance(rules.game, CompiledGame) else rules.format(position)


def _slots(game: Game[Any, Any]) -> int | None:
    """How many slots a numbered game has."""
    return game.rules.slots if isinstance(game, CompiledGame) else None


def _slot(game: Game[Any, Any], canonical: Any) -> int | None:
    """Where a numbered game has a position."""
    if isinstance(game, CompiledGame) and game.rules.is_numbered:
        return int(game.rules.calls.ask("index", canonical))
    return None
