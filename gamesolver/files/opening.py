"""Opening a file: which game it is about, and whether that game is the same still.

Code that a file names is never imported for its sake: the game is registered, or passed.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamesolver.adapters.prefixes import class_at
from gamesolver.arguments import path_in, require_yes_or_no
from gamesolver.errors import Advice, FileError, GameContractError, InvalidArgumentError
from gamesolver.files.format import (
    FileLayout,
    Identity,
    as_made,
    digest_of,
    parameters_text,
    read_parameters_text,
    read_root,
)
from gamesolver.files.leftovers import remove_leftovers
from gamesolver.files.reading import SolutionFile
from gamesolver.files.room import IN_MEMORY, Room
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import read_parameters, unusual_parameters
from gamesolver.rules.reading_back import why_unread
from gamesolver.rules.registry import game_at, game_named, path_of, why_hidden

if TYPE_CHECKING:
    from gamesolver.files.tables import FileTable

Opened = tuple[SolutionFile, Rules[Any, Any], tuple[Any, ...]]
"""A file, the game that it is about, and the positions that were solved from."""


@contextmanager
def opened(
    path: str | os.PathLike[str],
    layout: FileLayout,
    game: Game[Any, Any] | None,
    check: bool,
    kind: type[SolutionFile] = SolutionFile,
) -> Iterator[Opened]:
    """A file that stays open, unless something is wrong with it."""
    require_yes_or_no(check=check)
    place = path_in(path)
    remove_leftovers(Path(os.path.realpath(place)))
    file = kind(place, layout)
    try:
        identity = file.understood(
            lambda text: Identity.read(text, file.form.number), file.identity_text
        )
        rules = Rules(_game_of(file, identity, game))
        roots = _roots(file, rules)
        if check:
            _require_same_rules(file, identity, rules, roots[0])
        yield file, rules, roots
    except BaseException:
        file.close()
        raise


def _game_of(file: SolutionFile, identity: Identity, game: Game[Any, Any] | None) -> Game[Any, Any]:
    """Return the game that the file names, or the one that was passed, if it is that."""
    parameters = file.understood(read_parameters_text, identity.parameters)
    game = _registered(file, identity, parameters) if game is None else Rules(game).game
    own = type(game)
    if own.__qualname__ != identity.kind.rpartition(":")[2]:
        raise FileError(
            f"{file.path} contains {file.holds} of {identity.kind}, not of {path_of(own)}",
            str(file.path),
        ).advised(_passed(file))
    if Rules(game).is_scored and not file.shape.is_scored:
        game = _by_sign(file, game)
    if parameters_text(game, without=_gained(game, parameters)) != identity.parameters:
        other = as_made(identity.kind, identity.parameters)
        raise FileError(
            f"{file.path} contains {file.holds} of {other}, not of {game!r}: "
            "pass a game with the parameters that the file names",
            str(file.path),
        )
    return game


def _by_sign(file: SolutionFile, game: Game[Any, Any]) -> Game[Any, Any]:
    """Return the game by its signs, as it was solved for this file."""
    from gamesolver.rules.signs import by_sign  # few files are of signs

    rules = Rules(game)
    if rules.has_gains:
        raise _other_rules(
            file, rules, "it has values without scores, and moves of the game gain points"
        )
    return by_sign(game)


def _gained(game: Game[Any, Any], parameters: Collection[str]) -> set[str]:
    """Return the parameters that the game has gained since a file named these: each is as usual."""
    return read_parameters(game).keys() - parameters - unusual_parameters(game).keys()


def _passed(file: SolutionFile) -> Advice:
    """Return advice on opening a file whose game is not registered."""
    return Advice("opens it", {"game": None}, f"{file.read_by}(path, {{}})")


def _registered(
    file: SolutionFile, identity: Identity, parameters: Mapping[str, Any]
) -> Game[Any, Any]:
    kind = game_named(identity.name) or game_at(identity.kind) or class_at(identity.kind)
    try:
        if kind is not None:
            return kind(**parameters)
    except InvalidArgumentError as error:  # of a framework that is not there, for instance
        raise FileError(f"{file.path}: {error}", str(file.path)) from error
    except (TypeError, ValueError):
        pass  # another game of that name
    called = as_made(identity.kind, identity.parameters)
    message = f"{file.path} contains {file.holds} of {called}, which no installed package offers"
    message = "; ".join(filter(None, [message, why_hidden()]))
    passed = _passed(file)
    raise FileError(message, str(file.path)).advised(passed)


def _roots(file: SolutionFile, rules: Rules[Any, Any]) -> tuple[Any, ...]:
    """Return the positions that were solved from."""
    try:
        return tuple(read_root(rules, text) for text in file.shape.roots)
    except Exception as error:
        unread = why_unread(rules.game, rules.start())
        why = f"its start cannot be read{': ' if unread else ''}{unread}"
        raise _other_rules(file, rules, why) from error


def _require_same_rules(
    file: SolutionFile, identity: Identity, rules: Rules[Any, Any], start: Any
) -> None:
    """Raise unless the rules agree with those with which the file was written."""
    try:
        digest = digest_of(rules, start)
    except GameContractError as error:
        raise _other_rules(file, rules, str(error)) from error
    if digest != identity.digest:
        raise _other_rules(file, rules, "moves, ends or texts differ in 256 positions of play")


def require_same_scores(file: SolutionFile, rules: Rules[Any, Any]) -> None:
    """Raise unless outcomes mean in the file what they mean to the game."""
    shape = file.shape
    if shape.is_scored != rules.is_scored:
        has = ("values", "scores")
        why = f"it has {has[shape.is_scored]}, and the game {has[rules.is_scored]}"
        raise _other_rules(file, rules, why)
    if shape.payoff != rules.payoff:
        why = f"infinite play has the payoff {shape.payoff} in it, and {rules.payoff} in the game"
        raise _other_rules(file, rules, why)


def _other_rules(file: SolutionFile, rules: Rules[Any, Any], why: str) -> FileError:
    return FileError(
        f"{file.path} was saved under other rules than those of {rules.game!r}: {why}; "
        f"{file.again} again",
        str(file.path),
        is_wrong=True,
    )


CALLED = {
    "plain": "a game in plain Python",
    "found": "an enumerated game",
    "numbered": "an indexed game",
}
"""Descriptions of the kinds of a file."""


def table_in(file: SolutionFile, rules: Rules[Any, Any], room: Room = IN_MEMORY) -> FileTable:
    """Return the table in the file, which need not be read into memory as a whole."""
    compiled = rules.game.rules if isinstance(rules.game, CompiledGame) else None
    is_indexed = compiled is not None and compiled.is_indexed
    kind = "numbered" if is_indexed else "found" if compiled else "plain"
    require_same_scores(file, rules)
    if kind != file.shape.kind and not (compiled and file.shape.kind == "plain"):
        why = f"it is stored as {CALLED[file.shape.kind]}, and is {CALLED[kind]}"
        raise _other_rules(file, rules, why)
    if compiled and file.shape.kind == "numbered" and compiled.num_indexes != file.num_indexes:
        why = f"it has {file.num_indexes} indexes, and the game {compiled.num_indexes}"
        raise _other_rules(file, rules, why)
    if file.shape.kind == "plain":
        from gamesolver.files.tables import PlainFileTable

        return PlainFileTable(file, rules, room)
    from gamesolver.files.entry_tables import EnumeratedFileTable, IndexedFileTable

    return (IndexedFileTable if is_indexed else EnumeratedFileTable)(file, rules, room)
