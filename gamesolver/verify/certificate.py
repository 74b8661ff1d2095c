"""verify: check a solution against the rules, sharing nothing with what made it.

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
        self.backs: dict[tuple[int, int, bool, int, int], Outcome] = {}

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
            if stored != ending:
                self._fail(position, stored, ending, "play has ended there")
            return
        best = self._greatest_back(position, stored)
        if best is None or _claim(stored) != _claim(best):
            self._fail(position, stored, best, "that is the greatest back of its moves")

    def _greatest_back(self, position: Any, stored: Outcome) -> Outcome | None:
        best = None
        rules = self.rules
        seat = rules.player(position)
        worth = rules.worth_at(position)
        for move in rules.moves(position):
            self.moves += 1
            successor = rules.play(position, move)
            kept = seat is not None and rules.player(successor) == seat
            back = self._back(position, successor, kept, rules.gain(position, move), worth)
            if best is None or (back is not best and _is_better(back, best, worth)):
                best = back
                if best == stored == WIN_NEXT and not self.full:
                    break  # nothing is greater
        return best

    def _back(self, position: Any, successor: Any, kept: bool, gain: int, worth: int) -> Outcome:
        canonical = self.rules.canonical(successor)
        outcome = self.table.get(canonical)
        if outcome is None:
            came_from = shown(self.rules.game, position)
            self._fail(successor, None, None, f"it is missing, one move after {came_from}")
        if self.known_positions is not None:
            self.known_positions.meet(canonical)
        claim = *_claim(outcome), kept, gain, worth
        back = self.backs.get(claim)
        if back is None:
            back = self.backs[claim] = _taken_back(outcome, kept, gain, worth)
        return back

    def _fail(
        self, position: Any, stored: Outcome | None, expected: Outcome | None, why: str
    ) -> NoReturn:
        claim = "" if stored is None else f" is stored as {stored}, and should be {expected}"
        where = shown(self.rules.game, position)
        raise VerificationError(
            f"the solution is wrong: position {where}{claim}: {why}", position, stored, expected
        )


def _claim(outcome: Outcome) -> tuple[int, int]:
    """What a label says in numbers: points and plies, below 0 where there is no end."""
    points = int(outcome.value) if outcome.score is None else outcome.score
    return points, ~outcome.last_gain if outcome.remoteness is None else outcome.remoteness


def _taken_back(outcome: Outcome, kept: bool, gain: int, worth: int) -> Outcome:
    """An outcome from one move before, for a player to whom endless play is worth so much."""
    points, plies = _claim(outcome)
    points = gain + (points if kept else -points)
    if plies < 0:
        plies = -1 if points == worth else plies - 1
    else:
        plies += 1
    return Outcome.of(points, plies, outcome.score is not None, worth)


def _is_better(one: Outcome, other: Outcome, worth: int) -> bool:
    """Whether a player to whom endless play is worth so much prefers the first of two."""
    (points, plies), (others, others_plies) = _claim(one), _claim(other)
    if points != others:
        return points > others
    if (plies < 0) == (others_plies < 0):  # below 0, the more plies the lower
        is_longer = plies > others_plies if plies >= 0 else plies < others_plies
    else:
        is_longer = plies < 0
    delays = points < worth or (points == worth and worth < 0)
    return is_longer if delays else not is_longer and plies != others_plies
