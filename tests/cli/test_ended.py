"""Command with a checkpoint that is ended by SIGTERM."""

import signal
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
            assert main() == 143
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, usual)
    assert "it was interrupted" in capsys.readouterr().out
    assert (tmp_path / "gamesolver-checkpoint").exists()
    assert "White wins in 14 plies" in called(*words).out
    assert not list(tmp_path.iterdir())
