"""``gamesolver compile``: compile beforehand what a first solve and a first proof need."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import gamesolver
from gamesolver.cli.output import Page, how_far
from gamesolver.cli.parsing import GAME, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError
from gamesolver.kernels.code_folder import folder_in_use
from gamesolver.rules.calls import PARTS
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.parameters import titled
from gamesolver.show.sentences import lasting

SOLVED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("connect-four", {"width": 4, "height": 3, "line": 3}, "auto"),
    ("quixo", {"size": 2}, "auto"),
    ("gobblet-gobblers", {"sizes": 2, "copies": 1}, "auto"),
    ("gobblet-gobblers", {"sizes": 2, "copies": 1}, "retrograde"),
    ("kalah", {}, "auto"),
)
"""Small games whose solves use kernels of enumerated games, indexed games, and scores."""

PROVED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hex", {"rows": 3, "columns": 3}),
    ("quixo", {"size": 2}),
    ("kalah", {"houses": 2, "seeds": 1}),
)
"""Small games that are proved by depth, by proof numbers, and with scores."""


@command_about(GAME)
def compile(subject: Subject) -> None:  # noqa: A001  # the name of the command
    """Compile the functions that a first solve and proof of a game need.

    The rules of the game and the kernels of the library for common kinds of games are compiled, and
    the machine code is stored on disk. Use it to prepare a container image, a classroom, or a
    cluster.
    """
    game = subject.game()
    if not isinstance(game, CompiledGame):
        raise InvalidArgumentError(
            f"{titled(game)} has no compiled rules: expected a compiled game, such as connect-four"
        )
    began = time.monotonic()
    game.rules.calls.fit(PARTS)
    for sample in _samples():
        sample.rules.calls.hand_over()
    for sample, method in _solved():
        solution = gamesolver.solve(sample, method=method, progress=how_far())
        solution.counts()
        solution.verify(progress=how_far())
    for sample in _proved():
        gamesolver.prove(sample, progress=how_far()).verify(progress=how_far())
    page = Page()
    page.print_lines(f"Compiled for {titled(game)} in {lasting(time.monotonic() - began)}")
    page.print_lines(f"Machine code is kept in {folder_in_use()}")


def _solved() -> Iterator[tuple[Any, Any]]:
    """Yield the games to solve, each with a method."""
    for name, parameters, method in SOLVED:
        yield gamesolver.find_game(name)(**parameters), method


def _proved() -> Iterator[Any]:
    """Yield the games to prove."""
    for name, parameters in PROVED:
        yield gamesolver.find_game(name)(**parameters)


def _samples() -> Iterator[Any]:
    """Yield all sample games."""
    yield from (game for game, _ in _solved())
    yield from _proved()
