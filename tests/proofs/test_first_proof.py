"""Proofs of compiled games that start in plain Python and continue in compiled code."""

import os
import subprocess
import sys
import time

import pytest

from games import Hex, Kalah
from gamesolver import GameContractError, InvalidArgumentError, prove
from gamesolver.kernels.deferring import is_plain
from gamesolver.proofs import search_kernels
from tests.support.plain_first import SMALL, Faulty, Steps, compiled

PROGRAM = """
import sys
import time
from gamesolver.cli.main import main
code = main(sys.argv[1:])
print("numba" in sys.modules)
"""
TABLE = "1 MB"


def results(proof):
    """Return all results of a proof that do not depend on the clock."""
    how = proof.how
    counts = how.method, how.visited, how.entries, how.forgotten, how.stopped
    line = proof.mainline()
    return proof.bounds, counts, str(line), proof.best_move(), list(map(str, proof.claims))


def proved(game, monkeypatch, seconds):
    """Return the results of a proof that runs in plain Python for the given processor time."""
    monkeypatch.setattr(search_kernels, "SECONDS", seconds)
    return results(prove(game, memory=TABLE))


WITH_FEW_CLAIMS = [name for name in SMALL if name != "GobbletGobblers"]
"""Games that are compared. The smallest Gobblet is an endless draw: to collect its claims takes
more than ten minutes in either mode."""


@pytest.mark.parametrize("name", WITH_FEW_CLAIMS)
def test_games_of_the_library_have_one_proof_in_either_mode(name, monkeypatch):
    """A proof in plain Python and a compiled one visit the same positions and have one result."""
    game = SMALL[name]
    monkeypatch.setattr(search_kernels, "share_of_plain", lambda _: 1.0)
    in_python = proved(game, monkeypatch, 60)
    monkeypatch.undo()
    assert in_python == proved(compiled(game), monkeypatch, 60)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Hex(rows=3, columns=4),
        lambda: Kalah(houses=2, seeds=2),
        *(lambda seed=seed: Steps(300, seed) for seed in range(3)),
    ],
)
def test_a_search_that_is_handed_over_goes_on_where_it_is(make, monkeypatch):
    """A proof whose kernel is compiled after a few steps equals one that was compiled at once."""
    phases = []
    monkeypatch.setattr(search_kernels, "SECONDS", 1e-9)
    proof = prove(make(), memory=TABLE, progress=lambda news: phases.append(news.phase))
    assert "compile" in phases
    assert results(proof) == proved(compiled(make()), monkeypatch, 1)


def test_a_proof_is_interrupted_while_it_is_handed_over(monkeypatch):
    """Ctrl-C while the kernel is compiled stops the proof, and a further call resumes it."""
    monkeypatch.setattr(search_kernels, "SECONDS", 1e-9)
    game = Steps(300, 5)

    def stop(news):
        if news.phase == "compile":
            raise KeyboardInterrupt

    proof = prove(game, memory=TABLE, progress=stop)
    assert proof.how.stopped == "it was interrupted"
    assert not is_plain()
    assert proof.best_move() == prove(compiled(Steps(300, 5)), memory=TABLE).best_move()


def test_the_seconds_of_a_proof_do_not_include_compiling_on_the_way(monkeypatch):
    """A proof that is handed over reports the time of compilation apart from its own seconds."""
    monkeypatch.setattr(search_kernels, "SECONDS", 1e-9)
    began = time.monotonic()
    proof = prove(Steps(300, 7), memory=TABLE)
    assert proof.how.compiling > 0
    assert 0 < proof.how.seconds <= time.monotonic() - began - proof.how.compiling


def test_the_size_of_the_table_is_limited_in_both_modes():
    """A table that is too small is refused alike in both modes, and one for 62 entries works."""
    words = []
    for game in (Steps(60, 3), compiled(Steps(60, 3))):
        with pytest.raises(InvalidArgumentError) as refused:
            prove(game, memory=1)
        words.append(str(refused.value))
        assert prove(game, memory=1_000).how.entries == 62
    assert words[0] == words[1]


@pytest.mark.parametrize("fault", ["count", "stuck", "raises"])
def test_errors_of_rules_read_the_same_in_both_modes(fault):
    """A contract error has the same message in plain Python and in compiled code."""
    words = []
    for game in (Faulty(fault, 50), compiled(Faulty(fault, 50))):
        with pytest.raises(GameContractError) as raised:
            prove(game, memory=TABLE)
        words.append(str(raised.value))
    assert words[0] == words[1]


def test_a_command_that_proves_a_small_game_does_not_load_numba(tmp_path):
    """Proving a small game from the command line does not import Numba."""
    surroundings = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    command = ["prove", "hex", "--rows", "3", "--columns", "3"]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *command],
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Red wins in 5 plies" in done.stdout
    assert done.stdout.splitlines()[-1] == "False"
