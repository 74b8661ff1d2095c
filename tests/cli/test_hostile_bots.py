"""Hostile bots: each is stopped in time, reported in one line, and leaves no process behind.

The bots are in ``hostile_bots``. Bots that hang get half a second, all others ten. The command
has an answer or a fault within that time and a few seconds more.
"""

from __future__ import annotations

import re
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from games import TicTacToe
from gamesolver import PlayerError
from gamesolver.cli.bots import player as bots
from gamesolver.cli.bots.player import Bot
from gamesolver.players import RandomPlayer, match
from gamesolver.rules.guard import Rules
from gamesolver.system.memory import free_bytes
from tests.attacks.hostile_bots import CALLED, LOADED, file_loaded
from tests.support.at_the_terminal import is_gone

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and groups are of Unix")
GAME = TicTacToe()
RULES = Rules(GAME)
START = GAME.start()
PATIENCE, HASTE = 10.0, 0.5
SLACK = 6.0  # seconds for ending two processes on a busy machine
LATE = r"gave no answer within 0\.5 s"
LATE_TO_LOAD = "it takes more than 1 s"
NO_ANSWER = "wrote something other than an answer to its process"

FAULTS = {
    "reduced": ("illegal move", r"returned <hostile\.Reduced object at 0x\w+>"),
    "hanging_repr": ("hangs", LATE),
    "raising_repr": ("illegal move", "returned <an answer without a repr>"),
    "long_repr": ("illegal move", r"returned x{98}\.\.\.x{98}"),
    "nameless": ("illegal move", "returned <an answer without a repr>"),
    "odd_text": ("illegal move", "returned odd"),
    "generator": ("illegal move", r"returned <generator object generator at 0x\w+>"),
    "deep": ("illegal move", "returned <tuple of 1 parts, too large to be shown>"),
    "wide": ("illegal move", "returned <tuple of 2 parts, too large to be shown>"),
    "large": ("illegal move", r"returned 'x{97}\.\.\.x{97}'"),
    "many": ("illegal move", r"returned \[0, 0, 0, 0, 0, 0, 0, 0, 0, 0\], with one move twice"),
    "surrogate": ("illegal move", r"returned '\\udcff\\x1b\[31m'"),
    "own_error": ("raises", "raised an error without words"),
    "wordy_error": ("raises", r"raised Wordy: w+\.\.\.w+"),
    "interrupt": ("raises", "raised KeyboardInterrupt"),
    "exits": ("raises", "raised SystemExit: enough"),
    "ends_at_once": ("raises", "ended its process with code 7"),
    "crashes": ("raises", "ended its process by SIGSEGV"),
    "hangs": ("hangs", LATE),
    "ignores_signals": ("hangs", LATE),
    "stops_itself": ("hangs", LATE),
    "eats_memory": ("raises", "raised MemoryError"),
    "prints_without_end": ("hangs", LATE),
    "closes_all": ("raises", "closed the line to its process"),
    "closes_and_answers": ("raises", "ended its process with code 1"),
    "garbage": ("raises", NO_ANSWER),
    "floods": ("raises", NO_ANSWER),
    "forges": ("raises", NO_ANSWER),
    "changes_the_game": ("illegal move", "returned 'anything'"),
    "changes_its_words": ("illegal move", "returned anything"),
    "changes_its_words_to_many": ("raises", NO_ANSWER),
    "leaves_a_stranger_and_ends": ("raises", "ended its process with code 3"),
    "ends_its_keeper": ("raises", "ended its process by SIGKILL"),
    "stops_its_keeper": ("hangs", LATE),
}
MOVES = {
    "equal_to_all": 0,
    "whole_number": 7,
    "prints": 0,
    "moves_away": 0,
    "leaves_a_thread": 0,
    "leaves_a_child": 0,
    "leaves_a_stranger": 0,
}


@pytest.fixture
def place(tmp_path):
    """Folder with a file of all of these bots."""
    (tmp_path / "hostile.py").write_text(CALLED)
    return tmp_path


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path, monkeypatch):
    """Check that a test leaves no process, and no change of memory size or current folder."""
    monkeypatch.setattr(bots, "SHARE", 3e8 / free_bytes())
    before, others, here = rss(), children(), Path.cwd()
    yield
    assert rss() - before < 64e6
    assert children() <= others
    assert Path.cwd() == here
    assert not (tmp_path / "ran").exists()
    if (left := tmp_path / "left").exists():
        assert is_gone(int(left.read_text()))


def children():
    """Return the descendants of this process."""
    return set(psutil.Process().children(recursive=True))


def rss():
    """Return the resident memory of this process in bytes."""
    return psutil.Process().memory_info().rss


@contextmanager
def loaded(place, name, patience=PATIENCE):
    """Yield a bot, and check that its ``with`` block ends within its patience and the slack."""
    begun = time.monotonic()
    try:
        with Bot(f"{place}/hostile.py:{name}", RULES, None, patience) as bot:
            begun = time.monotonic()
            yield bot
    finally:
        assert time.monotonic() - begun < patience + SLACK


@pytest.mark.parametrize(("name", "fault"), FAULTS.items())
def test_what_a_hostile_bot_does_is_a_fault_in_one_line(place, name, fault):
    """The error has the kind of fault, and one line with the bot and the position."""
    kind, words = fault
    with (
        loaded(place, name, HASTE if kind == "hangs" else PATIENCE) as bot,
        pytest.raises(PlayerError) as caught,
    ):
        match(GAME, bot, RandomPlayer(GAME), games=1, seed=1)
    assert caught.value.kind == kind
    output = str(caught.value)
    assert re.match(rf".*/hostile\.py:{name} {words} in position '\.{{9}}': ", output), output
    assert "\n" not in output
    assert len(output) < 3_000


@pytest.mark.parametrize(("name", "move"), MOVES.items())
def test_a_bot_may_be_strange_and_move(place, name, move):
    """A bot with side effects in its own process still moves, and they have no effect here."""
    with loaded(place, name) as bot:
        assert bot(START) == move


def test_a_bot_that_answers_twice_is_found_at_the_next_question(place):
    """A second answer to one question is refused at the next question by its number."""
    with Bot(f"{place}/hostile.py:answers_twice", RULES, None, PATIENCE) as bot:
        assert bot(START) == 0
        time.sleep(0.2)
        with pytest.raises(PlayerError, match=NO_ANSWER):
            bot(START)


def test_of_what_a_bot_prints_the_beginning_is_shown(place, capfd):
    """Output of a bot is cut off after 4,000 bytes for all its calls, with one note."""
    with Bot(f"{place}/hostile.py:prints", RULES, None, 10.0) as bot:
        bot(START)
        bot(START)
    lines = capfd.readouterr().err.splitlines()
    assert [len(each) for each in lines[:-1]] == [1_000, 1_000, 1_000, 4_000 - 3 * 1_001]
    assert lines[-1] == (
        f"{place}/hostile.py:prints prints more than 4,000 bytes: the rest is not shown"
    )


REFUSED = {
    "sleeps": LATE_TO_LOAD,
    "prints without end": LATE_TO_LOAD,
    "prints and fails": "OSError: no",
    "ends": "it ended its process with code 5",
    "own error": "Own: mine",
    "interrupt": "KeyboardInterrupt",
    "wordy": r"OSError: w+\.\.\.w+",
    "closes all": "it closed the line to its process",
    "garbage": f"it {NO_ANSWER}",
    "leaves a child": "it ended its process with code 5",
    "changes us": f"it {NO_ANSWER}",
}


@pytest.mark.parametrize("name", LOADED)
def test_a_file_that_is_hostile_when_it_is_loaded(tmp_path, monkeypatch, capfd, name):
    """A hostile file is refused in time with one line, and its output is limited."""
    if REFUSED[name] == LATE_TO_LOAD:
        monkeypatch.setattr(bots, "LOADING", 1.0)
    (tmp_path / "bot.py").write_text(file_loaded(name))
    begun = time.monotonic()
    with pytest.raises(PlayerError) as caught, Bot(f"{tmp_path}/bot.py:choose", RULES, None, 1.0):
        pass
    assert time.monotonic() - begun < 1.0 + SLACK
    assert re.fullmatch(rf".*/bot\.py:choose cannot be loaded: {REFUSED[name]}", str(caught.value))
    assert len(str(caught.value)) < 3_000
    assert len(capfd.readouterr().err) < 4_000 + 500
