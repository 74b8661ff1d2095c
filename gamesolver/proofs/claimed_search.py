"""Search that uses the claims of a loaded proof first.

A proof from a file has claims and no table. Claims answer questions about their positions. Other
questions are searched for, as in a new proof.
"""

from __future__ import annotations

from typing import Any

import attrs

from gamesolver.proofs.questions import Forgotten, Search, Tables, Watch
from gamesolver.rules.guard import Rules
from gamesolver.tables.claims import MOVER, OTHER, Claims
from gamesolver.tables.solved import SolvedPositions


@attrs.define
class ClaimedSearch:
    """Search that consults claims first."""

    rules: Rules[Any, Any]
    search: Search
    claims: Claims
    how: str = attrs.field(
        init=False, default=attrs.Factory(lambda self: self.search.how, takes_self=True)
    )

    @property
    def solved(self) -> SolvedPositions:
        """Solved positions of tables."""
        return self.search.solved

    @property
    def visited(self) -> int:
        """Number of positions visited since the claims were loaded."""
        return self.search.visited

    @property
    def forgotten(self) -> Forgotten:
        """Number of positions that the table has dropped since then."""
        return self.search.forgotten

    def prepare(self) -> None:
        """Compile all code that is not compiled yet."""
        self.search.prepare()

    def decide(self, position: Any, target: int) -> int:
        """Return a bound on the position: from below if the answer is yes, else from above."""
        least, most = self._claimed(position)
        if least >= target:
            return least
        return most if most < target else self.search.decide(position, target)

    def known(self, key: Any) -> tuple[int, int]:
        """Return the bounds of a canonical position, by claims and the table."""
        least, most = self.search.known(key)
        claimed = self._claimed(key)
        return max(least, claimed[0]), min(most, claimed[1])

    def moves_first(self, position: Any) -> tuple[Any, ...]:
        """Return the moves of a position, the most promising first."""
        return self.search.moves_first(position)

    def tables(self) -> Tables:
        """Return all results of the search."""
        return self.search.tables()

    def take(self, tables: Tables) -> None:
        """Resume the search from the results of another one."""
        self.search.take(tables)

    def without_verdicts(self, watch: Watch) -> Search:
        """Return a search without claims whose answers all have a move as evidence."""
        return self.search.without_verdicts(watch)

    def from_rules_alone(self, watch: Watch) -> Search:
        """Return a search with its own table that uses the rules only, without hints."""
        return self.search.from_rules_alone(watch)

    def _claimed(self, position: Any) -> tuple[int, int]:
        """Return the claimed bounds of a position or its canonical position."""
        names = {position, self.rules.canonical(position)}
        least = max(self.claims.bound(name, MOVER) for name in names)
        return least, -max(self.claims.bound(name, OTHER) for name in names)
