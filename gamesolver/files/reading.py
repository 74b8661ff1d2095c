"""Reading a file: its contents are trusted only if the hashes match.

Opening reads the first page, the texts and the hashes of all blocks, and compares the
root. A block is read only when it is requested. The file is opened read-only and as one
that does not change, so that many processes and threads may read it at once. In files of
schema 1 nothing binds a guide to its blocks: there the first look-up reads the first number
of each block, and that is the guide.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from zstandard import ZstdDecompressor

from gamesolver.errors import ClosedError, FileError
from gamesolver.files.blocks import FIRST_BYTES, READERS, BadBlockError, bytes_of
from gamesolver.files.format import (
    FORMS,
    LAYOUTS,
    MOST_TEXT,
    ORDERED,
    SCHEMA,
    FileLayout,
    Form,
    Guide,
    Shape,
)

MOST_VALUE = 1 << 28
CACHE_BYTES = 1 << 26
"""Blocks that are kept unpacked."""

HEADER = {"application": 68, "schema": 60}
"""Offsets of SQLite's application id and schema number in the first page."""

AnswerT = TypeVar("AnswerT")
TextT = TypeVar("TextT")


class SolutionFile:
    """An open file: texts about it, and columns by the block."""

    shape_of = Shape.read
    """Parser of the text about the columns."""

    def __init__(self, path: str | os.PathLike[str], layout: FileLayout) -> None:
        self.path = Path(path)
        self._layout = layout
        self._lock = threading.Lock()
        self.is_closed = False
        self._cache: OrderedDict[tuple[str, int], tuple[Any, int]] = OrderedDict()
        self._cached = 0
        self.form = _form_of(self.path, layout)
        self._file = self._guarded(self._open)
        try:
            self._require_schema()
            self.identity_text = self._text("about", "identity")
            self.how_text = self._text("attached", "how", is_needed=False)
            shape = self._text("about", "shape")
            self.shape = self.understood(lambda text: type(self).shape_of(text, layout), shape)
            self._guides = {name: self._guide_of(name) for name in self.shape.columns}
            self._require_root(shape)
        except BaseException:
            self._file.close()
            raise
        self._unpackers = Unpackers()
        identity = self.identity_text.encode()
        self._seals = {name: self.form.seal(identity, name) for name in self.shape.columns}
        self._remade_guides: dict[str, Guide] = {}

    @property
    def main(self) -> str:
        """Name of the column with the outcomes."""
        return self._layout.kinds[self.shape.kind][0]

    @property
    def num_indexes(self) -> int:
        """Number of indexes, unused ones included."""
        return self.shape.columns[self.main].length

    @property
    def holds(self) -> str:
        """Description of the contents of files of this kind."""
        return self._layout.holds

    @property
    def again(self) -> str:
        """Call that makes another file of this kind."""
        return self._layout.again

    @property
    def read_by(self) -> str:
        """Name of the function that opens files of this kind."""
        return self._layout.read_by.rpartition(".")[2]

    def close(self) -> None:
        """Close the file and drop its blocks; no further query is possible."""
        with self._lock:
            self.is_closed = True
            self._cache.clear()
            self._file.close()

    def require_open(self) -> None:
        """Raise if the file was closed."""
        if self.is_closed:
            raise self.closed()

    def closed(self) -> ClosedError:
        """Return the error for a file that was closed."""
        message = f"{self.path} is closed: {self.read_by}(path) opens it again"
        return ClosedError(message, str(self.path))

    def block(self, column: str, number: int, *, is_kept: bool = True) -> Any:
        """Return a block of a column, as the numbers or texts that it holds."""
        with self._lock:
            if self.is_closed:
                raise self.closed()
            cached = self._cache.get((column, number))
            if cached is not None:
                self._cache.move_to_end((column, number))
                return cached[0]
        raw, entries = self._raw(column, number), self.shape.columns[column].entries_of(number)
        try:
            block = READERS[column](raw, entries)
        except BadBlockError as error:
            raise self._bad(column, number, error) from error
        if is_kept:
            self._keep((column, number), block, bytes_of(block))
        return block

    def guide(self, column: str) -> Guide:
        """Return the guide of a column: hashes and first numbers of its blocks."""
        if self.form.is_guided or column not in ORDERED:
            return self._guides[column]
        if column not in self._remade_guides:
            blocks = range(self.shape.columns[column].blocks)
            firsts = b"".join(self._first(column, number) for number in blocks)
            self._remade_guides[column] = Guide(self._guides[column].hashes, firsts)
        return self._remade_guides[column]

    def _first(self, column: str, number: int) -> bytes:
        """Return the first number of a block, as the block itself has it."""
        first = self._raw(column, number)[:FIRST_BYTES]
        if len(first) < FIRST_BYTES:
            raise self._bad(column, number, BadBlockError("it is shorter than a number"))
        return first

    def _raw(self, column: str, number: int) -> bytes:
        """Return the bytes of a block before compression, if it is what was written there."""
        content, guide = self._content(column, number), self._guides[column]
        hash_of_block, bounds = guide.hash_of(number), guide.bounds_of(number)
        try:
            return self._seals[column].unpack(
                number, content, hash_of_block, bounds, self._unpackers.one
            )
        except BadBlockError as error:
            raise self._bad(column, number, error) from error

    def _bad(self, column: str, number: int, error: BadBlockError) -> FileError:
        return self.broken(f"block {number} of {column}: {error}")

    def _content(self, column: str, number: int) -> bytes:
        """Return the bytes of a block in the file."""
        statement = f"SELECT content FROM {column} WHERE number = ?"
        try:
            with self._lock:
                row = self._file.execute(statement, (number,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._file_error(error) from error
        if row is None or type(row[0]) is not bytes:
            raise self.broken(f"block {number} of {column} is missing")
        content: bytes = row[0]
        return content

    def _keep(self, key: tuple[str, int], block: Any, size: int) -> None:
        with self._lock:
            if key not in self._cache:
                self._cache[key] = block, size
                self._cached += size
            while self._cached > CACHE_BYTES and len(self._cache) > 1:
                self._cached -= self._cache.popitem(last=False)[1][1]

    # ── opening ────────────────────────────────────────────────────────────

    def _open(self) -> sqlite3.Connection:
        name = quote(os.fsencode(os.path.abspath(self.path)))
        file = sqlite3.connect(
            f"file:{name}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        weakref.finalize(self, file.close)  # a collected solution closes its file
        file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE)
        for setting in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON"):
            file.execute(f"PRAGMA {setting}")
        return file

    def _require_schema(self) -> None:
        rows = self._query(
            "SELECT type, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
        )
        if rows != [("table", statement) for statement in self._layout.statements]:
            raise self.broken(f"it does not have the tables of {self.holds}")

    def _require_root(self, shape: str) -> None:
        if self._text("about", "root") != self.form.root_of(
            self.identity_text, shape, self.how_text or "", self._guides
        ):
            raise self.broken("its description does not match its checksum")

    def _guide_of(self, column: str) -> Guide:
        rows = self._query("SELECT hashes, firsts FROM guides WHERE column = ?", (column,))
        guide = Guide(*rows[0]) if len(rows) == 1 else None
        if guide is None or not guide.fits(column, self.shape.columns[column].blocks):
            raise self.broken(f"there is no index of the column {column}")
        return guide

    def _text(self, table: str, name: str, *, is_needed: bool = True) -> Any:
        query = f"SELECT content FROM {table} WHERE name = ? AND length(content) < {MOST_TEXT}"
        rows = self._query(query, (name,))
        if len(rows) == 1 and isinstance(rows[0][0], str):
            return rows[0][0]
        if is_needed:
            raise self.broken(f"its description does not contain {name}")
        return None

    def understood(self, read: Callable[[TextT], AnswerT], text: TextT) -> AnswerT:
        """Return the result of ``read`` for a text of the file; raise ``FileError`` if it fails."""
        try:
            return read(text)
        except (
            ValueError,
            TypeError,
            KeyError,
            AttributeError,
            ArithmeticError,
            RecursionError,
        ) as error:
            raise self.broken("its description is invalid") from error

    # ── look-ups ───────────────────────────────────────────────────────────

    def _query(self, statement: str, parameters: tuple[Any, ...] = ()) -> list[Any]:
        def fetched() -> list[Any]:
            with self._lock:
                return self._file.execute(statement, parameters).fetchall()

        return self._guarded(fetched)

    def _guarded(self, work: Callable[[], AnswerT]) -> AnswerT:
        try:
            return work()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._file_error(error) from error

    def _file_error(self, error: Exception) -> FileError:
        return self.closed() if self.is_closed else self.broken(f"SQLite reports {error}")

    def broken(self, why: str) -> FileError:
        """Return the error for a file that cannot be trusted."""
        message = f"{self.path} is broken: {why}; {self.again} again"
        return FileError(message, str(self.path), is_wrong=True)


class Unpackers(threading.local):
    """Decompressor of each thread; to make one takes as long as to unpack a block."""

    def __init__(self) -> None:
        self.one = ZstdDecompressor()


def _may_wait(path: Path) -> bool:
    """Return True if opening a path may block for ever: a pipe or a character device."""
    with suppress(OSError):
        return path.is_fifo() or path.is_char_device()
    return False


def _form_of(path: Path, layout: FileLayout) -> Form:
    """The form of a file, by its number; raise unless it begins as files of that layout do."""
    if _may_wait(path):
        raise FileError(f"cannot read {path}: it is not a regular file", str(path))
    try:
        head = _head_of(path)
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}", str(path)) from error
    own = _layouts_in(head)
    if own != [layout]:
        message = f"{path} does not contain {layout.holds}: "
        message += f"expected a file that {layout.written_by} wrote"
        if own:
            message = f"{path} contains {own[0].holds}, not {layout.holds}"
            raise FileError(message, str(path)).advised(own[0].advice)
        raise FileError(message, str(path))
    schema = _number_in(head, "schema")
    if schema not in FORMS:
        raise FileError(
            f"{path} was written under schema {schema}: this version reads "
            f"schemas {min(FORMS)} to {SCHEMA}; a newer gamesolver may read it",
            str(path),
        )
    return FORMS[schema]


def layout_of(path: Path) -> FileLayout | None:
    """Return the layout of a file, by how it begins; None if it has none, or is unreadable."""
    with suppress(OSError):
        layouts = [] if _may_wait(path) else _layouts_in(_head_of(path))
        return layouts[0] if layouts else None
    return None


def _head_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def _number_in(head: bytes, name: str) -> int:
    """Return a number of the application from SQLite's header."""
    at = HEADER[name]
    return int.from_bytes(head[at : at + 4], "big")


def _layouts_in(head: bytes) -> list[FileLayout]:
    """Return the layout that a file begins with; none, or one."""
    if not head.startswith(b"SQLite format 3\0"):
        return []
    application = _number_in(head, "application")
    return [candidate for candidate in LAYOUTS if candidate.application == application]
