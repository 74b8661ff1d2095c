"""Loading: a solution whose outcomes stay in the file, and are read as they are asked for."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from gamesolver.files.format import SOLUTION, read_how
from gamesolver.files.opening import opened, table_in
from gamesolver.files.reading import SolutionFile
from gamesolver.files.room import Room
from gamesolver.rules.game import Game
from gamesolver.solution import Solution
from gamesolver.tables.labels import How


def load(
    path: str | os.PathLike[str],
    game: Game[Any, Any] | None = None,
    *,
    check: bool = True,
    memory: int | float | str | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> Solution[Any, Any]:
    """Open a solution that was saved. Nothing is read before it is asked for.

    The file stays open until the solution is closed, by ``solution.close()`` or at the end of
    ``with load(path) as solution``, or until nobody holds it any more.

    Parameters
    ----------
    path
        A file that ``solution.save`` wrote.
    game
        The game itself, where it is not among the registered ones: code that a file names is never
        imported for its sake.
    check
        Ask the rules about 256 positions, and refuse the file if they say anything else than when
        it was saved.
    memory
        The most that the table of a compiled game may take, in bytes or as "8 GB", where all
        positions are asked for at once; by default 85 % of what is free then.
    folder
        Where such a table stands that memory has no room for, until the solution is closed.

    Returns
    -------
    Solution
        It answers as the one that was saved.

    Raises
    ------
    FileError
        The file cannot be read, is broken, holds another game, or was saved under other rules.
    InvalidArgumentError
        An argument cannot be used.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from games import TicTacToe
    >>> from gamesolver import load, solve
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "tic-tac-toe.solution")
    ...     solve(TicTacToe()).save(path)
    ...     load(path)
    <Solution of TicTacToe(): draw in 9, 765 positions>
    """
    room = Room.of(memory, folder)
    with opened(path, SOLUTION, game, check) as (file, rules, roots):
        again = partial(
            load,
            file.path.absolute(),
            rules.game,
            check=check,
            memory=room.memory,
            folder=room.folder,
        )
        return Solution(rules.game, table_in(file, rules, room), _how(file), roots, file, again)


def _how(file: SolutionFile) -> How:
    """Return the record of the solve, if it was saved."""
    if file.how_text is None:
        return How("unknown", "the file does not say", {}, {})
    return file.understood(read_how, file.how_text)
