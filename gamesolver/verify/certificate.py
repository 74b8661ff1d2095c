"""verify: check a solution against the rules, sharing nothing with what made it.

**The certificate.** For a move, its *back* is the successor's outcome seen by
the player making it: the value negated if and only if the turn passes, one ply
more. A labelling of all positions, every successor present, is the solution if
and only if an end of play has its ``terminal_value`` at remoteness 0, and any
other position has

* WIN r: some back is WIN r and none is a WIN in fewer;
* LOSS r: every back is a LOSS, and r is the greatest;
* DRAW r: no back is a WIN, some is DRAW r, none is a finished draw in fewer;
* DRAW None: no back is a WIN or a finished draw, and some is DRAW None.

In short, by the order of preference: *the greatest of its backs*.

**Why it is enough.** Remoteness makes every claim rest on claims with one ply
less, so a win or a finished draw cannot be argued for in a circle; and what is
labelled an endless draw has, at each turn, a move that stays among its like.

Every successor is made anew by the rules. It is equal to a position of the table, and
often another object: a full verification tries whether the two answer alike
(``reached_again``), for otherwise one outcome stands for two positions.

This module uses no solver and no kernel; it must not, or one fault could hide another.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, NoReturn

import attrs

from gamesolver.errors import VerificationError
from gamesolver.lazy import shown_by
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown
from gamesolver.rules.reached_again import KnownPositions
from gamesolver.shapes import Shaped, VerificationShape
from gamesolver.system.progress import Reporter
from gamesolver.tables.table import Table
from gamesolver.value import Outcome, Value

POSITIONS_A_REPORT = 256
WIN_NEXT = Outcome(Value.WIN, 1)


@attrs.frozen
class VerificationReport(Shaped):
    """What a verification looked at: every position, the moves it played, the ends it met.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> report = solve(TicTacToe()).verify(full=True)
    >>> report.positions, report.moves, report.ends
    (765, 2270, 138)
    """

    positions: int
    moves: int
    ends: int
    seconds: float

    _repr_html_ = shown_by("show.reports", "verification_html")

    def shape(self) -> VerificationShape:
        """All of it as plain data, in the shape that JSON has."""
        return {
            "holds": True,
            "positions": self.positions,
            "moves": self.moves,
            "ends": self.ends,
            "seconds": self.seconds,
            "fault": None,
        }


def refuted_shape(fault: str) -> VerificationShape:
    """The same of a solution in which a fault was found."""
    return {
        "holds": False,
        "positions": None,
        "moves": None,
        "ends": None,
        "seconds": None,
        "fault": fault,
    }


def verify(
    rules: Rules[Any, Any],
    table: Table[Any],
    roots: Iterable[Any],
    *,
    full: bool = False,
    report: Reporter | None = None,
) -> VerificationReport:
    """Check every position of a table; raise ``VerificationError`` at the first fault."""
    began = time.perf_counter()
    check = _Check(rules, table, full)
    check.roots(roots)
    for done, (position, stored) in enumerate(table.items()):
        if report is not None and done % POSITIONS_A_REPORT == 0:
            report("verify", done, len(table))
        check.position(position, stored)
    if report is not None:
        report("verify", len(table), len(table))
    return VerificationReport(len(table), check.moves, check.ends, time.perf_counter() - began)


class _Check:
    """One pass over a table."""

    def __init__(self, rules: Rules[Any, Any], table: Table[Any], full: bool) -> None:
        self.rules = rules
        self.table = table
        self.full = full
        self.known_positions = KnownPositions(rules, table) if full else None
        self.moves = 0
        self.ends = 0
        self.backs: dict[tuple[Outcome, bool], Outcome] = {}

    def roots(self, roots: Iterable[Any]) -> None:
        """Every position that was asked to be solved is there."""
        for root in roots:
            canonical = self.rules.canonical(root)
            if self.table.get(canonical) is None:
                self._fail(root, None, None, "it was to be solved and is missing")
            if self.known_positions is not None:
                self.known_positions.meet(canonical)

    def position(self, position: Any, stored: Outcome) -> None:
        """The label is the one that the rules and the labels one move on demand."""
        ending = self.rules.ending(position)
        if ending is not None:
            self.ends += 1
            if stored.value is not ending or stored.remoteness != 0:
                self._fail(position, stored, Outcome(ending, 0), "play has ended there")
            return
        best = self._greatest_back(position, stored)
        if stored != best:
            self._fail(position, stored, best, "that is the greatest back of its moves")

    def _greatest_back(self, position: Any, stored: Outcome) -> Outcome | None:
        best = None
        seat = self.rules.player(position)
        for move in self.rules.moves(position):
            self.moves += 1
            successor = self.rules.play(position, move)
            kept = seat is not None and self.rules.player(successor) == seat
            back = self._back(position, successor, kept)
            if best is None or (back is not best and back > best):
                best = back
                if best == stored == WIN_NEXT and not self.full:
                    break  # nothing is greater
        return best

    def _back(self, position: Any, successor: Any, kept: bool) -> Outcome:
        canonical = self.rules.canonical(successor)
        outcome = self.table.get(canonical)
        if outcome is None:
            came_from = shown(self.rules.game, position)
            self._fail(successor, None, None, f"it is missing, one move after {came_from}")
        if self.known_positions is not None:
            self.known_positions.meet(canonical)
        back = self.backs.get((outcome, kept))
        if back is None:
            back = self.backs[outcome, kept] = outcome.back(kept)
        return back

    def _fail(
        self, position: Any, stored: Outcome | None, expected: Outcome | None, why: str
    ) -> NoReturn:
        claim = "" if stored is None else f" is stored as {stored}, and should be {expected}"
        where = shown(self.rules.game, position)
        raise VerificationError(
            f"the solution is wrong: position {where}{claim}: {why}", position, stored, expected
        )
