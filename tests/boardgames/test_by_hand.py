"""Rules of a board game that are written by hand, and compared with the derived ones."""

import numpy as np
import pytest

from gamesolver import check_game, njit, prove, solve
from gamesolver.bits import count_bits
from gamesolver.boardgames import RulesError
from gamesolver.boardgames.derivation import derivation
from gamesolver.verdicts import nothing_known, won_in
from tests.boardgames.games import TicTacToe

NINE = np.uint64(9)
BOARD, ONE = np.uint64(0x1FF), np.uint64(1)
LINES = np.array([0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124], np.uint64)


@njit(cache=True)
def wins_with(men, place):
    """Return True if a man on this place completes a line."""
    after, found = men | ONE << np.uint64(place), False
    for line in LINES:
        found |= line & ~after == 0
    return found


@njit(cache=True)
def put_on_empty(position, moves, positions):
    """Successors by hand: men are put on the empty places, the last one first."""
    mine, theirs = position & BOARD, position >> NINE
    count = 0
    for place in range(8, -1, -1):
        if (mine | theirs) >> np.uint64(place) & ONE == 0:
            moves[count] = place
            positions[count] = theirs | (mine | ONE << np.uint64(place)) << NINE
            count += 1
    return np.int64(count)


NEXT = [(place, 1 << 9 + place) for place in range(9)]
"""Successors of the empty board."""


@njit(cache=True)
def put_nowhere(position, moves, positions):
    """Wrong successors by hand: the last one is the position itself."""
    count = put_on_empty(position, moves, positions)
    positions[count - 1] = position
    return count


@njit(cache=True)
def winning(position, moves, positions, priorities):
    """Candidates by hand: a win in one if there is one, or no verdict."""
    mine, taken = position & BOARD, (position | position >> NINE) & BOARD
    for place in range(9):
        if taken >> np.uint64(place) & ONE == 0 and wins_with(mine, place):
            return won_in(1)
    return nothing_known()


@njit(cache=True)
def men_on_board(position):
    """Stage by hand: the number of men on the board."""
    return count_bits(position)


class ByHand(TicTacToe):
    """Tic-tac-toe with rules by hand."""

    written = ()

    def by_hand(self):
        """Return the rules of the test."""
        return dict(self.written)


def with_rules(**rules):
    """Return tic-tac-toe with these rules by hand."""
    return type("ByHand", (ByHand,), {"written": tuple(rules.items())})()


def test_rules_by_hand_are_used_and_give_the_same():
    """A rule by hand replaces the derived one, and the counts of outcomes stay the same."""
    game = with_rules(successors=put_on_empty, stage=men_on_board)
    assert game.rules.successors is put_on_empty
    assert game.moves(game.start()) == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert solve(game).counts() == solve(TicTacToe()).counts()
    assert check_game(game, most=60, walks=4).positions


def test_a_wrong_rule_is_refused():
    """The message names the rule, the position and both results."""
    game = with_rules(successors=put_nowhere)
    with pytest.raises(RulesError) as error:
        solve(game)
    assert str(error.value) == (
        "ByHand.by_hand: successors differs from the derived rule in "
        f"{game.format(0)!r}: expected {NEXT}, got {[(0, 0), *NEXT[1:]]}. "
        "Correct it, or leave it out."
    )


def test_candidates_are_used_by_proofs():
    """A proof with the author's ``candidates`` has the same outcome, and visits fewer positions."""
    game, derived = with_rules(candidates=winning), TicTacToe()
    position = game.parse("xo..x....")
    proof, expected = prove(game, position), prove(derived, position)
    assert proof.outcome == expected.outcome
    assert proof.how.visited < expected.how.visited / 2
    assert check_game(game, most=40, walks=2).positions
    assert game.candidates(position) is None
    assert str(game.candidates(game.parse("xx.oo...."))) == "win in 1"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            {"best": put_on_empty},
            "ByHand.by_hand returned the rule 'best'. Return candidates, canonical, count_moves, "
            "player, predecessors, stage, successors, symmetries, terminal_code or terminal_score.",
        ),
        (
            {"stage": 3},
            "ByHand.by_hand returned 3 for stage. Return a compiled function.",
        ),
        (
            {"terminal_score": men_on_board},
            "ByHand.by_hand returned the rule 'terminal_score', which is not derived for this "
            "game, so it cannot be compared. Leave it out.",
        ),
    ],
)
def test_what_is_not_a_rule_is_refused(rules, message):
    """Only rules that exist can be replaced, and only by functions."""
    with pytest.raises(RulesError) as error:
        solve(with_rules(**rules))
    assert str(error.value) == message


def test_by_hand_returns_a_dict():
    """A ``by_hand`` that does not return a dict is refused."""

    class Odd(TicTacToe):
        """Tic-tac-toe whose ``by_hand`` returns a list."""

        def by_hand(self):
            return [put_on_empty]

    with pytest.raises(RulesError, match=r"^Odd.by_hand returned \[.*Return a dict of rules"):
        solve(Odd())


def test_the_report_names_rules_by_hand():
    """``gamesolver rules`` states which rules are written by hand."""
    found = derivation(with_rules(stage=men_on_board, candidates=winning))
    assert found.part("stage").text == found.part("candidates").text == "written by hand"
    assert found.part("player").is_derived
