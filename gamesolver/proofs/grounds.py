"""What a proof rests on: collected when it is first asked for, and checked by the rules alone.

What the author of a game knows besides its rules may be wrong, and the answer right all the same:
then claims that follow it lead nowhere. Or it is right and has no plies, which claims of more than
endless play is worth must have. So where they do not hold, what is to be shown is asked anew, and
the claims are collected once more, by a search that asks the rules alone; what does not hold then
is a wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.errors import MemoryLimitError, VerificationError
from gamesolver.proofs.budget import COMPILE
from gamesolver.proofs.claims import Collector, statement_of
from gamesolver.proofs.level_claims import LevelCollector, level_statement_of, worse_moves
from gamesolver.proofs.optimal import outcomes_of
from gamesolver.proofs.questions import Questions, Search, Watch
from gamesolver.rules import messages
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.system.progress import Reporter
from gamesolver.tables.claim_scale import LevelScale
from gamesolver.tables.claims import (
    LEAF_PLIES,
    MOST,
    MOVER,
    OTHER,
    BestPlay,
    Claims,
    Said,
    Statement,
)
from gamesolver.value import Bounds, Outcome, shows
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
        """Return what was shown of the position, and the claims that it rests on.

        They are collected again if more was shown since.
        """
        if folds not in self._known or self._has_grown(self._known[folds]):
            self._announce(report)
            search = self.questions.search.doubting(_collecting(report))
            statement = self._statement(search)
            self._known[folds] = statement, self._collected(search, Said((statement,)), folds)
        return self._known[folds]

    def verify(
        self, others: Mapping[Any, tuple[int, int]], symmetries: bool, report: Reporter
    ) -> ProofReport:
        """Check all that was said; raise ``VerificationError`` if a part of it does not hold.

        ``others`` are the positions, besides the proved one, of which something was said: between
        which worths theirs lie.
        """
        ending = self.questions.rules.ending
        others = {each: worths for each, worths in others.items() if ending(each) is None}
        said = self.questions.known(self.position)
        shown = self._verify_position(symmetries, report)
        best_play = self._best_play((self.position, *others), symmetries)
        if others or best_play:
            shown = shown.with_more(self._verify_more(others, best_play, symmetries, report))
        outcome = best_play.get(self._name(self.position, symmetries))
        if outcome is not None:
            shown = attrs.evolve(shown, bounds=Bounds(outcome, outcome))
        self._require_shown(self.position, said, shown.bounds)
        for position in others:
            outcome = best_play.get(self._name(position, symmetries))
            if outcome is not None and self.questions.has_found(position):
                said = self.questions.known(position)
                self._require_shown(position, said, Bounds(outcome, outcome))
        return shown

    def _verify_position(self, symmetries: bool, report: Reporter) -> ProofReport:
        """Check the claims about the proved position; if they fail, those by the rules alone."""
        statement, claims = self.claims(symmetries, report)
        try:
            return self._checked(Said((statement,)), claims, symmetries, report)
        except VerificationError:
            search = self.questions.search.from_rules_alone(_collecting(report))
            statement = self._statement(search)
            claims = self._collected(search, Said((statement,)), symmetries)
            self._known[symmetries] = statement, claims
            self._again.add(symmetries)
        return self._checked(Said((statement,)), claims, symmetries, report)

    def _verify_more(
        self,
        others: Mapping[Any, tuple[int, int]],
        best_play: BestPlay,
        symmetries: bool,
        report: Reporter,
    ) -> ProofReport:
        """Check what was said of other positions, and of the plies of best play."""
        self._announce(report)
        search = self.questions.search.doubting(_collecting(report))
        said = Said(self._statements(search, others), best_play)
        try:
            return self._checked(
                said, self._collected(search, said, symmetries), symmetries, report
            )
        except VerificationError:
            search = self.questions.search.from_rules_alone(_collecting(report))
            said = Said(self._statements(search, others), best_play)
            self._again.add(symmetries)
        return self._checked(said, self._collected(search, said, symmetries), symmetries, report)

    def _best_play(self, positions: Iterable[Any], folds: bool) -> BestPlay:
        """Return the outcomes on which the plies rest that were said, if moves gain."""
        best_play: dict[Any, Outcome] = {}
        questions = self.questions
        for position in positions:
            is_said = questions.rules.has_gains and questions.has_found(position)
            if is_said and self._name(position, folds) not in best_play:
                best_play |= outcomes_of(questions, position, folds)
        return best_play

    def _statements(
        self, search: Search, others: Mapping[Any, tuple[int, int]]
    ) -> tuple[Statement, ...]:
        return tuple(
            _statement_of(self.questions, search, position, worths)
            for position, worths in others.items()
        )

    def _name(self, position: Any, folds: bool) -> Any:
        return self.questions.rules.canonical(position) if folds else position

    def _has_grown(self, known: tuple[Statement, Claims]) -> bool:
        """Return True if the position has closer bounds by now than its claims show."""
        statement, claims = known
        questions, position = self.questions, self.position
        said = questions.scales.at(position).between(*questions.bounds(position))
        if questions.is_drawn(position):
            said = questions.known(position)  # with its plies, if they were asked for
        is_over = questions.rules.ending(position) is not None
        return not is_over and not self._is_shown(position, said, statement.bounds(claims.scale))

    def _is_shown(self, position: Any, said: Bounds, shown: Bounds) -> bool:
        """Return True if all that is said of a position is shown."""
        rules = self.questions.rules
        return shows(shown, said, rules.preference(rules.player(position)))

    def _require_shown(self, position: Any, said: Bounds, shown: Bounds) -> None:
        """Raise ``VerificationError`` if more is said of a position than is shown."""
        if self._is_shown(position, said, shown):
            return
        where = messages.shown(self.questions.rules.game, position)
        message = f"the proof is wrong: position {where} is said to be {said}, and its claims show"
        raise VerificationError(f"{message} {shown}", position, said, shown)

    def _announce(self, report: Reporter) -> None:
        if isinstance(self.questions.rules.game, CompiledGame):
            report(COMPILE, 0)  # what collects is compiled when it is first needed

    def _statement(self, search: Search) -> Statement:
        worths = self.questions.bounds(self.position)
        return _statement_of(self.questions, search, self.position, worths)

    def _collected(self, search: Search, said: Said, folds: bool) -> Claims:
        return collected(self.questions.rules, search, said, self.most, folds)

    def _checked(
        self, said: Said, claims: Claims, symmetries: bool, report: Reporter
    ) -> ProofReport:
        rules, solved = self.questions.rules, self.questions.search.solved
        found = verify_claims(
            rules, claims, said, symmetries=symmetries, solved=solved, report=report
        )
        return attrs.evolve(found, collected_again=symmetries in self._again)


def _collecting(report: Reporter) -> Watch:
    """Tells how many positions are visited, and forgotten, while claims are collected."""
    return lambda visited, forgotten: report(
        "collect", visited, things="positions", forgotten=forgotten
    )


def _statement_of(
    questions: Questions, search: Search, position: Any, worths: tuple[int, int]
) -> Statement:
    """Return what was shown of a position, in the numbers that claims about this game have."""
    by_levels = LevelScale.serves(questions.rules)
    return (level_statement_of if by_levels else statement_of)(questions, search, position, worths)


# ── how many claims are kept ────────────────────────────────────────────────────────────────────

FEW, SHARE = 1 << 16, 1 / 32
"""So many claims are kept in any case; of more, this share of the positions that were visited."""
FURTHEST, STEP = 2 / 3, 2
"""Of all plies, what is left out at first; and by how many plies less each time."""


def collected(rules: Rules[Any, Any], search: Search, said: Said, most: int, folds: bool) -> Claims:
    """Return the claims that statements rest on, as many as are enough and as there is room for.

    The nearer to their end claims are still kept, the more there are, and the less is left to
    the verifier. So at first only those far from it are collected, and then more.
    """
    enough = max(FEW, search.visited * SHARE)
    held: Claims | None = None
    for leaf_plies in _leaf_plies(rules, search, said):
        try:
            held = collected_with(rules, search, said, most, folds, leaf_plies)
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
    said: Said,
    most: int,
    folds: bool,
    leaf_plies: int,
) -> Claims:
    """Return the claims that statements rest on, but for those of an end within so many plies."""
    collector = _collector(rules, search, most, folds, leaf_plies)
    for statement in said.statements:
        for side, bound in ((MOVER, statement.mover), (OTHER, statement.other)):
            if bound > collector.nothing:
                collector.collect(statement.position, side, bound)
        if statement.drawn is not None:
            collector.collect_draw(statement.position, statement.drawn.remoteness)
    for task in worse_moves(rules, search, said.best_play, folds):
        collector.collect(*task)
    return collector.gathered()


def _leaf_plies(rules: Rules[Any, Any], search: Search, said: Said) -> Iterator[int]:
    """Within how many plies of the end claims may be left out, the most first.

    Only compiled rules are fast enough to play many; *never loses* has no plies; and what rests on
    tables may be too much to play.
    """
    if LevelScale.serves(rules):
        yield 0
        return
    if _by_kernel(rules, search) is not None and not search.solved:
        most = min(map(_most_left_out, said.statements), default=LEAF_PLIES)
        yield from range(most, LEAF_PLIES, -STEP)
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
