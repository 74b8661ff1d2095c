"""Data from outside is read, and never run: no pickles, no code in texts, no foreign modules.

The source is searched for every way in which Python can run data. The few files that contain one
are listed here, each with the reason why it is safe.
"""

from __future__ import annotations

import ast
import json
import pickle
from pathlib import Path

import pytest

from games import TicTacToe
from gamesolver import FileError, PlayerError, solve
from gamesolver.cli.bots.player import Bot
from gamesolver.files.checkpoints import hash_of
from gamesolver.rules.guard import Rules
from tests.attacks.hostile_bots import CALLED
from tests.files.test_checkpoints import GAME, stopped

ROOT = Path(__file__).parents[2]
RUNNERS = {
    "cloudpickle", "code", "codeop", "dill", "importlib", "importlib.util", "joblib", "marshal",
    "multiprocessing", "pickle", "pkgutil", "runpy", "shelve", "subprocess", "yaml",
}  # fmt: skip
"""Modules that can run the data that they read."""
CALLS = {"eval", "exec", "compile", "__import__"}
SAFE = {
    "__init__.py: importlib": "the file that a game of the library stands in",
    "lazy.py: importlib": "modules of the library, by names in the source",
    "web/__init__.py: importlib": "the same",
    "adapters/prefixes.py: importlib": "the same",
    "adapters/frameworks.py: importlib": "a framework, by a name in the source",
    "adapters/aima.py: importlib": "aima3",
    "adapters/easyai.py: importlib pkgutil": "the games that easyAI itself lists",
    "adapters/openspiel.py: subprocess": "Python, to try the parameters of a game",
    "cli/app.py: importlib": "the module of a command in its own list",
    "cli/modules.py: importlib importlib.util": "the module that the user typed",
    "cli/commands/play.py: importlib": "readline",
    "cli/bots/host.py: subprocess": "Python, for the bot that the user typed",
    "cli/bots/handed.py: pickle": "what the command wrote, read by the process of the bot",
    "boardgames/running.py: compile exec importlib.util": "rules that the library has lowered",
    "rules/registry.py: importlib importlib.util pkgutil": "games of packages of the user",
    "kernels/intrinsics.py: importlib": "modules of the library, by names in the source",
    "kernels/wide_stage.py: importlib": "the same",
    "kernels/kept_code.py: pickle": "machine code in numba's cache, as numba itself reads it",
    "system/mpi_team.py: importlib.util pickle": "whether mpi4py is there; errors between ranks",
}
"""By file and the modules or calls that it uses: the only data that they run."""


def runners_in(text):
    """Return the modules and calls of a source text that can run data, sorted."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= RUNNERS & {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= RUNNERS & {node.module}
        elif isinstance(node, ast.Call):
            found |= CALLS & {getattr(node.func, "id", None)}
            found |= {"allow_pickle"} & {each.arg for each in node.keywords}
    return sorted(found)


def test_what_could_run_a_text_is_listed_with_its_reason():
    """No file of the library or the games has another way to run data."""
    found = {
        f"{path.relative_to(ROOT / folder).as_posix()}: {' '.join(used)}"
        for folder in ("gamesolver", "games")
        for path in (ROOT / folder).rglob("*.py")
        if (used := runners_in(path.read_text("utf-8")))
    }
    assert found == SAFE.keys()


@pytest.mark.parametrize("name", ["reduced", "garbage", "exits"])
def test_the_command_unpickles_nothing(tmp_path, monkeypatch, name):
    """The command never unpickles the answer of a bot, so code in it does not run."""

    def read(*given, **more):
        raise AssertionError("the command reads a pickle")

    for reader in ("load", "loads", "Unpickler"):
        monkeypatch.setattr(pickle, reader, read)
    (tmp_path / "hostile.py").write_text(CALLED)
    game = TicTacToe()
    with Bot(f"{tmp_path}/hostile.py:{name}", Rules(game), None, 10.0) as bot:
        if name == "reduced":
            assert "Reduced object" in repr(bot(game.start()))
        else:
            with pytest.raises(PlayerError):
                bot(game.start())
    assert not (tmp_path / "ran").exists()


def nested(about):
    """Return the header with a field of deeply nested lists."""
    return json.dumps(about)[:-1] + f', "more": {"[" * 100_000}{"]" * 100_000}}}'


def with_column(**changed):
    """Return a function that changes the description of each column."""

    def change(about):
        parts = [{name: each | changed for name, each in part.items()} for part in about["parts"]]
        return json.dumps(about | {"parts": parts})

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
    """A checkpoint header with a correct hash but senseless content raises ``FileError``."""
    stopped(GAME, tmp_path, "checking indexes")
    path = tmp_path / "gamesolver-checkpoint"
    reported = forge(json.loads(path.read_text().partition("\n")[2]))
    path.write_text(f"{hash_of(reported)}\n{reported}")
    with pytest.raises(FileError, match=r"is broken: .*; remove it to begin again"):
        solve(GAME, folder=tmp_path)
