"""Laws of single calls: no exception, equal hashes, and iterable and finite results."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

import itertools
import math
from typing import ClassVar

import attrs

from tests.attacks.spoilt_rules import Boards, Plain, Trail
from tests.support.small_games import Heap


class Raises(Heap):
    def stage(self, position):
        if position == 1:
            raise ZeroDivisionError("one too few")
        return -position


class RaisesInTheMaking(Plain):
    def __init__(self, size=3):
        if size > 5:
            raise ValueError("too big")
        super().__init__(2 * size)


class Lists(Heap):
    def start(self):
        return (self.size,)

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return [position[0] - move]

    def terminal_value(self, position):
        return None


class ListImages(Heap):
    def symmetries(self, position):
        return [[position]]

    def canonical(self, position):
        return position


@attrs.frozen(hash=False)
class Restless:
    """A position that is equal by its contents, and hashed by its address."""

    stones: int

    def __hash__(self):
        return id(self)


class UnequalHashes(Boards):
    keep: ClassVar[list] = []

    def start(self):
        self.keep.append(Restless(self.size))  # kept, so that no address is used twice
        return self.keep[-1]


class HashesOfTheWay(Heap):
    def start(self):
        return Trail(self.size, ())

    def moves(self, position):
        return super().moves(position.stones)

    def play(self, position, move):
        return Trail(position.stones - move, (*position.way, move))

    def terminal_value(self, position):
        return super().terminal_value(position.stones)

    def format(self, position):
        return str(position.stones)

    def parse(self, text):
        return Trail(int(text), ())


class HashesOfParse(Boards):
    def start(self):
        return Trail(0, (1, 1))

    def parse(self, text):
        return Trail(int(text), ())


class NotIterable(Heap):
    def moves(self, position):
        for _ in super().moves(position):
            pass


class NoEnd(Heap):
    def moves(self, position):
        return itertools.count(1)


class NoEndOfImages(Heap):
    def symmetries(self, position):
        return itertools.repeat(position)

    def canonical(self, position):
        return position


class StartsAtNaN(Plain):
    def start(self):
        return (float("nan"), 2)


class SameNaN(Plain):
    """One NaN object, so that Python finds tuples of it equal. Reading it makes another one."""

    def start(self):
        return ((math.nan,), 2)


class MovesOfNaN(Heap):
    def moves(self, position):
        return [frozenset({math.nan})]


NAN = "a NaN is not equal to itself; expected None or a number"

SPOILT = [
    (StartsAtNaN, "repeatable", f"start() gives (nan, 2): {NAN}"),
    (SameNaN, "repeatable", f"start() gives ((nan,), 2): {NAN}"),
    (MovesOfNaN, "repeatable", f"moves(3) gives frozenset({{nan}}): {NAN}"),
    (Raises, "raises", "stage(1) raised ZeroDivisionError: one too few"),
    (RaisesInTheMaking, "raises", "RaisesInTheMaking(size=6) raised ValueError: too big"),
    (
        Lists,
        "hashable",
        "play((3,), 1) returned a list, and positions must be hashable: use a tuple",
    ),
    (
        ListImages,
        "hashable",
        "symmetries(3) returned a list, and positions must be hashable: use a tuple",
    ),
    (
        UnequalHashes,
        "equal hashes",
        "start() returned Restless(stones=3) twice, equal but with different hashes: "
        "expected equal hashes",
    ),
    (
        HashesOfTheWay,
        "equal hashes",
        "positions Trail(stones=1, way=(2,)) and Trail(stones=1, way=(1, 1)) were both reached, "
        "equal but with different hashes: expected equal hashes",
    ),
    (
        HashesOfParse,
        "equal hashes",
        "parse('0') returned Trail(stones=0, way=()) for Trail(stones=0, way=(1, 1)), "
        "equal but with different hashes: expected equal hashes",
    ),
    (NotIterable, "iterable", "moves(3) returned None: expected an iterable"),
    (
        NoEnd,
        "finite",
        "moves(3) gives more than 1,000,000 answers: expected a finite number",
    ),
    (
        NoEndOfImages,
        "finite",
        "symmetries(3) gives more than 1,000,000 answers: expected a finite number",
    ),
]
