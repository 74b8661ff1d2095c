"""Likeness: comparison of two objects in everything but their place in memory.

Equality cannot decide that. An author's ``__eq__`` may leave out what the rules read, and
``1 == True == 1.0``. Two positions that are *alike* have equal values of the same types all
the way down. Whatever the rules read in one they read in the other, so it is enough to call
the rules for one of them.

**The method.** A thing is taken apart, its parts again, until only numbers and texts remain:
tuples, lists, sets and dictionaries into their items in order, objects into their attributes,
arrays and numbers of numpy into their bytes. What cannot be taken apart for certain is alike to
itself only: an object with memory of C's, which Python cannot see; one of a class without
``__eq__``; one of a thousand parts. So likeness may be denied where there is some, which costs a
question, and is never claimed if there is none.

**The cost.** The parts of fresh objects are often the very same parts, which is seen in a
fraction of a microsecond. Otherwise it is about one for each part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from types import MemberDescriptorType
from typing import Any

from gamesolver.rules.parameters import EXACT, SCALARS

MOST_PARTS = 1_000  # of one thing, all the way down
POINTER = object.__basicsize__ // 2  # an object is a counter and a pointer to its type

TakeApart = Callable[[Any], Sequence[Any]]


class Likeness:
    """Compares things by what is in them; how each type is taken apart is found out once."""

    def __init__(self) -> None:
        self._ways: dict[type, TakeApart | None] = dict.fromkeys(EXACT)
        self._ways |= {
            tuple: _itself,
            list: _itself,
            frozenset: tuple,
            set: tuple,
            dict: _entries,
            float: _spelled_out,
            complex: _spelled_out,
        }

    def are_alike(self, one: object, other: object) -> bool:
        """Return True if two objects differ at most in their places in memory."""
        if one is other:
            return True
        pairs, parts = [(one, other)], 1
        for mine, yours in pairs:  # the list grows as we go, however deep they are nested
            within = self._both(mine, yours) if parts <= MOST_PARTS else None
            if within is None:
                return False
            parts += len(within[0])
            if not EXACT.issuperset(map(type, within[0])):
                pairs += [pair for pair in zip(*within, strict=True) if pair[0] is not pair[1]]
            elif within[0] != within[1]:
                return False
        return True

    def _both(self, one: object, other: object) -> tuple[Sequence[Any], Sequence[Any]] | None:
        """Return the parts of each of two objects, or None if their types differ."""
        kind = type(one)
        if type(other) is not kind:
            return None
        take_apart = self._way_into(kind)
        if take_apart is None:
            return ((one,), (other,)) if kind in EXACT else None
        try:
            mine, yours = take_apart(one), take_apart(other)
        except AttributeError:  # not all that may be in it is there
            return None
        return (mine, yours) if [*map(type, mine)] == [*map(type, yours)] else None

    def inside(self, thing: object) -> tuple[Any, ...]:
        """Return a hashable description of an object; equal for objects that are alike."""
        description: list[Any] = []
        parts = [thing]
        for part in parts:  # the list grows as we go, however deep they are nested
            kind = type(part)
            if kind in EXACT:
                description += (kind, part)
                continue
            within = self._within(part) if len(parts) <= MOST_PARTS else None
            if within is None:
                description += (kind, "itself", id(part))
            else:
                description += (kind, len(within))
                parts.extend(within)
        return tuple(description)

    def _within(self, thing: object) -> Sequence[Any] | None:
        take_apart = self._way_into(type(thing))
        try:
            return None if take_apart is None else take_apart(thing)
        except AttributeError:
            return None

    def _way_into(self, kind: type) -> TakeApart | None:
        try:
            return self._ways[kind]
        except KeyError:
            self._ways[kind] = _way_into(kind)
            return self._ways[kind]


def is_changeless(thing: Any) -> bool:
    """Return True for immutable objects: numbers, texts, and tuples and frozen sets of them."""
    kind = type(thing)
    if kind in SCALARS or (kind is tuple and SCALARS.issuperset(map(type, thing))):
        return True
    parts = [thing]
    for part in parts:  # the list grows as we go, however deep they are nested
        if type(part) in (tuple, frozenset):
            if not SCALARS.issuperset(map(type, part)):
                parts.extend(part)
        elif type(part) not in SCALARS:
            return False
    return True


def is_equal_to_itself_only(kind: type) -> bool:
    """Return True if a class has no ``__eq__``, so that its objects compare by identity."""
    return kind.__eq__ is object.__eq__  # type: ignore[comparison-overlap]  # the very same


def _itself(several: Sequence[Any]) -> Sequence[Any]:
    return several


def _entries(mapping: dict[Any, Any]) -> Sequence[Any]:
    return (*mapping, *mapping.values())


def _spelled_out(number: float | complex) -> Sequence[Any]:
    return (repr(number),)  # -0.0 is equal to 0.0, and is another number


def _bytes_and_shape(array: Any) -> Sequence[Any]:
    return str(array.dtype), array.shape, array.tobytes()


def _way_into(kind: type) -> TakeApart | None:
    """Return the function that takes objects of a class apart; ``None`` if it may miss parts."""
    if kind.__module__ == "numpy" and not kind.__dictoffset__:
        return _bytes_and_shape
    if is_equal_to_itself_only(kind):
        return None
    slots = [
        part
        for base in kind.__mro__
        for part in vars(base).values()
        if isinstance(part, MemberDescriptorType)
    ]
    if _holds_more(kind, len(slots)):
        return None
    ways: list[TakeApart] = [_slots_of(kind, slots)] if slots else []
    if kind.__dictoffset__:
        ways.append(_attributes)
    if issubclass(kind, tuple):
        ways.append(_items)
    return ways[0] if len(ways) == 1 else partial(_all_ways, ways)


def _holds_more(kind: type, slots: int) -> bool:
    """Return True if an object is larger than its slots, its dictionary and its items."""
    is_tuple = issubclass(kind, tuple)
    has_place = kind.__dictoffset__ > 0 or (is_tuple and kind.__dictoffset__ != 0)
    bare = tuple.__basicsize__ if is_tuple else object.__basicsize__
    return kind.__basicsize__ > bare + POINTER * (slots + has_place + (kind.__weakrefoffset__ > 0))


def _slots_of(kind: type, slots: Sequence[MemberDescriptorType]) -> TakeApart:
    """Return all slots at once by their names, unless a name leads elsewhere."""
    names = [slot.__name__ for slot in slots]
    own = {name for base in kind.__mro__[:-1] for name in vars(base)}  # beyond those of objects
    own_lookups = own & {"__getattr__", "__getattribute__"}
    if not own_lookups and all(getattr(kind, slot.__name__) is slot for slot in slots):
        return attrgetter(*names, names[0])  # of two names at least it makes a tuple
    return partial(_in_slots, slots)


def _in_slots(slots: Sequence[MemberDescriptorType], thing: Any) -> Sequence[Any]:
    return [slot.__get__(thing) for slot in slots]


def _attributes(thing: Any) -> Sequence[Any]:
    return _entries(thing.__dict__)


def _items(named: tuple[Any, ...]) -> Sequence[Any]:
    return tuple(tuple.__iter__(named))


def _all_ways(ways: Sequence[TakeApart], thing: Any) -> Sequence[Any]:
    return [part for way in ways for part in way(thing)]
