"""Tests that are shared out among several runs: each is run once, and all are."""

import os
import re
import subprocess
import sys

import pytest

from tests.support.at_the_terminal import ROOT

MODULE = """
import os
import time
from pathlib import Path

import pytest
from psutil import Process


@pytest.fixture(scope="module")
def place():
    return Path("log") / "{name}"


@pytest.mark.parametrize("number", range(4))
def test_it(place, number):
    time.sleep(0.05)
    assert not Process().children()
    print("printed")
    assert number < 3 or os.environ.get("SEEN") != "spoilt.1"
    with place.open("a") as log:
        print(number, os.getpid(), file=log)
"""


@pytest.fixture
def begun(tmp_path):
    """A function that begins a run over six modules in two folders.

    It knows nothing of the run that it stands in, which may be one of several itself.
    """
    (tmp_path / "log").mkdir()
    (tmp_path / "claims").mkdir()
    for number in range(6):
        folder = tmp_path / f"folder{number % 2}"
        folder.mkdir(exist_ok=True)
        (folder / f"test_{number}.py").write_text(MODULE.format(name=number))

    def begin(**more):
        words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.support.shared_out"]
        more |= {
            "CLAIMS": str(tmp_path / "claims"),
            "PYTHONPATH": str(ROOT),
            "PYTEST_ADDOPTS": "",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        around = {name: said for name, said in os.environ.items() if name != "FURTHER"}
        return subprocess.Popen(
            [sys.executable, *words, "--import-mode=importlib"],
            cwd=tmp_path,
            env=around | more,
            stdout=subprocess.PIPE,
            text=True,
        )

    return begin


@pytest.mark.by_turns(3)
def test_each_test_is_run_once_by_one_of_two_runs(begun, tmp_path):
    """All tests of a module by the same run; and the counts of both make up all.

    A third run finds nothing left, ends well, and says so in its count.
    """
    runs = [begun(), begun()]
    assert [run.communicate()[0].count("failed") for run in runs] == [0, 0]
    for log in sorted((tmp_path / "log").iterdir()):
        numbers, processes = zip(
            *(line.split() for line in log.read_text().splitlines()), strict=True
        )
        assert numbers == ("0", "1", "2", "3")
        assert len(set(processes)) == 1
    counts = [each.read_text().split() for each in (tmp_path / "claims").glob("run-*")]
    assert sum(int(ran) for ran, _ in counts) == 24
    assert {every for _, every in counts} == {"24"}
    last = begun(SEEN="whole")
    last.communicate()
    assert last.returncode == 0
    more = [each.read_text().split() for each in (tmp_path / "claims").glob("run-*")]
    assert sorted(more) == sorted([*counts, ["0", "24"]])


@pytest.mark.by_turns(3)
@pytest.mark.parametrize(("seen", "code"), [("whole", 0), ("spoilt", 1)])
def test_further_runs_may_be_forked_from_the_first(begun, tmp_path, seen, code):
    """They share the tests, have words and a file of marks of their own; one that fails fails all.

    Each begins at another place: at the first module, the third or the fifth of six.
    """
    for number in "12":
        (tmp_path / "claims" / f"begin-{number}").touch()
    run = begun(FURTHER="2", SEEN=seen)
    out = run.communicate()[0]
    assert run.returncode == code
    counts = [each.read_text().split() for each in (tmp_path / "claims").glob("run-*")]
    assert sum(int(ran) for ran, _ in counts) == 24
    assert len(counts) == 3
    began = [(tmp_path / "log" / module).read_text().split()[1] for module in "043"]
    assert len(set(began)) == 3
    own = out
    for number in (1, 2):
        said = (tmp_path / "claims" / f"said-{number}").read_text()
        assert said in out
        own = own.replace(said, "", 1)
        assert " passed" in said
        assert bool(re.search(r"\d failed", said)) == (code == 1 and number == 1)
    assert " passed" in own
    assert "failed" not in own
