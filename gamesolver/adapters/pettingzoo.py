"""PettingZoo's environments of two players in, as games of ours, and games of ours out.

An environment shows no text, but an *observation* to each agent: its numbers, row by row, are the
text of a key. Moves are the numbers of actions, which the mask allows. A ``deepcopy`` of an
environment gives a fresh one, so that nothing is safe but to play it again.

Rewards before the end, more agents than two, and rewards that are not opposite do not fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any

import numpy as np

from gamesolver.adapters.action_numbers import LIMIT, PLIES, ActionNumbers, action_numbers
from gamesolver.adapters.frameworks import framework
from gamesolver.adapters.game_calls import Call, call_in
from gamesolver.adapters.keys import TURNS, end_key
from gamesolver.adapters.replaying import Expansion, ReplayedGame
from gamesolver.adapters.walks import hidden_by_text
from gamesolver.arguments import whole
from gamesolver.errors import InvalidArgumentError, listed
from gamesolver.rules.game import Game as AnyGame
from gamesolver.rules.registry import name_of
from gamesolver.texts import spelled

__all__ = ["Game", "Player", "env"]

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
        """Return the parameters that a text after ``pettingzoo:`` names."""
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
            seat, points = 1 - mover, state.rewards[first]
            if points != -state.rewards[second]:
                _require(self.name, ["its rewards are not opposite numbers"])
            if points not in (-1, 0, 1):
                _require(self.name, [f"a reward is {points:g}: expected 1, 0 or -1"])
            points = int(points)
            return end_key(seat, -points if seat else points, _text(state, first))
        agent = state.agent_selection
        return TURNS[self._agents.index(agent)] + _text(state, agent).encode()


class Player:
    """A policy over observations, as a player of ours: for ``keeping``, audits and matches.

    Parameters
    ----------
    game
        A game of PettingZoo's as one of ours; or an environment that ``env`` made, whose
        positions are those of our own game.
    policy
        A function that takes what the agent to move observes, ``{"observation": ...,
        "action_mask": ...}``, and gives the number of an action, or a list of them to choose from
        evenly.

    Raises
    ------
    InvalidArgumentError
        The first argument is neither, or the policy cannot be called.
    """

    def __init__(self, game: Any, policy: Callable[[dict[str, Any]], Any]) -> None:
        numbers = getattr(game, "numbers", None)
        if not isinstance(game, Game) and not isinstance(numbers, ActionNumbers):
            raise InvalidArgumentError(
                f"bad game {spelled(game)}: expected a pettingzoo.Game, or the result of "
                "pettingzoo.env"
            )
        if not callable(policy):
            raise InvalidArgumentError(
                f"bad policy {spelled(policy)}: expected a function of an observation"
            )
        self.game = game
        self.policy = policy

    def __call__(self, position: Any) -> Any:
        """Return the move that it makes, or the list of those that it chooses from."""
        seen, moves = self._seen(position)
        answer = self.policy(seen)
        if isinstance(answer, list):
            return [_move(moves, action) for action in answer]
        return _move(moves, answer)

    def _seen(self, position: Any) -> tuple[dict[str, Any], dict[int, Any]]:
        """Return the observation of the agent to move, and the moves by action number."""
        if not isinstance(self.game, Game):
            numbers: ActionNumbers = self.game.numbers
            return numbers.seen(position), numbers.actions(position)
        _, state, _, _, numbers_of = self.game.expanded(position)
        moves = {action: move for move, action in numbers_of.items()}
        return state.observe(state.agent_selection), moves


def _move(moves: dict[int, Any], action: Any) -> Any:
    """Return the move of an action; raise for one that is not legal."""
    number = whole(action)
    if number not in moves:
        legal = ", ".join(map(str, moves))
        raise InvalidArgumentError(f"illegal action {spelled(action)}: legal are {legal}")
    return moves[number]


def env(
    game: AnyGame[Any, Any],
    *,
    limit: int = LIMIT,
    plies: int = PLIES,
    observe: Callable[[Any], Any] | None = None,
) -> Any:
    """Return a game of this library, plain or compiled, as an environment of PettingZoo.

    Parameters
    ----------
    game
        The rules.
    limit
        Greatest number of positions; all are visited to number the moves.
    plies
        Number of plies after which play is truncated, with the payoff of infinite play.
    observe
        Function that makes an array of a position, always of one shape, as the observation. By
        default the observation encodes the text of the position letter by letter.

    Returns
    -------
    AECEnv
        Environment of two agents, with ``position`` for queries of a solution. Its ``numbers``
        have ``observations(positions)``, ``positions(observations)`` and the ``texts`` of actions.

    Raises
    ------
    InvalidArgumentError
        PettingZoo is not installed, or an observation cannot be made.
    SizeLimitError
        There are more positions than ``limit``.
    GameContractError
        The rules break a law that is noticed on the way.
    """
    framework("pettingzoo", "pettingzoo", "pettingzoo", LEAST)
    from gamesolver.adapters.pettingzoo_out import Environment

    return Environment(action_numbers(game, limit, plies, observe), f"{name_of(type(game))}_v0")


def _maker(name: str) -> Any:
    """Return the function that makes a new environment."""
    call = call_in(name)
    framework_ = framework("pettingzoo", "pettingzoo", "pettingzoo", LEAST)
    if call.module or not VERSIONED.fullmatch(call.name):
        raise InvalidArgumentError(
            f"bad name {spelled(name)}: expected an environment of pettingzoo.classic with its "
            "version, such as 'tictactoe_v3'"
        )
    names = [_name_in(each) for each in framework_.aec_registry if each.startswith(CLASSIC)]
    if call.name not in names:
        raise InvalidArgumentError(
            f"PettingZoo has no environment {call.name!r}: expected {listed(sorted(names))}"
        )
    _require(name, UNFIT.get(call.name.rpartition("_v")[0], ()))
    return partial(_made, call, framework_.make)


def _name_in(identity: str) -> str:
    """Return the name of an environment as modules have it.

    >>> _name_in("classic/tictactoe-v3")
    'tictactoe_v3'
    """
    return identity.removeprefix(CLASSIC).replace("-v", "_v")


def _made(call: Call, make: Callable[..., Any]) -> Any:
    """Return a new environment; raise with the package to install if one is missing."""
    try:
        return call.made(partial(make, "aec", CLASSIC + call.name), "PettingZoo").unwrapped
    except InvalidArgumentError as error:
        missing = getattr(getattr(error.__cause__, "__cause__", None), "name", None)
        if missing is None:
            raise
        raise InvalidArgumentError(
            f"{call.name} of PettingZoo needs {missing}, which is not installed: "
            f"pip install {missing}"
        ) from error


CLASSIC = "classic/"
HIDDEN, DEALT = "its observations are not what both see", "chance plays a part"
UNFIT = {
    "rps": ("moves are made together",),
    **dict.fromkeys(("leduc_holdem", "texas_holdem", "texas_holdem_no_limit"), (HIDDEN, DEALT)),
    "hanabi": (HIDDEN, DEALT),
}
"""Reasons that environments do not fit, known without a trial."""


def _require_kind(name: str, state: Any) -> None:
    """Raise, with the reason, unless two agents take turns and see where they may move."""
    agents = len(state.possible_agents)
    observation = state.observe(state.agent_selection)
    has_mask = isinstance(observation, dict) and "action_mask" in observation
    reasons = {
        f"it has {agents} agents": agents != 2,
        "its observations have no action_mask": not has_mask,
    }
    _require(name, [reason for reason, is_so in reasons.items() if is_so])


def _require(name: str, wrong: Sequence[str]) -> None:
    """Raise if something is wrong with an environment."""
    if wrong:
        raise InvalidArgumentError(f"{name} of PettingZoo does not fit: {', '.join(wrong)}")


def _text(state: Any, agent: str) -> str:
    """Return the numbers that an agent observes, row by row."""
    numbers = np.asarray(state.observe(agent)["observation"])
    if numbers.dtype == bool or numbers.dtype.kind in "iu":
        flat = numbers.astype(int).reshape(len(numbers), -1)
        apart = "" if flat.max(initial=0) < 10 and flat.min(initial=0) >= 0 else " "
        return "\n".join(apart.join(map(str, row)) for row in flat.tolist())
    return repr(numbers.tolist())
