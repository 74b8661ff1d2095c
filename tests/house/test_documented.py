"""The docstring of every public function describes its parameters, result and errors."""

import inspect
import re

import pytest

import gamesolver
from games import Nim, TicTacToe
from gamesolver import GameSolverError, solve
from gamesolver.players import RandomPlayer
from tests.support.public_face import (
    classes,
    functions,
    functions_of_modules,
    method_of,
    methods,
)

SECTION = re.compile(r"^(Parameters|Returns|Raises)\n-+\n", re.MULTILINE)
GAME = TicTacToe()
SOLUTION = solve(GAME)
RANDOM = RandomPlayer(GAME)


def with_options():
    """Return the public methods that have keyword-only parameters."""
    return {
        name: method_of(each)
        for name, each in methods().items()
        if any(
            one.kind is inspect.Parameter.KEYWORD_ONLY
            for one in inspect.signature(method_of(each)).parameters.values()
        )
    }


DOCUMENTED = functions() | functions_of_modules() | with_options()
COMPILED = {
    name: each
    for name, each in functions_of_modules().items()
    if name.startswith(("gamesolver.bits.", "gamesolver.verdicts."))
    and name not in ("gamesolver.bits.counts_of_sets", "gamesolver.bits.permutation_tables")
}
"""Functions that rules call: numba infers their types, and they raise nothing."""
SILENT = COMPILED.keys() | {
    f"gamesolver.validators.{name}"
    for name in (
        "are_whole", "as_tuple", "between", "in_order", "is_whole", "one_of", "refused", "several",
        "whole",
    )
}  # fmt: skip
"""Functions that raise no error of ours: these, and those that accept any argument."""
SHORT = {name: method_of(each) for name, each in methods().items() if name not in DOCUMENTED}
OF_AUTHORS = ("gamesolver.Game.", "gamesolver.CompiledGame.", "gamesolver.Sum.")
"""Rules that an author writes: all of them take a position or a move."""


def sections(function):
    """Return the entries of a docstring under each heading, by name, in order."""
    head, *rest = SECTION.split(inspect.getdoc(function).partition(">>>")[0])
    found = dict(zip(rest[::2], rest[1::2], strict=True))
    assert head.strip()
    return {
        title: {
            block.partition("\n")[0]: block.partition("\n")[2].strip()
            for block in re.split(r"\n(?=\w)", text.strip())
        }
        for title, text in found.items()
    }


def taken(function):
    """Return the names of the parameters in order."""
    return [name for name in inspect.signature(function).parameters if name != "self"]


def test_functions_and_methods_are_read():
    """The checks below include all functions, and the methods with options."""
    assert len(functions()) > 20
    assert {"gamesolver.adapters.pettingzoo.env", "gamesolver.validators.whole"} < DOCUMENTED.keys()
    assert len(COMPILED) == 20
    assert {"gamesolver.Solution.counts", "gamesolver.Solution.verify"} <= with_options().keys()


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_parameter_is_described(name):
    """Parameters are described by name, in the order of the signature, by sentences."""
    described = sections(DOCUMENTED[name]).get("Parameters", {})
    assert list(described) == taken(DOCUMENTED[name])
    assert not [each for each in described.values() if not each.endswith(".")]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_what_it_returns_is_described(name):
    """The result is described with the type in the signature, if there is a result."""
    annotation = str(inspect.signature(DOCUMENTED[name]).return_annotation)
    described = sections(DOCUMENTED[name]).get("Returns", {})
    assert len(described) == (annotation != "None")
    for kind, words in described.items():
        if name in COMPILED:
            assert kind in ("int64", "uint64")
        else:
            assert annotation == "Any" or re.match(rf"{re.escape(kind)}\b", annotation)
        assert words.endswith(".")


@pytest.mark.parametrize("name", DOCUMENTED)
def test_what_it_raises_is_described(name):
    """The section on errors names public errors of ours, each with its condition."""
    described = sections(DOCUMENTED[name]).get("Raises", {})
    assert bool(described) == (name not in SILENT)
    for error, when in described.items():
        assert issubclass(getattr(gamesolver, error), GameSolverError)
        assert when.endswith(".")


@pytest.mark.parametrize("name", SHORT)
def test_a_short_method_states_it_in_a_sentence(name):
    """A method without options names each of its parameters in its words."""
    if not name.startswith(OF_AUTHORS):
        words = re.findall(r"\w+", inspect.getdoc(SHORT[name]))
        assert set(taken(SHORT[name])) - {"cls"} <= set(words)


def given(parameter):
    """Return a valid argument for a required parameter."""
    if parameter.name in ("first", "second", "player", "opponent"):
        return RANDOM
    return FITTING.get(parameter.name, SOLUTION)


FITTING = {
    "game": GAME, "costs": [SOLUTION], "rows": ["x."], "points": [(0, 0)], "lines": [],
    "pieces": ".", "heaps": [1], "columns": 1,
}  # fmt: skip


WRONG = {
    "path": "\0",
    "name": "no-such-game",
    "rows": [],
    "costs": [],
    "translate": 3,
    "examples": -1,
    "host": 3,
    "ready": None,
    "limit": "many",
    "most": "many",
    "walks": "many",
    "seed": "x",
    "games": 0,
    "cap": 0,
    "sample": 0,
    "seat": "z",
    "plies": -1,
    "seconds": -1,
    "threads": 0,
    "memory": "much",
    "method": "magic",
    "every": -1,
    "laws": ["no such law"],
    "without": ["no such law"],
    "hosts": 3,
    "port": -1,
    "of": "neither",
    "by": "neither",
    "value": 3,
    "remoteness": "many",
    "where": 3,
    "around": "nowhere",
    "start": "nowhere",
    "positions": 3,
}
"""An invalid argument for each parameter name; any other parameter gets a text."""
RECEIVED = {"progress", "ready", "check", "stage", "folder"}
"""Parameters that are used only later, or that accept any object."""


def wrong_calls():
    """Yield each function with each of its parameters, to be given wrongly one at a time."""
    for name, function in functions().items():
        for parameter in inspect.signature(function).parameters.values():
            if parameter.name not in RECEIVED:
                yield pytest.param(function, parameter.name, id=f"{name}-{parameter.name}")


@pytest.mark.parametrize(("function", "wrong"), list(wrong_calls()))
def test_a_wrong_argument_raises_what_is_described(function, wrong, tmp_path):
    """An invalid argument raises an error that the docstring names."""
    if function.__module__.startswith("gamesolver.plots"):
        pytest.importorskip("matplotlib").use("Agg")
    arguments = {
        each.name: tmp_path / "out" if each.name == "path" else given(each)
        for each in inspect.signature(function).parameters.values()
        if each.default is inspect.Parameter.empty
    }
    arguments[wrong] = WRONG.get(wrong, "neither" if wrong != "game" else 3)
    with pytest.raises(GameSolverError) as caught:
        function(**arguments)
    described = sections(function)["Raises"]
    assert any(isinstance(caught.value, getattr(gamesolver, error)) for error in described)


def test_every_public_name_has_words():
    """Every public class and function has a docstring."""
    named = functions() | classes()
    assert len(named) > 60
    assert not [name for name, each in named.items() if not inspect.getdoc(each)]


def test_no_parameter_is_described_by_an_example_alone():
    """Sections are read from the text above the first example."""
    assert sections(gamesolver.load)["Parameters"].keys() == {
        "path",
        "game",
        "check",
        "memory",
        "folder",
    }
    assert Nim.__name__ not in str(sections(gamesolver.explore))
