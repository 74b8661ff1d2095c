"""Any object in a message: its ``repr``, never too long, and never an error of its own."""

from __future__ import annotations


def spelled(thing: object) -> str:
    """The ``repr`` of any object, shortened; something in its place where it has none."""
    try:
        return shorten(repr(thing))
    except Exception:  # a foreign object may do anything
        return f"<{type(thing).__name__} without a repr>"


def shorten(text: str, width: int = 200) -> str:
    """The text, cut in the middle where it is longer than ``width``."""
    if len(text) <= width:
        return text
    half = (width - 3) // 2
    return f"{text[:half]}...{text[-half:]}"
