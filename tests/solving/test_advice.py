"""Advice is data in addition to the message, and each interface words it for its user."""

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
    """Each advice that stands in our sources: its file, and what it is made of."""
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
    """The names of all arguments that some advice names."""
    fields = [each["arguments"] for _, each in advice_in_the_library() if "arguments" in each]
    return {key.value for each in fields for key in each.keys}


def tools_advised():
    """The names of all else that some advice names."""
    tools = (each["tool"] for _, each in advice_in_the_library() if "tool" in each)
    return {tool.value for tool in tools if isinstance(tool, ast.Constant)}


def test_a_program_reads_what_would_help():
    """The arguments and what they do stand on the error, and the message is there without them."""
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
    """Most errors state what to do in their message, and some have no message at all."""
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
    """Carried to another process an error states and has the same."""
    error.advised(Advice("allows more", {"limit": None}))
    error.add_note("a note")
    again = pickle.loads(pickle.dumps(error))  # it was made a line above
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_every_argument_that_is_advised_is_there():
    """Each is a parameter of something public, and each tool can be imported."""
    parameters = {name for each in signatures().values() for name in each}
    assert {"limit", "memory", "start"} < arguments_advised() <= parameters
    homes = ["gamesolver", "gamesolver.players", "gamesolver.plots", "gamesolver.web"]
    for tool in tools_advised():
        name = tool.partition("(")[0].rpartition(".")[2]
        assert any(name in import_module(home).__all__ for home in homes)


def test_the_command_line_has_an_option_for_each():
    """Each argument in Python is an option, or the message states that only Python has it."""
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
    """In Python an argument, at the command line an option, and nothing for who looks at a page."""
    game = TicTacToe()
    with pytest.raises(UnknownPositionError) as caught:
        solve(game)[game.parse("xxxooo...")]
    message = "unknown position 'xxxooo...': not reachable from the start of TicTacToe()"
    assert str(caught.value) == f"{message}; solve(game, start=...) solves it"
    assert refused("show", "tic-tac-toe", "xxxooo...") == f"{message}; --start solves it"
    assert message in fetch(app(solve(game)), "/api/position?from=xxxooo...").text
    assert "solves it" not in fetch(app(solve(game)), "/api/position?from=xxxooo...").text


def test_no_refusal_at_the_command_line_speaks_of_arguments():
    """Whatever is pinned of wrong calls names options, and nothing that is passed in Python."""
    assert len(WRONG) > 40
    assert not [each["says"] for each in WRONG if "=..." in each["says"]]
