"""Positions that cannot be read back, because their author left ``parse`` alone.

The default ``parse`` reads what ``repr`` writes of numbers, texts and collections of them.
It cannot read objects of the author's own classes. That is a choice: such a game is
solved, checked and verified like any other. Features that need a position as a text raise an
error: a file, a position on the command line, a position in an address.

A ``parse`` that the author wrote must read back what ``format`` writes. A default ``parse`` must
not return a different position. Both are checked (see ``check.laws``).
"""

from __future__ import annotations

from typing import Any

from gamesolver.errors import PositionTextError
from gamesolver.rules.compiled import CompiledGame, plain_of
from gamesolver.rules.game import Game
from gamesolver.texts import spelled, written


def why_unread(game: Game[Any, Any], position: Any) -> str:
    """Return the reason why the default ``parse`` cannot read a position back, or ''.

    >>> from games import Nim
    >>> class Unread(Nim):
    ...     parse = Game.parse
    >>> why_unread(Unread(), (1, 2))
    ''
    >>> print(why_unread(Unread(), range(3)))
    positions of type range, such as range(0, 3), cannot be read back from text: parse is \
not written
    """
    reader = _default_reader(game)
    if reader is None:
        return ""
    try:
        if reader is not game:
            position = game.to_plain(position)  # type: ignore[attr-defined]  # a compiled game
        text = reader.format(position)
        reader.parse(text)
    except PositionTextError:
        where = "" if reader is game else " in the plain rules"
        return (
            f"{_named(position, text)}, cannot be read back from text: parse is not written{where}"
        )
    except Exception:  # what else goes wrong is a fault, and found where it is looked for
        return ""
    return ""


def _named(position: Any, text: str) -> str:
    """Positions like one, with its text where that is one of its own."""
    with_text = "" if text == written(position) else f" with the text {spelled(text)}"
    return f"positions of type {type(position).__name__}, such as {spelled(position)}{with_text}"


def what_needs_it(game: Game[Any, Any]) -> str:
    """Return a text on the features that need readable positions; compiled files need none."""
    files = "" if isinstance(game, CompiledGame) else "the solution cannot be saved, and "
    return f"{files}no position can be named on the command line or in an address"


def _default_reader(game: Game[Any, Any]) -> Game[Any, Any] | None:
    """Return the game whose default ``parse`` reads the positions of a game, or None."""
    if isinstance(game, CompiledGame) and type(game).parse is CompiledGame.parse:
        plain = plain_of(game)
        return None if plain is None else _default_reader(plain)
    method: Any = game.parse
    return game if getattr(method, "__func__", method) is Game.parse else None
