"""A call that keeps how far it comes, ended from outside: it leaves a checkpoint, and says so."""

import signal
from itertools import count

import pytest

from tests.inside.cli import main
from tests.inside.proofs import Budget
from tests.support.at_the_terminal import called


@pytest.mark.by_turns(3)
def test_sigterm_leaves_a_checkpoint(tmp_path, monkeypatch, capsys):
    """Wherever it comes, the exit code is that of shells, and the same call goes on."""
    words, looks, look = ["prove", "dodgem", "--folder", str(tmp_path)], count(), Budget.__call__

    def ended(budget, visited):
        if next(looks) == 3:
            signal.raise_signal(signal.SIGTERM)
        look(budget, visited)

    usual = signal.getsignal(signal.SIGTERM)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(Budget, "__call__", ended)
            patched.setattr("sys.argv", ["gamesolver", *words])
            assert main() == 143
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, usual)
    assert "it was interrupted" in capsys.readouterr().out
    assert (tmp_path / "gamesolver-checkpoint").exists()
    assert "x wins in 20 plies" in called(*words).out
    assert not list(tmp_path.iterdir())
