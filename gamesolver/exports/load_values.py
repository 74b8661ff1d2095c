"""Values that were exported: who wins, of every position, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.arguments import require_several
from gamesolver.errors import GameSolverError
from gamesolver.files.opening import opened, table_in
from gamesolver.files.schema import VALUES
from gamesolver.files.table import FileTable
from gamesolver.game import Game
from gamesolver.known import found_by, unknown
from gamesolver.rules import Rules
from gamesolver.value import Value


def load_values(
    path: str | os.PathLike[str], game: Game[Any, Any] | None = None, *, check: bool = True
) -> Values:
    """Open a ``.values`` file that was exported; the arguments are those of ``load``.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from games import TicTacToe
    >>> from gamesolver import load_values, solve
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "tic-tac-toe.values")
    ...     solve(TicTacToe()).export(path)
    ...     values = load_values(path)
    ...     values, values.value(values.game.parse(".o..x....")), values.counts()[Value.WIN]
    (<Values of TicTacToe(): 765 positions>, Value.WIN, 390)
    """
    with opened(path, VALUES, game, check) as (file, rules, roots):
        return Values(table_in(file, rules), rules, roots[0])


@attrs.frozen(eq=False)
class ValueProbes:
    """The values of many positions as columns, one entry each, in the order asked.

    See :meth:`Values.probe_many`.

    >>> ValueProbes(np.array([True, False]), np.array([-1, 0], np.int8)).values.tolist()
    [-1, 0]
    """

    known: npt.NDArray[np.bool_]
    """Whether it is a position of the game that was solved, or a twin of one."""
    values: npt.NDArray[np.int8]
    """Loss, draw or win for the player to move as -1, 0 or 1; 0 where it is not known."""

    def __len__(self) -> int:
        return len(self.known)


class Values:
    """The value of every position of a game, read from a file as it is asked for.

    It is no ``Solution``: how many plies there are to the end is not known, and so
    nothing here can be verified. ``Solution.save`` keeps all there is to know.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from games import Nim
    >>> from gamesolver import load_values, solve
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "nim.values")
    ...     solve(Nim(heaps=(1, 2))).export(path)
    ...     values = load_values(path)
    ...     values.value((1, 1)), values.probe_many([(1, 2), (9, 9)]).known.tolist()
    (Value.LOSS, [True, False])
    """

    __slots__ = ("_rules", "_start", "_table")

    def __init__(self, table: FileTable, rules: Rules[Any, Any], start: Any) -> None:
        self._table = table
        self._rules = rules
        self._start = start

    @property
    def game(self) -> Game[Any, Any]:
        """The game that was solved."""
        return self._rules.game

    def __repr__(self) -> str:
        return f"<Values of {self.game!r}: {len(self)} positions>"

    def __len__(self) -> int:
        return len(self._table)

    def __contains__(self, position: object) -> bool:
        return self._find(position)[0] is not None

    def value(self, position: object) -> Value:
        """The value of a position or of any twin; ``UnknownPositionError`` for anything else."""
        value, cause = self._find(position)
        if value is None:
            raise unknown(self._rules, self._value_in, self._start, position) from cause
        return value

    def probe_many(self, positions: Iterable[object]) -> ValueProbes:
        """The values of many positions, or of twins of theirs, as columns."""
        require_several(positions)
        digits = self._table.probe_values(positions, self._digit)
        known = digits >= 0
        return ValueProbes(known, np.where(known, digits - 1, 0).astype(np.int8))

    def counts(self) -> dict[Value, int]:
        """How many canonical positions have each value, best first."""
        values = self._table.file.shape.values
        return {value: values[value] for value in sorted(values, reverse=True)}

    def verify(self) -> None:
        """Raise: values alone cannot be verified."""
        raise GameSolverError(
            "values alone cannot be verified, for they do not say in how many plies: "
            "solve the game again, or load what solution.save kept"
        )

    def _find(self, position: object) -> tuple[Value | None, Exception | None]:
        return found_by(self._rules, self._value_in, self._start, position)

    def _value_in(self, canonical: object) -> Value | None:
        """The value of a canonical position."""
        place = self._table.place(canonical)
        return None if place < 0 else Value(self._table.told(place) - 1)

    def _digit(self, position: object) -> int:
        """As it stands in the file; -1 for what is no position."""
        value, _ = self._find(position)
        return -1 if value is None else int(value) + 1
