"""Games whose published size does not fit are refused by ``solve`` before any work."""

import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest

from games import ConnectFour, FoxAndGeese, Quixo, TicTacToe
from games.fox_and_geese import chessboard
from gamesolver import FileError, InvalidArgumentError, MemoryLimitError, solve
from gamesolver import solving as solving_module
from gamesolver.rules import known_sizes
from gamesolver.system import memory
from tests.support.rank_threads import on_ranks
from tests.support.scale import IS_PLAIN

REFUSED = (
    "Connect Four does not fit in memory: its 4,531,985,219,092 positions take 1.1 TB or more, and "
    "the limit is 4.0 GB\n"
    "  ConnectFour(width=6, height=4) has 94,910,577 positions\n"
    "  prove(game) proves the outcome of one position\n"
    "  force=True starts anyway"
)


class StartedError(Exception):
    """Exception that shows that a solve has started."""


@pytest.fixture(autouse=True)
def begins(monkeypatch):
    """Solve that raises ``StartedError`` as soon as it starts."""

    def begin(*arguments):
        raise StartedError

    monkeypatch.setattr(solving_module, "list_roots", begin)
    monkeypatch.setattr(solving_module, "roots_of", begin)


@pytest.mark.parametrize("more", [{}, {"scores": False}, {"method": "retrograde"}])
def test_what_is_known_to_be_too_large_is_refused(more):
    """A game with a published size over the limit is refused, with size, limit and advice."""
    with pytest.raises(MemoryLimitError) as caught:
        solve(ConnectFour(), memory="4 GB", **more)
    assert str(caught.value) == REFUSED
    assert caught.value.limit == 4 * 10**9 < caught.value.needed


def test_the_default_limit_refuses_as_well(monkeypatch):
    """Without an argument, the limit depends on the free memory of the machine."""
    monkeypatch.setattr(memory, "free_bytes", lambda: 8 * 10**9)
    with pytest.raises(MemoryLimitError, match=r"and the limit is 6\.8 GB"):
        solve(ConnectFour())


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (ConnectFour(), {"memory": "4 GB", "force": True}),
        (ConnectFour(), {"memory": "10 TB"}),
        (ConnectFour(width=7, height=6, line=5), {"memory": "1 MB"}),  # no published size
        (ConnectFour(), {"memory": "4 GB", "start": ConnectFour().start()}),
        (ConnectFour(), {"memory": "4 GB", "positions": []}),
        (TicTacToe(), {"memory": "100 KB"}),
        (TicTacToe(), {}),
    ],
    ids=repr,
)
def test_what_may_fit_is_begun(game, options):
    """A solve starts by force, with enough memory, from other positions, and without known size."""
    with pytest.raises(StartedError):
        solve(game, **options)


def test_plain_games_are_refused_by_their_own_cost():
    """A plain game is refused by its own cost per position."""
    game = FoxAndGeese(chessboard(8), "slanting", captures=False, fox_first=True)
    with pytest.raises(MemoryLimitError, match=r"^Fox and Geese \(.*\) does not fit in"):
        solve(game, memory="5 MB")


def test_a_folder_adds_the_room_on_its_disk(tmp_path, monkeypatch):
    """With a folder, a compiled game is refused only if the disk is also too small."""
    for free, error in ((10**9, MemoryLimitError), (10**13, StartedError)):
        monkeypatch.setattr(
            shutil, "disk_usage", lambda path, free=free: SimpleNamespace(free=free)
        )
        with pytest.raises(error):
            solve(Quixo(), memory="4 GB", folder=tmp_path)


def test_ranks_have_the_memory_of_all():
    """The limit of an MPI job is the sum of the limits of its ranks, and all ranks agree."""

    def refused(team):
        known_sizes.require_feasible(ConnectFour(), team.sum_of(400 * 10**9))

    two = on_ranks(2, refused)
    assert [str(error).splitlines()[0].partition("limit is ")[2] for error in two] == 2 * [
        "800.0 GB"
    ]
    assert on_ranks(3, refused) == [None, None, None]


def package(tmp_path, monkeypatch, figures):
    """Write a package with one game and its figures, and return the game."""
    folder = tmp_path / "shelved"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "long_line.py").write_text(
        "from games import Nim\n\nclass LongLine(Nim):\n    title = 'Long Line'\n"
    )
    (folder / "long_line.toml").write_text(figures)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("shelved", "shelved.long_line"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    from shelved.long_line import LongLine

    return LongLine()


def test_figures_of_any_package_count(tmp_path, monkeypatch):
    """A game of another package is refused by the figures next to its module."""
    game = package(
        tmp_path, monkeypatch, '[[long-line]]\npositions = 10_000_000_000\nsource = "x"\n'
    )
    with pytest.raises(MemoryLimitError) as caught:
        solve(game, memory="1 GB")
    expected = "Long Line does not fit in memory: its 10,000,000,000 positions take 1.0 TB or more"
    assert str(caught.value).startswith(f"{expected}, and the limit is 1.0 GB\n  no published size")


@pytest.mark.parametrize(
    "figures",
    [
        'which = "of seven heaps"\npositions = 10_000_000_000\n',
        "parameters = { heaps = [9] }\npositions = 10_000_000_000\n"
        '[[long-line]]\nsource = "x"\npositions = 6\nfolded = 0\n',
        "parameters = { heaps = [9] }\npositions = 10_000_000_000\n"
        '[[long-line]]\nsource = "x"\nfolded = 0\n',
        f"parameters = {{ heaps = [9] }}\npositions = 1{400 * '0'}\nfolded = 3\n",
    ],
    ids=["of other positions", "of nothing", "of no orbit", "without end"],
)
def test_figures_of_other_positions_and_strange_ones_refuse_nothing(tmp_path, monkeypatch, figures):
    """Figures for other positions and invalid figures do not prevent a solve."""
    game = package(tmp_path, monkeypatch, f'[[long-line]]\nsource = "x"\n{figures}')
    with pytest.raises(StartedError):
        solve(game, memory="1 GB")


def test_figures_that_cannot_be_read_are_an_error_only_if_they_are_large(tmp_path, monkeypatch):
    """An unreadable file of figures is an error only if it contains a large number."""
    game = package(tmp_path, monkeypatch, "positions = 12\nno TOML at all")
    with pytest.raises(StartedError):
        solve(game)
    (tmp_path / "shelved" / "long_line.toml").write_text("positions = 10_000_000_000\nno TOML")
    with pytest.raises(FileError, match="cannot read the figures of long-line"):
        solve(game)


@pytest.mark.parametrize("force", [1, None, "yes"])
def test_force_is_yes_or_no(force):
    """``force`` must be True or False."""
    with pytest.raises(InvalidArgumentError, match="force"):
        solve(TicTacToe(), force=force)


@pytest.mark.skipif(IS_PLAIN, reason="there is no numba to be loaded")
def test_a_refusal_loads_no_compiler():
    """A refusal does not import numba."""
    program = (
        "import sys; from games import ConnectFour\n"
        "from gamesolver import solve, MemoryLimitError\n"
        "try: solve(ConnectFour(), memory='4 GB')\n"
        "except MemoryLimitError: print('numba' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert ran.stdout == "False\n", ran.stderr
