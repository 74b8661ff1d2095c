"""Two things in one message, shown so that they can be told apart.

"Expected 1, got 1" helps nobody. What differs may be hidden by its ``repr``: a number of
numpy's and one of Python's, two classes of one name, a letter in the middle of a long
text. So a message that sets one thing against another shows both by way of this module,
which adds what tells them apart, and only where it is needed:

1. where two long texts were shortened to the same, the place where they differ;
2. where the texts are the same, the types: ``1 (a numpy.int64)`` and ``1 (an int)``, with
   the modules of all that are not built in;
3. where the types are the same too, the first of their items that are of two types.

Where the types bear one name, in one module, the second is said to be of *another class*:
a cell of a notebook was run again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from gamesolver.spelling import shorten, spelled, written

DEEPEST = 5  # items of items
SURROUNDINGS = 60  # letters, of a place where two long texts differ


def apart(one: object, other: object) -> tuple[str, str]:
    """Two things by their ``repr``, and what tells them apart where that is the same.

    >>> apart(1, 2)
    ('1', '2')
    >>> class Text(str):
    ...     __slots__ = ()
    >>> apart(Text("x"), "x")
    ("'x' (a gamesolver.apart.Text)", "'x' (a str)")
    """
    return texts_apart((written(one), one), (written(other), other))


def texts_apart(one: tuple[str, object], other: tuple[str, object]) -> tuple[str, str]:
    """The same for things that have a text of their own, which stands before each."""
    (text, first), (another, second) = one, other
    if text != another:
        return _shortened(text, another)
    told = shorten(text)
    if type(first) is not type(second):
        return _with(told, _kinds(first, second))
    return _with(told, _items(first, second, DEEPEST))


def apart_from_all(
    one: tuple[str, object], others: Iterable[tuple[str, object]]
) -> tuple[str, list[str]]:
    """A thing and those it is none of, by their texts; types where a text is that of the thing."""
    told, shown = one[0], []
    for text, other in others:
        if text == one[0]:
            told, text = texts_apart(one, (text, other))
        shown.append(text)
    return told, shown


def _with(text: str, added: tuple[str, str]) -> tuple[str, str]:
    first, second = (f"{text} ({each})" if each else text for each in added)
    return first, second


def _kinds(one: object, other: object) -> tuple[str, str]:
    """The types of two things, which are not the same."""
    first, second = _name(type(one)), _name(type(other))
    article = "of another class " if first == second else ""
    return with_article(first), f"{article}{second}" if article else with_article(second)


def _items(one: Any, other: Any, deepest: int) -> tuple[str, str]:
    """The first items of two tuples or lists that are of two types, however deep."""
    if type(one) not in (tuple, list) or len(one) != len(other) or not deepest:
        return "", ""
    for place, (first, second) in enumerate(zip(one, other, strict=True)):
        if type(first) is not type(second):
            named = _kinds(first, second)
        else:
            named = _items(first, second, deepest - 1)
        if any(named):
            told, another = (f"item {place}: {each}" for each in named)
            return told, another
    return "", ""


def _shortened(one: str, other: str) -> tuple[str, str]:
    """Two texts that differ, shortened so that it is seen."""
    first, second = shorten(one), shorten(other)
    if first != second:
        return first, second
    pairs = enumerate(zip_longest(one, other))
    place = next(place for place, (letter, another) in pairs if letter != another)
    around = slice(max(SURROUNDINGS, place - SURROUNDINGS), place + SURROUNDINGS)
    first, second = (f"{text[:SURROUNDINGS]}...{text[around]}..." for text in (one, other))
    return first, second


def _name(kind: type) -> str:
    """A class by its name and its module's; those of Python's own by the name alone."""
    own = kind.__module__ == "builtins"
    return kind.__name__ if own else f"{kind.__module__}.{kind.__name__}"


def all_apart(things: Sequence[object]) -> list[str]:
    """Several things by their ``repr``, each with its type if another type has the same."""
    texts = [spelled(each) for each in things]
    kinds = dict.fromkeys(zip(texts, map(type, things), strict=True))
    shared = Counter(text for text, _ in kinds)
    return [
        f"{text} ({with_article(_name(type(each)))})" if shared[text] > 1 else text
        for text, each in zip(texts, things, strict=True)
    ]


def none_of(answer: object, *allowed: object) -> str:
    """What came and what may come, in words.

    >>> none_of("1", 0, 1, None)
    "'1': expected 0, 1 or None"
    """
    told, expected = came_and_expected(answer, *allowed)
    return f"{told}: expected {expected}"


def came_and_expected(answer: object, *allowed: object) -> tuple[str, str]:
    """The same in two parts."""
    pairs = ((spelled(each), each) for each in allowed)
    told, (*others, last) = apart_from_all((spelled(answer), answer), pairs)
    return told, f"{', '.join(others)} or {last}"


def with_article(name: str) -> str:
    """The name of a type as one speaks of it: ``an int``."""
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
