"""Solution files taken apart, changed on purpose and reassembled, with old or recomputed hashes.

``Contents`` is the content of a file, table by table. An *edit* changes one thing in it: a
number of a guide, an entry of a block, a field of one of the texts, the order of the blocks, or
the schema number. ``made_anew`` then recomputes every hash, as a competent forger would: those
of the blocks, and the root over all of them.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import attrs
import numpy as np
import zstandard

from gamesolver.files import blocks as blocks_module
from gamesolver.files import packing
from gamesolver.files.format import FORMS, LAYOUTS, ORDERED, SCHEMA, Guide

LAST = 2**64 - 1


@attrs.define
class Contents:
    """Content of a file."""

    layout: object
    version: int
    texts: dict
    attached: dict
    guides: dict
    """By column: the concatenated hashes of its blocks, and the first number of each block."""
    blocks: dict
    """By column: the content of each block by its number."""
    more: list = attrs.field(factory=list)
    """SQL statements to run last."""

    @classmethod
    def read(cls, path):
        """Return the content of a file."""
        with closing(sqlite3.connect(path)) as file:
            ((application,),) = file.execute("PRAGMA application_id")
            ((version,),) = file.execute("PRAGMA user_version")
            layout = next(each for each in LAYOUTS if each.application == application)
            return cls(
                layout,
                version,
                dict(file.execute("SELECT * FROM about")),
                dict(file.execute("SELECT * FROM attached")),
                {name: [*rest] for name, *rest in file.execute("SELECT * FROM guides")},
                {
                    column: blocks
                    for column in layout.columns
                    if (blocks := dict(file.execute(f"SELECT * FROM {column}")))
                },
            )

    def write(self, path):
        """Write the file, replacing an existing one."""
        Path(path).unlink(missing_ok=True)
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute("PRAGMA journal_mode = OFF")
            file.execute("PRAGMA synchronous = OFF")
            file.execute(f"PRAGMA application_id = {self.layout.application}")
            file.execute(f"PRAGMA user_version = {self.version}")
            file.execute("BEGIN")
            for statement in self.layout.statements:
                file.execute(statement)
            for table, rows in (("about", self.texts), ("attached", self.attached)):
                file.executemany(f"INSERT INTO {table} VALUES (?, ?)", rows.items())
            rows = [(name, *rest) for name, rest in self.guides.items()]
            file.executemany("INSERT INTO guides VALUES (?, ?, ?)", rows)
            for column, blocks in self.blocks.items():
                if column in self.layout.columns:
                    file.executemany(f"INSERT INTO {column} VALUES (?, ?)", blocks.items())
            file.execute("COMMIT")
            for statement in self.more:
                with suppress(sqlite3.Error):  # not every file has the table that it names
                    file.execute(statement)

    # ── access for edits ───────────────────────────────────────────────────

    def part(self, name):
        """Return one of the texts, parsed."""
        return json.loads(self.texts[name])

    def set_part(self, name, part):
        """Replace one of the texts."""
        self.texts[name] = json.dumps(part, sort_keys=True)

    def entries(self, column, number):
        """Return the entries of a block."""
        length, in_a_block = self.part("shape")["columns"][column]
        count = min(in_a_block, length - number * in_a_block)
        raw = zstandard.ZstdDecompressor().decompress(self.blocks[column][number])
        entries = blocks_module.READERS[column](raw, count)
        parts = entries if isinstance(entries, tuple) else (entries,)
        return [_plain(part, count) for part in parts]

    def put(self, column, number, parts):
        """Replace the entries of a block."""
        with np.errstate(over="ignore"):  # decreasing steps overflow in plain Python
            raw, _ = packing.WRITERS[column](tuple(parts), len(parts[0]))
        self.blocks[column][number] = zstandard.ZstdCompressor().compress(bytes(raw))

    # ── hashes ─────────────────────────────────────────────────────────────

    def made_anew(self, firsts_too=False):
        """Recompute all hashes, as in files of this version; on request the first numbers too."""
        form = FORMS.get(self.version, FORMS[SCHEMA])
        identity = _text(self.texts.get("identity", "")).encode()
        for column, blocks in self.blocks.items():
            if column not in self.guides:
                continue
            if firsts_too and column in ORDERED:
                self.guides[column][1] = b"".join(map(_first_of, blocks.values()))
            guide = Guide(b"", _bytes(self.guides[column][1]))
            seal = form.seal(identity, column)
            hashes = [
                seal.hash(number, _size(content), content, guide.bounds_of(number))
                for number, content in sorted(blocks.items())
                if isinstance(content, bytes)
            ]
            self.guides[column][0] = b"".join(hashes)
        self.root_anew()

    def root_anew(self):
        """Recompute the root hash only."""
        form = FORMS.get(self.version, FORMS[SCHEMA])
        guides = {name: Guide(*map(_bytes, rest)) for name, rest in self.guides.items()}
        reported = [self.texts.get("identity"), self.texts.get("shape"), self.attached.get("how")]
        self.texts["root"] = form.root_of(*map(_text, reported), guides)

    def made_old(self):
        """Convert the content to that of a file of schema 1, as the first version wrote it."""
        self.version = 1
        self.set_part("identity", self.part("identity") | {"schema": 1})
        shape = self.part("shape")
        shape.pop("are_exact")
        self.set_part("shape", shape)
        self.made_anew()


def _bytes(part):
    return part if isinstance(part, bytes) else b""


def _text(reported):
    return reported if isinstance(reported, str) else ""


def _plain(part, count):
    """Return a writable copy of entries."""
    if isinstance(part, list):
        return list(part)
    return (
        part[np.arange(count)]
        if isinstance(part, blocks_module.Fives)
        else np.array(part, np.uint64)
    )


def _first_of(content):
    """Return the first number of a block of an ordered column."""
    with suppress(zstandard.ZstdError):
        return zstandard.ZstdDecompressor().decompress(_bytes(content))[:8]
    return bytes(8)


def _size(content):
    try:
        return max(0, zstandard.frame_content_size(content))
    except zstandard.ZstdError:
        return 0


# ── edits ──────────────────────────────────────────────────────────────────


def a_first_number(contents, luck, other):
    """Change the first number of a block in a guide, and sometimes shuffle all of them."""
    column = luck.choice([each for each in contents.guides if contents.guides[each][1]])
    firsts = np.frombuffer(contents.guides[column][1], "<u8").copy()
    place = luck.randrange(len(firsts))
    with np.errstate(over="ignore"):
        firsts[place] = luck.choice(
            [
                firsts[place] + 1,
                firsts[place] - 1,
                firsts[-1],
                firsts[0],
                0,
                LAST,
                luck.getrandbits(64),
            ]
        )
    if luck.random() < 0.3:
        luck.shuffle(firsts)
    contents.guides[column][1] = firsts.astype("<u8").tobytes()


def a_guide(contents, luck, other):
    """Replace a guide: one bit flipped, fewer or more bytes, another guide, or another type."""
    column, part = luck.choice([*contents.guides]), luck.randrange(2)
    content = bytearray(contents.guides[column][part])
    if content:
        content[luck.randrange(len(content))] ^= 1 << luck.randrange(8)
    contents.guides[column][part] = luck.choice(
        [
            bytes(content),
            bytes(content[:-8]),
            bytes(content) + bytes(8),
            luck.choice([*other.guides.values()])[part],
            "text",
            7,
        ]
    )


def an_entry(contents, luck, other):
    """Change one entry of a block (a value, position, key, number or text), or exchange two."""
    column = luck.choice([*contents.blocks])
    number = luck.choice([*contents.blocks[column]])
    parts = contents.entries(column, number)
    part = luck.choice(parts)
    one, two = (luck.randrange(len(part)) for _ in range(2))
    if luck.random() < 0.4:
        part[one], part[two] = part[two], part[one]
    elif isinstance(part, list):
        part[one] = luck.choice(TEXTS)
    elif "digits" in column and part is parts[-1]:
        part[one] = luck.randrange(3)
    else:
        one_more, one_less = (int(part[one]) + step & LAST for step in (1, -1))
        more = [luck.randrange(20), luck.randrange(400), LAST, luck.getrandbits(64)]
        part[one] = luck.choice([one_more, one_less, *more])
    if "cells" in column:
        parts[-1] = parts[-1].astype(np.uint32)
    contents.put(column, number, parts)


TEXTS = [
    "",
    "(1, 2",
    "None",
    "[1]",
    "{1: [2]}",
    "(1, [2])",
    "(0, 0)",
    "(9, 9)",
    "(1, 2) ",
    "(True, 2)",
    "(1.0, 0)",
    "1",
    "-1",
    "10" * 30,
    "1e999",
    "'x'",
    "x" * 500,
    "(" * 400 + ")" * 400,
    "\0",
    "\ud800",
    "__import__('os')",
    "....",
]


def all_of_a_block(contents, luck, other):
    """Replace a block by another of any column, by one of another file, or by garbage."""
    column = luck.choice([*contents.blocks])
    number = luck.choice([*contents.blocks[column]])
    source = luck.choice([contents, other]).blocks
    contents.blocks[column][number] = luck.choice(
        [
            *luck.choice([*source.values()]).values(),
            zstandard.ZstdCompressor().compress(luck.randbytes(luck.randrange(200))),
            zstandard.ZstdCompressor().compress(b"[" * 100_000),
            luck.randbytes(luck.randrange(1, 100)),
            "text",
            7,
        ]
    )


def blocks_exchanged(contents, luck, other):
    """Exchange two blocks of a column; sometimes add or remove one."""
    column = luck.choice([*contents.blocks])
    blocks = contents.blocks[column]
    one, two = (luck.choice([*blocks]) for _ in range(2))
    blocks[one], blocks[two] = blocks[two], blocks[one]
    if luck.random() < 0.3:
        blocks[max(blocks) + 1] = blocks[one]
    elif luck.random() < 0.3:
        del blocks[one]


def a_field(contents, luck, other):
    """Change a field of one of the texts, at any depth."""
    name = luck.choice(["identity", "shape", "shape", "shape"])
    reported = contents.part(name)
    _changed_within(reported, luck, other.part(name))
    contents.set_part(name, reported)


def the_roots(contents, luck, other):
    """Reorder and remove roots, and sometimes change the fields on reached positions."""
    shape = contents.part("shape")
    luck.shuffle(shape["roots"])
    shape["roots"] = shape["roots"][: luck.randrange(1, len(shape["roots"]) + 1)]
    if luck.random() < 0.5:
        shape["is_all_reached"] = not shape["is_all_reached"]
        shape["reached"] = luck.randrange(shape["positions"] + 1)
    contents.set_part("shape", shape)


def a_whole_text(contents, luck, other):
    """Replace one of the texts by that of another file, by nothing, or by an invalid text."""
    name = luck.choice([*contents.texts])
    contents.texts[name] = luck.choice(
        [
            other.texts[name],
            "",
            "[]",
            "7",
            "{}",
            "null",
            "[" * 5_000,
            contents.texts[name] + " ",
            b"x",
        ]
    )


def what_is_attached(contents, luck, other):
    """Change the record of the solve."""
    how = json.loads(contents.attached.get("how", "{}"))
    if not how:
        contents.attached["how"] = luck.choice(["{}", "[]", "no text"])
        return
    _changed_within(how, luck, json.loads(contents.attached["how"]))
    contents.attached["how"] = json.dumps(how)


def the_number(contents, luck, other):
    """Change the schema number, in the header, in the identity or in both."""
    number = luck.choice([0, 1, 1, 2, 2, 3, 2**31 - 1])
    header_too = luck.random()
    if header_too < 0.8:
        contents.version = number
    if header_too > 0.3:
        contents.set_part("identity", contents.part("identity") | {"schema": number})


def what_it_is_a_file_of(contents, luck, other):
    """Declare a solution to be a file of values alone, or the other way round."""
    contents.layout = next(each for each in LAYOUTS if each is not contents.layout)


def the_schema(contents, luck, other):
    """Add or drop tables, or change their rows."""
    contents.more.append(
        luck.choice(
            [
                "CREATE VIEW more AS SELECT * FROM about",
                "CREATE TABLE more (number INTEGER)",
                "CREATE INDEX more ON about (content)",
                "CREATE TRIGGER more AFTER INSERT ON about BEGIN DELETE FROM about; END",
                "DROP TABLE attached",
                "DELETE FROM guides",
                "DELETE FROM about WHERE name = 'root'",
                "INSERT INTO about VALUES ('more', 'text')",
                "INSERT INTO attached VALUES ('more', 'text')",
                "INSERT INTO guides VALUES ('more', x'', x'')",
                "UPDATE guides SET firsts = hashes",
            ]
        )
    )


EDITS = [
    a_first_number,
    a_first_number,
    a_guide,
    an_entry,
    an_entry,
    all_of_a_block,
    blocks_exchanged,
    a_field,
    a_field,
    the_roots,
    a_whole_text,
    what_is_attached,
    the_number,
    what_it_is_a_file_of,
    the_schema,
]


def _changed_within(reported, luck, other):
    """Change one thing somewhere in lists and dictionaries."""
    keys = [*reported] if isinstance(reported, dict) else [*range(len(reported))]
    if not keys:
        return
    key = luck.choice(keys)
    inner = reported[key]
    if isinstance(inner, list | dict) and inner and luck.random() < 0.85:
        _changed_within(inner, luck, inner)
    elif luck.random() < 0.1:
        reported.pop(key)
    elif isinstance(reported, list) and luck.random() < 0.3:
        reported.append(luck.choice([inner, luck.choice(ANYTHING)]))
    else:
        reported[key] = luck.choice([*_near(inner), luck.choice(ANYTHING), _found_in(other, key)])


def _near(inner):
    """Return a nearly equal value."""
    if isinstance(inner, bool):
        return [not inner] * 4
    if isinstance(inner, int):
        return [inner + 1, inner - 1, 2 * inner, float(inner), -inner]
    if isinstance(inner, str):
        return [inner + " ", inner[:-1], inner.replace("3", "2"), inner.replace("2", "3")]
    return []


def _found_in(other, key):
    with suppress(LookupError, TypeError):
        return other[key]
    return None


ANYTHING = [None, True, False, 0, 1, -1, 7, 2**40, 2**62, 2**70, 1.5, 1e400, "", "7", "x", [], {}]
