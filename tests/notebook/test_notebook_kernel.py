"""Notebook cells and a click in a real kernel, and the notebooks of the docs."""

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
    """Outputs of all cells, run in order."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in CELLS])
    where = {"metadata": {"path": str(ROOT)}}
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=where)
    client.execute(env=os.environ | {"PYTHONWARNINGS": "ignore"})
    return [cell.outputs for cell in notebook.cells]


def of_kind(outputs, kind):
    """Return the outputs of a MIME type."""
    return [each["data"][kind] for each in outputs if kind in each.get("data", {})]


def test_a_solution_is_a_table_and_its_bar_is_gone(ran):
    """A solution is shown as text and HTML, and its progress bar is removed."""
    bar, shown = of_kind(ran[2], "text/html")
    assert bar == ""
    assert shown.startswith('<div class="gamesolver">')
    assert of_kind(ran[2], "text/plain")[-1].startswith("<Solution of TicTacToe(): draw in 9")


def test_a_match_is_a_widget_and_receives_the_browser(ran):
    """A match is shown as a widget, and a message from the front end makes a move."""
    assert of_kind(ran[3], "application/vnd.jupyter.widget-view+json")
    assert of_kind(ran[4], "text/plain") == ["2"]


def test_a_board_is_shown_as_a_picture_of_either_kind(ran):
    """A board is shown as HTML, and as SVG for front ends that do not show HTML."""
    assert "<svg" in of_kind(ran[5], "text/html")[0]
    assert of_kind(ran[5], "image/svg+xml")[0].startswith("<svg xmlns=")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_stored_without_outputs(path):
    """Notebooks have no stored outputs, because they are run when the docs are built."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 5
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
