"""Spellings: equal positions that have different texts, and which of them stands in a file.

(3, 0) and (3, False) are equal and hash alike: they are one position, and a solution in memory
does not care which of them was met first. A file keeps positions by their texts, and these two
have different ones. So

* **saving** plays every move once more and looks at what comes: of all texts that equal
  positions have been met with, the least is kept, whichever came first;
* **looking up** goes by text first. Where that fails, what was asked may still equal a
  position: of a file whose positions are all *exact*, made of nothing but texts, whole numbers,
  ``None`` and tuples of these, such an object can be written as the exact position that it
  would have to equal, and the text of that decides. Of any other file all positions
  are read, once, and compared.

Exact objects that are equal are the same in every part, and so is their text: nothing has to
be compared for them, and saving costs what playing the moves does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from types import NoneType
from typing import Any

import numpy as np

from gamesolver.arguments import whole
from gamesolver.compiled import CompiledGame
from gamesolver.rules import Rules

EXACT = (str, int, NoneType)


def is_exact(position: object) -> bool:
    """Whether whatever equals it, and is made of the same types, is the same in every part."""
    kind = type(position)
    if kind is tuple:
        return all(map(is_exact, position))  # type: ignore[call-overload]  # a tuple
    return kind in EXACT


def made_exact(position: Any) -> Any:
    """The exact object that is equal, as far as it can be seen; the same one elsewhere.

    >>> made_exact((3, False, (1.0, np.int8(7)), 0.5))
    (3, 0, (1, 7), 0.5)
    """
    if type(position) is tuple:
        return tuple(map(made_exact, position))
    if type(position) is float and position.is_integer():
        return int(position)
    if isinstance(position, bool | np.bool_):
        return int(position)
    number = whole(position) if isinstance(position, np.integer) else None
    return position if number is None else number


def respelled(
    rules: Rules[Any, Any], index: Mapping[Any, int], found: list[Any], roots: tuple[Any, ...]
) -> dict[Any, str]:
    """The least text of each position that is met with several; nothing of all others."""
    texts: dict[Any, set[str]] = {}
    for other in () if isinstance(rules.game, CompiledGame) else _met(rules, found, roots):
        place = index.get(other)
        if place is not None and other is not found[place]:
            known = found[place]
            texts.setdefault(known, {rules.format(known)}).add(rules.format(other))
    return {position: min(those) for position, those in texts.items() if len(those) > 1}


def _met(rules: Rules[Any, Any], found: list[Any], roots: tuple[Any, ...]) -> Iterator[Any]:
    """What stands for whatever is met in play, where it may have another text."""
    are_exact = all(map(is_exact, found))
    led_to = chain.from_iterable(successors(rules, position) for position in found)
    for other in chain([rules.start()], roots, led_to):
        if not (are_exact and is_exact(other)):
            yield rules.canonical(other)


def successors(rules: Rules[Any, Any], position: Any) -> list[Any]:
    """Where the moves of a position lead; nowhere where play has ended."""
    if rules.ending(position) is not None:
        return []
    return [successor for _, successor in rules.played(position)]
