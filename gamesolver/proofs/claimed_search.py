"""Questions answered by claims that were shown before, and by a search only where they end.

A proof from a file has claims and no table. What they say of a position answers without a search;
whatever else is asked is searched for, as if the proof had been found here.
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
    """A search that looks at claims first."""

    rules: Rules[Any, Any]
    search: Search
    claims: Claims
    how: str = attrs.field(
        init=False, default=attrs.Factory(lambda self: self.search.how, takes_self=True)
    )

    @property
    def solved(self) -> SolvedPositions:
        """What tables know."""
        return self.search.solved

    @property
    def visited(self) -> int:
        """How many positions were looked at since the claims were loaded."""
        return self.search.visited

    @property
    def forgotten(self) -> Forgotten:
        """How much the table has forgotten since then."""
        return self.search.forgotten

    def prepare(self) -> None:
        """Compile what is not compiled yet."""
        self.search.prepare()

    def ask(self, position: Any, asked: int) -> int:
        """A bound on the position's worth: from below if it is worth so much, else from above."""
        least, most = self._claimed(position)
        if least >= asked:
            return least
        return most if most < asked else self.search.ask(position, asked)

    def known(self, key: Any) -> tuple[int, int]:
        """Between which worths that of a canonical position lies, by claims or by the table."""
        least, most = self.search.known(key)
        claimed = self._claimed(key)
        return max(least, claimed[0]), min(most, claimed[1])

    def moves_first(self, position: Any) -> tuple[Any, ...]:
        """The moves of a position, those worth trying first."""
        return self.search.moves_first(position)

    def tables(self) -> Tables:
        """All that the search has learned."""
        return self.search.tables()

    def take(self, tables: Tables) -> None:
        """Let the search go on with what another one has learned."""
        self.search.take(tables)

    def doubting(self, watch: Watch) -> Search:
        """A search that gives no answer without a move that shows it: no claims, then."""
        return self.search.doubting(watch)

    def from_rules_alone(self, watch: Watch) -> Search:
        """A search with a table of its own, which asks the author nothing but the rules."""
        return self.search.from_rules_alone(watch)

    def _claimed(self, position: Any) -> tuple[int, int]:
        """What is claimed of a position, or of the twin that stands for its orbit."""
        names = {position, self.rules.canonical(position)}
        least = max(self.claims.bound(name, MOVER) for name in names)
        return least, -max(self.claims.bound(name, OTHER) for name in names)
