"""Verification of a solution against the rules, independent of the solvers.

**The certificate.** For a move, its *back* is the successor's outcome seen by
the player making it: the points (score, or value) negated if and only if the turn
passes, what the move gains added, one ply more. A labelling of all positions, every
successor present, is the solution if and only if an end of play has what the rules
give it at remoteness 0, and any other position has *the greatest of its backs*, by
what its player prefers (``gamesolver.value``). Where endless play is a draw and there
are no scores, that is

* WIN r: some back is WIN r and none is a WIN in fewer;
* LOSS r: every back is a LOSS, and r is the greatest;
* DRAW r: no back is a WIN, some is DRAW r, none is a finished draw in fewer;
* DRAW None: no back is a WIN or a finished draw, and some is DRAW None.

**Why it is enough.** Remoteness makes every claim rest on claims with one ply less, so
more than endless play is worth, or less, cannot be argued for in a circle; nor can a
finished end. What is labelled endless at just that worth has, at each turn, a move that
stays among its like. Play that gains and then never ends has no remoteness: its label
counts the plies to the last gain in its place, for otherwise two positions on a loop
could claim a gain by each other that neither of them comes to.

Every successor is made again by the rules. It is equal to a position of the table, and
often another object: a full verification tries whether the two answer alike
(``reached_again``), for otherwise one outcome stands for two positions.

**Symmetry.** A table has one outcome for an orbit, and ``canonical`` and ``symmetries`` are claims
of the author's. Let S be the stored positions with all that ``symmetries`` lists for each, and let
L(q) be what the table has for ``canonical(q)``. A full verification requires of every q in S,
itself and not its representative,

1. that ``canonical(q)`` is the stored position that lists q, so that L is one outcome for q;
2. that L satisfies the condition at q: by the end of play there, or by the moves of q;
3. that every successor r is in S: the table has ``canonical(r)``, which lists r or is r.

It requires the same membership of the positions that were to be solved. So S is closed under play
by the unfolded rules, and L is a labelling of S that satisfies the certificate: it is the solution
of the unfolded game, whatever the two methods claim. They say only where S is and what L is. S is
also everything that the solution answers for. No set of it is kept: each q is checked by itself.
Without ``full`` the stored positions alone are checked, and symmetries are believed.

This module uses no solver and no kernel; it must not, or one fault could hide another.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Annotated, Any, TypedDict

import attrs

from gamesolver.errors import VerificationError
from gamesolver.lazy import shown_by
from gamesolver.rules.guard import Rules
from gamesolver.rules.reached_again import KnownPositions
from gamesolver.shapes import Natural, Shaped, fill
from gamesolver.system.progress import Reporter
from gamesolver.tables.table import Table
from gamesolver.value import Outcome
from gamesolver.verify.folding import Folding
from gamesolver.verify.positions import PositionCheck, stored_for_twin

POSITIONS_A_REPORT = 256
REMEMBERED = 1 << 18  # positions whose representatives a full verification keeps at hand
REMEMBERED_KINDS = str, int, bytes  # of which equal ones are alike


class VerificationShape(TypedDict):
    """`VerificationReport.as_json`; `null` where a fault was found."""

    holds: bool
    positions: Natural | None
    moves: Natural | None
    ends: Natural | None
    seconds: float | None
    fault: str | None


class VerifyShape(VerificationShape):
    """`gamesolver verify --json`."""

    subject: Annotated[str, "The file or the game, as it was typed."]


@attrs.frozen
class VerificationReport(Shaped):
    """Numbers of positions, moves and terminal positions that a verification checked.

    The positions are those of the table. A full verification checks all that they represent.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> solution = solve(TicTacToe())
    >>> solution.verify().positions
    765
    >>> report = solution.verify(full=True)
    >>> report.positions, report.moves, report.ends
    (5478, 16167, 958)
    """

    positions: int
    moves: int
    ends: int
    seconds: float

    _repr_html_ = shown_by("show.reports", "verification_html")

    def shape(self) -> VerificationShape:
        """Return the report as plain data for JSON."""
        return fill(VerificationShape, self, holds=True, fault=None)


def refuted_shape(fault: str) -> VerificationShape:
    """Return the plain data for a solution in which a fault was found."""
    return fill(VerificationShape, None, holds=False, fault=fault)


def verify(
    rules: Rules[Any, Any],
    table: Table[Any],
    roots: Iterable[Any],
    *,
    full: bool = False,
    report: Reporter | None = None,
) -> VerificationReport:
    """Check every position of a table. Raise ``VerificationError`` at the first fault."""
    began = time.perf_counter()
    check = OrbitCheck(rules, table) if full else PositionCheck(rules, table)
    check.roots(roots)
    for done, (position, stored) in enumerate(table.items()):
        if report is not None and done % POSITIONS_A_REPORT == 0:
            report("verify", done, len(table))
        check.entry(position, stored)
    if report is not None:
        report("verify", len(table), len(table))
    seconds = time.perf_counter() - began
    return VerificationReport(check.positions, check.moves, check.ends, seconds)


class OrbitCheck(PositionCheck):
    """Check of the certificate at every position that the table represents."""

    looks_at_all_moves = True

    def __init__(self, rules: Rules[Any, Any], table: Table[Any]) -> None:
        super().__init__(rules, table)
        self._known_positions = KnownPositions(rules, table)
        self._folding = Folding(rules, self.steps)
        self._remembered: dict[Any, Any] = {}

    def root(self, root: Any) -> None:
        """Raise unless a root is in the table, listed by its representative."""
        super().root(root)
        self.meet(self.canonical(root))

    def entry(self, position: Any, stored: Outcome) -> None:
        """Check all positions that an entry represents."""
        for twin in self.rules.twins(position):
            self._folding.require_listed(twin, position)
            try:
                self.position(twin, stored)
            except VerificationError as error:
                self._folding.require_alike(twin, position)
                self._folding.require_alike_next(twin)
                if twin == position or error.stored is None:
                    raise
                raise stored_for_twin(self.rules, twin, position, error) from None

    def canonical(self, position: Any) -> Any:
        """Return the canonical position. Raise unless it lists ``position``."""
        if not self.rules.folds:
            return position
        is_remembered = type(position) in REMEMBERED_KINDS
        canonical = self._remembered.get(position) if is_remembered else None
        if canonical is None:
            canonical = self.rules.canonical(position)
            self._folding.require_twin(position, canonical)
            if is_remembered:
                self._remember(position, canonical)
        return canonical

    def _remember(self, position: Any, canonical: Any) -> None:
        if len(self._remembered) >= REMEMBERED:
            self._remembered.clear()
        self._remembered[position] = canonical

    def meet(self, canonical: Any) -> None:
        """Raise unless a known position that is reached again behaves alike."""
        self._known_positions.meet(canonical)
