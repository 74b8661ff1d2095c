"""False statements of authors may change an outcome, and then ``verify`` refuses the proof.

``check_game`` finds each of these statements (``tests/check/test_laws_candidates.py``), but is not
used here.
"""

from collections import Counter

import pytest

from gamesolver import Bounds, GameContractError, Outcome, Value, VerificationError, prove, solve
from gamesolver.proofs.search_scores import MOST, search_score
from tests.attacks.false_claims import compiled_games, honest, plain_games

CHANGED = 0.2  # least share of false statements that change a result
QUESTIONS = {"exactly": {}, "who wins": {"exact": False}}


def proved(game, drawing, question):
    """Return how a proof with a false statement ends: true or false, verified or refused."""
    outcome = solve(honest(drawing)).outcome
    try:
        proof = prove(game, memory=10_000, **question)
    except GameContractError:  # illegal moves among the candidates
        return "refused at once"
    is_so = holds(proof.bounds, outcome)
    try:
        shown = proof.verify().bounds
    except VerificationError:
        return "refused though true" if is_so else "false and refused"
    assert holds(shown, outcome)
    return "true and verified" if is_so else "false and verified"


def holds(bounds, outcome):
    """Return True if an outcome lies within bounds; a draw with plies must equal it."""
    if isinstance(bounds.at_least, Outcome) and bounds.at_least.value is Value.DRAW:
        return bounds.at_least == outcome
    return least(bounds.at_least) <= search_score(outcome) <= most(bounds.at_most)


def least(bound):
    """Return the least score that a lower bound allows."""
    of_value = {None: -MOST, Value.LOSS: -MOST, Value.DRAW: 0, Value.WIN: 1}
    return search_score(bound) if isinstance(bound, Outcome) else of_value[bound]


def most(bound):
    """Return the greatest score that an upper bound allows."""
    of_value = {None: MOST, Value.LOSS: -1, Value.DRAW: 0, Value.WIN: MOST}
    return search_score(bound) if isinstance(bound, Outcome) else of_value[bound]


def assert_refused(games):
    """Check that no false result is verified, no true one is refused, and many are false."""
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
    """False outcomes and winners of plain games are refused, and true ones are not."""
    assert_refused(plain_games())


@pytest.mark.compiled
def test_a_false_answer_of_a_compiled_game_is_refused():
    """False outcomes and winners of compiled games are refused, and true ones are not."""
    assert_refused(compiled_games())


def test_what_holds_is_stated_rightly():
    """The helper ``holds`` compares bounds and outcomes as they are meant."""
    draw = Outcome(Value.DRAW, 4)
    assert holds(Bounds(draw, draw), draw)
    assert not holds(Bounds(draw, draw), Outcome(Value.DRAW, 6))
    assert holds(Bounds(Value.DRAW, Value.DRAW), draw)
    assert holds(Bounds(Value.WIN), Outcome(Value.WIN, 9))
    assert not holds(Bounds(Value.WIN), draw)
    assert not holds(Bounds(at_most=Outcome(Value.LOSS, 4)), Outcome(Value.LOSS, 6))
