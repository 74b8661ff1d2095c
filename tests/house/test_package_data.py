"""Tests that the wheel has every file of the packages."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]


def test_every_file_of_a_package_is_package_data():
    """Each file other than a module matches a pattern of its package, so the wheel includes it."""
    files = {
        each
        for package in ("gamesolver", "games")
        for each in (ROOT / package).rglob("*")
        if each.is_file() and each.suffix not in (".py", ".pyi", ".pyc")
        if "__pycache__" not in each.parts
    }
    matched = {
        each
        for package, patterns in DATA.items()
        for pattern in patterns
        for each in (
            files if package == "*" else set((ROOT / package.replace(".", "/")).glob(pattern))
        )
        if package != "*" or each.match(pattern)
    }
    assert {str(each.relative_to(ROOT)) for each in files - matched} == set()
