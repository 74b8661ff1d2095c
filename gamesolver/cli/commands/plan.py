"""``gamesolver plan``: what a solve by ranks would take, before anybody queues."""

from __future__ import annotations

from typing import Annotated

import typer

import gamesolver
from gamesolver.cli.options import Json, number, whole
from gamesolver.cli.output import Page, write_json
from gamesolver.cli.subjects import Subject
from gamesolver.forecast.planning import BANDWIDTH, LATENCY, MEMORY


def plan(
    subject: Annotated[Subject, "GAME"],
    ranks: Annotated[
        int, typer.Option("--ranks", metavar="N", parser=whole, help="How many ranks there are.")
    ] = 2,
    memory: Annotated[
        str, typer.Option("--memory", metavar="SIZE", help="What each has, such as 4GB.")
    ] = MEMORY,
    bandwidth: Annotated[
        str,
        typer.Option(
            "--bandwidth",
            metavar="RATE",
            help="What each sends in a second, such as 1GB/s or 10Gbit/s.",
        ),
    ] = BANDWIDTH,
    latency: Annotated[
        str,
        typer.Option(
            "--latency", metavar="TIME", help="From one rank to another, such as 20us or 1ms."
        ),
    ] = LATENCY,
    threads: Annotated[
        int,
        typer.Option("--threads", metavar="N", parser=whole, help="So many threads a rank."),
    ] = 1,
    positions: Annotated[
        float | None,
        typer.Option(
            "--positions",
            metavar="NUMBER",
            parser=number,
            help="So many positions, not those of GAME: of a game whose rules cost as much.",
        ),
    ] = None,
    moves: Annotated[
        float | None,
        typer.Option(
            "--moves", metavar="NUMBER", parser=number, help="So many moves of each of them."
        ),
    ] = None,
    settled: Annotated[
        float,
        typer.Option(
            "--settled",
            metavar="SHARE",
            parser=number,
            help="The share of what is open after the ends of play that does not go on for ever.",
        ),
    ] = 1.0,
    json: Json = False,
) -> None:
    """What solving would take on several ranks, and how many are best."""
    planned = gamesolver.plan(
        subject.game(),
        ranks=ranks,
        memory=memory,
        bandwidth=bandwidth,
        latency=latency,
        threads=threads,
        positions=positions,
        moves=moves,
        settled=settled,
    )
    if json:
        write_json(planned.shape())
        return
    page = Page()
    page.say(planned.table)
