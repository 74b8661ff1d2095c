"""Metadata of a release: one version, one date, one list of authors."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest

import gamesolver

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
CITATION = (ROOT / "CITATION.cff").read_text("utf-8")
VERSIONS = re.findall(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", CHANGELOG, re.MULTILINE)


def cited(key):
    """Return the citation under a key: a line, or the lines of a list."""
    line = re.search(rf"^{key}:(?: (.+))?$", CITATION, re.MULTILINE)
    if line[1] and line[1] != ">-":
        return line[1]
    block = re.match(r"(?:\n  .+)+", CITATION[line.end() :])[0]
    entries = [each.strip().removeprefix("- ") for each in block.strip().splitlines()]
    return " ".join(entries) if line[1] else entries


def test_the_changelog_has_dated_versions_newest_first():
    """The first heading may be *Unreleased*; each other one is a version and its date."""
    headings = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    if headings[0] == "Unreleased":
        del headings[0]
    assert VERSIONS
    assert headings == [f"{name} ({day})" for name, day in VERSIONS]
    keys = [(tuple(map(int, name.split("."))), date.fromisoformat(day)) for name, day in VERSIONS]
    assert keys == sorted(keys, reverse=True)


def test_the_version_is_the_newest_in_the_changelog():
    """``gamesolver.__version__``, which the metadata takes, is the newest version."""
    assert gamesolver.__version__ == VERSIONS[0][0]
    assert PROJECT["dynamic"] == ["version"]


def test_the_citation_agrees():
    """The citation file has the version, date, authors, licence, keywords and description."""
    assert (cited("version"), cited("date-released")) == VERSIONS[0]
    assert cited("authors") == [f"name: {each['name']}" for each in PROJECT["authors"]]
    assert cited("license") == PROJECT["license"]
    assert cited("keywords") == PROJECT["keywords"]
    assert cited("abstract") == PROJECT["description"]


@pytest.mark.parametrize("key", ["cff-version", "message", "title", "authors"])
def test_the_citation_has_what_its_format_needs(key):
    """Version 1.2.0 of the Citation File Format requires four keys."""
    assert cited(key)
    assert cited("cff-version") == "1.2.0"


def test_no_address_is_named_that_leads_nowhere():
    """Project metadata and citation file both have a public address, or neither has one."""
    named = PROJECT.get("urls", {})
    assert bool(named) == ("repository-code:" in CITATION)
