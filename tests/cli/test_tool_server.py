"""Tools of the Model Context Protocol server."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time

import pytest

from games import TicTacToe
from gamesolver import GameSolverError, InvalidArgumentError, solve
from gamesolver.cli import tool_server
from gamesolver.cli.tool_server import GRACE, Tools, server
from tests.support.at_the_terminal import refused

mcp = pytest.importorskip("mcp", reason="mcp is not installed here")

from mcp.client.stdio import stdio_client  # noqa: E402

SLACK = 20.0  # seconds that a busy machine may add; the stopped calls would take far longer
QUESTIONS = [
    ("solve", {"game": "tic-tac-toe"}),
    ("probe", {"game": "tic-tac-toe", "positions": ["x........", "xo......."]}),
    ("best_moves", {"game": "tic-tac-toe", "position": "x........"}),
    ("audit", {"game": "tic-tac-toe", "choices": {"x........": "4", "xo.......": "2"}}),
    ("solve", {"game": "hexapawn", "parameters": {"rows": "3", "columns": "3"}}),
    ("solve", {"game": "mine.py:MyGame"}),
    ("probe", {"game": "tic-tac-toe", "positions": ["zz"]}),
    ("solve", {"game": "nim", "heaps": [1, 2]}),
    ("solve", {"game": "nim", "parameters": {"heaps": 2, "misere": True}}),
]


async def _request(to):
    async with mcp.Client(to) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        answers = [await client.call_tool(name, arguments) for name, arguments in QUESTIONS]
    return tools, [(each.is_error, each.content[0].text) for each in answers]


@pytest.fixture(scope="module")
def answers():
    """Names of the tools, and the answers of a server in this process to all questions."""
    return asyncio.run(_request(server()))


def test_there_are_four_tools(answers):
    """The tools are ``solve``, ``probe``, ``best_moves`` and ``audit``."""
    assert answers[0] == {"solve", "probe", "best_moves", "audit"}


def test_answers_are_those_of_the_library(answers):
    """Outcomes, moves and audit counts of the tools are those of the library."""
    solution = solve(TicTacToe())
    solved, probed, best, audited, hexapawn = (json.loads(text) for _, text in answers[1][:5])
    assert solved["outcome"] == {"value": "draw", "remoteness": 9, "score": None}
    assert solved["positions"] == len(solution)
    assert len(solved["line"]) == 9
    assert [each["outcome"] for each in probed["positions"]] == [
        {"value": "draw", "remoteness": 8, "score": None},
        {"value": "win", "remoteness": 5, "score": None},
    ]
    assert best["moves"][0]["move"] == "4"
    assert len(best["moves"]) == 8
    assert audited["by_value"]["positions"] == 2
    assert audited["by_value"]["right"] >= 1
    assert hexapawn["outcome"]["value"] == "loss"


def test_errors_are_one_line(answers):
    """Files, texts that are not positions, and unknown arguments are refused in one line."""
    (is_error, refused_file), (_, unread), (_, replacing), _ = answers[1][5:]
    assert is_error
    assert "unknown game 'mine.py:MyGame': expected a name of the library" in refused_file
    assert "no position of TicTacToe() in 'zz'" in unread
    assert replacing == (
        "solve has no argument heaps: expected game or parameters; parameters of the game go "
        'into parameters, as in {"parameters": {"heaps": ...}}'
    )


def test_parameters_are_texts_numbers_and_yes_or_no(answers):
    """Parameters are accepted as JSON texts, numbers, lists and booleans."""
    is_error, text = answers[1][-1]
    assert not is_error
    assert json.loads(text)["game"]["parameters"] == {"heaps": [2], "misere": True}
    assert Tools().solve("hexapawn", {"rows": 3, "columns": "3"})["outcome"]["value"] == "loss"


@pytest.mark.parametrize(
    ("game", "name", "expected"),
    [
        ("hexapawn", "wdith", "expected rows or columns"),
        ("hexapawn", "--columns", "expected rows or columns"),
        ("hexapawn", "help", "expected rows or columns"),
        ("tic-tac-toe", "name", "expected misere or play_on"),
    ],
)
def test_a_parameter_that_the_game_has_not_is_named(game, name, expected):
    """The error names the unknown parameter and the parameters of the game."""
    with pytest.raises(InvalidArgumentError) as caught:
        Tools().solve(game, {name: "4"})
    assert str(caught.value) == f"{game} has no parameter {name}: {expected}"


@pytest.mark.parametrize("name", ["rows", "name"])
def test_a_name_of_a_framework_states_its_parameters(name):
    """An unknown parameter of a framework's game is refused with the expected ones."""
    pytest.importorskip("chess", reason="python-chess is not installed here")
    with pytest.raises(InvalidArgumentError) as caught:
        Tools().solve("chess:KQK", {name: "3"})
    assert str(caught.value).startswith(f"chess:KQK has no parameter {name}: expected ")


def test_over_standard_input_and_output():
    """A server in its own process has the same tools over standard input and output."""
    command = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "gamesolver", "serve", "--mcp"]
    )
    to = stdio_client(command, errlog=sys.stderr)  # the default is sys.stderr at import time
    tools, answers = asyncio.run(_request(to))
    assert len(tools) == 4
    assert json.loads(answers[0][1])["outcome"]["remoteness"] == 9


@pytest.mark.parametrize("game", ["hexapawn", "openspiel:clobber(rows=4,columns=4)"])
def test_a_game_is_solved_for_that_many_seconds_at_most(game):
    """A solve beyond the time limit is an error, and the server then solves a smaller game."""
    parameters = {"rows": "5", "columns": "5"} if game == "hexapawn" else {}
    tools = Tools(seconds=0.2)
    with pytest.raises(GameSolverError) as caught:
        tools.solve(game, parameters)
    assert str(caught.value).endswith(
        " is not solved within 0.2 seconds: choose a smaller game, or start the server with more "
        "--seconds"
    )
    assert tools.solve("nim")["positions"] == 48


@pytest.mark.parametrize("name", ["mnk(m=50,n=50,k=5)", "nim(pile_sizes=100000;100000)"])
def test_the_seconds_hold_while_a_game_is_made(name):
    """A slow constructor of a framework is stopped, and the server goes on."""
    pytest.importorskip("pyspiel", reason="open_spiel is not installed here")
    tools = Tools(seconds=1)
    tools.solve("nim")
    began = time.monotonic()
    with pytest.raises(GameSolverError) as caught:
        tools.solve(f"openspiel:{name}")
    assert time.monotonic() - began < 1 + GRACE + SLACK
    assert str(caught.value) == (
        f"'openspiel:{name}' is not solved within 1 seconds: choose a smaller game, or start the "
        "server with more --seconds"
    )
    assert tools.solve("nim")["outcome"]["value"] == "win"


def test_the_seconds_hold_while_a_position_is_replayed(monkeypatch):
    """A slow position reader of a solved game is stopped, and the server goes on."""
    monkeypatch.setattr(tool_server, "ANSWERING", "tests.support.slow_answers")
    tools = Tools(seconds=1)
    tools.solve("nim")
    began = time.monotonic()
    with pytest.raises(GameSolverError, match=r"^best_moves of 'nim' is not solved within 1 sec"):
        tools.best_moves("nim", "(1, 2, 3)")
    assert time.monotonic() - began < 1 + GRACE + SLACK
    assert tools.best_moves("nim")["outcome"]["value"] == "win"


def test_a_game_that_ends_its_process_does_not_end_the_server(monkeypatch):
    """The end of the worker process is an error of one question, and the server goes on."""
    monkeypatch.setattr(tool_server, "ANSWERING", "tests.support.slow_answers")
    tools = Tools()
    with pytest.raises(GameSolverError) as caught:
        tools.best_moves("nim", "end")
    assert str(caught.value) == "best_moves of 'nim' failed: it ended its process with code 7"
    assert tools.best_moves("nim")["outcome"]["value"] == "win"


def test_a_server_that_is_gone_leaves_no_process():
    """The worker process ends with the object that started it."""
    tools = Tools()
    tools.solve("nim")
    process = tools._process.process
    del tools
    gc.collect()
    assert process.wait(10) is not None


def test_no_seconds_are_refused():
    """``--seconds 0`` is refused."""
    assert refused("serve", "--mcp", "--seconds", "0") == (
        "bad --seconds 0.0: expected more than 0"
    )


def test_which_protocol_must_be_stated():
    """``serve`` without ``--mcp`` is refused, although there is no other protocol."""
    assert refused("serve") == (
        "serve requires --mcp; gamesolver web serves the explorer, and JSON"
    )


def test_the_package_that_is_not_there(monkeypatch):
    """Without the package ``mcp`` the command prints how to install it."""
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert refused("serve", "--mcp") == ('mcp is not installed: pip install "solved-games[mcp]"')
