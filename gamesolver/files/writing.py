"""Writing a file: blocks are packed by several threads, and written in their order.

So equal solutions give equal files, byte for byte.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any

from gamesolver.answers import How
from gamesolver.crew import in_turn
from gamesolver.files.beside import beside
from gamesolver.files.blocks import Seal
from gamesolver.files.coding import CODINGS
from gamesolver.files.guides import FIRST_BYTES, Guide, root_of
from gamesolver.files.identity import Identity
from gamesolver.files.parts import Parts
from gamesolver.files.schema import ORDERED, SCHEMA, Layout
from gamesolver.files.shape import Counts, Shape
from gamesolver.files.texts import how_as_text, root_as_text
from gamesolver.progress import Reporter
from gamesolver.rules import Rules

SMALL_PAGE, LARGE_PAGE = 2_048, 16_384
"""Bytes a page of SQLite's: of a large one little is left over by blocks that share it."""

LARGE = 1 << 20  # entries
WAITING = 64  # blocks that may be packed and not yet written

Packed = tuple[str, bytes, bytes, bytes]
"""A block: its column, content, hash, and first number."""


def write_file(
    path: str | os.PathLike[str],
    layout: Layout,
    rules: Rules[Any, Any],
    parts: Parts,
    roots: tuple[Any, ...],
    counts: Counts,
    how: How | None,
    report: Reporter,
) -> None:
    """Write all there is to be kept under a name."""
    identity = Identity.of(rules, roots[0], version("gamesolver")).as_text()
    shape = Shape(
        parts.kind,
        sum(counts.values()),
        tuple(root_as_text(rules, root) for root in roots),
        parts.reached,
        parts.is_all_reached,
        counts,
        dict(sorted(parts.columns.items())),
    ).as_text()
    longest = max(column.length for column in parts.columns.values())
    page = LARGE_PAGE if longest > LARGE else SMALL_PAGE
    with beside(path) as unfinished, closing(_created(unfinished, layout, page)) as file:
        guides = _write_blocks(file, identity.encode(), parts, report)
        file.executemany(
            "INSERT INTO guides VALUES (?, ?, ?)",
            [(name, each.hashes, each.firsts) for name, each in sorted(guides.items())],
        )
        texts = {"identity": identity, "shape": shape, "root": root_of(identity, shape, guides)}
        file.executemany("INSERT INTO about VALUES (?, ?)", sorted(texts.items()))
        if how is not None:
            file.execute("INSERT INTO attached VALUES ('how', ?)", (how_as_text(how),))
        file.commit()


# ── blocks ─────────────────────────────────────────────────────────────────


def _write_blocks(
    file: sqlite3.Connection, identity: bytes, parts: Parts, report: Reporter
) -> dict[str, Guide]:
    """Write all blocks in their order; the guides to them."""
    seals = {name: Seal(identity, name) for name in parts.columns}
    guides: dict[str, tuple[list[bytes], list[bytes]]]
    guides = {name: ([], []) for name in parts.columns}
    total = sum(column.blocks for column in parts.columns.values())
    for done, (name, content, hashed, first) in enumerate(_packed(parts, seals), 1):
        hashes, firsts = guides[name]
        file.execute(f"INSERT INTO {name} VALUES (?, ?)", (len(hashes), content))
        hashes.append(hashed)
        firsts.append(first)
        report("save", done, total)
    return {name: Guide(*map(b"".join, lists)) for name, lists in guides.items()}


def _packed(parts: Parts, seals: dict[str, Seal]) -> Iterator[Packed]:
    """The blocks, packed by several threads, in their order."""
    numbers = {name: count() for name in parts.columns}
    blocks = ((seals[name], next(numbers[name]), entries) for name, entries in parts.blocks)
    return in_turn(_pack, blocks, WAITING)


def _pack(seal: Seal, number: int, entries: Any) -> Packed:
    """One block."""
    is_ordered = seal.column in ORDERED
    first = int(entries[0]).to_bytes(FIRST_BYTES, "little") if is_ordered else b""
    return (seal.column, *seal.pack(number, CODINGS[seal.column][0](entries)), first)


# ── the file ───────────────────────────────────────────────────────────────


def _created(path: Path, layout: Layout, page: int) -> sqlite3.Connection:
    """A new file with empty tables."""
    file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    settings = {
        "page_size": page,
        "journal_mode": "OFF",  # nobody sees the file before it is whole
        "synchronous": "OFF",
        "locking_mode": "EXCLUSIVE",
        "application_id": layout.application,
        "user_version": SCHEMA,
    }
    for name, value in settings.items():
        file.execute(f"PRAGMA {name} = {value}")
    file.execute("BEGIN")
    for statement in layout.statements:
        file.execute(statement)
    return file
