"""``gamesolver rules``: what was derived from the rules of a game, and what was not."""

from __future__ import annotations

import click

from gamesolver.boardgames.derivation import BY_BOARD_GAME, derivation
from gamesolver.cli import options
from gamesolver.cli.output import Page, write_json
from gamesolver.cli.parsing import GAME, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError


@command_about(GAME)
@click.option("--lowered", is_flag=True, help="Print the lowered module of a board game.")
@options.json
def rules(
    subject: Subject,
    lowered: bool,
    json: bool,
) -> None:
    """Show what was derived from the rules of a game, and what was not.

    The report has a reason for each part that was not derived.
    """
    found = derivation(subject.game())
    if lowered and found.kind != BY_BOARD_GAME:
        raise InvalidArgumentError(
            f"bad --lowered: {subject.text} is not a board game, but has {found.kind}"
        )
    if json:
        write_json(found.shape())
        return
    page = Page()
    if lowered:
        page.print_lines(found.lowered.rstrip("\n"))
        return
    page.print_lines(f"{subject.text}: {found.kind}")
    page.table(
        ["part", "derived", "what, or why not"],
        [(each.name, "yes" if each.is_derived else "no", each.text) for each in found.parts],
    )
