"""Compiled rules in several files: after a change in any of them they are compiled again."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from numba import njit, vectorize

from gamesolver import CompiledRules, InvalidArgumentError

GAME = """
import json
from functools import cache

import numpy as np
from numba import njit
from numba.core.registry import CPUDispatcher

import board
from board import most
from gamesolver import CompiledGame, CompiledRules
from gamesolver.rules.fitting import SIGNATURES


@cache
def rules_for(heap):
    @njit({successors})
    def successors(position, moves, positions):
        count = most(position)
        for take in range(count):
            moves[take] = take + 1
            positions[take] = position - np.uint64(take + 1)
        return count

    @njit({terminal_code})
    def terminal_code(position):
        return board.END if position == 0 else 2

    return CompiledRules(successors, terminal_code, max_moves=8)


class Heap(CompiledGame):
    rules = rules_for(20)

    def start(self):
        return 20


game = Heap()
answer = [(game.moves(heap), game.terminal_value(heap)) for heap in range(8)]
rules = [Heap.rules.successors, Heap.rules.terminal_code, most]
compiled = [each for each in rules if isinstance(each, CPUDispatcher)]
kept = not any(each.stats.cache_misses for each in compiled)
print(json.dumps({{"answer": str(answer), "kept": kept}}))
"""
BOARD = """
import numpy as np
from numba import njit

import low

END = -1


@njit({most})
def most(position):
    return low.least(np.int64(position), low.LIMIT)
"""
LOW = """
from numba import njit

LIMIT = 3


@njit({least})
def least(one, other):
    return one if one < other else other
"""
FILES = {"game.py": GAME, "board.py": BOARD, "low.py": LOW}
LAZY = dict.fromkeys(("successors", "terminal_code", "most", "least"), "cache=True")
EAGER = {
    "successors": 'SIGNATURES["successors"], cache=True',
    "terminal_code": 'SIGNATURES["terminal_code"], cache=True',
    "most": '"int64(uint64)", cache=True',
    "least": '"int64(int64, int64)", cache=True',
}
STYLES = {
    "as called": LAZY,
    "by signatures": EAGER,
    "helpers by signatures": LAZY | {name: EAGER[name] for name in ("most", "least")},
    "helpers not kept": LAZY | {"most": "", "least": ""},
}
TRIED = STYLES
CHANGES = {
    "a constant of the third file": ("low.py", "LIMIT = 3", "LIMIT = 4"),
    "a function of the third file": ("low.py", "if one < other", "if one < other or one == 5"),
    "a constant of the second file": ("board.py", "END = -1", "END = 1"),
    "a function of the second file": ("board.py", "low.LIMIT)", "low.LIMIT - 1)"),
}


FORKING = """
import os, runpy, sys
import gamesolver, gamesolver.rules.calls

for folder in sys.argv[1:]:
    child = os.fork()
    if not child:
        os.chdir(folder)
        sys.path[0] = folder
        runpy.run_path("game.py", run_name="__main__")
        sys.stdout.flush()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""


def games_in(*styles: str, **files: str) -> dict[str, dict[str, str]]:
    """Return the files of the game in some styles, with some files replaced."""
    texts = FILES | {f"{name}.py": text for name, text in files.items()}
    return {
        style: {name: text.format(**STYLES[style]) for name, text in texts.items()}
        for style in styles
    }


class Projects:
    """Game of three files in each style, in separate folders: numba caches code by folder."""

    def __init__(self, folder: Path, games: Mapping[str, Mapping[str, str]]) -> None:
        self.styles = list(games)
        self.folders = [folder / style.replace(" ", "-") for style in self.styles]
        for files, place in zip(games.values(), self.folders, strict=True):
            place.mkdir(parents=True)
            for name, text in files.items():
                (place / name).write_text(text)

    def change(self, file: str, old: str, new: str) -> None:
        """Change one of the files of each game."""
        for folder in self.folders:
            text = (folder / file).read_text()
            assert old in text
            (folder / file).write_text(text.replace(old, new))

    def run(self, **more: str) -> dict[str, dict[str, object]]:
        """Run each game in a process of its own and return its result and its use of the cache.

        The processes are forked from one that has loaded the library and has compiled nothing.
        """
        surroundings = os.environ | more | {"PYTHONPATH": str(Path(__file__).parents[2])}
        surroundings["PYTHONDONTWRITEBYTECODE"] = "1"  # .pyc files miss changes within a second
        ran = subprocess.run(
            [sys.executable, "-c", FORKING, *map(str, self.folders)],
            env=surroundings,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stderr
        reports = map(json.loads, ran.stdout.splitlines())
        return dict(zip(self.styles, reports, strict=True))


@pytest.fixture(scope="module")
def in_plain_python(tmp_path_factory):
    """Results in plain Python after each further change; the styles do not differ there."""
    projects = Projects(tmp_path_factory.mktemp("plain"), games_in("helpers not kept"))
    answers = []
    for change in CHANGES.values():
        projects.change(*change)
        (report,) = projects.run(NUMBA_DISABLE_JIT="1").values()
        answers.append(report["answer"])
    return answers


@pytest.fixture(scope="module")
def received(tmp_path_factory):
    """Outputs of the games in each style: at first, again, and after each change.

    After the first change the games run twice.
    """
    projects = Projects(tmp_path_factory.mktemp("styles"), games_in(*TRIED))
    reports = [projects.run(), projects.run()]
    for place, change in enumerate(CHANGES.values()):
        projects.change(*change)
        reports += [projects.run() for _ in range(1 if place else 2)]
    return reports


@pytest.mark.compiled(why="there is nothing to cache")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the games are asked in forked processes")
@pytest.mark.parametrize("style", TRIED)
def test_a_change_in_any_file_is_noticed(received, in_plain_python, style):
    """After a change in another file a game gives the same results as in plain Python."""
    first, again, *changed = [report[style]["answer"] for report in received]
    assert again == first
    assert changed[0] == changed[1]
    answers = [first, *changed[1:]]
    assert answers[1:] == in_plain_python
    assert all(one != other for one, other in pairwise(answers))


@pytest.mark.compiled(why="there is nothing to cache")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the games are asked in forked processes")
@pytest.mark.parametrize("style", ["as called", "by signatures"])
def test_what_did_not_change_is_not_compiled_again(received, style):
    """The next process takes all code from the cache, at first and after a change."""
    assert [report[style]["kept"] for report in received[1:4]] == [True, False, True]


FILLING = """
import json

import numpy as np

from gamesolver import CompiledRules
from table import Size, fill

table = np.zeros(4, np.int64)
CompiledRules.fresh(fill)(Size(3), table)
print(json.dumps({{"answer": table.tolist(), "kept": not fill.stats.cache_misses}}))
"""
TABLE = """
from typing import Any, NamedTuple

from numba import njit

import low


class Size(NamedTuple):
    places: Any


@njit(cache=True)
def written(size, place):
    return low.least(place, low.LIMIT) + size.places


@njit(cache=True)
def fill(size, table):
    for place in range(size.places):
        table[place] = written(size, place)
"""


OTHERWISE = {
    "registered": {
        "low": LOW.replace("import njit", "import extending").replace(
            "@njit({least})", "@extending.register_jitable"
        )
    },
    "vectorized": {
        "low": LOW.replace("import njit", "import vectorize").replace(
            "@njit({least})", "@vectorize"
        )
    },
    "in a tuple": {
        "board": BOARD.replace("END =", "CALLED = (low.least,)\nEND =").replace(
            "low.least(", "CALLED[0]("
        )
    },
    "a method": {
        "low": """
from numba import int64
from numba.experimental import jitclass

LIMIT = 3


@jitclass([("limit", int64)])
class Least:
    def __init__(self):
        self.limit = LIMIT

    def of(self, one, other):
        return one if one < other else other
""",
        "board": BOARD.replace("low.least(", "low.Least().of("),
    },
}
"""Other ways in which compiled code refers to a function."""


@pytest.mark.compiled(why="there is nothing to cache")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the games are asked in forked processes")
@pytest.mark.parametrize("way", OTHERWISE)
def test_a_helper_is_watched_however_numba_comes_to_it(tmp_path, way):
    """After a change of a helper's helper, the game gives the same results as in a new folder."""
    games = games_in("as called", **OTHERWISE[way])
    change = CHANGES["a function of the third file"]
    kept, new = Projects(tmp_path / "kept", games), Projects(tmp_path / "new", games)
    before = kept.run()["as called"]["answer"]
    for projects in (kept, new):
        projects.change(*change)
    expected = new.run()["as called"]["answer"]
    after, again = (kept.run()["as called"] for _ in range(2))
    assert after["answer"] == again["answer"] == expected != before
    assert again["kept"]


@vectorize(cache=True)
def kept_by_numba(position):
    """Return one more."""
    return position + 1


@njit(cache=True)
def querying_it(position):
    """Return the result of the vectorized function."""
    return kept_by_numba(position)


@pytest.mark.compiled(why="there is nothing to cache")
def test_a_vectorized_function_with_a_cache_of_its_own_is_refused():
    """A vectorized function with numba's own cache is refused: changes would not be noticed."""
    with pytest.raises(InvalidArgumentError, match="kept_by_numba is kept by numba itself"):
        CompiledRules.fresh(querying_it)


@pytest.mark.compiled(why="there is nothing to cache")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the functions are asked in forked processes")
def test_what_fills_tables_is_compiled_again_too(tmp_path):
    """A function is compiled again after a change of a helper or of an argument's type name."""
    files = {"game.py": FILLING, "table.py": TABLE, "low.py": LOW}
    projects = Projects(
        tmp_path, {"as called": {name: text.format(**LAZY) for name, text in files.items()}}
    )
    reports = [projects.run(), projects.run()]
    projects.change("low.py", "LIMIT = 3", "LIMIT = 1")
    reports.append(projects.run())
    for file in ("game.py", "table.py"):
        projects.change(file, "Size", "Width")
    reports += [projects.run(), projects.run()]
    reported = [(report["as called"]["answer"], report["as called"]["kept"]) for report in reports]
    before, after = [3, 4, 5, 0], [3, 4, 4, 0]
    assert reported == [
        (before, False),
        (before, True),
        (after, False),
        (after, False),
        (after, True),
    ]


@pytest.mark.compiled(why="in plain Python every function is as good")
@pytest.mark.parametrize("thing", [None, 3, "x", len, dict, kept_by_numba, lambda table: None])
def test_what_numba_does_not_compile_fills_no_table(thing):
    """``CompiledRules.fresh`` refuses anything but a function under ``@njit``."""
    with pytest.raises(InvalidArgumentError, match=r"expected a function under @numba.njit, got "):
        CompiledRules.fresh(thing)
