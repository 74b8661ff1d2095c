"""``gamesolver audit``: find the mistakes of a bot and their consequences.

No is an answer: it goes to standard output, and the exit code is 1. A sample in which nothing
was found proves nothing, so the exit code is 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated

import click

from gamesolver.cli import options
from gamesolver.cli.endings import NO
from gamesolver.cli.named_players import PLAYER_HELP, Setting, at_the_table
from gamesolver.cli.output import BAD, GOOD, TITLE, UNSURE, Page, how_far, write_json
from gamesolver.cli.parsing import FILE_OR_GAME, argument, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError
from gamesolver.players import Audit, PlayerFault, Tally
from gamesolver.players import audit as audited
from gamesolver.players.against_person import seat_named
from gamesolver.players.audit_report import AuditShape, answers_of, findings_of
from gamesolver.rules.parameters import titled
from gamesolver.show.sentences import Voice, capital
from gamesolver.texts import clean, several

STYLES = {"perfect": GOOD, "not perfect": BAD, "sample": UNSURE}


class NamedAuditShape(AuditShape):
    """`gamesolver audit --json`."""

    player: Annotated[str, "As it was typed."]


@command_about(FILE_OR_GAME)
@argument("player", PLAYER_HELP, metavar="PLAYER")
@options.seat
@click.option("--sample", metavar="N", type=options.whole, help="Query N positions of random play.")
@click.option("--symmetric", is_flag=True, help="Query one position of each orbit.")
@click.option("--seed", metavar="N", type=options.whole, default=0, help="Seed of the sample.")
@click.option(
    "--limit",
    "-n",
    metavar="N",
    type=options.whole,
    default=1_000_000,
    help="Refuse if its own play reaches more than N positions.",
)
@click.option(
    "--examples",
    "shown",
    metavar="N",
    type=options.whole,
    default=3,
    help="Show N mistakes, the worst first.",
)
@options.timeout
@options.memory
@options.threads
@options.json
def audit(
    subject: Subject,
    player: str,
    seat: str | None,
    sample: int | None,
    symmetric: bool,
    seed: int,
    limit: int,
    shown: int,
    timeout: float,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> int:
    """Check whether a player is perfect, and show its mistakes."""
    if shown < 0:
        raise InvalidArgumentError(f"bad --examples {shown}: expected a number from 0 on")
    setting = Setting(subject, memory, threads)
    with at_the_table((player,), setting, timeout) as (judged,):
        report = audited(
            judged,
            setting.solution,
            None if seat is None else seat_named(setting.game, seat, "--seat"),
            sample,
            symmetric=symmetric,
            seed=seed,
            limit=limit,
            progress=how_far(),
        )
        if json:
            write_json(_answer(player, report.shape(shown)))
        else:
            _show(Voice.of(setting.game), player, report, shown)
    return NO if report.strong is False else 0


def _answer(player: str, report: AuditShape) -> NamedAuditShape:
    return {"game": report["game"], "player": player, **report}


def _show(voice: Voice, player: str, report: Audit, shown: int) -> None:
    page = Page()
    page.print(f"{clean(player)} in {titled(voice.rules.game)}", style=TITLE, soft_wrap=True)
    page.print(capital(report.verdict), style=STYLES[report.verdict], soft_wrap=True)
    page.print_lines(*answers_of(report), "")
    page.table(["right", "positions", "of", "share", "up to symmetry"], list(_rows(report)))
    for kind, faults in groupby(sorted(report.faults, key=_kind), key=_kind):
        listed = list(faults)
        colon = ":" if shown else ""
        page.print_lines("", f"{capital(kind)} in {several(len(listed), 'position')}{colon}")
        page.print_lines(*(f"  {clean(fault.message)}" for fault in listed[:shown]))
    failing = [own for own in report.own_play.values() if own is not None and not own.holds]
    page.print_lines(*[""][: len(failing)])
    for own in failing:
        line = " ".join(voice.move(row.move) for row in own.line)
        page.print_lines(f"Its own play as {voice.name(own.seat)} fails: {line or 'at the start'}")
    giving = [
        own for own in report.own_play.values() if own and own.holds and own.holds_score is False
    ]
    page.print_lines(*[""][: len(giving)])
    for own in giving:
        line = " ".join(voice.move(row.move) for row in own.line)
        page.print_lines(f"Its own play as {voice.name(own.seat)} gives points away: {line}")
    for cycle in report.cycles[:shown]:
        line = " ".join(voice.move(row.move) for row in cycle.line)
        page.print_lines("", f"Held in a cycle from {voice.position(cycle.position)}: {line}")
    findings = findings_of(report)
    if findings:
        page.print_lines("")
        page.print(findings, style=TITLE, soft_wrap=True)
    for mistake in (*report.mistakes, *report.loose, *report.slow)[:shown]:
        page.print_lines("", clean(str(mistake)))


def _rows(report: Audit) -> Iterator[tuple[str, ...]]:
    yield _row("by value", report.by_value, report.by_value_folded)
    for remoteness, tally in report.by_remoteness.items():
        yield _row("  endless" if remoteness is None else f"  in {remoteness}", tally)
    for name, tally, folded in report.tallies[1:]:
        yield _row(name, tally, folded)


def _row(name: str, tally: Tally, folded: Tally | None = None) -> tuple[str, ...]:
    up_to = "" if folded is None else f"{folded.right:,} of {folded.positions:,}"
    return name, f"{tally.right:,}", f"{tally.positions:,}", tally.per_cent, up_to


def _kind(fault: PlayerFault) -> str:
    return fault.kind
