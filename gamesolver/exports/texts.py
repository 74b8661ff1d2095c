"""Exports as text, a line for each position: ``.csv`` and ``.jsonl``.

Lists stand in a field of a CSV file as JSON, since the text of a move may hold any sign.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from gamesolver.exports.rows import Source


def write_csv(source: Source, path: Path) -> None:
    """Comma-separated values with a line of names; an endless draw has no remoteness."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(source.fields)
        writer.writerows(map(_field, row.values()) for row in source.rows())


def write_jsonl(source: Source, path: Path) -> None:
    """One JSON object a line."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(_json(row) + "\n" for row in source.rows())


def _field(entry: Any) -> Any:
    return _json(entry) if isinstance(entry, list) else entry


def _json(entry: Any) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
