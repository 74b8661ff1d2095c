"""Errors at a terminal: a helpful line, the right exit code, and no traceback."""

from __future__ import annotations

import errno
import re
import tomllib

import pytest

import gamesolver
from games import Nim
from gamesolver import FileError, MemoryLimitError, VerificationError
from gamesolver.cli.commands import solve as solve_command
from tests.attacks.spoilt_rules import Strip
from tests.support.at_the_terminal import ROOT, answered, called, refused


class Stuck(Nim):
    """Nim that never ends."""

    def terminal_value(self, position):
        return None


class Unshowable(Nim):
    """Nim whose boards cannot be drawn."""

    def render(self, position):
        raise ZeroDivisionError("no ink")


class Unreadable(Nim):
    """Nim whose positions cannot be read."""

    def parse(self, text):
        raise LookupError(text)


class Choosy(gamesolver.Game):
    """Game with a required parameter, which raises ``KeyError`` for bad sizes."""

    def __init__(self, size, colour="red"):
        if not 0 < size < 3:
            raise KeyError(size)
        self.size, self.colour = size, colour

    def start(self):
        return 0

    def moves(self, position):
        return []

    def play(self, position, move):
        return position

    def terminal_value(self, position):
        return gamesolver.Value.DRAW


HERE = "tests.cli.test_wrong_calls"


WRONG = tomllib.loads((ROOT / "tests/goldens/wrong_calls.toml").read_text())["wrong"]


@pytest.mark.parametrize(("words", "message"), [(each["call"], each["says"]) for each in WRONG])
def test_a_wrong_call_is_reported_in_one_line(words, message):
    """A wrong call ends with exit code 2 and the one-line message of the table."""
    output = refused(*words.split())
    pattern = ".*".join(map(re.escape, message.split("...")))
    assert re.fullmatch(pattern, output)


def test_a_misspelt_name_gets_the_nearest_right_one():
    """Every command suggests similar names for an unknown game."""
    for command in ("solve", "show", "play", "stats", "check", "verify", "estimate"):
        output = refused(command, "tictactoe")
        assert output == (
            "unknown game 'tictactoe': did you mean 'tic-tac-toe' or 'wild-tic-tac-toe'?; "
            "a game of your own is file.py:MyGame or module:MyGame; gamesolver games lists all"
        )


def test_a_file_named_without_its_suffix(tmp_path, monkeypatch):
    """If the suffix of an existing file is left out, the message suggests the full name."""
    (tmp_path / "toads.py").touch()
    monkeypatch.chdir(tmp_path)
    assert refused("solve", "toads") == (
        "unknown game 'toads': did you mean 'toads.py'?; gamesolver games lists all"
    )


class Quoted(Strip):
    """Strip with the default ``parse`` and ``format``."""

    parse, format = gamesolver.Game.parse, gamesolver.Game.format


@pytest.mark.parametrize("text", ["#..", "..."])
def test_a_position_typed_without_the_quotes_of_its_text(text):
    """With text positions and the default ``parse`` the quotes must be typed.

    Three dots are a Python literal, but not a position.
    """
    assert refused("show", f"{HERE}:Quoted", text) == (
        f"no position of Quoted() in {text!r}: expected a position as repr writes it, its quotes "
        "included; the start is \"'...'\""
    )


def test_a_game_and_its_options_in_one_word():
    """Options in one word with the first game of ``compare`` are refused with an explanation."""
    output = refused("compare", "nim --heaps 1,2", "nim --heaps 1,2")
    assert output == (
        "unknown game 'nim --heaps 1,2': options of a game are words of their own, and stand "
        "behind its name; gamesolver games lists all"
    )


@pytest.mark.parametrize("command", ["solve", "show", "check", "stats"])
@pytest.mark.parametrize("name", ["examples", "examples/", "./examples"])
def test_a_folder_is_reported_as_one(name, command, tmp_path, monkeypatch):
    """A folder as a game is refused, and the message says what was expected."""
    (tmp_path / "examples").mkdir()
    monkeypatch.chdir(tmp_path)
    expected = "a name of the library, file.py:MyGame or module:MyGame"
    output = refused(command, name)
    assert output == f"bad game {name!r}: it is a folder; expected {expected}"


def test_a_bad_position_states_what_one_looks_like():
    """A text that is not a position gets the game's message and the start as an example."""
    output = refused("show", "tic-tac-toe", "xoxo")
    assert output.startswith(
        "no position of TicTacToe() in 'xoxo': it has 4 squares; expected nine of '.', 'x', 'o' "
    )
    assert output.endswith("; the start is '.........'")
    assert refused("show", "notakto", "[").endswith("; the start is '.........'")


def test_minimax_names_the_loop_and_the_option():
    """Minimax refuses a game with cycles, and the advice is an option."""
    assert refused("solve", "pong-hau-ki", "--method", "minimax", "--no-estimate").endswith(
        "; --method retrograde solves it"
    )


STOPS = {
    f"solve {HERE}:Stuck --no-estimate": (
        r"Stuck breaks its contract: position \(0, 0, 0\) has no moves .*"
    ),
    f"show {HERE}:Unshowable": (
        r"Unshowable breaks its contract: render\(.*\) raised ZeroDivisionError: no ink"
    ),
    f"show {HERE}:Unreadable (0,0,1)": (
        r"Unreadable\.parse\('\(0,0,1\)'\) raised LookupError: \(0,0,1\)"
    ),
    "solve nim --heaps 30,31,32 --memory 1MB --json": (
        r"not enough memory: Nim \(heaps \(30, 31, 32\)\) needs .* MB or more, and the limit is "
        r"1\.0 MB; --memory sets another, --force starts anyway"
    ),
    "solve games.in_a_row.plain:PlainConnectFour --memory 1MB --no-estimate": (
        r"out of memory: the limit is 1\.0 MB \(as requested\), .*; --memory allows more"
    ),
}


@pytest.mark.parametrize(("words", "message"), STOPS.items())
def test_what_stops_the_work_has_a_code_of_its_own(words, message):
    """Faults of a game and lack of memory end with exit code 3."""
    assert re.fullmatch(message, refused(*words.split(), code=3))


@pytest.mark.parametrize("content", ["raise OSError('no')", "def ("])
def test_a_file_that_does_not_run_is_a_fault_of_the_game(tmp_path, content):
    """An exception of the file is reported by its name, with exit code 3."""
    path = tmp_path / "broken.py"
    path.write_text(content)
    output = refused("solve", f"{path}:Any", code=3)
    assert re.fullmatch(rf"{path}:Any cannot be loaded: (OSError: no|SyntaxError: .*)", output)


def test_a_law_that_is_broken_is_an_answer():
    """``check`` prints the broken laws on standard output and ends with code 1."""
    output = called("check", f"{HERE}:Stuck", "--heaps", "1")
    assert (output.code, output.err) == (1, "")
    assert output.out.startswith("Stuck (heaps (1,)) breaks a law\nlaw     what happened\nstuck   ")


def test_a_wrong_solution_is_an_answer(path, monkeypatch):
    """``verify`` reports a broken file or wrong outcomes on standard output with code 1."""
    answered("solve", "nim", "--save", path)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    output = called("verify", path)
    assert (output.code, output.err) == (1, "")
    assert output.out.startswith(f"{path} is broken: ")
    assert refused("show", path, code=1) == output.out.rstrip("\n")
    fault = VerificationError("position (1,) is no loss in 3", (1,), None, None)

    def wrong(self, full, progress):
        raise fault

    monkeypatch.setattr("gamesolver.Solution.verify", wrong)
    assert called("verify", "nim").out == "nim is wrong: position (1,) is no loss in 3\n"


def test_rules_that_differ_make_verify_state_no_and_other_games_are_a_wrong_call(path):
    """A file is verified with the right ``--game``, and refused without it or with another."""
    answered("solve", f"{HERE}:Choosy", "--size", "1", "--save", path)
    output = refused("verify", path)
    assert output.endswith("which no installed package offers; --game file.py:MyGame opens it")
    assert called("verify", path, "--game", f"{HERE}:Choosy").code == 0
    assert refused("verify", path, "--game", "nim").endswith("; --game file.py:MyGame opens it")


def test_a_full_disk_stops_and_a_folder_that_is_not_there_is_a_wrong_call(tmp_path, monkeypatch):
    """A full disk ends with code 3, and a missing folder is a wrong call."""
    assert refused("solve", "nim", "--save", tmp_path / "no" / "x", "--no-estimate")

    def full(*arguments, **more):
        raise FileError("cannot write x: disk full", "x") from OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("gamesolver.Solution.save", full)
    assert refused("solve", "nim", "--save", "x", "--no-estimate", code=3)


def test_debug_shows_where_it_came_from():
    """With ``--debug`` the traceback is printed before the one-line error."""
    output = called("--debug", "solve", "nmi")
    assert output.err.startswith("Traceback (most recent call last):\n")
    assert output.err.splitlines()[-1].startswith("gamesolver: unknown game 'nmi'")
    after = called("solve", "nmi", "--debug")
    assert after.err.startswith("Traceback")
    assert after.err.splitlines()[-1] == output.err.splitlines()[-1]


def test_a_fault_of_ours_is_reported_as_one(monkeypatch):
    """An unexpected exception is reported in one line as a fault of gamesolver, with code 3."""

    def failing(*arguments, **more):
        raise RuntimeError("oh")

    monkeypatch.setattr("gamesolver.check_game", failing)
    assert refused("check", "nim", code=3) == (
        "RuntimeError: oh; this is a fault of gamesolver, and --debug shows where it is"
    )


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt(), 130), (MemoryError(), 3)])
def test_an_interruption_is_reported_in_a_word(monkeypatch, error, code):
    """Ctrl-C prints "stopped" with code 130, and a lack of memory prints its reason."""

    def failing(*arguments, **more):
        raise error

    monkeypatch.setattr("gamesolver.check_game", failing)
    expected = "stopped" if isinstance(error, KeyboardInterrupt) else "out of memory: .*"
    assert re.fullmatch(expected, refused("check", "nim", code=code))


def test_a_stop_with_a_checkpoint_states_how_to_go_on(tmp_path, monkeypatch):
    """After a stop the folder is named only if it contains a checkpoint."""

    def failing(*arguments, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr("gamesolver.solve", failing)
    call = "solve", "nim", "--checkpoint", tmp_path, "--no-estimate"
    assert called(*call).err == "gamesolver: stopped\n"
    (tmp_path / "gamesolver-checkpoint").touch()
    assert called(*call).err == (
        f"Repeat the command to resume from the checkpoint in {tmp_path}\ngamesolver: stopped\n"
    )


def test_a_limit_that_the_disk_can_make_up_for_does_not_stop_the_solve(tmp_path, monkeypatch):
    """With a folder the solve starts even if the estimate is above the memory limit."""
    begun = []

    def solve(game, **more):
        begun.append(more["folder"])
        raise MemoryLimitError("enough", 1, 2)

    monkeypatch.setattr("gamesolver.solve", solve)
    monkeypatch.setattr(solve_command, "SECONDS_UNSAID", float("inf"))
    words = "solve", "quixo", "--size", "2", "--memory", "1KB", "--json"
    assert refused(*words, "--checkpoint", tmp_path, code=3) == "enough"
    assert begun == [str(tmp_path)]
