"""Progress bars: shown in terminals and notebooks only."""

from __future__ import annotations

import io
import sys
from types import ModuleType

import pytest

from games import ConnectFour, Nim, TicTacToe
from gamesolver import InvalidArgumentError, Progress, solve
from gamesolver.show import bars
from gamesolver.system.progress import reporting
from tests.support.own_process import printed
from tests.support.pseudo_terminal import Terminal

ROOT_CALL = "from games import TicTacToe; from gamesolver import solve; "


class Screen(io.StringIO):
    """Standard error of a terminal."""

    def isatty(self):
        return True


class Place:
    """Display handle of a notebook that records its content."""

    def __init__(self):
        self.shown = []

    def update(self, html):
        self.shown.append(html)


@pytest.fixture
def notebook(monkeypatch):
    """Simulated notebook; the value is the display handle of its bar."""
    ipython, display, place = ModuleType("IPython"), ModuleType("IPython.display"), Place()
    ipython.get_ipython = object
    display.HTML = str
    display.display = lambda html, display_id: place
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.delitem(sys.modules, "IPython.terminal.interactiveshell", raising=False)
    return place


def test_nothing_is_shown_where_no_player_looks_on(capfd):
    """Without a terminal or a notebook, ``progress=True`` writes nothing."""
    solve(TicTacToe(), progress=True)
    assert capfd.readouterr() == ("", "")


def test_a_terminal_has_a_bar_on_standard_error(monkeypatch):
    """A bar in a terminal has the phase and the progress, and is removed at the end."""
    monkeypatch.setattr(bars, "PATIENCE", 0.0)  # by default, short work has no bar
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with reporting(True) as report:
        for done in range(101):
            report("count", done, 100)
    assert "count" in screen.getvalue()
    assert "100/100" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[2K")  # wiped


def test_a_terminal_states_what_a_table_has_forgotten(monkeypatch):
    """The number of forgotten entries is shown after the phase, if it is not 0."""
    monkeypatch.setattr(bars, "PATIENCE", 0.0)
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with reporting(True) as report:
        report("prove", 1_000, None, "positions")
        report.clear_line()
        report("prove", 2_000, None, "positions", 1_234)
    assert "prove, 1,234 forgotten" in screen.getvalue()
    assert "prove, 0" not in screen.getvalue()


def test_a_real_terminal_shows_the_bar_of_the_command_line():
    """``gamesolver solve`` shows a progress bar in a pseudo-terminal."""
    with Terminal("solve", "pong-hau-ki") as terminal:
        assert "positions" in terminal.until("24 draw")


def test_a_notebook_has_a_bar_below_the_entry(notebook):
    """A bar in a notebook is updated during the work and removed at the end."""
    solve(TicTacToe(), method="retrograde", progress=True)
    assert len(notebook.shown) >= 2
    assert "765" in "".join(notebook.shown)
    assert notebook.shown[-1] == ""


def test_the_bar_of_a_notebook_goes_when_the_work_fails(notebook):
    """A bar in a notebook is removed if the work raises an error."""

    def work():
        with reporting(True) as report:
            report("count", 1, 2)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert notebook.shown[-1] == ""


def test_a_terminal_of_ipython_is_no_notebook(notebook, monkeypatch):
    """The terminal of IPython, recognised by its class, has no notebook bar."""
    module = ModuleType("IPython.terminal.interactiveshell")
    module.TerminalInteractiveShell = object
    monkeypatch.setitem(sys.modules, module.__name__, module)
    solve(TicTacToe(), method="retrograde", progress=True)
    assert notebook.shown == []


def test_a_bar_states_how_far_and_how_long_still():
    """A bar has the phase, the progress, a proportional width and the time left."""
    text = bars.progress_html(Progress("solve <b>", done=50, total=200, seconds=2.0))
    assert "solve &lt;b&gt;: 50 of 200, 6.0 s left" in text
    assert "width:25.0%" in text
    assert "width" not in bars.progress_html(Progress("explore", done=50)).split("</style>")[1]


def test_solving_without_a_bar_loads_none():
    """Without a terminal or a notebook, ``progress=True`` imports no module for bars."""
    code = ROOT_CALL + "solve(TicTacToe(), progress=True); import sys; "
    names = '"rich", "IPython", "gamesolver.show.reports", "matplotlib", "anywidget"'
    assert printed(f"{code} print([name for name in ({names}) if name in sys.modules])") == "[]\n"


def test_faces_of_notebooks_load_what_they_need_when_it_is_used():
    """Importing the notebook and the plots loads neither widgets nor matplotlib."""
    code = "import gamesolver.notebook, gamesolver.plots, sys; "
    names = '"matplotlib", "anywidget", "ipywidgets", "IPython", "rich", "click"'
    assert printed(f"{code} print([name for name in ({names}) if name in sys.modules])") == "[]\n"


def test_plots_without_matplotlib_state_how_to_get_it():
    """Without matplotlib, a plot raises an error that names the extra to install."""
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        f"{ROOT_CALL}from gamesolver.plots import outcomes_by_remoteness\n"
        "try:\n    outcomes_by_remoteness(solve(TicTacToe()))\n"
        "except ValueError as error:\n    print(error)"
    )
    text = 'plots need matplotlib, which is not installed: pip install "solved-games[draw]"\n'
    assert printed(code) == text


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(3, 3, 3)], ids=repr)
def test_verifying_reports_how_far_it_is(game):
    """``verify`` reports its progress to the end, for plain and compiled games."""
    news = []
    report = solve(game).verify(progress=news.append)
    assert {each.phase for each in news} - {"compile"} == {"verify"}  # if nothing is cached
    assert news[-1].share == 1
    assert report.positions > 0


def test_a_bad_progress_is_refused():
    """An invalid ``progress`` is refused, and the message has the valid values."""
    with pytest.raises(InvalidArgumentError, match="expected True, a callable"):
        solve(TicTacToe(), progress=3)


@pytest.mark.parametrize("game", [Nim(), ConnectFour(4, 3, 3)], ids=["plain", "compiled"])
def test_no_time_left_is_stated_while_positions_are_found(game):
    """No time left is shown while positions are found, because the total is unknown."""
    news = []
    solve(game, progress=news.append)
    finding = [each for each in news if each.phase in ("explore", "finding")]
    assert finding
    assert [each.seconds_left for each in finding] == [None] * len(finding)
    assert all(bars.progress_text(each).endswith(" found so far") for each in finding)
