"""Imports: the explorer is loaded only on request, and names its missing requirements."""

import pytest

from tests.support.own_process import printed

LOADED = """
import sys
from games import Nim
{code}
print(*sorted(name for name in sys.modules if name.split(".")[0] in {{"starlette", "uvicorn",
"jinja2"}} or name.startswith("gamesolver.web")))
"""


def loaded(code):
    """Return the modules of the explorer and its requirements that are loaded after some code."""
    return printed(LOADED.format(code=code)).split()


def test_the_library_loads_no_explorer():
    """Solving, querying and drawing load nothing of the explorer."""
    code = "from gamesolver import solve, grid_svg; solve(Nim()).moves((3, 4, 5)); grid_svg(['x'])"
    assert loaded(code) == []


def test_the_explorer_loads_what_it_needs_when_it_is_used():
    """Importing the explorer loads no server and no templates."""
    assert loaded("import gamesolver.web") == ["gamesolver.web"]


def test_a_page_needs_no_server(tmp_path):
    """Writing one file loads the templates, and no server."""
    code = "from gamesolver import solve; from gamesolver.web import write_page; "
    names = loaded(f"{code} write_page(solve(Nim()), {str(tmp_path / 'page.html')!r})")
    assert "jinja2" in names
    assert not {"starlette", "uvicorn"} & set(names)


MISSING = """
import sys
sys.modules[{needed!r}] = None  # as if it were not installed
from games import Nim
from gamesolver import InvalidArgumentError, solve
from gamesolver import web
try:
    web.{call}
except InvalidArgumentError as error:
    print(error)
"""
CALLS = [
    ("starlette", "app(solve(Nim()))"),
    ("uvicorn", "serve(solve(Nim()), port=0)"),
    ("jinja2", "write_page(solve(Nim()), 'nowhere.html')"),
]


@pytest.mark.parametrize(("needed", "call"), CALLS)
def test_what_is_not_installed_is_named(needed, call):
    """If a requirement is missing, each function of the explorer reports what to install."""
    assert printed(MISSING.format(needed=needed, call=call)) == (
        f'the explorer needs {needed}, which is not installed: pip install "solved-games[web]"\n'
    )
