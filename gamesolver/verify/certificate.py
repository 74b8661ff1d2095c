"""Verification of a solution against the rules, independent of the solvers.

**The certificate.** The *outcome of a move* is the outcome of its successor, backed up for the
player who makes the move: the points (score, or value) are negated if and only if the turn passes,
the gain of the move is added, and one ply is added. A labelling of all positions, with all
successors present, is the solution if and only if

* a terminal position has the result of the rules, at remoteness 0,
* any other position has the outcome of its best move, in the order of preference of the player to
  move (``gamesolver.value``).

If infinite play is a draw and there are no scores, this means:

* WIN r: some move has WIN r, and none has a win in fewer plies.
* LOSS r: every move has a loss, and r is the greatest number of plies.
* DRAW r: no move has a win, some has DRAW r, and none has a finished draw in fewer plies.
* DRAW None: no move has a win or a finished draw, and some has DRAW None.

**Why it is sufficient.** By its remoteness every label depends on labels with one ply less. So
labels above or below the payoff of infinite play, and finished draws, cannot support each other on
a cycle. A position that is labelled endless has, at each turn, a move to another such position.
Play that gains and then never ends has no remoteness. Its label counts the plies to the last gain
instead. Otherwise two positions on a cycle could each claim a gain because the other does.

The rules create each successor again. It is equal to a position of the table, and often another
object. A full verification also compares the rules for the two objects (``reached_again``), because
an ``__eq__`` that ignores too much would merge two positions.

**Cost.** The rules once for each position, and a look-up for each move.

**Symmetry.** A table has one outcome for an orbit, and the author's ``canonical`` and
``symmetries`` may be wrong. Let S be the stored positions with all that ``symmetries`` lists for
each, and let L(q) be the outcome stored for ``canonical(q)``. For every q in S, not only for the
stored ones, a full verification requires that

1. ``canonical(q)`` is the stored position that lists q, so L is one outcome for q;
2. L satisfies the condition at q, by the result at q or by the moves of q;
3. every successor r is in S: the table has ``canonical(r)``, which lists r or is r.

It also requires that the positions from which the game was solved are in S. So S is closed under
play by the rules without symmetry, and L is a labelling of S that satisfies the certificate. By the
theorem L is the solution of the game without symmetries, even if the two methods are wrong. S is
also the set of all positions that the solution accepts. It is not kept in memory, because each q is
checked by itself. Without ``full`` only the stored positions are checked, and symmetries are
trusted.

This module uses no solver and no kernel, so that a fault in them cannot hide itself.
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
from gamesolver.verify.positions import PositionCheck, stored_for_image

POSITIONS_A_REPORT = 256
REMEMBERED = 1 << 18  # greatest number of canonical positions in the cache of a full verification
REMEMBERED_KINDS = str, int, bytes  # equal ones are alike


class VerificationShape(TypedDict):
    """`VerificationReport.as_json`; numbers are `null` if a fault was found."""

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
        self.require_alike_if_repeated(self.canonical(root))

    def entry(self, position: Any, stored: Outcome) -> None:
        """Check all positions that an entry represents."""
        for image in self.rules.images(position):
            self._folding.require_listed(image, position)
            try:
                self.position(image, stored)
            except VerificationError as error:
                self._folding.require_alike(image, position)
                self._folding.require_alike_next(image)
                if image == position or error.stored is None:
                    raise
                raise stored_for_image(self.rules, image, position, error) from None

    def canonical(self, position: Any) -> Any:
        """Return the canonical position. Raise unless it lists ``position``."""
        if not self.rules.folds:
            return position
        is_remembered = type(position) in REMEMBERED_KINDS
        canonical = self._remembered.get(position) if is_remembered else None
        if canonical is None:
            canonical = self.rules.canonical(position)
            self._folding.require_image(position, canonical)
            if is_remembered:
                self._remember(position, canonical)
        return canonical

    def _remember(self, position: Any, canonical: Any) -> None:
        if len(self._remembered) >= REMEMBERED:
            self._remembered.clear()
        self._remembered[position] = canonical

    def require_alike_if_repeated(self, canonical: Any) -> None:
        """Raise unless the rules are the same for a stored position and this equal object."""
        self._known_positions.require_alike_if_repeated(canonical)
