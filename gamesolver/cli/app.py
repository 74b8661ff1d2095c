"""All commands, in the order in which the help lists them.

A new command is a function in a module of ``cli.commands``, and one more line in ``COMMANDS``. Its
annotations are its options. Its docstring is its help and begins with that line. It returns the
exit code, or None for 0. If its first parameter is called ``subject``, the command is about a game
(or a file), and the parameters of that game become options of the command.

Only the module of the current command is imported, so that help does not wait for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Annotated, Any

import typer

import gamesolver
from gamesolver.cli.endings import ReaderGoneError, WorkInterruptedError
from gamesolver.cli.job import together
from gamesolver.cli.words import command_in
from gamesolver.errors import GameContractError
from gamesolver.texts import said_by

COMMANDS = {
    "games": ("games", "List the games of the library, or describe one of them."),
    "solve": ("solve", "Solve a game and show its outcome and a line of best play."),
    "prove": ("prove", "Prove the outcome of one position, without solving the game."),
    "show": ("show", "Show a board and all legal moves with their outcomes, best first."),
    "play": ("play", "Play against a perfect opponent in the terminal."),
    "stats": ("stats", "Count outcomes by plies, only moves, and moves per position."),
    "check": ("check", "Check that the rules of a game are consistent."),
    "rules": ("rules", "Show what was derived from the rules of a game, and what was not."),
    "new": ("new", "Write a template for a new game."),
    "verify": ("verify", "Check every position, or every claim of a proof, by the rules alone."),
    "compile": ("compile", "Compile the functions that a first solve and proof of a game need."),
    "estimate": ("estimate", "Estimate the positions, bytes, and seconds of a solve."),
    "export": ("export", "Write positions and outcomes to a file for other programs."),
    "plot": ("plot", "Plot outcomes by plies or score, values by ply, or perfect play."),
    "web": ("web", "Serve the explorer of a game, or of all games, for a browser."),
    "serve": ("serve", "Answer requests of programs by the Model Context Protocol."),
    "page": ("web", "Write the whole solution of a small game to one HTML file."),
    "site": ("web", "Write a folder with a home page of games, and a page for each small one."),
    "match": ("match", "Play many games between two players, and count the results."),
    "odds": ("match", "Compute the exact chances of two players against each other."),
    "audit": ("audit", "Check whether a player is perfect, and show its mistakes."),
    "puzzles": ("puzzles", "Find positions with one right move, and show their solutions."),
    "strategy": ("strategy", "Find the fewest positions to know for perfect play."),
    "compare": ("compare", "Compare the outcomes under two sets of rules."),
}
"""Module of each command in ``cli.commands``, and its summary line."""

HELP = """Solve two-player games exactly: values, best moves, and plies to the end.

GAME is a name of the library (gamesolver games lists them), or file.py, if it defines one game,
or file.py:MyGame, or module:MyGame.
The parameters of a game become options: gamesolver solve connect-four --width 4 --height 4.
Name the game and add --help to see them.
"""


def application(words: Sequence[str]) -> typer.Typer:
    """Return the typer program for one call; the game among its words adds its options."""
    app = typer.Typer(
        name="gamesolver",
        help=HELP,
        rich_markup_mode=None,  # rich takes longer to load than all the rest
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(_before_all)
    command, rest = command_in(words)
    for name, (_, line) in COMMANDS.items():
        function = _function(name, rest) if name == command else _placeholder
        app.command(name, short_help=line)(function)
    return app


def _function(name: str, rest: Sequence[str]) -> Callable[..., Any]:
    """Return the function of the current command, as typer reads it."""
    from gamesolver.cli.for_typer import dressed

    module = import_module(f"gamesolver.cli.commands.{COMMANDS[name][0]}")
    function = dressed(getattr(module, name), rest)

    @wraps(function)
    def call(**arguments: Any) -> Any:
        try:
            return function(**arguments)
        except KeyboardInterrupt as error:
            raise WorkInterruptedError from error
        except BrokenPipeError as error:
            raise ReaderGoneError from error
        except (Exception, typer.Exit):
            raise
        except BaseException as error:  # somebody's code would end the program, or says it does
            raise GameContractError(f"the game or a bot raised {said_by(error)}") from error

    return call


def _placeholder() -> None:
    """Represent a command in the help's list if another command is called."""


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"gamesolver {gamesolver.__version__}")
        raise typer.Exit


def _before_all(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    pass


def run(words: Sequence[str]) -> Any:
    """Run one call to its end, and return the command's result."""
    with together(words):
        command = typer.main.get_command(application(words))
        typed = list(words) or ["--help"]
        return command.main(typed, prog_name="gamesolver", standalone_mode=False)
