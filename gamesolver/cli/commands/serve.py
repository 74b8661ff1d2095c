"""``gamesolver serve``: a server for programs, by the Model Context Protocol."""

from __future__ import annotations

import click

from gamesolver.cli import options
from gamesolver.cli.parsing import command
from gamesolver.errors import InvalidArgumentError


@command
@click.option("--mcp", is_flag=True, help="Use the protocol on standard input and output.")
@click.option(
    "--seconds",
    metavar="SECONDS",
    type=options.number,
    default=60.0,
    help="Time limit of a request.",
)
@options.memory
@options.threads
def serve(
    mcp: bool,
    seconds: float,
    memory: str | None,
    threads: int | None,
) -> None:
    """Serve games to programs by the Model Context Protocol (MCP)."""
    if not mcp:
        raise InvalidArgumentError(
            "serve requires --mcp; gamesolver web serves the explorer, and JSON"
        )
    from gamesolver.cli.tool_server import server

    server(memory, threads, seconds).run("stdio")
