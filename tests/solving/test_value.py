"""The laws of values and outcomes."""

import copy
import itertools
import pickle

import attrs
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamesolver import GameSolverError, InvalidArgumentError, Outcome, Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS

plies = st.integers(0, 1_000_000)
outcomes = st.one_of(
    st.builds(Outcome, st.sampled_from(Value), plies), st.just(Outcome(DRAW, None))
)

BEST_FIRST = [
    Outcome(WIN, 0),
    Outcome(WIN, 1),
    Outcome(WIN, 500),
    Outcome(DRAW, 0),
    Outcome(DRAW, 7),
    Outcome(DRAW, 500),
    Outcome(DRAW, None),
    Outcome(LOSS, 500),
    Outcome(LOSS, 2),
    Outcome(LOSS, 0),
]


# ── values ─────────────────────────────────────────────────────────────────


def test_values_are_ordered_integers():
    """LOSS < DRAW < WIN, their integers are -1, 0, 1, and integers find them again."""
    assert list(Value) == sorted([WIN, LOSS, DRAW]) == [LOSS, DRAW, WIN]
    assert [int(value) for value in Value] == [-1, 0, 1]
    assert all(Value(int(value)) is value for value in Value)
    assert LOSS < DRAW <= DRAW < WIN
    assert WIN > LOSS
    assert WIN >= WIN


def test_a_value_is_negated_for_the_other_side():
    """What one wins the other loses; a draw is a draw for both."""
    assert (-WIN, -DRAW, -LOSS) == (LOSS, DRAW, WIN)
    assert all(int(-value) == -int(value) for value in Value)


def test_every_value_is_truthy():
    """``if value:`` asks whether play has ended, so a draw must not be false."""
    assert all(bool(value) for value in Value)


@pytest.mark.parametrize("other", [0, -1, 1, "WIN", None, 0.0, Outcome(DRAW, 0)])
def test_a_value_is_no_number(other):
    """A value equals no number and cannot be ordered among other things."""
    assert all(value != other for value in Value)
    with pytest.raises(TypeError):
        assert other > DRAW
    with pytest.raises(TypeError):
        assert other <= DRAW


@pytest.mark.parametrize("number", [2, -2, 0.5, "WIN", None])
def test_no_other_values(number):
    """There are three values and no more."""
    with pytest.raises(ValueError, match=f"^bad value {number!r}: expected -1, 0 or 1$"):
        Value(number)


# ── outcomes ───────────────────────────────────────────────────────────────


def test_outcomes_are_ordered_by_preference():
    """Quick win, slow win, short finished draw, long one, endless, slow loss, quick loss."""
    assert sorted(BEST_FIRST, reverse=True) == BEST_FIRST
    for (i, one), (j, other) in itertools.product(enumerate(BEST_FIRST), repeat=2):
        assert (one > other) is (i < j)
        assert (one <= other) is (i >= j)
        assert (one == other) is (i == j)
    assert max(BEST_FIRST) == Outcome(WIN, 0)


@given(outcomes, outcomes, outcomes)
def test_preference_is_a_total_order(one, other, third):
    """Any two outcomes compare one way, consistently with their values, and in a row."""
    assert (one < other) + (one == other) + (one > other) == 1
    if one.value is not other.value:
        assert (one < other) is (one.value < other.value)
    if one <= other <= third:
        assert one <= third


@given(outcomes, st.booleans())
def test_back(outcome, kept):
    """Going back a move takes one ply, and turns the value exactly when the turn passes."""
    back = outcome.back(kept)
    assert back.value is (outcome.value if kept else -outcome.value)
    longer = None if outcome.remoteness is None else outcome.remoteness + 1
    assert back.remoteness == longer
    assert outcome.back() == outcome.back(turn_kept=False)


@given(outcomes, outcomes, st.booleans())
def test_back_turns_the_order_of_decided_outcomes(one, other, kept):
    """What is better for the opponent is worse one move before; for oneself it stays better."""
    decided = DRAW not in (one.value, other.value)
    if kept:
        assert (one.back(kept) < other.back(kept)) is (one < other)
    elif decided:
        assert (one.back(kept) < other.back(kept)) is (one > other)
    else:
        assume(one.value is other.value is DRAW)  # both sides head for an end
        assert (one.back() < other.back()) is (one < other)


@pytest.mark.parametrize(
    ("value", "remoteness"), [(WIN, 0), (DRAW, None), (LOSS, 12), (WIN, np.int32(3))]
)
def test_equality_and_hash(value, remoteness):
    """Equal outcomes have equal hashes, whatever integers they were made of; copies are equal."""
    outcome = Outcome(value, remoteness)
    again = Outcome(value, None if remoteness is None else int(remoteness))
    assert outcome == again
    assert hash(outcome) == hash(again)
    assert type(outcome.remoteness) is type(again.remoteness)
    assert len({outcome, again}) == 1
    assert copy.deepcopy(outcome) == pickle.loads(pickle.dumps(outcome)) == outcome
    assert outcome.is_endless is (remoteness is None)


def test_an_outcome_does_not_change():
    """Neither value nor remoteness can be set, and nothing can be added."""
    outcome = Outcome(WIN, 3)
    for name in ("value", "remoteness", "other"):
        with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
            setattr(outcome, name, DRAW)
    assert outcome == Outcome(WIN, 3)


def test_an_outcome_has_no_minus_sign():
    """A finished draw is short for both sides, so negation would not be what it seems."""
    with pytest.raises(TypeError):
        -Outcome(DRAW, 3)


@pytest.mark.parametrize("other", [WIN, 1, (WIN, 1), None, "win in 1"])
def test_an_outcome_compares_with_outcomes_only(other):
    """An outcome is equal to nothing else and cannot be ordered among other things."""
    assert Outcome(WIN, 1) != other
    with pytest.raises(TypeError):
        assert Outcome(WIN, 1) < other


@pytest.mark.parametrize("outcome", BEST_FIRST)
def test_outcomes_in_words(outcome):
    """``str`` is for people, ``repr`` for Python."""
    words = {WIN: "win in", LOSS: "loss in", DRAW: "draw in"}[outcome.value]
    endless = outcome.remoteness is None
    assert str(outcome) == ("endless draw" if endless else f"{words} {outcome.remoteness}")
    assert eval(repr(outcome), {"Outcome": Outcome, "Value": Value}) == outcome


NO_VALUE = "an outcome needs a Value: expected Value.LOSS, Value.DRAW or Value.WIN, got"
NO_PLIES = (
    "a remoteness counts plies: expected a whole number from 0 on, or None for an endless draw, got"
)


@pytest.mark.parametrize(
    ("value", "remoteness", "message"),
    [
        (1, 3, f"{NO_VALUE} 1"),
        ("WIN", 3, f"{NO_VALUE} 'WIN'"),
        (None, None, f"{NO_VALUE} None"),
        (WIN, -1, f"{NO_PLIES} -1"),
        (DRAW, 1.0, f"{NO_PLIES} 1.0"),
        (DRAW, "3", f"{NO_PLIES} '3'"),
        (LOSS, True, f"{NO_PLIES} True"),
        (LOSS, WIN, f"{NO_PLIES} Value.WIN"),
        (WIN, None, "a WIN ends after some number of plies: expected a remoteness from 0 on, "
         "got None (only a draw can be endless)"),
        (LOSS, None, "a LOSS ends after some number of plies: expected a remoteness from 0 on, "
         "got None (only a draw can be endless)"),
    ],
)  # fmt: skip
def test_outcomes_that_cannot_be(value, remoteness, message):
    """No outcome is made of anything else, and the message says what was expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        Outcome(value, remoteness)
    assert str(caught.value) == message
    assert isinstance(caught.value, GameSolverError)
