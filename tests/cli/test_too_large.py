"""Games known to be too large are refused at once, with their published figures."""

from __future__ import annotations

import shutil
from types import SimpleNamespace

import pytest

import gamesolver
from games import ConnectFour
from games.fox_and_geese import chessboard
from gamesolver import MemoryLimitError
from tests.support.at_the_terminal import called, in_a_process, refused

KNOWN = (
    "Connect Four does not fit in memory: its 4,531,985,219,092 positions take 1.1 TB or more, "
    "and the limit is 4.0 GB"
)
SMALLER = "--width 6 --height 4 has 94,910,577 positions"
CALLED = "\n  gamesolver prove {} proves the outcome of one position"
FORCE = "\n  --force starts anyway"
ENOUGH = "4GB"


@pytest.fixture(autouse=True)
def begun(monkeypatch):
    """List of the games whose solve starts; it stops at once, and estimates fail."""
    games = []

    def solve(game, **more):
        games.append(game)
        raise MemoryLimitError("set out", 1, 2)

    def estimate(game, **more):
        raise AssertionError("a sample was taken")

    monkeypatch.setattr(gamesolver, "solve", solve)
    monkeypatch.setattr(gamesolver, "estimate", estimate)
    return games


@pytest.mark.parametrize("more", [[], ["--no-estimate"], ["--width", "7"], ["--json"]])
def test_what_is_known_to_be_too_large_is_refused_without_a_sample(more, begun):
    """The refusal has the number of positions, a size that fits, ``prove`` and ``--force``."""
    output = refused("solve", "connect-four", "--memory", ENOUGH, *more, code=3)
    assert output == f"{KNOWN}\n  {SMALLER}{CALLED.format('connect-four')}{FORCE}"
    assert begun == []


@pytest.mark.parametrize("words", ["connect-four", "teeko", "hexapawn --columns 7"])
def test_a_page_of_what_is_known_to_be_too_many_is_refused_before_it_is_solved(
    words, begun, tmp_path
):
    """``page`` refuses a game by its published number of positions, without solving it."""
    name, *options = words.split()
    output = refused("page", name, str(tmp_path / "page.html"), *options)
    assert "is too large for one page: its start reaches more than 200,000 positions" in output
    assert begun == []


def test_force_starts_all_the_same(begun):
    """``--force`` starts a game that is known to be too large."""
    words = "solve", "connect-four", "--memory", ENOUGH, "--force", "--no-estimate"
    assert refused(*words, code=3) == "set out"
    assert begun == [ConnectFour()]


@pytest.mark.parametrize(
    "words",
    [
        "show connect-four",
        "show connect-four --line",
        "stats connect-four",
        "play connect-four",
        "audit connect-four perfect",
        "match connect-four perfect random",
        "odds connect-four random perfect",
        "puzzles connect-four",
        "strategy connect-four",
        "compare connect-four tic-tac-toe",
        "export connect-four out.csv",
        "plot connect-four out.svg",
        "web connect-four",
    ],
)
def test_each_command_that_solves_first_refuses_likewise(words, begun):
    """Commands that solve first refuse, and advise a file written by ``solve``."""
    way = "gamesolver solve with --force and --save FILE makes a file for this command"
    output = refused(*words.split(), "--memory", ENOUGH, code=3)
    assert output == f"{KNOWN}; {SMALLER}, {way}"
    assert begun == []


@pytest.mark.parametrize(
    "words",
    [
        "connect-four --width 6 --height 5 --memory 4GB",  # no published figures
        "connect-four --start 1 --memory 4GB",  # fewer positions, of unknown number
        "connect-four --memory 10TB",
    ],
)
def test_where_nothing_is_known_the_estimate_decides(words, begun):
    """A solve starts if no figure is published for it or the memory is large enough."""
    position = ConnectFour().format(ConnectFour().start())
    typed = [position if word == "1" else word for word in words.split()]
    assert refused("solve", *typed, "--no-estimate", code=3) == "set out"
    assert len(begun) == 1


def test_a_class_by_its_module_is_refused_by_the_same_figures(begun):
    """The published figures apply to the class under any name."""
    output = refused("solve", "games:ConnectFour", "--memory", ENOUGH, "--no-estimate", code=3)
    assert output == f"{KNOWN}\n  {SMALLER}{CALLED.format('games:ConnectFour')}{FORCE}"
    assert begun == []


def test_a_folder_adds_the_room_on_its_disk(tmp_path, monkeypatch, begun):
    """With a checkpoint a compiled game is refused only if the disk is too small, too."""
    words = "solve", "quixo", "--memory", ENOUGH, "--no-estimate", "--checkpoint"
    folder = tmp_path / "not" / "there"
    for free, ending in ((10**9, FORCE), (10**13, "set out")):
        monkeypatch.setattr(
            shutil, "disk_usage", lambda path, free=free: SimpleNamespace(free=free)
        )
        assert refused(*words, folder, code=3).endswith(ending)
    assert len(begun) == 1


def test_advice_names_the_options_as_the_command_has_them(begun):
    """Advice uses the game's options as they are typed on the command line."""
    output = called("show", "quixo", "--memory", "60MB")
    assert "; --size 3 has 19,683 positions, gamesolver solve with" in output.err
    words = "gobblet-gobblers", "--memory", "100MB"
    assert "\n  --sizes 2 --copies 2 has 252,238 positions up to symmetry\n" in refused(
        "solve", *words, code=3
    )


@pytest.mark.parametrize("limit", ["500KB", "2MB", "10MB", "30MB"])
@pytest.mark.parametrize("game", ["connect-four", "quixo", "animal-shogi"])
def test_where_nothing_fits_nothing_is_advised(game, limit):
    """No size is advised below 30 MB, which the kernels of a compiled game alone need."""
    output = refused("solve", game, "--memory", limit, code=3)
    fits = "\n  no published size is sure to fit"
    assert output.endswith(f"{fits}{CALLED.format(game)}{FORCE}")


def test_plain_rules_need_no_kernels():
    """For a game in plain Python a size is advised even for small limits."""
    hounds = "--lines", "slanting", "--no-captures", "--fox-first"
    words = "solve", "fox-and-geese", "--board", chessboard(8), *hounds, "--memory"
    for limit, size, count in (("5MB", 6, "11,349"), ("500KB", 4, "132")):
        advised = f"--board '{chessboard(size)}' {' '.join(hounds)} has {count} positions"
        assert f"\n  {advised}\n" in refused(*words, limit, code=3)


ADVISED = [
    ("gobblet-gobblers", "57MB", "--sizes 2 --copies 2 has "),  # most kernels: it has predecessors
    ("connect-four", "48MB", "--width 4 --height 4 has "),
    ("connect-four", "99MB", "--width 6 --height 3 has "),
    ("quixo", "45MB", "--size 3 has "),
    ("animal-shogi", "93MB", "--pieces LEG has "),
]


@pytest.mark.parametrize(("game", "limit", "advised"), ADVISED)
def test_the_largest_size_that_fits_is_advised(game, limit, advised):
    """A limit that is just enough for a size gets the advice of that size."""
    assert f"\n  {advised}" in refused("solve", game, "--memory", limit, code=3)


@pytest.mark.compiled(why="it is the kernels that take the memory")
@pytest.mark.parametrize(("game", "limit", "advised"), ADVISED)
def test_what_is_advised_is_solved_with_that_memory(game, limit, advised):
    """An advised size is solved within the limit that led to the advice, with 8 threads."""
    words = "solve", game, *advised.split()[:-1], "--json", "--threads", "8"
    ran = in_a_process(*words, "--memory", limit)
    if ran.returncode:  # the first run may have compiled kernels, which takes more memory
        ran = in_a_process(*words, "--memory", limit)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("game", ["connect-four", "awari"])
def test_an_estimate_beyond_the_memory_names_prove(game, monkeypatch):
    """An estimate above the memory advises ``prove``, with and without scores."""
    nothing = gamesolver.Range(1e12, 2e12, "guessed")
    made = gamesolver.find_game(game)()
    expected = gamesolver.Estimate(made, nothing, nothing, nothing)
    monkeypatch.setattr(gamesolver, "estimate", lambda game, **more: expected)
    advice = f"gamesolver prove {game} proves the outcome of one position"
    line = f"Too large for a table here: {advice}\n"
    assert called("estimate", game).out.endswith(line)
