"""Any object in a message, never too long and never an error; any text without control letters."""

from __future__ import annotations


def spelled(thing: object) -> str:
    """The ``repr`` of any object, shortened; something in its place where it has none."""
    return shorten(written(thing))


def written(thing: object) -> str:
    """All of the ``repr`` of any object; something in its place where it has none."""
    try:
        return str(repr(thing))
    except Exception:  # a foreign object may do anything
        return f"<{type(thing).__name__} without a repr>"


def said_by(error: BaseException) -> str:
    """An error's kind and its words, also where it has none."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # an error of somebody's own may do anything
        return f"{type(error).__name__} without words"


def shorten(text: str, width: int = 200) -> str:
    """The text, cut in the middle where it is longer than ``width``."""
    if len(text) <= width:
        return text
    half = (width - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


def clean(text: str) -> str:
    r"""A text of a game or a file, without characters that would steer a terminal.

    >>> print(clean("one line\nanother\x1b[31m"))
    one line
    another\x1b[31m
    """
    return "".join(
        letter if letter.isprintable() or letter == "\n" else repr(letter)[1:-1] for letter in text
    )
