"""Exit codes: each is given by some call, and the reference lists all."""

from __future__ import annotations

import re

import pytest

from games import TicTacToe
from gamesolver import prove
from gamesolver.cli.endings import INTERRUPTED, MEANINGS, NO, STOPPED, TERMINATED, UNRESOLVED
from tests.support.at_the_terminal import ROOT, called

APART_GAMES = "compare", "nim", "tic-tac-toe"
ROW = re.compile(r"^\| (\d+) \| (.*) \|$", re.MULTILINE)


def test_the_reference_lists_all_exit_codes():
    """The table of the reference has every code of the command line, with its meaning."""
    page = (ROOT / "docs/reference/command-line.md").read_text(encoding="utf-8")
    section = page.partition("\n## Exit codes\n")[2].partition("\n## ")[0]
    assert {int(code): meaning for code, meaning in ROW.findall(section)} == MEANINGS


def test_the_guide_refers_to_it():
    """The how-to guide of the command line links to the table of exit codes."""
    guide = (ROOT / "docs/howto/command-line.md").read_text(encoding="utf-8")
    assert "command-line.md#exit-codes" in guide


CALLS = [
    (0, ["games"]),
    (0, ["prove", "tic-tac-toe"]),
    (0, ["prove", "tic-tac-toe", "--value-only"]),
    (0, ["prove", "tic-tac-toe", "--at-least", "draw"]),
    (0, ["prove", "tic-tac-toe", "xxx.o.o..", "--seconds", "0"]),
    (0, ["compare", "nim", "nim --misere"]),
    (1, ["prove", "tic-tac-toe", "--at-least", "win"]),
    (1, ["audit", "tic-tac-toe", "random"]),
    (2, ["solve", "no-such-game"]),
    (2, ["solve", "tic-tac-toe", "--no-such-option"]),
    (3, ["solve", "tic-tac-toe", "--memory", "1KB"]),
    (4, ["prove", "tic-tac-toe", "--seconds", "0"]),
    (4, ["prove", "tic-tac-toe", "--seconds", "0", "--json"]),
    (4, ["prove", "tic-tac-toe", "--seconds", "0", "--value-only"]),
    (4, ["prove", "tic-tac-toe", "--seconds", "0", "--at-least", "draw"]),
    (4, ["prove", "dots-and-boxes", "--seconds", "0", "--value-only"]),
    (5, APART_GAMES),
    (5, [*APART_GAMES, "--json"]),
]


@pytest.mark.parametrize(("code", "words"), CALLS, ids=lambda each: str(each))
def test_a_call_ends_with_its_code(code, words):
    """Each call ends with its expected exit code."""
    assert called(*words).code == code


def test_every_code_is_tried():
    """Every listed code has a call above or, for signals, another test.

    ``test_ended`` covers SIGTERM, and the next test Ctrl-C.
    """
    assert {code for code, _ in CALLS} | {INTERRUPTED, TERMINATED} == set(MEANINGS)


@pytest.mark.parametrize("command", ["solve", "show", "prove", "check", "estimate", "stats"])
def test_ctrl_c_ends_with_130(command, monkeypatch):
    """Ctrl-C in the rules of a game ends every command with code 130 and one line."""

    def interrupted(self, position):
        raise KeyboardInterrupt

    monkeypatch.setattr(TicTacToe, "moves", interrupted)
    stop = called(command, "tic-tac-toe")
    assert (stop.code, stop.out, stop.err) == (INTERRUPTED, "", "gamesolver: stopped\n")


def test_a_file_without_an_answer_ends_as_its_proof_did(tmp_path):
    """``prove FILE`` ends with code 4 for a stopped proof and with 0 for a finished one."""
    path = tmp_path / "a.proof"
    prove(TicTacToe(), seconds=0).save(path)
    assert called("prove", path).code == UNRESOLVED
    prove(TicTacToe(), exact=False).save(path)
    assert called("prove", path).code == 0


def test_no_is_an_answer_and_a_stop_is_none():
    """A negative answer goes to standard output, the reason of a stop to standard error."""
    no = called("prove", "tic-tac-toe", "--at-least", "win")
    assert (no.code, no.err) == (NO, "")
    stop = called("solve", "tic-tac-toe", "--memory", "1KB")
    assert (stop.code, stop.out) == (STOPPED, "")
    assert stop.err
