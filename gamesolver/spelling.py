"""Any object in a message, never too long and never an error; any text without control letters.

A ``repr`` may be far larger than its object: a hundred lists, each of which holds the one before it
twice, have one of 2^100 letters. So the parts are counted first, and no further than they are
few enough.
"""

from __future__ import annotations

MOST_PARTS = 10_000
MOST_LETTERS = 10_000
_HOLDERS = (tuple, list, set, frozenset, dict)


def spelled(thing: object) -> str:
    """The ``repr`` of any object, shortened; something in its place where it has none."""
    return shorten(written(_cut(thing)))


def written(thing: object) -> str:
    """All of the ``repr`` of any object; something in its place where it has none, or no end."""
    if not has_few_parts(thing):
        return f"<{type(thing).__name__} of {len(thing)} parts, too large to be shown>"  # type: ignore[arg-type]  # it holds parts
    try:
        return str(repr(thing))
    except Exception:  # a foreign object may do anything
        return f"<{type(thing).__name__} without a repr>"


def has_few_parts(thing: object) -> bool:
    """Whether there are few parts in all, each counted as often as it would be shown."""
    left, count = [thing], 0
    while left and count + len(left) <= MOST_PARTS:
        count += 1
        each: object = left.pop()
        if type(each) is dict:
            left.extend(each.keys())
            left.extend(each.values())
        elif type(each) in _HOLDERS:
            left.extend(each)  # type: ignore[arg-type]  # it holds parts
    return not left


def _cut(thing: object) -> object:
    """A long text without its middle, which is not shown."""
    if type(thing) in (str, bytes) and len(thing) > MOST_LETTERS:  # type: ignore[arg-type]  # a text
        return thing[: MOST_LETTERS // 2] + thing[-MOST_LETTERS // 2 :]  # type: ignore[index]  # same
    return thing


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
