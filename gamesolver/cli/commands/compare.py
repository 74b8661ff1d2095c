"""``gamesolver compare``: where two sets of rules agree, and where they differ.

The options after the first game are that game's. The second game comes in one word, with its
own options in it: ``gamesolver compare tic-tac-toe "tic-tac-toe --misere"``.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from gamesolver.cli import options
from gamesolver.cli.endings import APART, FINE
from gamesolver.cli.output import Page, how_far, write_json
from gamesolver.cli.parsing import FILE_OR_GAME, argument, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError
from gamesolver.players import Comparison
from gamesolver.players import compare as compared
from gamesolver.players.comparing import laid_apart
from gamesolver.players.comparison_tables import CARRIED
from gamesolver.rules.parameters import titled
from gamesolver.shapes import counts_shape
from gamesolver.show.sentences import WORDS, capital, positions_counted
from gamesolver.texts import clean, spelled


@command_about(FILE_OR_GAME)
@argument("other", 'Another game or file, with its options: "nim --misere".', metavar="OTHER")
@click.option(
    "--examples",
    metavar="N",
    type=options.whole,
    default=1,
    help="Show N positions for each change of value.",
)
@options.memory
@options.threads
@options.json
def compare(
    subject: Subject,
    other: str,
    examples: int,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> int:
    """Compare the outcomes under two sets of rules.

    If the games have no position in common, each is shown separately, and the exit code is 5.
    """
    against = subject_in(other)
    one, second = (side.solution(memory=memory, threads=threads) for side in (subject, against))
    why_apart = None
    try:
        comparison = compared(one, second, examples=examples, progress=how_far())
    except InvalidArgumentError as error:
        if CARRIED not in error.advice:
            raise
        comparison, why_apart = laid_apart(one, second), error
    if json:
        write_json(comparison.shape())
    elif why_apart is None:
        Page().print_lines(clean(comparison.as_text()).rstrip("\n"))
    else:
        _show_apart(comparison, why_apart.message)  # what it advises is for Python
    return FINE if why_apart is None else APART


def _show_apart(comparison: Comparison, why: str) -> None:
    """Print a separate report on each of two games without common positions."""
    page, columns = Page(), []
    for solution in (comparison.one, comparison.other):
        counts = counts_shape(solution.counts())
        counted = positions_counted(solution.game, solution.start, len(solution))
        numbers = [f"{counts[word]:,}" for word in WORDS.values()]
        columns.append([capital(titled(solution.game)), str(solution.outcome), counted, *numbers])
    heads, *rows = zip(["", "start", "positions", *WORDS.values()], *columns, strict=True)
    page.table(heads, rows)
    page.print_lines("", capital("; ".join(why.splitlines())))


def subject_in(text: str) -> Subject:
    """Return the game or file in one word, which includes its options."""
    try:
        words = [text] if Path(text).is_file() else shlex.split(text)
    except ValueError as error:
        raise InvalidArgumentError(f"bad game {spelled(text)}: {error}") from None
    subject = _only.main(words, prog_name=f"gamesolver compare ... {text!r}", standalone_mode=False)
    if not isinstance(subject, Subject):  # help was requested and printed
        raise click.exceptions.Exit
    return subject


@command_about(FILE_OR_GAME)
def _only(subject: Subject) -> Subject:
    """Return a game or a file, and nothing else."""
    return subject
