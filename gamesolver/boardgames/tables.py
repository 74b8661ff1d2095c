"""Tables that rules read: nested tuples of sets of places, places or numbers, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

import attrs

from gamesolver.arguments import whole
from gamesolver.boardgames.kinds import Column, Kind, Table
from gamesolver.boards import Board, Place, Places

Fail = Callable[[str], NoReturn]
ENTRIES = (
    "A table has sets of places, places, numbers or truth values, or rows of these, such as pairs"
)
MOST_ENTRIES = 200_000
LARGEST = 2**31


def leaf_kind(value: object) -> Kind | None:
    """Return the kind of an entry of a table, or ``None`` if it cannot be one."""
    if isinstance(value, Places):
        return Kind.SET
    if isinstance(value, Place):
        return Kind.PLACE
    if isinstance(value, bool):
        return Kind.TRUTH
    return Kind.NUMBER if whole(value) is not None else None


def entry(value: Any) -> int:
    """Return an entry of a table as a number: the bits of a set, or the number of a place."""
    return value.bits if isinstance(value, Places) else int(value)


@attrs.frozen
class Shape:
    """Lengths of nested tuples at each depth, and all entries."""

    greatest: tuple[int, ...]
    least: tuple[int, ...]
    entries: list[Any]


def shape_of(value: Any, fail: Fail) -> Shape:
    """Return the shape of nested tuples."""
    level: list[Any] = [value]
    greatest: list[int] = []
    least: list[int] = []
    while level and any(isinstance(each, tuple | list) for each in level):
        if not all(isinstance(each, tuple | list) for each in level):
            fail("the entries of this table are nested to different depths. Make them alike.")
        lengths = {len(each) for each in level}
        greatest.append(max(lengths))
        least.append(min(lengths))
        level = [part for each in level for part in each]
    if len(level) > MOST_ENTRIES:
        fail(f"this table has {len(level):,} entries. At most {MOST_ENTRIES:,} are supported.")
    return Shape(tuple(greatest), tuple(least), level)


def table_of(name: str, value: Any, board: Board, fail: Fail) -> Table:
    """Return nested tuples as a table. Call ``fail`` if they are not one.

    A table may be empty, as on a board too small for it. A loop over it has no round.
    """
    shape = shape_of(value, fail)
    if not shape.entries:
        return Table(name, value, (), shape.greatest, shape.least)
    for each in shape.entries:
        if leaf_kind(each) is None:
            fail(f"this table has {each!r:.40} in it. {ENTRIES}.")
        require_of_board(each, board, fail)
    width = 1
    if len({leaf_kind(each) for each in shape.entries}) > 1:
        width = _width(shape, fail)
    columns = [_column_of(shape.entries[first::width], fail) for first in range(width)]
    return Table(name, value, tuple(columns), shape.greatest, shape.least)


def _width(shape: Shape, fail: Fail) -> int:
    """Return the number of columns of a table whose rows have entries of several kinds."""
    kinds = list(dict.fromkeys(str(leaf_kind(each)) for each in shape.entries))
    found = " and ".join(kinds)
    depth = len(shape.greatest) - 1
    if depth == 0:
        fail(f"this tuple has entries of several kinds: {found}. {ENTRIES}.")
    if shape.greatest[depth] != shape.least[depth]:
        fail(f"rows with entries of several kinds ({found}) must have one length. Make them alike.")
    width = shape.greatest[-1]
    for column in range(width):
        if len({leaf_kind(each) for each in shape.entries[column::width]}) > 1:
            fail(f"entry {column} of each row must be of one kind, and it is {found}. {ENTRIES}.")
    return width


def _column_of(entries: list[Any], fail: Fail) -> Column:
    """Return the kind and the bounds of entries of one kind."""
    kind = leaf_kind(entries[0])
    assert kind is not None
    sizes = [len(each) if kind is Kind.SET else int(each) for each in entries]
    if max(map(abs, sizes)) > LARGEST:
        fail(f"this table has a number beyond {LARGEST:,}. Use smaller numbers.")
    return Column(kind, max(sizes), min(sizes))


def require_of_board(value: object, board: Board, fail: Fail) -> None:
    """Raise if a place or a set of places is of another board."""
    if isinstance(value, Place | Places) and value.board != board:
        fail(f"{value!r:.40} is of another board. Use places of the game's board.")


def array_lines(table: Table) -> list[str]:
    """Return the lines that define the arrays of a table in the lowered module."""
    lines = []
    shape = table.shape[:-1] if table.is_split else table.shape
    for number, column in enumerate(table.columns):
        name = f"{table.name}_{number}" if table.is_split else table.name
        kind = "np.uint64" if column.leaf is Kind.SET else "np.int64"
        of = partial(_entry_in, number) if table.is_split else entry
        lines.append(f"{name} = np.array({_filled(shape, table.value, of)!r}, {kind})")
    for depth in table.ragged:
        lengths = _filled(table.shape[:depth], table.value, len)
        lines.append(f"{table.name}_LENGTH_{depth} = np.array({lengths!r}, np.int64)")
    return lines


def _entry_in(column: int, row: Any) -> int:
    """Return an entry of a row as a number."""
    return entry(row[column])


def _filled(shape: tuple[int, ...], value: Any, of: Callable[[Any], int]) -> Any:
    """Return nested lists of numbers of this shape, with 0 where the value has no entry."""
    if not shape:
        return of(value)
    empty: Any = 0
    for length in reversed(shape[1:]):
        empty = [empty] * length
    rows = [_filled(shape[1:], each, of) for each in value]
    return rows + [empty] * (shape[0] - len(rows))
