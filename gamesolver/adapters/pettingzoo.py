"""PettingZoo's environments of two players in, as games of ours, and games of ours out.

An environment shows no text, but an *observation* to each agent: its numbers, row by row, are the
text of a key. Moves are the numbers of actions, which the mask allows. A ``deepcopy`` of an
environment gives a fresh one, so that nothing is safe but to play it again.

Rewards before the end, more agents than two, and rewards that are not opposite do not fit.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Annotated, Any
from warnings import catch_warnings, simplefilter

import numpy as np

from gamesolver.adapters.action_numbers import LIMIT, PLIES, action_numbers
from gamesolver.adapters.calls import call_in
from gamesolver.adapters.frameworks import framework
from gamesolver.adapters.keys import TURNS, end_key
from gamesolver.adapters.replaying import Expansion, ReplayedGame
from gamesolver.adapters.walks import hidden_by_text
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.game import Game as AnyGame
from gamesolver.rules.registry import name_of
from gamesolver.texts import said_by, spelled

LEAST = "1.27"
VERSIONED = re.compile(r"[a-z][a-z0-9_]*_v\d+")


class Game(ReplayedGame):
    """An environment of ``pettingzoo.classic``, by its name with its version.

    Parameters
    ----------
    name
        ``"tictactoe_v3"``; parameters of the environment are given by name, in parentheses.

    Raises
    ------
    InvalidArgumentError
        PettingZoo is not installed, has no such environment, or refuses the parameters; or the
        environment does not fit.
    """

    def __init__(self, name: Annotated[str, "of pettingzoo.classic, with its version"]) -> None:
        self.name = name
        self._make = _maker(name)
        state = self.begun()
        _require_kind(name, state)
        self._agents = list(state.possible_agents)
        self.base = max(2, *(int(state.action_space(agent).n) for agent in self._agents))
        self._ends_are_signs = True  # type: ignore[misc]  # rewards are 1 and -1
        self.title = call_in(name).name  # type: ignore[misc]  # of this very game
        super().__init__()
        hidden = hidden_by_text(self, walks=4)
        if hidden is not None:
            raise hidden.error(f"{name} of PettingZoo")

    @staticmethod
    def named(text: str) -> dict[str, Any]:
        """The parameters that a text after ``pettingzoo:`` names."""
        return {"name": text}

    def __repr__(self) -> str:
        return f"pettingzoo.{super().__repr__()}"

    def begun(self) -> Any:
        state = self._make()
        state.reset(seed=0)
        return state

    def advanced(self, state: Any, action: int) -> None:
        state.step(action)
        if any(state.rewards.values()) and not all(state.terminations.values()):
            raise InvalidArgumentError(
                f"{self.name} of PettingZoo does not fit: a move is rewarded before play ends"
            )

    def after(self, at: Expansion, action: int) -> Any:
        after = self.replayed(at[2])
        self.advanced(after, action)
        return after

    def actions(self, state: Any) -> dict[str, int]:
        mask = state.observe(state.agent_selection)["action_mask"]
        return {str(action): int(action) for action in np.flatnonzero(mask)}

    def key(self, state: Any, mover: int) -> bytes:
        if all(state.terminations.values()):
            first, second = self._agents
            seat, points = 1 - mover, int(state.rewards[first])
            if points != -state.rewards[second]:
                raise InvalidArgumentError(
                    f"{self.name} of PettingZoo does not fit: its rewards are not opposite numbers"
                )
            return end_key(seat, -points if seat else points, _text(state, first))
        agent = state.agent_selection
        return TURNS[self._agents.index(agent)] + _text(state, agent).encode()


def env(game: AnyGame[Any, Any], *, limit: int = LIMIT, plies: int = PLIES) -> Any:
    """A game of ours, plain or compiled, as an environment of PettingZoo's.

    Parameters
    ----------
    game
        The rules.
    limit
        So many positions are walked through, to number the moves; more are refused.
    plies
        Play that has not ended by then is truncated, and is worth what endless play is.

    Returns
    -------
    AECEnv
        An environment of two agents, with ``position`` for what a solution knows.

    Raises
    ------
    InvalidArgumentError
        PettingZoo is not installed.
    SizeLimitError
        There are more positions than ``limit``.
    GameContractError
        The rules break a law that is noticed on the way.
    """
    framework("pettingzoo", "pettingzoo", "pettingzoo", LEAST)
    from gamesolver.adapters.pettingzoo_out import Environment

    return Environment(action_numbers(game, limit, plies), f"{name_of(type(game))}_v0")


def _maker(name: str) -> Any:
    """What makes the environment anew."""
    call = call_in(name)
    framework("pettingzoo", "pettingzoo", "pettingzoo", LEAST)
    if call.module or not VERSIONED.fullmatch(call.name):
        raise InvalidArgumentError(
            f"bad name {spelled(name)}: expected an environment of pettingzoo.classic with its "
            "version, such as 'tictactoe_v3'"
        )
    try:
        with catch_warnings():
            simplefilter("ignore", DeprecationWarning)  # PettingZoo would rather be asked otherwise
            module = import_module(f"pettingzoo.classic.{call.name}")
    except ModuleNotFoundError as error:
        if error.name == f"pettingzoo.classic.{call.name}":
            raise InvalidArgumentError(f"PettingZoo has no environment {call.name!r}") from error
        raise InvalidArgumentError(
            f"{call.name} of PettingZoo needs {error.name}, which is not installed: "
            f"pip install {error.name}"
        ) from error
    except ImportError as error:  # of a version that is gone
        raise InvalidArgumentError(f"PettingZoo: {said_by(error)}") from error
    return lambda: call.made(module.env, "PettingZoo").unwrapped


def _require_kind(name: str, state: Any) -> None:
    """Raise, with the reason, unless two agents take turns and see where they may move."""
    agents = len(state.possible_agents)
    observation = state.observe(state.agent_selection)
    reasons = {
        f"it has {agents} agents": agents != 2,
        "its observations have no action_mask": not (
            isinstance(observation, dict) and "action_mask" in observation
        ),
        "its observations are not what both see": name.startswith(HIDDEN),
        "moves are made together": name.startswith("rps"),
    }
    wrong = [reason for reason, is_so in reasons.items() if is_so]
    if wrong:
        raise InvalidArgumentError(f"{name} of PettingZoo does not fit: {', '.join(wrong)}")


HIDDEN = ("leduc", "texas", "hanabi")
"""Environments that deal cards."""


def _text(state: Any, agent: str) -> str:
    """The numbers that an agent observes, row by row."""
    numbers = np.asarray(state.observe(agent)["observation"])
    if numbers.dtype == bool or numbers.dtype.kind in "iu":
        flat = numbers.astype(int).reshape(len(numbers), -1)
        apart = "" if flat.max(initial=0) < 10 and flat.min(initial=0) >= 0 else " "
        return "\n".join(apart.join(map(str, row)) for row in flat.tolist())
    return repr(numbers.tolist())
