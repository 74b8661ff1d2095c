"""Game graphs written to files by networkx, and read back."""

from io import BytesIO

import networkx as nx
import pytest

from gamesolver import explore, solve
from tests.support.small_games import SOLVED

GRAPHS = [
    *(solve(game).to_networkx(text=True) for game in SOLVED),
    *(solve(game).to_networkx(text=True, moves="best") for game in SOLVED),
    *(explore(game).to_networkx(text=True) for game in SOLVED),
    solve(SOLVED[2]).to_networkx(text=True, moves="strategy"),
]
EVERY = pytest.mark.parametrize("graph", GRAPHS)


def read_back(graph, write, read, **options):
    """Return the content of a file after the graph was written to it."""
    file = BytesIO()
    write(graph, file)
    file.seek(0)
    return read(file, **options)


@EVERY
def test_texts_are_the_formats(graph):
    """Every node is a text, which equals its label, apart from a role in a strategy."""
    for node, data in graph.nodes(data=True):
        assert isinstance(node, str)
        assert node.removesuffix(" (ours)").removesuffix(" (theirs)") == data["label"]


@EVERY
def test_graphml(graph):
    """GraphML gives back the nodes, the edges with their keys, and all attributes."""
    again = read_back(graph, nx.write_graphml, nx.read_graphml, force_multigraph=True)
    assert type(again) is nx.MultiDiGraph
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))
    assert dict(again.edges) == dict(graph.edges)


@EVERY
def test_node_link(graph):
    """The form for JSON gives back an equal graph, keys and attributes included."""
    again = nx.node_link_graph(nx.node_link_data(graph, edges="edges"), edges="edges")
    assert type(again) is nx.MultiDiGraph
    assert nx.utils.graphs_equal(again, graph)


@EVERY
def test_gexf(graph):
    """GEXF gives back nodes and edges with all attributes, and adds its own edge ids."""
    again = read_back(graph, nx.write_gexf, nx.read_gexf)
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))

    def plain(network):
        return sorted(
            (source, target, *sorted(data.items()))
            for source, target, data in network.edges(data=True)
            if data.pop("id", True)
        )

    assert plain(again) == plain(graph)
