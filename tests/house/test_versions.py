"""What the project promises of versions, and what the nightly run tries: one and the same."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NIGHTLY = (ROOT / ".ci" / "nightly").read_text("utf-8")
USED = (
    "chess", "draw", "easyai", "mcp", "mpi", "notebook", "odds", "openspiel", "pandas", "parquet",
    "pettingzoo", "polars", "strategy", "web", "test",
)  # fmt: skip


def bounds(what):
    """The lines that the nightly run is given."""
    ran = subprocess.run(
        [sys.executable, ROOT / ".ci" / "bounds", what], check=True, capture_output=True, text=True
    )
    return ran.stdout.splitlines()


def required():
    """The requirements of the library, of all that its tests use, and of the tests."""
    lines = [*PROJECT["dependencies"]]
    for extra in USED:
        lines += PROJECT["optional-dependencies"][extra]
    return [each for each in map(Requirement, lines) if each.name != "solved-games"]


def test_the_nightly_run_installs_the_bounds_that_are_promised():
    """Of each package the version that follows ``>=``, and nothing else is a bound."""
    assert all([each.operator for each in need.specifier] == [">="] for need in required())
    lowest = {need.name: next(iter(need.specifier)).version for need in required()}
    assert bounds("lowest") == sorted(f"{name}=={least}" for name, least in lowest.items())
    assert '.ci/bounds lowest >"$work/lowest"' in NIGHTLY
    assert 'pip" install --quiet -c "$work/$2" -e ".[test]"' in NIGHTLY


def test_a_package_that_is_named_twice_has_one_bound():
    """Otherwise the lower one would be tried nowhere."""
    named = {(need.name, str(need.specifier)) for need in required()}
    assert len(named) == len({name for name, _ in named})


def test_the_pythons_that_are_named_begin_with_the_oldest():
    """Which is the one that pip asks for; the nightly run takes the newest that is there."""
    pythons = bounds("pythons")
    assert f">={pythons[0]}" == PROJECT["requires-python"]
    assert pythons == sorted(pythons, key=Version)
    assert '"$oldest" .ci/bounds pythons | tac' in NIGHTLY


def test_the_newest_versions_draw_as_many_cases_as_a_night_allows():
    """With the lowest ones the everyday scale is enough."""
    assert '[ "$2" = newest ] && scale=nightly' in NIGHTLY
    assert "CI_SCALE=$scale" in NIGHTLY
