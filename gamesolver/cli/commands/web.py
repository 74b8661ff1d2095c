"""``gamesolver web``, ``page`` and ``site``: the explorer, served, in one file, in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

import gamesolver
from gamesolver import web as explorer
from gamesolver.cli.commands.export import say_written
from gamesolver.cli.options import Json, Memory, Start, Threads, number, whole
from gamesolver.cli.output import Page, how_far
from gamesolver.cli.subjects import Subject, parsed
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.parameters import titled
from gamesolver.texts import spelled


def web(
    subject: Annotated[Subject | None, "FILE-or-GAME"] = None,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Address; 0.0.0.0 admits other machines."),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", parser=whole, help="Port; 0 for any free one."),
    ] = 8000,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
    names: Annotated[
        str | None,
        typer.Option("--names", metavar="NAME,NAME", help="Names of this machine for others."),
    ] = None,
    start: Start = None,
    memory: Memory = None,
    threads: Threads = None,
    is_proved: Annotated[
        bool,
        typer.Option("--prove", help="Prove the start of a game too large to solve."),
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="SECONDS",
            parser=number,
            help="Time limit of --prove.",
        ),
    ] = None,
) -> None:
    """Serve the explorer of a game, or of all games, for a browser.

    It runs until Ctrl-C. Without a game it serves a home page of all games. A small game is solved
    when its page is first opened.
    """
    explorer.require_installed("serving")  # before anything is solved for it
    hosts = names.split(",") if names else ()
    if subject is None:
        _require_none(
            {"--start": start, "--memory": memory, "--threads": threads}
            | {"--prove": is_proved or None, "--seconds": seconds}
        )
        explorer.serve_library(
            host, port, open=open_browser, hosts=hosts, ready=lambda at: _say_served("Games", at)
        )
        return
    if seconds is not None and not is_proved:
        raise InvalidArgumentError(f"bad --seconds {seconds:g}: expected it with --prove")
    shown: gamesolver.Solution[Any, Any] | gamesolver.Proof[Any, Any]
    if is_proved or subject.is_proof:
        shown = _proof(subject, is_proved, start, seconds, memory, threads)
    else:
        shown = subject.solution(start=start, memory=memory, threads=threads)
    explorer.serve(
        shown,
        host,
        port,
        open=open_browser,
        hosts=hosts,
        ready=lambda at: _say_served(titled(shown.game), at),
    )


def _say_served(what: str, address: str) -> None:
    Page().say(f"{what} at {address} (Ctrl-C stops)")


def _require_none(given: Mapping[str, object]) -> None:
    """Raise if an option is given that needs a game."""
    for option, value in given.items():
        if value is not None:
            raise InvalidArgumentError(f"bad {option}: expected it with a game")


def _proof(
    subject: Subject,
    is_proved: bool,
    start: str | None,
    seconds: float | None,
    memory: str | None,
    threads: int | None,
) -> gamesolver.Proof[Any, Any]:
    """Return the proof in a file, or search for that of a game."""
    if subject.is_file:
        done = "proved" if subject.is_proof else "solved"
        given = ["--prove"] * is_proved + [f"--start {spelled(start)}"] * (start is not None)
        if given:
            raise subject.done_already(given[0], done)
        return subject.proof()
    game = subject.game()
    return gamesolver.prove(
        game,
        None if start is None else parsed(game, start),
        seconds=seconds,
        memory=memory,
        threads=1 if threads is None else threads,
        progress=how_far(),
    )


def page(
    subject: Annotated[Subject, "FILE-or-GAME"],
    out: Annotated[str, typer.Argument(metavar="OUT.html", help="File to write.")],
    start: Start = None,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Write the whole solution of a small game to one HTML file."""
    explorer.require_installed("single")  # before anything is solved for it
    if known := subject.least_reached(start):
        from gamesolver.web.packed_page import require_few  # which needs what is installed

        require_few(subject.game(), known)
    solution = subject.solution(start=start, memory=memory, threads=threads)
    explorer.write_page(solution, out, progress=how_far())
    say_written(solution.game, out, json)


def site(
    out: Annotated[str, typer.Argument(metavar="FOLDER", help="Folder to write.")],
    most: Annotated[
        int,
        typer.Option(
            "--limit",
            "-n",
            metavar="N",
            parser=whole,
            help="Write pages of games with up to N positions.",
        ),
    ] = 5_000,
) -> None:
    """Write a folder with a home page of games, and a page for each small one."""
    explorer.require_installed("site")
    count = explorer.write_site(out, most=most, progress=how_far())
    Page().say(f"{out}: a home page, and pages of {count} games")
