"""Tables that rules read: nested tuples of sets of places, places or numbers, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import attrs

from gamesolver.arguments import whole
from gamesolver.boardgames.kinds import Column, Kind, Table
from gamesolver.boards import Board, Place, Places

Fail = Callable[[str], NoReturn]
ENTRIES = "A table has sets of places, places or numbers, or rows of these, such as pairs"
MOST_ENTRIES = 200_000
LARGEST = 2**31


def leaf_kind(value: object) -> Kind | None:
    """Return the kind of an entry of a table, or ``None`` if it cannot be one."""
    if isinstance(value, Places):
        return Kind.SET
    if isinstance(value, Place):
        return Kind.PLACE
    return Kind.NUMBER if not isinstance(value, bool) and whole(value) is not None else None


def entry(value: Any) -> int:
    """Return an entry of a table as a number: the bits of a set, or the number of a place."""
    return value.bits if isinstance(value, Places) else int(value)


@attrs.frozen
class Shape:
    """Lengths of nested tuples at each depth, and all entries."""

    greatest: tuple[int, ...]
    ragged: frozenset[int]
    entries: list[Any]


def shape_of(value: Any, fail: Fail) -> Shape:
    """Return the shape of nested tuples."""
    level: list[Any] = [value]
    greatest: list[int] = []
    ragged: set[int] = set()
    while level and any(isinstance(each, tuple | list) for each in level):
        if not all(isinstance(each, tuple | list) for each in level):
            fail("the entries of this table are nested to different depths. Make them alike.")
        lengths = {len(each) for each in level}
        if len(lengths) > 1:
            ragged.add(len(greatest))
        greatest.append(max(lengths))
        level = [part for each in level for part in each]
    if not level:
        fail("this table has no entries. Rules need at least one.")
    if len(level) > MOST_ENTRIES:
        fail(f"this table has {len(level):,} entries. At most {MOST_ENTRIES:,} are supported.")
    return Shape(tuple(greatest), frozenset(ragged), level)


def table_of(name: str, value: Any, board: Board, fail: Fail) -> Table:
    """Return nested tuples as a table. Call ``fail`` if they are not one."""
    shape = shape_of(value, fail)
    for each in shape.entries:
        if leaf_kind(each) is None:
            fail(f"this table has {each!r:.40} in it. {ENTRIES}.")
        require_of_board(each, board, fail)
    width = 1
    if len({leaf_kind(each) for each in shape.entries}) > 1:
        width = _width(shape, fail)
    columns = [_column_of(shape.entries[first::width], fail) for first in range(width)]
    return Table(name, value, tuple(columns), shape.greatest, shape.ragged)


def _width(shape: Shape, fail: Fail) -> int:
    """Return the number of columns of a table whose rows have entries of several kinds."""
    kinds = list(dict.fromkeys(str(leaf_kind(each)) for each in shape.entries))
    found = " and ".join(kinds)
    depth = len(shape.greatest) - 1
    if depth == 0:
        fail(f"this tuple has entries of several kinds: {found}. {ENTRIES}.")
    if depth in shape.ragged:
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
    for number, column in enumerate(table.columns):
        name = f"{table.name}_{number}" if table.is_split else table.name
        kind = "np.uint64" if column.leaf is Kind.SET else "np.int64"
        filled = _filled(table, table.value, 0, number)
        lines.append(f"{name} = np.array({filled!r}, {kind})")
    for depth in sorted(table.ragged):
        lengths = _lengths(table.value, depth)
        lines.append(f"{table.name}_LENGTH_{depth} = np.array({lengths!r}, np.int64)")
    return lines


def _filled(table: Table, value: Any, depth: int, column: int) -> Any:
    """Return a column as nested lists of numbers, all of one length at each depth."""
    shape = table.shape[:-1] if table.is_split else table.shape
    if depth == len(shape):
        return entry(value[column] if table.is_split else value)
    empty: Any = 0
    for length in reversed(shape[depth + 1 :]):
        empty = [empty] * length
    rows = [_filled(table, each, depth + 1, column) for each in value]
    return rows + [empty] * (table.shape[depth] - len(rows))


def _lengths(value: Any, depth: int) -> Any:
    return len(value) if depth == 0 else [_lengths(each, depth - 1) for each in value]
