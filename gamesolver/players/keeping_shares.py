"""How much of what is to be had a policy keeps: by ply, and by how far the end is.

For whoever trains players: not *is it perfect*, which ``audit`` answers, but where along a game it
loses what it had. A move keeps the *value* if who wins stays the same, and the *outcome* if the
plies to the end do too. A policy that chooses evenly among several moves keeps as much as the part
of them that does. Counted are positions in which some legal move does not keep it: elsewhere
nobody can err.
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
from gamesolver.players.asking import AskedPlayer
from gamesolver.players.play_graph import LIMIT
from gamesolver.players.players import Player
from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution


@attrs.define
class Kept:
    """The sum of what was kept, of so many positions in which it can be lost.

    >>> print(Kept(Fraction(3, 2), 2))
    75.00% of 2
    """

    kept: Fraction = Fraction(0)
    asked: int = 0

    @property
    def share(self) -> float:
        """The part that is kept; one where nothing can be lost."""
        return float(self.kept / self.asked) if self.asked else 1.0

    def add(self, part: Fraction) -> None:
        """One position more, in which this ``part`` is kept."""
        self.kept += part
        self.asked += 1

    def __str__(self) -> str:
        return f"{self.share:.2%} of {self.asked:,}"


@attrs.frozen
class Keeping:
    """What a policy keeps of the value and of the outcome: in all, by ply and by remoteness.

    A ply is the least number of moves from the start. The remoteness is that of the position,
    ``None`` where play would go on for ever.

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
) -> Keeping:
    """The share of moves that keep the value, and the outcome, by ply and by remoteness.

    Parameters
    ----------
    player
        A policy: a function that gives a move for a position, or a list to choose from evenly.
    solution
        What the judge knows: ``solve`` or ``load`` gives it.
    positions
        Those it is asked about, which have no plies then; by default all that the start reaches.
    limit
        So many positions are asked about; more are refused.

    Returns
    -------
    Keeping
        The shares.

    Raises
    ------
    PlayerError
        The player returns what is no legal move, or raises.
    SizeLimitError
        There are more positions than ``limit``.
    InvalidArgumentError
        An argument cannot be used.

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
    asked = AskedPlayer(rules, player)
    if positions is not None:
        require_several(positions)
    met = _by_ply(rules, solution) if positions is None else ((None, each) for each in positions)
    found = Keeping()
    for count, (ply, position) in enumerate(met):
        if count >= limit:
            message = f"{rules.game!r} has more than {limit} positions to ask about"
            raise SizeLimitError(message, limit).advised(MORE)
        rows = solution.moves(position)
        if len(rows) > 1:
            chosen = asked.choices(position, [row.move for row in rows])
            _note(found, ply, rows, set(chosen))
    return found


def _by_ply(
    rules: Rules[PositionT, MoveT], solution: Solution[PositionT, MoveT]
) -> Iterator[tuple[int, PositionT]]:
    """All positions that the start reaches, each with the least number of moves to it."""
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
    found: Keeping, ply: int | None, rows: tuple[MoveRow[Any, Any], ...], chosen: set[Any]
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
