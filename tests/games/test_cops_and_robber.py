"""Cops and robber: the cop numbers of published graphs, from scratch."""

import random

import networkx as nx
import pytest

from games import CopsAndRobber
from gamesolver import (
    InvalidArgumentError,
    Value,
    solve,
)
from tests.oracles.published import figures
from tests.support.at_the_terminal import answered
from tests.support.scale import scaled

MOST_COPS = 4


def edges_of(graph):
    """Return the edges of a networkx graph with numbered points."""
    return tuple(nx.convert_node_labels_to_integers(graph).edges)


def cop_number(graph):
    """Return the least number of cops that catch the robber, by solving the game for 1, 2, ..."""
    for cops in range(1, MOST_COPS):
        outcome = solve(CopsAndRobber(edges_of(graph), cops=cops)).outcome
        assert outcome.value is (Value.LOSS if outcome.is_endless else Value.WIN)
        if outcome.value is Value.WIN:
            return cops
    raise AssertionError("three cops do not catch the robber")


def is_dismantlable(graph):
    """Return True if dominated points can be removed one by one until one is left."""
    graph = graph.copy()
    reach = {point: {point, *graph[point]} for point in graph}
    while len(reach) > 1:
        corner = next(
            (point for point in reach
             if any(reach[point] <= reach[other] for other in reach if other != point)),
            None,
        )  # fmt: skip
        if corner is None:
            return False
        del reach[corner]
        reach = {point: near - {corner} for point, near in reach.items()}
    return True


ONE_COP = "R. Nowakowski and P. Winkler, Vertex-to-vertex pursuit in a graph, 1983"
PLANAR = "M. Aigner and M. Fromme, A game of cops and robbers, 1984"
SMALLEST = "A. Beveridge and others, arXiv 1110.0768"
GIRTH = f"{PLANAR}: without rings of three or four points, and with three lines at each, 3 or more"
OURS = "by this library alone; at most 3 where the graph is planar"
KNOWN = [
    ("a path", nx.path_graph(7), 1, ONE_COP),
    ("a tree", nx.balanced_tree(2, 3), 1, ONE_COP),
    ("all joined", nx.complete_graph(5), 1, ONE_COP),
    ("a wheel", nx.wheel_graph(7), 1, ONE_COP),
    ("a ring of 4", nx.cycle_graph(4), 2, ONE_COP),
    ("a ring of 9", nx.cycle_graph(9), 2, ONE_COP),
    ("a grid", nx.grid_2d_graph(3, 4), 2, OURS),
    ("two threes", nx.complete_bipartite_graph(3, 3), 2, OURS),
    ("the cube", nx.cubical_graph(), 2, OURS),
    ("the octahedron", nx.octahedral_graph(), 2, OURS),
    ("the icosahedron", nx.icosahedral_graph(), 2, OURS),
    ("Petersen's", nx.petersen_graph(), 3, SMALLEST),
    ("Heawood's", nx.heawood_graph(), 3, GIRTH),
    ("the dodecahedron", nx.dodecahedral_graph(), 3, GIRTH),
]


@pytest.mark.parametrize(
    ("graph", "number"),
    [pytest.param(*each[1:3], id=each[0]) for each in [*KNOWN]],
)
def test_cop_numbers(graph, number):
    """Each graph has the cop number that the source states; no planar one needs more than three."""
    assert cop_number(graph) == number
    assert number <= 3 or not nx.check_planarity(graph)[0]


def test_petersens_graph_is_the_one_of_the_shelf():
    """On Petersen's graph, the default, two cops never catch the robber and three do."""
    assert nx.is_isomorphic(nx.Graph(CopsAndRobber().edges), nx.petersen_graph())
    two, three = figures("cops-and-robber")
    solution = solve(CopsAndRobber())
    assert (str(solution.outcome), len(solution)) == (two["outcome"], two["positions"])
    assert solve(CopsAndRobber(**three["parameters"])).value.name.lower() == three["outcome"]


def test_one_cop_wins_where_a_graph_can_be_dismantled():
    """On connected graphs of up to six points one cop wins exactly if the graph is dismantlable."""
    graphs = [each for each in nx.graph_atlas_g() if 2 <= len(each) <= 6 and nx.is_connected(each)]
    assert len(graphs) == 1 + 2 + 6 + 21 + 112
    for graph in graphs:
        outcome = solve(CopsAndRobber(edges_of(graph), cops=1)).outcome
        assert (outcome.value is Value.WIN) == is_dismantlable(graph)


def test_two_cops_suffice_on_small_graphs():
    """Two cops win on a sample of the connected graphs with seven points."""
    graphs = [each for each in nx.graph_atlas_g() if len(each) == 7 and nx.is_connected(each)]
    for graph in random.Random(11).sample(graphs, scaled(25, 853)):
        assert cop_number(graph) <= 2


def test_the_last_move_of_a_round_is_the_robbers():
    """Cops are placed, then the robber; in a round each cop moves before the robber does."""
    game = CopsAndRobber(edges=[(0, 1), (1, 2), (2, 3), (3, 0)])
    position = game.start()
    received = []
    for move in (2, 0, 1, 1):
        received.append((game.format(position), game.player(position), game.moves(position)))
        position = game.play(position, move)
    assert received == [
        ("//-", 0, [0, 1, 2, 3]), ("/2/-", 0, [0, 1, 2, 3]), ("/0,2/-", 1, [0, 1, 2, 3]),
        ("0,2//1", 0, [0, 1, 3]),
    ]  # fmt: skip
    assert game.format(position) == "2/1/1"
    assert game.terminal_value(position) is Value.WIN
    assert game.terminal_value(((), (0, 1), 1)) is Value.LOSS
    assert game.render(position) == "0: 1 3  .\n1: 0 2  cr\n2: 1 3  c\n3: 0 2  ."


def test_who_wins_for_ever_is_stated():
    """The commands report endless play as a win of the robber, not as a draw."""
    reported = answered("solve", "cops-and-robber").splitlines()
    assert reported[:2] == ["Cops and Robber", "Robber wins, and play goes on for ever"]
    reported = answered("show", "cops-and-robber", "/0,2/-")
    assert "Robber is to move: robber wins, and play goes on for ever" in reported
    assert "draw" not in reported


def test_the_edges_of_networkx_are_taken_as_they_are():
    """A view of a graph's edges makes the game that a list of them makes."""
    graph = nx.petersen_graph()
    assert CopsAndRobber(graph.edges) == CopsAndRobber(list(graph.edges))
    with pytest.raises(InvalidArgumentError, match="expected pairs of different points"):
        CopsAndRobber(nx.Graph(["ab"]).edges)
