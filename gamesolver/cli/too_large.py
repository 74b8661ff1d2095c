"""Games that are known to be too large, with advice for the command line.

The known sizes and the limits are those of ``solve`` in Python (``rules.known_sizes``). The advice
here names commands and options.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from gamesolver.errors import Advice
from gamesolver.game_options import as_options
from gamesolver.rules import known_sizes
from gamesolver.rules.game import Game
from gamesolver.rules.known_sizes import FORCE, PROVE, Size, sizes_of
from gamesolver.show.sentences import REACHED

SAVE = "gamesolver solve with --force and --save FILE"
FROM_A_FILE = Advice("makes a file for this command", tool=SAVE)
"""Advice for a command that solves first."""


def require_feasible(
    game: Game[Any, Any],
    flags: Mapping[str, str],
    ways: Sequence[Advice],
    *,
    memory: str | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> None:
    """Raise if a game is known to need more than this machine has.

    ``flags`` are the options of the game's parameters, and ``ways`` what helps in addition to a
    smaller size.
    """

    def called(size: Size) -> str:
        typed = as_options(size.figures.get("parameters", {}), flags)
        return typed or "the game as it is"

    known_sizes.require_feasible(game, memory, folder, ways=ways, called=called)


def ways_of_solving(name: str) -> tuple[Advice, ...]:
    """Return what helps ``gamesolver solve`` if no table holds the game of that name."""
    return try_prove(name), FORCE


def try_prove(name: str) -> Advice:
    """Return how to prove one position of the game of that name."""
    return Advice(PROVE.does, tool=f"gamesolver prove {name}")


def least_reached(game: Game[Any, Any]) -> int:
    """Return how many positions the start reaches at least; 0 if nothing is published."""
    sizes = (size for size in sizes_of(type(game)) if size.game == game)
    return max(map(_reached, sizes), default=0)


def _reached(size: Size) -> int:
    """Return the least number of positions that the start reaches, as published or counted."""
    if size.figures.get("which", REACHED) != REACHED:
        return int(size.figures.get("reached", 0))
    return int(size.figures.get("positions") or size.positions)
