"""Certificate at a single position: its outcome against those of its successors.

``verify.certificate`` states the condition and proves that it suffices. Every ``solve`` ends by
checking some positions in this way (``verify.spot_check``), and imports only what that requires.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from gamesolver.errors import VerificationError
from gamesolver.rules.guard import Rules
from gamesolver.tables.table import Table
from gamesolver.value import Outcome, Value
from gamesolver.verify.folding import Step, steps_of

WIN_NEXT = Outcome(Value.WIN, 1)


class PositionCheck:
    """Check of the certificate at single positions, looked up by canonical position."""

    looks_at_all_moves = False
    """True if all moves are checked, even after a win in one ply is found."""

    def __init__(self, rules: Rules[Any, Any], table: Table[Any]) -> None:
        self.rules = rules
        self.table = table
        self.positions = 0
        self.moves = 0
        self.ends = 0
        self._move_outcomes: dict[tuple[int, int, bool, int, int], Outcome] = {}

    def roots(self, roots: Iterable[Any]) -> None:
        """Raise unless every root is in the table."""
        for root in roots:
            self.root(root)

    def root(self, root: Any) -> None:
        """Raise unless a root is in the table."""
        if self.table.get(self.canonical(root)) is None:
            self.fail(root, None, None, "it is missing")

    def entry(self, position: Any, stored: Outcome) -> None:
        """Check an entry of the table."""
        self.position(position, stored)

    def position(self, position: Any, stored: Outcome) -> None:
        """Raise unless an outcome follows from the rules and the outcomes of the successors."""
        self.positions += 1
        ending = self.rules.ending(position)
        if ending is not None:
            self.ends += 1
            if stored != ending:
                self.fail(position, stored, ending, "play has ended there")
            return
        best = self._best_move_outcome(position, stored)
        if best is None or _claim(stored) != _claim(best):
            self.fail(position, stored, best, "this is the greatest backed-up outcome of its moves")

    def steps(self, position: Any) -> Iterable[Step]:
        """Return the steps of a position."""
        return self.played(position)

    def played(self, position: Any) -> Iterator[Step]:
        """Play the moves of a position, one by one."""
        return steps_of(self.rules, position, self.canonical)

    def canonical(self, position: Any) -> Any:
        """Return the canonical position."""
        return self.rules.canonical(position)

    def require_alike_if_repeated(self, canonical: Any) -> None:
        """Do nothing. A full verification compares the position with the stored one."""

    def _best_move_outcome(self, position: Any, stored: Outcome) -> Outcome | None:
        best = None
        payoff = self.rules.payoff_at(position)
        for successor, canonical, kept, gain in self.steps(position):
            self.moves += 1
            outcome = self.table.get(canonical)
            if outcome is None:
                self._fail_missing(successor, position)
            self.require_alike_if_repeated(canonical)
            backed_up = self._move_outcome(outcome, kept, gain, payoff)
            if best is None or (backed_up is not best and _is_better(backed_up, best, payoff)):
                best = backed_up
                if best == stored == WIN_NEXT and not self.looks_at_all_moves:
                    break  # nothing is greater
        return best

    def _move_outcome(self, outcome: Outcome, kept: bool, gain: int, payoff: int) -> Outcome:
        claim = *_claim(outcome), kept, gain, payoff
        backed_up = self._move_outcomes.get(claim)
        if backed_up is None:
            backed_up = self._move_outcomes[claim] = _backed_up(outcome, kept, gain, payoff)
        return backed_up

    def fail(
        self, position: Any, stored: Outcome | None, expected: Outcome | None, why: str
    ) -> NoReturn:
        """Raise the error for a position that does not hold."""
        from gamesolver.rules.messages import shown  # few positions fail

        claim = "" if stored is None else f" is stored as {stored}, and should be {expected}"
        where = shown(self.rules.game, position)
        raise wrong(f"position {where}{claim}: {why}", position, stored, expected)

    def _fail_missing(self, successor: Any, position: Any) -> NoReturn:
        from gamesolver.rules.messages import shown

        came_from = shown(self.rules.game, position)
        self.fail(successor, None, None, f"it is missing, one move after {came_from}")


def wrong(
    what: str, position: Any, stored: Outcome | None, expected: Outcome | None
) -> VerificationError:
    """Return the error for a solution that does not hold."""
    return VerificationError(f"the solution is wrong: {what}", position, stored, expected)


def stored_for_image(
    rules: Rules[Any, Any], image: Any, position: Any, error: VerificationError
) -> VerificationError:
    """Return the error for an outcome that is wrong for a symmetric position only."""
    from gamesolver.rules.messages import shown_apart

    one, other = shown_apart(rules.game, image, position)
    what = f"position {one}, which {other} represents, is stored as {error.stored}"
    what += f", and should be {error.expected}"
    return wrong(what, image, error.stored, error.expected)


def _claim(outcome: Outcome) -> tuple[int, int]:
    """Return points and plies of an outcome. Plies are negative for infinite play."""
    points = int(outcome.value) if outcome.score is None else outcome.score
    return points, ~outcome.last_gain if outcome.remoteness is None else outcome.remoteness


def _backed_up(outcome: Outcome, kept: bool, gain: int, payoff: int) -> Outcome:
    """Return the backed-up outcome. ``payoff`` is the payoff of infinite play."""
    points, plies = _claim(outcome)
    points = gain + (points if kept else -points)
    if plies < 0:
        plies = -1 if points == payoff else plies - 1
    else:
        plies += 1
    return Outcome.of(points, plies, outcome.score is not None, payoff)


def _is_better(one: Outcome, other: Outcome, payoff: int) -> bool:
    """Return True if the player prefers ``one``. ``payoff`` is the payoff of infinite play."""
    (points, plies), (others, others_plies) = _claim(one), _claim(other)
    if points != others:
        return points > others
    if (plies < 0) == (others_plies < 0):  # below 0, the more plies the lower
        is_longer = plies > others_plies if plies >= 0 else plies < others_plies
    else:
        is_longer = plies < 0
    delays = points < payoff or (points == payoff and payoff < 0)
    return is_longer if delays else not is_longer and plies != others_plies
