"""The layout of a file: which tables it has, and the numbers that mark it as ours.

SQLite keeps two numbers in every file for its owner: an *application id*, by which
programs such as ``file`` tell what it is, and a *user version*: ours is the number of the
schema. Whatever else stands in the schema (another table, a view, a trigger) is refused.
"""

from __future__ import annotations

APPLICATION = 0x67736F6C
"""The letters "gsol"."""

SCHEMA = 1
"""The number of this layout; a reader refuses a greater one."""

ORDERED = ("keys", "long_slots")
"""Columns whose numbers are in order, so that one can be searched for."""

COLUMNS = ("cells", "keys", "long_cells", "long_slots", "numbers", "texts")
"""The columns that a file may have, in alphabetical order."""

STATEMENTS = (
    "CREATE TABLE about (name TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL)",
    "CREATE TABLE attached (name TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL)",
    "CREATE TABLE guides "
    "(column TEXT PRIMARY KEY NOT NULL, hashes BLOB NOT NULL, firsts BLOB NOT NULL)",
    *(
        f"CREATE TABLE {column} (number INTEGER PRIMARY KEY NOT NULL, content BLOB NOT NULL)"
        for column in COLUMNS
    ),
)
"""What makes the tables; a file whose schema reads otherwise is not opened."""

CONVENTIONS = {
    "outcome": "for the player to move",
    "remoteness": "plies, the winner hurrying and the loser delaying; an end has 0",
    "cell": "0 none, 1 hole, 2 endless draw, 3 + 3 r + v: remoteness r, v 0 loss 1 draw 2 win",
}
"""How outcomes are meant; part of what a file's hashes cover."""
