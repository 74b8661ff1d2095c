"""A game of ours as an environment of PettingZoo's, which is needed to load this module."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from gamesolver.adapters.action_numbers import ActionNumbers, LineOfPlay
from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled

AGENTS = ["player_0", "player_1"]


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo's own class
    """Environment of two agents who take turns by the rules; an action is a move's number."""

    def __init__(self, numbers: ActionNumbers, name: str) -> None:
        super().__init__()
        self.numbers = numbers
        self.render_mode = "ansi"
        self.metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": name}
        self.possible_agents = [*AGENTS]
        self._actions = {agent: spaces.Discrete(numbers.count) for agent in AGENTS}
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": _box(numbers),
                    "action_mask": spaces.Box(0, 1, (numbers.count,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.match = LineOfPlay.begun(numbers)

    @property
    def position(self) -> Any:
        """The position of ours at which it is."""
        return self.match.position

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations: the position, and the mask of legal actions."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the numbers of moves."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Return to the start."""
        self.match = LineOfPlay.begun(self.numbers)
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._look()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent; an agent not to move has no legal action."""
        position = self.match.position
        is_to_move = self.match.seat == AGENTS.index(agent) and not self.match.is_over
        if is_to_move:
            return self.numbers.seen(position)
        empty = np.zeros(self.numbers.count, np.int8)
        return {"observation": self.numbers.observed(position), "action_mask": empty}

    def step(self, action: int | None) -> None:
        """Make the move with that number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.numbers.actions(self.match.position)
        if action not in legal:
            raise InvalidArgumentError(
                f"illegal action {spelled(action)}: legal are {', '.join(map(str, legal))}"
            )
        self._cumulative_rewards[agent] = 0
        self.match.play(int(action))
        self._look()
        self._accumulate_rewards()

    def _look(self) -> None:
        """Set what follows from where the match stands."""
        match = self.match
        self.agent_selection = AGENTS[match.seat]
        if match.is_over:
            points = match.points()
            self.rewards = dict(zip(AGENTS, (points, -points), strict=True))
            over = self.truncations if match.is_cut else self.terminations
            over.update(dict.fromkeys(AGENTS, True))

    def render(self) -> str:
        """Return the board in plain text."""
        return self.numbers.rules.render(self.match.position, self.match.seat)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


def _box(numbers: ActionNumbers) -> spaces.Box:
    """Return the space of arrays: zeros and ones, unless the caller makes them."""
    low, high = (0, 1) if numbers.observe is None else (-np.inf, np.inf)
    return spaces.Box(low, high, numbers.shape, np.float32)
