"""``gamesolver verify``: are the answers right?

No is an answer: it goes to standard output, and the exit code is 1.
"""

from __future__ import annotations

from typing import Annotated

import typer

from gamesolver.cli.endings import NO
from gamesolver.cli.options import Json
from gamesolver.cli.output import BAD, GOOD, Page, how_far, write_json
from gamesolver.cli.subjects import Subject
from gamesolver.errors import FileError, VerificationError
from gamesolver.shapes import VerifyShape
from gamesolver.show.sentences import several
from gamesolver.texts import clean


def verify(
    subject: Annotated[Subject, "FILE-or-GAME"],
    full: Annotated[
        bool, typer.Option("--full", help="Look at every move of every position.")
    ] = False,
    json: Json = False,
) -> int:
    """Check every position of a solution again, by the rules alone."""
    report = fault = None
    try:
        report = subject.solution().verify(full=full, progress=how_far())
    except VerificationError as error:
        fault = str(error)
    except FileError as error:
        if not error.is_wrong:  # no such file, or not of this game: a wrong call
            raise
        fault = str(error)
    if json:
        from gamesolver.verify.certificate import refuted_shape

        shape = refuted_shape(str(fault)) if report is None else report.shape()
        answer: VerifyShape = {"subject": subject.text, **shape}
        write_json(answer)
    elif report is None:
        names_it = str(fault).startswith(subject.text)
        wrong = str(fault) if names_it else f"{subject.text} is wrong: {fault}"
        Page().print(clean(wrong), style=BAD, soft_wrap=True)
    else:
        page = Page()
        page.print(f"{subject.text} is right", style=GOOD, soft_wrap=True)
        page.say(
            f"{several(report.positions, 'position')} checked, {several(report.ends, 'end')} of "
            f"play among them, {several(report.moves, 'move')} played, in {report.seconds:.1f} s"
        )
    return NO if report is None else 0
