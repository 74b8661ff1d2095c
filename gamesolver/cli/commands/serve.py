"""``gamesolver serve``: answers for programs, over a protocol of theirs."""

from __future__ import annotations

from typing import Annotated

import typer

from gamesolver.cli.options import Memory, Threads, number
from gamesolver.errors import InvalidArgumentError


def serve(
    mcp: Annotated[
        bool,
        typer.Option("--mcp", help="Use the protocol on standard input and output."),
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="SECONDS", parser=number, help="Time limit of a request."
        ),
    ] = 60.0,
    memory: Memory = None,
    threads: Threads = None,
) -> None:
    """Answer requests of programs by the Model Context Protocol."""
    if not mcp:
        raise InvalidArgumentError(
            "serve requires --mcp; gamesolver web serves the explorer, and JSON"
        )
    from gamesolver.cli.tool_server import server

    server(memory, threads, seconds).run("stdio")
