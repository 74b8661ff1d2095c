"""``gamesolver check``: check that the rules of a game are consistent.

No is an answer: it goes to standard output, and the exit code is 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import gamesolver
from gamesolver.cli import options
from gamesolver.cli.endings import NO
from gamesolver.cli.output import BAD, GOOD, Page, how_far, write_json
from gamesolver.cli.parsing import GAME, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.errors import GameContractError, Violation
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import titled
from gamesolver.show.sentences import capital, headline
from gamesolver.texts import clean, one_line, several

if TYPE_CHECKING:
    from gamesolver.check.check_game import ContractReport


@command_about(GAME)
@click.option(
    "--limit",
    "-n",
    "most",
    metavar="N",
    type=options.whole,
    help="Check all positions of a game with up to N.  [default: 200]",
)
@click.option(
    "--walks",
    metavar="N",
    type=options.whole,
    help="Of a larger game, check N random games.  [default: 100 positions]",
)
@click.option("--thorough", is_flag=True, help="Check up to 20,000 positions.")
@click.option("--seed", metavar="N", type=options.whole, default=0, help="Seed of random play.")
@click.option("--laws", metavar="LAW,LAW", help="Check these laws only.")
@click.option("--without", metavar="LAW,LAW", help="Omit these laws.")
@options.json
def check(
    subject: Subject,
    most: int | None,
    walks: int | None,
    thorough: bool,
    seed: int,
    laws: str | None,
    without: str | None,
    json: bool,
) -> int:
    """Check that the rules of a game are consistent."""
    game = subject.game()
    try:
        report = gamesolver.check_game(
            game,
            most=most,
            walks=walks,
            thorough=thorough,
            seed=seed,
            laws=_named(laws),
            without=_named(without),
            progress=how_far(),
        )
    except GameContractError as error:
        return _broken(game, error, json)
    if json:
        write_json(report.shape())
        return 0
    page = Page()
    page.print(f"{headline(titled(game))} {_laws_text(report)}", style=GOOD, soft_wrap=True)
    more = "" if thorough else " (--thorough looks at more)"
    all_of = "all of them" if report.exhaustive else f"met in random play{more}"
    page.print_lines(
        f"{several(report.positions, 'position')}, {all_of}, with "
        f"{several(report.moves, 'move')} and {several(report.ends, 'end')} of play"
    )
    if report.left_out:
        page.print_lines(f"Left out: {', '.join(report.left_out)}")
    page.remark(*(note.message for note in report.notes))
    if report.turns:
        page.print_lines(capital(report.turns))
    if report.untested:
        page.print_lines(capital(report.untested))
    return 0


def _named(text: str | None) -> list[str] | None:
    """Return the typed laws as a list."""
    return None if text is None else [name.strip() for name in text.split(",")]


def _laws_text(report: ContractReport) -> str:
    """Return the number of laws that hold as text."""
    tried = len(report.laws)
    if not tried:
        return "has nothing that these laws are about"
    return (
        f"obeys the {several(tried, 'law')} tried" if report.left_out else f"obeys all {tried} laws"
    )


def _broken(game: Game[object, object], error: GameContractError, json: bool) -> int:
    faults = error.faults or (Violation("raises", str(error)),)
    if json:
        from gamesolver.check.check_game import broken_shape

        write_json(broken_shape(game, faults))
        return NO
    page = Page()
    laws = "a law" if len(faults) == 1 else f"{len(faults)} laws"
    page.print(f"{headline(_named_anyhow(game))} breaks {laws}", style=BAD, soft_wrap=True)
    page.table(["law", "what happened"], [(fault.law, clean(fault.message)) for fault in faults])
    return NO


def _named_anyhow(game: Game[object, object]) -> str:
    """Return the title of a game, or its class name, because its title may be the fault."""
    try:
        return titled(game)
    except GameContractError:
        return one_line(game)
