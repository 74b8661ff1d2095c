"""Counting the positions of a solution by outcome, all of them or a part.

One canonical position speaks for its orbit, so a part must be one that twins
share. A stage is: that is a law. What the start reaches is meant with all twins.
Who is to move is not where symmetries exchange the players, and is refused there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

from gamesolver.errors import InvalidArgumentError
from gamesolver.rules import Rules
from gamesolver.spelling import spelled
from gamesolver.table import Table
from gamesolver.value import Outcome


def count_outcomes(
    rules: Rules[Any, Any],
    table: Table[Any],
    *,
    symmetric: bool,
    player: int | None,
    stage: Hashable,
    reachable: bool,
) -> dict[Outcome, int]:
    """How many positions of a part have each outcome, best outcome first."""
    if player is not None:
        _require_seats(rules, table, player)
    if stage is not None and not rules.has_stages:
        raise InvalidArgumentError(f"{rules.game!r} has no stages: counts(stage=...) needs them")
    counts: Counter[Outcome] = Counter()
    for position, outcome in table.items():
        if (
            (player is None or rules.player(position) == player)
            and (stage is None or rules.stage(position) == stage)
            and (not reachable or table.start_reaches(position))
        ):
            counts[outcome] += len(rules.orbit(position)) if symmetric else 1
    return {outcome: counts[outcome] for outcome in sorted(counts, reverse=True)}


def _require_seats(rules: Rules[Any, Any], table: Table[Any], player: int) -> None:
    """Raise unless ``player`` is a seat, and every position tells which seat is to move."""
    if player not in (0, 1):
        raise InvalidArgumentError(f"bad player {spelled(player)}: expected 0 or 1")
    for position in table:
        seats = {rules.player(twin) for twin in rules.orbit(position)}
        if None in seats:
            raise InvalidArgumentError(
                f"counts(player=...) needs to know who moves: {rules.game!r} names no seats; "
                "write its player method"
            )
        if len(seats) > 1:
            raise InvalidArgumentError(
                "counts(player=...) needs to know who moves: the symmetries of "
                f"{rules.game!r} fold the two players together"
            )
