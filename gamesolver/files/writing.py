"""Writing a file: beside the place where it will stand, and moved there when it is whole.

Blocks are packed by several threads and written in their order, so that equal solutions
give equal files, byte for byte. The new file is synced before it takes the name, and the
folder after it: whatever happens on the way, under the name there is the old file or the
new one. What is left of the other is removed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any

from gamesolver.answers import How
from gamesolver.arguments import require_path
from gamesolver.crew import in_turn
from gamesolver.errors import FileError, GameSolverError
from gamesolver.files.blocks import Seal
from gamesolver.files.coding import CODINGS
from gamesolver.files.guides import FIRST_BYTES, Guide, root_of
from gamesolver.files.identity import Identity
from gamesolver.files.parts import Parts
from gamesolver.files.schema import APPLICATION, ORDERED, SCHEMA, STATEMENTS
from gamesolver.files.shape import Shape
from gamesolver.files.texts import how_as_text, root_as_text
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.value import Outcome

SMALL_PAGE, LARGE_PAGE = 2_048, 16_384
"""Bytes a page of SQLite's: of a large one little is left over by blocks that share it."""

LARGE = 1 << 20  # cells
WAITING = 64  # blocks that may be packed and not yet written

Packed = tuple[str, bytes, bytes, bytes]
"""A block: its column, content, hash, and first number."""


def write_solution(
    path: str | os.PathLike[str],
    rules: Rules[Any, Any],
    parts: Parts,
    roots: tuple[Any, ...],
    counts: dict[Outcome, int],
    how: How | None,
    report: Reporter,
) -> None:
    """Write all there is of a solution under a name."""
    identity = Identity.of(rules, roots[0], version("gamesolver")).as_text()
    shape = Shape(
        parts.kind,
        sum(counts.values()),
        tuple(root_as_text(rules, root) for root in roots),
        parts.reached,
        parts.is_all_reached,
        parts.cell_bytes,
        parts.long_code,
        counts,
        dict(sorted(parts.columns.items())),
    ).as_text()
    page = LARGE_PAGE if parts.columns["cells"].length > LARGE else SMALL_PAGE
    with _beside(path) as unfinished, closing(_created(unfinished, page)) as file:
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


@contextmanager
def _beside(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A file to write, which takes the name when all went well."""
    require_path(path)
    target = Path(os.fsdecode(path))
    unfinished = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}")
    try:
        yield unfinished
        _synced(unfinished)
        os.replace(unfinished, target)
        _synced(target.parent)
    except GameSolverError:
        raise
    except (OSError, sqlite3.Error, ValueError) as error:
        raise FileError(f"cannot write {target}: {_reason(target, error)}", str(target)) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _reason(target: Path, error: Exception) -> str:
    """Why a file could not be written, in words."""
    if target.is_dir():
        return "it is a folder"
    if not target.parent.is_dir():
        return f"there is no folder {target.parent}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)


def _synced(path: Path) -> None:
    """See that a file or folder is on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _created(path: Path, page: int) -> sqlite3.Connection:
    """A new file with empty tables."""
    file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    settings = {
        "page_size": page,
        "journal_mode": "OFF",  # nobody sees the file before it is whole
        "synchronous": "OFF",
        "locking_mode": "EXCLUSIVE",
        "application_id": APPLICATION,
        "user_version": SCHEMA,
    }
    for name, value in settings.items():
        file.execute(f"PRAGMA {name} = {value}")
    file.execute("BEGIN")
    for statement in STATEMENTS:
        file.execute(statement)
    return file
