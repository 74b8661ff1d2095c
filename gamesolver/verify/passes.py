"""verify for proofs: which pass claims take, by what their numbers mean.

Claims about who wins, and how fast, are held against the rules as ``verify.claims`` tells; those of
games with scores, and where endless play is won, as ``verify.levels`` does.
"""

from __future__ import annotations

import time
from typing import Any

from gamesolver.rules.guard import Rules
from gamesolver.system.progress import Reporter
from gamesolver.tables.claim_scale import LevelScale
from gamesolver.tables.claims import Claims, Said
from gamesolver.tables.solved import NOTHING_SOLVED, SolvedPositions
from gamesolver.verify.claims import ClaimCheck, ProofReport
from gamesolver.verify.levels import LevelClaimCheck


def verify_claims(
    rules: Rules[Any, Any],
    claims: Claims,
    said: Said,
    *,
    symmetries: bool = True,
    solved: SolvedPositions = NOTHING_SOLVED,
    report: Reporter | None = None,
) -> ProofReport:
    """Check every claim, and what they are to show; ``VerificationError`` at the first fault.

    What tables say of the positions in ``solved`` is taken from them, and counted apart.
    """
    began = time.perf_counter()
    check = check_of(rules)(rules, claims, symmetries, solved)
    check.use_kernel()
    for statement in said.statements:
        check.statement(statement)
    check.run(report)
    check.best_play(said.best_play)
    return check.report(said, time.perf_counter() - began)


def check_of(rules: Rules[Any, Any]) -> type[ClaimCheck]:
    """The pass that understands the numbers of these claims."""
    return LevelClaimCheck if LevelScale.serves(rules) else ClaimCheck
