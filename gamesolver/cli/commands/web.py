"""``gamesolver web`` and ``gamesolver page``: the explorer, served or in one file."""

from __future__ import annotations

from typing import Annotated

import typer

from gamesolver import web as explorer
from gamesolver.cli.commands.export import say_written
from gamesolver.cli.options import Json, Memory, Start, Threads, whole
from gamesolver.cli.output import Page, how_far
from gamesolver.cli.subjects import Subject
from gamesolver.rules.parameters import titled


def web(
    subject: Annotated[Subject, "FILE-or-GAME"],
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets other machines in."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="N", parser=whole, help="Where to listen; 0 is any that is free."
        ),
    ] = 8000,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser as well.")] = False,
    names: Annotated[
        str | None,
        typer.Option("--names", metavar="NAME,NAME", help="By which other machines call this one."),
    ] = None,
    start: Start = None,
    memory: Memory = None,
    threads: Threads = None,
) -> None:
    """The explorer in the browser, until Ctrl-C."""
    explorer.require_installed("serving")  # before anything is solved for it
    solution = subject.solution(start=start, memory=memory, threads=threads)
    page = Page()
    explorer.serve(
        solution,
        host,
        port,
        open=open_browser,
        hosts=names.split(",") if names else (),
        ready=lambda address: page.say(f"{titled(solution.game)} at {address} (Ctrl-C stops)"),
    )


def page(
    subject: Annotated[Subject, "FILE-or-GAME"],
    out: Annotated[str, typer.Argument(metavar="OUT.html", help="The file to write.")],
    start: Start = None,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """One HTML file with the whole solution of a small game."""
    explorer.require_installed("single")  # before anything is solved for it
    if known := subject.least_reached(start):
        from gamesolver.web.packed_page import require_few  # which needs what is installed

        require_few(subject.game(), known)
    solution = subject.solution(start=start, memory=memory, threads=threads)
    explorer.write_page(solution, out, progress=how_far())
    say_written(solution.game, out, json)
