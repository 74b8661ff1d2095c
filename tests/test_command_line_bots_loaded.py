"""Bots that are loaded, or are not, and how they end: with the command, however that ends."""

from __future__ import annotations

import io
import signal
import subprocess
import sys

import pytest

from games import Nim
from gamesolver.command_line import bots
from gamesolver.command_line.bot_handing import (
    PICKLE,
    TEXT,
    game_in,
    handed_game,
    handed_position,
    position_in,
)
from gamesolver.command_line.bot_line import (
    HEAD,
    MOST,
    Line,
    NoAnswerError,
    read_texts,
    written_texts,
)
from gamesolver.command_line.bot_process import answer_questions
from gamesolver.rules import Rules
from tests.at_the_terminal import ROOT, called, is_gone, refused

GAME = Nim()
LOADING = {
    "raise OSError('no')": (3, "cannot be loaded: OSError: no"),
    "def (": (3, "cannot be loaded: SyntaxError: "),
    "import os; os._exit(5)": (3, "cannot be loaded: it ended its process with code 5"),
    "import nowhere_to_be_found": (3, "cannot be loaded: ModuleNotFoundError: "),
    "choose = 3": (2, "no player in "),
    "class choose: pass": (2, "has <class 'broken.choose'> there; it has no function"),
    "def chose(position): pass": (2, "has no such name; its functions are chose"),
}


@pytest.mark.parametrize(("content", "told"), LOADING.items())
def test_a_bot_that_cannot_be_loaded_is_told_in_one_line(tmp_path, content, told):
    """Somebody's fault is 3; what is not there is a wrong call, 2."""
    code, words = told
    (tmp_path / "broken.py").write_text(content)
    said = refused("audit", "tic-tac-toe", f"{tmp_path}/broken.py:choose", code=code)
    assert words in said


def test_a_bot_that_does_not_load_in_time_is_given_up(tmp_path, monkeypatch):
    """Loading has a limit of its own."""
    monkeypatch.setattr(bots, "LOADING", 0.5)
    (tmp_path / "slow.py").write_text("import time; time.sleep(600)")
    said = refused("audit", "tic-tac-toe", f"{tmp_path}/slow.py:choose", code=3)
    assert said.endswith("slow.py:choose cannot be loaded: it takes more than 0.5 s")


def test_positions_of_classes_of_ones_own_reach_the_bot(tmp_path):
    """Game and bot in one file: the bot knows the class of what it is asked about."""
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
    said = called("audit", f"{source}:TakeAway", f"{source}:choose")
    assert (said.code, said.err) == (0, "")


def test_a_position_that_cannot_travel_is_the_games_fault(tmp_path):
    """It is told with the position, and exit code 3."""
    source = tmp_path / "stay.py"
    source.write_text(
        "from games import Nim\n"
        "class At(tuple):\n"
        "    def __reduce__(self): raise TypeError('stays here')\n"
        "class Stay(Nim):\n"
        "    def start(self): return At(super().start())\n"
        "def choose(position): return None\n"
    )
    said = refused("odds", f"{source}:Stay", f"{source}:choose", "random", code=3)
    assert "cannot be handed to a bot in another process: TypeError: stays here" in said


def answers(place, *positions):
    """What the process of a bot says, first on loading it, then to each question."""
    into, out = io.BytesIO(), io.BytesIO()
    asking = Line(io.BytesIO(), into)
    asking.send(0, handed_game(GAME, None))
    for number, each in enumerate(positions, start=1):
        asking.send(number, handed_position(Rules(GAME), each))
    into.seek(0)
    answer_questions(Line(into, out), place)
    out.seek(0)
    line = Line(out, io.BytesIO())
    return [line.answer(number) for number in range(1 + len(positions))]


def listed(position):
    """A bot for the test below: each position of this heap has an answer of its own."""
    if position == (9,):
        raise KeyError("k")
    return {(8,): (0, 4), (7,): [(0, 1), (0, 2)], (6,): ()}.get(position, [(0, 1), (0, 9), 3])


def test_what_the_process_of_a_bot_says():
    """That it is there, then an answer to each question until there are no more."""
    assert answers(f"{__name__}:listed", (9,), (8,), (7,), (6,), (2,)) == [
        ["loaded"],
        ["raised", "raised KeyError: 'k'"],
        ["move", "=(0, 4)"],
        ["moves", "=(0, 1)", "=(0, 2)"],
        ["move", "?()"],
        ["moves", "=(0, 1)", "?(0, 9)", "?3"],
    ]
    ((how, told),) = answers(f"{__name__}:LOADING")
    assert how == "unknown"
    assert "has {" in told


WRONG = {
    "a length beyond the end": b"\0\0\0\5abc",
    "half a length": b"\0\0",
    "more behind": b"\0\0\0\1ab",
    "no text": b"\0\0\0\1\xff",
}


@pytest.mark.parametrize("content", WRONG.values(), ids=WRONG)
def test_bytes_that_are_no_texts_are_no_answer(content):
    """Each of them is refused, whatever it is made of."""
    with pytest.raises(NoAnswerError):
        read_texts(content)


def test_texts_come_back_as_they_went():
    """Empty ones, long ones, and letters that no encoding has."""
    texts = ["", "x" * 1_000, "\0\n", "\udcff", "解"]
    assert read_texts(written_texts(texts)) == texts
    assert read_texts(b"") == []


@pytest.mark.parametrize(
    ("number", "length"), [(2, 0), (1, MOST + 1), (1, 2**64 - 1)], ids=["other", "long", "longest"]
)
def test_a_head_that_is_wrong_is_no_answer(number, length):
    """The number of another question, or more than anybody reads: not a byte of it is read."""
    line = Line(io.BytesIO(HEAD.pack(number, length) + b"x"), io.BytesIO())
    with pytest.raises(NoAnswerError):
        line.answer(1)
    assert line.into.read() == b"x"


class Kept(Nim):
    """Keeps nothing that it was given: only as a pickle can it be handed."""

    def __init__(self, size):
        super().__init__((size,))


class At(tuple):
    """A position that is more than its text: read back, it is a tuple."""


@pytest.mark.parametrize(
    ("position", "how"), [((2, 1), TEXT), (At((2, 1)), PICKLE), ((At(), 1), PICKLE)], ids=repr
)
def test_positions_are_handed_as_texts_where_they_come_back(position, how):
    """A text that is read back as something else, if only of another type, is not used."""
    content = handed_position(Rules(GAME), position)
    assert content[:1] == how
    back = position_in(GAME, content)
    assert (back, type(back)) == (position, type(position))


@pytest.mark.parametrize("game", [Nim(heaps=(2, 3)), Kept(4)], ids=["parameters", "pickle"])
def test_games_are_handed_by_their_parameters_or_as_they_are(game):
    """The game in the process of a bot has the same start."""
    again = game_in(handed_game(game, None))
    assert type(again) is type(game)
    assert again.start() == game.start()


def test_a_game_that_cannot_be_made_again_is_at_fault(tmp_path):
    """It is told in words, and exit code 3: nobody can be asked about it elsewhere."""
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
    said = refused("odds", f"{source}:Once", f"{source}:choose", "random", code=3)
    assert said.endswith("once.py:Once cannot be made in another process: OSError: made already")


def test_two_moves_of_one_text_are_the_games_fault(tmp_path):
    """A bot names its move by the text, so it is told which law is broken."""
    source = tmp_path / "same.py"
    source.write_text(
        "from games import Nim\n"
        "class Same(Nim):\n"
        "    def format_move(self, move): return 'take'\n"
        "def choose(position): return (0, 1)\n"
    )
    said = refused("match", f"{source}:Same", f"{source}:choose", "random", code=3)
    assert said == (
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
    ("sent", "code"), [(signal.SIGINT, 3), (signal.SIGKILL, -signal.SIGKILL)], ids=str
)
def test_a_bot_does_not_outlive_the_command(tmp_path, sent, code):
    """Ctrl-C ends both and is told in a word; if the command is killed, the bot goes by itself."""
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
        asked, bot = running.stderr.readline().split()
        assert asked == "asked"
        running.send_signal(sent)
        said = running.communicate(timeout=60)
    assert running.returncode == code
    assert said == ("", "gamesolver: stopped\n" if sent == signal.SIGINT else "")
    assert is_gone(int(bot))
