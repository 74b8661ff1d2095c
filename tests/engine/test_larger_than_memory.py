"""Tables larger than the memory limit, which are kept in files of the folder."""

import sys

import pytest

from tests.support.own_process import printed

LARGE = """
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from games import ConnectFour, GobbletGobblers
from gamesolver import MemoryLimitError, solve
from gamesolver.engine import stage_places

def bytes_of(solution):
    with TemporaryDirectory() as own:
        path = Path(own) / "it.solution"
        solution.save(path, how=False)
        return path.read_bytes()

game, memory = eval(sys.argv[2]), int(sys.argv[3])
# all that is needed is loaded, also for stages on disk
in_memory, stage_places.fits_in_memory = stage_places.fits_in_memory, lambda *_: False
solve(ConnectFour(4, 3), folder=sys.argv[1])
stage_places.fits_in_memory = in_memory
right = bytes_of(solve(game, folder=sys.argv[1]))
for folder in (None, sys.argv[1]):
    try:
        solution = solve(game, memory=memory, folder=folder, every=0.2)
        print(max(solution.how.bytes.values()) < memory)
        print(bytes_of(solution) == right)
        print(solution.how.why.startswith("found by sorted runs"))
    except MemoryLimitError as error:
        print(error)
"""


@pytest.mark.compiled(why="millions of positions are too slow in plain Python")
@pytest.mark.skipif(sys.platform != "linux", reason="counts memory as Linux does")
@pytest.mark.parametrize(
    ("game", "megabytes"), [("GobbletGobblers(sizes=2, copies=3)", 6), ("ConnectFour(5, 4)", 18)]
)
def test_a_table_that_does_not_fit_into_memory(game, megabytes, tmp_path):
    """A table above the limit is refused without a folder, and with one has the same file.

    For an indexed game the table entries are on disk. For an enumerated game so are the keys,
    which are found by sorted runs, and the pending positions.
    """
    refused, *reported = printed(LARGE, tmp_path, game, megabytes * 10**6).splitlines()
    assert refused.startswith(f"out of memory: the limit is {megabytes}.0 MB")
    assert reported == ["True", "True", str(game.startswith("ConnectFour"))]
    assert not list(tmp_path.iterdir())
