"""Proofs of compiled games whose ``least_score`` and ``most_score`` are as tight as possible."""

import pytest

from gamesolver import Value, prove, solve
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.scored_graphs import ScoredDrawing

KEPT, PASSED = True, False
END = ()


def game(moves, ends, endless, bounds):
    """Return a game on a graph, with the given limits of scores."""
    return CompiledScores(ScoredDrawing(moves, ends), endless, bounds=bounds)


def second_player_at(node):
    """Return the position of a node with the second player to move."""
    return 2 * node + 1


COSTLY = game((END, ((0, KEPT, 5),), ((1, KEPT, -4),)), (0, None, None), 1, (-1, 5))
"""2 -> 1 costs 4, and 1 -> 0 gains 5: a win by 1 for a player to whom infinite play is a loss."""
ENDING = game((END, ((0, KEPT, 0),), ((1, KEPT, -2),)), (5, None, None), 1, (-1, 5))
"""2 -> 1 costs 2, and the end is worth 5."""


@pytest.mark.parametrize("question", [{}, {"exact": False}, {"at_least": 1}], ids=repr)
@pytest.mark.parametrize(
    ("played", "node", "score"),
    [(COSTLY, 2, 1), (COSTLY, 1, 5), (ENDING, 2, 3), (ENDING, 1, 5)],
    ids=["costly", "costly, later", "ending", "ending, later"],
)
def test_a_score_beyond_the_limits_of_the_first_player_is_not_cut(played, node, score, question):
    """A score that is farther from infinite play for the second player is found and verified."""
    position = second_player_at(node)
    proof = prove(played, position, **question)
    assert solve(played)[position].score == score
    assert proof.value is Value.WIN
    if "at_least" not in question:
        assert proof.score == proof.verify().bounds.score == score
    else:
        proof.verify()


@pytest.mark.parametrize("question", [{}, {"exact": False}, {"at_least": 1}], ids=repr)
def test_a_bad_move_may_lose_more_than_any_position(question):
    """A move may lose 1 although no position has a score below 0, and its row says so."""
    moves = END, ((0, PASSED, 1), (2, PASSED, -1)), ((2, PASSED, 0),)
    proof = prove(game(moves, (0, None, None), 0, (0, 1)), 2, **question)
    good, bad = proof.moves()
    assert (good.move, str(good.bounds).split(" in ")[0], good.is_best) == (0, "win by 1", True)
    assert str(bad.bounds).split(",")[0] == "loss by 1"
    assert bad.is_best is False
    proof.verify()


@pytest.mark.parametrize("question", [{}, {"exact": False}], ids=repr)
def test_a_game_with_one_score_has_plies_and_best_moves(question):
    """If only one score is possible, moves, lines and the number of plies are still found."""
    played = game((END, ((0, PASSED, 0),), ((1, PASSED, 0),)), (0, None, None), 0, (0, 0))
    proof = prove(played, 4, **question)
    assert proof.score == 0
    assert str(proof.outcome) == ("None" if question else "draw in 2")
    assert (proof.best_moves(), len(proof.mainline())) == ((0,), 2)
    assert proof.verify().bounds.score == 0


@pytest.mark.parametrize("loss", [1, 127, 128, 32_768, 32_769, 2_000_000])
def test_a_move_out_of_best_play_may_lose_more_than_a_claim_has_room_for(loss):
    """A proof holds if a move loses far more than the least score."""
    moves = ((1, PASSED, 0), (2, PASSED, -loss)), ((0, PASSED, 0),), ((2, PASSED, 0),)
    proof = prove(game(moves, (None, None, None), 0, (0, 0)), 0)
    assert str(proof.verify().bounds) == "endless draw"
    assert proof.best_moves() == (0,)
    assert str(proof.verify(symmetries=False).bounds) == "endless draw"


def test_a_position_of_a_table_may_have_the_greatest_score():
    """The explanation of a position is right if its successor is in a table."""
    position, after = second_player_at(2), second_player_at(1)
    proof = prove(COSTLY, position, tables=[solve(COSTLY, start=after, positions=[])])
    explanation = proof.explain()
    assert (str(explanation.bounds), explanation.move, explanation.after) == ("win by 1 in 2", 0, 3)
    assert explanation.gain == -4
    proof.verify()


FAR = 32_766, 1_000_000
"""Scores too large for the scale of the kernels, even if they are close to each other."""


@pytest.mark.parametrize("question", [{}, {"exact": False}], ids=repr)
@pytest.mark.parametrize("score", [*FAR, *(-each for each in FAR)])
def test_scores_far_from_0_are_proved(score, question):
    """Equal scores far from 0 are proved."""
    played = game((END, ((0, KEPT, 0),), ((1, KEPT, 0),)), (score, None, None), 0, (score, score))
    proof = prove(played, 4, threads=2, **question)
    assert proof.score == score
    assert question or proof.outcome == solve(played)[4]
    assert proof.best_moves() == (0,)
    assert proof.verify().bounds.score == proof.verify(symmetries=False).bounds.score == score


@pytest.mark.parametrize("endless", [*FAR, *(-each for each in FAR)])
@pytest.mark.parametrize("limit", [1, 2_000])
def test_any_payoff_of_infinite_play_is_proved(endless, limit):
    """Any payoff of infinite play is proved, far above and far below the scores of ends."""
    moves = END, ((0, PASSED, 0),), ((1, PASSED, 0), (3, KEPT, 0)), ((2, KEPT, 0),)
    played = game(moves, (limit, None, None, None), endless, (-abs(endless), abs(endless)))
    solution = solve(played)
    for position in (2, 3, 4, 5):
        proof = prove(played, position)
        assert proof.outcome == solution[position]
        proof.verify()
        over_table = prove(played, position, tables=[solve(played, start=2, positions=[])])
        assert over_table.verify().bounds.outcome == solution[position]
