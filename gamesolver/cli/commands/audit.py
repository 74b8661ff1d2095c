"""``gamesolver audit``: find the mistakes of a bot and their consequences.

No is an answer: it goes to standard output, and the exit code is 1. A sample in which nothing
was found proves nothing, and is no no: 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated

import typer

from gamesolver.cli.endings import NO
from gamesolver.cli.named_players import PATIENCE, PLAYER_HELP, Seat, Setting, at_the_table
from gamesolver.cli.options import Json, Memory, Threads, Timeout, whole
from gamesolver.cli.output import BAD, GOOD, TITLE, UNSURE, Page, how_far, write_json
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


def audit(
    subject: Annotated[Subject, "FILE-or-GAME"],
    player: Annotated[str, typer.Argument(metavar="PLAYER", help=PLAYER_HELP)],
    seat: Seat = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample", metavar="N", parser=whole, help="Query N positions of random play."
        ),
    ] = None,
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="Query one position of each orbit.")
    ] = False,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="N", parser=whole, help="Seed of the sample."),
    ] = 0,
    limit: Annotated[
        int,
        typer.Option(
            "--limit",
            "-n",
            metavar="N",
            parser=whole,
            help="Refuse if its own play reaches more positions.",
        ),
    ] = 1_000_000,
    shown: Annotated[
        int,
        typer.Option(
            "--examples", metavar="N", parser=whole, help="Show N mistakes, the worst first."
        ),
    ] = 3,
    timeout: Timeout = PATIENCE,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
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
    page.say(*answers_of(report), "")
    page.table(["right", "positions", "of", "share", "up to symmetry"], list(_rows(report)))
    for kind, faults in groupby(sorted(report.faults, key=_kind), key=_kind):
        listed = list(faults)
        colon = ":" if shown else ""
        page.say("", f"{capital(kind)} in {several(len(listed), 'position')}{colon}")
        page.say(*(f"  {clean(fault.message)}" for fault in listed[:shown]))
    failing = [own for own in report.own_play.values() if own is not None and not own.holds]
    page.say(*[""][: len(failing)])
    for own in failing:
        line = " ".join(voice.move(row.move) for row in own.line)
        page.say(f"Its own play as {voice.name(own.seat)} fails: {line or 'at the start'}")
    giving = [
        own for own in report.own_play.values() if own and own.holds and own.holds_score is False
    ]
    page.say(*[""][: len(giving)])
    for own in giving:
        line = " ".join(voice.move(row.move) for row in own.line)
        page.say(f"Its own play as {voice.name(own.seat)} gives points away: {line}")
    for stall in report.stalls[:shown]:
        line = " ".join(voice.move(row.move) for row in stall.line)
        page.say("", f"Held in a loop from {voice.position(stall.position)}: {line}")
    findings = findings_of(report)
    if findings:
        page.say("")
        page.print(findings, style=TITLE, soft_wrap=True)
    for mistake in (*report.mistakes, *report.loose, *report.slow)[:shown]:
        page.say("", clean(str(mistake)))


def _rows(report: Audit) -> Iterator[tuple[str, ...]]:
    yield _row("by value", report.by_value, report.by_value_folded)
    for remoteness, tally in report.by_remoteness.items():
        yield _row("  endless" if remoteness is None else f"  in {remoteness}", tally)
    for name, tally, folded in report.tallies[1:]:
        yield _row(name, tally, folded)


def _row(name: str, tally: Tally, folded: Tally | None = None) -> tuple[str, ...]:
    up_to = "" if folded is None else f"{folded.right:,} of {folded.asked:,}"
    return name, f"{tally.right:,}", f"{tally.asked:,}", tally.per_cent, up_to


def _kind(fault: PlayerFault) -> str:
    return fault.kind
