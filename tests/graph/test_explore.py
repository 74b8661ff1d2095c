"""Exploration: positions, their order, and the number of plays."""

import pytest
from hypothesis import given, settings

from games import Nim, TicTacToe
from gamesolver import CycleError, Game, Progress, Value, explore, solve
from tests.attacks.graph_games import DrawnGame, drawings
from tests.support.scale import scaled
from tests.support.small_games import Drawn


class Ring(Game[int, int]):
    """Ring of positions on which a move goes one or two steps, and play never ends."""

    def __init__(self, size=5):
        self.size = size

    def start(self):
        return 0

    def moves(self, position):
        return (1, 2)

    def play(self, position, move):
        return (position + move) % self.size

    def terminal_value(self, position):
        return None


def test_positions_are_listed_as_discovered_breadth_first():
    """Positions are listed breadth first, in the order of the moves."""
    assert list(explore(Ring())) == [0, 1, 2, 3, 4]
    graph = explore(Nim(heaps=(1, 2)))
    assert list(graph) == [(1, 2), (0, 2), (1, 1), (0, 1), (0, 0)]
    assert len(graph) == 5
    assert (1, 1) in graph
    assert (9, 9) not in graph
    assert [] not in graph


def test_raw_positions_are_listed_without_folding():
    """With ``fold=False`` symmetric positions are listed separately."""
    graph = explore(Nim(heaps=(1, 2)), fold=False)
    assert list(graph) == [(1, 2), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0)]


def test_two_moves_to_one_position_are_two():
    """``num_moves`` counts moves, not pairs of positions."""
    graph = explore(Nim(heaps=(1, 1)))
    assert (len(graph), graph.num_moves) == (3, 3)


def test_rows_keep_the_order_of_the_moves_and_the_turn():
    """An edge is the successor of its move, complemented if the player keeps the turn."""

    class Twice(Game):
        def start(self):
            return (0, 0)

        def moves(self, position):
            return ("keep", "pass")

        def play(self, position, move):
            return (position[0] + 1, position[1] if move == "keep" else 1 - position[1])

        def terminal_value(self, position):
            return Value.LOSS if position[0] == 1 else None

        def player(self, position):
            return position[1]

    graph = explore(Twice())
    assert list(graph) == [(0, 0), (1, 0), (1, 1)]
    assert graph.edges.tolist() == [~1, 2]
    assert graph.rows.tolist() == [0, 2, 2, 2]


@settings(max_examples=scaled(100, 3_000))
@given(drawings())
def test_every_position_and_move_is_found(drawing):
    """The graph has exactly the positions and moves that a simple search finds."""
    game = DrawnGame(drawing, folded=False)
    roots = [game.start(), *game.positions()]
    seen, waiting, moves = set(roots), list(set(roots)), 0
    while waiting:
        position = waiting.pop()
        if game.terminal_value(position) is None:
            for move in game.moves(position):
                moves += 1
                successor = game.play(position, move)
                if successor not in seen:
                    seen.add(successor)
                    waiting.append(successor)
    graph = explore(game)
    assert set(graph) == seen
    assert graph.num_moves == moves
    assert sum(graph.plies()) == len(graph)


def count_plays(game, position):
    """Return the numbers of plays and nodes below a position, by walking the whole tree."""
    if game.terminal_value(position) is not None:
        return 1, 1
    below = [count_plays(game, game.play(position, move)) for move in game.moves(position)]
    return sum(games for games, _ in below), 1 + sum(nodes for _, nodes in below)


@settings(max_examples=scaled(100, 3_000))
@given(drawings(most_nodes=7, loops=False))
def test_counting_games_and_nodes_equals_walking_the_tree(drawing):
    """Dynamic programming, folded or not, counts what a walk of the whole tree counts."""
    game = DrawnGame(drawing)
    expected = count_plays(game, game.start())
    for fold in (True, False):
        graph = explore(game, fold=fold)
        assert (graph.count_games(), graph.count_nodes()) == expected


def test_counting_games_refuses_loops_by_name():
    """Counting plays of a game with cycles raises an error that names a cycle."""
    with pytest.raises(CycleError) as caught:
        explore(Ring(3)).count_games()
    assert str(caught.value) == (
        "the number of games is finite only in a game without cycles: "
        "position 0 can return to itself by way of 1, 2"
    )
    assert caught.value.cycle == (0, 1, 2)
    with pytest.raises(CycleError, match="the game tree is finite only in a game without cycles"):
        explore(Ring(3)).count_nodes()


def test_a_loop_that_only_a_further_root_reaches_does_not_count():
    """Plays are counted from the start, so a cycle that only other roots reach is allowed."""
    alone = explore(Drawn(first="c"))
    with_loop = explore(Drawn(first="c"), positions=["f0"])
    assert len(with_loop) == len(alone) + 2
    for graph in (alone, with_loop):
        assert (graph.count_games(), graph.count_nodes()) == (2, 3)
        assert graph.count_games(Value.LOSS) == graph.count_games(Value.DRAW) == 1
    with pytest.raises(CycleError, match="position '<f0>' can return to itself by way of '<f1>'"):
        explore(Drawn(first="f"), positions=["c0"]).count_games()


def test_a_long_loop_is_named_in_part():
    """The message names the first ten positions of a cycle, and the error has all of them."""
    with pytest.raises(CycleError) as caught:
        solve(Ring(100), method="minimax")
    assert str(caught.value) == (
        "minimax needs a game without cycles: position 0 can return to itself "
        'by way of 1, 2, 3, 4, 5, 6, 7, 8, 9, 90 more; method="retrograde" solves it'
    )
    assert len(caught.value.cycle) == 100


def test_a_self_loop_is_named_alone():
    """A move back to the same position is reported as a cycle of one position."""
    with pytest.raises(CycleError) as caught:
        solve(Ring(1), method="minimax")
    assert str(caught.value) == (
        "minimax needs a game without cycles: position 0 can return to itself; "
        'method="retrograde" solves it'
    )


def test_another_start_and_further_roots():
    """``start`` replaces the game's start, and ``positions`` its additional positions."""
    game = TicTacToe()
    late = game.parse("xoxoxo...")
    assert len(explore(game, start=late, fold=False)) < 30
    two = explore(Nim(heaps=(1,)), positions=[(3,), (2,)])
    assert list(two) == [(1,), (0,), (3,), (2,)]
    assert two.plies() == [3, 1]
    assert two.reached == 2


def test_a_generator_of_roots_is_read_once():
    """``positions`` can be a generator."""
    graph = explore(Nim(heaps=(1,)), positions=((heap,) for heap in range(2, 6)))
    assert set(graph) == {(heap,) for heap in range(6)}


def test_progress_is_reported_in_phases():
    """A progress function gets the phases in order, and the last report is complete."""
    news = []
    solve(TicTacToe(), method="retrograde", progress=news.append)
    assert all(isinstance(each, Progress) for each in news)
    phases = list(dict.fromkeys(each.phase for each in news))
    assert phases[0] == "explore"
    assert phases[-2:] == ["resolved", "spot check"]
    assert news[-1].share == 1.0


def test_a_bar_leaves_standard_output_alone(capsys):
    """``progress=True`` writes nothing to standard output."""
    solve(TicTacToe(), progress=True)
    assert capsys.readouterr().out == ""


def test_the_repr_states_how_large_the_graph_is():
    """The repr of a graph has its game and the numbers of positions and moves."""
    assert repr(explore(Nim(heaps=(1, 2)))) == (
        "<GameGraph of Nim(heaps=(1, 2)): 5 positions, 8 moves>"
    )
