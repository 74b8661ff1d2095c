"""Positions that are solved: what tables know, for whoever proves others.

To a proof they are ends of play. It rests on the tables then, so whoever checks it says which
ones, and how much it took from each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamesolver.rules.game import Game
from gamesolver.tables.claims import MOST
from gamesolver.tables.table import Table
from gamesolver.value import Outcome


@attrs.frozen
class TakenClaims:
    """How many claims a proof takes from a table.

    >>> print(TakenClaims("the solution of Nim(heaps=(1, 2))", 3))
    3 from the solution of Nim(heaps=(1, 2))
    """

    table: str
    claims: int

    def __str__(self) -> str:
        return f"{self.claims:,} from {self.table}"


@attrs.frozen(eq=False)
class SolvedTable:
    """The outcomes of one solution."""

    name: str
    game: Game[Any, Any]
    """The game that was solved."""
    held: Callable[[], Table[Any]]
    """The table, which raises where the solution is closed."""
    starts: tuple[Any, ...]
    """From which positions it was solved."""

    def get(self, key: Any) -> Outcome | None:
        """The outcome of a canonical position, if the table has it."""
        return self.held().get(key)


def worth_of(outcome: Outcome) -> int:
    """An outcome on the scale; of draws it has one."""
    plies = 0 if outcome.remoteness is None else outcome.remoteness
    return int(outcome.value) * (MOST - plies)


def _worth_anywhere(key: Any, outcome: Outcome) -> int:
    """The same: where it stands does not matter."""
    return worth_of(outcome)


@attrs.define(eq=False, slots=False)
class SolvedPositions:
    """The outcomes that some tables have, looked up by canonical positions."""

    tables: tuple[SolvedTable, ...] = ()
    worth_at: Callable[[Any, Outcome], int] = _worth_anywhere
    """What an outcome is worth to whoever moves at a position, on the scale of the game."""

    def __bool__(self) -> bool:
        return bool(self.tables)

    def found(self, key: Any) -> tuple[int, Outcome] | None:
        """The first table that has a position, by its number, and the outcome there."""
        for number, each in enumerate(self.tables):
            outcome = each.get(key)
            if outcome is not None:
                return number, outcome
        return None

    def outcome(self, key: Any) -> Outcome | None:
        """The outcome of a position; ``None`` where no table has it."""
        found = self.found(key) if self.tables else None
        return None if found is None else found[1]

    def worth(self, key: Any) -> int | None:
        """The same as a number of the scale, for the player to move."""
        outcome = self.outcome(key)
        return None if outcome is None else self.worth_at(key, outcome)


NOTHING_SOLVED = SolvedPositions()
