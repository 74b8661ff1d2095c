"""What a proof rests on: collected when it is first asked for, and checked by the rules alone.

What the author of a game knows besides its rules may be wrong, and the answer right all the same:
then claims that follow it lead nowhere. Or it is right and has no plies, which claims of more than
endless play is worth must have. So where they do not hold, what is to be shown is asked anew, and
the claims are collected once more, by a search that asks the rules alone; what does not hold then
is a wrong answer.
"""

from __future__ import annotations

from typing import Any

import attrs

from gamesolver.errors import VerificationError
from gamesolver.proofs.budget import COMPILE
from gamesolver.proofs.claims import collected, statement_of
from gamesolver.proofs.questions import Questions, Search, Watch
from gamesolver.rules.compiled import CompiledGame
from gamesolver.system.progress import Reporter
from gamesolver.tables.claims import Claims, Statement
from gamesolver.verify.claims import ProofReport, verify_claims

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

    def claims(self, folds: bool = True, report: Reporter = SILENT) -> tuple[Statement, Claims]:
        """What was shown, and the claims that it rests on."""
        if folds not in self._known:
            if isinstance(self.questions.rules.game, CompiledGame):
                report(COMPILE, 0)  # what collects is compiled when it is first needed
            search = self.questions.search.doubting(_collecting(report))
            statement = statement_of(self.questions, search, self.position)
            self._known[folds] = statement, self._collected(search, statement, folds)
        return self._known[folds]

    def verify(self, symmetries: bool, report: Reporter) -> ProofReport:
        """Check all of them; ``VerificationError`` where they do not hold."""
        statement, claims = self.claims(symmetries, report)
        try:
            return self._checked(statement, claims, symmetries, report)
        except VerificationError:
            search = self.questions.search.from_rules_alone(_collecting(report))
            statement = statement_of(self.questions, search, self.position)
            claims = self._collected(search, statement, symmetries)
            self._known[symmetries] = statement, claims
        return self._checked(statement, claims, symmetries, report)

    def _collected(self, search: Search, statement: Statement, folds: bool) -> Claims:
        return collected(self.questions.rules, search, statement, self.most, folds)

    def _checked(
        self, statement: Statement, claims: Claims, symmetries: bool, report: Reporter
    ) -> ProofReport:
        rules, solved = self.questions.rules, self.questions.search.solved
        return verify_claims(
            rules, claims, statement, symmetries=symmetries, solved=solved, report=report
        )


def _collecting(report: Reporter) -> Watch:
    """Tells how many positions are visited while claims are collected."""
    return lambda visited: report("collect", visited, things="positions")
