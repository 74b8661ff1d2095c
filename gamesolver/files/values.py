"""Files with values alone: win, draw or loss of every position, five to a byte.

The layout is that of a solution, with one column of digits instead of entries. There is no
remoteness, so such a file cannot be verified. An unused index has the value of the one
before it, which compresses best. :func:`write_values` writes a file. :func:`load_values` opens
one as :class:`Values`, which reads blocks on demand.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import TracebackType
from typing import Any, Self

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.arguments import require_several
from gamesolver.errors import GameSolverError
from gamesolver.files.format import VALUES, Column
from gamesolver.files.opening import opened, table_in
from gamesolver.files.packing import PackedTable, Run
from gamesolver.files.tables import FileTable
from gamesolver.files.writing import parts_of, write_file
from gamesolver.kernels.codes import DRAW, UNUSED
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import look_up, unknown_position
from gamesolver.system.progress import Reporter
from gamesolver.tables.entries import VALUES as VALUES_CODING
from gamesolver.tables.entries import Coding
from gamesolver.tables.table import ALL, Table
from gamesolver.value import Value

# ── values alone, in a file of their own: five to a byte before compression ─────────────────────

VALUES_A_BLOCK = 5 << 18
ENUMERATED_A_BLOCK = 1 << 13


def write_values(
    table: Table[Any],
    rules: Rules[Any, Any],
    roots: tuple[Any, ...],
    path: str | os.PathLike[str],
    report: Reporter,
) -> None:
    """Write the value of every position to a file."""
    counts: Counter[tuple[int, int | None]] = Counter()
    for outcome, number in table.count(rules, ALL).items():
        counts[int(outcome.value), None] += number
    parts = _of_values(parts_of(rules, table, roots))
    write_file(path, VALUES, rules, parts, roots, dict(sorted(counts.items())), None, report)


def _of_values(parts: PackedTable) -> PackedTable:
    """Return the parts of a table with values instead of entries."""
    (main, column), *others = parts.columns.items()
    name, in_a_block = DIGITS[main]
    stretches = dict(parts.stretches)
    coding = VALUES_CODING if parts.scoring is None else parts.scoring.coding
    digits = {name: _values(stretches.pop(main), coding)}
    columns = {name: Column(column.length, in_a_block)}
    return attrs.evolve(
        parts, columns=columns | dict(others), stretches=digits | stretches, scoring=None
    )


DIGITS = {
    "cells": ("digits", VALUES_A_BLOCK),
    "found_cells": ("found_digits", ENUMERATED_A_BLOCK),
}
"""Columns of values by the columns of entries they replace, and the values in a block."""


def _values(stretches: Iterable[Run], coding: Coding) -> Iterator[Run]:
    """Yield the runs with values instead of entries: loss 0, draw 1, win 2.

    An unused index has the value of the one before it.
    """
    last = DRAW + 1
    for *positions, entries in stretches:
        digits = np.sign(coding.labels_of(entries).points) + 1
        before = np.maximum.accumulate(np.where(entries == UNUSED, -1, np.arange(len(entries))))
        values = np.where(before >= 0, digits[before], last).astype(np.uint8)
        last = int(values[-1])
        yield *positions, values


# ── values that were exported: who wins, of every position, and nothing else ────────────────────


def load_values(
    path: str | os.PathLike[str], game: Game[Any, Any] | None = None, *, check: bool = True
) -> Values:
    """Open an exported ``.values`` file. Blocks are read on demand.

    Parameters
    ----------
    path
        A ``.values`` file that ``solution.export`` wrote.
    game
        The game itself, if it is not registered.
    check
        Compare the rules on 256 positions with those of the time of saving, and refuse the file
        if they differ.

    Returns
    -------
    Values
        The value of each position, and no remoteness.

    Raises
    ------
    FileError
        The file cannot be read, is broken, holds another game, or was saved under other rules.
    InvalidArgumentError
        An argument cannot be used.

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
        again = partial(load_values, file.path.absolute(), rules.game, check=check)
        return Values(table_in(file, rules), rules, roots[0], again)


@attrs.frozen(eq=False)
class ValueProbes:
    """Values of many positions as columns, in the order of the positions.

    See :meth:`Values.probe_many`.

    >>> ValueProbes(np.array([True, False]), np.array([-1, 0], np.int8)).values.tolist()
    [-1, 0]
    """

    known: npt.NDArray[np.bool_]
    """True for a position of the solved game, or a symmetric one."""
    values: npt.NDArray[np.int8]
    """Loss, draw or win for the player to move as -1, 0 or 1, or 0 if not known."""

    def __len__(self) -> int:
        return len(self.known)


class Values:
    """Value of every position of a game, read from a file on demand.

    It is not a ``Solution``: the number of plies to the end is not known, and so
    nothing here can be verified. ``Solution.save`` keeps the full outcomes. The file is
    closed by :meth:`close`, or at the end of ``with load_values(path) as values``.

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

    __slots__ = ("_held", "_opens", "_rules", "_start")

    def __init__(
        self, table: FileTable, rules: Rules[Any, Any], start: Any, opens: Callable[[], Values]
    ) -> None:
        self._held = table
        self._opens = opens
        self._rules = rules
        self._start = start

    @property
    def _table(self) -> FileTable:
        self._held.file.require_open()
        return self._held

    @property
    def is_closed(self) -> bool:
        """True if the file was closed. No value can then be read."""
        return self._held.file.is_closed

    def close(self) -> None:
        """Close the file. Repeatable."""
        self._held.file.close()

    def __enter__(self) -> Self:
        self._held.file.require_open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the values as the path of their file. Unpickling opens the file again."""
        self._held.file.require_open()
        return self._opens, ()

    @property
    def game(self) -> Game[Any, Any]:
        """Game that was solved."""
        return self._rules.game

    def __repr__(self) -> str:
        text = "closed" if self.is_closed else f"{len(self)} positions"
        return f"<Values of {self.game!r}: {text}>"

    def __len__(self) -> int:
        return len(self._table)

    def __contains__(self, position: object) -> bool:
        return self._find(position)[0] is not None

    def value(self, position: object) -> Value:
        """Return the value of a position. Raise ``UnknownPositionError`` for any other object."""
        value, cause = self._find(position)
        if value is None:
            find = self._value_in
            raise unknown_position(self._rules, find, self._start, position, cause) from cause
        return value

    def probe_many(self, positions: Iterable[object]) -> ValueProbes:
        """Return the values of many positions as columns."""
        require_several(positions)
        digits = self._table.probe_values(positions, self._digit)
        are_known = digits >= 0
        return ValueProbes(are_known, np.where(are_known, digits - 1, 0).astype(np.int8))

    def counts(self) -> dict[Value, int]:
        """Return the number of canonical positions with each value, best first."""
        values = self._table.file.shape.values
        return {value: values[value] for value in sorted(values, reverse=True)}

    def verify(self) -> None:
        """Raise: values alone cannot be verified."""
        raise GameSolverError(
            "values cannot be verified, because they contain no plies: "
            "solve the game again, or load a file of solution.save"
        )

    def _find(self, position: object) -> tuple[Value | None, Exception | None]:
        return look_up(self._rules, self._value_in, self._start, position)

    def _value_in(self, canonical: object) -> Value | None:
        """Return the value of a canonical position, or ``None``."""
        place = self._table.place(canonical)
        return None if place < 0 else Value(self._table.entry(place) - 1)

    def _digit(self, position: object) -> int:
        """Return the digit that the file stores, or -1 for an object that is not a position."""
        value, _ = self._find(position)
        return -1 if value is None else int(value) + 1
