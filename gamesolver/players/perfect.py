"""The player that never errs, by a solution."""

from __future__ import annotations

from typing import Literal

import attrs

from gamesolver.game import MoveT, PositionT
from gamesolver.players.asked import require_solution, require_word
from gamesolver.players.player import SteadyPlayer, play_has_ended
from gamesolver.rules import Rules
from gamesolver.solution import Solution

MOST_REMEMBERED = 1 << 16  # answers, before it forgets them all


@attrs.frozen(eq=False, repr=False)
class PerfectPlayer(SteadyPlayer[PositionT, MoveT]):
    """Keeps what there is to keep, wherever it is asked.

    Parameters
    ----------
    by
        ``"outcome"``: it wins as fast and loses as late as can be. ``"value"``: a win is a win,
        without hurry. In a game with loops it may then walk in circles, winning all the time.
    ties
        Of several such moves ``"first"`` takes the earliest in the order of ``game.moves``;
        ``"random"`` chooses evenly among them all, and gives the list.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> solution = solve(TicTacToe())
    >>> position = solution.game.parse("xx.oo....")
    >>> PerfectPlayer(solution)(position)
    2
    >>> PerfectPlayer(solution, by="value", ties="random")(solution.game.parse("x..o....."))
    [1, 2, 4]
    """

    solution: Solution[PositionT, MoveT]
    by: Literal["outcome", "value"] = "outcome"
    ties: Literal["first", "random"] = "first"
    _rules: Rules[PositionT, MoveT] = attrs.field(init=False)
    _said: dict[PositionT, tuple[MoveT, ...]] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        require_solution(self.solution)
        require_word(self.by, "by", "outcome", "value")
        require_word(self.ties, "ties", "first", "random")
        object.__setattr__(self, "_rules", Rules(self.solution.game))

    def __repr__(self) -> str:
        return f"PerfectPlayer({self.solution!r}, by={self.by!r}, ties={self.ties!r})"

    def __call__(self, position: PositionT) -> MoveT | list[MoveT]:
        try:
            kept = self._said[position]
        except (KeyError, TypeError):  # new to it, or not even hashable
            kept = self._kept(position)
            if len(self._said) >= MOST_REMEMBERED:
                self._said.clear()
            self._said[position] = kept
        return kept[0] if self.ties == "first" else list(kept)

    def _kept(self, position: PositionT) -> tuple[MoveT, ...]:
        """The moves that keep what there is to keep, in the order of the game."""
        rows = self.solution.moves(position)
        if not rows:
            raise play_has_ended(self.solution.game, position)
        if self.by == "outcome":
            return tuple(row.move for row in rows if row.is_best)
        value = rows[0].outcome.value
        kept = [row.move for row in rows if row.outcome.value is value]
        return tuple(move for move in self._rules.moves(position) if move in kept)
