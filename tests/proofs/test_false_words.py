"""A false statement of an author may change an outcome, and then ``verify`` refuses the proof.

``check_game`` catches every one of these false words (``tests/check/test_laws_candidates.py``).
Here it is left out.
"""

from collections import Counter

import pytest

from gamesolver import Bounds, GameContractError, Outcome, Value, VerificationError, prove, solve
from gamesolver.proofs.search_scores import MOST, search_score
from tests.attacks.false_claims import compiled_games, honest, plain_games

CHANGED = 0.2  # of the false words, at least
QUESTIONS = {"exactly": {}, "who wins": {"exact": False}}


def proved(game, drawing, question):
    """Return the end of a proof with a wrong author: its result, the true one, and verification."""
    outcome = solve(honest(drawing)).outcome
    try:
        proof = prove(game, memory=10_000, **question)
    except GameContractError:  # moves that are none
        return "refused at once"
    is_so = holds(proof.bounds, outcome)
    try:
        shown = proof.verify().bounds
    except VerificationError:
        return "refused though true" if is_so else "false and refused"
    assert holds(shown, outcome)
    return "true and verified" if is_so else "false and verified"


def holds(bounds, outcome):
    """Return True if an outcome lies within bounds; for a draw, if its plies are known."""
    if isinstance(bounds.at_least, Outcome) and bounds.at_least.value is Value.DRAW:
        return bounds.at_least == outcome
    return least(bounds.at_least) <= search_score(outcome) <= most(bounds.at_most)


def least(bound):
    """The least that a bound from below means."""
    of_value = {None: -MOST, Value.LOSS: -MOST, Value.DRAW: 0, Value.WIN: 1}
    return search_score(bound) if isinstance(bound, Outcome) else of_value[bound]


def most(bound):
    """The most that a bound from above means."""
    of_value = {None: MOST, Value.LOSS: -1, Value.DRAW: 0, Value.WIN: MOST}
    return search_score(bound) if isinstance(bound, Outcome) else of_value[bound]


def assert_refused(games):
    """No false answer is verified and no true one refused; a fifth of the words change one."""
    ends, changed = Counter(), 0
    for game, drawing in games:
        how = [proved(game, drawing, question) for question in QUESTIONS.values()]
        changed += any("false" in each or each == "refused at once" for each in how)
        ends.update(how)
    print(f"{changed} of {len(games)} false words change an answer: {dict(ends)}")  # noqa: T201
    assert not ends["false and verified"]
    assert not ends["refused though true"]
    assert changed >= CHANGED * len(games)
    assert ends["false and refused"] >= CHANGED * len(games)


def test_a_false_answer_of_a_plain_game_is_refused():
    """Exact outcomes and values: false ones are refused, true ones are not."""
    assert_refused(plain_games())


@pytest.mark.compiled
def test_a_false_answer_of_a_compiled_game_is_refused():
    """Kernels find it in the search, in its claims, and in the check."""
    assert_refused(compiled_games())


def test_what_holds_is_stated_rightly():
    """The judge of these tests takes bounds as they are meant."""
    draw = Outcome(Value.DRAW, 4)
    assert holds(Bounds(draw, draw), draw)
    assert not holds(Bounds(draw, draw), Outcome(Value.DRAW, 6))
    assert holds(Bounds(Value.DRAW, Value.DRAW), draw)
    assert holds(Bounds(Value.WIN), Outcome(Value.WIN, 9))
    assert not holds(Bounds(Value.WIN), draw)
    assert not holds(Bounds(at_most=Outcome(Value.LOSS, 4)), Outcome(Value.LOSS, 6))
