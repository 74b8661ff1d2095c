"""Small matters of text: what is safe to show, and how many there are."""

from __future__ import annotations


def clean(text: str) -> str:
    r"""A text of a game or a file, without characters that would steer a terminal.

    >>> print(clean("one line\nanother\x1b[31m"))
    one line
    another\x1b[31m
    """
    return "".join(
        letter if letter.isprintable() or letter == "\n" else repr(letter)[1:-1] for letter in text
    )


def several(count: int, thing: str) -> str:
    """A number of things.

    >>> several(1, "end"), several(1907, "move")
    ('1 end', '1,907 moves')
    """
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
