"""Advice on errors is data separate from the message, and each interface words it for its user."""

import ast
import pickle
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import gamesolver
from games import TicTacToe
from gamesolver import (
    Advice,
    ClosedError,
    FileError,
    GameSolverError,
    InvalidArgumentError,
    MemoryLimitError,
    SizeLimitError,
    UnknownPositionError,
    explore,
    solve,
)
from gamesolver.cli import failures
from gamesolver.web import app
from tests.cli.test_wrong_calls import WRONG
from tests.support.at_the_terminal import answered, commands, refused
from tests.support.explorer_calls import fetch
from tests.support.public_face import signatures

LIBRARY = Path(gamesolver.__file__).parent


@cache
def advice_in_the_library():
    """Return the file and the fields of each ``Advice(...)`` in the library's source."""
    found = []
    for path in LIBRARY.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "Advice(" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Advice":
                fields = dict(zip(("does", "arguments", "call", "tool"), node.args, strict=False))
                fields |= {each.arg: each.value for each in node.keywords}
                found.append((path, fields))
    return found


def arguments_advised():
    """Return the names of all arguments in any advice."""
    fields = [each["arguments"] for _, each in advice_in_the_library() if "arguments" in each]
    return {key.value for each in fields for key in each.keys}


def tools_advised():
    """Return the names of all tools in any advice."""
    tools = (each["tool"] for _, each in advice_in_the_library() if "tool" in each)
    return {tool.value for tool in tools if isinstance(tool, ast.Constant)}


def test_a_program_reads_what_would_help():
    """An error has its advice as data, and its message without the advice."""
    with pytest.raises(SizeLimitError) as caught:
        explore(TicTacToe()).to_networkx(limit=5)
    error = caught.value
    assert error.message == "the graph has more than 5 nodes"
    assert error.advice == (
        Advice("makes it smaller", {"start": None}, call="explore(game, {})"),
        Advice("allows more", {"limit": None}),
    )
    assert str(error) == (
        "the graph has more than 5 nodes; explore(game, start=...) makes it smaller, "
        "limit=... allows more"
    )


def test_an_error_without_advice_is_its_message():
    """The text of an error without advice is its message, which may be empty."""
    assert str(InvalidArgumentError("no")) == InvalidArgumentError("no").message == "no"
    assert str(GameSolverError()) == ""
    assert str(GameSolverError().advised(Advice("helps", tool="tea"))) == "tea helps"


@pytest.mark.parametrize(
    "error",
    [
        SizeLimitError("too large", 5),
        MemoryLimitError("too much", 5, 6),
        UnknownPositionError("unknown", (1, 2)),
        FileError("broken", "some.solution", is_wrong=True),
        ClosedError("closed", "some.solution"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_travel_with_their_advice(error):
    """An error keeps its text, advice and attributes when it is pickled."""
    error.advised(Advice("allows more", {"limit": None}))
    error.add_note("a note")
    again = pickle.loads(pickle.dumps(error))  # it was made a line above
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_every_argument_that_is_advised_is_there():
    """Every argument in an advice is a public parameter, and every tool is a public name."""
    parameters = {name for each in signatures().values() for name in each}
    assert {"limit", "memory", "start"} < arguments_advised() <= parameters
    homes = ["gamesolver", "gamesolver.players", "gamesolver.plots", "gamesolver.web"]
    for tool in tools_advised():
        name = tool.partition("(")[0].rpartition(".")[2]
        assert any(name in import_module(home).__all__ for home in homes)


def test_the_command_line_has_an_option_for_each():
    """Each argument in an advice has a command-line option, or is known to exist in Python only."""
    options = {"--limit", "--memory", "--start", "--sample", "--method", "--game", "--scores"}
    options |= {"--checkpoint", "--table", "--force"}
    helped = "".join(answered(name, "--help") for name in commands())
    helped += answered("solve", "kalah", "--help")  # a game with scores
    assert options <= set(re.findall(r"--[\w-]+", helped))
    only_python = {"around", "plies", "moves", "translate"}
    worded = {failures._option(name, None).split()[0] for name in arguments_advised() - only_python}
    assert worded == options
    assert failures._TOOLS.keys() == tools_advised()


def test_one_advice_for_each_user():
    """Advice names an argument in Python, an option at the command line, and nothing on a page."""
    game = TicTacToe()
    with pytest.raises(UnknownPositionError) as caught:
        solve(game)[game.parse("xxxooo...")]
    message = "unknown position 'xxxooo...': not reachable from the start of TicTacToe()"
    assert str(caught.value) == f"{message}; solve(game, start=...) solves it"
    assert refused("show", "tic-tac-toe", "xxxooo...") == f"{message}; --start solves it"
    assert message in fetch(app(solve(game)), "/api/position?from=xxxooo...").text
    assert "solves it" not in fetch(app(solve(game)), "/api/position?from=xxxooo...").text


def test_no_refusal_at_the_command_line_speaks_of_arguments():
    """Messages of the command line name options, not Python arguments."""
    assert len(WRONG) > 40
    assert not [each["says"] for each in WRONG if "=..." in each["says"]]
