"""check_game tests compiled code of a game only if a solve would compile, or on request."""

import subprocess
import sys

import pytest

from gamesolver import check_game
from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boards import Grid
from gamesolver.rules.short_solves import would_compile


class LineUp(BoardGame):
    """Put men on a row of squares. Two adjacent men win."""

    stuck = LOSS

    def __init__(self, squares=6):
        self.squares = squares
        self.board = Grid(1, squares)
        self.pairs = self.board.lines(2)

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)

    def result(self, at):
        return LOSS if any(pair <= at.theirs for pair in self.pairs) else None


UNTESTED = (
    "compiled code was not tested: a solve of this game does not compile, and a thorough check does"
)


def test_a_game_that_a_solve_does_not_compile_is_checked_without_a_compiler():
    """The report states that compiled code was not tested, and numba is not loaded."""
    program = (
        "import sys\n"
        "from gamesolver import check_game\n"
        "from tests.check.test_untested_code import LineUp\n"
        "report = check_game(LineUp(4))\n"
        "print('numba' in sys.modules, report.exhaustive, 'two modes' in report.laws)\n"
        "print(str(report).splitlines()[-1])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=True
    )
    assert run.stdout.splitlines() == ["False True False", UNTESTED]


@pytest.mark.parametrize("how", [{"thorough": True}, {"laws": ["two modes"]}])
def test_compiled_code_is_tested_on_request(how):
    """A thorough check tests compiled code, and so does a check of one of its laws."""
    report = check_game(LineUp(5), **how)
    assert report.untested == ""
    assert "two modes" in report.laws


@pytest.mark.parametrize(("squares", "compiles"), [(6, False), (14, True)])
def test_a_solve_compiles_if_there_are_many_positions(squares, compiles):
    """A solve of a small game does not compile, and a solve of a large one does."""
    assert would_compile(LineUp(squares)) is compiles
