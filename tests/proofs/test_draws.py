"""Plies of draws: the nearest drawn end is found, with any right ``plies_to_draw``."""

from itertools import pairwise

import pytest

from games import ConnectFour, TicTacToe
from games.in_a_row.plain import PlainConnectFour
from gamesolver import GameContractError, Outcome, Value, load_proof, prove, solve
from gamesolver.proofs.plain_search import PlainSearch
from gamesolver.proofs.questions import Questions, exactly
from gamesolver.rules.guard import Rules
from tests.attacks.graph_games import DrawnGame, many_drawings
from tests.oracles.mnk import PlainMNK
from tests.proofs.test_by_depth import outcomes_of
from tests.support.scale import IS_PLAIN, scaled

GAMES = scaled(80, 5_000)
FAR = 1_000


class Informing(DrawnGame):
    """Random game whose author knows the distance of the nearest drawn end, or half of it."""

    is_half = False

    def plies_to_draw(self, position):
        """Return the distance of the nearest drawn end, or more than all plies if there is none."""
        distances = [0 if end == 0 else FAR for end in self.drawing.ends]
        for _ in distances:
            for node, row in enumerate(self.drawing.moves):
                distances[node] = min([distances[node], *(1 + distances[to] for to, _ in row)])
        return distances[position[0]] // (2 if self.is_half else 1)


class HalfInforming(Informing):
    """Variant that states half of the distance."""

    is_half = True


def queried_at(game, position):
    """Return the outcome of a position, and the number of positions that the search visits."""
    rules = Rules(game)
    questions = Questions(rules, PlainSearch(rules, 1_000_000, lambda visited, forgotten: None))
    questions.resolve(position, exactly)
    if questions.is_drawn(position):
        questions.drawn_in(position)
    return questions.found_outcome(position), questions.search.visited


@pytest.mark.compiled(why="no different")
def test_the_nearest_end_is_found():
    """A draw takes as many plies as in the reference, with cycles, kept turns and symmetries."""
    drawn = 0
    for number, drawing in enumerate(many_drawings(GAMES, seed=61, most_nodes=14)):
        for kind in (DrawnGame, Informing, HalfInforming):
            game = kind(drawing, folded=bool(number % 2))
            for position, outcome in outcomes_of(game).items():
                if outcome.value is Value.DRAW:
                    assert queried_at(game, position)[0] == outcome
                    drawn += 1
    assert drawn > GAMES


@pytest.mark.parametrize("most", [7, 9], ids=["half way", "at the end"])
def test_who_states_too_much_of_a_draw_is_reported(most):
    """Too many plies stated until a draw are refused when a later position shows it."""

    class Lying(TicTacToe):
        """Tic-tac-toe that states ten plies on a board of nine squares."""

        def plies_to_draw(self, position):
            return 10 if position.count(".") > 9 - most else position.count(".")

    with pytest.raises(GameContractError, match=r"plies_to_draw\(.*\) returned 10, and"):
        prove(Lying())


def test_on_a_board_that_must_be_full_one_line_is_followed():
    """Statements about draws let the search skip most drawn positions, with the same outcome."""

    class Silent(TicTacToe):
        """Tic-tac-toe that states nothing about draws."""

        def plies_to_draw(self, position):
            return 0

    start = TicTacToe().start()
    (outcome, few), (same, many) = queried_at(TicTacToe(), start), queried_at(Silent(), start)
    assert str(outcome) == str(same) == "draw in 9"
    assert few < many


@pytest.mark.parametrize("game", [TicTacToe(), PlainMNK(), PlainConnectFour(3, 3)], ids=repr)
def test_boards_state_how_many_squares_are_empty(game):
    """``plies_to_draw`` is one less after each move, and 0 on a full board."""
    line = [game.start(), *(row.position for row in solve(game).mainline())]
    left = [game.plies_to_draw(position) for position in line]
    assert all(before == after + 1 for before, after in pairwise(left))
    assert left[-1] == 0


def test_a_drawn_board_is_proved_and_verified():
    """The proof of a drawn board shows its number of plies, and is verified.

    The board is Connect Four 4x3, drawn in 12. In plain Python it is three in a row on 3x2, drawn
    in 6.
    """
    game, plies = (ConnectFour(3, 2, 3), 6) if IS_PLAIN else (ConnectFour(4, 3), 12)
    proof = prove(game)
    assert str(proof.outcome) == str(proof.verify().bounds) == f"draw in {plies}"
    assert len(proof.mainline()) == plies


def test_plies_of_a_draw_that_are_requested_after_a_verification_are_verified(tmp_path):
    """If the plies of a draw are found after a verification, the claims are collected again."""
    proof = prove(TicTacToe(), at_least=Outcome(Value.WIN, 5))
    assert str(proof.explain().bounds) == str(proof.verify().bounds) == "draw"
    assert proof.best_move() is not None
    assert str(proof.bounds) == str(proof.verify().bounds) == "draw in 9"
    proof.save(tmp_path / "a.proof")
    assert str(load_proof(tmp_path / "a.proof").outcome) == "draw in 9"
