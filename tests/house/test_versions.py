"""Versions that the project promises: one lower bound of each package, and the oldest Python."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))[
    "project"
]
PYTHON = re.compile(r"Programming Language :: Python :: (3\.\d+)")


def required():
    """Return the requirements of the library and of all its extras."""
    lines = [*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())]
    return [each for each in map(Requirement, lines) if each.name != PROJECT["name"]]


def test_each_package_has_a_lower_bound():
    """Each requirement has a lower bound, which the nightly run installs."""
    for need in required():
        assert ">=" in [each.operator for each in need.specifier], need


def test_a_package_that_is_named_twice_has_one_bound():
    """A package required twice has the same bound, or one of them would never be tested."""
    named = {(need.name, str(need.specifier)) for need in required()}
    assert len(named) == len({name for name, _ in named})


def test_the_oldest_python_is_the_first_one_named():
    """The classifiers begin with the required Python version, in ascending order."""
    pythons = [found[1] for found in map(PYTHON.fullmatch, PROJECT["classifiers"]) if found]
    assert f">={pythons[0]}" == PROJECT["requires-python"]
    assert pythons == sorted(pythons, key=Version)
