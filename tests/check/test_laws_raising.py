"""Laws of single calls, for objects that raise when they are compared or printed."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

import attrs
import numpy as np
import pytest

from gamesolver import Value, check_game
from tests.attacks.spoilt_rules import Boards, refused
from tests.support.small_games import Heap


@attrs.frozen(eq=False)
class Quarrelsome:
    """A position that raises when it is compared with another object."""

    stones: int

    def __eq__(self, other):
        raise RuntimeError("no comparing")

    def __hash__(self):
        return self.stones


class Quarrels(Boards):
    def start(self):
        return Quarrelsome(self.size)


class QuarrelsLate(Boards):
    def parse(self, text):
        return Quarrelsome(int(text))


class QuarrelsInMoves(Heap):
    def parse_move(self, position, text):
        return Quarrelsome(int(text))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            Quarrels,
            "start() returned Quarrelsome(stones=3) and then Quarrelsome(stones=3), "
            "and comparing them raised RuntimeError: no comparing",
        ),
        (QuarrelsLate, "Quarrelsome.__eq__ raised RuntimeError: no comparing"),
        (QuarrelsInMoves, "Quarrelsome.__eq__ raised RuntimeError: no comparing"),
    ],
)
def test_equality_that_raises_is_a_fault(make, message):
    """An exception of ``__eq__`` is reported as a fault, with the exception as the cause."""
    error = refused(make())

    assert [(fault.law, fault.message) for fault in error.faults] == [("raises", message)]
    assert isinstance(error.__cause__, RuntimeError)


class ArrayMoves(Heap):
    def moves(self, position):
        return [np.zeros(2)]


def test_answers_that_cannot_be_compared_are_judged_by_other_laws():
    """Moves that are arrays are refused as not hashable, although they cannot be compared."""
    assert [fault.law for fault in refused(ArrayMoves()).faults] == ["hashable moves"]


@attrs.frozen(repr=False)
class Unspeakable:
    """A position whose repr raises."""

    stones: int

    def __repr__(self):
        raise RuntimeError("no words")


class Unspeakables(Boards):
    def start(self):
        return Unspeakable(self.size)

    def play(self, position, move):
        return Unspeakable(position.stones - move)

    def parse(self, text):
        return Unspeakable(int(text))

    def player(self, position):
        return position.stones % 2

    def stage(self, position):
        return Unspeakable(-position.stones)


def test_a_repr_that_raises_concerns_no_player():
    """Positions and stages need no repr if the game formats positions itself."""
    assert check_game(Unspeakables()).positions == 4


class NamesNobody(Unspeakables):
    def player(self, position):
        return Unspeakable(0)

    def stage(self, position):
        return Unspeakable(position.stones % 2)


def test_faults_are_reported_without_a_repr():
    """A fault is reported even if the repr of the object at fault raises."""
    laws = [fault.law for fault in refused(NamesNobody()).faults]

    assert laws == ["player", "stage"]


class Nested(Heap):
    def start(self):
        position = ()
        for _ in range(50_000):  # Python 3.13 compares 10,000
            position = (position,)
        return position

    def moves(self, position):
        return ["out"]

    def play(self, position, move):
        return ()

    def terminal_value(self, position):
        return None if position else Value.LOSS

    def format(self, position):
        return "deep" if position else "out"

    def parse(self, text):
        return self.start() if text == "deep" else ()


def test_positions_nested_deeply_are_no_traceback():
    """Tuples too deep to be compared are reported as a fault."""
    assert [fault.law for fault in refused(Nested()).faults] == ["raises"]


def test_what_a_listener_raises_is_no_fault():
    """An exception of the progress callback is passed on unchanged."""

    def listen(news):
        raise KeyError(news.phase)

    with pytest.raises(KeyError, match="check"):
        check_game(Heap(), progress=listen)
