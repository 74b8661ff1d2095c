"""Exports as graphs, and errors of exports of any kind."""

import networkx as nx
import pytest

from games import Nim, TicTacToe
from gamesolver import FileError, InvalidArgumentError, SizeLimitError, Value, solve
from tests.support.exported import ALL_KINDS, SELECTIONS, chosen_of


@pytest.fixture(scope="module", params=ALL_KINDS)
def solution(request):
    """A solution of each kind."""
    return solve(ALL_KINDS[request.param]())


# ── graphs ─────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def whole(solution):
    """Graph of all positions and moves of the solution."""
    return solution.to_networkx(text=True)


@pytest.mark.parametrize("suffix", [".graphml", ".gexf", ".dot"])
@pytest.mark.parametrize("options", SELECTIONS)
def test_graphs(solution, whole, options, suffix, tmp_path):
    """A graph file has the selected positions and the moves among them, with outcomes."""
    path, positions = tmp_path / f"a{suffix}", chosen_of(solution, options)
    solution.export(path, **options, moves=True)
    part = whole.subgraph({solution.game.format(each) for each in positions})
    if suffix == ".dot":
        text = path.read_text("utf-8").replace('\\"', '"')
        assert text.count(" -> ") == part.number_of_edges()
        assert text.count("fillcolor") == len(part)
        for position in positions:
            label = f"{solution.game.format(position)}\\n{solution[position]}"
            assert f'label="{label}"' in text
        return
    reader = {
        ".graphml": lambda: nx.read_graphml(path, force_multigraph=True),
        ".gexf": lambda: nx.MultiDiGraph(nx.read_gexf(path)),
    }[suffix]
    read = reader()
    assert set(read) == set(part)
    assert read.number_of_edges() == part.number_of_edges()
    for node, data in part.nodes(data=True):
        reported = {name: read.nodes[node][name] for name in ("value", "score") if name in data}
        assert reported == {name: data[name] for name in reported}
    best = sum(data["best"] for _, _, data in part.edges(data=True))
    assert sum(data["best"] for _, _, data in read.edges(data=True)) == best
    name = "value" if solution.outcome.score is None else "score"
    outcomes = [data[name] for _, _, data in read.edges(data=True) if data["best"]]
    own = [part.nodes[node][name] for node, _, data in part.edges(data=True) if data["best"]]
    assert sorted(outcomes) == sorted(own)


def test_a_graph_of_too_many_is_refused(tmp_path):
    """A graph with more than ``limit`` positions is refused before anything is written."""
    path = tmp_path / "a.graphml"
    with pytest.raises(SizeLimitError) as caught:
        solve(TicTacToe()).export(path, limit=100)
    assert str(caught.value) == (
        "more than 100 positions are selected: expected fewer, or a .parquet file; "
        "limit=... allows more"
    )
    assert not path.exists()


# ── what is refused ────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (
            "a.xls",
            {},
            "unknown suffix '.xls' of a.xls: expected .parquet, .csv, .jsonl, .npz, .graphml, "
            ".gexf, .dot or .values",
        ),
        ("a.csv", {"value": 1}, "bad value 1: expected Value.WIN, Value.DRAW or Value.LOSS"),
        (
            "a.csv",
            {"remoteness": "3"},
            "bad remoteness '3': expected a number of plies, or a range or set of them",
        ),
        (
            "a.csv",
            {"remoteness": -1},
            "bad remoteness -1: expected a number of plies, or a range or set of them",
        ),
        (
            "a.csv",
            {"score": "3"},
            "bad score '3': expected a whole number, or a range or set of them",
        ),
        (
            "a.csv",
            {"score": 1.5},
            "bad score 1.5: expected a whole number, or a range or set of them",
        ),
        (
            "a.csv",
            {"score": 3},
            "Nim(heaps=(1, 2)) has no scores: expected a game that defines terminal_score",
        ),
        (
            "a.csv",
            {"where": True},
            "bad where True: expected a function of a position and its outcome",
        ),
        ("a.csv", {"moves": "yes"}, "bad moves 'yes': expected True or False"),
        ("a.csv", {"reachable": 1}, "bad reachable 1: expected True or False"),
        ("a.dot", {"limit": -1}, "bad limit -1: expected a number of nodes from 0 on"),
        (
            "a.values",
            {"value": Value.WIN},
            "a .values file holds the values of all positions: leave the selection and moves out",
        ),
        (
            "a.csv",
            {"where": lambda position, outcome: 1 / 0},
            "where raised ZeroDivisionError at position (1, 2): division by zero",
        ),
    ],
)
def test_what_is_refused(name, options, message, tmp_path, monkeypatch):
    """Wrong arguments are refused with a message, and no file is left behind."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidArgumentError) as caught:
        solve(Nim(heaps=(1, 2))).export(name, **options)
    assert str(caught.value) == message
    assert not list(tmp_path.iterdir())


def test_where_no_file_can_be(tmp_path):
    """A path in a missing folder is refused, and so is the path of a folder."""
    solution = solve(Nim(heaps=(1, 2)))
    with pytest.raises(FileError, match="there is no folder"):
        solution.export(tmp_path / "none" / "a.csv")
    (tmp_path / "a.csv").mkdir()
    with pytest.raises(FileError, match="it is a folder"):
        solution.export(tmp_path / "a.csv")


def test_a_sign_that_no_xml_can_hold(tmp_path):
    """A character that XML cannot contain is refused."""

    class Belled(Nim):
        """Nim whose texts have a bell character."""

        def format(self, position):
            return f"\a{position}"

    with pytest.raises(InvalidArgumentError, match="a character that XML files cannot contain"):
        solve(Belled(heaps=(1, 2))).export(tmp_path / "a.graphml")


def test_without_pyarrow(tmp_path, monkeypatch):
    """Without pyarrow, the message states what to install."""
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(InvalidArgumentError, match=r'pip install "solved-games\[parquet\]"'):
        solve(Nim(heaps=(1, 2))).export(tmp_path / "a.parquet")


def test_progress_is_reported(tmp_path):
    """Progress is reported up to the number of all positions."""
    seen = []
    solve(TicTacToe()).export(tmp_path / "a.csv", progress=seen.append)
    assert (seen[-1].phase, seen[-1].done, seen[-1].total) == ("export", 765, 765)
