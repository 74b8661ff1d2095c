"""Laws of the game as a whole: its seats, and the parameters that make it.

Parameters name a game: in its ``repr``, in a saved file, on a command line. So
each must be kept and be a literal, together they must make an equal game, and
asking must leave them as they are. Whether two games are equal nobody can tell
without playing both through; here they are held to be if they start alike.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import islice
from typing import Any

from gamesolver.asking import Asker
from gamesolver.game import Game
from gamesolver.parameters import is_literal, parameter_faults, read_parameters
from gamesolver.words import shorten, spelled

FIRST_MOVES = 1_000  # of the start, compared with those of the rebuilt game


def seats_are_two_texts(ask: Asker) -> None:
    """Try "seats"."""
    seats = ask.game.seats
    two = isinstance(seats, tuple) and len(seats) == 2
    if not (two and all(isinstance(seat, str) for seat in seats)):
        ask.note("seats", f"seats is {spelled(seats)}: expected a tuple of two texts")


def parameters_make_the_game(ask: Asker) -> None:
    """Try "parameters", and "rebuilt" by making the game once more."""
    faults = parameter_faults(ask.game)
    if faults:
        ask.note("parameters", "; ".join(faults))
        return
    kind, parameters = type(ask.game), read_parameters(ask.game)
    call = shorten(f"{kind.__name__}({_given(parameters)})")
    try:
        rebuilt = kind(**deepcopy(parameters))
    except Exception as error:  # the author's constructor may raise anything
        ask.cause = ask.cause or error
        ask.note("raises", f"{call} raised {type(error).__name__}: {error}")
        return
    _compare(ask, rebuilt, parameters, call)


def _compare(ask: Asker, rebuilt: Game[Any, Any], parameters: dict[str, Any], call: str) -> None:
    """Hold the game made once more against the game itself."""
    stored = read_parameters(rebuilt)
    if stored != parameters:
        message = f"{call} stores {_given(stored)}: expected the parameters as they were given"
        ask.note("rebuilt", message)
        return
    opening, expected = _opening(rebuilt), _opening(ask.game)
    if opening != expected:
        message = f"{call} opens {opening}, and the game itself {expected}"
        ask.note("rebuilt", f"{message}: expected parameters that say all about a game")


def _given(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in parameters.items())


def _opening(game: Game[Any, Any]) -> str:
    """The start and its moves, in words; so is what goes wrong."""
    try:
        start = game.start()
        ended = game.terminal_value(start) is not None
        moves = () if ended else tuple(islice(game.moves(start), FIRST_MOVES))
    except Exception as error:  # noted where the game itself is asked
        return f"with {type(error).__name__}: {error}"
    return f"at {spelled(start)} with moves {spelled(moves)}"


def keep_parameters(game: object) -> dict[str, Any]:
    """The parameters as they are now, out of the game's reach."""
    return {
        name: deepcopy(value) if is_literal(value) else repr(value)
        for name, value in read_parameters(game).items()
    }


def parameters_stay(ask: Asker, before: dict[str, Any]) -> None:
    """Try "fixed game" against the parameters kept before anything was asked."""
    for name, now in keep_parameters(ask.game).items():
        if now != before[name]:
            message = f"asking changed parameter {name!r} from {before[name]!r} to {now!r}"
            ask.note("fixed game", f"{message}: a game does not change once made")
