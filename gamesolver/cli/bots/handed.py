"""What the process of a bot is handed: the game once, and then one position after the other.

All this goes one way, from the command to the bot. A position goes as the text that the game has
for it, wherever the game reads that text back as the same position; the bot's process reads it by
the same game. A game is handed as the place of its class and its parameters, and made anew.

Where a game reads no such text, or does not keep its parameters, what is handed is a pickle, which
the command itself has made of its own object, as it has of the parameters. Nothing is ever
unpickled in the command: what comes back is texts (:mod:`~gamesolver.cli.bots.wire`).
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
from gamesolver.texts import said_by

TEXT, PICKLE = b"t", b"p"
END = b"\0"  # of a place: no name of a file or a module has it


def handed_game(game: Game[Any, Any], place: str | None) -> bytes:
    """A game, ready to travel; ``place`` says where its class is, unless where it was defined."""
    kind = type(game)
    parameters = read_parameters(game)
    is_kept = all(value is not MISSING for value in parameters.values())
    content = _pickled(parameters if is_kept else game, kind.__name__)
    return (place or f"{kind.__module__}:{kind.__qualname__}").encode() + END + content


def game_in(content: bytes) -> Game[Any, Any]:
    """The game that was handed, made in the bot's process before the bot is there.

    It is asked a little at once, for some rules take their time to be made ready.
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
        message = f"{named.decode()} cannot be made in another process: {said_by(error)}"
        raise GameContractError(message) from error
    return game


def handed_position(rules: Rules[Any, Any], position: Any) -> bytes:
    """A position, ready to travel: its text where there is one."""
    text = _text_of(rules.game, position)
    if text is not None:
        return TEXT + text.encode("utf-8", "surrogatepass")
    return PICKLE + _pickled(position, f"position {shown(rules.game, position)}")


def position_in(game: Game[Any, Any], content: bytes) -> Any:
    """The position that was handed; read in the bot's process only."""
    if content[:1] == TEXT:
        return game.parse(content[1:].decode("utf-8", "surrogatepass"))
    return pickle.loads(content[1:])


def legal_at(game: Game[Any, Any], position: Any) -> tuple[Any, ...]:
    """The moves that a bot may choose from."""
    return () if game.terminal_value(position) is not None else tuple(game.moves(position))


def _text_of(game: Game[Any, Any], position: Any) -> str | None:
    """The text that the game reads back as the same position, if it has one."""
    try:
        text = game.format(position)
        return text if type(text) is str and _is_same(game.parse(text), position) else None
    except Exception:  # not every game reads its texts back
        return None


def _is_same(one: Any, other: Any) -> bool:
    """Whether two positions are equal, and of the same types in every part."""
    if type(one) is not type(other) or one != other:
        return False
    return not isinstance(one, tuple) or all(map(_is_same, one, other))


def _pickled(thing: Any, called: str) -> bytes:
    try:
        return pickle.dumps(thing)
    except Exception as error:  # what a class of the game's own does may raise anything
        raise GameContractError(
            f"{called} cannot be handed to a bot in another process: {said_by(error)}"
        ) from error
