"""Data sent to the process of a bot: the game once, then one position after another.

All this data goes from the command to the bot. A position is sent as the game's text for it, if the
game parses that text as an equal position. The bot's process parses it with its own copy of the
game. A game is sent as the location of its class and its parameters, and constructed again.

If a game cannot parse its texts, or does not keep its parameters, a pickle is sent. The command
itself has made it from its own object, as it does for the parameters. The command never unpickles
anything. The bot's process sends back texts only (:mod:`~gamesolver.cli.bots.wire`).
"""

from __future__ import annotations

import pickle
from operator import attrgetter
from typing import Any

from gamesolver.cli.modules import module_at
from gamesolver.errors import GameContractError
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown
from gamesolver.rules.parameters import MISSING, read_parameters
from gamesolver.texts import error_text

TEXT, PICKLE = b"t", b"p"
END = b"\0"  # of a place: no name of a file or a module has it


def handed_game(game: Game[Any, Any], place: str | None) -> bytes:
    """Return a game as bytes; ``place`` locates its class, or None for the defining module."""
    kind = type(game)
    parameters = read_parameters(game)
    is_kept = all(value is not MISSING for value in parameters.values())
    content = _pickled(parameters if is_kept else game, kind.__name__)
    return (place or f"{kind.__module__}:{kind.__qualname__}").encode() + END + content


def game_in(content: bytes) -> Game[Any, Any]:
    """Return the game from its bytes, constructed in the bot's process before the bot is loaded.

    The start and its moves are queried at once, because some rules need time to prepare.
    """
    named, _, pickled = content.partition(END)
    place, _, name = named.decode().rpartition(":")
    module = module_at(place, named.decode(), "game", GameContractError)
    try:
        what = pickle.loads(pickled)
        game: Game[Any, Any] = attrgetter(name)(module)(**what) if type(what) is dict else what
        start = game.start()
        position_in(game, handed_position(Rules(game), start))
        legal_at(game, start)
    except Exception as error:  # an author's constructor may raise anything
        message = f"{named.decode()} cannot be made in another process: {error_text(error)}"
        raise GameContractError(message) from error
    return game


def handed_position(rules: Rules[Any, Any], position: Any) -> bytes:
    """Return a position as bytes: its text if there is one, else a pickle."""
    text = _text_of(rules.game, position)
    if text is not None:
        return TEXT + text.encode("utf-8", "surrogatepass")
    return PICKLE + _pickled(position, f"position {shown(rules.game, position)}")


def position_in(game: Game[Any, Any], content: bytes) -> Any:
    """Return the position from its bytes. Only the bot's process calls this."""
    if content[:1] == TEXT:
        return game.parse(content[1:].decode("utf-8", "surrogatepass"))
    return pickle.loads(content[1:])


def legal_at(game: Game[Any, Any], position: Any) -> tuple[Any, ...]:
    """Return the moves that a bot may choose from."""
    return () if game.terminal_value(position) is not None else tuple(game.moves(position))


def _text_of(game: Game[Any, Any], position: Any) -> str | None:
    """Return the text that the game parses as an equal position, or None."""
    try:
        text = game.format(position)
        return text if type(text) is str and _is_same(game.parse(text), position) else None
    except Exception:  # not every game reads its texts back
        return None


def _is_same(one: Any, other: Any) -> bool:
    """Return True if two positions are equal, with equal types in every part."""
    if type(one) is not type(other) or one != other:
        return False
    return not isinstance(one, tuple) or all(map(_is_same, one, other))


def _pickled(thing: Any, called: str) -> bytes:
    try:
        return pickle.dumps(thing)
    except Exception as error:  # what a class of the game's own does may raise anything
        raise GameContractError(
            f"{called} cannot be passed to a bot in another process: {error_text(error)}"
        ) from error
