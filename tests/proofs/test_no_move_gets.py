"""False statements of an author about scores that no move attains."""

import pytest

from gamesolver import Bounds, Game, GameContractError, VerificationError, prove


class Line(Game):
    """Line of play from 1 to 3 to 2; both of its moves lose 2, so that the total is a draw."""

    def start(self):
        return 1

    def moves(self, position):
        return ["on"]

    def play(self, position, move):
        return {1: 3, 3: 2}[position]

    def gain(self, position, move):
        return -2

    def terminal_score(self, position):
        return 0 if position == 2 else None

    def candidates(self, position):
        return {1: Bounds(0, 0), 3: Bounds(1, 1)}[position]  # 3 is a loss by 2


def test_a_score_that_no_move_gets_is_blamed_on_the_author():
    """A false score that no move attains is reported with its position and ``candidates``."""
    with pytest.raises(GameContractError) as caught:
        prove(Line())
    assert str(caught.value) == (
        "Line breaks its contract: 1 is draw, and none of its moves gets that; candidates gives "
        "false results (run check_game)"
    )


def test_words_about_the_score_alone_are_refused_by_verify():
    """A false score without plies is stated by ``prove`` and refused by ``verify``."""
    proof = prove(Line(), 3, exact=False)
    assert proof.score == 1
    with pytest.raises(VerificationError, match="the proof is wrong"):
        proof.verify()
