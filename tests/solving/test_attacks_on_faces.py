"""Attacks on the interfaces: hostile games, odd streams and odd paths."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from games import Nim, TicTacToe
from gamesolver import FileError, GameContractError, InvalidArgumentError, solve
from gamesolver.rules.guard import Rules
from gamesolver.show.sanitizing import safe
from gamesolver.web import serve, write_page
from tests.support.at_the_terminal import ROOT, called, in_a_process, refused

SOLUTION = solve(TicTacToe())
EXITS = """
import sys
from games import Nim
from gamesolver import Game
class {name}(Nim):
    def {method}(self, *given):
        raise {error}
"""


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes are of Unix")
def test_a_page_and_a_plot_leave_links_and_pipes_as_they_are(tmp_path):
    """Pages and plots refuse a pipe and a folder, and write through a link."""
    pipe, real, link = tmp_path / "pipe.svg", tmp_path / "real", tmp_path / "link.html"
    small = solve(Nim((1, 2)))
    os.mkfifo(pipe)
    link.symlink_to(real)
    with pytest.raises(FileError, match="it is not a regular file"):
        write_page(small, pipe)
    assert "it is not a regular file" in refused("plot", "nim", pipe)
    write_page(small, link)
    assert link.is_symlink()
    assert real.stat().st_size > 10_000
    with pytest.raises(FileError, match="it is a folder"):
        write_page(small, tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are of Unix")
def test_a_pipe_is_no_file_to_load(tmp_path):
    """A pipe is refused as a solution, without waiting for data."""
    pipe = tmp_path / "x.solution"
    os.mkfifo(pipe)
    assert "it is not a regular file" in refused("show", pipe)


@pytest.mark.parametrize("value", ['image-set("http://h/x" 1x)', "-webkit-image-set(1)", "src(x)",
                                   "u\\72l(http://h)", "paint(x)"])  # fmt: skip
def test_no_value_of_a_picture_calls_what_might_fetch(value):
    """Functions in values that might fetch a resource are removed from a picture."""
    drawing = f'<svg mask="{value.replace(chr(34), "&quot;")}"><rect fill="rgb(1,2,3)"/></svg>'
    assert safe(drawing).html() == '<svg><rect fill="rgb(1,2,3)"></rect></svg>'


def test_a_picture_that_draws_itself_again_and_again_is_none():
    """A picture with too many nested references is refused, and one with a few is kept."""
    levels = "".join(f'<g id="a{n}">{f"""<use href="#a{n + 1}"/>""" * 10}</g>' for n in range(8))
    assert safe(f'<svg><defs>{levels}</defs><use href="#a0"/></svg>') is None
    chain = "".join(f'<g id="a{n}"><use href="#a{n + 1}"/></g>' for n in range(5_000))
    assert safe(f"<svg>{chain}</svg>") is None
    assert safe('<svg><g id="a"><use href="#a"/></g></svg>') is not None
    assert safe('<svg><g id="a"><rect/></g><use href="#a"/><use href="#a"/></svg>') is not None


def test_a_large_picture_is_kept_whole():
    """A picture of 15,000 shapes is kept whole."""
    assert safe(f"<svg>{'<g/>' * 15_000}</svg>").html().count("<g>") == 15_000


@pytest.mark.parametrize("error", ["SystemExit(0)", "SystemExit('enough')", "GeneratorExit"])
@pytest.mark.parametrize("method", ["__init__", "start", "moves"])
def test_a_game_that_ends_the_program_is_at_fault(tmp_path, method, error):
    """A game that raises SystemExit or GeneratorExit is reported with an error code."""
    file = tmp_path / "leaving.py"
    name = f"Leaving{abs(hash((method, error)))}"
    file.write_text(EXITS.format(name=name, method=method, error=error))
    output = called("solve", f"{file}:{name}")
    assert output.code in (2, 3), output
    assert error.split("(")[0] in output.err
    assert output.out == ""


def test_a_file_that_ends_the_program_cannot_be_loaded(tmp_path):
    """A file that exits at import is reported as a file that cannot be loaded."""
    file = tmp_path / "ends_at_once.py"
    file.write_text("import sys\nsys.exit(0)\n")
    assert "cannot be loaded: SystemExit: 0" in refused("verify", f"{file}:G", code=3)


@pytest.mark.skipif(sys.platform == "win32", reason="closes streams as a shell does")
@pytest.mark.parametrize(
    ("streams", "code"), [(">&-", 0), ("2>&-", 0), ("<&-", 0), (">/dev/full", 3)]
)
def test_closed_and_full_streams(streams, code):
    """A closed stream causes no error, and a full disk is reported without a traceback."""
    line = f"{sys.executable} -m gamesolver games {streams}"
    ran = subprocess.run(
        ["sh", "-c", line], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False
    )
    assert ran.returncode == code, ran
    assert "Traceback" not in ran.stderr
    assert ("cannot be written" in ran.stderr) is (code == 3)


class Mute(Exception):  # noqa: N818  # a user's
    """Exception whose ``str`` raises."""

    def __str__(self):
        raise RuntimeError


class Silent(Nim):
    """Game whose ``format`` returns no text and whose errors have none."""

    def start(self):
        raise Mute

    def format(self, position):
        return self

    def __str__(self):
        raise RuntimeError


def test_errors_and_texts_without_words_are_the_games_fault():
    """Errors and texts whose ``str`` raises are reported as faults of the game."""
    with pytest.raises(GameContractError, match="Mute without words"):
        solve(Silent())
    with pytest.raises(GameContractError, match=r"returned Silent.*: expected a str"):
        Rules(Silent()).format((1, 2))


def test_a_way_through_a_folder_that_is_not_there(tmp_path, monkeypatch):
    """A path through a missing folder and back is accepted and reported as written."""
    monkeypatch.chdir(tmp_path)
    for words in (("export", "nim", "a/../b.csv"), ("plot", "nim", "a/../b.png")):
        assert called(*words).out.startswith(f"{words[-1]}: ")
        assert (tmp_path / words[-1].removeprefix("a/../")).stat().st_size > 0


def test_names_that_are_no_names_of_files():
    """A name too long for a file is reported as an unknown game."""
    assert "unknown game" in refused("solve", "x" * 5_000)


def test_responses_without_end_are_refused():
    """A best response may be nested at most ten times."""
    many = "best-response:" * 500 + "random"
    assert "at most 10 times" in refused("match", "nim", many, "random")


def test_json_is_json_whatever_a_parameter_is(tmp_path):
    """A float without a JSON form becomes a text, and control characters are escaped."""
    file = tmp_path / "odd_parameters.py"
    file.write_text(
        "import attrs\nfrom gamesolver import Game, Value\n"
        "@attrs.frozen\nclass Odd(Game):\n"
        "    x: float = float('inf')\n"
        "    def start(self): return '\\x9b'\n"
        "    def moves(self, position): return []\n"
        "    def play(self, position, move): return position\n"
        "    def terminal_value(self, position): return Value.LOSS\n"
    )
    output = called("solve", f"{file}:Odd", "--json")
    assert output.answer["game"]["parameters"] == {"x": "inf"}
    assert "\x9b" not in output.out


def test_no_text_steers_the_terminal(tmp_path):
    """Escape sequences in the title of a game are shown as text."""
    file = tmp_path / "steering.py"
    file.write_text("from games import Nim\nclass Esc(Nim):\n    title = '\\x1b[2J'\n")
    output = called("solve", f"{file}:Esc", "--heaps", "1")
    assert "\x1b" not in output.out + output.err
    assert r"\x1b[2J" in output.out


def test_hosts_that_are_no_names():
    """``serve`` refuses hosts that are not a list of names."""
    with pytest.raises(InvalidArgumentError, match="bad hosts 5: expected a list of names"):
        serve(SOLUTION, hosts=5)


def test_a_very_early_interruption(tmp_path):
    """Ctrl-C during the imports of a command gives a message, not a traceback."""
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "click.py").write_text("raise KeyboardInterrupt\n")
    ran = in_a_process("games", env={"PYTHONPATH": f"{slow}{os.pathsep}{ROOT}"})
    assert (ran.returncode, ran.stderr) == (130, "gamesolver: stopped\n")


def test_axes_that_are_not_flat():
    """Polar axes and axes removed from their figure are refused."""
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    from gamesolver.plots import outcomes_by_remoteness

    gone = pyplot.subplots()[1]
    gone.remove()
    for ax in (pyplot.subplots(subplot_kw={"projection": "polar"})[1], gone):
        with pytest.raises(InvalidArgumentError, match="expected flat axes of matplotlib"):
            outcomes_by_remoteness(SOLUTION, ax=ax)
    pyplot.close("all")
