"""Claims by levels about compiled games: collected and checked by kernels, as in plain Python."""

from random import Random

import attrs
import numpy as np
import pytest

from games import Kalah
from gamesolver import VerificationError, solve
from gamesolver.kernels import claim_certificate, collecting
from gamesolver.proofs.search_scores import Scales
from gamesolver.rules.guard import Rules
from gamesolver.tables.claim_scale import ClaimScale
from gamesolver.tables.claims import MOVER, NOTHING, OTHER, ClaimColumns, StatedResults
from gamesolver.verify.claims import ClaimCheck, verify_claims
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.graph_games import IS_PLAIN
from tests.attacks.scored_graphs import abreast, drawn
from tests.proofs.test_level_claims import assert_holds, false_numbers, proved
from tests.support.scale import scaled

SIDES = MOVER, OTHER
GRAPHS = 3 if IS_PLAIN else scaled(12, 1_000)


@pytest.fixture(scope="module", params=[(0, True), (-3, True), (0, False), (1, False)], ids=str)
def graphs(request):
    """Game of several graphs, its solution, and the first position of each graph."""
    endless, gains = request.param
    luck = Random(50 + endless)
    drawings = [drawn(luck, gains=gains) for _ in range(GRAPHS)]
    firsts = np.cumsum([0, *(2 * len(each.moves) for each in drawings[:-1])]).tolist()
    game = CompiledScores(abreast(drawings), endless, gains=gains)
    return game, solve(game), firsts


def test_proofs_hold(graphs):
    """Proofs hold and show the outcome of the solution, with any payoff of infinite play."""
    game, solution, firsts = graphs
    for first in firsts:
        for position in (first, first + 1):
            proof = proved(game, position, memory="1 MB")
            assert isinstance(proof._grounds.claims()[1], ClaimColumns)
            assert_holds(proof, solution[position])


def test_the_kernel_agrees_with_plain_python(graphs):
    """The kernel and the slow check in plain Python have the same number of claims and bounds."""
    game, _, firsts = graphs
    for first in firsts:
        proof = proved(game, first, memory="1 MB")
        statement, claims = proof._grounds.claims()
        check = ClaimCheck(Rules(game), claims, symmetries=True)
        check.statement(statement)
        check.run(None)
        verdict = StatedResults((statement,))
        slow, quick = check.report(verdict, 0), verify_claims(Rules(game), claims, verdict)
        assert (slow.claims, slow.bounds) == (quick.claims, quick.bounds)


def test_planted_claims(graphs):
    """A claim with a score or a ply too many, or for the wrong player, is refused."""
    game, solution, firsts = graphs
    rules, planted = Rules(game), 0
    scales = Scales.of(rules)
    for first in firsts:
        statement, claims = proved(game, first, memory="1 MB")._grounds.claims()
        for place, position in enumerate(claims.positions.tolist()):
            for side, column in zip(SIDES, ("movers", "others"), strict=True):
                outcome, scale = solution[position], scales.at(position)
                for number in false_numbers(scale, claims.scale, outcome, side):
                    planted += 1
                    with pytest.raises(VerificationError):
                        verify_claims(
                            rules,
                            changed(claims, column, place, number),
                            StatedResults((statement,)),
                        )
    assert planted > len(firsts)


def changed(claims, name, place, number):
    """Return the claims with one number changed."""
    column = getattr(claims, name).copy()
    column[place] = number
    return attrs.evolve(claims, **{name: column})


def test_each_claim_is_needed():
    """In a game with gains a proof without any one of its claims is refused."""
    proof = proved(Kalah(houses=2, seeds=1))
    rules, (statement, claims) = Rules(proof.game), proof._grounds.claims()
    assert len(claims)
    for place in range(len(claims.positions)):
        for column in ("movers", "others"):
            if getattr(claims, column)[place] != NOTHING:
                fewer = changed(claims, column, place, NOTHING)
                with pytest.raises(VerificationError):
                    verify_claims(rules, fewer, StatedResults((statement,)))


def test_too_many_plies():
    """A claim of more plies than half a unit is refused by the kernel."""
    proof = proved(Kalah(houses=2, seeds=1))
    claims = proof._grounds.claims()[1]
    number = 3 * claims.scale.unit + 1
    check = ClaimCheck(Rules(proof.game), changed(claims, "movers", 0, number), True)
    check.use_kernel()
    with pytest.raises(VerificationError, match="a claim has too many plies"):
        check.run(None)


@attrs.frozen
class FewRules:
    """The part of the rules that a scale needs."""

    payoff: int
    has_gains: bool
    is_scored: bool = True

    def payoff_at(self, position):
        """Return the payoff of infinite play for the player to move."""
        return -self.payoff if self.player(position) else self.payoff

    @staticmethod
    def player(position):
        """Return the player to move."""
        return position & 1


@pytest.mark.parametrize("has_gains", [True, False])
@pytest.mark.parametrize("payoff", [0, 2, -1])
def test_numbers_mean_the_same(payoff, has_gains):
    """The kernel decodes numbers as the scale of claims does in Python."""
    luck, unit, rules = Random(payoff), 4096, FewRules(payoff, has_gains)
    scale = ClaimScale(rules, unit)
    numbers = claim_certificate.ScaleNumbers(unit, unit // 2, 0, payoff, scale.has_ties, True)
    of_end = in_python(claim_certificate.of_end)
    for _ in range(200):
        near = luck.randrange(-4, 5) * unit + luck.randrange(-3, 4)
        number = luck.choice([near, luck.randrange(-5 * unit, 5 * unit)])
        gain, points, position = luck.randrange(-4, 5), luck.randrange(-4, 5), luck.randrange(2)
        assert claim_certificate.backed_up(number, gain, unit) == scale.backed_up(number, gain)
        assert claim_certificate.is_sound(number, unit, unit // 2) == scale.is_sound(number)
        own = scale.end(position, points)
        assert of_end(rules, numbers, position, points, MOVER) == own
        assert of_end(rules, numbers, position, points, OTHER) == -own


@pytest.mark.parametrize("number", [-(1 << 63), 1 - (1 << 63), (1 << 63) - 1, 3 * NOTHING])
def test_numbers_out_of_the_scale_are_refused_by_both(number):
    """A number whose absolute value or sum with a gain overflows 64 bits is refused."""
    proof = proved(Kalah(houses=2, seeds=1))
    claims = proof._grounds.claims()[1]
    check = ClaimCheck(Rules(proof.game), changed(claims, "movers", 0, number), True)
    check.use_kernel()
    with pytest.raises(VerificationError, match="a claim has too many plies"):
        check.run(None)
    for unit in (claims.scale.unit, 4096, 1000):
        scale = ClaimScale(Rules(proof.game), unit)
        is_sound = claim_certificate.is_sound
        assert not scale.is_sound(number)
        assert not is_sound(np.int64(number), np.int64(unit), unit // 2)
        assert is_sound(np.int64(-unit), unit, unit // 2)
        assert scale.is_sound(-unit)


def in_python(function):
    """Return a helper of a kernel as a Python function."""
    return function if IS_PLAIN else function.py_func


def test_the_same_numbers():
    """Collecting, checking and storing agree on the number for an absent claim."""
    assert claim_certificate.NOTHING == NOTHING
    assert collecting.NOTHING + (1 << collecting.BOUND_BITS) > collecting.FARTHEST
