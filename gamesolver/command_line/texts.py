"""Small matters of text: how many there are."""

from __future__ import annotations


def several(count: int, thing: str) -> str:
    """A number of things.

    >>> several(1, "end"), several(1907, "move")
    ('1 end', '1,907 moves')
    """
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
