"""Proof numbers, plain and compiled: answers are right whatever was forgotten, and work ends."""

from random import Random

import numba as nb
import numpy as np
import pytest

from games import ConnectFour, PongHauKi, TicTacToe
from gamesolver import CompiledGame, CompiledRules, GameContractError, Value, prove, solve
from gamesolver.kernels import proof_numbers as kernel
from gamesolver.proofs.compiled_proof_numbers import CompiledProofNumbers
from gamesolver.proofs.plain_search import PlainSearch
from gamesolver.proofs.questions import Questions, exactly, value_alone
from gamesolver.proofs.search_scores import ANY_DRAW, ANY_WIN, MOST, search_score
from gamesolver.rules.guard import Rules
from tests.attacks.compiled_graphs import WAYS, GraphGame, random_drawing
from tests.attacks.graph_games import IS_PLAIN, Drawing, many_drawings, with_all_roots
from tests.support.scale import scaled

LEAST, SMALL, LARGE = 4, 100, 1_000_000
FEW = 20 if IS_PLAIN else scaled(300, 10_000)
MANY = 30 if IS_PLAIN else scaled(400, 100_000)
TANGLED = scaled(150, 2_000)


@nb.njit
def nothing(position, moves, positions):
    """Lists no move."""
    return 0


def plain(game, entries):
    """Questions about a game, queried in plain Python."""
    rules = Rules(game)
    return Questions(rules, PlainSearch(rules, entries, lambda visited, forgotten: None))


def compiled(game, entries):
    """Questions about a game, queried of kernels."""
    return Questions(
        Rules(game), CompiledProofNumbers(game, entries, lambda visited, forgotten: None)
    )


def wrong(game, questions, expected):
    """The roots of a game of which the answers are not what is expected."""
    return [
        root
        for root in (game.start(), *game.positions())
        if questions.resolve(root, exactly) != (search_score(expected[root]),) * 2
    ]


def games_on(number, nodes, seed=0):
    """Games on as many graphs with cycles, kept turns and symmetric positions."""
    drawings = many_drawings(number, seed, most_nodes=nodes)
    return (GraphGame(each, way=WAYS[at % 3]) for at, each in enumerate(drawings))


@pytest.mark.parametrize("entries", [1, SMALL, LARGE])
def test_in_plain_python_every_answer_is_right_whatever_is_forgotten(entries):
    """Of graphs with cycles and kept turns, every score is that of the reference."""
    wrongs = [wrong(game, plain(game, entries), game.expected()) for game in games_on(FEW // 3, 10)]
    assert len(wrongs) == FEW // 3
    assert not any(wrongs)


@pytest.mark.parametrize("entries", [LEAST, LARGE // 100, SMALL])
def test_compiled_every_answer_is_right_whatever_is_forgotten(entries):
    """Of hundreds of graphs with cycles and kept turns, every score is that of the reference."""
    wrongs = [wrong(game, compiled(game, entries), game.expected()) for game in games_on(MANY, 12)]
    assert len(wrongs) == MANY
    assert not any(wrongs)


@pytest.mark.parametrize("target", [plain, compiled])
def test_one_table_serves_all_positions_of_a_graph(target):
    """A bound that is kept on one line of play is right on all lines, also in loops."""
    for number, drawing in enumerate(many_drawings(TANGLED, seed=31, most_nodes=20)):
        game = GraphGame(with_all_roots(drawing, Random(number)), WAYS[number % 3])
        assert not wrong(game, target(game, LARGE), game.expected())


@pytest.mark.parametrize("entries", [LEAST, SMALL, LARGE])
@pytest.mark.parametrize("seed", range(4))
def test_tangled_graphs_end_with_any_table(entries, seed):
    """Lines of hundreds of positions that loop are answered rightly, with the least table too."""
    game = GraphGame(random_drawing(300, seed))
    assert not wrong(game, compiled(game, entries), game.expected())


def test_both_answer_as_solve_does():
    """Every position of Pong Hau K'i, where play may go on for ever, and of tic-tac-toe's start."""
    solution = solve(PongHauKi())
    questions = plain(PongHauKi(), SMALL)
    values = {each: Value.of(questions.resolve(each, value_alone)[0]) for each in solution}
    assert values == {each: solution[each].value for each in solution}
    assert plain(TicTacToe(), SMALL).resolve(TicTacToe().start(), exactly) == (0, 0)


def test_values_of_connect_four():
    """All positions of three plies on 4x3 have the values that solve finds."""
    game = ConnectFour(width=3 if IS_PLAIN else 4, height=3)
    solution, questions = solve(game), compiled(game, SMALL * SMALL)
    line = [game.start()]
    for _ in range(3):
        line = [game.play(each, move) for each in line for move in game.moves(each)]
    found = {each: Value.of(questions.resolve(each, value_alone)[0]) for each in line}
    assert found == {each: solution[each].value for each in line}


def test_a_question_goes_on_where_it_was():
    """Left after each single position, the search visits as many as without leaving."""
    game = ConnectFour(width=4, height=3)
    at_once, by_ones = (
        CompiledProofNumbers(game, SMALL, lambda visited, forgotten: None) for _ in range(2)
    )
    go_on = by_ones._go_on
    by_ones._go_on = lambda visits: go_on(1)
    for target in (ANY_WIN, ANY_DRAW):
        assert at_once.decide(game.start(), target) == by_ones.decide(game.start(), target)
    assert at_once.visited == by_ones.visited > SMALL


def test_a_line_longer_than_the_first_frames():
    """A line of a thousand moves is won at its end, in as many plies."""
    nodes = 1_001
    moves = (*(((node + 1, False),) for node in range(nodes - 1)), ())
    drawing = Drawing(moves, (*(None,) * (nodes - 1), -1), (None,) * nodes, (0,))
    game = GraphGame(drawing, way="alone")
    assert compiled(game, SMALL).resolve(game.start(), exactly) == (1_000 - MOST, 1_000 - MOST)


def test_an_interrupted_question_leaves_nothing_behind():
    """After a watch has raised within a question, the next one is answered rightly."""
    game = ConnectFour(width=4, height=4)
    won = game.start()
    for move in (0, 1, 0, 1, 0, 1):  # three in a row for each, and the first player moves
        won = game.play(won, game.moves(won)[move])

    def stop(visited, forgotten):
        raise KeyboardInterrupt

    for search in (
        CompiledProofNumbers(game, SMALL, stop),
        PlainSearch(Rules(game), SMALL, stop),
    ):
        with pytest.raises(KeyboardInterrupt):
            search.decide(game.start(), ANY_WIN)
        search._watch = lambda visited, forgotten: None
        assert search.decide(won, ANY_WIN) == MOST - 1


def question(key, target):
    """The key of a question, where there are no scores."""
    return kernel.key_of_question(key, np.int64(target), np.int64(MOST))


def test_the_question_of_any_number_of_plies_is_one():
    """Numbers are shared by all questions whether a side wins at all, and by no others."""
    key = np.uint64(7)
    with np.errstate(over="ignore"):  # in plain Python, keys wrap around as they are mixed
        target = {question(key, each) for each in (1, 2, 3, 100)}
        others = {question(key, each) for each in (0, MOST - 5, 5 - MOST)}
    assert len(target) == 1
    assert len(others) == 3
    assert not target & others


def test_a_position_without_moves_is_reported():
    """Rules that list no move where play goes on break their contract, in words."""
    game = ConnectFour(width=4, height=4)

    class Stuck(CompiledGame):
        """As Connect Four, but it has no moves."""

        rules = CompiledRules(nothing, game.rules.terminal_code, max_moves=4)

        def start(self):
            return game.start()

    with pytest.raises(GameContractError, match="no moves"):
        compiled(Stuck(), SMALL).resolve(game.start(), exactly)


@pytest.mark.parametrize(
    ("game", "method"),
    [
        (TicTacToe(), "proof numbers in plain Python"),
        (GraphGame(random_drawing(60, 0)), "proof numbers"),
        (ConnectFour(width=4, height=3), "alpha-beta"),
    ],
)
def test_which_search_prove_takes(game, method):
    """By depth if a compiled game has candidates, else by proof numbers. The story states so."""
    assert prove(game, exact=False).how.method == method
