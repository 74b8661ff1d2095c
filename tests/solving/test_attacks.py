"""Attacks: errors between processes, wide and endless games, misleading names and positions."""

import copy
import itertools
import multiprocessing
import pickle
import re

import pytest

from games import Nim, TicTacToe
from gamesolver import (
    CycleError,
    Game,
    GameContractError,
    GameSolverError,
    InvalidArgumentError,
    MemoryLimitError,
    UnknownPositionError,
    Value,
    VerificationError,
    estimate,
    explore,
    find_game,
    solve,
)
from gamesolver.graph.exploring import Explorer
from gamesolver.rules.guard import Rules
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from tests.support.own_process import printed
from tests.support.small_games import Heap


class Wide(Game):
    """Infinite game with many moves in each position."""

    def __init__(self, width=3_000, player="x"):
        self.width = width
        self.who = player  # a parameter with the name of a method

    def start(self):
        return (0, 0)

    def moves(self, position):
        return range(self.width) if self.width else itertools.count()

    def play(self, position, move):
        return (position[0] + 1, position[1] * 7 + move)

    def terminal_value(self, position):
        return None


WORK = [
    lambda: TicTacToe().play(".........x", 12),
    lambda: TicTacToe().parse("xo"),
    lambda: solve(Nim(heaps=(1,)))[9, 9],
    lambda: find_game("chess"),
    lambda: solve(TicTacToe()).to_networkx(limit=3),
    lambda: explore(Wide(), memory=1),
    lambda: hash(Wide()),
    lambda: solve(TicTacToe(), method="magic"),
]
MADE = [CycleError("a loop", [1, 2]), VerificationError("wrong", (1, 2), None, None)]


@pytest.mark.parametrize("number", range(len(WORK) + len(MADE)))
def test_errors_travel(number):
    """Every error survives pickling and copying, with its text and attributes."""
    if number < len(WORK):
        with pytest.raises(GameSolverError) as caught:
            WORK[number]()
        error = caught.value
    else:
        error = MADE[number - len(WORK)]
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert again.__dict__ == error.__dict__


def test_an_error_comes_back_from_another_process():
    """A process pool passes an error of a worker on to the caller."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        answer = pool.apply_async(TicTacToe().play, (".........x", 12))
        with pytest.raises(GameSolverError, match="illegal move 12 in position"):
            answer.get(timeout=60)


STOPPED = """
import itertools, sys
from games import Nim
from gamesolver import MemoryLimitError, explore, solve
from tests.solving.test_attacks import Wide
try:
    if sys.argv[1] == "roots":
        solve(Nim(heaps=(1,)), positions=itertools.repeat((1,)), memory="1 MB")
    else:
        explore(Wide(int(sys.argv[1])), memory="20 MB")
except MemoryLimitError as error:
    print(error.needed)
"""
"""Script for a process of its own, because reused memory of other tests would not be counted."""


@pytest.mark.compiled(why="no different in plain Python")
@pytest.mark.parametrize("width", [3_000, 0, 300])
def test_the_limit_holds_for_wide_games(width):
    """The work stops near its memory limit, however many moves a position has."""
    assert int(printed(STOPPED, width)) < 40_000_000


@pytest.mark.compiled(why="no different in plain Python")
def test_one_root_again_and_again_is_stopped():
    """An endless stream of equal roots stops at the memory limit."""
    assert int(printed(STOPPED, "roots")) > 1_000_000


class Letters(Wide):
    """Game with long texts as positions and infinitely many symmetric positions."""

    def start(self):
        return "x" * 1_000

    def symmetries(self, position):
        return (f"{position}{number}" for number in itertools.count())


class Again(Heap):
    """Heap whose ``symmetries`` repeats one position for ever."""

    def symmetries(self, position):
        return itertools.repeat(position)


class Folded(Again):
    """Variant with its own ``canonical``."""

    def canonical(self, position):
        return position - 1


class Growing(Nim):
    """Nim with an endless stream of further roots."""

    def positions(self):
        return ((0, 0, number) for number in itertools.count())


WORKS = pytest.mark.parametrize("work", [solve, explore, estimate])


@WORKS
def test_images_without_end_stop_at_the_limit(work):
    """Symmetries without end stop at the memory limit, and the message names them."""
    with pytest.raises(MemoryLimitError) as caught:
        work(Letters(), memory="40 MB")
    listed = (
        r".* are needed after \d+ answers of symmetries\(.*\) listed: does it go on without end\?"
    )
    assert re.match(listed, str(caught.value))
    assert caught.value.needed < 80_000_000


@WORKS
@pytest.mark.parametrize(
    ("game", "position"), [(Again(), 3), (Folded(), 2)], ids=["by the least", "by its own"]
)
def test_images_without_end_are_the_fault_of_symmetries(work, game, position):
    """Symmetries without end that take no memory are a fault of the game."""
    with pytest.raises(GameContractError) as caught:
        work(game)
    (fault,) = caught.value.faults
    gives = f"symmetries({position}) gives more than 1,000,000 answers"
    assert (fault.law, fault.message) == ("finite", f"{gives}: expected a finite number")


@pytest.mark.parametrize("work", [solve, explore])
def test_roots_without_end_stop_at_the_limit(work):
    """Further roots without end stop at the memory limit, with their number in the message."""
    with pytest.raises(MemoryLimitError, match=r", and \d+ further roots read: does it go on with"):
        work(Growing(heaps=(1,)), memory="15 MB")


TAKEN = (
    r"with [^ ]+ \w+ in use after 1 positions found, 1 of them still to expand and a limit of "
    r"1\.0 TB \(as requested\): "
)


@pytest.mark.parametrize("work", [solve, explore])
def test_a_rule_that_runs_out_of_memory_is_named(work):
    """The message names the rule that raised ``MemoryError``, without a number of bytes needed."""

    class Greedy(Wide):
        def play(self, position, move):
            raise MemoryError("no room")

    with pytest.raises(MemoryLimitError) as caught:
        work(Greedy(), memory="1 TB")
    called = r"out of memory: play\(.*\) raised MemoryError: no room, "
    assert re.fullmatch(called + TAKEN + r"does it go on without end\?", str(caught.value))


def test_memory_that_runs_out_elsewhere_is_no_rule_s_doing():
    """A failed allocation in the library is not blamed on a rule."""

    class Few(dict):
        def setdefault(self, key, default):
            raise MemoryError

    explorer = Explorer(Rules(Wide()), False, MemoryMeter("1 TB"), Reporter(None))
    explorer._number(Wide().start())
    explorer.index = Few(explorer.index)
    with pytest.raises(MemoryLimitError) as caught:
        explorer._expand_all()
    received = "out of memory: the system provides no more, "
    assert re.fullmatch(
        received + TAKEN + "symmetries or a smaller start would help", str(caught.value)
    )


def test_moves_without_end_are_reported_as_such():
    """If moves are listed until the memory limit, the message counts them and asks for an end."""
    # in a process of its own: otherwise memory that earlier tests have freed is used first, and
    # a million moves, which break the contract, are listed before the limit is reached
    reported = printed(
        "from gamesolver import MemoryLimitError, solve\n"
        "from tests.solving.test_attacks import Wide\n"
        "try:\n    solve(Wide(0), memory='20 MB')\n"
        "except MemoryLimitError as error:\n    print(error)\n"
    )
    counted = (
        r"still to expand, and \d{5,} moves of \(0, 0\) listed: does it go on without end\?; memory"
    )
    assert re.search(counted, reported)


def test_a_parameter_named_like_a_method():
    """A parameter that is not stored is reported, even if the game has a method of that name."""
    assert repr(Wide()) == "Wide(player=?)"
    with pytest.raises(GameContractError, match="parameter 'player' is not stored"):
        _ = Wide().parameters


def test_positions_that_cannot_be_compared():
    """An ``==`` that raises is reported as such, not as a failing hash."""

    class Odd(int):
        __hash__ = int.__hash__

        def __eq__(self, other):
            raise ZeroDivisionError("no comparing")

    class Odds(Wide):
        def start(self):
            return Odd(1)

        def moves(self, position):
            return (1,)

        def play(self, position, move):
            return Odd(1)

    with pytest.raises(GameContractError) as caught:
        explore(Odds())
    assert str(caught.value) == (
        "Odds breaks its contract: 1 == another position raised ZeroDivisionError: no comparing"
    )
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("positions", [["xo......."], [None], list("abc")], ids=repr)
def test_further_roots_that_the_game_cannot_read(positions):
    """Invalid positions of the caller are not blamed on the game."""
    with pytest.raises(
        InvalidArgumentError, match=r"in positions=\.\.\.: expected a position of Tic"
    ):
        solve(TicTacToe(), positions=positions)


def test_a_start_outside_its_own_orbit():
    """A start that is not symmetric to its canonical position is refused."""
    with pytest.raises(InvalidArgumentError, match=r"bad position range\(1, 3\) in start=\.\.\.:"):
        solve(Nim(), start=range(1, 3))

    class Folding(Nim):
        def symmetries(self, position):
            return ()

    with pytest.raises(GameContractError) as caught:
        solve(Folding(heaps=(2, 1)))
    assert str(caught.value) == (
        "Folding breaks its contract: canonical((2, 1)) is (1, 2), to which it is not symmetric"
    )


def test_a_forgotten_return():
    """If ``play`` returns None, the message asks about a forgotten return."""

    class Forgetful(Wide):
        def play(self, position, move):
            (position[0] + 1, move)

        def terminal_value(self, position):
            return None if position[0] == 0 else Value.LOSS

    with pytest.raises(GameContractError, match="do start and play return a position"):
        explore(Forgetful(width=2))


def test_many_equal_heaps():
    """The symmetric positions of equal heaps of Nim are listed once each."""
    assert list(Nim().symmetries((1, 1, 2))) == [(1, 1, 2), (1, 2, 1), (2, 1, 1)]
    assert solve(Nim(heaps=(1,) * 12)).outcome.remoteness == 12


def test_messages_stay_short():
    """Messages stay short for long arguments and many legal moves."""

    class Many(Nim):
        def moves(self, position):
            return range(70_000)

        def format_move(self, move):
            return str(move)

    with pytest.raises(InvalidArgumentError) as caught:
        solve(Nim(), method="x" * 100_000)
    assert len(str(caught.value)) < 400
    message = str(Many().illegal((1,), "y"))
    assert len(message) < 2_000
    assert message.endswith(" and 69900 more")


def test_objects_without_a_repr_are_spelled_all_the_same():
    """A message names an object whose repr raises."""

    class Mute:
        def __repr__(self):
            raise ZeroDivisionError

    with pytest.raises(InvalidArgumentError, match="unknown method <Mute without a repr>"):
        solve(Nim(), method=Mute())


def spelled(thing):
    """Return the text of an object in an error message."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(Nim(), method=thing)
    return str(caught.value).removeprefix("unknown method ").partition(": expected ")[0]


def test_lists_that_hold_each_other_are_spelled_at_once():
    """Objects with a huge or too deeply nested repr are summarised, and long reprs are cut."""
    wide, deep = [], ()
    for _ in range(100):
        wide = [wide, wide]
    for _ in range(50_000):
        deep = (deep,)
    assert spelled(wide) == "<list of 2 parts, too large to be shown>"
    assert spelled({"a": wide}) == "<dict of 1 parts, too large to be shown>"
    assert spelled(deep) == "<tuple of 1 parts, too large to be shown>"
    assert spelled("x" * 10**7) == f"'{'x' * 97}...{'x' * 97}'"
    assert spelled(list(range(9_000))).endswith(", 8998, 8999]")
    with pytest.raises(UnknownPositionError, match="unknown position <tuple of 2 parts, too large"):
        solve(Nim(heaps=(1,)))[tuple(wide)]
