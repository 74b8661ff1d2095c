"""``gamesolver web``, ``page`` and ``site``: the explorer, served, in one file, in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

import gamesolver
from gamesolver import web as explorer
from gamesolver.cli import options
from gamesolver.cli.commands.export import report_written
from gamesolver.cli.output import Page, how_far
from gamesolver.cli.parsing import FILE_OR_GAME, argument, command, command_about
from gamesolver.cli.subjects import Subject, parsed
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.parameters import titled
from gamesolver.texts import spelled


@command_about(FILE_OR_GAME, is_required=False)
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", help="Address; 0.0.0.0 allows other machines."
)
@click.option(
    "--port", metavar="N", type=options.whole, default=8000, help="Port; 0 for any free one."
)
@click.option("--open", "open_browser", is_flag=True, help="Open a browser.")
@click.option("--names", metavar="NAME,NAME", help="Host names by which others reach this machine.")
@options.start
@options.memory
@options.threads
@click.option(
    "--prove", "is_proved", is_flag=True, help="Prove the start of a game too large to solve."
)
@click.option("--seconds", metavar="SECONDS", type=options.number, help="Time limit of --prove.")
def web(
    subject: Subject | None,
    host: str,
    port: int,
    open_browser: bool,
    names: str | None,
    start: str | None,
    memory: str | None,
    threads: int | None,
    is_proved: bool,
    seconds: float | None,
) -> None:
    """Serve the explorer of a game, or of all games, for a browser.

    The server runs until Ctrl-C. Without a game it serves a home page of all games. A small game
    is solved when its page is first opened.
    """
    explorer.require_installed("serving")  # before anything is solved for it
    hosts = names.split(",") if names else ()
    if subject is None:
        _require_none(
            {"--start": start, "--memory": memory, "--threads": threads}
            | {"--prove": is_proved or None, "--seconds": seconds}
        )
        explorer.serve_library(
            host, port, open=open_browser, hosts=hosts, ready=lambda at: _show_address("Games", at)
        )
        return
    if seconds is not None and not is_proved:
        raise InvalidArgumentError(f"bad --seconds {seconds:g}: it requires --prove")
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
        ready=lambda at: _show_address(titled(shown.game), at),
    )


def _show_address(what: str, address: str) -> None:
    Page().print_lines(f"{what} at {address} (Ctrl-C stops)")


def _require_none(given: Mapping[str, object]) -> None:
    """Raise if an option is given that needs a game."""
    for option, value in given.items():
        if value is not None:
            raise InvalidArgumentError(f"bad {option}: it requires a game")


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


@command_about(FILE_OR_GAME)
@argument("out", "File to write.", metavar="OUT.html")
@options.start
@options.memory
@options.threads
@options.json
def page(
    subject: Subject,
    out: str,
    start: str | None,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> None:
    """Write the whole solution of a small game to one HTML file."""
    explorer.require_installed("single")  # before anything is solved for it
    if known := subject.least_reached(start):
        from gamesolver.web.packed_page import require_few  # which needs what is installed

        require_few(subject.game(), known)
    solution = subject.solution(start=start, memory=memory, threads=threads)
    explorer.write_page(solution, out, progress=how_far())
    report_written(solution.game, out, json)


@command
@argument("out", "Folder to write.", metavar="FOLDER")
@click.option(
    "--limit",
    "-n",
    "most",
    metavar="N",
    type=options.whole,
    default=5_000,
    help="Write pages of games with up to N positions.",
)
def site(
    out: str,
    most: int,
) -> None:
    """Write a folder with a home page of games, and a page for each small one."""
    explorer.require_installed("site")
    count = explorer.write_site(out, most=most, progress=how_far())
    Page().print_lines(f"{out}: a home page, and pages of {count} games")
