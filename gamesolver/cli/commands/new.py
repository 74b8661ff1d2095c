"""``gamesolver new``: a template for a new game."""

from __future__ import annotations

from pathlib import Path

from gamesolver.boardgames.template import board_game_template, file_of_class
from gamesolver.cli.output import Page, written
from gamesolver.cli.parsing import argument, command
from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled

KINDS = ("board-game",)


@command
@argument("kind", "Kind of game: board-game.", metavar="KIND")
@argument("name", "Name of the class, such as LineUp.", metavar="NAME")
def new(
    kind: str,
    name: str,
) -> None:
    """Write a template for a new game.

    The file is named after the class.
    """
    if kind not in KINDS:
        raise InvalidArgumentError(f"bad kind {spelled(kind)}: expected {' or '.join(KINDS)}")
    file = file_of_class(name)
    source = board_game_template(name, file)
    if Path(file).exists():
        raise InvalidArgumentError(f"{file} exists: choose another name, or remove it")
    Page().print_lines(written(file, source))
    Page().print_lines(f"Run gamesolver check {file}, then gamesolver solve {file}.")
