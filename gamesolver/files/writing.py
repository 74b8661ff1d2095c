"""Writer of solution files.

:func:`save` writes a solution and :func:`write_file` the SQLite file. Several threads compress
the blocks, and the calling thread writes them in order. Equal solutions therefore give equal
files, byte for byte, unless the record of the solve is included. The file appears under its name
when it is complete.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from gamesolver import __version__
from gamesolver.errors import FileError
from gamesolver.files.blocks import Seal
from gamesolver.files.format import (
    CONVENTIONS,
    MOST_TEXT,
    OF_SCORES,
    SCHEMA,
    SOLUTION,
    VALUES,
    Column,
    Counts,
    FileLayout,
    Guide,
    Identity,
    Shape,
    how_as_text,
    read_back,
    read_root,
    root_as_text,
    root_of,
)
from gamesolver.files.packing import PackedTable, Run, pack, runs_of
from gamesolver.files.replacing import replacing
from gamesolver.files.tables import FileTable, plain_parts_of
from gamesolver.rules.guard import Rules
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import in_turn
from gamesolver.tables.labels import SolveInfo
from gamesolver.tables.table import ALL, DictTable, Table, count_outcomes

# ── writing a file ────────────────────────────────────────────────────────────────────────

SMALL_PAGE, LARGE_PAGE = 2_048, 16_384
"""Bytes in a page of SQLite. Blocks leave less unused space in large pages."""

LARGE = 1 << 20  # entries
WAITING = 3  # runs that may be packed and not yet written


def write_file(
    path: str | os.PathLike[str],
    layout: FileLayout,
    rules: Rules[Any, Any],
    parts: PackedTable,
    roots: tuple[Any, ...],
    counts: Counts,
    how: SolveInfo | None,
    report: Reporter,
) -> None:
    """Write a complete file at ``path``."""
    texts = tuple(parts.respelled.get(root) or root_as_text(rules, root) for root in roots)
    start, *_ = (
        read_back(rules, *pair, partial(read_root, rules))
        for pair in zip(roots, texts, strict=True)
    )
    conventions = CONVENTIONS if parts.scoring is None else OF_SCORES
    identity = Identity.of(rules, start, __version__).as_text(conventions)
    shape = Shape(
        parts.kind,
        sum(counts.values()),
        texts,
        parts.reached,
        parts.is_all_reached,
        counts,
        dict(sorted(parts.columns.items())),
        parts.are_exact,
        parts.scoring,
        had_scores=layout is VALUES and rules.is_scored,
        had_worth=rules.payoff if layout is VALUES else 0,
    ).as_text()
    if len(shape) >= MOST_TEXT:
        raise FileError(
            f"cannot write {path}: the texts of {len(roots)} positions that were solved from take "
            f"more than {MOST_TEXT} bytes; solve from fewer",
            str(path),
        )
    with (
        replacing(path) as unfinished,
        closing(created(unfinished, layout, page_for(parts))) as file,
    ):
        guides = write_columns(file, identity.encode(), parts, report)
        how_text = "" if how is None else how_as_text(how)
        root = root_of(identity, shape, how_text, guides)
        file.executemany(
            "INSERT INTO guides VALUES (?, ?, ?)",
            [(name, guide.hashes, guide.firsts) for name, guide in sorted(guides.items())],
        )
        about = {"identity": identity, "shape": shape, "root": root}
        file.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
        if how is not None:
            file.execute("INSERT INTO attached VALUES ('how', ?)", (how_text,))
        file.commit()


def page_for(parts: PackedTable) -> int:
    """Return the page size, by the longest column of the file."""
    longest = max(column.length for column in parts.columns.values())
    return LARGE_PAGE if longest > LARGE else SMALL_PAGE


# ── blocks ─────────────────────────────────────────────────────────────────


def write_columns(
    file: sqlite3.Connection, identity: bytes, parts: PackedTable, report: Reporter
) -> dict[str, Guide]:
    """Write all columns, block after block. Return the guides to them."""
    guides, done = {}, 0
    total = sum(column.blocks for column in parts.columns.values())
    for name, column in parts.columns.items():
        runs = runs_of(parts.stretches[name], column.in_a_block)
        seal = Seal(identity, name)
        hashes, firsts = list[bytes](), list[bytes]()
        number = 0
        for contents, theirs, first in in_turn(pack, _indexed(seal, runs, column), WAITING):
            rows = enumerate(contents, number)
            file.executemany(f"INSERT INTO {name} VALUES (?, ?)", rows)
            hashes.append(theirs)
            firsts.append(first)
            number += len(contents)
            report("save", done + number, total)
        guides[name] = Guide(b"".join(hashes), b"".join(firsts))
        done += number
    return guides


def _indexed(
    seal: Seal, runs: Iterator[Run], column: Column
) -> Iterator[tuple[Seal, Run, int, int, Run]]:
    """Yield each run with the number of its first block and the next run, for packing."""
    number = 0
    for run, beyond in pairwise(chain(runs, [()])):
        yield seal, run, column.in_a_block, number, beyond
        number += -(-len(run[0]) // column.in_a_block)


# ── the file ───────────────────────────────────────────────────────────────


def created(path: Path, layout: FileLayout, page: int) -> sqlite3.Connection:
    """Return a new file with empty tables."""
    file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    settings = {
        "page_size": page,
        "journal_mode": "OFF",  # no reader sees the file before it is complete
        "synchronous": "OFF",
        "locking_mode": "EXCLUSIVE",
        "application_id": layout.application,
        "user_version": SCHEMA,
    }
    try:
        for name, value in settings.items():
            file.execute(f"PRAGMA {name} = {value}")
        file.execute("BEGIN")
        for statement in layout.statements:
            file.execute(statement)
    except BaseException:
        file.close()
        raise
    return file


# ── saving: all there is of a solution in one file ──────────────────────────────────────────────


def save(
    rules: Rules[Any, Any],
    table: Table[Any],
    roots: tuple[Any, ...],
    path: str | os.PathLike[str],
    how: SolveInfo | None,
    report: Reporter,
) -> None:
    """Write a solution. See :meth:`gamesolver.Solution.save`."""
    counted = count_outcomes(rules, table, ALL).items()
    counts = {(outcome.points, outcome.remoteness): n for outcome, n in counted}
    write_file(path, SOLUTION, rules, parts_of(rules, table, roots), roots, counts, how, report)


def parts_of(rules: Rules[Any, Any], table: Table[Any], roots: tuple[Any, ...]) -> PackedTable:
    """Return the parts of a table that a file stores."""
    if isinstance(table, DictTable):
        return plain_parts_of(table, rules, roots)
    if isinstance(table, FileTable):
        return parts_of(rules, table.whole, roots)
    from gamesolver.files.entry_tables import entry_parts_of  # numba: only where it is needed

    return entry_parts_of(table)  # type: ignore[arg-type]  # there is no other kind
