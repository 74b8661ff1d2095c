"""Subject of a command: a game by its name or its location, or a file with a solution.

==================  =========================================================
``tic-tac-toe``     a game that an installed package offers
``file.py``         the one game in a file; its folder is searched for imports
``file.py:MyGame``  one of several
``module:MyGame``   a class in a module that Python can import
``openspiel:hex``   a game of a framework; the prefixes are the modules of ``adapters``
``some.solution``   a file that ``solve --save`` wrote, or ``prove --save``
==================  =========================================================

The name of a registered game takes precedence: a file of that name is ``./name``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

import gamesolver
from gamesolver.adapters.prefixes import adapter_named
from gamesolver.cli.modules import module_at
from gamesolver.cli.output import how_far
from gamesolver.cli.too_large import FROM_A_FILE, least_reached, require_feasible
from gamesolver.errors import (
    Advice,
    GameContractError,
    InvalidArgumentError,
    UnknownGameError,
    listed,
)
from gamesolver.game_options import GameClass, game_with, made
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.reading_back import why_unread
from gamesolver.texts import AS_REPR, error_text, spelled

SUFFIX, PYTHON = ".solution", ".py"


@attrs.frozen
class Subject:
    """A game or a file as it was typed, with the options of the game."""

    text: str
    rules: str | None = None
    """Location of the game of a file."""
    typed: Mapping[str, Any] = attrs.Factory(dict)
    flags: Mapping[str, str] = attrs.Factory(dict)
    """The option of each parameter of the game, without its dashes."""
    scores: bool = True
    """True if a game with scores is solved with them; False if only for the winner."""

    @property
    def is_file(self) -> bool:
        """True if the subject is a file, and not a game."""
        return is_file(self.text)

    @property
    def is_proof(self) -> bool:
        """True if the subject is a file with a proof, and not with a solution."""
        from gamesolver.files.format import PROOF
        from gamesolver.files.reading import layout_of

        return self.is_file and layout_of(Path(self.text)) is PROOF

    def proof(self, tables: Sequence[str] = ()) -> gamesolver.Proof[Any, Any]:
        """Return the proof in the file; ``tables`` are the files of the tables that it uses."""
        self.require_scores()
        game = self._game_of_file()
        opened = [table_for_proof(each, game) for each in tables]
        return gamesolver.load_proof(self.text, game, tables=opened)

    def game(self) -> Game[Any, Any]:
        """Return the game with its options; without scores, the game of their signs."""
        if self.is_file:
            return self.solution().game
        game = self._as_typed()
        return game if self.scores else _by_sign(game)

    def solution(
        self,
        *,
        memory: str | None = None,
        threads: int | None = None,
        start: str | None = None,
        folder: str | None = None,
    ) -> gamesolver.Solution[Any, Any]:
        """Return the solution in the file, or solve the game."""
        if self.is_file:
            if start is not None:
                raise self.done_already(f"--start {spelled(start)}", "solved")
            self.require_scores()
            return gamesolver.load(self.text, self._game_of_file(), memory=memory, folder=folder)
        game = self.game()
        root = None if start is None else parsed(game, start)
        return self.solved(game, root, memory, threads, folder)

    def require_scores(self) -> None:
        """Raise if the scores of a file are to be left out."""
        if not self.scores:
            done = "proved" if self.is_proof else "solved"
            raise self.done_already("--no-scores", done)

    def done_already(self, option: str, done: str) -> InvalidArgumentError:
        """Return the error for an option of solving or proving, if the subject is a file."""
        return InvalidArgumentError(
            f"bad {option}: {self.text} is a file, and {done} already; name the game instead"
        )

    def solved(
        self,
        game: Game[Any, Any],
        root: Any,
        memory: str | None,
        threads: int | None,
        folder: str | None = None,
    ) -> gamesolver.Solution[Any, Any]:
        """Return the solution of the game for a command that needs it; raise if it is too large."""
        self.require_feasible(root, [FROM_A_FILE], memory, folder)
        return gamesolver.solve(
            game, start=root, memory=memory, threads=threads, folder=folder, progress=how_far()
        )

    def require_feasible(
        self,
        root: Any,
        ways: Sequence[Advice],
        memory: str | None,
        folder: str | None = None,
    ) -> None:
        """Raise if the game is known to be too large; nothing is known from another start.

        ``ways`` are what helps in addition to a smaller size.
        """
        if root is None:
            require_feasible(self._as_typed(), self.flags, ways, memory=memory, folder=folder)

    def least_reached(self, start: str | None) -> int:
        """Return the least number of positions, as published; 0 if nothing is known."""
        if start is not None or self.is_file:
            return 0
        return least_reached(self._as_typed())

    def _as_typed(self) -> Game[Any, Any]:
        """Return the game with its options and nothing else."""
        adapted = adapter_named(self.text)
        if adapted is not None:
            return game_with(adapted.kind, self.typed, adapted.parameters)
        return game_with(find_class(self.text), self.typed)

    def _game_of_file(self) -> Game[Any, Any] | None:
        if self.rules is None:
            return None
        kind = find_class(self.rules)
        return game_with(kind, self.typed) if self.typed else made(kind, _kept_in(self.text, kind))


def _by_sign(game: Game[Any, Any]) -> Game[Any, Any]:
    from gamesolver.rules.signs import by_sign  # rarely used

    return by_sign(game)


def is_file(text: str) -> bool:
    """Return True if a text names a file with a solution, and not a game."""
    path = Path(text)
    try:
        is_there, is_regular = path.exists(), path.is_file()
    except (OSError, ValueError):  # no name of a file
        return False
    if ":" in text and not is_there:
        return False
    is_path = path.suffix == SUFFIX or ("/" in text and not path.is_dir()) or is_regular
    return is_path and path.suffix != PYTHON and text not in gamesolver.registered_games()


def find_class(text: str) -> GameClass:
    """Return the class of the typed game."""
    adapted = adapter_named(text)
    if adapted is not None:
        return adapted.kind
    place, colon, name = text.rpartition(":")
    if colon:
        return _class_in(_module_at(place, text), name, text)
    if text.endswith(PYTHON):
        return _only_class_in(_module_at(text, text), text)
    try:
        return gamesolver.find_game(text)
    except UnknownGameError as error:
        if _is_there(text, Path.is_dir):
            expected = "expected a name of the library, file.py:MyGame or module:MyGame"
            raise InvalidArgumentError(
                f"bad game {spelled(text)}: it is a folder; {expected}"
            ) from None
        message = f"{error.message}; a game of your own is file.py:MyGame or module:MyGame"
        if _is_there(text + PYTHON, Path.is_file):
            message = f"unknown game {spelled(text)}: did you mean {spelled(text + PYTHON)}?"
        if " -" in text:
            apart = "options of a game are words of their own, and stand behind its name"
            message = f"unknown game {spelled(text)}: {apart}"
        raise UnknownGameError(message, text).advised(*error.advice) from None


def _is_there(text: str, is_kind: Callable[[Path], bool]) -> bool:
    """Return True if there is a file, or a folder, of that name."""
    try:
        return is_kind(Path(text))
    except (OSError, ValueError):  # no name of either
        return False


def _module_at(place: str, text: str) -> ModuleType:
    return module_at(place, text, "game", GameContractError)


def _only_class_in(module: ModuleType, text: str) -> GameClass:
    """Return the only game that a file defines."""
    offered = _games_of(module)
    if len(offered) == 1:
        return _class_in(module, offered[0], text)
    if not offered:
        is_any = any(_is_game_of(module, kind) for kind in vars(module).values())
        none = "no class of gamesolver.Game" + " whose name begins without _" * is_any
        raise InvalidArgumentError(f"no game in {spelled(text)}: it defines {none}")
    choices = [f"{text}:{name}" for name in offered]
    raise InvalidArgumentError(f"{len(offered)} games in {spelled(text)}: write {listed(choices)}")


def _class_in(module: ModuleType, name: str, text: str) -> GameClass:
    member = getattr(module, name, None)
    is_private = name.startswith("_")
    if inspect.isclass(member) and issubclass(member, Game) and not is_private:
        if lacking := ", ".join(sorted(member.__abstractmethods__)):
            raise InvalidArgumentError(f"bad game {spelled(text)}: expected it to define {lacking}")
        return member
    offered = _games_of(module)
    offer = f"its games are {', '.join(offered)}" if offered else "it has no game"
    is_none = "has no such name" if member is None else f"has {spelled(member)} there"
    why = (
        f"has {name} as a private name, by its _" if member is not None and is_private else is_none
    )
    raise InvalidArgumentError(f"no game in {spelled(text)}: the module {why}; {offer}")


def _games_of(module: ModuleType) -> list[str]:
    """Return the names of a module's games: without ``_`` at the start, and not abstract."""
    games = [
        name
        for name, kind in vars(module).items()
        if not name.startswith("_") and _is_game_of(module, kind)
    ]
    return [name for name in games if not inspect.isabstract(getattr(module, name))] or games


def _is_game_of(module: ModuleType, kind: Any) -> bool:
    return inspect.isclass(kind) and issubclass(kind, Game) and kind.__module__ == module.__name__


def _kept_in(path: str, kind: GameClass) -> dict[str, Any]:
    """Return the parameters of the game in a file, if that game is of this kind."""
    from gamesolver.files.claims import ProofFile
    from gamesolver.files.format import PROOF, SOLUTION, Identity, read_parameters_text
    from gamesolver.files.reading import SolutionFile, layout_of

    is_proof = layout_of(Path(path)) is PROOF
    file = ProofFile(Path(path), PROOF) if is_proof else SolutionFile(Path(path), SOLUTION)
    try:
        identity = file.understood(Identity.read, file.identity_text)
        if identity.kind.rpartition(":")[2] != kind.__qualname__:
            return {}  # and load refuses it
        return file.understood(read_parameters_text, identity.parameters)
    finally:
        file.close()


def opened_table(path: str, game: Game[Any, Any] | None) -> gamesolver.Solution[Any, Any]:
    """Return the solution in a file as a table of the game; the game must match."""
    try:
        return gamesolver.load(path, game)
    except gamesolver.FileError as error:
        raise error.advised() from error


def stages_in(path: str, game: Game[Any, Any]) -> gamesolver.Solution[Any, Any]:
    """Return the solution in a file: of the game itself, or of another game with its stages."""
    try:
        return gamesolver.load(path)
    except gamesolver.FileError:
        return opened_table(path, game)


def table_for_proof(path: str, game: Game[Any, Any] | None) -> gamesolver.Solution[Any, Any]:
    """Return the solution in a file as a table for a proof of the game."""
    if isinstance(game, CompiledGame) and game.rules.by_stage is not None:
        return stages_in(path, game)
    return opened_table(path, game)


def _read(game: Game[Any, Any], text: str) -> Any:
    """Return the position of a text; the default ``parse`` reads any literal, ``...`` too."""
    position = game.parse(text)
    if type(game).parse is Game.parse and type(game.start()) is str and type(position) is not str:
        raise game.unreadable(text, AS_REPR)
    return position


def mover_named(game: Game[Any, Any], text: str | None, position: Any) -> int | None:
    """Return the player to move that the typed text of a position names; None if it names none."""
    return None if text is None else Rules(game).mover_in(text, position)


def parsed(game: Game[Any, Any], text: str) -> Any:
    """Return the typed position; raise an error with an example for any other text."""
    try:
        return _read(game, text)
    except gamesolver.PositionTextError as error:
        if why := why_unread(game, game.start()):
            message = f"{why}, so that no position can be named here; write parse and format"
            raise gamesolver.PositionTextError(message, text) from error
        example = game.format(game.start())
        is_quoted = error.expected == AS_REPR and example[:1] in ("'", '"')
        message = f"{error}{', its quotes included' if is_quoted else ''}; the start is {example!r}"
        raise gamesolver.PositionTextError(message, text) from error
    except gamesolver.GameSolverError:
        raise
    except Exception as error:  # an author's own parse may raise anything
        raise GameContractError(
            f"{type(game).__name__}.parse({spelled(text)}) raised {error_text(error)}"
        ) from error
