"""Errors in an author's methods: the message names the fault, and the cause keeps its traceback."""

import traceback

import pytest

from gamesolver import Game, GameContractError, UnknownPositionError, explore, solve
from tests.support.small_games import Countdown


class Chess(Countdown):
    """Game of taking one or two of three counters, with every callback written, to replace any."""

    def symmetries(self, position):
        return ()

    def canonical(self, position):
        return position

    def player(self, position):
        return (3 - position) % 2

    def positions(self):
        return (4,)

    def stage(self, position):
        return -position

    def format(self, position):
        return f"<{position}>"

    def format_move(self, move):
        return f"take {move}"


class BoomError(Exception):
    """Exception of the author's code."""


def spoilt(**methods):
    """Return a ``Chess`` game with some methods replaced."""
    return type("Chess", (Chess,), methods)()


def boom(self, *arguments):
    """Raise ``BoomError``, in place of a method."""
    raise BoomError("no luck")


def boom_half_way(self, *arguments):
    """Yield one item, then raise ``BoomError``."""
    yield 1
    raise BoomError("no luck")


def complaint(caught, law):
    """Return the message without its common prefix, after checking that there is one fault."""
    first, message = "Chess breaks its contract: ", str(caught.value)
    assert message.startswith(first)
    assert [(each.law, each.message) for each in caught.value.faults] == [
        (law, message.removeprefix(first))
    ]
    return message.removeprefix(first)


def count_orbits(game):
    """Count the positions of a game by symmetry, which needs whole orbits."""
    return solve(game).counts(symmetric=True)


CALLBACKS = [
    ("start", boom, solve, "start()"),
    ("start", boom, explore, "start()"),
    ("moves", boom, solve, "moves('<3>')"),
    ("moves", boom_half_way, solve, "moves('<3>')"),
    ("play", boom, solve, "play('<3>', 1)"),
    ("terminal_value", boom, solve, "terminal_value('<3>')"),
    ("canonical", boom, solve, "canonical('<3>')"),
    ("player", boom, solve, "player('<3>')"),
    ("positions", boom, solve, "positions()"),
    ("positions", boom_half_way, solve, "positions()"),
    ("symmetries", boom, count_orbits, "symmetries('<3>')"),
    ("symmetries", boom_half_way, count_orbits, "symmetries('<3>')"),
    ("stage", boom, lambda game: solve(game).counts(stage=0), "stage('<3>')"),
    ("format", boom, lambda game: solve(game).to_networkx(), "format(3)"),
    ("format_move", boom, lambda game: solve(game).to_networkx(), "format_move(1)"),
]


@pytest.mark.parametrize(("name", "method", "work", "call"), CALLBACKS)
def test_a_callback_that_raises(name, method, work, call):
    """The message names the call that raised, and the cause is the author's error."""
    with pytest.raises(GameContractError) as caught:
        work(spoilt(**{name: method}))
    assert complaint(caught, "raises") == f"{call} raised BoomError: no luck"
    cause = caught.value.__cause__
    assert type(cause) is BoomError
    assert traceback.extract_tb(cause.__traceback__)[-1].name == method.__name__


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("moves", "moves('<3>')"),
        ("play", "play('<3>', 1)"),
        ("terminal_value", "terminal_value('<3>')"),
        ("canonical", "canonical('<3>')"),
        ("player", "player('<3>')"),
    ],
)
@pytest.mark.parametrize("query", ["moves", "verify", "to_networkx"])
def test_a_callback_that_raises_later(name, call, query):
    """``moves``, ``verify`` and exports of a solved game also name a callback that raises."""
    game = spoilt()
    solution = solve(game)
    setattr(type(game), name, boom)
    arguments = (3,) if query == "moves" else ()
    is_known = name != "canonical" or query == "verify"  # without canonical, nothing is known
    with pytest.raises(GameContractError if is_known else UnknownPositionError) as caught:
        getattr(solution, query)(*arguments)
    if is_known:
        assert complaint(caught, "raises") == f"{call} raised BoomError: no luck"
    assert type(caught.value.__cause__) is BoomError


def test_a_fault_met_at_the_successor():
    """If ``player`` raises at a successor, the message names the successor."""

    def player(self, position):
        return boom(self) if position == 1 else 0

    with pytest.raises(GameContractError) as caught:
        solve(spoilt(player=player))
    assert complaint(caught, "raises") == "player('<1>') raised BoomError: no luck"


def test_a_position_that_cannot_be_shown():
    """If a position's repr raises, the message still names the method at fault."""
    mute = type("Mute", (int,), {"__repr__": boom})
    with pytest.raises(GameContractError) as caught:
        solve(spoilt(start=lambda self: mute(3), format=boom, play=boom))
    assert complaint(caught, "raises") == "play(<Mute without a repr>, 1) raised BoomError: no luck"


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize(
    "name", ["start", "moves", "play", "terminal_value", "player", "canonical"]
)
def test_what_is_no_fault(name, stop):
    """An interruption inside the author's code is not a fault of the game and is passed on."""

    def interrupted(self, *arguments):
        raise stop

    with pytest.raises(stop):
        solve(spoilt(**{name: interrupted}))


# ── invalid results ────────────────────────────────────────────────────────

SEAT = "expected 0, 1 or None"
ENDS = "expected Value.LOSS, Value.DRAW, Value.WIN or None"
HASH = "and positions must be hashable"
TUPLE = ": use a tuple"
FROZEN = ": use a frozenset"
ITEMS = ": use a frozenset or a tuple of its items"
INSIDE = ": use a tuple for the list in the position"


class Unhashable:
    """Position with a ``__hash__`` that raises."""

    def __hash__(self):
        raise BoomError("no luck")


STUCK = "position '<3>' has no moves and is not terminal: return a result from terminal_value"


@pytest.mark.parametrize(
    ("law", "name", "answer", "words"),
    [
        ("hashable", "play", [], f"play('<3>', 1) returned a list, {HASH}{TUPLE}"),
        ("hashable", "play", {}, f"play('<3>', 1) returned a dict, {HASH}{ITEMS}"),
        ("hashable", "play", Unhashable(), f"play('<3>', 1) returned an Unhashable, {HASH}"),
        ("hashable", "play", (1, []), f"play('<3>', 1) returned a tuple, {HASH}{INSIDE}"),
        ("hashable", "play", (1, Unhashable()), f"play('<3>', 1) returned a tuple, {HASH}"),
        ("hashable", "start", set(), f"start() returned a set, {HASH}{FROZEN}"),
        ("hashable", "start", [], f"start() returned a list, {HASH}{TUPLE}"),
        ("hashable", "canonical", [], f"canonical('<3>') returned a list, {HASH}{TUPLE}"),
        ("hashable", "positions", [[4]], f"positions() returned a list, {HASH}{TUPLE}"),
        ("raises", "positions", 4, "positions() raised TypeError: 'int' object is not iterable"),
        ("stuck", "moves", [], STUCK),
        ("stuck", "moves", iter(()), STUCK),
        ("iterable", "moves", None, "moves('<3>') returned None: expected an iterable"),
        ("raises", "moves", 5, "moves('<3>') raised TypeError: 'int' object is not iterable"),
        *(("ending", "terminal_value", bad, f"terminal_value('<3>') returned {bad!r}: {ENDS}")
          for bad in (0, -1, 1, True, False, "win", [], 0.5)),
        *(("player", "player", bad, f"player('<3>') returned {bad!r}: {SEAT}")
          for bad in (2, -1, "x", [], 0.5)),
    ],
)  # fmt: skip
def test_answers_that_cannot_be(law, name, answer, words):
    """A result of the wrong kind is shown with the kind that is expected."""
    with pytest.raises(GameContractError) as caught:
        solve(spoilt(**{name: lambda self, *arguments: answer}))
    assert complaint(caught, law) == words


def test_a_generator_of_no_moves_is_stated_to_be_one():
    """The message explains that ``if self.moves(position)`` is always true for a generator."""

    def moves(self, position):
        yield from ()

    with pytest.raises(GameContractError) as caught:
        solve(spoilt(moves=moves))
    assert complaint(caught, "stuck") == (
        f"{STUCK}; moves is a generator, which is true even if it is empty: use list(...)"
    )


def test_play_that_returns_a_list():
    """A list returned by ``play``, the most common fault, gets a message with the remedy."""
    game = spoilt(
        start=lambda self: (1, 2),
        moves=lambda self, position: [3],
        play=lambda self, position, move: [1, 2, 3],
        terminal_value=lambda self, position: None,
        player=lambda self, position: None,
        format=Game.format,
    )
    with pytest.raises(GameContractError) as caught:
        solve(game)
    assert str(caught.value) == (
        "Chess breaks its contract: play((1, 2), 3) returned a list, and positions must be "
        "hashable: use a tuple"
    )


def test_rules_that_change():
    """A game whose rules change after it is solved is reported."""
    game = spoilt()
    solution = solve(game)
    type(game).play = lambda self, position, move: position + 10
    with pytest.raises(GameContractError) as caught:
        solution.moves(3)
    assert complaint(caught, "repeatable") == (
        "position '<13>', one move after '<3>', was not found when the game was solved; "
        "rules must not change"
    )
