"""What a proof rests on: collected when it is first asked for, and checked by the rules alone.

What the author of a game knows besides its rules may be wrong, and the answer right all the same:
then claims that follow it lead nowhere. Or it is right and has no plies, which claims of more than
endless play is worth must have. So where they do not hold, what is to be shown is asked anew, and
the claims are collected once more, by a search that asks the rules alone; what does not hold then
is a wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.errors import MemoryLimitError, VerificationError
from gamesolver.proofs.budget import COMPILE
from gamesolver.proofs.claims import Collector, statement_of
from gamesolver.proofs.level_claims import LevelCollector, level_statement_of
from gamesolver.proofs.questions import Questions, Search, Watch
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.system.progress import Reporter
from gamesolver.tables.claim_scale import LevelScale
from gamesolver.tables.claims import LEAF_PLIES, MOST, MOVER, OTHER, Claims, Statement
from gamesolver.verify.claims import ProofReport
from gamesolver.verify.passes import verify_claims

if TYPE_CHECKING:
    from gamesolver.proofs.compiled_search import CompiledSearch

SILENT = Reporter(None)


@attrs.define
class Grounds:
    """What questions about one position have shown, with the claims behind it."""

    questions: Questions
    position: Any
    most: int
    """So many claims there is room for."""
    _known: dict[bool, tuple[Statement, Claims]] = attrs.field(factory=dict)
    """By whether they are about canonical twins, or about positions as they are played."""
    _again: set[bool] = attrs.field(factory=set)
    """Likewise, where they were collected once more, by the rules alone."""

    def claims(self, folds: bool = True, report: Reporter = SILENT) -> tuple[Statement, Claims]:
        """What was shown, and the claims that it rests on."""
        if folds not in self._known:
            if isinstance(self.questions.rules.game, CompiledGame):
                report(COMPILE, 0)  # what collects is compiled when it is first needed
            search = self.questions.search.doubting(_collecting(report))
            statement = _statement_of(self.questions, search, self.position)
            self._known[folds] = statement, self._collected(search, statement, folds)
        return self._known[folds]

    def verify(self, symmetries: bool, report: Reporter) -> ProofReport:
        """Check all of them; ``VerificationError`` where they do not hold."""
        statement, claims = self.claims(symmetries, report)
        try:
            return self._checked(statement, claims, symmetries, report)
        except VerificationError:
            search = self.questions.search.from_rules_alone(_collecting(report))
            statement = _statement_of(self.questions, search, self.position)
            claims = self._collected(search, statement, symmetries)
            self._known[symmetries] = statement, claims
            self._again.add(symmetries)
        return self._checked(statement, claims, symmetries, report)

    def _collected(self, search: Search, statement: Statement, folds: bool) -> Claims:
        return collected(self.questions.rules, search, statement, self.most, folds)

    def _checked(
        self, statement: Statement, claims: Claims, symmetries: bool, report: Reporter
    ) -> ProofReport:
        rules, solved = self.questions.rules, self.questions.search.solved
        found = verify_claims(
            rules, claims, statement, symmetries=symmetries, solved=solved, report=report
        )
        return attrs.evolve(found, collected_again=symmetries in self._again)


def _collecting(report: Reporter) -> Watch:
    """Tells how many positions are visited, and forgotten, while claims are collected."""
    return lambda visited, forgotten: report(
        "collect", visited, things="positions", forgotten=forgotten
    )


def _statement_of(questions: Questions, search: Search, position: Any) -> Statement:
    """What was shown of a position, in the numbers that claims about this game have."""
    by_levels = LevelScale.serves(questions.rules)
    return (level_statement_of if by_levels else statement_of)(questions, search, position)


# ── how many claims are kept ────────────────────────────────────────────────────────────────────

FEW, SHARE = 1 << 16, 1 / 32
"""So many claims are kept in any case; of more, this share of the positions that were visited."""
FURTHEST, STEP = 2 / 3, 2
"""Of all plies, what is left out at first; and by how many plies less each time."""


def collected(
    rules: Rules[Any, Any], search: Search, statement: Statement, most: int, folds: bool
) -> Claims:
    """The claims that a statement rests on, as many as are enough and as there is room for.

    The nearer to their end claims are still kept, the more there are, and the less is left to
    whoever checks them. So at first only those far from it are collected, and then more.
    """
    enough = max(FEW, search.visited * SHARE)
    held: Claims | None = None
    for leaf_plies in _leaf_plies(rules, search, statement):
        try:
            held = collected_with(rules, search, statement, most, folds, leaf_plies)
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
    statement: Statement,
    most: int,
    folds: bool,
    leaf_plies: int,
) -> Claims:
    """The claims that a statement rests on, but for those of an end within so many plies."""
    collector = _collector(rules, search, most, folds, leaf_plies)
    for side, bound in ((MOVER, statement.mover), (OTHER, statement.other)):
        if bound > collector.nothing:
            collector.collect(statement.position, side, bound)
    if statement.drawn is not None:
        collector.collect_draw(statement.position, statement.drawn.remoteness)
    return collector.gathered()


def _leaf_plies(rules: Rules[Any, Any], search: Search, statement: Statement) -> Iterator[int]:
    """Within how many plies of the end claims may be left out, the most first.

    Only compiled rules are fast enough to play many; *never loses* has no plies; and what rests on
    tables may be too much to play.
    """
    if LevelScale.serves(rules):
        yield 0
        return
    if _by_kernel(rules, search) is not None and not search.solved:
        yield from range(_most_left_out(statement), LEAF_PLIES, -STEP)
    yield LEAF_PLIES


def _most_left_out(statement: Statement) -> int:
    """Within how many plies claims are left out at first; 0 where one of them has no plies.

    Two thirds of all plies, or one more: where turns alternate, whoever wins is then not to move
    in the positions that are played from. So their many replies need no claims of their own, and
    to play them from there takes no longer.
    """
    sides = (statement.mover, MOVER), (statement.other, OTHER)
    bounds = [(bound, side) for bound, side in sides if bound > 1 - MOST]
    if not bounds or not all(bound for bound, _ in bounds):
        return 0
    most = int(FURTHEST * min(MOST - abs(bound) for bound, _ in bounds))
    bound, side = max(bounds)
    is_to_move = (MOST - abs(bound) - most - 1) % 2 == side
    return most + is_to_move


def _collector(
    rules: Rules[Any, Any], search: Search, most: int, folds: bool, leaf_plies: int
) -> Collector:
    """What collects the claims that a search is asked for."""
    by_kernel = _by_kernel(rules, search)
    if by_kernel is not None:
        return by_kernel.collector(rules, most, folds, leaf_plies)
    if LevelScale.serves(rules):
        return LevelCollector(rules, search, most, folds)
    return Collector(rules, search, most, folds)


def _by_kernel(rules: Rules[Any, Any], search: Search) -> CompiledSearch | None:
    """The search, if it collects claims by a kernel."""
    if not isinstance(rules.game, CompiledGame):
        return None
    from gamesolver.proofs.compiled_search import CompiledSearch  # numba: only when needed

    return search if isinstance(search, CompiledSearch) else None
