"""``gamesolver rules``: what was derived from the rules of a game, and what was not."""

from __future__ import annotations

from typing import Annotated

import typer

from gamesolver.boardgames.derivation import BY_BOARD_GAME, derivation
from gamesolver.cli.options import Json
from gamesolver.cli.output import Page, write_json
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError


def rules(
    subject: Annotated[Subject, "GAME"],
    lowered: Annotated[
        bool, typer.Option("--lowered", help="Print the lowered module of a board game.")
    ] = False,
    json: Json = False,
) -> None:
    """Show what was derived from the rules of a game, and what was not.

    Each part that was not derived has its reason.
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
        page.say(found.lowered.rstrip("\n"))
        return
    page.say(f"{subject.text}: {found.kind}")
    page.table(
        ["part", "derived", "what, or why not"],
        [(each.name, "yes" if each.is_derived else "no", each.text) for each in found.parts],
    )
