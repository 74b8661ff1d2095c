"""Claims that support a proof: collected on demand, and checked by the rules alone.

The author's hints may be false although the answer is right. Claims that follow them then have no
support. Hints may also be right and have no plies, which claims better than infinite play need. If
claims fail, the questions are therefore searched again, and the claims collected again, by a search
that uses the rules only. A claim that fails then shows a wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.errors import MemoryLimitError, VerificationError
from gamesolver.proofs.claims import Collector, statement_of, worse_moves
from gamesolver.proofs.optimal import outcomes_of
from gamesolver.proofs.questions import Questions, Search, Watch
from gamesolver.rules import messages
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.system.progress import Reporter
from gamesolver.tables.claim_scale import ClaimScale
from gamesolver.tables.claims import MOST, MOVER, OTHER, BestPlay, Claims, StatedResults, Statement
from gamesolver.value import Bounds, Outcome, shows
from gamesolver.verify.claims import ProofReport, verify_claims

if TYPE_CHECKING:
    from gamesolver.proofs.compiled_search import CompiledSearch

SILENT = Reporter(None)


@attrs.define
class Grounds:
    """Proved bounds of one position, with the claims that support them."""

    questions: Questions
    position: Any
    most: int
    """Greatest number of claims."""
    _known: dict[bool, tuple[Statement, Claims]] = attrs.field(factory=dict)
    """Claims about canonical positions (True), or about positions as they are played (False)."""
    _again: set[bool] = attrs.field(factory=set)
    """Keys of claims that were collected again by the rules alone."""

    def claims(self, folds: bool = True, report: Reporter = SILENT) -> tuple[Statement, Claims]:
        """Return the statement about the position, and the claims that it rests on.

        They are collected again if the bounds have improved since.
        """
        if folds not in self._known or self._has_grown(self._known[folds]):
            search = self.questions.search.without_verdicts(_collecting(report))
            statement = self._statement(search)
            self._known[folds] = (
                statement,
                self._collected(search, StatedResults((statement,)), folds),
            )
        return self._known[folds]

    def verify(
        self, others: Mapping[Any, tuple[int, int]], symmetries: bool, report: Reporter
    ) -> ProofReport:
        """Check all returned results. Raise ``VerificationError`` if one does not hold.

        ``others`` maps the other positions with returned results to their
        bounds.
        """
        ending = self.questions.rules.ending
        others = {each: bounds for each, bounds in others.items() if ending(each) is None}
        stated = self.questions.known(self.position)
        shown = self._verify_position(symmetries, report)
        best_play = self._best_play((self.position, *others), symmetries)
        if others or best_play:
            shown = shown.with_more(self._verify_more(others, best_play, symmetries, report))
        outcome = best_play.get(self._name(self.position, symmetries))
        if outcome is not None:
            shown = attrs.evolve(shown, bounds=Bounds(outcome, outcome))
        self._require_shown(self.position, stated, shown.bounds)
        for position in others:
            outcome = best_play.get(self._name(position, symmetries))
            if outcome is not None and self.questions.has_found(position):
                stated = self.questions.known(position)
                self._require_shown(position, stated, Bounds(outcome, outcome))
        return shown

    def _verify_position(self, symmetries: bool, report: Reporter) -> ProofReport:
        """Check the claims about the proved position. If they fail, those by the rules alone."""
        statement, claims = self.claims(symmetries, report)
        try:
            return self._checked(StatedResults((statement,)), claims, symmetries, report)
        except VerificationError:
            search = self.questions.search.from_rules_alone(_collecting(report))
            statement = self._statement(search)
            claims = self._collected(search, StatedResults((statement,)), symmetries)
            self._known[symmetries] = statement, claims
            self._again.add(symmetries)
        return self._checked(StatedResults((statement,)), claims, symmetries, report)

    def _verify_more(
        self,
        others: Mapping[Any, tuple[int, int]],
        best_play: BestPlay,
        symmetries: bool,
        report: Reporter,
    ) -> ProofReport:
        """Check the results for other positions, and the plies of best play."""
        search = self.questions.search.without_verdicts(_collecting(report))
        stated = StatedResults(self._statements(search, others), best_play)
        try:
            return self._checked(
                stated, self._collected(search, stated, symmetries), symmetries, report
            )
        except VerificationError:
            search = self.questions.search.from_rules_alone(_collecting(report))
            stated = StatedResults(self._statements(search, others), best_play)
            self._again.add(symmetries)
        return self._checked(
            stated, self._collected(search, stated, symmetries), symmetries, report
        )

    def _best_play(self, positions: Iterable[Any], folds: bool) -> BestPlay:
        """Return the outcomes on which the stated plies rest, if moves gain."""
        best_play: dict[Any, Outcome] = {}
        questions = self.questions
        for position in positions:
            is_claimed = questions.rules.has_gains and questions.has_found(position)
            if is_claimed and self._name(position, folds) not in best_play:
                best_play |= outcomes_of(questions, position, folds)
        return best_play

    def _statements(
        self, search: Search, others: Mapping[Any, tuple[int, int]]
    ) -> tuple[Statement, ...]:
        return tuple(
            statement_of(self.questions, search, position, bounds)
            for position, bounds in others.items()
        )

    def _name(self, position: Any, folds: bool) -> Any:
        return self.questions.rules.canonical(position) if folds else position

    def _has_grown(self, known: tuple[Statement, Claims]) -> bool:
        """Return True if the position has closer bounds by now than its claims show."""
        statement, claims = known
        questions, position = self.questions, self.position
        stated = questions.scales.at(position).between(*questions.bounds(position))
        if questions.is_drawn(position):
            stated = questions.known(position)  # with its plies, if they were queried
        is_over = questions.rules.ending(position) is not None
        return not is_over and not self._is_shown(position, stated, statement.bounds(claims.scale))

    def _is_shown(self, position: Any, stated: Bounds, shown: Bounds) -> bool:
        """Return True if the claims show all that was stated about a position."""
        rules = self.questions.rules
        return shows(shown, stated, rules.preference(rules.player(position)))

    def _require_shown(self, position: Any, stated: Bounds, shown: Bounds) -> None:
        """Raise ``VerificationError`` if more was stated about a position than the claims show."""
        if self._is_shown(position, stated, shown):
            return
        where = messages.shown(self.questions.rules.game, position)
        message = (
            f"the proof is wrong: position {where} is claimed to be {stated}, and its claims "
            f"show {shown}"
        )
        raise VerificationError(message, position, stated, shown)

    def _statement(self, search: Search) -> Statement:
        bounds = self.questions.bounds(self.position)
        return statement_of(self.questions, search, self.position, bounds)

    def _collected(self, search: Search, stated: StatedResults, folds: bool) -> Claims:
        return collected(self.questions.rules, search, stated, self.most, folds)

    def _checked(
        self, stated: StatedResults, claims: Claims, symmetries: bool, report: Reporter
    ) -> ProofReport:
        rules, solved = self.questions.rules, self.questions.search.solved
        found = verify_claims(
            rules, claims, stated, symmetries=symmetries, solved=solved, report=report
        )
        return attrs.evolve(found, collected_again=symmetries in self._again)


def _collecting(report: Reporter) -> Watch:
    """Return a callback that reports the progress of collecting claims."""
    return lambda visited, forgotten: report(
        "collect", visited, things="positions", forgotten=forgotten
    )


# ── number of claims ────────────────────────────────────────────────────────────────────────────

FEW, SHARE = 1 << 16, 1 / 32
"""Number of claims always stored, and beyond it the share of positions visited."""
FURTHEST, STEP = 2 / 3, 2
"""Share of all plies left out at first, and the plies less in each further attempt."""


def collected(
    rules: Rules[Any, Any], search: Search, stated: StatedResults, most: int, folds: bool
) -> Claims:
    """Return the claims that statements rest on, enough of them if they fit into memory.

    The verifier plays the last plies before an end itself. If claims nearer to an end are kept,
    there are more claims, and less is left to the verifier. So at first only claims far from an
    end are collected, and then more.
    """
    enough = max(FEW, search.visited * SHARE)
    held: Claims | None = None
    for leaf_plies in _leaf_plies(rules, search, stated):
        try:
            held = collected_with(rules, search, stated, most, folds, leaf_plies)
        except MemoryLimitError:
            if held is None:
                raise
            break
        if len(held) >= enough:
            break
    assert held is not None
    return held


def collected_with(
    rules: Rules[Any, Any],
    search: Search,
    stated: StatedResults,
    most: int,
    folds: bool,
    leaf_plies: int,
) -> Claims:
    """Return the claims for statements, except those of an end within ``leaf_plies``."""
    collector = _collector(rules, search, most, folds, leaf_plies)
    for statement in stated.statements:
        for side, bound in ((MOVER, statement.mover), (OTHER, statement.other)):
            if bound > collector.scale.nothing:
                collector.collect(statement.position, side, bound)
        if statement.drawn is not None:
            collector.collect_draw(statement.position, statement.drawn.remoteness)
    for task in worse_moves(rules, search, stated.best_play, folds):
        collector.collect(*task)
    return collector.gathered()


def _leaf_plies(rules: Rules[Any, Any], search: Search, stated: StatedResults) -> Iterator[int]:
    """Yield the plies to an end within which claims may be left out, the greatest first.

    Only compiled rules are fast enough to play many plies. A claim *never loses* has no plies, and
    positions that rest on tables may need too many.
    """
    least = ClaimScale(rules).leaf_plies
    if least and _by_kernel(rules, search) is not None and not search.solved:
        most = min(map(_most_left_out, stated.statements), default=least)
        yield from range(most, least, -STEP)
    yield least


def _most_left_out(statement: Statement) -> int:
    """Return the plies within which claims are left out at first, or 0 if one has no plies.

    Two thirds of all plies, or one more: if turns alternate, the winner is then not to move
    in the positions that are played from. So their many replies need no claims of their own, and
    to play them from there takes no longer.
    """
    sides = (statement.mover, MOVER), (statement.other, OTHER)
    bounds = [(bound, side) for bound, side in sides if bound > ClaimScale.nothing]
    if not bounds or not all(bound for bound, _ in bounds):
        return 0
    most = int(FURTHEST * min(MOST - abs(bound) for bound, _ in bounds))
    bound, side = max(bounds)
    is_to_move = (MOST - abs(bound) - most - 1) % 2 == side
    return most + is_to_move


def _collector(
    rules: Rules[Any, Any], search: Search, most: int, folds: bool, leaf_plies: int
) -> Collector:
    """Return the collector of claims for a search."""
    by_kernel = _by_kernel(rules, search)
    if by_kernel is not None:
        return by_kernel.collector(rules, most, folds, leaf_plies)
    return Collector(rules, search, most, folds)


def _by_kernel(rules: Rules[Any, Any], search: Search) -> CompiledSearch | None:
    """Return the search if it collects claims by a kernel, or else ``None``."""
    if not isinstance(rules.game, CompiledGame):
        return None
    from gamesolver.proofs.compiled_search import CompiledSearch  # numba: only when needed

    return search if isinstance(search, CompiledSearch) else None
