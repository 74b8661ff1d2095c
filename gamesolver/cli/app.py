"""All commands, in the order in which the help lists them.

A new command is a function in a module of ``cli.commands``, and one more line in ``COMMANDS``. The
decorators of click above it are its arguments and options. Its docstring is its help and begins
with that line. It returns the exit code, or None for 0. ``cli.parsing`` has the decorators of
commands, and with them the options of a game.

Only the module of the current command is imported, so that help does not wait for the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

import gamesolver
from gamesolver.cli.job import together

COMMANDS = {
    "games": ("games", "List the games of the library, or describe one of them."),
    "solve": ("solve", "Solve a game and show its outcome and a line of best play."),
    "prove": ("prove", "Prove the outcome of one position, without solving the game."),
    "show": ("show", "Show a board and all legal moves with their outcomes, best first."),
    "play": ("play", "Play against a perfect opponent in the terminal."),
    "stats": ("stats", "Count outcomes by plies, single best moves, and moves per position."),
    "check": ("check", "Check that the rules of a game are consistent."),
    "rules": ("rules", "Show what was derived from the rules of a game, and what was not."),
    "new": ("new", "Write a template for a new game."),
    "verify": ("verify", "Check every position, or every claim of a proof, by the rules alone."),
    "compile": ("compile", "Compile the functions that a first solve and proof of a game need."),
    "estimate": ("estimate", "Estimate the positions, bytes, and seconds of a solve."),
    "export": ("export", "Write positions and outcomes to a file for other programs."),
    "plot": ("plot", "Plot outcomes by plies or score, values by ply, or perfect play."),
    "web": ("web", "Serve the explorer of a game, or of all games, for a browser."),
    "serve": ("serve", "Serve games to programs by the Model Context Protocol (MCP)."),
    "page": ("web", "Write the whole solution of a small game to one HTML file."),
    "site": ("web", "Write a folder with a home page of games, and a page for each small one."),
    "match": ("match", "Play many games between two players, and count the results."),
    "odds": ("match", "Compute the exact chances of two players against each other."),
    "audit": ("audit", "Check whether a player is perfect, and show its mistakes."),
    "puzzles": ("puzzles", "Find positions with one right move, and show their solutions."),
    "strategy": ("strategy", "Find the fewest positions that a perfect player must know."),
    "compare": ("compare", "Compare the outcomes under two sets of rules."),
}
"""Module of each command in ``cli.commands``, and its summary line."""


class Program(click.Group):
    """All commands by name; the module of a command is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, or None."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"gamesolver.cli.commands.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the summary line of each command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(
    cls=Program,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
)
@click.version_option(
    gamesolver.__version__,
    prog_name="gamesolver",
    message="%(prog)s %(version)s",
    help="Show the version.",
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def program(debug: bool) -> None:
    """Solve two-player games exactly: values, best moves, and plies to the end.

    GAME is the name of an included game (gamesolver games lists them), file.py if the file defines
    one game, file.py:MyGame, or module:MyGame.
    The parameters of a game become options: gamesolver solve connect-four --width 4 --height 4.
    Run gamesolver solve GAME --help to list them.
    """


def run(words: Sequence[str]) -> Any:
    """Run one call to its end, and return the command's result."""
    with together(words):
        typed = list(words) or ["--help"]
        return program.main(typed, prog_name="gamesolver", standalone_mode=False)
