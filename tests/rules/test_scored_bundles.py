"""Compiled rules with scores: bounds, gains, and methods defined in addition to the rules."""

import numpy as np
import pytest
from numba import njit

from gamesolver import (
    NO_SCORE,
    CompiledGame,
    CompiledRules,
    GameContractError,
    IllegalMoveError,
    InvalidArgumentError,
    Value,
    check_game,
    solve,
)


@njit
def one_off(position, moves, positions):
    """Take one."""
    moves[0], positions[0] = 7, position - np.uint64(1)
    return 1


@njit
def one_won(position, moves, positions, gains):
    """Take one and gain one point."""
    moves[0], positions[0], gains[0] = 7, position - np.uint64(1), 1
    return 1


@njit
def score_at_none(position):
    """Return the score 0 at the end."""
    return NO_SCORE if position else 0


@njit
def code_at_none(position):
    """Return a loss for the player to move at the end."""
    return 2 if position else -1


@njit
def same_stage(position):
    """Return one stage for all positions."""
    return np.int64(3)


@njit
def rising_stage(position):
    """Return a stage that rises with every move."""
    return -np.int64(position)


@njit
def parity(position):
    """Return the player to move."""
    return np.int64(position & np.uint64(1))


SCORED = {"terminal_score": score_at_none, "max_moves": 1, "least_score": -3, "most_score": 3}


def game(successors=one_won, members=None, **rules):
    """Return a game of taking three counters with the given rules and methods."""
    bundle = CompiledRules(successors, **{"max_moves": 1, **rules})
    return type(
        "Takes", (CompiledGame,), {"rules": bundle, "start": lambda self: 3, **(members or {})}
    )()


def fault_of(querying, made):
    """Return the first fault that is found in a game."""
    with pytest.raises(GameContractError) as caught:
        querying(made)
    return caught.value.faults[0]


def test_bounds_are_plain_numbers():
    """Bounds that are NumPy integers are converted to int."""
    made = game(**SCORED | {"least_score": np.int8(-3), "most_score": np.uint16(3)})
    assert [type(made.rules.least_score), type(made.rules.most_score)] == [int, int]
    assert str(solve(made).outcome) == "win by 1 in 3"


def test_a_stage_that_stays_where_a_move_gains_is_found():
    """A move that gains within a stage is found by ``check_game`` and by ``solve``."""
    made = game(**SCORED, stage=same_stage)
    faults = [fault_of(querying, made) for querying in (solve, check_game)]
    for fault in faults:
        assert fault.law == "gains"
        assert fault.message == (
            f"a move that gains, from position {fault.position}, may be returned from: expected "
            "the stage to rise with every move that gains"
        )
    assert "gains" in check_game(game(**SCORED, stage=rising_stage)).laws


BESIDE = [
    ("gain", lambda self, position, move: 0, "gain(3, 7) is 0", "1", one_won, SCORED),
    ("gain", lambda self, position, move: 2, "gain(3, 7) is 2", "0", one_off, SCORED),
    (
        "terminal_score",
        lambda self, position: None if position else 1,
        "terminal_score(0) is 1",
        "0",
        one_off,
        SCORED,
    ),
    (
        "terminal_value",
        lambda self, position: None if position else Value.WIN,
        "terminal_value(0) is Value.WIN",
        "Value.DRAW",
        one_off,
        SCORED,
    ),
    ("moves", lambda self, position: [], "moves(3) is []", "[7]", one_off, SCORED),
    ("play", lambda self, position, move: 0, "play(3, 7) is 0", "2", one_off, SCORED),
    (
        "player",
        lambda self, position: 0,
        "player(3) is 0",
        "1",
        one_off,
        SCORED | {"player": parity},
    ),
    (
        "stage",
        lambda self, position: 9,
        "stage(3) is 9",
        "-3",
        one_off,
        SCORED | {"stage": rising_stage},
    ),
]


@pytest.mark.parametrize(("name", "method", "own", "compiled", "successors", "rules"), BESIDE)
def test_a_method_beside_the_rules_must_state_the_same(
    name, method, own, compiled, successors, rules
):
    """``solve`` and ``check_game`` refuse a method that disagrees with the compiled rules."""
    made = game(successors, {name: method}, **rules)
    for querying in (solve, lambda made: solve(made, method="minimax"), check_game):
        fault = fault_of(querying, made)
        assert (fault.law, fault.message) == (
            "two modes",
            f"{own} by the method of Takes, and {compiled} by its compiled rules: expected equal "
            "results; leave the method out",
        )


def test_a_method_that_states_the_same_may_stand_beside_the_rules():
    """A method that agrees with the compiled rules is allowed."""
    made = game(members={"gain": lambda self, position, move: int(move == 7)}, **SCORED)
    assert str(solve(made).outcome) == str(solve(made, method="minimax").outcome) == "win by 1 in 3"
    assert check_game(made).positions == 4


def test_a_method_beside_the_rules_that_raises_is_to_blame():
    """An exception in a method that duplicates a rule is reported as a fault of the method."""
    made = game(members={"gain": lambda self, position, move: 1 // 0}, **SCORED)
    fault = fault_of(solve, made)
    assert fault.law == "raises"
    assert (
        fault.message == "gain(3, 7) raised ZeroDivisionError: integer division or modulo by zero"
    )


def test_scores_beside_values_are_refused():
    """``terminal_score`` is refused in a game whose rules have ``terminal_code``."""
    made = game(one_off, {"terminal_score": lambda self, position: 5}, terminal_code=code_at_none)
    for querying in (solve, check_game):
        fault = fault_of(querying, made)
        assert (fault.law, fault.message) == (
            "ends",
            "it defines terminal_score in addition to rules with terminal_code: expected the "
            "scores "
            "in the rules, which are solved",
        )


def test_gains_need_the_scores_of_ends():
    """Rules with gains and ``terminal_code`` are refused when the bundle is made."""
    with pytest.raises(InvalidArgumentError) as caught:
        CompiledRules(one_won, terminal_code=code_at_none, max_moves=1)
    assert str(caught.value) == (
        "successors takes a buffer for gains, and terminal_code gives values: expected "
        "terminal_score, because gains are scores"
    )


def test_what_an_illegal_move_gains_is_refused():
    """``gain`` refuses an illegal move and lists the legal ones."""
    made = game(**SCORED)
    assert made.gain(3, 7) == 1
    for move in (9, [7]):
        with pytest.raises(IllegalMoveError) as caught:
            made.gain(3, move)
        assert str(caught.value) == f"illegal move {move} in position 3: legal moves are 7"
