"""The map at the head of a room: what each module of it holds, and no module that is gone."""

import ast
import re

import pytest

from tests.support.at_the_terminal import ROOT

ENTRY = re.compile(r"^``(\w+)``  ", re.MULTILINE)
ROOMS = [*sorted((ROOT / "gamesolver").rglob("__init__.py")), ROOT / "benchmarks/__init__.py"]


def name_of(place):
    """A room as one would import it."""
    return ".".join(place.parent.relative_to(ROOT).parts)


@pytest.mark.parametrize("place", ROOMS, ids=name_of)
def test_the_map_of_a_room_has_every_module(place):
    """Each is named at the head of its room, once; packages in it too."""
    lecture = ast.get_docstring(ast.parse(place.read_text(encoding="utf-8"))) or ""
    modules = {each.stem for each in place.parent.glob("*.py")} - {"__init__", "__main__"}
    packages = {each.parent.name for each in place.parent.glob("*/__init__.py")}
    assert sorted(ENTRY.findall(lecture)) == sorted(modules | packages)
