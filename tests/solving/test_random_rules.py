"""Rules that answer at random, or without end, are refused however a game is queried."""

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
    """Count down to nothing, from anywhere from five to nine."""

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
    """Whatever is queried first, a start that differs between two calls breaks the contract."""
    with pytest.raises(GameContractError, match=AGAIN.format(r"\d", r"\d")) as caught:
        query(Countdown(seed))
    assert caught.value.faults[0].law == "repeatable"


@pytest.mark.parametrize("method", ["auto", "retrograde", "minimax"])
def test_a_compiled_start_at_random_is_refused(method):
    """So it is of compiled games, by each method."""
    luck = Random(0)

    class Anywhere(Chain):
        def start(self):
            return super().start() + luck.randrange(1000)

    with pytest.raises(GameContractError, match=AGAIN.format(r"\d+", r"\d+")):
        solve(Anywhere(5, 0), method=method)


def test_ranks_that_begin_apart_are_refused():
    """A start that is the same within each process and differs between them is refused by all."""

    class Elsewhere(Chain):
        def start(self):
            return super().start() + threading.get_ident() % 1000

    for error in on_ranks(3, lambda team: solved_on(team, Elsewhere(5, 0))):
        assert isinstance(error, GameContractError)
        assert error.faults[0].law == "repeatable"
        assert "differs between rank 0 and rank " in str(error)


def test_a_start_that_equals_nothing_is_refused():
    """A start of a class without equality is a new position each time, and the advice names it."""

    class Place:
        """A position by its place in memory."""

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
    """Nim in which a move takes away what a die shows."""

    luck = Random(0)

    def play(self, position, move):
        return (self.luck.randrange(7), *position[1:])


class Shuffled(Nim):
    """Nim with its moves in no order."""

    luck = Random(0)

    def moves(self, position):
        return self.luck.sample(list(super().moves(position)), 3)


class Turns(Nim):
    """Nim that draws lots for who moves."""

    luck = Random(1)

    def player(self, position):
        return self.luck.randrange(2)


class Ends(Nim):
    """Nim that may have ended."""

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
    """Dice in a rule show where play begins: the question is named with both answers."""
    with pytest.raises(GameContractError) as caught:
        query(game())
    faults = [fault for fault in caught.value.faults if fault.law == "repeatable"]
    assert any(fault.message.startswith(f"{rule}(") for fault in faults)
    assert " and then " in str(caught.value)


@pytest.mark.parametrize("query", [solve, explore, estimate])
def test_rules_at_random_are_refused_at_the_position_of_a_caller(query):
    """They are looked at where the caller begins as well, and the game is blamed for it."""
    with pytest.raises(GameContractError, match=r"play\(.* and then "):
        query(Dice(), start=(1, 2, 6))


def test_a_match_refuses_a_start_at_random():
    """A match begins as a solve does."""
    with pytest.raises(GameContractError, match=AGAIN.format(r"\d", r"\d")):
        match(Countdown(), lambda position: 1, lambda position: 1)


# ── answers without end ─────────────────────────────────────────────────────────────────────────


class Recurring(Nim):
    """Nim whose further roots come again and again, many of them."""

    def positions(self):
        return ((number % 3_000, 0, 1) for number in itertools.count())


@pytest.mark.parametrize("query", [solve, explore, estimate])
def test_many_roots_that_come_again_for_ever_are_stopped(query, monkeypatch):
    """However many roots recur, they are found to recur, and no memory runs out meanwhile."""
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
    """Nim that has ended everywhere."""

    def terminal_value(self, position):
        return Value.LOSS


class Flat(Recurring, Ended):
    """Recurring roots, each of which is an end."""


def test_roots_that_come_often_and_have_an_end_are_read(monkeypatch):
    """Repeated roots with new ones among them are read to their end."""
    monkeypatch.setattr(lookup, "MOST_AGAIN", 3_000)
    monkeypatch.setattr(lookup, "ROOTS_SAMPLED", 100)
    given = [(number // 3 % 2_500, 0, 1) for number in range(10_000)]
    assert len(solve(Ended(), positions=given)) == 2_501


class Growing(Ended):
    """Ever new further roots."""

    def positions(self):
        return ((0, 0, number) for number in itertools.count())


class ManyRoots(Chain):
    """A compiled game with ever new further roots."""

    def positions(self):
        return itertools.count()


@pytest.mark.parametrize(
    ("query", "game"),
    [(solve, Growing()), (explore, Growing()), (solve, ManyRoots()), (estimate, ManyRoots())],
    ids=["solve", "explore", "compiled", "estimate"],
)
def test_new_roots_without_end_are_stopped_early(query, game, monkeypatch):
    """Without a limit of the caller's they are stopped long before the memory is full."""
    monkeypatch.setattr(memory, "ESTIMATE_AT", 6_000_000)
    with pytest.raises(MemoryLimitError) as caught:
        query(game)
    assert re.search(
        r" are in use after .*: does it go on without end\?; memory=", str(caught.value)
    )
    assert caught.value.needed < 60_000_000


@pytest.mark.parametrize("query", [solve, explore])
def test_moves_without_end_are_the_fault_of_moves(query):
    """A position with more than a million moves breaks the law that moves come to an end."""

    class Wide(Ended):
        def terminal_value(self, position):
            return None

        def moves(self, position):
            return itertools.repeat(1)

    with pytest.raises(GameContractError, match=r"moves\(.*\) gives more than 1,000,000 answers"):
        query(Wide())
