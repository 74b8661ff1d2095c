"""Bots in a process of their own: the command survives their faults and reports them."""

from __future__ import annotations

import re

import pytest

from games import TicTacToe
from gamesolver import PlayerError, solve
from gamesolver.cli.bots.player import Bot
from gamesolver.players import PerfectPlayer, audit
from gamesolver.rules.guard import Rules
from tests.support.at_the_terminal import ROOT, called, in_a_process, refused

GAME = TicTacToe()
BOTS = """
import os, random, sys, time
from games import TicTacToe
from gamesolver import solve
from gamesolver.players import PerfectPlayer

PERFECT = PerfectPlayer(solve(TicTacToe()))
AT = TicTacToe().parse("....x....")


def perfect(position):
    return PERFECT(position)


def first_empty(position):
    return position.index(".")


def hangs(position):
    time.sleep(600)


def hangs_once(position):
    if position == AT:
        time.sleep(600)
    return PERFECT(position)


def errs(position):
    if position == AT:
        raise KeyError(position)
    return PERFECT(position)


def leaves(position):
    sys.exit("enough")


def dies(position):
    if position == AT:
        os._exit(7)
    return PERFECT(position)


def cheats(position):
    return 4


def strange(position):
    return lambda: position


class Move:
    pass


def foreign(position):
    return Move()


def talks(position):
    print("thinking about", position)
    return PERFECT(position)


def throws_dice(position):
    return random.choice([each for each in range(9) if position[each] == "."])


NOTHING = 3
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """File with all of these bots."""
    path = tmp_path_factory.mktemp("bots") / "some_bots.py"
    path.write_text(BOTS)
    return path


def bot(file, name, patience=10.0):
    """Return a bot of the file, made as the commands make it."""
    return Bot(f"{file}:{name}", Rules(GAME), None, patience)


def test_a_bot_answers_as_its_function_does(file):
    """The audit of a bot in another process is the audit of the function itself."""
    solution = solve(GAME)
    expected = audit(lambda position: position.index("."), solution)
    with bot(file, "first_empty") as queried:
        found = audit(queried, solution)
    assert found.by_value == expected.by_value
    assert str(found.mistakes[0]) == str(expected.mistakes[0])


FAULTS = {
    "errs": ("raises", r"raised KeyError: '....x.....' in position '....x....': expected a legal"),
    "dies": ("raises", r"ended its process with code 7 in position '....x....': expected a legal"),
    "hangs_once": (
        "hangs",
        r"gave no answer within 1 s in position '....x....': expected a legal",
    ),
}


@pytest.mark.parametrize(("name", "fault"), FAULTS.items())
def test_one_fault_is_reported_with_its_position(file, name, fault):
    """After a fault the bot goes on, in a new process if need be; all other answers are right."""
    kind, words = fault
    output = called("audit", "tic-tac-toe", f"{file}:{name}", "--timeout", "1", "--json")
    assert (output.code, output.err) == (1, "")
    assert output.answer["verdict"] == "not perfect"
    assert output.answer["found"] == {
        "mistakes": 0,
        "loose": 0,
        "slow": 0,
        "cycles": 0,
        "faults": 1,
    }
    (reported,) = output.answer["faults"]
    assert (reported["kind"], reported["position"]) == (kind, "....x....")
    assert re.match(rf".*some_bots.py:{name} {words}", reported["message"])
    assert output.answer["by_value"] == {"right": 3190, "positions": 3191}


def test_a_bot_that_hangs_everywhere_is_given_up(file):
    """A bot is not called again after three timeouts, and every position is reported."""
    output = called("audit", "tic-tac-toe", f"{file}:hangs", "--timeout", "0.2", "--examples", "4")
    assert output.code == 1
    assert "\nNot perfect\n" in output.out
    assert "\nHangs in 3 positions:\n" in output.out
    queried = int(
        re.search(r"^by outcome +\d+ +([\d,]+) ", output.out, re.MULTILINE)[1].replace(",", "")
    )
    not_called = int(
        re.search(r"^Not called in ([\d,]+) positions:$", output.out, re.MULTILINE)[1].replace(
            ",", ""
        )
    )
    assert not_called >= queried - 3
    assert output.out.count("gave no answer within 0.2 s in position") == 3
    assert "was not called again, because 3 times it gave no answer within 0.2 s; in" in output.out


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("cheats", "illegal move", "returned 4 in position '....x....': legal moves are 0, 1,"),
        ("strange", "illegal move", "returned <function strange.<locals>.<lambda> at"),
        ("foreign", "illegal move", "returned <some_bots.Move object at 0x"),
        ("leaves", "raises", "raised SystemExit: enough in position '.........'"),
        ("throws_dice", "changes its mind", "answered "),
    ],
)
def test_what_no_player_may_do_is_reported_by_its_kind(file, name, kind, words):
    """Illegal moves, other objects, program exits and hidden randomness are faults by kind."""
    output = called("audit", "tic-tac-toe", f"{file}:{name}", "--examples", "1000")
    assert output.code == 1
    assert re.search(rf"^{kind.capitalize()} in [\d,]+ positions?:$", output.out, re.MULTILINE)
    assert words in output.out


def test_what_a_bot_prints_is_not_in_the_answer(file):
    """Output of a bot goes to standard error, and the JSON on standard output stays intact."""
    output = in_a_process("odds", "tic-tac-toe", f"{file}:talks", f"{file}:perfect", "--json")
    assert output.returncode == 0
    assert output.stdout.startswith("{")
    assert "thinking about ........." in output.stderr


def test_a_fault_in_a_match_or_the_odds_stops_them(file):
    """``match`` and ``odds`` stop at a fault with a one-line message and exit code 3."""
    output = refused("match", "tic-tac-toe", f"{file}:leaves", "random", code=3)
    assert "some_bots.py:leaves raised SystemExit: enough in position" in output
    output = refused("odds", "tic-tac-toe", f"{file}:hangs", "random", "--timeout", "0.2", code=3)
    assert "some_bots.py:hangs gave no answer within 0.2 s in position '.........'" in output
    output = refused("odds", "tic-tac-toe", f"{file}:throws_dice", "random", code=3)
    assert " answered " in output


def test_a_bot_with_dice_of_its_own_plays_a_match(file):
    """A bot that draws its own random numbers can play a match."""
    output = called("match", "tic-tac-toe", f"{file}:throws_dice", "random", "--games", "200")
    assert output.code == 0
    assert "200 games" in output.out


def test_a_bot_is_gone_when_the_command_is(file):
    """The process ends with the ``with`` block, or earlier if an answer takes too long."""
    with bot(file, "hangs", patience=0.1) as queried:
        process = queried._process.process
        assert process.poll() is None
        with pytest.raises(PlayerError, match=r"gave no answer within 0\.1 s"):
            queried(GAME.start())
        assert process.poll() is not None
    with bot(file, "perfect") as queried:
        assert queried(GAME.start()) == PerfectPlayer(solve(GAME))(GAME.start())
        process = queried._process.process
    assert process.poll() is not None


def test_the_example_is_a_bot():
    """An audit as a separate process finds that the bot of the examples is not perfect."""
    output = in_a_process("audit", "tic-tac-toe", "examples/bot.py:choose", cwd=ROOT)
    assert (output.returncode, output.stderr) == (1, "")
    assert output.stdout.startswith("examples/bot.py:choose in Tic-Tac-Toe\nNot perfect\n")


def test_a_bot_that_closes_the_line_leaves_no_traceback_of_ours(tmp_path):
    """The audit reports that the bot's process ended, and standard error stays empty."""
    path = tmp_path / "closer.py"
    path.write_text("import os\n\ndef choose(position):\n    os.closerange(3, 256)\n    return 0\n")
    output = in_a_process("audit", "tic-tac-toe", f"{path}:choose", "--examples", "1")
    assert (output.returncode, output.stderr) == (1, "")
    assert "\nRaises in 3 positions:\n" in output.stdout
    assert "closer.py:choose ended its process with code 1 in position" in output.stdout
