"""Games of easyAI, as games of this library.

A game of easyAI is one object that changes as it is played. Its state is in its
attributes and in those of its players. So the text of a key has those that differ from the start.
(What ``show`` prints hides more: two pawns of its Hexapawn may stand on one square.)

The winner follows from the sign of ``scoring`` at the end of play, for the player whose turn it
would be. A game without ``scoring`` has ``win`` and ``lose`` instead.
"""

from __future__ import annotations

import io
import pkgutil
from contextlib import redirect_stdout
from copy import deepcopy
from importlib import import_module
from typing import Annotated, Any

from gamesolver.adapters.frameworks import framework
from gamesolver.adapters.game_calls import Call, call_in
from gamesolver.adapters.keys import TURNS, end_key
from gamesolver.adapters.replaying import Expansion, ReplayedGame
from gamesolver.adapters.walks import hidden_by_text
from gamesolver.errors import InvalidArgumentError, listed
from gamesolver.rules.registry import nearest
from gamesolver.texts import spelled

__all__ = ["Game"]

LEAST = "2.0.12"
MOST_MOVES = 1 << 12
NOT_STATE = ("players", "current_player")
"""Attributes that a key has elsewhere."""


class Game(ReplayedGame):
    """Game of easyAI: one of its own, or one of the user by its module.

    Parameters
    ----------
    name
        ``"Hexapawn(size=(3, 3))"``, or ``"my_games:Sticks(pile=20)"`` after ``import my_games``.

    Raises
    ------
    InvalidArgumentError
        easyAI is not installed, has no such game, or refuses the parameters; or the game does not
        fit.
    """

    base = MOST_MOVES
    is_shown = False
    _ends_are_signs = True

    def __init__(self, name: Annotated[str, "the class, with its parameters by name"]) -> None:
        self.name = name
        self._call = call_in(name)
        self._framework = framework("easyAI", "easyAI", "easyai", LEAST)
        self._class = _class_of(self._call, self._framework.TwoPlayerGame)
        self._first = self._made()
        self._usual = _attributes(self._first)
        self.title = self._call.name  # type: ignore[misc]  # of this very game
        super().__init__()
        hidden = hidden_by_text(self)
        if hidden is not None:
            raise hidden.error(f"{name} of easyAI")

    @staticmethod
    def named(text: str) -> dict[str, Any]:
        """Return the parameters that a text after ``easyai:`` names."""
        return {"name": text}

    def __repr__(self) -> str:
        return f"easyai.{super().__repr__()}"

    def _made(self) -> Any:
        players = [self._framework.Human_Player(name) for name in self.seats]
        call = Call(self.name, "", self._call.name, {"players": players, **self._call.parameters})
        return call.made(self._class, "easyAI")

    def begun(self) -> Any:
        return deepcopy(self._first)

    def advanced(self, state: Any, action: int) -> None:
        state.play_move(state.possible_moves()[action])

    def after(self, at: Expansion, action: int) -> Any:
        after = deepcopy(at[1])
        self.advanced(after, action)
        return after

    def actions(self, state: Any) -> dict[str, int]:
        moves = list(map(str, state.possible_moves()))
        if len(moves) > MOST_MOVES:
            raise InvalidArgumentError(
                f"{self.name} of easyAI does not fit: more than {MOST_MOVES} moves in a position"
            )
        return {move: moves.index(move) for move in moves}  # some games list a move twice

    def key(self, state: Any, mover: int) -> bytes:
        seat = state.current_player - 1
        text = self._text(state)
        if state.is_over():
            return end_key(seat, _sign(state), text)
        return TURNS[seat] + text.encode()

    def _text(self, state: Any) -> str:
        """Return the attributes that are not as at the start."""
        own = _attributes(state).items()
        changed = {name: value for name, value in own if self._usual.get(name) != value}
        return ", ".join(f"{name}={value}" for name, value in sorted(changed.items()))

    def board(self, state: Any) -> str:
        shown = io.StringIO()
        with redirect_stdout(shown):
            state.show()
        return shown.getvalue()


def _class_of(call: Call, base: type) -> type:
    """Return the class of a game: one of easyAI, or one of the user."""
    if call.module:
        return call.own(base)
    games = import_module("easyAI.games")
    names = [each.name for each in pkgutil.iter_modules(games.__path__) if each.name.isidentifier()]
    if call.name not in names:
        near = listed([repr(each) for each in nearest(call.name, names)])
        hint = f"did you mean {near}?" if near else f"it has {', '.join(sorted(names))}"
        raise InvalidArgumentError(f"easyAI has no game {spelled(call.name)}: {hint}")
    kind: type = getattr(import_module(f"easyAI.games.{call.name}"), call.name)
    return kind


def _attributes(state: Any) -> dict[str, str]:
    """Return the attributes of a game and of its players, as texts."""
    found = {name: _written(value) for name, value in vars(state).items() if name not in NOT_STATE}
    for number, player in enumerate(state.players, start=1):
        found |= {f"{name}{number}": _written(value) for name, value in vars(player).items()}
    return found


def _written(value: Any) -> str:
    """Return a value as a text, arrays of numpy as lists."""
    return repr(value.tolist() if hasattr(value, "tolist") else value)


def _sign(state: Any) -> int:
    """Return the value of a terminal position for the player whose turn it would be."""
    kind = type(state)
    if hasattr(kind, "scoring"):
        score = state.scoring()
        return int(score > 0) - int(score < 0)
    wins, loses = (getattr(state, name, bool)() for name in ("win", "lose"))
    return bool(wins) - bool(loses)
