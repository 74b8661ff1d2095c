"""The guide *Make your game fast*, saved as a file: its rules are compiled once and cached."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.scale import scaled

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "howto" / "numba.md"
RUNS = "print([len(solve(TicTacToeFrom(sides))) for sides in (1, 8)])\n"


def program(text):
    """Return the code that the page defines as one program, with cached rules."""
    blocks = []
    for block in text.split("```python\n")[1:]:
        code = block.split("```")[0]
        lines = code.splitlines()
        indent = len(lines[0]) - len(lines[0].lstrip())
        if not lines[0].lstrip().startswith(">>>"):
            blocks.append("\n".join(line[indent:] for line in lines))
    return "\n\n".join(blocks).replace("@njit\n", "@njit(cache=True)\n") + "\n" + RUNS


@pytest.mark.compiled(why="plain Python keeps nothing")
def test_rules_with_parameters_leave_no_more_files_at_each_run(tmp_path):
    """A second run of the guide (nightly also a third) adds no file to the cache."""
    file = tmp_path / "guide_in_a_file.py"
    file.write_text(program(GUIDE.read_text()))
    kept = Path(os.environ.get("NUMBA_CACHE_DIR", tmp_path))
    before = set(kept.rglob(f"{file.stem}.*"))
    counts = []
    for _ in range(scaled(2, 3)):
        finished = subprocess.run(
            [sys.executable, file],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
            text=True,
        )
        assert finished.stdout == "[39366, 5724]\n"
        counts.append(len(set(kept.rglob(f"{file.stem}.*")) - before))
    assert counts[0] > 8  # one file per cached function
    assert counts == counts[:1] * len(counts)
