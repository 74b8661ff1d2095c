"""Small compiled games are solved in plain Python, and long solves switch to compiled code."""

import os
import subprocess
import sys

import attrs
import pytest

from gamesolver import GameContractError, MemoryLimitError, solve
from gamesolver.kernels import deferring
from gamesolver.kernels.deferring import is_plain, plainly
from tests.support.own_process import printed
from tests.support.plain_first import SMALL, Faulty, Steps, compiled
from tests.support.scale import IS_PLAIN

PROGRAM = """
import sys
from gamesolver.cli.main import main
sys.argv = ["gamesolver", *sys.argv[1:]]
code = main()
print("numba" in sys.modules)
"""


def require_same(one, other, folder):
    """Raise unless two solutions agree in all queries and their files are equal."""
    assert (one.outcome, one.how.why, one.how.rounds) == (
        other.outcome,
        other.how.why,
        other.how.rounds,
    )
    assert one.how.spot_check == other.how.spot_check
    assert dict(one.items()) == dict(other.items())
    assert str(one.mainline()) == str(other.mainline())
    for name, solution in (("one", one), ("other", other)):
        solution.save(folder / name, how=False)
    assert (folder / "one").read_bytes() == (folder / "other").read_bytes()


@pytest.mark.parametrize("name", SMALL)
def test_games_of_the_library_have_one_table_in_either_mode(name, tmp_path):
    """Solves in plain Python and compiled agree in outcomes, counts, lines and file contents."""
    game = SMALL[name]
    with plainly():
        in_python = solve(game)
        assert is_plain()
    counts = in_python.counts()
    again = solve(compiled(game))
    assert counts == again.counts() == in_python.counts()
    require_same(in_python, again, tmp_path)


@pytest.mark.parametrize("seed", range(4))
def test_random_games_have_one_table_in_either_mode(seed, tmp_path):
    """A random game has the same table and verification in plain Python and compiled."""
    in_python = solve(Steps(80, seed))
    game = compiled(Steps(80, seed))
    require_same(in_python, solve(game), tmp_path)
    one, other = (attrs.evolve(each.verify(), seconds=0) for each in (in_python, solve(game)))
    assert one == other


def test_long_work_is_handed_over(monkeypatch, tmp_path):
    """A solve that calls the rules too often switches to compiled code, with equal results."""
    monkeypatch.setattr(deferring, "CALLS", 500)
    game = Steps(300, 1)
    phases = []
    solution = solve(game, progress=lambda news: phases.append(news.phase))
    assert "compile" in phases
    assert not is_plain()
    assert not game.rules.calls.are_deferred
    monkeypatch.undo()
    require_same(solve(Steps(300, 1)), solution, tmp_path)


def test_a_solve_is_interrupted_before_and_after_it_is_handed_over(monkeypatch):
    """Ctrl-C ends a solve in either mode, and the next solve is not affected."""
    for calls in (10**9, 500):
        monkeypatch.setattr(deferring, "CALLS", calls)
        for last in ("find", "compile") if calls == 500 else ("find",):
            game = Steps(300, 2)

            def stop(news, last=last):
                if news.phase.startswith(last):
                    raise KeyboardInterrupt

            with pytest.raises(KeyboardInterrupt):
                solve(game, progress=stop)
            assert not is_plain()
            assert solve(game).outcome == solve(Steps(300, 2)).outcome


def test_the_limit_of_memory_reads_the_same_in_both_modes():
    """A solve over its memory limit gives the same message in both modes."""
    words = []
    for game in (Steps(300, 3), compiled(Steps(300, 3))):
        with pytest.raises(MemoryLimitError) as refused:
            solve(game, memory=1)
        words.append(str(refused.value).partition(":")[0])
    assert words[0] == words[1]


FAULTS = {
    **{(fault, 50): "before" for fault in ("count", "stuck", "raises", "repeated", "code")},
    **{(fault, 400): "during" for fault in ("count", "stuck", "raises", "code")},
}
"""Faults, with the time at which they are found: by the trial before a solve or during it."""


@pytest.mark.parametrize(("fault", "top"), FAULTS)
def test_errors_of_rules_read_the_same_in_both_modes(fault, top):
    """A fault of the rules gives the same message in both modes."""
    words = []
    for game in (Faulty(fault, top), compiled(Faulty(fault, top))):
        with pytest.raises(GameContractError) as raised:
            solve(game)
        words.append(str(raised.value))
    assert words[0] == words[1]


@pytest.mark.skipif(IS_PLAIN, reason="all runs in plain Python: NUMBA_DISABLE_JIT is set")
@pytest.mark.parametrize(("height", "share"), [(3, 1.0), (4, 0.0)])
def test_a_game_known_to_have_many_positions_is_compiled_at_once(height, share):
    """A game that is known to be large is compiled immediately, and a small one is not."""
    program = f"""
from games import ConnectFour
from gamesolver.kernels import code_folder
from gamesolver.solving import _Request
code_folder.is_kept_on_disk = lambda _: False
game = ConnectFour(4, {height})
print(_Request(game=game).share_of_plain(game))
"""
    assert printed(program) == f"{share}\n"


def test_a_command_on_a_small_game_does_not_load_numba(tmp_path):
    """``gamesolver solve --save`` on a small game does not import numba."""
    surroundings = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    saved = str(tmp_path / "kalah.game")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "solve", "kalah", "--save", saved],
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "1,456 positions" in done.stdout
    assert done.stdout.splitlines()[-1] == "False"
