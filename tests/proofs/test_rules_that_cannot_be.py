"""Impossible statements of authors are refused by ``prove`` with game, rule and position."""

from itertools import count
from random import Random

import pytest

from games import ConnectFour, Nim, Quixo
from gamesolver import Bounds, Game, GameContractError, Outcome, Value, prove, solve
from gamesolver.rules.guard import Rules
from tests.attacks.played_scores import Mill


class WithVerdict(Nim):
    """Nim whose author states the same about each position."""

    stated = None

    def candidates(self, position):
        return self.stated() if callable(self.stated) else self.stated


class WithoutImages(WithVerdict):
    """Variant in which each order of the heaps is a position of its own."""

    symmetries, canonical = Game.symmetries, Game.canonical


class Fickle(Game):
    """Game with six counters, one or two taken at a time, and a random result at the end."""

    def __init__(self, seed):
        self.seed = seed
        self._luck = Random(seed)

    def start(self):
        return 6

    def moves(self, position):
        return (1, 2)[:position]

    def play(self, position, move):
        return position - move

    def terminal_value(self, position):
        return None if position else self._luck.choice(list(Value))


class Scored(Game):
    """Game in which the player who takes the last counter wins by 1."""

    def start(self):
        return 3

    def moves(self, position):
        return (1, 2)[:position]

    def play(self, position, move):
        return position - move

    def terminal_score(self, position):
        return None if position else -1


class WithVerdictScores(Scored):
    """Variant whose author states an impossible score."""

    stated = Bounds(at_least=10**12)

    def candidates(self, position):
        return self.stated


class EndlessMoves(Scored):
    """Variant with an infinite list of moves."""

    def moves(self, position):
        return count(1)


def refused(game, **question):
    """Return the law and the message of the only violation found."""
    with pytest.raises(GameContractError) as caught:
        prove(game, **question)
    (fault,) = caught.value.faults
    return fault.law, fault.message


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        (Outcome(Value.WIN, 2**40), "win in 1099511627776: expected at most 262,144 plies"),
        (Bounds(3, 3), "win by 3: expected no points, for the game has no scores"),
        (Outcome(Value.WIN, 3, 2), "win by 2 in 3: expected no points, for the game has no scores"),
        (
            Bounds(Value.WIN, Value.DRAW),
            "at least win, at most draw: expected a bound from below that is no more than the one "
            "from above",
        ),
        (
            Outcome(Value.WIN, 0),
            "win in 0: expected a result that is possible before the end of play",
        ),
        (
            Outcome(Value.WIN, None),
            "endless win: expected plies, because infinite play is an endless draw",
        ),
    ],
)
def test_a_verdict_that_cannot_be_is_refused(stated, words, monkeypatch):
    """An impossible verdict is refused as soon as it is returned."""
    monkeypatch.setattr(WithVerdict, "stated", stated)
    assert refused(WithVerdict(heaps=(1, 2))) == (
        "candidates",
        f"candidates((1, 2)) returned the verdict {words}",
    )


def test_more_points_than_there_may_be_are_refused():
    """A stated score above the limit is refused in a game with scores."""
    assert refused(WithVerdictScores()) == (
        "candidates",
        "candidates(3) returned the verdict at least win by 1000000000000: expected at most "
        "1,000,000,000 points",
    )


def test_answers_without_end_are_refused(monkeypatch):
    """Infinite moves or candidates are refused before they fill memory."""
    gives = "gives more than 1,000,000 answers: expected a finite number"
    assert refused(EndlessMoves()) == ("finite", f"moves(3) {gives}")
    monkeypatch.setattr(WithVerdict, "stated", count)
    assert refused(WithVerdict(heaps=(1, 2))) == ("finite", f"candidates((1, 2)) {gives}")


def test_a_gain_on_a_loop_is_refused():
    """A gain on a cycle is refused for every question."""
    for question in ({}, {"exact": False}, {"at_least": 5}):
        law, message = refused(Mill(0), **question)
        assert law == "gains"
        assert "gains, and play can return to it: expected no gain on a cycle" in message


def test_answers_that_contradict_each_other_are_refused(monkeypatch):
    """A statement that the player to move loses is refused if one move shows more."""
    monkeypatch.setattr(WithVerdict, "stated", Bounds(at_most=Value.LOSS))
    cannot_be = (
        "(2, 3) is at least win, at most loss: these bounds contradict each other; candidates"
    )
    assert refused(WithVerdict(heaps=(2, 3))) == (
        "candidates",
        f"{cannot_be}, symmetries or canonical give false results (run check_game)",
    )
    assert refused(WithoutImages(heaps=(2, 3))) == (
        "candidates",
        f"{cannot_be} gives false results (run check_game)",
    )
    solution = solve(WithoutImages(heaps=(2, 3)), start=(0, 1))
    assert refused(WithoutImages(heaps=(2, 3)), tables=[solution]) == (
        "candidates",
        f"{cannot_be} or a table give false results (run check_game and verify of the table)",
    )


def test_rules_that_contradict_themselves_are_refused():
    """A contradiction is blamed on the rules if nothing else can be at fault."""
    assert refused(Fickle(seed=4)) == (
        "repeatable",
        "6 is at least win in 6, at most loss in 5: these bounds contradict each other; its "
        "rules do not always "
        "return equal results (run check_game)",
    )


def test_what_is_believed_is_what_the_author_wrote():
    """``Rules.believed`` names the methods that a proof trusts, in plain and compiled games."""
    assert Rules(Nim()).believed == ("symmetries", "canonical")
    assert Rules(WithoutImages()).believed == ("candidates",)
    assert Rules(Scored()).believed == ()
    reported = "candidates", "symmetries", "canonical", "plies_to_draw"
    assert Rules(ConnectFour()).believed == reported
    assert Rules(Quixo()).believed == ("index",)
