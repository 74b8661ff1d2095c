"""Solved positions: outcomes of tables that a proof may use.

A proof treats these positions as terminal. It then rests on the tables, so the verifier reports
which tables were used, and the number of claims taken from each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamesolver.rules.game import Game
from gamesolver.tables.table import Table
from gamesolver.value import Outcome


@attrs.frozen
class ReusedClaims:
    """Number of claims that a proof takes from a table.

    >>> print(ReusedClaims("the solution of Nim(heaps=(1, 2))", 3))
    3 from the solution of Nim(heaps=(1, 2))
    """

    table: str
    claims: int

    def __str__(self) -> str:
        return f"{self.claims:,} from {self.table}"


@attrs.frozen(eq=False)
class SolvedTable:
    """Outcomes of one solution."""

    name: str
    game: Game[Any, Any]
    """Game that was solved."""
    held: Callable[[], Table[Any]]
    """Function that returns the table. It raises if the solution is closed."""
    starts: tuple[Any, ...]
    """Roots of the solution."""

    def get(self, key: Any) -> Outcome | None:
        """Return the outcome of a canonical position, or ``None``."""
        return self.held().get(key)


@attrs.define(eq=False, slots=False)
class SolvedPositions:
    """Outcomes of several tables, looked up by canonical positions."""

    tables: tuple[SolvedTable, ...]
    score_at: Callable[[Any, Outcome], int]
    """Function that returns the number of an outcome for the player to move."""

    def __bool__(self) -> bool:
        return bool(self.tables)

    def found(self, key: Any) -> tuple[int, Outcome] | None:
        """Return the number of the first table with a position, and the outcome there."""
        for number, each in enumerate(self.tables):
            outcome = each.get(key)
            if outcome is not None:
                return number, outcome
        return None

    def outcome(self, key: Any) -> Outcome | None:
        """Return the outcome of a position, or ``None``."""
        found = self.found(key) if self.tables else None
        return None if found is None else found[1]

    def score(self, key: Any) -> int | None:
        """Return the number of a position on the scale, for the player to move, or ``None``."""
        outcome = self.outcome(key)
        return None if outcome is None else self.score_at(key, outcome)


def _score_of_nothing(position: Any, outcome: Outcome) -> int:
    """Raise, because no position is solved."""
    raise LookupError(f"no table has an outcome, and {position!r} is claimed to be {outcome}")


NOTHING_SOLVED = SolvedPositions((), _score_of_nothing)
