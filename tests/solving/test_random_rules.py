"""Rules with random or endless results are refused by every function that takes a game."""

import itertools
import re
import threading
from random import Random

import pytest

from games import Nim
from gamesolver import (
    Game,
    GameContractError,
    InvalidArgumentError,
    MemoryLimitError,
    Value,
    check_game,
    estimate,
    explore,
    prove,
    solve,
)
from gamesolver.players import match
from gamesolver.rules import lookup
from gamesolver.system import memory
from tests.support.compiled_games import Chain
from tests.support.rank_solving import solved_on
from tests.support.rank_threads import on_ranks

QUERIES = pytest.mark.parametrize("query", [solve, explore, estimate, prove, check_game])
AGAIN = r".*start\(\) returned {} and then {}: expected equal results"


class Countdown(Game):
    """Countdown to 0 from a random start between 5 and 9."""

    def __init__(self, seed=0):
        self.seed = seed
        self._luck = Random(seed)

    def start(self):
        return self._luck.randrange(5, 10)

    def moves(self, position):
        return (1, 2) if position > 1 else (1,)

    def play(self, position, move):
        return position - move

    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None


@QUERIES
@pytest.mark.parametrize("seed", range(4))
def test_a_start_at_random_is_refused(query, seed):
    """A start that differs between two calls is refused as not repeatable."""
    with pytest.raises(GameContractError, match=AGAIN.format(r"\d", r"\d")) as caught:
        query(Countdown(seed))
    assert caught.value.faults[0].law == "repeatable"


@pytest.mark.parametrize("method", ["auto", "retrograde", "minimax"])
def test_a_compiled_start_at_random_is_refused(method):
    """A random start of a compiled game is refused by each method."""
    luck = Random(0)

    class Anywhere(Chain):
        def start(self):
            return super().start() + luck.randrange(1000)

    with pytest.raises(GameContractError, match=AGAIN.format(r"\d+", r"\d+")):
        solve(Anywhere(5, 0), method=method)


def test_ranks_that_begin_apart_are_refused():
    """A start that differs between ranks is refused by all of them."""

    class Elsewhere(Chain):
        def start(self):
            return super().start() + threading.get_ident() % 1000

    for error in on_ranks(3, lambda team: solved_on(team, Elsewhere(5, 0))):
        assert isinstance(error, GameContractError)
        assert error.faults[0].law == "repeatable"
        assert "differs between rank 0 and rank " in str(error)


def test_a_start_that_equals_nothing_is_refused():
    """A start of a class without equality is refused, with advice that names the class."""

    class Place:
        """Position that compares by identity."""

    class Nowhere(Countdown):
        def start(self):
            return Place()

        def moves(self, position):
            return (1,)

        def play(self, position, move):
            return Place()

        def terminal_value(self, position):
            return None

    with pytest.raises(GameContractError, match=r"; give Place __eq__ and __hash__$"):
        solve(Nowhere(), memory="50 MB")


class Dice(Nim):
    """Nim in which a die determines the result of a move."""

    luck = Random(0)

    def play(self, position, move):
        return (self.luck.randrange(7), *position[1:])


class Shuffled(Nim):
    """Nim with a random sample of its moves."""

    luck = Random(0)

    def moves(self, position):
        return self.luck.sample(list(super().moves(position)), 3)


class Turns(Nim):
    """Nim with a random player to move."""

    luck = Random(1)

    def player(self, position):
        return self.luck.randrange(2)


class Ends(Nim):
    """Nim with random terminal positions."""

    luck = Random(1)

    def terminal_value(self, position):
        return self.luck.choice([Value.LOSS, None])


RULES = pytest.mark.parametrize(
    ("game", "rule"),
    [(Dice, "play"), (Shuffled, "moves"), (Turns, "player"), (Ends, "terminal_value")],
)


@QUERIES
@RULES
def test_rules_at_random_are_refused_at_the_start(query, game, rule):
    """A random rule is refused at the start, and the message has the call and both results."""
    with pytest.raises(GameContractError) as caught:
        query(game())
    faults = [fault for fault in caught.value.faults if fault.law == "repeatable"]
    assert any(fault.message.startswith(f"{rule}(") for fault in faults)
    assert " and then " in str(caught.value)


@pytest.mark.parametrize("query", [solve, explore, estimate])
def test_rules_at_random_are_refused_at_the_position_of_a_caller(query):
    """A random rule is also refused at a start of the caller, and the game is blamed."""
    with pytest.raises(GameContractError, match=r"play\(.* and then "):
        query(Dice(), start=(1, 2, 6))


def test_a_match_refuses_a_start_at_random():
    """A match refuses a game with a random start."""
    with pytest.raises(GameContractError, match=AGAIN.format(r"\d", r"\d")):
        match(Countdown(), lambda position: 1, lambda position: 1)


# ── results without end ─────────────────────────────────────────────────────────────────────────


class Recurring(Nim):
    """Nim with an endless stream of 3,000 recurring further roots."""

    def positions(self):
        return ((number % 3_000, 0, 1) for number in itertools.count())


@pytest.mark.parametrize("query", [solve, explore, estimate])
def test_many_roots_that_come_again_for_ever_are_stopped(query, monkeypatch):
    """An endless stream of recurring roots is refused before memory runs out."""
    monkeypatch.setattr(lookup, "MOST_AGAIN", 6_000)
    monkeypatch.setattr(lookup, "ROOTS_SAMPLED", 100)
    gives = r"positions\(\) repeats 6,000 positions in a row"
    with pytest.raises(GameContractError, match=gives) as caught:
        query(Flat())
    assert caught.value.faults[0].law == "finite"
    given = ((number % 3_000, 0, 1) for number in itertools.count())
    with pytest.raises(InvalidArgumentError, match=r"they repeat 6,000 positions in a row"):
        query(Ended(), positions=given)


class Ended(Nim):
    """Nim in which every position is terminal."""

    def terminal_value(self, position):
        return Value.LOSS


class Flat(Recurring, Ended):
    """Nim with recurring roots, all terminal."""


def test_roots_that_come_often_and_have_an_end_are_read(monkeypatch):
    """A finite stream of repeated roots with new ones among them is read to its end."""
    monkeypatch.setattr(lookup, "MOST_AGAIN", 3_000)
    monkeypatch.setattr(lookup, "ROOTS_SAMPLED", 100)
    given = [(number // 3 % 2_500, 0, 1) for number in range(10_000)]
    assert len(solve(Ended(), positions=given)) == 2_501


class Growing(Ended):
    """Nim with an endless stream of new roots."""

    def positions(self):
        return ((0, 0, number) for number in itertools.count())


class ManyRoots(Chain):
    """Compiled game with an endless stream of new roots."""

    def positions(self):
        return itertools.count()


@pytest.mark.parametrize(
    ("query", "game"),
    [(solve, Growing()), (explore, Growing()), (solve, ManyRoots()), (estimate, ManyRoots())],
    ids=["solve", "explore", "compiled", "estimate"],
)
def test_new_roots_without_end_are_stopped_early(query, game, monkeypatch):
    """Without a limit of the caller, endless new roots are stopped before the memory is full."""
    monkeypatch.setattr(memory, "ESTIMATE_AT", 6_000_000)
    with pytest.raises(MemoryLimitError) as caught:
        query(game)
    assert re.search(
        r" are in use after .*: does it go on without end\?; memory=", str(caught.value)
    )
    assert caught.value.needed < 60_000_000


@pytest.mark.parametrize("query", [solve, explore])
def test_moves_without_end_are_the_fault_of_moves(query):
    """A position with more than a million moves is a fault of ``moves``."""

    class Wide(Ended):
        def terminal_value(self, position):
            return None

        def moves(self, position):
            return itertools.repeat(1)

    with pytest.raises(GameContractError, match=r"moves\(.*\) gives more than 1,000,000 answers"):
        query(Wide())
