"""A real kernel: what cells show, a click on its way there; and the notebooks of the docs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient", reason="no client for notebooks is installed")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("anywidget", reason="the extra notebook is not installed")

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
CELLS = [
    "from games import TicTacToe",
    "from gamesolver import solve\nfrom gamesolver.notebook import play",
    "solution = solve(TicTacToe(), method='retrograde', progress=True)\nsolution",
    "match = play(solution, seat='x', seed=1)\nmatch",
    "content = {'move': '4', 'number': match.number}\n"
    "data = {'method': 'custom', 'content': content}\n"
    "match.comm.handle_msg({'content': {'data': data}, 'buffers': []})\n"
    "len(match.match.turns)",
    "solution.board()",
]


@pytest.fixture(scope="module")
def ran():
    """The outputs of all cells, each run after the one before it."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in CELLS])
    where = {"metadata": {"path": str(ROOT)}}
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=where)
    client.execute(env=os.environ | {"PYTHONWARNINGS": "ignore"})
    return [cell.outputs for cell in notebook.cells]


def of_kind(outputs, kind):
    """Return the output in one of the forms that a front end may choose from."""
    return [each["data"][kind] for each in outputs if kind in each.get("data", {})]


def test_a_solution_is_a_table_and_its_bar_is_gone(ran):
    """Beside the one line there is the markup; where the bar was, nothing is left."""
    bar, shown = of_kind(ran[2], "text/html")
    assert bar == ""
    assert shown.startswith('<div class="gamesolver">')
    assert of_kind(ran[2], "text/plain")[-1].startswith("<Solution of TicTacToe(): draw in 9")


def test_a_match_is_a_widget_and_receives_the_browser(ran):
    """The front end is reported which widget to show; a message from it makes a move."""
    assert of_kind(ran[3], "application/vnd.jupyter.widget-view+json")
    assert of_kind(ran[4], "text/plain") == ["2"]


def test_a_board_is_shown_as_a_picture_of_either_kind(ran):
    """As a piece of a page, and as SVG for front ends that take no markup."""
    assert "<svg" in of_kind(ran[5], "text/html")[0]
    assert of_kind(ran[5], "image/svg+xml")[0].startswith("<svg xmlns=")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_stored_without_outputs(path):
    """They are run when the docs are built, so no output can be older than the code."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 5
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
