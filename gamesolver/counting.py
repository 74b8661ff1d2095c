"""Counting the positions of a solution by outcome, all of them or a part.

One canonical position speaks for its orbit, so a part must be one that twins
share. A stage is: that is a law. What the start reaches is meant with all twins.
Who is to move is not where symmetries exchange the players, and is refused there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

import attrs

from gamesolver.errors import InvalidArgumentError
from gamesolver.game import Game
from gamesolver.rules import Rules
from gamesolver.spelling import spelled
from gamesolver.table import Table
from gamesolver.value import Outcome


@attrs.frozen
class Part:
    """Which positions are counted, and whether by their orbits."""

    symmetric: bool
    player: int | None
    stage: Hashable
    reachable: bool


ALL = Part(symmetric=False, player=None, stage=None, reachable=False)
"""Each canonical position once."""


def count_outcomes(rules: Rules[Any, Any], table: Table[Any], part: Part) -> dict[Outcome, int]:
    """How many positions of a part have each outcome, best outcome first."""
    if part.player is not None and part.player not in (0, 1):
        raise InvalidArgumentError(f"bad player {spelled(part.player)}: expected 0 or 1")
    require_stages(rules, part.stage, "counts(stage=...)")
    counts = table.count(rules, part)
    return {outcome: counts[outcome] for outcome in sorted(counts, reverse=True)}


def count_one_by_one(rules: Rules[Any, Any], table: Table[Any], part: Part) -> Counter[Outcome]:
    """Ask the rules about every position of a table."""
    if part.player is not None:
        _require_seats(rules, table)
    counts: Counter[Outcome] = Counter()
    for position, outcome in table.items():
        if (
            (part.player is None or rules.player(position) == part.player)
            and (part.stage is None or rules.stage(position) == part.stage)
            and (not part.reachable or table.start_reaches(position))
        ):
            counts[outcome] += len(rules.orbit(position)) if part.symmetric else 1
    return counts


def _require_seats(rules: Rules[Any, Any], table: Table[Any]) -> None:
    """Raise unless every position tells which seat is to move."""
    for position in table:
        seats = {rules.player(twin) for twin in rules.orbit(position)}
        if None in seats:
            raise no_seats(rules.game)
        if len(seats) > 1:
            raise folded_together(rules.game)


def require_stages(rules: Rules[Any, Any], stage: Hashable, asked: str) -> None:
    """Raise if a stage is asked for where the game labels none."""
    if stage is not None and not rules.has_stages:
        raise InvalidArgumentError(f"{rules.game!r} has no stages: {asked} needs them")


def no_seats(game: Game[Any, Any]) -> InvalidArgumentError:
    """The error for counting by player where nobody knows who moves."""
    return InvalidArgumentError(
        f"counts(player=...) needs to know who moves: {game!r} names no seats; "
        "write its player method"
    )


def folded_together(game: Game[Any, Any]) -> InvalidArgumentError:
    """The error for counting by player where a position and its twin differ in who moves."""
    return InvalidArgumentError(
        "counts(player=...) needs to know who moves: the symmetries of "
        f"{game!r} fold the two players together"
    )
