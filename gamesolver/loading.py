"""Loading: a solution whose outcomes stay in the file, and are read on demand."""

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
from gamesolver.tables.labels import SolveInfo


def load(
    path: str | os.PathLike[str],
    game: Game[Any, Any] | None = None,
    *,
    check: bool = True,
    memory: int | float | str | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> Solution[Any, Any]:
    """Open a saved solution. Outcomes are read on demand.

    The file stays open until the solution is closed, by ``solution.close()`` or at the end of
    ``with load(path) as solution``, or until it is garbage-collected.

    Parameters
    ----------
    path
        A file that ``solution.save`` wrote.
    game
        The game itself, if it is not registered. Code that a file names is never
        imported.
    check
        Compare the rules on 256 positions with those of the time of saving, and refuse the file
        if they differ.
    memory
        Limit of the table of a compiled game when all positions are read at once, in bytes or as
        "8 GB". Default: 85 % of the memory that is free then.
    folder
        Folder for a table that exceeds the limit, in use until the solution is closed.

    Returns
    -------
    Solution
        Solution with the outcomes of the one that was saved.

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


def _how(file: SolutionFile) -> SolveInfo:
    """Return the record of the solve, if it was saved."""
    if file.how_text is None:
        return SolveInfo("unknown", "not recorded in the file", {}, {})
    return file.understood(read_how, file.how_text)
