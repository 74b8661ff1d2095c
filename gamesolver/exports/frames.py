"""Data frames: the rows of a table in memory, for pandas and Polars.

Columns have the names and types of the columns in a Parquet file, so that a program can read either
the file or the frame. Rows come in batches of some thousand. Each batch becomes a frame with typed
columns, and the frames of all batches are concatenated.

pandas holds texts as ``string`` and lists as objects. It holds the remoteness as ``Int32``, which
can be missing: infinite play has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gamesolver.arguments import require_limit, require_yes_or_no
from gamesolver.errors import MORE, InvalidArgumentError, SizeLimitError
from gamesolver.exports.row_files import NUMBERS
from gamesolver.exports.rows import Row, Source


def pandas_frame(source: Source, limit: int) -> Any:
    """Return the rows as a ``pandas.DataFrame``."""
    _require(source, limit)
    try:
        import pandas
    except ImportError as error:
        raise _not_installed("pandas") from error
    frames = [_of_pandas(pandas, source, batch) for batch in _batches(source, limit)]
    return pandas.concat(frames, ignore_index=True)


def _of_pandas(pandas: Any, source: Source, batch: list[Row]) -> Any:
    columns: dict[str, Any] = {}
    for name in source.fields:
        entries = [row[name] for row in batch]
        if name == "remoteness":
            columns[name] = pandas.array(entries, dtype="Int32")
        elif name in NUMBERS:
            columns[name] = np.array(entries, NUMBERS[name])
        else:
            kind = "string" if name == "position" else object
            columns[name] = pandas.Series(entries, dtype=kind)
    return pandas.DataFrame(columns)


def polars_frame(source: Source, limit: int) -> Any:
    """Return the rows as a ``polars.DataFrame``."""
    _require(source, limit)
    try:
        import polars
    except ImportError as error:
        raise _not_installed("polars") from error
    schema = _polars_schema(polars, source)
    frames = [
        polars.DataFrame({name: [row[name] for row in batch] for name in schema}, schema=schema)
        for batch in _batches(source, limit)
    ]
    return polars.concat(frames)


def _polars_schema(polars: Any, source: Source) -> dict[str, Any]:
    """Return the types of the columns, as in a Parquet file."""
    kinds = {name: polars.Series(np.empty(0, kind)).dtype for name, kind in NUMBERS.items()}
    kinds |= {"position": polars.String, "move": polars.String}
    kinds["best_moves"] = polars.List(polars.String)
    kinds["moves"] = polars.List(polars.Struct({name: kinds[name] for name in source.move_fields}))
    return {name: kinds[name] for name in source.fields}


def _require(source: Source, limit: int) -> None:
    """Raise if an argument is invalid."""
    require_yes_or_no(moves=source.with_moves)
    require_limit(limit, of="rows")


def _not_installed(name: str) -> InvalidArgumentError:
    return InvalidArgumentError(
        f'to_{name} needs {name}, which is not installed: pip install "solved-games[{name}]"'
    )


def _batches(source: Source, limit: int) -> Iterator[list[Row]]:
    """Yield batches of rows, at least one; raise if there are more than ``limit`` rows."""
    if source.selection.is_all and len(source.table) > limit:
        raise _too_many(limit)
    yield []
    count = 0
    for batch in source.batches():
        count += len(batch)
        if count > limit:
            raise _too_many(limit)
        yield batch


def _too_many(limit: int) -> SizeLimitError:
    message = f"more than {limit} positions are selected: expected fewer, or a .parquet file"
    return SizeLimitError(message, limit).advised(MORE)
