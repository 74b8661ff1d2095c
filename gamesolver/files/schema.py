"""The layouts of files: which tables it has, and the numbers that mark them as ours.

SQLite keeps two numbers in every file for its owner: an *application id*, by which
programs such as ``file`` tell what it is, and a *user version*: ours is the number of the
schema. Whatever else stands in the schema (another table, a view, a trigger) is refused.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

SCHEMA = 2
"""The number under which files are written; a reader refuses a greater one."""

MOST_TEXT = 1 << 27
"""Bytes of the largest text about a file."""

ORDERED = ("found_cells", "found_digits", "keys")
"""Columns whose numbers are in order, so that one can be searched for."""


@attrs.frozen
class Layout:
    """One kind of file."""

    application: int
    kinds: Mapping[str, tuple[str, ...]]
    """The columns by the kind of game; the first one tells how play ends."""
    holds: str
    written_by: str
    read_by: str

    @property
    def columns(self) -> list[str]:
        """The columns that it may have, in alphabetical order."""
        return sorted({column for columns in self.kinds.values() for column in columns})

    @property
    def statements(self) -> tuple[str, ...]:
        """What makes the tables; a file whose schema reads otherwise is not opened."""
        return (
            "CREATE TABLE about (name TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL)",
            "CREATE TABLE attached (name TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL)",
            "CREATE TABLE guides "
            "(column TEXT PRIMARY KEY NOT NULL, hashes BLOB NOT NULL, firsts BLOB NOT NULL)",
            *(
                f"CREATE TABLE {column} "
                "(number INTEGER PRIMARY KEY NOT NULL, content BLOB NOT NULL)"
                for column in self.columns
            ),
        )


SOLUTION = Layout(
    0x67736F6C,  # "gsol"
    {
        "plain": ("cells", "keys", "numbers", "texts"),
        "found": ("found_cells",),
        "numbered": ("cells",),
    },
    "a solution",
    "solution.save",
    "gamesolver.load",
)
VALUES = Layout(
    0x6776616C,  # "gval"
    {
        "plain": ("digits", "keys", "numbers", "texts"),
        "found": ("found_digits",),
        "numbered": ("digits",),
    },
    "values alone",
    'solution.export("... .values")',
    "gamesolver.load_values",
)
LAYOUTS = (SOLUTION, VALUES)

CONVENTIONS = {
    "outcome": "for the player to move",
    "remoteness": "plies, the winner hurrying and the loser delaying; an end has 0",
    "cell": "0 none, 1 hole, 2 endless draw, 3 + 3 r + v: remoteness r, v 0 loss 1 draw 2 win",
}
"""How outcomes are meant; part of what a file's hashes cover."""
