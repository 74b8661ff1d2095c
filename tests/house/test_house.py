"""Tests of the package: the modules that it imports, its public names, and its installation."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import gamesolver
from games import TicTacToe
from gamesolver import players, plots, solve

ROOT = Path(__file__).parents[2]


def modules_after(code):
    """Return the modules that a new process has loaded after running some code."""
    finished = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
    )
    return set(finished.stdout.split())


def test_importing_the_library_loads_nothing_heavy():
    """``import gamesolver`` loads neither numpy, numba, networkx nor rich."""
    loaded = modules_after("import gamesolver")
    assert not loaded & {"numpy", "numba", "networkx", "rich", "games"}


def test_a_small_solve_loads_no_compiler():
    """Tic-tac-toe is imported, solved and verified without numba and networkx."""
    loaded = modules_after(
        "from gamesolver import solve\nfrom games import TicTacToe\nsolve(TicTacToe()).verify()"
    )
    assert not loaded & {"numba", "networkx"}


def test_a_compiled_solve_in_one_process_loads_no_transport():
    """Without a folder and without ranks, no MPI, no file writer and no proof is loaded."""
    loaded = modules_after(
        "from gamesolver import solve\nfrom games import ConnectFour\nsolve(ConnectFour(3, 3))"
    )
    ours = {each for each in loaded if each.partition(".")[0] == "gamesolver"}
    rooms = {each.split(".")[1] for each in ours if "." in each}
    assert not rooms & {"files", "proofs", "exports", "web", "cli"}
    assert "gamesolver.system.mpi_team" not in ours
    assert not loaded & {"mpi4py", "xxhash", "zstandard", "sqlite3"}


def test_a_small_solve_loads_no_pictures():
    """Solving tic-tac-toe loads its board and 31 modules, none for display, files or compilation.

    Of the kernels it loads only the module that defers them.
    """
    loaded = modules_after(
        "from gamesolver import solve\nfrom games import TicTacToe\nsolve(TicTacToe())"
    )
    ours = {each for each in loaded if each.partition(".")[0] == "gamesolver"}
    rooms = {each.split(".")[1] for each in ours if "." in each}
    needless = {"show", "answers", "files", "engine", "check", "players"}
    assert not rooms & needless
    of_kernels = {each for each in ours if each.startswith("gamesolver.kernels.")}
    assert of_kernels == {"gamesolver.kernels.deferring"}
    assert "gamesolver.verify.certificate" not in ours
    assert not ours & {"gamesolver.rules.faults", "gamesolver.rules.messages"}
    assert not loaded & {"numba", "networkx", "rich", "click", "xml.etree.ElementTree", "html"}
    of_board = {each for each in ours if each.startswith("gamesolver.boards")}
    modules = ("", ".board", ".grid", ".places")
    assert of_board == {f"gamesolver.boards{each}" for each in modules}
    assert len(ours - of_board) <= 31


def test_the_command_line_solves_a_small_game_without_a_compiler():
    """``gamesolver solve tic-tac-toe``, its estimate included, loads no compiler and no files."""
    loaded = modules_after(
        "import contextlib, io\nfrom gamesolver.cli.main import main\n"
        "with contextlib.redirect_stdout(io.StringIO()): main(['solve', 'tic-tac-toe'])"
    )
    assert "gamesolver.forecast.plain_games" in loaded
    assert not loaded & {"numba", "networkx", "scipy", "xml.etree.ElementTree"}
    assert not loaded & {"sqlite3", "xxhash", "zstandard", "gamesolver.files"}


def test_a_plain_solution_is_loaded_without_a_compiler(tmp_path):
    """A file of tic-tac-toe is opened and queried without numba."""
    solve(TicTacToe()).save(tmp_path / "file")
    loaded = modules_after(f"from gamesolver import load\nload({str(tmp_path / 'file')!r}).outcome")
    assert not loaded & {"numba", "networkx"}


def test_puzzles_of_a_plain_game_need_no_compiler():
    """Puzzles, traps and comparisons of tic-tac-toe load neither numba, scipy nor networkx."""
    loaded = modules_after(
        "from gamesolver import solve\nfrom gamesolver.players import compare, puzzles, traps\n"
        "from games import TicTacToe\nsolution = solve(TicTacToe())\n"
        "puzzles(solution), traps(solution), compare(solution, solution)"
    )
    assert not loaded & {"numba", "scipy", "networkx"}


@pytest.mark.parametrize("name", gamesolver.__all__)
def test_every_public_name_is_documented_with_an_example(name):
    """Each name of ``__all__`` has a docstring, and an example in it that the tests run."""
    assert ">>>" in getattr(gamesolver, name).__doc__


@pytest.mark.parametrize("package", [gamesolver, players, plots])
def test_dir_shows_public_names_alone(package):
    """The completions of an editor are the public names, loaded or not."""
    offered = dir(package)
    assert offered == sorted(package.__all__)
    for name in offered:
        getattr(package, name)
    assert dir(package) == offered


def test_names_that_are_not_there():
    """An unknown name raises ``AttributeError``."""
    with pytest.raises(AttributeError, match="has no attribute 'slove'"):
        gamesolver.slove  # noqa: B018  # querying is the test


def test_no_page_installs_a_person_elses_library():
    """No page or message installs ``gamesolver``, which is another project on the package index."""
    installs = re.compile(r"install [^\n`&]*\bgamesolver\b")
    pages = [
        path
        for pattern in ("*.md", "docs/**/*.md", "docs/**/*.ipynb", "g*/**/*.py")
        for path in ROOT.glob(pattern)
    ]
    assert installs.search('pip install "gamesolver[web]"')
    reported = [path.name for path in pages if installs.search(path.read_text(encoding="utf-8"))]
    assert not reported
