"""Games in the form of *Artificial Intelligence: A Modern Approach*: ``aima3`` or similar code.

A game there is an object with ``initial``, ``actions(state)``, ``result(state, move)``,
``terminal_test(state)``, ``utility(state, player)`` and ``to_move(state)``. States are values, so
that the text of a key is all that is in one. A *score* is the utility; where all that a few random
walks find are -1, 0 and 1, its sign is the value, and a game in which another one is met later is
refused: it is made again with ``scored=True``.

The package ``aima3`` requires a networkx of 2016, which conflicts with ours. So it is not an extra
of this package. ``pip install --no-deps aima3 tqdm`` is enough for its games.
"""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from importlib import import_module
from random import Random
from typing import Annotated, Any

from gamesolver.adapters.game_calls import Call, call_in
from gamesolver.adapters.keys import TURNS, end_key
from gamesolver.adapters.replaying import Expansion, ReplayedGame
from gamesolver.adapters.walks import hidden_by_text
from gamesolver.arguments import require_yes_or_no
from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled

__all__ = ["Game"]

MODULE = "aima3.games"
MOST_MOVES = 1 << 12
WALKS = 20
LONGEST = 200


class Game(ReplayedGame):
    """Game of ``aima3``, or one of the user with the same methods, by its module.

    Parameters
    ----------
    name
        ``"TicTacToe(h=3, v=3, k=3)"``, or ``"my_games:Sticks(pile=20)"`` after ``import my_games``.
    scored
        Utilities are scores, though few random walks may find none but -1, 0 and 1.

    Raises
    ------
    InvalidArgumentError
        The game does not exist, it refuses the parameters, or it does not fit.
    """

    base = MOST_MOVES
    is_shown = False

    def __init__(
        self,
        name: Annotated[str, "the class, with its parameters by name"],
        scored: Annotated[bool, "utilities are scores, whatever random walks find"] = False,
    ) -> None:
        require_yes_or_no(scored=scored)
        self.name = name
        self.scored = scored
        call = call_in(name)
        self._game = call.made(_class_of(call), "aima")
        self.title = call.name  # type: ignore[misc]  # of this very game
        super().__init__()
        self._ends_are_signs = not scored and _are_signs(self)  # type: ignore[misc]  # same
        hidden = hidden_by_text(self)
        if hidden is not None:
            raise hidden.error(name)

    @staticmethod
    def named(text: str) -> dict[str, Any]:
        """Return the parameters that a text after ``aima:`` names."""
        return {"name": text}

    def __repr__(self) -> str:
        return f"aima.{super().__repr__()}"

    def begun(self) -> Any:
        return [self._game.initial]  # a box, so that a move can be played on it

    def advanced(self, state: Any, action: int) -> None:
        state[0] = self._game.result(state[0], list(self._game.actions(state[0]))[action])

    def after(self, at: Expansion, action: int) -> Any:
        after = list(at[1])
        self.advanced(after, action)
        return after

    def actions(self, state: Any) -> dict[str, int]:
        moves = list(map(str, self._game.actions(state[0])))
        if len(set(moves)) < len(moves) or len(moves) > MOST_MOVES:
            raise InvalidArgumentError(
                f"{self.name} does not fit: two moves have one text, or there are more than "
                f"{MOST_MOVES}"
            )
        return {move: number for number, move in enumerate(moves)}

    def key(self, state: Any, mover: int) -> bytes:
        text = written(state[0])
        if self._game.terminal_test(state[0]):
            return end_key(1 - mover, self._points(state[0], 1 - mover), text)
        return TURNS[self._seat(state[0])] + text.encode()

    def _seat(self, state: Any) -> int:
        return int(self._game.to_move(state) != self._game.to_move(self._game.initial))

    def _points(self, state: Any, seat: int) -> int:
        first = self._game.to_move(self._game.initial)
        utility = self._game.utility(state, first)
        if utility != int(utility):
            raise InvalidArgumentError(
                f"{self.name} does not fit: a utility is {utility}, and scores are whole numbers"
            )
        if self._ends_are_signs and abs(utility) > 1:
            raise InvalidArgumentError(
                f"{self.name} has a utility of {utility:g}, and random walks found only -1, 0 "
                "and 1; pass scored=True to use utilities as scores"
            )
        return -int(utility) if seat else int(utility)

    def board(self, state: Any) -> str:
        shown = io.StringIO()
        with redirect_stdout(shown):
            self._game.display(state[0])
        return shown.getvalue()


def _class_of(call: Call) -> type:
    """Return the class of a game: one of aima3, or one of the user."""
    if call.module:
        return call.own(object)
    try:
        games = import_module(MODULE)
    except ImportError as error:
        install = "pip install --no-deps aima3 tqdm"
        raise InvalidArgumentError(f"aima3 is not installed: {install}") from error
    kind = getattr(games, call.name, None)
    if not (isinstance(kind, type) and issubclass(kind, games.Game)):
        raise InvalidArgumentError(f"aima3 has no game {spelled(call.name)}")
    return kind


def _are_signs(game: Game) -> bool:
    """Return True if no player wins by more than one point on a few random walks."""
    random, most = Random(len(game.name)), 0
    for _ in range(WALKS):
        state, plies = game.begun(), 0
        while not game._game.terminal_test(state[0]) and plies < LONGEST:
            game.advanced(state, random.choice(game.legal(state)))
            plies += 1
        if game._game.terminal_test(state[0]):
            most = max(most, abs(game._points(state[0], 0)))
    return most <= 1


def written(thing: Any) -> str:
    """Return a value as a text that equal values share: what has no order is put in one.

    >>> written({"b": 1, "a": {3, 2}})
    "{'a': {2, 3}, 'b': 1}"
    """
    if isinstance(thing, dict):
        pairs = sorted(f"{written(key)}: {written(value)}" for key, value in thing.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(thing, set | frozenset):
        return f"{{{', '.join(sorted(map(written, thing)))}}}"
    if isinstance(thing, list | tuple):
        return f"({', '.join(map(written, thing))})"
    return repr(thing.tolist() if hasattr(thing, "tolist") else thing)
