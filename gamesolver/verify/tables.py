"""Verification of any table: by position, by index, or from a file.

Tables hold outcomes and do not depend on the verifier.
"""

from __future__ import annotations

from typing import Any

from gamesolver.rules.guard import Rules
from gamesolver.system.progress import Reporter
from gamesolver.tables.table import DictTable, Table
from gamesolver.verify.certificate import VerificationReport, verify


def verify_table(
    rules: Rules[Any, Any],
    table: Table[Any],
    roots: tuple[Any, ...],
    full: bool,
    report: Reporter | None = None,
) -> VerificationReport:
    """Check every position of a table. Raise ``VerificationError`` at the first fault."""
    if isinstance(table, DictTable):
        return verify(rules, table, roots, full=full, report=report)
    from gamesolver.engine.table import EntryTable  # numba: only where there are such tables
    from gamesolver.files.tables import FileTable

    if isinstance(table, FileTable):
        verified = verify_table(rules, table.whole, roots, full, report)
        table.require_reached(roots)
        return verified
    if isinstance(table, EntryTable):
        return _verify_indexes(rules, table, roots, full, report)
    return verify(rules, table, roots, full=full, report=report)


def _verify_indexes(
    rules: Rules[Any, Any], table: Any, roots: tuple[Any, ...], full: bool, report: Reporter | None
) -> VerificationReport:
    from gamesolver.kernels.deferring import plainly_if_short
    from gamesolver.verify.indexes import verify_compiled

    def verified() -> VerificationReport:
        return verify_compiled(
            rules.game,  # type: ignore[arg-type]  # no other has such a table
            table,
            roots,
            full=full,
            threads=len(table.runner.workers.scratches),
            report=report,
        )

    in_python = plainly_if_short(verified) if table.is_short else None
    return verified() if in_python is None else in_python
