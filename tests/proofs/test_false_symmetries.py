"""Proofs of games with a false symmetry: verification without symmetries accepts no error.

``tests/proofs/test_statements.py`` tries random games with false symmetries; here are the smallest.
"""

import attrs
import pytest

from gamesolver import VerificationError, prove
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.scored_graphs import Claims, ScoredDrawing, ScoredGame


@attrs.frozen(repr=False)
class WithImages(ScoredGame):
    """Game on a given graph, with the symmetries that its author claims."""

    root: int = 0

    def start(self):
        return self.root, 0

    def symmetries(self, position):
        return [divmod(code, 2) for code in self.drawing.claims.orbits[2 * position[0]]]


def exchanging(one, other, nodes):
    """Return the claims of an author who calls two nodes symmetric, whichever player moves."""
    members = (2 * one, 2 * one + 1, 2 * other, 2 * other + 1)
    return Claims(tuple(members if code in members else (code,) for code in range(2 * nodes)))


def test_the_plies_of_a_move_are_compared_with_best_play():
    """A move whose number of plies rests on a false symmetry is refused."""
    moves = ((1, False, 0), (2, False, 0)), ((4, False, 0),), ((3, True, 0),), ((4, False, 0),), ()
    drawing = ScoredDrawing(moves, (None, None, None, None, 0), exchanging(1, 2, 5))
    proof = prove(WithImages(drawing))
    assert [str(row.bounds) for row in proof.moves()] == ["draw in 2", "draw in 2"]
    with pytest.raises(VerificationError) as caught:
        proof.verify(symmetries=False)
    assert str(caught.value) == (
        "the proof is wrong: position (2, 1) is claimed to be draw in 1, "
        "and its claims show draw in 2"
    )


def test_an_explanation_takes_no_bounds_of_an_end_from_its_image():
    """A reply that ends play has the score of its own end, not that of a symmetric position."""
    passing = [((to, False, 0),) for to in (4, 2, 5)]
    moves = (), passing[0], ((0, False, 0), (1, False, 0)), passing[1], passing[2], ()
    drawing = ScoredDrawing(moves, (1, None, None, None, None, 5), exchanging(0, 1, 6))
    game = WithImages(drawing, root=3)
    explained = prove(game, exact=False).explain()
    assert [str(reply.bounds) for reply in explained.replies] == ["loss by 1", "at most loss by 5"]


def test_best_moves_lead_to_an_image_where_the_other_player_moves():
    """A proof is right despite a false symmetry that exchanges the players.

    The symmetry is false because infinite play has a lower payoff for one of the players.
    """
    moves = ((1, True, 0), (1, True, 0)), ((2, False, 0),), ()
    claims = Claims(tuple((code, code ^ 1) for code in range(6)))
    game = CompiledScores(ScoredDrawing(moves, (None, None, -1), claims), -3, gains=True)
    proof = prove(game, 1)
    assert proof.best_moves() == (0, 1)
    proof.verify(symmetries=False)
