"""Labels in files: ``.parquet`` has a list of moves in each row, ``.npz`` all moves in one array.

Positions and moves of a compiled game are written as integers, those of any other game as texts.

==============  ====================================================================
``code``        integer of the position, in a compiled game
``position``    text of the position, in any other game; empty if it is not known
``known``       true if it is a position of the solution
``value``       -1, 0 or 1 for the player to move
``remoteness``  plies to the end; missing for infinite play (-1 in ``.npz``)
``score``       points that the player to move wins from here on, in a game with scores
``moves``       legal moves, in the order of the game (``move`` in ``.npz``)
``best``        for each move, true if no other move is better
``keeping``     for each move, true if it preserves the value
==============  ====================================================================
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gamesolver.arguments import path_in
from gamesolver.errors import InvalidArgumentError
from gamesolver.exports.row_files import (
    ROWS_A_GROUP,
    arrow_for_parquet,
    texts_column,
    write_columns,
)
from gamesolver.exports.rows import Source
from gamesolver.files.replacing import replacing
from gamesolver.rules.compiled import CompiledGame
from gamesolver.system.columns import Columns
from gamesolver.texts import spelled

if TYPE_CHECKING:
    from gamesolver.exports.move_labels import MoveLabels
    from gamesolver.solution import Solution


def save_labels(labels: MoveLabels, path: str | os.PathLike[str]) -> None:
    """Write labels to a file of the kind that the suffix names."""
    _write([labels], path_in(path))


def export_labels(solution: Solution[Any, Any], source: Source, target: Path) -> None:
    """Write the labels of the selected positions, some thousand at a time."""
    _write(_batches(solution, source), target)


def _batches(solution: Solution[Any, Any], source: Source) -> Iterator[MoveLabels]:
    chosen = source.selection.chosen(source.rules, source.table, source.report)
    positions = (position for _, position, _ in chosen)
    yield solution.label_moves([])  # which defines the columns if no position is selected
    while batch := list(islice(positions, ROWS_A_GROUP)):
        yield solution.label_moves(batch)


def _write(parts: Iterable[MoveLabels], target: Path) -> None:
    """Write parts of labels one after another; there is at least one part, which may be empty."""
    suffix = target.suffix.lower()
    if suffix not in WRITERS:
        raise InvalidArgumentError(
            f"unknown suffix {spelled(suffix)} of {target}: expected .parquet or .npz for labels"
        )
    with replacing(target) as unfinished:
        WRITERS[suffix](iter(parts), unfinished)


# ── columns ─────────────────────────────────────────────────────────────────────────────────────


def _of_positions(labels: MoveLabels) -> dict[str, Any]:
    """Return the columns that have an entry for each position."""
    columns: dict[str, Any] = {"code": labels.positions}
    if not _has_codes(labels):
        columns = {"position": _texts(labels)}
    columns |= {"known": labels.known, "value": labels.values, "remoteness": labels.remoteness}
    return columns if labels.scores is None else {**columns, "score": labels.scores}


def _has_codes(labels: MoveLabels) -> bool:
    return isinstance(labels.game, CompiledGame)


def _texts(labels: MoveLabels) -> list[str]:
    """Return the texts of positions; an empty text for an object that is not a known position."""
    pairs = zip(labels.positions, labels.known.tolist(), strict=True)
    return [labels.game.format(position) if is_known else "" for position, is_known in pairs]


def _moves(labels: MoveLabels) -> Any:
    """Return the moves as files hold them: codes or texts."""
    return labels.moves if _has_codes(labels) else labels.texts


# ── the two kinds of files ──────────────────────────────────────────────────────────────────────


def _write_parquet(parts: Iterator[MoveLabels], path: Path) -> None:
    """Write typed columns, compressed; the remoteness of infinite play is null."""
    arrow = arrow_for_parquet()
    first = next(parts)
    schema = _table(arrow, first).schema.with_metadata({"game": repr(first.game)})
    with arrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for labels in chain([first], parts):
            writer.write_table(_table(arrow, labels).cast(schema))


def _table(arrow: Any, labels: MoveLabels) -> Any:
    """Return labels as a table of Arrow."""
    columns = _of_positions(labels)
    is_endless = labels.remoteness < 0
    kind = None if _has_codes(labels) else arrow.string()
    arrays = {
        name: arrow.array(column, mask=is_endless if name == "remoteness" else None)
        for name, column in columns.items()
        if name != "position"
    }
    if "position" in columns:
        arrays = {"position": arrow.array(columns["position"], arrow.string()), **arrays}
    ends = arrow.array(np.concatenate([[0], labels.ends]), arrow.int64())
    lists = {
        "moves": arrow.array(_moves(labels), kind),
        "best": arrow.array(labels.best),
        "keeping": arrow.array(labels.keeping),
    }
    for name, entries in lists.items():
        arrays[name] = arrow.LargeListArray.from_arrays(ends, entries)
    return arrow.table(arrays)


def _write_npz(parts: Iterator[MoveLabels], path: Path) -> None:
    """Write an archive with one array per column."""
    write_columns(map(_arrays, parts), path)


def _arrays(labels: MoveLabels) -> dict[str, Columns]:
    """Return the columns as arrays; a list becomes its length and its items."""
    columns = _of_positions(labels)
    columns["moves_end"] = np.diff(labels.ends, prepend=0)
    columns |= {"move": _moves(labels), "best": labels.best, "keeping": labels.keeping}
    return {
        name: texts_column(column) if isinstance(column, list) else column
        for name, column in columns.items()
    }


WRITERS: dict[str, Callable[[Iterator[MoveLabels], Path], None]] = {
    ".parquet": _write_parquet,
    ".npz": _write_npz,
}
