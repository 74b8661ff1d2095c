"""The registry: which games are on the shelf, by name.

A package offers games through the entry point group ``gamesolver.games``. An
entry point names a class (``my-game = "my_package.rules:MyGame"``), a module
or a whole package, whose modules are then searched for the games they define.
Our own ``games`` comes in the same way, so that the library imports none of it
by itself. A game found in a module is named after its class: ``TicTacToe`` is
``tic-tac-toe``. A module whose name ends in ``_kernels`` is left alone.
"""

from __future__ import annotations

import difflib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, cast

from gamesolver.errors import GameContractError, UnknownGameError
from gamesolver.rules.game import Game
from gamesolver.texts import said_by, spelled

GROUP = "gamesolver.games"

GameClass = type[Game[Any, Any]]


def registered_games() -> dict[str, GameClass]:
    """All games that installed packages offer, by name, in alphabetical order.

    >>> registered_games()["nim"].__name__
    'Nim'
    """
    games: dict[str, GameClass] = {}
    for entry in entry_points(group=GROUP):
        games.update(_games_of(entry))
    return dict(sorted(games.items()))


def find_game(name: str) -> GameClass:
    """The game of that name; ``UnknownGameError`` with the nearest name for any other.

    >>> find_game("nim")(heaps=(1, 2))
    Nim(heaps=(1, 2))
    """
    entries = tuple(entry_points(group=GROUP))
    if len(entries) == 1 and (shown := _shown_by(_offered(entries[0]), name)):
        return shown  # and the other modules of the package need not be loaded
    games = registered_games()
    if isinstance(name, str) and name in games:
        return games[name]
    near = difflib.get_close_matches(str(name), games, n=1)
    hint = f"did you mean {near[0]!r}?; " if near else ""
    raise UnknownGameError(
        f"unknown game {spelled(name)}: {hint}expected one of {', '.join(games)}", name
    )


def name_of(kind: type) -> str:
    """The name that a class gives its game.

    >>> from games import MNK, TicTacToe
    >>> name_of(TicTacToe), name_of(MNK)
    ('tic-tac-toe', 'mnk')
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", kind.__name__)
    return words.lower()


def _offered(entry: EntryPoint) -> Any:
    try:
        return entry.load()
    except Exception as error:  # somebody else's package may do anything when imported
        raise GameContractError(
            f"the entry point {entry.name!r} cannot be loaded: {entry.value} raised "
            f"{said_by(error)}"
        ) from error


def _shown_by(package: object, name: object) -> GameClass | None:
    """The game of that name which a package shows, and which one of its modules defines."""
    if not isinstance(package, ModuleType):
        return None
    for each in vars(package).values():
        is_game = inspect.isclass(each) and issubclass(each, Game) and not inspect.isabstract(each)
        if is_game and name_of(each) == name and each.__module__.startswith(f"{package.__name__}."):
            return cast(GameClass, each)
    return None


def _games_of(entry: EntryPoint) -> Iterator[tuple[str, GameClass]]:
    offered = _offered(entry)
    if isinstance(offered, ModuleType):
        yield from ((name_of(each), each) for each in _games_in(offered))
    elif inspect.isclass(offered) and issubclass(offered, Game):
        yield entry.name, offered
    else:
        raise GameContractError(
            f"the entry point {entry.name!r} offers no game: expected a Game subclass or a module, "
            f"got {spelled(offered)}"
        )


def _games_in(module: ModuleType) -> Iterator[GameClass]:
    """The games that a module, or any module below a package, defines for others to use."""
    for _, each in inspect.getmembers(module, inspect.isclass):
        is_own = each.__module__ == module.__name__ and not each.__name__.startswith("_")
        if is_own and issubclass(each, Game) and not inspect.isabstract(each):
            yield each
    for info in pkgutil.iter_modules(getattr(module, "__path__", ())):
        if info.name.endswith("_kernels"):
            continue  # compiled functions, and numba with them: no place for games
        yield from _games_in(import_module(f"{module.__name__}.{info.name}"))
