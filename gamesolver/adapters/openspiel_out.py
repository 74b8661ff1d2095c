"""A game of ours as a game of OpenSpiel's, which is needed to load this module."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
import pyspiel

from gamesolver.adapters.action_numbers import ActionNumbers, LineOfPlay
from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled


def registered(numbers: ActionNumbers, name: str, title: str) -> None:
    """Make OpenSpiel know a game under a name."""
    if name in pyspiel.registered_names():
        raise InvalidArgumentError(
            f"OpenSpiel has a game {spelled(name)} already: choose another name"
        )
    kinds = pyspiel.GameType
    kind = kinds(
        short_name=name,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=numbers.count,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=float(-numbers.most_points),
        max_utility=float(numbers.most_points),
        utility_sum=0.0,
        max_game_length=numbers.plies,
    )

    class Registered(SpielGame):
        """The game, bound to its numbers."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})
            self.numbers = numbers

    pyspiel.register_game(kind, Registered)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """Game with the interface of OpenSpiel."""

    numbers: ActionNumbers

    def new_initial_state(self) -> SpielState:
        """Return a state at the start."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return the observer of states; all players have perfect information."""
        return SpielObserver(self.numbers)


class SpielState(pyspiel.State):  # type: ignore[misc]  # same
    """State with the interface of OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.match = LineOfPlay.begun(game.numbers)

    @property
    def position(self) -> Any:
        """The position of ours at which it is."""
        return self.match.position

    def current_player(self) -> int:
        """Return the seat to move."""
        return pyspiel.PlayerId.TERMINAL if self.match.is_over else self.match.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.match.numbers.actions(self.match.position))

    def _apply_action(self, action: int) -> None:
        match = copy(self.match)
        match.play(action)
        self.match = match

    def _action_to_string(self, player: int, action: int) -> str:
        return self.match.numbers.texts[action]

    def is_terminal(self) -> bool:
        """Return True if play is over."""
        return self.match.is_over

    def returns(self) -> list[float]:
        """By how much each has won."""
        points = float(self.match.points()) if self.match.is_over else 0.0
        return [points, -points]

    def __str__(self) -> str:
        rules = self.match.numbers.rules
        seat = "" if rules.has_seats else f"\n{self.match.seat} to move"
        won = f"\n{self.match.won:+} won by moves" if rules.has_gains else ""
        return f"{rules.render(self.match.position, self.match.seat)}{seat}{won}"


class SpielObserver:
    """Positions as arrays of zeros and ones."""

    def __init__(self, numbers: ActionNumbers) -> None:
        self._numbers = numbers
        self.tensor = np.zeros(int(np.prod(numbers.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(numbers.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the position of a state into the array."""
        self.dict["observation"][:] = self._numbers.observed(state.match.position)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position in text."""
        return str(state)
