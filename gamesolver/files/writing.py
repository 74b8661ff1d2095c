"""Writing a file: beside the place where it will stand, and moved there when it is whole.

Blocks are packed by several threads and written in their order, so that equal solutions
give equal files, byte for byte. The new file is synced before it takes the name, and the
folder after it: whatever happens on the way, under the name there is the old file or the
new one. What is left of the other is removed.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attrs

from gamesolver.answers import How
from gamesolver.compiled import CompiledGame
from gamesolver.crew import default_threads
from gamesolver.errors import FileError, InvalidArgumentError
from gamesolver.files import coding
from gamesolver.files.blocks import Seal
from gamesolver.files.guides import FIRST_BYTES, Guide, root_of
from gamesolver.files.identity import Identity
from gamesolver.files.parts import Parts
from gamesolver.files.schema import APPLICATION, ORDERED, SCHEMA, STATEMENTS
from gamesolver.files.shape import Shape
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.spelling import spelled
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
        tuple(map(root_text(rules), roots)),
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


def root_text(rules: Rules[Any, Any]) -> Callable[[Any], str]:
    """What writes a root as a text."""
    return str if isinstance(rules.game, CompiledGame) else rules.format


def how_as_text(how: How) -> str:
    """How a game was solved, as it stands in a file."""
    told = {
        "road": how.road,
        "why": how.why,
        "seconds": dict(how.seconds),
        "bytes": dict(how.bytes),
        "rounds": [attrs.astuple(each) for each in how.rounds],
    }
    return json.dumps(told)


# ── blocks ─────────────────────────────────────────────────────────────────


def _write_blocks(
    file: sqlite3.Connection, identity: bytes, parts: Parts, report: Reporter
) -> dict[str, Guide]:
    """Write all blocks in their order; the guides to them."""
    seals = {name: Seal(identity, name) for name in parts.columns}
    guides = {name: ([], []) for name in parts.columns}  # type: dict[str, tuple[list[bytes], list[bytes]]]
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
    numbers = dict.fromkeys(parts.columns, 0)
    waiting: deque[Future[Packed]] = deque()
    with ThreadPoolExecutor(default_threads()) as pool:
        try:
            for name, entries in parts.blocks:
                waiting.append(pool.submit(_pack, seals[name], numbers[name], entries))
                numbers[name] += 1
                if len(waiting) == WAITING:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _pack(seal: Seal, number: int, entries: Any) -> Packed:
    """One block."""
    is_ordered = seal.column in ORDERED
    if seal.column == "texts":
        raw = coding.to_texts(entries)
    else:
        raw = coding.to_steps(entries) if is_ordered else coding.to_planes(entries)
    first = int(entries[0]).to_bytes(FIRST_BYTES, "little") if is_ordered else b""
    return (seal.column, *seal.pack(number, raw), first)


# ── the file ───────────────────────────────────────────────────────────────


@contextmanager
def _beside(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A file to write, which takes the name when all went well."""
    if not isinstance(path, str | os.PathLike):
        raise InvalidArgumentError(f"bad path {spelled(path)}: expected a text or a path")
    target = Path(os.fsdecode(path))
    unfinished = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}")
    try:
        yield unfinished
        _synced(unfinished)
        os.replace(unfinished, target)
        _synced(target.parent)
    except (OSError, sqlite3.Error, ValueError) as error:
        if isinstance(error, FileError | InvalidArgumentError):
            raise
        raise FileError(f"cannot write {target}: {_reason(target, error)}", str(target)) from error
    finally:
        for left in (unfinished, unfinished.with_name(unfinished.name + "-journal")):
            with suppress(OSError):
                left.unlink()


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
