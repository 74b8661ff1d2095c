"""Laws of symmetry: symmetric positions agree in everything that the solver uses."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

import itertools

from gamesolver import Game, Value, check_game
from tests.attacks.spoilt_rules import Again, Strip, Tug, refusal, refused
from tests.support.small_games import Heap


class OneWayImages(Strip):
    def symmetries(self, position):
        return [position[::-1]] if position == "#.." else []

    def canonical(self, position):
        return max(position, position[::-1])


class OneLoses(Tug):
    def terminal_value(self, position):
        return {2: Value.WIN, -2: Value.LOSS}.get(position)


class WrongImages(Heap):
    """Two and three counters are declared to be symmetric positions."""

    def symmetries(self, position):
        return [5 - position] if position in (2, 3) else []


class KeepsOneSide(Again):
    """Only player 0 moves again after taking two."""

    def positions(self):
        return ()

    def play(self, position, move):
        heap, seat = position
        return heap - move, seat if move == 2 and seat == 0 else 1 - seat


class LopsidedStages(Strip):
    """The stage is the leftmost stone, which is a different one in the mirror image."""

    def stage(self, position):
        return position.find("#")


class FarCanonical(Tug):
    def canonical(self, position):
        return abs(position) + 3


class TwoCanonicals(Tug):
    def canonical(self, position):
        return position


SPOILT = [
    (
        OneWayImages,
        "orbit",
        "'#..' is in the orbit of '#..', but not in that of the symmetric position '..#': "
        "expected symmetries to list the whole orbit",
    ),
    (
        OneLoses,
        "symmetric endings",
        "terminal_value(-2) returned Value.LOSS, and terminal_value(2) returned Value.WIN: "
        "expected equal results for symmetric positions",
    ),
    (
        WrongImages,
        "symmetric moves",
        "3 leads to 2, and the symmetric position 2 does not lead to a position symmetric to that: "
        "expected symmetric positions to reach symmetric positions",
    ),
    (
        KeepsOneSide,
        "symmetric turns",
        "(4, 0) leads to (2, 0) keeping the turn, and the symmetric position (4, 1) leads to a "
        "position symmetric to that passing it: expected equal results for symmetric positions",
    ),
    (
        LopsidedStages,
        "symmetric stages",
        "stage('#..') returned 0, and stage('..#') returned 2: "
        "expected equal results for symmetric positions",
    ),
    (
        FarCanonical,
        "canonical",
        "canonical(0) returned 3: expected a position of its orbit",
    ),
    (
        TwoCanonicals,
        "canonical",
        "canonical(-1) returned -1, and canonical(1) returned 1: "
        "expected equal results for symmetric positions",
    ),
]


class Unlisted(Strip):
    def stage(self, position):
        return [position]


def test_stages_that_are_no_stages_are_not_compared():
    """A stage that is not hashable is reported once, and not again for symmetric positions."""
    message = "stage('...') returned ['...']: expected something hashable"
    assert refusal(Unlisted()) == (message, [("stage", message)])


class StumblesOnce(Strip):
    def play(self, position, move):
        if position == "#.." and move == 2:
            raise LookupError("no such square")
        return super().play(position, move)


def test_images_are_not_compared_where_a_move_leads_nowhere():
    """A move that raises at one of two symmetric positions is reported as a single fault."""
    error = refused(StumblesOnce())

    assert str(error) == (
        "StumblesOnce breaks its contract: play('#..', 2) raised LookupError: no such square"
    )


class Heaps(Game):
    """Take a counter from one of five different heaps, in any order of the heaps."""

    def start(self):
        return (0, 1, 2, 3, 4)

    def moves(self, position):
        return [heap for heap, size in enumerate(position) if size]

    def play(self, position, move):
        return (*position[:move], position[move] - 1, *position[move + 1 :])

    def terminal_value(self, position):
        return None if any(position) else Value.LOSS

    def symmetries(self, position):
        return itertools.permutations(position)

    def canonical(self, position):
        return tuple(sorted(position))


def test_of_many_images_some_are_queried():
    """A start with 120 symmetric positions passes, although play reaches only one of them."""
    assert check_game(Heaps()).positions == 2 * 3 * 4 * 5
