"""Tables that rules read: nested tuples of sets of places, places or numbers, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import attrs

from gamesolver.arguments import whole
from gamesolver.boardgames.kinds import Kind, Table
from gamesolver.boards import Board, Place, Places

Fail = Callable[[str], NoReturn]
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
    if not level:
        fail("this table has no entries. Rules need at least one.")
    if len(level) > MOST_ENTRIES:
        fail(f"this table has {len(level):,} entries. At most {MOST_ENTRIES:,} are supported.")
    return Shape(tuple(greatest), tuple(least), level)


def table_of(name: str, value: Any, board: Board, fail: Fail) -> Table:
    """Return nested tuples as a table. Call ``fail`` if they are not one."""
    shape = shape_of(value, fail)
    kinds = {leaf_kind(each) for each in shape.entries}
    if None in kinds or len(kinds) > 1:
        odd = next((each for each in shape.entries if leaf_kind(each) is None), shape.entries[0])
        needs = "A table has sets of places, places, numbers or truth values, all of one kind"
        fail(f"this table has entries of {len(kinds)} kinds, such as {odd!r:.40}. {needs}.")
    (kind,) = kinds
    assert kind is not None
    for each in shape.entries:
        require_of_board(each, board, fail)
    if kind is Kind.SET:
        sizes = [len(each) for each in shape.entries]
    else:
        sizes = [int(each) for each in shape.entries]
    if max(map(abs, sizes)) > LARGEST:
        fail(f"this table has a number beyond {LARGEST:,}. Use smaller numbers.")
    return Table(name, value, kind, shape.greatest, shape.least, max(sizes), min(sizes))


def require_of_board(value: object, board: Board, fail: Fail) -> None:
    """Raise if a place or a set of places is of another board."""
    if isinstance(value, Place | Places) and value.board != board:
        fail(f"{value!r:.40} is of another board. Use places of the game's board.")


def array_lines(table: Table) -> list[str]:
    """Return the lines that define the arrays of a table in the lowered module."""
    kind = "np.uint64" if table.leaf is Kind.SET else "np.int64"
    lines = [f"{table.name} = np.array({_filled(table.shape, table.value, entry)!r}, {kind})"]
    for depth in table.ragged:
        lengths = _filled(table.shape[:depth], table.value, len)
        lines.append(f"{table.name}_LENGTH_{depth} = np.array({lengths!r}, np.int64)")
    return lines


def _filled(shape: tuple[int, ...], value: Any, of: Callable[[Any], int]) -> Any:
    """Return nested lists of numbers of this shape, with 0 where the value has no entry."""
    if not shape:
        return of(value)
    empty: Any = 0
    for length in reversed(shape[1:]):
        empty = [empty] * length
    rows = [_filled(shape[1:], each, of) for each in value]
    return rows + [empty] * (shape[0] - len(rows))
