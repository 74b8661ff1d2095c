"""Exports as Parquet, a group of rows at a time, for pandas, Polars, DuckDB and their like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamesolver.errors import InvalidArgumentError
from gamesolver.exports.rows import Source

ROWS_A_GROUP = 1 << 16


def write_parquet(source: Source, path: Path) -> None:
    """A table with typed columns; the remoteness of an endless draw is null."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise InvalidArgumentError(
            "Parquet files are written by pyarrow, which is not installed: "
            'pip install "gamesolver[parquet]"'
        ) from error

    schema = _schema(pyarrow, source.with_moves)
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


def _schema(arrow: Any, with_moves: bool) -> Any:
    """The types of the columns."""
    fields = [
        arrow.field("position", arrow.string(), nullable=False),
        arrow.field("code", arrow.uint64(), nullable=False),
        arrow.field("value", arrow.int8(), nullable=False),
        arrow.field("remoteness", arrow.int32()),
        arrow.field("best_moves", arrow.list_(arrow.string()), nullable=False),
        arrow.field("orbit_size", arrow.int32(), nullable=False),
    ]
    if with_moves:
        move = {"move": arrow.string(), "value": arrow.int8(), "remoteness": arrow.int32()}
        fields.append(arrow.field("moves", arrow.list_(arrow.struct(move)), nullable=False))
    return arrow.schema(fields)
