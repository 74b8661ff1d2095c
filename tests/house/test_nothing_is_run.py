"""What comes from outside is read, and never run: no pickles, no code in texts, no foreign modules.

Every way in which Python can be made to run what it reads is looked for in the library's own
text; the few places that have one are listed here, each with the reason why it is safe.
"""

from __future__ import annotations

import ast
import json
import pickle
from functools import cache
from pathlib import Path

import pytest

from games import TicTacToe
from gamesolver import FileError, PlayerError, solve
from gamesolver.cli.bots.player import Bot
from gamesolver.files.checkpoints import hash_of
from gamesolver.rules.guard import Rules
from tests.attacks.hostile_bots import ASKED
from tests.files.test_checkpoints import GAME, stopped

ROOT = Path(__file__).parents[2]
RUNNERS = {
    "cloudpickle", "code", "codeop", "dill", "importlib", "importlib.util", "joblib", "marshal",
    "multiprocessing", "pickle", "pkgutil", "runpy", "shelve", "subprocess", "yaml",
}  # fmt: skip
CALLS = {"eval", "exec", "compile", "__import__"}
PLACES = {
    ("adapters/frameworks.py", "importlib"): "a framework, by a name in our own text",
    ("adapters/aima.py", "importlib"): "aima3",
    ("adapters/easyai.py", "importlib"): "a module of easyAI's own games, by a name in its list",
    ("adapters/easyai.py", "pkgutil"): "the list of them",
    ("adapters/openspiel.py", "subprocess"): "Python itself, to try parameters by",
    ("adapters/prefixes.py", "importlib"): "a module of the same room",
    ("cli/bots/handed.py", "pickle"): "what the command hands to a bot",
    ("cli/bots/host.py", "subprocess"): "Python itself, for the bot",
    ("cli/app.py", "importlib"): "the module of a command in its own list",
    ("cli/modules.py", "importlib"): "what the person typed",
    ("cli/modules.py", "importlib.util"): "same",
    ("cli/commands/play.py", "importlib"): "readline",
    ("__init__.py", "importlib"): "a game of our own, from the file that its class stands in",
    ("lazy.py", "importlib"): "a module of our own, by a name in our own text",
    ("web/__init__.py", "importlib"): "same",
    ("system/team.py", "importlib.util"): "whether mpi4py is installed, without loading it",
    ("system/team.py", "pickle"): "errors, from one rank of a job of one's own to the others",
    ("rules/registry.py", "importlib"): "games of installed packages, chosen by who installed them",
    ("rules/registry.py", "pkgutil"): "same",
    ("rules/registry.py", "importlib.util"): "where a module stands, without loading it",
}


@cache
def nodes():
    """Whatever stands in a file of the library and the games, with the file's place."""
    return [
        (path.relative_to(ROOT / folder).as_posix(), node)
        for folder in ("gamesolver", "games")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Call)
    ]


def named(node):
    """The modules that are imported, or the function that is called and how."""
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    if isinstance(node, ast.ImportFrom):
        return [str(node.module)]
    name = [node.func.id] if isinstance(node.func, ast.Name) else []
    return [f"{each}()" for each in name] + [f"{each.arg}=" for each in node.keywords]


def test_what_could_run_a_text_is_listed_with_its_reason():
    """No file has another way to run what it reads, and none that is listed is gone."""
    barred = RUNNERS | {f"{each}()" for each in CALLS} | {"allow_pickle="}
    found = {(path, name) for path, node in nodes() for name in named(node) if name in barred}
    assert found == set(PLACES)


def test_literals_are_read_in_one_place():
    """``ast`` is imported where literals are read, and nowhere else."""
    assert [path for path, node in nodes() if "ast" in named(node)] == ["texts.py"]


def test_only_the_process_of_a_bot_reads_what_was_handed():
    """The functions that unpickle are imported by that process alone."""
    importing = {
        path
        for path, node in nodes()
        if isinstance(node, ast.ImportFrom) and str(node.module).endswith("bots.handed")
        if {"game_in", "position_in"} & {each.name for each in node.names}
    }
    assert importing == {"cli/bots/process.py"}


@pytest.mark.parametrize("name", ["reduced", "garbage", "exits"])
def test_the_command_unpickles_nothing(tmp_path, monkeypatch, name):
    """Whatever a bot says, ``pickle`` is not asked to read it, and its code runs nowhere."""

    def read(*given, **more):
        raise AssertionError("the command reads a pickle")

    for reader in ("load", "loads", "Unpickler"):
        monkeypatch.setattr(pickle, reader, read)
    (tmp_path / "hostile.py").write_text(ASKED)
    game = TicTacToe()
    with Bot(f"{tmp_path}/hostile.py:{name}", Rules(game), None, 10.0) as bot:
        if name == "reduced":
            assert "Reduced object" in repr(bot(game.start()))
        else:
            with pytest.raises(PlayerError):
                bot(game.start())
    assert not (tmp_path / "ran").exists()


def nested(about):
    """A number that is lists in lists."""
    return json.dumps(about)[:-1] + f', "more": {"[" * 100_000}{"]" * 100_000}}}'


def with_column(**changed):
    """A change of what is said of each column."""

    def change(about):
        columns = {name: each | changed for name, each in about["columns"].items()}
        return json.dumps(about | {"columns": columns})

    return change


FORGED = {
    "nested": nested,
    "objects": with_column(dtype="O"),
    "letters of no width": with_column(dtype="S0"),
    "no type": with_column(dtype="__import__('os')"),
    "a folder": with_column(file=".."),
    "a number": with_column(file=5),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_forged_checkpoint_is_refused_in_words(tmp_path, forge):
    """What it says of itself bears the right hash, and makes no sense."""
    stopped(GAME, tmp_path, "checking slots")
    path = tmp_path / "gamesolver-checkpoint"
    told = forge(json.loads(path.read_text().partition("\n")[2]))
    path.write_text(f"{hash_of(told)}\n{told}")
    with pytest.raises(FileError, match=r"is broken: .*; remove it to begin anew"):
        solve(GAME, folder=tmp_path)
