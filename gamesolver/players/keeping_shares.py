"""Shares of value and outcome that a policy preserves, by ply and by remoteness.

For authors of trained players. ``audit`` decides if a player is perfect; this module measures
where in a game it errs. A move preserves the *value* if it preserves the winner, and the
*outcome* if it also preserves the number of plies. A policy that chooses evenly among several moves
preserves the fraction of them that do. Only positions with a legal move that errs are counted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import attrs

from gamesolver.answers import MoveRow
from gamesolver.arguments import require_several
from gamesolver.errors import MORE, SizeLimitError
from gamesolver.players.arguments import limit_in, require_solution
from gamesolver.players.calling import CheckedPlayer
from gamesolver.players.play_graph import LIMIT
from gamesolver.players.players import Player
from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution


@attrs.define
class Kept:
    """Sum of the preserved fractions over the positions in which a move can err.

    >>> print(Kept(Fraction(3, 2), 2))
    75.00% of 2
    """

    kept: Fraction = Fraction(0)
    positions: int = 0

    @property
    def share(self) -> float:
        """Preserved fraction, 1 if there are no positions to err in."""
        return float(self.kept / self.positions) if self.positions else 1.0

    def add(self, part: Fraction) -> None:
        """Count a position in which this ``part`` is preserved."""
        self.kept += part
        self.positions += 1

    def __str__(self) -> str:
        return f"{self.share:.2%} of {self.positions:,}"


@attrs.frozen
class MoveAccuracy:
    """Shares of value and outcome that a policy preserves: in total, by ply and by remoteness.

    The ply is the least number of moves from the start. The remoteness is that of the position,
    ``None`` for infinite play.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> from gamesolver.players import RandomPlayer
    >>> game = Nim(heaps=(1, 2))
    >>> print(keeping(RandomPlayer(game), solve(game)))
    value   41.67% of 2
    outcome 41.67% of 2
      ply 0: value 33.33% of 1, outcome 33.33% of 1
      ply 1: value 50.00% of 1, outcome 50.00% of 1
    """

    value: Kept = attrs.field(factory=Kept)
    outcome: Kept = attrs.field(factory=Kept)
    value_by_ply: dict[int, Kept] = attrs.field(factory=dict)
    outcome_by_ply: dict[int, Kept] = attrs.field(factory=dict)
    value_by_remoteness: dict[int | None, Kept] = attrs.field(factory=dict)
    outcome_by_remoteness: dict[int | None, Kept] = attrs.field(factory=dict)

    def __str__(self) -> str:
        lines = [f"value   {self.value}", f"outcome {self.outcome}"]
        for ply in sorted(self.outcome_by_ply):
            by_value = self.value_by_ply.get(ply, Kept())
            lines.append(f"  ply {ply}: value {by_value}, outcome {self.outcome_by_ply[ply]}")
        return "\n".join(lines)


def keeping(
    player: Player,
    solution: Solution[PositionT, MoveT],
    *,
    positions: Iterable[PositionT] | None = None,
    limit: int = LIMIT,
) -> MoveAccuracy:
    """Return the shares of value and outcome that a policy preserves.

    Parameters
    ----------
    player
        Policy: a function from a position to a move, or to a list to choose from evenly.
    solution
        Solution to judge by, from ``solve`` or ``load``.
    positions
        Positions to test, by default all that the start reaches. Given positions have no plies.
    limit
        Greatest number of positions to test.

    Returns
    -------
    MoveAccuracy
        The shares.

    Raises
    ------
    PlayerError
        The player returns something other than a legal move, or raises.
    SizeLimitError
        There are more positions than ``limit``.
    InvalidArgumentError
        An argument is invalid.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import RandomPlayer
    >>> game = TicTacToe()
    >>> found = keeping(RandomPlayer(game), solve(game))
    >>> print(found.value)
    40.46% of 3,191
    >>> print(found.value_by_ply[1])
    33.33% of 9
    """
    require_solution(solution)
    limit = limit_in(limit)
    rules = Rules(solution.game)
    checked = CheckedPlayer(rules, player)
    if positions is not None:
        require_several(positions)
    met = _by_ply(rules, solution) if positions is None else ((None, each) for each in positions)
    found = MoveAccuracy()
    for count, (ply, position) in enumerate(met):
        if count >= limit:
            message = f"{rules.game!r} has more than {limit} positions to query"
            raise SizeLimitError(message, limit).advised(MORE)
        rows = solution.moves(position)
        if len(rows) > 1:
            chosen = checked.choices(position, [row.move for row in rows])
            _note(found, ply, rows, set(chosen))
    return found


def _by_ply(
    rules: Rules[PositionT, MoveT], solution: Solution[PositionT, MoveT]
) -> Iterator[tuple[int, PositionT]]:
    """Yield all positions that the start reaches, with the least number of moves to each."""
    waiting = deque([(0, solution.start)])
    seen = {solution.start}
    while waiting:
        ply, position = waiting.popleft()
        yield ply, position
        if rules.ending(position) is None:
            for _, reached in rules.played(position):
                if reached not in seen:
                    seen.add(reached)
                    waiting.append((ply + 1, reached))


def _note(
    found: MoveAccuracy, ply: int | None, rows: tuple[MoveRow[Any, Any], ...], chosen: set[Any]
) -> None:
    """Add one position."""
    best = rows[0].outcome
    by_value = {row.move for row in rows if row.outcome.value is best.value}
    by_outcome = {row.move for row in rows if row.is_best}
    for keep, total, ply_table, end_table in (
        (by_value, found.value, found.value_by_ply, found.value_by_remoteness),
        (by_outcome, found.outcome, found.outcome_by_ply, found.outcome_by_remoteness),
    ):
        if len(keep) < len(rows):
            part = Fraction(len(chosen & keep), len(chosen))
            total.add(part)
            if ply is not None:
                ply_table.setdefault(ply, Kept()).add(part)
            end_table.setdefault(best.remoteness, Kept()).add(part)
