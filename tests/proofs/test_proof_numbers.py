"""Proof-number search, plain and compiled: results are right with any table, and it ends."""

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
    """List no moves."""
    return 0


def plain(game, entries):
    """Return questions about a game, answered in plain Python."""
    rules = Rules(game)
    return Questions(rules, PlainSearch(rules, entries, lambda visited, forgotten: None))


def compiled(game, entries):
    """Return questions about a game, answered by kernels."""
    return Questions(
        Rules(game), CompiledProofNumbers(game, entries, lambda visited, forgotten: None)
    )


def wrong(game, questions, expected):
    """Return the roots of a game for which the result is wrong."""
    return [
        root
        for root in (game.start(), *game.positions())
        if questions.resolve(root, exactly) != (search_score(expected[root]),) * 2
    ]


def games_on(number, nodes, seed=0):
    """Yield games on random graphs with cycles, kept turns and symmetric positions."""
    drawings = many_drawings(number, seed, most_nodes=nodes)
    return (GraphGame(each, way=WAYS[at % 3]) for at, each in enumerate(drawings))


@pytest.mark.parametrize("entries", [1, SMALL, LARGE])
def test_in_plain_python_every_answer_is_right_whatever_is_forgotten(entries):
    """Scores of graphs with cycles and kept turns are right in plain Python, with any table."""
    wrongs = [wrong(game, plain(game, entries), game.expected()) for game in games_on(FEW // 3, 10)]
    assert len(wrongs) == FEW // 3
    assert not any(wrongs)


@pytest.mark.parametrize("entries", [LEAST, LARGE // 100, SMALL])
def test_compiled_every_answer_is_right_whatever_is_forgotten(entries):
    """Scores of graphs with cycles and kept turns are right in compiled code, with any table."""
    wrongs = [wrong(game, compiled(game, entries), game.expected()) for game in games_on(MANY, 12)]
    assert len(wrongs) == MANY
    assert not any(wrongs)


@pytest.mark.parametrize("target", [plain, compiled])
def test_one_table_serves_all_positions_of_a_graph(target):
    """A bound stored on one line of play is right on all lines, in graphs with cycles, too."""
    for number, drawing in enumerate(many_drawings(TANGLED, seed=31, most_nodes=20)):
        game = GraphGame(with_all_roots(drawing, Random(number)), WAYS[number % 3])
        assert not wrong(game, target(game, LARGE), game.expected())


@pytest.mark.parametrize("entries", [LEAST, SMALL, LARGE])
@pytest.mark.parametrize("seed", range(4))
def test_tangled_graphs_end_with_any_table(entries, seed):
    """Scores of graphs with lines of hundreds of positions are right, with any table."""
    game = GraphGame(random_drawing(300, seed))
    assert not wrong(game, compiled(game, entries), game.expected())


def test_a_game_with_cycles_has_the_values_of_solve():
    """Pong Hau K'i, a game with cycles, and the start of tic-tac-toe are proved as solved."""
    solution = solve(PongHauKi())
    questions = plain(PongHauKi(), SMALL)
    values = {each: Value.of(questions.resolve(each, value_alone)[0]) for each in solution}
    assert values == {each: solution[each].value for each in solution}
    assert plain(TicTacToe(), SMALL).resolve(TicTacToe().start(), exactly) == (0, 0)


def test_values_of_connect_four():
    """All positions after three plies have the values of the solution."""
    game = ConnectFour(width=3 if IS_PLAIN else 4, height=3)
    solution, questions = solve(game), compiled(game, SMALL * SMALL)
    line = [game.start()]
    for _ in range(3):
        line = [game.play(each, move) for each in line for move in game.moves(each)]
    found = {each: Value.of(questions.resolve(each, value_alone)[0]) for each in line}
    assert found == {each: solution[each].value for each in line}


def test_a_question_goes_on_where_it_was():
    """A search that is left after each position visits as many as one that is not."""
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
    """After a query is interrupted, the next one is answered correctly."""
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
    """Return the key of a question in a game without scores."""
    return kernel.key_of_question(key, np.int64(target), np.int64(MOST))


def test_the_question_of_any_number_of_plies_is_one():
    """All questions asking for a win in any number of plies share one key of their own."""
    key = np.uint64(7)
    with np.errstate(over="ignore"):  # in plain Python, keys wrap around as they are mixed
        target = {question(key, each) for each in (1, 2, 3, 100)}
        others = {question(key, each) for each in (0, MOST - 5, 5 - MOST)}
    assert len(target) == 1
    assert len(others) == 3
    assert not target & others


def test_a_position_without_moves_is_reported():
    """Rules that list no move in a nonterminal position are refused by ``prove``."""
    game = ConnectFour(width=4, height=4)

    class Stuck(CompiledGame):
        """Connect Four without any moves."""

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
    """``prove`` searches by depth if a compiled game has candidates, else by proof numbers."""
    assert prove(game, exact=False).how.method == method
