"""Faults of a game: the content of the error, from ``check_game`` and from a solve."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

import pytest

from gamesolver import Game, GameContractError, Violation, explore, solve
from tests.attacks.spoilt_rules import Strip, refused
from tests.check.test_laws_called import Raises
from tests.check.test_laws_game import OneText
from tests.support.small_games import Heap


class SeveralFaults(Heap):
    seats = ()

    def format_move(self, move):
        return ""

    def play(self, position, move):
        return [] if position == 3 else 1 / 0

    def positions(self):
        return [2, 1]


def test_all_faults_are_reported():
    """All faults are in one message, with the first position for each law."""
    error = refused(SeveralFaults())

    assert str(error) == (
        "SeveralFaults breaks its contract: seats is (): expected a tuple of two texts\n"
        "play(3, 1) returned a list, and positions must be hashable: use a tuple\n"
        "play(2, 1) raised ZeroDivisionError: division by zero\n"
        "moves 1 and 2 at position 3 are both '' in format_move: expected different texts"
    )
    assert [(fault.law, fault.position) for fault in error.faults] == [
        ("seats", None),
        ("hashable", 3),
        ("raises", 2),
        ("different move texts", 3),
    ]
    assert error.faults[1] == Violation(
        "hashable",
        "play(3, 1) returned a list, and positions must be hashable: use a tuple",
        3,
    )


def test_the_first_exception_is_the_cause():
    """The first exception of the author's code is the cause of the error, with its traceback."""
    error = refused(Raises())

    assert repr(error.__cause__) == "ZeroDivisionError('one too few')"
    assert error.__cause__.__traceback__.tb_next.tb_frame.f_code.co_name == "stage"


def test_without_an_exception_there_is_no_cause():
    """A fault without an exception has no cause."""
    error = refused(OneText())

    assert error.__cause__ is None


@pytest.mark.parametrize(
    "method",
    [
        "start", "positions", "terminal_value", "moves", "play", "player", "stage", "symmetries",
        "canonical", "format", "parse", "format_move", "parse_move", "render", "svg",
    ],
)  # fmt: skip
def test_an_exception_of_any_method_is_one_fault(method):
    """An exception of any method is reported as one fault, with the call and its arguments."""

    def fail(self, *arguments):
        raise LookupError("lost")

    game = type("Loses", (Strip,), {method: fail})()

    error = refused(game)

    assert [fault.law for fault in error.faults] == ["raises"]
    assert str(error).startswith(f"Loses breaks its contract: {method}(")
    assert str(error).endswith(") raised LookupError: lost")


# ── found while solving ────────────────────────────────────────────────────


def lose(self, *arguments):
    """Raise, in place of a method."""
    raise LookupError("lost")


def spoilt(**methods):
    """Return a heap with some methods replaced."""
    return type("Spoilt", (Heap,), methods)()


SPOILT = [
    ("raises", None, {"start": lose}),
    ("raises", None, {"positions": lose}),
    ("raises", 3, {"moves": lose}),
    ("raises", 3, {"play": lose}),
    ("raises", 3, {"terminal_value": lose}),
    ("raises", 3, {"player": lose}),
    ("raises", 3, {"canonical": lose}),
    ("hashable", None, {"start": lambda self: []}),
    ("hashable", None, {"positions": lambda self: [[]]}),
    ("hashable", 3, {"play": lambda self, position, move: []}),
    ("hashable", 3, {"canonical": lambda self, position: []}),
    ("ending", 3, {"terminal_value": lambda self, position: 0}),
    ("stuck", 1, {"moves": lambda self, position: [2] if position > 1 else []}),
    ("player", 3, {"player": lambda self, position: 2}),
]


@pytest.mark.parametrize("work", [solve, explore])
@pytest.mark.parametrize(("law", "position", "methods"), SPOILT)
def test_solving_reports_the_fault_that_the_check_reports(work, law, position, methods):
    """The fault that stops solve and explore is the one that check_game finds."""
    with pytest.raises(GameContractError) as caught:
        work(spoilt(**methods))

    assert [(fault.law, fault.position) for fault in caught.value.faults] == [(law, position)]
    assert caught.value.faults == refused(spoilt(**methods)).faults
    assert str(caught.value) == f"Spoilt breaks its contract: {caught.value.faults[0].message}"


@pytest.mark.parametrize(
    ("name", "query", "position"),
    [
        ("symmetries", lambda solution: solution.counts(symmetric=True), 3),
        ("stage", lambda solution: solution.counts(stage=0), 3),
        ("format", lambda solution: solution.to_networkx(), 3),
        ("format_move", lambda solution: solution.to_networkx(), None),
    ],
)
def test_querying_a_solution_reports_a_fault_too(name, query, position):
    """A fault during a query has the position, or None if it is a fault of a move's text."""
    with pytest.raises(GameContractError) as caught:
        query(solve(spoilt(**{name: lose}, canonical=lambda self, position: position)))

    assert [(fault.law, fault.position) for fault in caught.value.faults] == [("raises", position)]


def test_rules_that_change_are_not_repeatable():
    """A move that leads elsewhere after the solve is a fault of the position before it."""
    game = spoilt()
    solution = solve(game)
    type(game).play = lambda self, position, move: position + 10

    with pytest.raises(GameContractError) as caught:
        solution.moves(3)

    (fault,) = caught.value.faults
    assert (fault.law, fault.position) == ("repeatable", 3)
    assert fault.message.startswith("position 13, one move after 3, was not found when")


class TwoForgotten(Heap):
    def __init__(self, size, colour, shape):
        object.__setattr__(self, "size", size)

    __hash__ = Game.__hash__


def test_parameters_are_faults_each():
    """``hash`` reports every parameter that is not stored, and ``parameters`` the first one."""
    game = TwoForgotten(3, "red", "round")
    missing = [
        Violation(
            "parameters",
            f"parameter {name!r} is not stored: expected it as the attribute {name!r}, "
            "and a constructor that takes it by name",
        )
        for name in ("colour", "shape")
    ]

    with pytest.raises(GameContractError) as hashed:
        hash(game)
    with pytest.raises(GameContractError) as read:
        _ = game.parameters

    assert hashed.value.faults == tuple(missing)
    assert read.value.faults == tuple(missing[:1])
