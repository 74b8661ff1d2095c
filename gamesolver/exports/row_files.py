"""Tables for other programs, a row for each position: a writer for each kind of file.

**Text**, ``.csv`` and ``.jsonl``, a line for each position. In a CSV file lists are written as
JSON, since the text of a move may hold any character.

**Parquet**, a group of rows at a time, for pandas, Polars, DuckDB and similar programs.

**numpy's** ``.npz``, one array per column, ready for training. Lists lie end to end: the
moves of row i are ``move[moves_end[i - 1]:moves_end[i]]``, its best moves
``best_move[best_moves_end[i - 1]:best_moves_end[i]]``. Infinite play has remoteness -1. Rows
are written to temporary files first, batch by batch, and from there into the archive, since the
width of a column of texts is known only at the end.
"""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
import numpy as np

from gamesolver.errors import InvalidArgumentError
from gamesolver.exports.rows import Row, RowShape, Source
from gamesolver.system.columns import Columns
from gamesolver.tables.labels import ENDLESS
from gamesolver.texts import spelled

NUMBERS = {
    "code": np.uint64,
    "value": np.int8,
    "remoteness": np.int32,
    "score": np.int64,
    "gain": np.int64,
    "orbit_size": np.int32,
}
"""The columns of numbers, with their types."""

# ── exports as text, a line for each position: ``.csv`` and ``.jsonl`` ──────────────────────────


def write_csv(source: Source, path: Path) -> None:
    """Write comma-separated values with a line of names; infinite play has no remoteness."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(source.fields)
        writer.writerows(_fields(source, row) for row in source.shapes())


def write_jsonl(source: Source, path: Path) -> None:
    """Write one JSON object per line."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(_json(row) + "\n" for row in source.shapes())


def _fields(source: Source, row: RowShape) -> Iterator[Any]:
    for entry in row.values():
        if isinstance(entry, dict):
            yield from source.indexed(row["outcome"]).values()
        else:
            yield _json(entry) if isinstance(entry, list) else entry


def _json(entry: Any) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


# ── exports as Parquet, a group of rows at a time, for pandas, Polars, DuckDB and their like ────

ROWS_A_GROUP = 1 << 16


def write_parquet(source: Source, path: Path) -> None:
    """Write a table with typed columns; the remoteness of infinite play is null."""
    pyarrow = arrow_for_parquet()
    schema = _schema(pyarrow, source)
    schema = schema.with_metadata({"game": repr(source.rules.game)})
    with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        group: list[dict[str, Any]] = []
        for batch in source.batches():
            group += batch
            if len(group) >= ROWS_A_GROUP:
                writer.write_table(pyarrow.Table.from_pylist(group, schema))
                group = []
        if group:
            writer.write_table(pyarrow.Table.from_pylist(group, schema))


def arrow_for_parquet() -> Any:
    """Return the module pyarrow; raise an error with the install command if it is missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise InvalidArgumentError(
            "Parquet files require pyarrow, which is not installed: "
            'pip install "solved-games[parquet]"'
        ) from error
    return pyarrow


def _schema(arrow: Any, source: Source) -> Any:
    """Return the types of the columns."""
    kinds = {name: arrow.from_numpy_dtype(kind) for name, kind in NUMBERS.items()}
    kinds |= {"position": arrow.string(), "move": arrow.string()}
    kinds["best_moves"] = arrow.list_(arrow.string())
    kinds["moves"] = arrow.list_(arrow.struct({name: kinds[name] for name in source.move_fields}))
    return arrow.schema(
        [arrow.field(name, kinds[name], nullable=name == "remoteness") for name in source.fields]
    )


# ── ``.npz`` files of numpy: one array per column ─────────────────────────────────────────────────


def write_npz(source: Source, path: Path) -> None:
    """Write an archive with one array per column."""
    batches = chain(source.batches(), [[]])  # the last defines the columns of no rows
    write_columns((_columns(batch, source) for batch in batches), path)


def write_columns(parts: Iterator[dict[str, Columns]], path: Path) -> None:
    """Write an archive of arrays from their parts; ``_end`` in a name marks lengths of lists."""
    with TemporaryDirectory(dir=path.parent, prefix=f"{path.name}-") as folder:
        columns: dict[str, _Column] = {}
        for named in parts:
            for name, part in named.items():
                columns.setdefault(name, _Column(Path(folder, name))).append(part)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, column in columns.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                    column.write(file)


def _columns(batch: list[Row], source: Source) -> dict[str, Columns]:
    """Return the columns of some rows as arrays; a list becomes its length and its items."""
    columns = {"position": texts_column([row["position"] for row in batch])}
    columns |= {name: _numbers(batch, name) for name in source.fields if name in NUMBERS}
    best = [move for row in batch for move in row["best_moves"]]
    columns["best_moves_end"] = np.array([len(row["best_moves"]) for row in batch], np.int64)
    columns["best_move"] = texts_column(best)
    if source.with_moves:
        moves = [move for row in batch for move in row["moves"]]
        columns["moves_end"] = np.array([len(row["moves"]) for row in batch], np.int64)
        columns["move"] = texts_column([move["move"] for move in moves])
        named = (name for name in source.move_fields if name in NUMBERS)
        columns |= {f"move_{name}": _numbers(moves, name) for name in named}
    return columns


def _numbers(rows: list[Row], name: str) -> Columns:
    entries = (ENDLESS if row[name] is None else row[name] for row in rows)
    return np.fromiter(entries, NUMBERS[name], len(rows))


def texts_column(texts: list[str]) -> Columns:
    """Return texts as an array; raise if one ends with a NUL character, which NumPy arrays drop."""
    for text in texts:
        if text.endswith("\0"):
            raise InvalidArgumentError(
                f"{spelled(text)} ends with a NUL character, which NumPy arrays drop"
            )
    return np.array(texts, np.str_) if texts else np.empty(0, "<U1")


@attrs.define(eq=False)
class _Column:
    """Column that is written to a temporary file part by part."""

    path: Path
    parts: list[tuple[int, np.dtype[Any]]] = attrs.field(factory=list)
    """Length and type of each part; a later part of texts may be wider."""

    def append(self, part: Columns) -> None:
        with self.path.open("ab") as file:
            file.write(part.tobytes())
        self.parts.append((len(part), part.dtype))

    def write(self, file: Any) -> None:
        """Write the whole as one array, ends of lists counted from the beginning."""
        kind = max((dtype for _, dtype in self.parts), key=lambda dtype: dtype.itemsize)
        shape = (sum(length for length, _ in self.parts),)
        about = {"descr": np.lib.format.dtype_to_descr(kind), "fortran_order": False}
        np.lib.format.write_array_header_1_0(file, about | {"shape": shape})
        total = 0
        for part in self._read():
            if self.path.name.endswith("_end"):
                part = np.cumsum(part) + total
                total = int(part[-1]) if len(part) else total
            file.write(part.astype(kind).tobytes())

    def _read(self) -> Iterator[Columns]:
        with self.path.open("rb") as file:
            for length, dtype in self.parts:
                yield np.frombuffer(file.read(length * dtype.itemsize), dtype)
