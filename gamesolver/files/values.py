"""Values alone, in a file of their own: five to a byte before compression.

Such a file is laid out as that of a solution, with one column in place of the cells. It
says who wins and not how soon, so no certificate can be held against it. A slot in which
no position stands has the value of the slot before it, which compresses best.

**Values that were exported: who wins, of every position, and nothing else.**
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
from gamesolver.kernels.codes import DRAW, HOLE
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import look_up, unknown_position
from gamesolver.system.progress import Reporter
from gamesolver.tables.cells import VALUES as VALUES_CODING
from gamesolver.tables.cells import Coding
from gamesolver.tables.table import ALL, Table
from gamesolver.value import Value

# ── values alone, in a file of their own: five to a byte before compression ─────────────────────

VALUES_A_BLOCK = 5 << 18
FOUND_A_BLOCK = 1 << 13


def write_values(
    table: Table[Any],
    rules: Rules[Any, Any],
    roots: tuple[Any, ...],
    path: str | os.PathLike[str],
    report: Reporter,
) -> None:
    """Write the value of every position."""
    counts: Counter[tuple[int, int | None]] = Counter()
    for outcome, number in table.count(rules, ALL).items():
        counts[int(outcome.value), None] += number
    parts = _of_values(parts_of(rules, table, roots))
    write_file(path, VALUES, rules, parts, roots, dict(sorted(counts.items())), None, report)


def _of_values(parts: PackedTable) -> PackedTable:
    """The same table, values in place of its cells."""
    (main, column), *others = parts.columns.items()
    name, in_a_block = DIGITS[main]
    stretches = dict(parts.stretches)
    coding = VALUES_CODING if parts.scoring is None else parts.scoring.coding
    digits = {name: _values(stretches.pop(main), coding)}
    columns = {name: Column(column.length, in_a_block)}
    return attrs.evolve(
        parts, columns=columns | dict(others), stretches=digits | stretches, scoring=None
    )


DIGITS = {"cells": ("digits", VALUES_A_BLOCK), "found_cells": ("found_digits", FOUND_A_BLOCK)}
"""The columns in place of those of cells, and the entries of a block."""


def _values(stretches: Iterable[Run], coding: Coding) -> Iterator[Run]:
    """The same stretches with values in place of cells: loss 0, draw 1, win 2.

    A hole has what stands before it.
    """
    last = DRAW
    for *positions, cells in stretches:
        kinds = np.sign(coding.labels_of(cells).points) + 1
        before = np.maximum.accumulate(np.where(cells == HOLE, -1, np.arange(len(cells))))
        values = np.where(before >= 0, kinds[before], last).astype(np.uint8)
        last = int(values[-1])
        yield *positions, values


# ── values that were exported: who wins, of every position, and nothing else ────────────────────


def load_values(
    path: str | os.PathLike[str], game: Game[Any, Any] | None = None, *, check: bool = True
) -> Values:
    """Open a ``.values`` file that was exported; nothing is read before it is asked for.

    Parameters
    ----------
    path
        A ``.values`` file that ``solution.export`` wrote.
    game
        The game itself, where it is not among the registered ones.
    check
        Ask the rules about 256 positions, and refuse the file if they say anything else than when
        it was saved.

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
    nothing here can be verified. ``Solution.save`` keeps all there is to know. The file is
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
        """Whether the file was closed, and there are no more answers."""
        return self._held.file.is_closed

    def close(self) -> None:
        """Close the file; once is enough."""
        self._held.file.close()

    def __enter__(self) -> Self:
        self._held.file.require_open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """In a pickle the file stands for its values, which are opened again where it is read."""
        self._held.file.require_open()
        return self._opens, ()

    @property
    def game(self) -> Game[Any, Any]:
        """The game that was solved."""
        return self._rules.game

    def __repr__(self) -> str:
        text = "closed" if self.is_closed else f"{len(self)} positions"
        return f"<Values of {self.game!r}: {text}>"

    def __len__(self) -> int:
        return len(self._table)

    def __contains__(self, position: object) -> bool:
        return self._find(position)[0] is not None

    def value(self, position: object) -> Value:
        """The value of a position or of any twin; ``UnknownPositionError`` for anything else."""
        value, cause = self._find(position)
        if value is None:
            find = self._value_in
            raise unknown_position(self._rules, find, self._start, position, cause) from cause
        return value

    def probe_many(self, positions: Iterable[object]) -> ValueProbes:
        """The values of many positions, or of twins of theirs, as columns."""
        require_several(positions)
        digits = self._table.probe_values(positions, self._digit)
        are_known = digits >= 0
        return ValueProbes(are_known, np.where(are_known, digits - 1, 0).astype(np.int8))

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
        return look_up(self._rules, self._value_in, self._start, position)

    def _value_in(self, canonical: object) -> Value | None:
        """The value of a canonical position."""
        place = self._table.place(canonical)
        return None if place < 0 else Value(self._table.entry(place) - 1)

    def _digit(self, position: object) -> int:
        """As it stands in the file; -1 for what is no position."""
        value, _ = self._find(position)
        return -1 if value is None else int(value) + 1
