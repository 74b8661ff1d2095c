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

from gamesolver.apart import apart
from gamesolver.asking import Asker
from gamesolver.game import Game
from gamesolver.parameters import is_literal, parameter_faults, read_parameters
from gamesolver.spelling import said_by, shorten, spelled

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
        ask.note("raises", f"{call} raised {said_by(error)}")
        return
    _compare(ask, rebuilt, parameters, call)


def _compare(ask: Asker, rebuilt: Game[Any, Any], parameters: dict[str, Any], call: str) -> None:
    """Hold the game made once more against the game itself."""
    stored = read_parameters(rebuilt)
    if stored != parameters:
        told = ", ".join(f"{name}={apart(stored[name], parameters[name])[0]}" for name in stored)
        message = f"{call} stores {told}: expected the parameters as they were given"
        ask.note("rebuilt", message)
        return
    opening, expected = _Opening(rebuilt), _Opening(ask.game)
    if not opening.is_like(expected):
        told, wanted = opening.told_apart(expected)
        message = f"{call} opens {told}, and the game itself {wanted}"
        ask.note("rebuilt", f"{message}: expected parameters that say all about a game")


def _given(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in parameters.items())


class _Opening:
    """The start and its first moves; or what goes wrong there, noted where the game is asked."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        try:
            self.start = game.start()
            ended = game.terminal_value(self.start) is not None
            self.moves = () if ended else tuple(islice(game.moves(self.start), FIRST_MOVES))
        except Exception as error:
            self.raised: type | None = type(error)
            self.told = f"with {said_by(error)}"
        else:
            self.raised = None
            self.told = ""

    def is_like(self, other: _Opening) -> bool:
        """Whether both are equal; what is equal to itself only may be alike in its texts."""
        if self.raised or other.raised:
            return self.raised is other.raised
        try:
            equal = bool(self.start == other.start and self.moves == other.moves)
            return equal or self._texts() == other._texts()
        except Exception:  # noted where the game itself is asked
            return True

    def told_apart(self, other: _Opening) -> tuple[str, str]:
        """Both in words."""
        if self.raised or other.raised:
            return self._in_words(), other._in_words()
        starts, moves = apart(self.start, other.start), apart(self.moves, other.moves)
        pairs = zip(starts, moves, strict=True)
        one, two = (f"at {start} with moves {listed}" for start, listed in pairs)
        return one, two

    def _in_words(self) -> str:
        return self.told or f"at {spelled(self.start)} with moves {spelled(self.moves)}"

    def _texts(self) -> list[str]:
        return [self.game.format(self.start), *map(self.game.format_move, self.moves)]


def keep_parameters(game: object) -> dict[str, Any]:
    """The parameters as they are now, out of the game's reach."""
    return {
        name: deepcopy(value) if is_literal(value) else spelled(value)
        for name, value in read_parameters(game).items()
    }


def parameters_stay(ask: Asker, before: dict[str, Any]) -> None:
    """Try "fixed game" against the parameters kept before anything was asked."""
    for name, now in keep_parameters(ask.game).items():
        if now != before[name]:
            message = f"asking changed parameter {name!r} from {before[name]!r} to {now!r}"
            ask.note("fixed game", f"{message}: a game does not change once made")
