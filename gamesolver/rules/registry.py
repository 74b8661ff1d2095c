"""Registry of the games that installed packages offer, by name.

A package offers games through the entry point group ``gamesolver.games``. An
entry point names a class (``my-game = "my_package.rules:MyGame"``), a module
or a whole package, whose modules are then searched for the games they define.
Our own ``games`` comes in the same way, so that the library imports none of it
by itself. A game found in a module is named after its class: ``TicTacToe`` is
``tic-tac-toe``.

A large game is a folder. Its module ``kernels``, or any whose name ends in ``_kernels``, is
left alone. A module ``plain`` next to ``kernels`` has *plain rules*, the game in plain Python. It
has no name in the registry, but files of it can be opened, because its class is found there.

Files name a class by the module that defined it. A package whose classes have moved defines
``MOVED``, a mapping from the old ``"module:Class"`` to the new one.

Python looks for modules first in the folder of a script, or in the working folder. Another
``games`` there *hides* the built-in games, and nothing of it is run.
"""

from __future__ import annotations

import difflib
import inspect
import os
import pkgutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from gamesolver.errors import Advice, GameContractError, UnknownGameError, listed
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import words_of
from gamesolver.texts import error_text, spelled

GROUP = "gamesolver.games"
SHELF = "games"
"""Name of the package of built-in games."""
MOST_NEAR = 3
"""Names in place of one that is unknown."""
SHORTEST_WORD = 3
"""Letters by which a name with such a word in it is meant."""

GameClass = type[Game[Any, Any]]


def registered_games() -> dict[str, GameClass]:
    """Return all games that installed packages offer, by name, in alphabetical order.

    Returns
    -------
    dict
        The class of each game by its name.

    Raises
    ------
    GameContractError
        An installed package offers an object that is not a game.

    >>> registered_games()["nim"].__name__
    'Nim'
    """
    games: dict[str, GameClass] = {}
    for entry, offered in _offered():
        if isinstance(offered, ModuleType):
            games.update(
                (name_of(kind), kind) for kind in _games_in(offered) if not is_plain_version(kind)
            )
        else:
            games[entry.name] = offered
    return dict(sorted(games.items()))


def find_game(name: str) -> GameClass:
    """Return the class of the game of that name; raise ``UnknownGameError`` for any other.

    Parameters
    ----------
    name
        Name of a registered game, such as ``"nim"``.

    Returns
    -------
    GameClass
        The class, to be made with its parameters.

    Raises
    ------
    UnknownGameError
        No game has that name; the message names the nearest one.
    GameContractError
        An installed package offers an object that is not a game.

    >>> find_game("nim")(heaps=(1, 2))
    Nim(heaps=(1, 2))
    """
    if kind := game_named(name):
        return kind
    games = registered_games()
    like = (
        (nearest(name, games) or nearest(_as_a_name(name), games)) if isinstance(name, str) else []
    )
    near = list(map(repr, like))
    hint = f"did you mean {listed(near)}?" if near else "no name of the library is like it"
    hints = filter(None, [hint if games else "", why_hidden()])
    error = UnknownGameError(f"unknown game {spelled(name)}: {'; '.join(hints)}", name)
    raise error.advised(Advice("lists all", tool="registered_games")) if games else error


def _as_a_name(title: str) -> str:
    """Return a title in the letters of a name: ``mu-torere`` of "Mū Tōrere"."""
    letters = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return "-".join(letters.lower().split())


def nearest(name: str, games: Iterable[str]) -> list[str]:
    """The names most like another, and those with a word that is it, or begins so; at most three.

    >>> nearest("fuor", ["nim", "four"]), nearest("fou", ["connect-four", "befouled"])
    (['four'], ['connect-four'])
    """
    listed_games = list(games)
    near = difflib.get_close_matches(name, listed_games, n=MOST_NEAR)
    word = f"-{name.lower()}"
    if len(name) >= SHORTEST_WORD:
        near += [each for each in listed_games if word in f"-{each}"]
    return list(dict.fromkeys(near))[:MOST_NEAR]


def game_named(name: object) -> GameClass | None:
    """The game of that name, if there is one; no more of a package is loaded than that takes.

    >>> game_named("nim").__module__, game_named("nim-of-my-own")
    ('games.nim', None)
    """
    if shown := _shown(name):
        return shown
    return registered_games().get(name) if isinstance(name, str) else None


def registered_name(kind: type) -> str:
    """Return the name under which installed packages offer this very class, or "".

    >>> registered_name(game_named("nim")), registered_name(dict)
    ('nim', '')
    """
    if _shown(name_of(kind)) is kind:
        return name_of(kind)
    return next((name for name, game_class in registered_games().items() if game_class is kind), "")


def offered_as(kind: type) -> str:
    """Return the name of the entry point that names this very class; empty if none does.

    No package is loaded for that.
    """
    path = path_of(kind)
    return next((entry.name for entry in _entries() if entry.value == path), "")


def game_at(path: str) -> GameClass | None:
    """Return the game, or plain rules, defined at ``module:Class`` when a file was written.

    >>> game_at("games.quixo_plain:PlainQuixo").__module__
    'games.quixo.plain'
    """
    now = path_now(path)
    for _, offered in _offered():
        kinds = _games_in(offered) if isinstance(offered, ModuleType) else [offered]
        for kind in kinds:
            if path_of(kind) == now:
                return kind
    return None


def path_now(path: str) -> str:
    """Return the present path of a class, given its path when a file was written."""
    for _, offered in _offered():
        if path in (moved := vars(offered).get("MOVED", {})):
            return str(moved[path])
    return path


def path_of(kind: type) -> str:
    """Return the path of a class: ``module:Class``."""
    return f"{kind.__module__}:{kind.__qualname__}"


def name_of(kind: type) -> str:
    """Return the name that a class gives its game.

    >>> from games import MNK, TicTacToe
    >>> name_of(TicTacToe), name_of(MNK)
    ('tic-tac-toe', 'mnk')
    """
    return name_in_words(kind.__name__)


def name_in_words(name: str) -> str:
    """Return the registered name of a class with that name."""
    return "-".join(words_of(name)).lower()


def is_plain_version(kind: GameClass) -> bool:
    """Return True if a class is the plain Python form of a compiled game."""
    package, _, module = kind.__module__.rpartition(".")
    return module == "plain" and package != "" and find_spec(f"{package}.kernels") is not None


# ── what packages offer ────────────────────────────────────────────────────────────────────────


def _offered() -> Iterator[tuple[EntryPoint, ModuleType | GameClass]]:
    """Yield each entry point with what it names; none of our own where that is hidden."""
    for entry in _entries():
        if entry.value != SHELF or hiding() is None:
            yield entry, _loaded(entry)


def _entries() -> tuple[EntryPoint, ...]:
    """Return the entry points of our group, read again if a folder of ``sys.path`` has changed."""
    return _entries_in(tuple((folder, _changed(folder)) for folder in sys.path))


@lru_cache(maxsize=1)
def _entries_in(folders: tuple[tuple[str, int], ...]) -> tuple[EntryPoint, ...]:
    """Read the entry points of all packages, which may be slower than opening a small file."""
    return tuple(entry_points(group=GROUP))


def _changed(folder: str) -> int:
    """When something was last put into a folder, or taken out; 0 of one that is not there."""
    try:
        return os.stat(folder or os.curdir).st_mtime_ns
    except (OSError, ValueError):  # ValueError: a name with a NUL in it
        return 0


def _loaded(entry: EntryPoint) -> ModuleType | GameClass:
    try:
        offered = entry.load()
    except Exception as error:  # another author's package may do anything when imported
        raise GameContractError(
            f"the entry point {entry.name!r} cannot be loaded: {entry.value} raised "
            f"{error_text(error)}"
        ) from error
    if isinstance(offered, ModuleType) or (inspect.isclass(offered) and issubclass(offered, Game)):
        return offered
    raise GameContractError(
        f"the entry point {entry.name!r} offers no game: expected a Game subclass or a module, "
        f"got {spelled(offered)}"
    )


def _shown(name: object) -> GameClass | None:
    """Return the game of that name that the only package lists and one of its modules defines.

    Nothing else of a package that loads its members lazily needs to be loaded.
    """
    offers = [offered for _, offered in _offered()]
    if len(offers) != 1 or not isinstance(package := offers[0], ModuleType):
        return None
    for shown in dir(package):
        if name_in_words(shown) == name:
            member = getattr(package, shown)
            if _is_game(member) and member.__module__.startswith(f"{package.__name__}."):
                return cast(GameClass, member)
    return None


def _is_game(each: object) -> bool:
    """Return True if an object is a class of games without abstract methods."""
    return inspect.isclass(each) and issubclass(each, Game) and not inspect.isabstract(each)


def _games_in(module: ModuleType) -> Iterator[GameClass]:
    """Yield the games that a module, or any module below a package, defines for others to use."""
    for _, member in inspect.getmembers(module, _is_game):
        if member.__module__ == module.__name__ and not member.__name__.startswith("_"):
            yield member
    for info in pkgutil.iter_modules(getattr(module, "__path__", ())):
        if info.name == "kernels" or info.name.endswith("_kernels"):
            continue  # compiled functions, and numba with them: no place for games
        yield from _games_in(import_module(f"{module.__name__}.{info.name}"))


# ── another folder of that name ────────────────────────────────────────────────────────────────


def hiding() -> Path | None:
    """Return the folder, or file, that Python finds in place of our own games."""
    ours = Path(__file__).parents[2] / SHELF
    spec = find_spec(SHELF)
    if spec is None or not os.path.isdir(ours):  # which, unlike a path, never raises
        return None
    first = Path(spec.origin or next(iter(spec.submodule_search_locations or [""])))
    place = first.parent if first.name == "__init__.py" else first
    return None if place.resolve() == ours.resolve() else place


def why_hidden() -> str:
    """Return the message and the advice for hidden built-in games, or '' if they are not hidden."""
    place = hiding()
    if place is None:
        return ""
    return (
        f"the library's own games are hidden by {place}, which Python finds first: "
        "rename it, or work in another folder"
    )
