"""Verification of a proof: each claim is checked against the rules.

A claim is a lower bound of the result of one side, the player to move at a position or the other
(``tables.claims``). It is *supported* if

* the position is terminal, and the rules give that side at least the bound;
* or that side is to move, and the bound is shown after one of its moves, one ply sooner;
* or the other side is to move, and the bound is shown after every move.

``tables.claim_scale`` defines the numbers, and what a move makes of them: the number that is shown
of a successor is backed up over the move, with its gain, and must reach the claim.

A bound is *shown* if it is claimed, or if it is a *leaf*: so short that it is not kept, and is
proved again on the spot, by playing all remaining plies. The number of plies of leaves is a
property of the claims (``leaf_plies``): none with scores, or if infinite play is won. Otherwise
it is 2, or more if too many claims would be kept (``kernels.leaves`` plays those). If every
claim is true. Moves that gain lie on no cycle, so their successors may be assumed to be shown
before. Between gains:

* a claim of more than infinite play within n plies rests on claims of one ply less, and finally on
  a terminal position, or on a gain after which the side need not have an end. No cycle supports it;
* a claim of less than infinite play, held out for n plies, rests likewise on ends, or on play
  going on;
* a claim of infinite play may rest on itself in a cycle, and rightly so. A side that stays in such
  a set for ever gets the payoff of infinite play, and leaves it only for as much, or for what is
  shown.

A claim of more plies than its scale allows is refused, whatever supports it, because its number
might belong to the next level.

**A draw's plies** are those of the shortest line of drawn positions to an end. So from the position
on, ply by ply, nothing is left out but what is shown to be won or lost: there no end comes sooner;
and there is a line of positions shown to be drawn that ends in that number of plies.

**Plies of best play**, if moves gain, are checked by the certificate of ``verify.certificate``
(:meth:`ClaimCheck.best_play`).

Only rules that define the game are called: ``moves``, ``play``, the ends and ``player``, but never
``candidates``. (``count_moves``, if it is written, only affects the order of the moves of a
leaf.) If a claim is about a symmetric position, ``symmetries`` is called in both
directions, and the report counts these claims. ``check_game`` tests if ``symmetries`` are
right. With ``symmetries=False`` no claim about a symmetric position counts. The outcome of a
symmetric position in a table is used in either case, and counted as well.

This module uses no search and nothing that proofs are made with; it must not, or one fault could
hide another.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypedDict

import attrs

from gamesolver.errors import VerificationError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown
from gamesolver.shapes import Natural, Shaped, fill
from gamesolver.system.progress import Reporter
from gamesolver.tables.claims import (
    MOVER,
    OTHER,
    SIDES,
    BestPlay,
    ClaimColumns,
    Claims,
    StatedResults,
    Statement,
)
from gamesolver.tables.solved import NOTHING_SOLVED, ReusedClaims, SolvedPositions
from gamesolver.texts import several
from gamesolver.value import Bounds, Outcome, Value

if TYPE_CHECKING:
    from gamesolver.verify.claim_columns import ColumnPass

CLAIMS_A_REPORT = 256
UNSOUND = "a claim has too many plies"
TOO_LARGE = "it is not claimed move by move, and to play it takes too many positions"
WHOSE = "the player to move", "the other player"
AGAIN = "; collected again, by the rules alone, for the first claims did not hold"


class ReusedShape(TypedDict):
    """Number of claims that a proof takes from a table."""

    table: str
    claims: Natural


class ProofVerificationShape(TypedDict):
    """`ProofReport.as_json`; numbers are `null` if a fault was found."""

    holds: bool
    shown: Annotated[str | None, "What is proved of the position."]
    claims: Natural | None
    positions: Natural | None
    leaves: Natural | None
    in_leaves: Natural | None
    images: Natural | None
    reused: Annotated[list[ReusedShape] | None, "The claims that rest on tables."]
    collected_again: Annotated[bool | None, "True if the first claims were false, and others hold."]
    seconds: float | None
    fault: str | None


class ProofVerifyShape(ProofVerificationShape):
    """`gamesolver verify --json` of a file with a proof."""

    subject: Annotated[str, "The file, as it was typed."]


@attrs.frozen
class ProofReport(Shaped):
    """Report of a verification in which every claim holds.

    >>> from games import TicTacToe
    >>> from gamesolver import prove
    >>> report = prove(TicTacToe()).verify()
    >>> print(report.bounds)
    draw in 9
    """

    bounds: Bounds
    """Bounds that are shown for the proved position."""
    claims: int
    """Number of claims, all of them checked."""
    positions: int
    """Number of positions visited, one after each move played."""
    leaves: int
    """Number of short claims that were proved again by playing to the end."""
    in_leaves: int
    """Number of positions visited for these leaves."""
    images: int
    """Number of uses of a claim about a symmetric position."""
    seconds: float
    reused: tuple[ReusedClaims, ...] = ()
    """Numbers of further claims taken from each table, which are not checked here."""
    collected_again: bool = False
    """True if the first claims failed, and these come from a search by the rules alone.

    This happens if an author's hints are false, or have no plies.
    """

    def __str__(self) -> str:
        rest = "and the symmetries" if self.images else "without symmetries"
        return (
            f"{self.bounds}: {several(self.claims, 'claim')} hold{'s' * (self.claims == 1)}, by "
            f"the rules alone {rest}; {several(self.positions, 'position')} seen, "
            f"{self.in_leaves:,} of them to prove {self.leaves:,} leaves again"
            f"{'; reused from tables, and not checked: ' if self.reused else ''}"
            f"{', '.join(map(str, self.reused))}"
            f"{AGAIN if self.collected_again else ''}"
        )

    def with_more(self, more: ProofReport) -> ProofReport:
        """Return the report with the counts of ``more``, a second pass, added. The bounds stay."""
        reused: Counter[str] = Counter()
        for each in (*self.reused, *more.reused):
            reused[each.table] += each.claims
        return ProofReport(
            self.bounds,
            self.claims + more.claims,
            self.positions + more.positions,
            self.leaves + more.leaves,
            self.in_leaves + more.in_leaves,
            self.images + more.images,
            self.seconds + more.seconds,
            tuple(ReusedClaims(*each) for each in reused.items()),
            self.collected_again or more.collected_again,
        )

    def shape(self) -> ProofVerificationShape:
        """Return the report as plain data for JSON."""
        return fill(
            ProofVerificationShape,
            self,
            holds=True,
            shown=str(self.bounds),
            reused=[fill(ReusedShape, each) for each in self.reused],
            fault=None,
        )


def refuted_proof_shape(fault: str) -> ProofVerificationShape:
    """Return the plain data of a report with a fault."""
    return fill(ProofVerificationShape, None, holds=False, fault=fault)


def verify_claims(
    rules: Rules[Any, Any],
    claims: Claims,
    stated: StatedResults,
    *,
    symmetries: bool = True,
    solved: SolvedPositions = NOTHING_SOLVED,
    report: Reporter | None = None,
) -> ProofReport:
    """Check every claim, and all statements. Raise ``VerificationError`` at the first fault.

    Outcomes of the positions in ``solved`` are taken from tables, and counted separately.
    """
    began = time.perf_counter()
    check = ClaimCheck(rules, claims, symmetries, solved)
    check.use_kernel()
    for statement in stated.statements:
        check.statement(statement)
    check.run(report)
    check.best_play(stated.best_play)
    return check.report(stated, time.perf_counter() - began)


class ClaimCheck:
    """Check of claims in one pass."""

    def __init__(
        self,
        rules: Rules[Any, Any],
        claims: Claims,
        symmetries: bool,
        solved: SolvedPositions = NOTHING_SOLVED,
    ) -> None:
        self.rules = rules
        self.solved = solved
        self.reused: dict[tuple[Any, int], int] = {}
        """Number of the table that a claim is taken from, by canonical position and side.

        Claims taken by a kernel are not included (``reused_with``).
        """
        self.claims = claims
        self.scale = claims.scale
        self.folds = symmetries and rules.names_images
        self.positions = 0
        self.leaves = 0
        self.in_leaves = 0
        self.images = 0
        self._plays = False
        self.columns: ColumnPass | None = None
        """Pass by a kernel, if one is used."""

    def use_kernel(self) -> None:
        """Use a kernel to check the claims, if they are about a compiled game."""
        game = self.rules.game
        if isinstance(self.claims, ClaimColumns) and isinstance(game, CompiledGame):
            from gamesolver.verify.claim_columns import ColumnPass  # numba: only when needed

            self.columns = ColumnPass(game, self.claims, self.folds, self.solved)

    def report(self, stated: StatedResults, seconds: float) -> ProofReport:
        """Return the report."""
        bounds = self._shown(stated.statements[0]) if stated.statements else Bounds()
        reused = self._reused_by_table()
        rests = [
            ReusedClaims(each.name, reused[number])
            for number, each in enumerate(self.solved.tables)
            if reused.get(number)
        ]
        return ProofReport(
            bounds=bounds,
            claims=len(self.claims),
            positions=self.positions,
            leaves=self.leaves,
            in_leaves=self.in_leaves,
            images=self.images,
            seconds=seconds,
            reused=tuple(rests),
        )

    def _shown(self, statement: Statement) -> Bounds:
        """Return the bounds shown for the position of a statement, or those of a table."""
        position = statement.position
        ending, found = self.rules.ending(position), self._found(position)
        if ending is not None:
            return Bounds(ending, ending)
        if found is not None:
            self.reused[self.rules.canonical(position), MOVER] = found[0]
            return Bounds(found[1], found[1])
        return statement.bounds(self.scale)

    def _reused_by_table(self) -> Mapping[int, int]:
        """Return the number of claims taken from each table, by its number."""
        if self.columns is None:
            return Counter(self.reused.values())
        return self.columns.reused_with(self.reused)

    # ── what is to be shown ────────────────────────────────────────────────

    def statement(self, statement: Statement) -> None:
        """Raise unless a statement of the proof is shown."""
        position = statement.position
        for side, bound in zip(SIDES, (statement.mover, statement.other), strict=True):
            if bound != self.scale.nothing and not self.is_shown(position, side, bound):
                self._fail(position, side, bound, "this claim is not in the proof")
            self._require_sound(position, side, bound)
        if statement.drawn is not None:
            self._draw(statement.position, statement.drawn)

    def run(self, report: Reporter | None) -> None:
        """Raise unless every claim is supported."""
        if self.columns is not None:
            self._run_by_kernel(self.columns, report)
        else:
            self._run_one_by_one(report)

    def _run_by_kernel(self, columns: ColumnPass, report: Reporter | None) -> None:
        """Check the claims by a kernel, up to one that fails, and add its counts."""
        columns.run(report)
        self.positions += columns.positions
        self.leaves += columns.leaves
        self.in_leaves += columns.in_leaves
        self.images += columns.images
        if columns.fault is not None:
            self._refute(*columns.fault, columns.is_too_large)

    def _run_one_by_one(self, report: Reporter | None) -> None:
        for done, (position, *bounds) in enumerate(self.claims.entries()):
            if report is not None and done % CLAIMS_A_REPORT == 0:
                report("verify", done, len(self.claims))
            for side in SIDES:
                self.claim(position, side, bounds[side])
        if report is not None:
            report("verify", len(self.claims), len(self.claims))

    def claim(self, position: Any, side: int, bound: int) -> None:
        """Raise unless a claim is supported."""
        self._require_sound(position, side, bound)
        if bound == self.scale.nothing:
            return
        gets = self.by_rules(position, side)
        holds = self._is_supported(position, side, bound) if gets is None else gets >= bound
        if not holds:
            self._refute(position, side, bound, is_too_large=False)

    def _refute(self, position: Any, side: int, bound: int, is_too_large: bool) -> NoReturn:
        """Raise with the reason why a claim is not supported."""
        self._require_sound(position, side, bound)
        whys = "no move of its own shows it", "after one of the moves it is not shown"
        self._fail(position, side, bound, TOO_LARGE if is_too_large else whys[side])

    def _require_sound(self, position: Any, side: int, bound: int) -> None:
        if bound != self.scale.nothing and not self.scale.is_sound(bound):
            self._fail(position, side, bound, UNSOUND)

    # ── what is shown ──────────────────────────────────────────────────────

    def is_shown(self, position: Any, side: int, bound: int) -> bool:
        """Return True if a bound is shown: by an end, a claim, a table, or a few plies of play."""
        return self._is_enough(position, side, bound, lambda number: number >= bound)

    def is_shown_after(self, successor: Any, side: int, gain: int, bound: int) -> bool:
        """Return True if a bound is shown by the backed-up number of a successor."""
        back, short = self.scale.backed_up, bound + (bound > 0) - (bound < 0)
        return self._is_enough(successor, side, short, lambda number: back(number, gain) >= bound)

    def _is_enough(
        self, position: Any, side: int, short: int, enough: Callable[[int], bool]
    ) -> bool:
        """Return True if a number shown of a side satisfies ``enough``, and record its source.

        ``short`` is the number that must be shown if it is that of a leaf: leaves have no gains.
        """
        gets = self.by_rules(position, side)
        if gets is not None:
            return enough(gets)
        if enough(self.scale.going_on(position, for_mover=side == MOVER)):
            return True
        if self.scale.is_short(short, self.claims.leaf_plies):
            return self._is_played(position, side, short)
        if enough(self.claims.bound(position, side)):
            return True
        return self._is_enough_of_image(position, side, enough) or self._is_enough_in_table(
            position, side, enough
        )

    def _is_enough_of_image(self, position: Any, side: int, enough: Callable[[int], bool]) -> bool:
        if not self.folds:
            return False
        canonical = self.rules.canonical(position)
        if not enough(self.claims.bound(canonical, side)):
            return False
        if not self._are_images(position, canonical):
            return False
        self.images += 1
        return True

    def _is_enough_in_table(self, position: Any, side: int, enough: Callable[[int], bool]) -> bool:
        found = self._found(position)
        if found is None or not enough(self._solved(position, side, found[1])):
            return False
        self.reused[self.rules.canonical(position), side] = found[0]
        return True

    def _solved(self, position: Any, side: int, outcome: Outcome) -> int:
        """Return the number of a tablebase outcome for a side."""
        number = self.scale.solved(position, outcome)
        return number if side == MOVER else -number

    def _found(self, position: Any) -> tuple[int, Outcome] | None:
        """Return the number of a table and its outcome of a position, or ``None``."""
        if not self.solved:
            return None
        canonical = self.rules.canonical(position)
        found = self.solved.found(canonical)
        if found is None or canonical == position:
            return found
        if not self._are_images(position, canonical):
            return None
        self.images += 1
        return found

    def by_rules(self, position: Any, side: int) -> int | None:
        """Return the number of a terminal position for a side, or ``None``."""
        ending = self.rules.ending(position)
        if ending is None:
            return None
        number = self.scale.end(position, ending.points)
        return number if side == MOVER else -number

    def _is_played(self, position: Any, side: int, bound: int) -> bool:
        """Return True if a bound is shown by playing the last plies to the end."""
        if abs(bound) >= self.scale.unit:
            return False  # play goes on
        if self.columns is not None:
            return self.columns.is_played(position, side, bound)
        is_within = self._plays  # within another leaf
        self.leaves += not is_within
        before, self._plays = self.positions, True
        is_shown = self._is_supported(position, side, bound)
        self._plays = is_within
        self.in_leaves += 0 if is_within else self.positions - before
        return is_shown

    def _are_images(self, one: Any, other: Any) -> bool:
        return other in self.rules.orbit(one) and one in self.rules.orbit(other)

    def _is_supported(self, position: Any, side: int, bound: int) -> bool:
        """Return True if a bound follows from one ply on: by one move, or by all."""
        after = (
            self.is_shown_after(successor, side_after(side, kept), gain, bound)
            for successor, kept, gain in self._moves_for(position, side)
        )
        return any(after) if side == MOVER else all(after)

    def _moves_for(self, position: Any, side: int) -> Iterator[tuple[Any, bool, int]]:
        """Yield the successors, with True if the turn is kept, and the gain of a side."""
        rules = self.rules
        for move, (successor, kept) in zip(
            rules.moves(position), self._successors(position), strict=True
        ):
            gain = rules.gain(position, move)
            yield successor, kept, gain if side == MOVER else -gain

    def _successors(self, position: Any) -> Iterator[tuple[Any, bool]]:
        rules = self.rules
        seat = rules.player(position)
        for move in rules.moves(position):
            successor = rules.play(position, move)
            self.positions += 1
            yield successor, seat is not None and rules.player(successor) == seat

    # ── how long a draw takes ──────────────────────────────────────────────

    def _draw(self, position: Any, drawn: Outcome) -> None:
        """Raise unless a draw takes the stated number of plies, or if moves gain."""
        if self.rules.has_gains or self.rules.payoff:
            self._fail_outcome(position, drawn, "in this game the plies of draws are not shown")
        if drawn.value is not Value.DRAW or not self._is_drawn(position):
            self._fail_outcome(position, drawn, "it is not shown to be drawn")
        last = drawn.remoteness
        may_be, are = [position], [position]
        met = {self._name(position)}, {self._name(position)}
        plies = 0
        ends_then = False
        while may_be and plies != last:
            soonest = min(map(self._plies_to_end, may_be))
            if soonest < (math.inf if last is None else last - plies):
                self._fail_outcome(position, drawn, f"play may end drawn in {plies + int(soonest)}")
            ends_then |= any(self._plies_to_end(each) + plies == last for each in are)
            may_be = [each for each in self._new(may_be, met[0]) if not self._is_decided(each)]
            are = [each for each in self._new(are, met[1]) if self._is_drawn(each)]
            plies += 1
        if last is not None and not (ends_then or any(self._ends(each) for each in are)):
            self._fail_outcome(
                position,
                drawn,
                "no line of drawn positions is shown to end after that number of plies",
            )

    def _plies_to_end(self, position: Any) -> float:
        """Return the fewest plies to a drawn end, by the rules or a table."""
        if self._ends(position):
            return 0
        found = self._found(position)
        if found is None:
            return math.inf
        self.reused[self.rules.canonical(position), MOVER] = found[0]
        plies = found[1].remoteness
        return math.inf if plies is None else plies

    def _new(self, positions: list[Any], met: set[Any]) -> Iterator[Any]:
        """Yield the successors that were not met before, each once."""
        for successor in (each for one in positions for each, _ in self._after(one)):
            name = self._name(successor)
            if name not in met:
                met.add(name)
                yield successor

    def _after(self, position: Any) -> Iterator[tuple[Any, bool]]:
        is_over = self._ends(position) or self._found(position) is not None
        return iter(()) if is_over else self._successors(position)

    def _name(self, position: Any) -> Any:
        return self.rules.canonical(position) if self.folds else position

    def _ends(self, position: Any) -> bool:
        return self.rules.ending(position) is not None

    def _is_drawn(self, position: Any) -> bool:
        return all(self.is_shown(position, side, 0) for side in SIDES)

    def _is_decided(self, position: Any) -> bool:
        """Return True if a side is shown to get more than the payoff of infinite play."""
        short = self.scale.unit - self.claims.leaf_plies
        is_played = self.claims.leaf_plies > 0
        return any(
            self.is_shown(position, side, 1) or (is_played and self.is_shown(position, side, short))
            for side in SIDES
        )

    # ── plies of best play ─────────────────────────────────────────────────

    def best_play(self, outcomes: BestPlay) -> None:
        """Raise unless the outcomes of best play hold, in a game in which moves gain.

        The outcomes belong to a set of positions. At each of them a move that leaves the set
        is shown to get less, and the greatest backed-up outcome of the others is the stated
        one. They are thus the solution of the game that stays in the set, by the certificate
        of ``verify.certificate``, and leaving it is worse.
        """
        for position, outcome in outcomes.items():
            if not self.rules.has_gains:
                self._fail_outcome(
                    position, outcome, "this game has no outcome in addition to its claims"
                )
            ending = self.rules.ending(position)
            expected = self._best_of(position, outcome, outcomes) if ending is None else ending
            is_same = expected == outcome and expected.last_gain == outcome.last_gain
            if expected is None or not is_same:
                self._fail_outcome(position, outcome, f"by its moves it is a {expected}")

    def _best_of(self, position: Any, outcome: Outcome, outcomes: BestPlay) -> Outcome | None:
        """Return the greatest backed-up outcome of the moves that stay among known outcomes."""
        best, less = None, self.scale.gets_less(position, outcome.points)
        for successor, kept, gain in self._moves_for(position, MOVER):
            after = self._outcome_in(outcomes, successor)
            if after is None:
                if not self.is_shown_after(successor, side_after(OTHER, kept), -gain, less):
                    self._fail_outcome(
                        position, outcome, "one of its other moves is not shown to be worse"
                    )
                continue
            back = after.backed_up(kept, gain)
            if best is None or back.preference_key > best.preference_key:
                best = back
        return best

    def _outcome_in(self, outcomes: BestPlay, position: Any) -> Outcome | None:
        """Return the outcome of a position, or of a symmetric one, for the player to move."""
        name = self._name(position)
        outcome = outcomes.get(name)
        if outcome is None:
            return None
        if name != position:
            if not self._are_images(position, name):
                return None
            self.images += 1
        length = ~outcome.last_gain if outcome.remoteness is None else outcome.remoteness
        payoff = self.rules.payoff_at(position)
        return Outcome.of(outcome.points, length, self.rules.is_scored, payoff)

    # ── faults ─────────────────────────────────────────────────────────────

    def _fail(self, position: Any, side: int, bound: int, why: str) -> NoReturn:
        where, words = shown(self.rules.game, position), self._words(position, side, bound)
        raise VerificationError(
            f"the proof is wrong: at position {where} {WHOSE[side]} is claimed to get at least "
            f"{words}: {why}",
            position,
            words,
            None,
        )

    def _words(self, position: Any, side: int, bound: int) -> str:
        """Return the bound of a side as text."""
        return in_words(self.scale.named(position, side == MOVER, bound))

    def _fail_outcome(self, position: Any, outcome: Outcome, why: str) -> NoReturn:
        where = shown(self.rules.game, position)
        raise VerificationError(
            f"the proof is wrong: position {where} is claimed to be a {outcome}: {why}",
            position,
            outcome,
            None,
        )


def side_after(side: int, kept: bool) -> int:
    """Return the number of the same side one ply on."""
    return side if kept else OTHER - side


def in_words(bound: Outcome | Value | int) -> str:
    """Return a bound as text for messages."""
    if isinstance(bound, Value):
        return bound.name.lower()
    if isinstance(bound, Outcome):
        return str(bound)
    name = Value.of(bound).name.lower()
    return f"{name} by {abs(bound)}" if bound else name
