"""Claims about compiled games: collected and checked by kernels, as in plain Python."""

import attrs
import numpy as np
import pytest

from games import MNK, ConnectFour
from gamesolver import Value, VerificationError, prove, solve
from gamesolver.kernels import collecting, proof_certificate
from gamesolver.proofs.worths import MOST, worth_of
from gamesolver.rules.guard import Rules
from gamesolver.tables.claims import LEAF_PLIES, NOTHING, ClaimColumns
from gamesolver.verify.claims import ClaimCheck, verify_claims
from tests.support.graph_games import IS_PLAIN

pytestmark = pytest.mark.in_plain_python

SIZES = [(3, 3), (4, 3)] if IS_PLAIN else [(3, 3), (4, 3), (4, 4), (5, 4)]


def proof_of(width, height, **question):
    """A proof about a board of Connect Four, with a small table."""
    return prove(ConnectFour(width=width, height=height), memory="20 MB", **question)


@pytest.mark.parametrize("symmetries", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_values_hold(size, symmetries):
    """Who wins is shown by the claims, with symmetries and without, as solve has it."""
    proof = proof_of(*size, exact=False)
    report = proof.verify(symmetries=symmetries)
    assert report.bounds.value is proof.value is solve(proof.game).outcome.value
    assert report.claims == len(proof._grounds.claims(symmetries)[1])
    assert symmetries or report.twins == 0


def test_outcomes_hold():
    """A win and how long it takes is shown by the claims, from both sides."""
    game = MNK(3, 3, 3)
    won = game.play(game.play(game.start(), 0), 1)
    proof = prove(game, won, memory="2 MB")
    assert proof.verify().bounds == proof.bounds
    assert proof.outcome == solve(game)[won]


def test_a_table_that_forgets():
    """With room for few positions the search is asked anew within the kernel, and all holds."""
    proof = prove(ConnectFour(width=4, height=3), memory=160, exact=False)
    proof = attrs.evolve(proof, how=attrs.evolve(proof.how, entries=100_000))
    assert proof.verify().bounds.value is Value.DRAW


def test_the_kernel_agrees_with_plain_python():
    """What the kernel checks is what the slow check in plain Python does, claim by claim."""
    proof = proof_of(4, 3, exact=False)
    check = ClaimCheck(Rules(proof.game), proof.claims, symmetries=True)
    for position, *bounds in proof.claims.entries():
        for side in (0, 1):
            check.claim(position, side, bounds[side])


def test_planted_claims():
    """A false claim about any of some positions is refused by the kernel."""
    proof = proof_of(4, 3, exact=False)
    solution = solve(proof.game)
    statement, claims = proof._grounds.claims()
    assert isinstance(claims, ClaimColumns)
    for place in range(0, len(claims.positions), max(1, len(claims.positions) // 40)):
        worth = worth_of(solution[int(claims.positions[place])])
        for side, own in (("movers", worth), ("others", -worth)):
            column = getattr(claims, side).copy()
            column[place] = min(MOST, own + 1)
            false = attrs.evolve(claims, **{side: column})
            with pytest.raises(VerificationError):
                verify_claims(Rules(proof.game), false, statement)


def test_claims_of_other_positions():
    """Claims that stand beside other positions, or are taken away, show nothing."""
    proof = proof_of(4, 3, exact=False)
    statement, claims = proof._grounds.claims()
    rules = Rules(proof.game)
    moved = attrs.evolve(claims, movers=np.roll(claims.movers, 1))
    nothing = attrs.evolve(claims, others=np.full_like(claims.others, NOTHING))
    for false in (moved, nothing):
        with pytest.raises(VerificationError):
            verify_claims(rules, false, statement)


def test_what_is_left_to_the_verifier():
    """Who collects and who checks mean the same last plies."""
    assert collecting.LEAF_PLIES == proof_certificate.LEAF_PLIES == LEAF_PLIES
    assert collecting.MOST == proof_certificate.WON == MOST
