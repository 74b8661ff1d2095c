"""Commands that are ended by signals."""

import signal
import subprocess
import sys
from itertools import count

from games import Amazons
from gamesolver.cli.main import main
from tests.support.at_the_terminal import called


def test_sigterm_leaves_a_checkpoint(tmp_path, monkeypatch, capsys):
    """SIGTERM ends ``prove`` with code 143 and a checkpoint, and a rerun resumes from it."""
    words, moves_made, play = (
        ["prove", "amazons", "--checkpoint", str(tmp_path)],
        count(),
        Amazons.play,
    )

    def ended(game, position, move):
        if next(moves_made) == 1_000:
            signal.raise_signal(signal.SIGTERM)
        return play(game, position, move)

    usual = signal.getsignal(signal.SIGTERM)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(Amazons, "play", ended)
            patched.setattr("sys.argv", ["gamesolver", *words])
            patched.setattr("sys.unraisablehook", sys.unraisablehook)  # replaced by the command
            assert main() == 143
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, usual)
    assert "it was interrupted" in capsys.readouterr().out
    assert (tmp_path / "gamesolver-checkpoint").exists()
    assert "White wins in 14 plies" in called(*words).out
    assert not list(tmp_path.iterdir())


NEVER_ENDS = """
import signal

from gamesolver import Game


class Interrupted:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)


class Endless(Game[int, int]):
    def start(self):
        return 0

    def terminal_value(self, position):
        return None

    def moves(self, position):
        return [1]

    def play(self, position, move):
        if position == 1_000:
            Interrupted()
        return position + 1
"""


def test_control_c_in_a_destructor_stops_the_command(tmp_path):
    """Ctrl-C where Python drops errors ends the command with code 130 and no traceback."""
    file = tmp_path / "endless.py"
    file.write_text(NEVER_ENDS)
    words = ["solve", str(file), "--no-estimate", "--memory", "1 GB"]
    ran = subprocess.run(
        [sys.executable, "-m", "gamesolver", *words], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 130
    assert "Traceback" not in ran.stderr
    assert ran.stderr.endswith("gamesolver: stopped\n")
