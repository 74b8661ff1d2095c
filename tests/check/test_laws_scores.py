"""Laws of scores: gains, the payoff of infinite play, and symmetric positions."""

import pytest

from gamesolver import Game, GameContractError, Value, check_game
from tests.attacks.spoilt_rules import each_row

OF_SCORES = "gains", "endless", "symmetric gains", "symmetric players"
"""The laws that do not apply to a game without scores."""


class Pairs(Game):
    """A heap on the left or on the right, which are symmetric. Each counter taken is gained."""

    endless = 0

    def start(self):
        return 2, 0

    def positions(self):
        return [(0, 2)]

    def moves(self, position):
        return range(1, sum(position) + 1)

    def play(self, position, move):
        return tuple(heap - move if heap else 0 for heap in position)

    def gain(self, position, move):
        return move

    def terminal_score(self, position):
        return None if any(position) else 0

    def symmetries(self, position):
        return [position[::-1]]


class GainsLeft(Pairs):
    """Variant in which moves on the right gain nothing."""

    def gain(self, position, move):
        return move if position[0] else 0


class Seated(Pairs):
    """Infinite play has a payoff, and a symmetric position has the other player."""

    endless = 3

    def player(self, position):
        return int(position[1] > 0)


class Nameless(Pairs):
    """Infinite play has a payoff, but the game names no player to move."""

    endless = 3

    def player(self, position):
        return None


class Halves(Pairs):
    """A gain is not a whole number."""

    def gain(self, position, move):
        return move / 2


class Round(Game):
    """A move with a gain lies on a cycle of three positions, which play may leave."""

    def start(self):
        return 0

    def moves(self, position):
        return ("on", "out")[: 1 + (position == 2)]

    def play(self, position, move):
        return 9 if move == "out" else (position + 1) % 3

    def gain(self, position, move):
        return int((position, move) == (1, "on"))

    def terminal_score(self, position):
        return 0 if position == 9 else None


class TwoEnds(Pairs):
    """Terminal positions have both a value and a score."""

    def terminal_value(self, position):
        return None if any(position) else Value.LOSS


SPOILT = [
    (
        TwoEnds,
        "ends",
        "it defines both terminal_value and terminal_score: expected one of them, because a value "
        "is the sign of a score",
    ),
    (
        Round,
        "gains",
        "gain(1, 'on') returned 1, and play returns to 1: expected no gain on a cycle",
    ),
    (
        Halves,
        "gains",
        "gain((2, 0), 1) returned 0.5: expected a whole number from -1,000,000,000 to "
        "1,000,000,000",
    ),
    (
        Nameless,
        "endless",
        "endless is 3, which is the payoff of infinite play for player 0: expected the player to "
        "move, and player((2, 0)) returned None",
    ),
    (
        GainsLeft,
        "symmetric gains",
        "(2, 0) has a move gaining 1 to (1, 0) or a position symmetric to it, and the symmetric "
        "position (0, 2) has none: "
        "expected equal results for symmetric positions",
    ),
    (
        Seated,
        "symmetric players",
        "player((2, 0)) returned 0, and player((0, 2)) returned 1: "
        "expected equal results for symmetric positions",
    ),
]


@each_row(SPOILT)
def test_each_law_is_found_broken(make, law, message):
    """A game that breaks a law is refused, and the first fault has the documented message."""
    with pytest.raises(GameContractError) as caught:
        check_game(make())
    fault = caught.value.faults[0]
    assert (fault.law, fault.message) == (law, message)


def test_a_game_with_gains_passes():
    """Symmetric positions with equal gains break no law, and the laws of gains are tried."""
    report = check_game(Pairs())
    assert {"gains", "symmetric gains", "ends", "ending"} <= set(report.laws)
    assert "endless" not in report.laws


class Fickle(Pairs):
    """The payoff of infinite play changes when it is read for the third time."""

    player = Game.player

    def __init__(self):
        self.queried = 0

    @property
    def endless(self):
        self.queried += 1
        return 0 if self.queried < 3 else 2


def test_the_payoff_of_infinite_play_stays():
    """A payoff of infinite play that changes between calls breaks the law ``repeatable``."""
    kind = type("Named", (Fickle,), {"player": lambda self, position: 0})
    with pytest.raises(GameContractError) as caught:
        check_game(kind(), laws=["repeatable"])
    assert [(fault.law, fault.message) for fault in caught.value.faults] == [
        ("repeatable", "endless is 0 and then 2: expected one value")
    ]
