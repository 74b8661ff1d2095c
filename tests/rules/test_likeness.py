"""Likeness: objects are alike if they differ only by their address in memory."""

from collections import deque, namedtuple
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cached_property

import attrs
import numpy as np
import pytest

from gamesolver.rules.likeness import Likeness


@attrs.frozen
class Slotted:
    """Class with slots for two fields, one of them ignored by equality."""

    seen: object
    unseen: object = attrs.field(default=0, eq=False)


@attrs.frozen(slots=False)
class InADictionary:
    """Variant with an instance dictionary."""

    seen: object
    unseen: object = attrs.field(default=0, eq=False)


@attrs.frozen
class One:
    """Class with a single slot."""

    only: object


@attrs.frozen(slots=False)
class Both(Slotted):
    """Class with slots and an instance dictionary."""


Named = namedtuple("Named", "first second")


class Added(tuple):
    """Tuple with an attribute."""

    def __new__(cls, items, abreast):
        made = super().__new__(cls, items)
        made.abreast = abreast
        return made


class Half:
    """Class with two slots, one of them never filled."""

    __slots__ = ("empty", "full")

    def __init__(self, full):
        self.full = full

    def __eq__(self, other):
        return self.full == other.full

    def __hash__(self):
        return 1


class Shows(Half):
    """Variant whose attribute differs from the content of the slot."""

    __slots__ = ()

    def __init__(self, full):
        self.full = self.empty = full

    def __getattribute__(self, name):
        return 1 if name == "full" else super().__getattribute__(name)


class NoEquality:
    """Class that compares by identity."""


class Remembers:
    """Class with a cached property, which equality ignores."""

    def __init__(self, stones):
        self.stones = stones

    def __eq__(self, other):
        return self.stones == other.stones

    def __hash__(self):
        return self.stones

    @cached_property
    def double(self):
        return 2 * self.stones


class Colour(Enum):
    """Enumeration with one member."""

    RED = 1


def queried(position):
    """Return a position after caching its property."""
    assert position.double
    return position


ALIKE = [
    lambda: "ab" * 50,
    lambda: 10**20,
    lambda: b"ab" * 50,
    lambda: (1, (2, "x" * 50), None, True),
    lambda: 0.5 * 3,
    lambda: (1j, -0.0),
    lambda: frozenset([10**20, "a" * 50]),
    lambda: Slotted(10**20, (1, 2)),
    lambda: Slotted(Slotted(10**20)),
    lambda: InADictionary(10**20, [1, {2: {3}}]),
    lambda: One(10**20),
    lambda: Both(10**20),
    lambda: Named(10**20, 2),
    lambda: Added((10**20,), 2),
    lambda: Shows(3),
    lambda: np.array([[1, 2], [3, 4]]),
    lambda: np.int64(10**12),
    lambda: np.datetime64("2000-01-01"),
    lambda: Colour.RED,
    lambda: Fraction(10**20, 7),
]

UNLIKE = [
    (1, True),
    (1, 1.0),
    (0.0, -0.0),
    ((1, 0), (1, False)),
    ((1,), (1, 2)),
    (frozenset([1]), frozenset([True])),
    ((1, 2), Named(1, 2)),
    ("a", type("Text", (str,), {})("a")),
    (Slotted(1, 2), Slotted(1, 3)),
    (Slotted(1), Slotted(True)),
    (Slotted(1), InADictionary(1)),
    (InADictionary(1, 2), InADictionary(1, 3)),
    (InADictionary(1, {2: 3, 4: 5}), InADictionary(1, {4: 5, 2: 3})),
    (One(1), One(True)),
    (Both(1, 2), Both(1, 3)),
    (Added((1,), 2), Added((1,), 3)),
    (Shows(3), Shows(4)),
    (np.array([1, 2]), np.array([1, 3])),
    (np.array([1, 2]), np.array([[1, 2]])),
    (np.int64(3), np.int32(3)),
    (np.datetime64(0, "Y"), np.datetime64(0, "D")),
    (Remembers(3), queried(Remembers(3))),
]

NOBODY_KNOWS = [
    lambda: NoEquality(),
    lambda: Slotted(NoEquality()),
    lambda: Half(3),
    lambda: date(2000, 1, 1),
    lambda: deque([1]),
    lambda: type("Number", (int,), {})(3),
    lambda: tuple((number,) for number in range(2_000)),
]


@pytest.mark.parametrize("make", ALIKE)
def test_what_was_made_alike_is_alike(make):
    """Two equal constructions are alike, and so are their parts."""
    likeness, one, other = Likeness(), make(), make()
    assert likeness.are_alike(one, other)
    assert likeness.inside(one) == likeness.inside(other)


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_what_differs_anywhere_is_unlike(one, other):
    """Objects that differ in a type, item, attribute or slot are unlike, even if they are equal."""
    likeness = Likeness()
    assert not likeness.are_alike(one, other)
    assert not likeness.are_alike(other, one)
    assert likeness.inside(one) != likeness.inside(other)


@pytest.mark.parametrize("make", NOBODY_KNOWS)
def test_what_cannot_be_taken_apart_is_alike_to_itself_only(make):
    """An object whose parts cannot be listed is alike only to itself."""
    likeness, one = Likeness(), make()
    assert likeness.are_alike(one, one)
    assert not likeness.are_alike(one, make())


def test_a_ring_of_objects_has_an_end():
    """Comparing objects that contain themselves ends, and they are not alike."""
    rings = [InADictionary([]) for _ in range(2)]
    for ring in rings:
        ring.seen.append(ring)
    assert not Likeness().are_alike(*rings)
