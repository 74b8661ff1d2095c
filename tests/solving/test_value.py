"""Values, outcomes, scores, preferences and bounds."""

import copy
import itertools
import pickle

import attrs
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games import TicTacToe
from gamesolver import (
    Bounds,
    Game,
    GameContractError,
    GameSolverError,
    InvalidArgumentError,
    Outcome,
    Value,
    solve,
)
from gamesolver.value import Preference, shows

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
    """LOSS < DRAW < WIN, and each value converts to -1, 0 or 1 and back."""
    assert list(Value) == sorted([WIN, LOSS, DRAW]) == [LOSS, DRAW, WIN]
    assert [int(value) for value in Value] == [-1, 0, 1]
    assert all(Value(int(value)) is value for value in Value)
    assert LOSS < DRAW <= DRAW < WIN
    assert WIN > LOSS
    assert WIN >= WIN


def test_a_value_is_negated_for_the_other_side():
    """The win of one player is the loss of the other; a draw is a draw for both."""
    assert (-WIN, -DRAW, -LOSS) == (LOSS, DRAW, WIN)
    assert all(int(-value) == -int(value) for value in Value)


def test_every_value_is_truthy():
    """Every value is true, so that ``if value:`` tests for the end of play."""
    assert all(bool(value) for value in Value)


def test_a_value_reads_as_it_does_in_an_outcome():
    """``str`` and ``format`` of a value give the word used in an endless outcome."""
    for value in Value:
        assert str(Outcome(value, None)) == f"endless {value}"
        assert f"{value:>5}|" == f"{value!s:>5}|"
        assert eval(repr(value), {"Value": Value}) is value


@pytest.mark.parametrize("other", [0, -1, 1, "WIN", None, 0.0, Outcome(DRAW, 0)])
def test_a_value_is_no_number(other):
    """A value equals no other object and cannot be ordered with other types."""
    assert all(value != other for value in Value)
    with pytest.raises(TypeError):
        assert other > DRAW
    with pytest.raises(TypeError):
        assert other <= DRAW


@pytest.mark.parametrize("number", [2, -2, 0.5, "WIN", None])
def test_no_other_values(number):
    """``Value`` refuses anything but -1, 0 and 1."""
    with pytest.raises(ValueError, match=f"^bad value {number!r}: expected -1, 0 or 1$"):
        Value(number)


# ── outcomes ───────────────────────────────────────────────────────────────


def test_outcomes_are_ordered_by_preference():
    """Order: quick win, slow win, short draw, long draw, endless draw, slow loss, quick loss."""
    assert sorted(BEST_FIRST, reverse=True) == BEST_FIRST
    for (i, one), (j, other) in itertools.product(enumerate(BEST_FIRST), repeat=2):
        assert (one > other) is (i < j)
        assert (one <= other) is (i >= j)
        assert (one == other) is (i == j)
    assert max(BEST_FIRST) == Outcome(WIN, 0)


@given(outcomes, outcomes, outcomes)
def test_preference_is_a_total_order(one, other, third):
    """Outcomes have a total order, consistent with the order of their values."""
    assert (one < other) + (one == other) + (one > other) == 1
    if one.value is not other.value:
        assert (one < other) is (one.value < other.value)
    if one <= other <= third:
        assert one <= third


@given(outcomes, st.booleans())
def test_back(outcome, kept):
    """Backing up adds one ply, and negates the value if and only if the turn passes."""
    back = outcome.backed_up(kept)
    assert back.value is (outcome.value if kept else -outcome.value)
    longer = None if outcome.remoteness is None else outcome.remoteness + 1
    assert back.remoteness == longer
    assert outcome.backed_up() == outcome.backed_up(turn_kept=False)


@given(outcomes, outcomes, st.booleans())
def test_back_turns_the_order_of_decided_outcomes(one, other, kept):
    """Backing up reverses the order of decided outcomes if the turn passes, or else keeps it."""
    decided = DRAW not in (one.value, other.value)
    if kept:
        assert (one.backed_up(kept) < other.backed_up(kept)) is (one < other)
    elif decided:
        assert (one.backed_up(kept) < other.backed_up(kept)) is (one > other)
    else:
        assume(one.value is other.value is DRAW)  # both sides head for an end
        assert (one.backed_up() < other.backed_up()) is (one < other)


@pytest.mark.parametrize(
    ("value", "remoteness"), [(WIN, 0), (DRAW, None), (LOSS, 12), (WIN, np.int32(3))]
)
def test_equality_and_hash(value, remoteness):
    """Equal outcomes have equal hashes, even if made from NumPy integers, and equal copies."""
    outcome = Outcome(value, remoteness)
    again = Outcome(value, None if remoteness is None else int(remoteness))
    assert outcome == again
    assert hash(outcome) == hash(again)
    assert type(outcome.remoteness) is type(again.remoteness)
    assert len({outcome, again}) == 1
    assert copy.deepcopy(outcome) == pickle.loads(pickle.dumps(outcome)) == outcome
    assert outcome.is_endless is (remoteness is None)


def test_an_outcome_does_not_change():
    """Attributes of an outcome cannot be set or added."""
    outcome = Outcome(WIN, 3)
    for name in ("value", "remoteness", "other"):
        with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
            setattr(outcome, name, DRAW)
    assert outcome == Outcome(WIN, 3)


def test_an_outcome_has_no_minus_sign():
    """Negating an outcome raises TypeError, as both players prefer a short draw."""
    with pytest.raises(TypeError):
        -Outcome(DRAW, 3)


@pytest.mark.parametrize("other", [WIN, 1, (WIN, 1), None, "win in 1"])
def test_an_outcome_compares_with_outcomes_only(other):
    """An outcome equals no object of another type and cannot be ordered with one."""
    assert Outcome(WIN, 1) != other
    with pytest.raises(TypeError):
        assert Outcome(WIN, 1) < other


@pytest.mark.parametrize("outcome", BEST_FIRST)
def test_outcomes_in_words(outcome):
    """``str`` of an outcome is readable text, and ``repr`` is Python code."""
    words = {WIN: "win in", LOSS: "loss in", DRAW: "draw in"}[outcome.value]
    endless = outcome.remoteness is None
    assert str(outcome) == ("endless draw" if endless else f"{words} {outcome.remoteness}")
    assert eval(repr(outcome), {"Outcome": Outcome, "Value": Value}) == outcome


NO_VALUE = "an outcome needs a Value: expected Value.LOSS, Value.DRAW or Value.WIN, got"
NO_PLIES = (
    "a remoteness counts plies: expected a whole number from 0 on, or None for endless play, got"
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
    ],
)  # fmt: skip
def test_outcomes_that_cannot_be(value, remoteness, message):
    """``Outcome`` refuses other types, and the message has the expected ones."""
    with pytest.raises(InvalidArgumentError) as caught:
        Outcome(value, remoteness)
    assert str(caught.value) == message
    assert isinstance(caught.value, GameSolverError)


# ── scores ──────────────────────────────────────────────────────────────────────────────────────


def test_outcomes_with_scores_in_words():
    """``str`` of an outcome has the score and shows if play is endless."""
    assert str(Outcome(WIN, 24, 3)) == "win by 3 in 24"
    assert str(Outcome(LOSS, 7, -1)) == "loss by 1 in 7"
    assert str(Outcome(DRAW, 5, 0)) == "draw in 5"
    assert str(Outcome(WIN, None, 2)) == "win by 2, endless"
    assert str(Outcome(DRAW, None, 0)) == "endless draw"
    assert str(Outcome(WIN, None)) == "endless win"
    assert repr(Outcome(WIN, 24, 3)) == "Outcome(Value.WIN, 24, 3)"


@pytest.mark.parametrize(
    ("value", "score", "message"),
    [
        (LOSS, 3, "a score has the sign of its value: expected Value.WIN with 3, got Value.LOSS"),
        (WIN, 0, "a score has the sign of its value: expected Value.DRAW with 0, got Value.WIN"),
        (WIN, 1.0, "a score is a whole number, or None in games without scores: got 1.0"),
        (WIN, True, "a score is a whole number, or None in games without scores: got True"),
    ],
)
def test_scores_that_cannot_be(value, score, message):
    """``Outcome`` refuses a score that is not an integer or has another sign than the value."""
    with pytest.raises(InvalidArgumentError) as caught:
        Outcome(value, 3, score)
    assert str(caught.value) == message


def preference(payoff):
    """Return the preference of a player with this payoff of infinite play."""
    return type("Circling", (Ring,), {"endless": payoff})().preference(0)


def preferred(payoff):
    """Return outcomes with scores from -2 to 2, best first for a player with this payoff."""
    lengths = [0, 1, 7, None]
    best_first = []
    for score in (2, 1, 0, -1, -2):
        hurries = score > payoff or (score == payoff and payoff >= 0)
        best_first += [(score, length) for length in (lengths if hurries else lengths[::-1])]
    return [
        Outcome.of(score, length, scored=True, endless_payoff=payoff)
        for score, length in best_first
    ]


@pytest.mark.parametrize("payoff", [-3, -2, -1, 0, 1, 2, 3])
def test_who_wins_hurries_and_who_loses_delays(payoff):
    """A higher score is better, then fewer plies above the payoff of infinite play, more below."""
    best_first = preferred(payoff)
    shuffled = sorted(best_first, key=str)
    key = preference(payoff).key
    assert sorted(shuffled, key=key, reverse=True) == best_first
    assert sorted(shuffled, key=lambda outcome: outcome.preference_key, reverse=True) == best_first


def test_at_the_payoff_of_infinite_play():
    """The winner of infinite play prefers an equal finite win, and the loser infinite play."""
    end, endless = Outcome(WIN, 9), Outcome(WIN, None)
    assert preference(1).key(end) > preference(1).key(endless)
    lost, for_ever = Outcome(LOSS, 9), Outcome(LOSS, None)
    assert preference(-1).key(lost) < preference(-1).key(for_ever)
    quick, slow = Outcome(DRAW, 3), Outcome(DRAW, 8)
    assert preference(1).key(slow) > preference(1).key(quick)
    assert preference(-1).key(slow) < preference(-1).key(quick)


def test_later_gains_are_worse_for_who_gains():
    """Of two infinite wins with equal scores, the one with the earlier last gain is preferred."""
    soon, late = (Outcome.of(2, ~plies, scored=True, endless_payoff=0) for plies in (1, 4))
    assert soon == late
    assert soon.preference_key > late.preference_key
    assert -soon.points == soon.backed_up().points
    assert (soon.backed_up().last_gain, soon.backed_up(gain=2).last_gain) == (2, 0)


def test_an_order_that_would_be_wrong_is_refused():
    """If infinite play is won, ``<`` refuses outcomes that it would order wrongly."""
    quick, slow = (Outcome.of(0, plies, False, endless_payoff=1) for plies in (3, 8))
    with pytest.raises(InvalidArgumentError, match=r"use game\.preference"):
        assert quick > slow
    assert Outcome.of(1, 3, False, endless_payoff=1) > quick
    with pytest.raises(InvalidArgumentError) as caught:
        assert Outcome(DRAW, 3) < Outcome(DRAW, 3, 0)
    assert str(caught.value) == (
        "Outcome(Value.DRAW, 3) and Outcome(Value.DRAW, 3, 0) cannot be compared: expected two "
        "outcomes with scores, or two without, got one of each"
    )


@given(st.integers(-9, 9), st.integers(-40, 40), st.booleans(), st.integers(-5, 5))
def test_back_adds_the_gain_and_one_ply(points, plies, kept, gain):
    """Backing up negates the points if the turn passes, adds the gain and adds one ply."""
    outcome = Outcome.of(points, plies, scored=True)
    back = outcome.backed_up(kept, gain)
    assert back.points == (points if kept else -points) + gain
    assert back.remoteness == (None if plies < 0 else plies + 1)


@pytest.mark.parametrize("seat", [2, -1, "0", 1.0])
def test_a_preference_is_a_seat_s(seat):
    """``preference`` needs a player index, or None in a game without a payoff of infinite play."""
    with pytest.raises(InvalidArgumentError, match="expected 0 or 1"):
        TicTacToe().preference(seat)
    assert TicTacToe().preference(None) == TicTacToe().preference(1) == preference(0)


class Ring(Game):
    """Walk round a ring of two places for ever, or leave it."""

    def start(self):
        return 0

    def moves(self, position):
        return ("on", "out")

    def play(self, position, move):
        return 1 - position if move == "on" else position + 2

    def player(self, position):
        return position % 2

    def terminal_score(self, position):
        return 1 if position > 1 else None


def raising(game):
    """Raise, in place of a property."""
    raise RuntimeError("no")


@pytest.mark.parametrize(
    "endless",
    [None, [1], float("nan"), "3", 1.5, True, b"1", 10**9 + 1, Value.WIN, property(raising)],
)
def test_a_preference_states_what_a_solve_states(endless):
    """``preference`` and ``solve`` refuse an invalid payoff with the same message."""
    game = type("Spoilt", (Ring,), {"endless": endless})()
    complaints = []
    for querying in (solve, lambda game: game.preference(0)):
        with pytest.raises(GameContractError) as caught:
            querying(game)
        complaints.append(str(caught.value))
    assert complaints[0] == complaints[1]
    assert complaints[0].startswith("Spoilt breaks its contract: endless ")


def test_a_preference_is_of_the_kind_of_the_ends():
    """The payoff of infinite play must be a value in games with values, and needs ``player``."""
    by_value = {"endless": 2, "player": lambda self, position: 0}
    for kind, members in ((TicTacToe, by_value), (Ring, {"endless": 2, "player": Game.player})):
        with pytest.raises(GameContractError, match="endless is 2"):
            type("Spoilt", (kind,), members)().preference(0)
    assert type("Sound", (Ring,), {"endless": 2})().preference(1) == preference(-2)


OF_NO_OUTCOME = [
    (lambda: Outcome(WIN, 3, endless_payoff="x"), "a payoff of infinite play is a whole number"),
    (lambda: Outcome(WIN, None, 1, last_gain=-3), "a last gain counts plies: expected a whole"),
    (lambda: Outcome(WIN, None, 1, last_gain="x"), "a last gain counts plies: expected a whole"),
    (lambda: Outcome.of("x", 2, True), "points are a whole number: got 'x'"),
    (lambda: Outcome.of(1, "x", True), "a length is a whole number, or None for endless play"),
    (lambda: Outcome.of(3, 2, False), "points without scores are -1, 0 or 1, for a loss, a draw"),
    (lambda: Outcome(WIN, 3, 1).backed_up(gain="x"), "points are a whole number: got 'x'"),
    (
        lambda: Outcome(WIN, 3).backed_up(gain=5),
        r"Outcome\(Value.WIN, 3\) has no score: expected no",
    ),
    (lambda: Value.of("x"), "points are a whole number: got 'x'"),
    (lambda: preference(0).key(3), "expected an Outcome, got 3"),
]


@pytest.mark.parametrize(("making", "message"), OF_NO_OUTCOME)
def test_what_is_no_outcome_is_refused_as_it_is_made(making, message):
    """Invalid fields of an outcome are refused when it is made."""
    with pytest.raises(InvalidArgumentError, match=message):
        making()


def test_numbers_of_an_outcome_are_plain():
    """NumPy integers in an outcome become int."""
    outcome = Outcome.of(np.int64(2), np.int16(~4), True, endless_payoff=np.int8(1))
    assert (outcome.score, outcome.last_gain, outcome.endless_payoff) == (2, 4, 1)
    numbers = outcome.score, outcome.last_gain, outcome.endless_payoff
    assert {type(number) for number in numbers} == {int}


@pytest.mark.parametrize("bound", [*BEST_FIRST, WIN, DRAW, LOSS, 3, -2], ids=str)
def test_bounds_follow_from_equal_bounds(bound):
    """From two equal bounds each bound follows, and from no bounds none follows."""
    both, preference = Bounds(bound, bound), Preference()
    for reported in (both, Bounds(at_least=bound), Bounds(at_most=bound), Bounds()):
        assert shows(both, reported, preference)
    for reported in (both, Bounds(at_least=bound), Bounds(at_most=bound)):
        assert not shows(Bounds(), reported, preference)
