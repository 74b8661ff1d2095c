"""Game graphs for networkx: attributes, edge keys, selections and refusals."""

import networkx as nx
import pytest

from games import Nim, TicTacToe
from gamesolver import (
    Game,
    InvalidArgumentError,
    SizeLimitError,
    UnknownPositionError,
    Value,
    explore,
    solve,
)
from tests.oracles.mnk import PlainMNK
from tests.support.scored_games import Chase, Coins, Counters, Treasure
from tests.support.small_games import SOLVED, Detour, Drawn, Forced

EACH_KIND = [*SOLVED, Coins(), Counters(), Chase(), Treasure(), Treasure(endless=-1)]


def expected_node(solution, position):
    """Return the attributes that a solved position must have."""
    game, outcome = solution.game, solution[position]
    data = {
        "label": game.format(position),
        "value": int(outcome.value),
        "terminal": game.terminal_value(position) is not None,
        "is_start": position == game.canonical(game.start()),
    }
    if outcome.remoteness is not None:
        data["remoteness"] = outcome.remoteness
    if outcome.score is not None:
        data["score"] = outcome.score
    if game.player(position) is not None:
        data["player"] = game.player(position)
    return data


def expected_edges(solution, position):
    """Return the moves of a solved position by key, each as its target and attributes."""
    game = solution.game
    if game.terminal_value(position) is not None:
        return {}
    rows = {row.move: row for row in solution.moves(position)}
    edges = {}
    for key, move in enumerate(game.moves(position)):
        successor = rows[move].position
        kept = game.player(position) is not None and game.player(position) == game.player(successor)
        data = {"move": game.format_move(move), "best": rows[move].is_best, "turn_kept": kept}
        if type(game).gain is not Game.gain:
            data["gain"] = rows[move].gain
        edges[key] = (game.canonical(successor), data)
    return edges


def edges_of(graph, node):
    """Return the edges that leave a node, by key."""
    return {key: (to, data) for _, to, key, data in graph.out_edges(node, keys=True, data=True)}


@pytest.mark.parametrize("game", EACH_KIND, ids=repr)
def test_attributes_of_a_solution(game):
    """Nodes and edges have exactly the expected attributes, and keys in the order of moves."""
    solution = solve(game)
    graph = solution.to_networkx()
    assert type(graph) is nx.MultiDiGraph
    assert dict(graph.nodes(data=True)) == {
        each: expected_node(solution, each) for each in solution
    }
    for position in solution:
        assert edges_of(graph, position) == expected_edges(solution, position)


@pytest.mark.parametrize("game", EACH_KIND, ids=repr)
def test_attributes_without_outcomes(game):
    """An explored graph has the same nodes and edges, without the attributes of outcomes."""
    graph, solved = explore(game).to_networkx(), solve(game).to_networkx()
    for _, data in solved.nodes(data=True):
        del data["value"]
        data.pop("remoteness", None)
        data.pop("score", None)
    for *_, data in solved.edges(data=True):
        del data["best"]
    assert nx.utils.graphs_equal(graph, solved)
    assert graph.number_of_edges() == explore(game).num_moves


def test_drawn_by_hand():
    """Terminal positions, infinite play, kept turns and parallel moves have these attributes."""
    graph = solve(Drawn()).to_networkx()
    assert graph.nodes["f1"] == {
        "label": "<f1>", "value": 0, "terminal": False, "is_start": False, "player": 1,
    }  # fmt: skip
    assert graph.nodes["d1"] == {
        "label": "<d1>", "value": -1, "remoteness": 0, "terminal": True, "is_start": False,
        "player": 1,
    }  # fmt: skip
    assert graph["a0"]["c0"] == {1: {"move": "again", "best": True, "turn_kept": True}}
    assert graph["b1"]["w0"] == {
        1: {"move": "out", "best": True, "turn_kept": False},
        2: {"move": "up", "best": True, "turn_kept": False},
    }
    assert graph["f1"]["f0"][0]["best"]
    assert [node for node, start in graph.nodes(data="is_start") if start] == ["a0"]


def test_raw_graph():
    """Without folding each raw board is a node, and only the raw start is the start."""
    graph = explore(PlainMNK(2, 2, 2), fold=False).to_networkx()
    assert len(graph) == len(explore(PlainMNK(2, 2, 2), fold=False))
    assert [each for each, start in graph.nodes(data="is_start") if start] == [(0, 0)]


# ── selections ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize("plies", range(5))
def test_within_that_many_plies(plies):
    """The part within some plies has all positions at that distance and all moves among them."""
    solution = solve(TicTacToe())
    whole, part = solution.to_networkx(), solution.to_networkx(plies=plies)
    near = nx.single_source_shortest_path_length(whole, solution.start, cutoff=plies)
    assert nx.utils.graphs_equal(part, whole.subgraph(near).copy())
    around = TicTacToe().parse("x........")
    part = solution.to_networkx(around=around, plies=plies)
    near = nx.single_source_shortest_path_length(whole, solution.game.canonical(around), plies)
    assert set(part) == set(near)


@pytest.mark.parametrize("game", SOLVED, ids=repr)
def test_only_best_moves(game):
    """``moves="best"`` has all best moves reachable from the start, and no others."""
    solution = solve(game)
    whole, best = solution.to_networkx(), solution.to_networkx(moves="best")
    whole.remove_edges_from([e[:3] for e in whole.edges(keys=True, data="best") if not e[3]])
    reached = {solution.start, *nx.descendants(whole, solution.start)}
    assert nx.utils.graphs_equal(best, whole.subgraph(reached).copy())


@pytest.mark.parametrize(
    ("game", "around"),
    [
        (Nim((1, 2, 4)), (1, 2, 4)),
        (Nim((2, 2)), (2, 2)),  # a lost position, where the opponent's moves win
        (TicTacToe(), ".o..x....x"),
        (Drawn(), "a0"),
        (Drawn(), "c0"),
        (Forced(), "start"),
        (Detour(), "here"),
    ],
)
def test_a_strategy_wins(game, around):
    """A strategy has one move of the winner and every reply, and wins in the optimal plies."""
    solution = solve(game)
    graph = solution.to_networkx(around=around, moves="strategy")
    ours = "ours" if solution[around].value is Value.WIN else "theirs"
    root = (game.canonical(around), ours)
    assert set(graph) == {root, *nx.descendants(graph, root)}
    assert nx.is_directed_acyclic_graph(nx.DiGraph(graph))
    assert len(nx.dag_longest_path(nx.DiGraph(graph))) - 1 == solution[around].remoteness
    for position, role in graph:
        moves = edges_of(graph, (position, role))
        legal = expected_edges(solution, position)
        assert solution[position].value is (Value.WIN if role == "ours" else Value.LOSS)
        assert len(moves) == (min(1, len(legal)) if role == "ours" else len(legal))
        for key, ((target, whose), data) in moves.items():
            assert (target, data) == legal[key]
            assert (whose == role) is data["turn_kept"]


@pytest.mark.parametrize("moves", ["all", "best", "strategy"])
def test_nodes_of_a_selection_in_text(moves):
    """With ``text=True`` nodes are texts, which include the role in a strategy."""
    solution = solve(Forced())
    graph = solution.to_networkx(moves=moves, text=True)
    turns = ["start", "x", "y", "z", "end"]
    whose = [" (theirs)", " (ours)"] if moves == "strategy" else ["", ""]
    assert set(graph) == {f"{each!r}{whose[at % 2]}" for at, each in enumerate(turns)}
    assert graph.number_of_edges() == {"all": 5, "best": 4, "strategy": 4}[moves]


def test_no_strategy_for_a_draw():
    """A strategy for a drawn position is refused, and the message names an alternative."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(TicTacToe()).to_networkx(moves="strategy")
    assert str(caught.value) == (
        "no winning strategy from '.........': it is a draw; "
        'moves="best" shows the moves that keep it'
    )


# ── size limit and wrong arguments ─────────────────────────────────────────


@pytest.mark.parametrize("options", [{}, {"moves": "best"}, {"plies": 9}, {"around": "x........o"}])
def test_size_guard(options):
    """A graph with more nodes than the limit is refused, with advice."""
    with pytest.raises(SizeLimitError) as caught:
        solve(TicTacToe()).to_networkx(limit=70, **options)
    assert str(caught.value) == (
        'the graph has more than 70 nodes; around=..., plies=... or moves="best" makes it '
        "smaller, limit=... allows more"
    )
    assert caught.value.limit == 70


def test_size_guard_of_an_explored_graph():
    """A graph without outcomes has the same limit, and different advice."""
    graph = explore(TicTacToe())
    with pytest.raises(SizeLimitError) as caught:
        graph.to_networkx(limit=764)
    assert str(caught.value) == (
        "the graph has more than 764 nodes; explore(game, start=...) makes it smaller, "
        "limit=... allows more"
    )
    assert len(graph.to_networkx(limit=765)) == len(solve(TicTacToe()).to_networkx(limit=765))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": -1}, "bad limit -1: expected a number of nodes from 0 on"),
        ({"limit": "many"}, "bad limit 'many': expected a number of nodes from 0 on"),
        ({"plies": -1}, "bad plies -1: expected a whole number from 0 on"),
        ({"plies": 1.5}, "bad plies 1.5: expected a whole number from 0 on"),
        ({"moves": "magic"}, 'unknown moves \'magic\': expected "all", "best" or "strategy"'),
        ({"moves": ["best"]}, 'unknown moves [\'best\']: expected "all", "best" or "strategy"'),
    ],
)
def test_options_that_cannot_be_used(options, message):
    """A wrong option is refused, and the message names the expected values."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(Nim((1,))).to_networkx(**options)
    assert str(caught.value) == message


def test_around_an_unknown_position():
    """``around`` refuses a position that is not in the graph."""
    with pytest.raises(UnknownPositionError, match=r"^unknown position \(9, 9\): not reachable"):
        solve(Nim((1,))).to_networkx(around=(9, 9))
