"""Loading of bots, faults of their games, and the end of a bot with its command."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from gamesolver.cli.bots import player as bots
from tests.support.at_the_terminal import ROOT, called, is_gone, refused

LOADING = {
    "raise OSError('no')": (3, "cannot be loaded: OSError: no"),
    "def (": (3, "cannot be loaded: SyntaxError: "),
    "import os; os._exit(5)": (3, "cannot be loaded: it ended its process with code 5"),
    "import nowhere_to_be_found": (3, "cannot be loaded: ModuleNotFoundError: "),
    "choose = 3": (2, "no player in "),
    "class choose: pass": (2, "has <class 'broken.choose'> there; it has no function"),
    "def chose(position): pass": (2, "has no such name; its functions are chose"),
}


@pytest.mark.parametrize(("content", "reported"), LOADING.items())
def test_a_bot_that_cannot_be_loaded_is_reported_in_one_line(tmp_path, content, reported):
    """A file that fails to run ends with code 3, a missing player with code 2."""
    code, words = reported
    (tmp_path / "broken.py").write_text(content)
    output = refused("audit", "tic-tac-toe", f"{tmp_path}/broken.py:choose", code=code)
    assert words in output


def test_a_bot_that_does_not_load_in_time_is_given_up(tmp_path, monkeypatch):
    """Loading has its own time limit."""
    monkeypatch.setattr(bots, "LOADING", 0.5)
    (tmp_path / "slow.py").write_text("import time; time.sleep(600)")
    output = refused("audit", "tic-tac-toe", f"{tmp_path}/slow.py:choose", code=3)
    assert output.endswith("slow.py:choose cannot be loaded: it takes more than 0.5 s")


def test_positions_of_classes_of_ones_own_reach_the_bot(tmp_path):
    """If game and bot are in one file, the bot receives positions of the class in that file."""
    source = tmp_path / "heap.py"
    source.write_text(
        "import attrs\n"
        "from gamesolver import Game, Value\n"
        "@attrs.frozen(order=True)\n"
        "class Heap:\n"
        "    size: int\n"
        "class TakeAway(Game):\n"
        "    def start(self): return Heap(10)\n"
        "    def moves(self, at): return [take for take in (1, 2, 3) if take <= at.size]\n"
        "    def play(self, at, take): return Heap(at.size - take)\n"
        "    def terminal_value(self, at): return None if at.size else Value.LOSS\n"
        "    def parse(self, text): return Heap(int(text))\n"
        "    def format(self, at): return str(at.size)\n"
        "def choose(at):\n"
        "    assert isinstance(at, Heap), type(at)\n"
        "    return at.size % 4 or [take for take in (1, 2, 3) if take <= at.size]\n"
    )
    output = called("audit", f"{source}:TakeAway", f"{source}:choose")
    assert (output.code, output.err) == (0, "")


def test_a_position_that_cannot_travel_is_the_games_fault(tmp_path):
    """A position that cannot be pickled is reported with exit code 3."""
    source = tmp_path / "stay.py"
    source.write_text(
        "from games import Nim\n"
        "class At(tuple):\n"
        "    def __reduce__(self): raise TypeError('stays here')\n"
        "class Stay(Nim):\n"
        "    def start(self): return At(super().start())\n"
        "def choose(position): return None\n"
    )
    output = refused("odds", f"{source}:Stay", f"{source}:choose", "random", code=3)
    assert "cannot be passed to a bot in another process: TypeError: stays here" in output


def test_a_game_that_cannot_be_made_again_is_at_fault(tmp_path):
    """A game that the bot's process cannot create is reported with exit code 3."""
    source = tmp_path / "once.py"
    source.write_text(
        "import os\n"
        "from games import Nim\n"
        "class Once(Nim):\n"
        "    def __init__(self, heaps=(1, 2)):\n"
        "        if 'MADE' in os.environ: raise OSError('made already')\n"
        "        os.environ['MADE'] = 'yes'\n"
        "        super().__init__(heaps)\n"
        "def choose(position): return None\n"
    )
    output = refused("odds", f"{source}:Once", f"{source}:choose", "random", code=3)
    assert output.endswith("once.py:Once cannot be made in another process: OSError: made already")


def test_two_moves_of_one_text_are_the_games_fault(tmp_path):
    """Two moves of one text are a contract violation, since a bot names moves by their text."""
    source = tmp_path / "same.py"
    source.write_text(
        "from games import Nim\n"
        "class Same(Nim):\n"
        "    def format_move(self, move): return 'take'\n"
        "def choose(position): return (0, 1)\n"
    )
    output = refused("match", f"{source}:Same", f"{source}:choose", "random", code=3)
    assert output == (
        "Same breaks its contract: two moves at position (3, 4, 5) have one text in format_move: "
        "a bot names its move by that text; expected different texts"
    )


SLEEPS = """
import os, time
def choose(position):
    print("asked", os.getpid(), flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)], ids=str
)
def test_a_bot_does_not_outlive_the_command(tmp_path, sent, code):
    """Ctrl-C ends command and bot; if the command is killed, the bot ends by itself."""
    (tmp_path / "sleeps.py").write_text(SLEEPS)
    words = ["audit", "tic-tac-toe", f"{tmp_path}/sleeps.py:choose"]
    running = subprocess.Popen(
        [sys.executable, "-m", "gamesolver", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    with running:
        queried, bot = running.stderr.readline().split()
        assert queried == "asked"
        running.send_signal(sent)
        output = running.communicate(timeout=60)
    assert running.returncode == code
    assert output == ("", "gamesolver: stopped\n" if sent == signal.SIGINT else "")
    assert is_gone(int(bot))
