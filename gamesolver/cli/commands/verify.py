"""``gamesolver verify``: check a solution or a proof by the rules alone.

No is an answer: it goes to standard output, and the exit code is 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from gamesolver.cli import options
from gamesolver.cli.endings import NO
from gamesolver.cli.output import BAD, GOOD, Page, how_far, write_json
from gamesolver.cli.parsing import FILE_OR_GAME, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.errors import FileError, InvalidArgumentError, VerificationError
from gamesolver.texts import clean, several

if TYPE_CHECKING:
    from gamesolver.verify.certificate import VerificationReport, VerificationShape
    from gamesolver.verify.claims import ProofReport, ProofVerificationShape


@command_about(FILE_OR_GAME)
@click.option("--full", is_flag=True, help="Check all moves, and every symmetric position.")
@options.tables
@click.option("--memory", "-m", metavar="SIZE", help="Memory limit of the table, such as 4GB.")
@click.option("--scratch", "folder", metavar="FOLDER", help="Folder for a table that exceeds it.")
@options.json
def verify(
    subject: Subject,
    full: bool,
    tables: Sequence[str],
    memory: str | None,
    folder: str | None,
    json: bool,
) -> int:
    """Check every position, or every claim of a proof, by the rules alone."""
    report = fault = None
    try:
        report = _verified(subject, full, tables or [], memory, folder)
    except VerificationError as error:
        fault = str(error)
    except FileError as error:
        if not error.is_wrong:  # no such file, or not of this game: a wrong call
            raise
        fault = str(error)
    if json:
        shape = _refuted(subject, str(fault)) if report is None else report.shape()
        write_json({"subject": subject.text, **shape})
    elif report is None:
        names_it = str(fault).startswith(subject.text)
        wrong = str(fault) if names_it else f"{subject.text} is wrong: {fault}"
        Page().print(clean(wrong), style=BAD, soft_wrap=True)
    else:
        page = Page()
        page.print(f"{subject.text} is right", style=GOOD, soft_wrap=True)
        page.print_lines(str(report) if subject.is_proof else _in_words(report))
    return NO if report is None else 0


def _verified(
    subject: Subject, full: bool, tables: Sequence[str], memory: str | None, folder: str | None
) -> VerificationReport | ProofReport:
    """Return the report of the check; raise ``VerificationError`` if it fails."""
    if not subject.is_proof:
        if tables:
            raise InvalidArgumentError(
                f"bad --table {tables[0]}: {subject.text} does not contain a proof; leave it out"
            )
        solution = subject.solution(memory=memory, folder=folder)
        return solution.verify(full=full, progress=how_far())
    if full:
        raise InvalidArgumentError(
            f"bad --full: {subject.text} contains a proof, which is always checked in full; "
            "leave it out"
        )
    for option, value in (("--memory", memory), ("--scratch", folder)):
        if value is not None:
            raise InvalidArgumentError(
                f"bad {option} {value}: {subject.text} contains a proof, which has no table; "
                "leave it out"
            )
    return subject.proof(tables).verify(progress=how_far())


def _refuted(subject: Subject, fault: str) -> VerificationShape | ProofVerificationShape:
    """Return the shape of a failed verification."""
    if subject.is_proof:
        from gamesolver.verify.claims import refuted_proof_shape

        return refuted_proof_shape(fault)
    from gamesolver.verify.certificate import refuted_shape

    return refuted_shape(fault)


def _in_words(report: Any) -> str:
    """Return the numbers of a solution's report as text."""
    return (
        f"{several(report.positions, 'position')} checked, {several(report.ends, 'end')} of "
        f"play among them, {several(report.moves, 'move')} played, in {report.seconds:.1f} s"
    )
