"""Memory limits and progress reports."""

import ctypes
import mmap
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from games import Nim, TicTacToe
from gamesolver import InvalidArgumentError, MemoryLimitError, Progress, explore, solve, solving
from gamesolver.kernels.deferring import report_compilation
from gamesolver.system import memory
from gamesolver.system.memory import MemoryMeter, anonymous_bytes, containers, free_bytes
from gamesolver.system.progress import reporting
from tests.support.small_games import Heap


@pytest.mark.parametrize(
    ("text", "count"),
    [("1.5 GB", 1_500_000_000), ("2KiB", 2048), ("7 b", 7), (" 3 MB ", 3_000_000), (10.9, 10)],
)
def test_sizes_are_read_as_people_write_them(text, count):
    """Sizes are read in decimal and binary units, in either case, with or without a space."""
    assert MemoryMeter(text).limit == count


@pytest.mark.parametrize("text", ["", "GB", "-1 GB", "1 GX", "0 GB", -5, 0, True, "nan", []])
def test_sizes_that_are_none_are_refused(text):
    """An invalid memory limit is refused, and the message has the value and the valid forms."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(TicTacToe(), memory=text)
    assert str(caught.value) == (
        f'bad memory limit {text!r}: expected a positive number of bytes, or a text like "1.5 GB"'
    )


def written(size):
    """Return ``size`` bytes of fresh memory, each page of it written to."""
    block = mmap.mmap(-1, size)
    block[::4096] = b"x" * len(range(0, size, 4096))
    return block


def test_the_meter_counts_what_is_taken_and_leaves_out_what_is_loaded():
    """The meter counts memory that is written to, except inside ``leaving_out``."""
    meter = MemoryMeter("1 GB")
    block = written(50_000_000)
    assert meter.in_use() >= 50_000_000
    with meter.leaving_out():
        loaded = written(30_000_000)
    assert meter.in_use() < 80_000_000
    assert len(block) + len(loaded) == 80_000_000


def test_the_meter_stops_before_what_is_coming():
    """Memory that would exceed the limit is refused in advance, with the limit and the need."""
    meter = MemoryMeter("1 MB")
    with pytest.raises(MemoryLimitError) as caught:
        meter.check("3 positions found", coming=10_000_000)
    error = caught.value
    assert isinstance(error, MemoryError)
    assert error.limit == 1_000_000
    assert error.needed >= 10_000_000
    assert str(error) == (
        f"out of memory: the limit is 1.0 MB (as requested), {error.needed / 1e6:.1f} MB are "
        "needed after 3 positions found: symmetries or a smaller start would help; "
        "memory=... allows more"
    )


def test_symmetries_are_advised_where_there_are_none(monkeypatch):
    """Symmetries are advised only for a game without them."""
    monkeypatch.setattr(memory, "anonymous_bytes", count(0, 10**6).__next__)  # grows at each call
    with pytest.raises(
        MemoryLimitError, match=r": a smaller start would help; memory=\.\.\. allows"
    ):
        MemoryMeter("1 MB", is_folded=True).check("3 positions found", coming=10_000_000)
    with pytest.raises(MemoryLimitError, match=r"; memory=\.\.\. allows more$") as caught:
        explore(TicTacToe(), memory=1)
    assert "symmetries" not in str(caught.value)


def test_the_default_limit_is_most_of_what_is_free():
    """The default limit is 85 % of the free memory of the machine or container."""
    meter = MemoryMeter()
    assert 0 < meter.limit <= 0.86 * free_bytes() + 50_000_000
    with pytest.raises(MemoryLimitError, match=r"\(85 % of what was free\)"):
        meter.check("nothing", coming=2**60)


def test_a_container_may_have_less_than_the_machine(tmp_path, monkeypatch):
    """Free memory is limited by the container, unless its limit is "max"."""
    limit, used = tmp_path / "max", tmp_path / "current"
    limit.write_text("5000000\n")
    used.write_text("1000000\n")
    monkeypatch.setattr(memory, "_containers", lambda: ((limit, used),))
    if sys.platform == "linux":
        assert free_bytes() == 4_000_000
        stat = tmp_path / "memory.stat"
        stat.write_text("anon 7\ninactive_file 300000\nactive_file 20000\nfile 900000\n")
        assert free_bytes() == 4_320_000
        old = tmp_path / "memory.usage_in_bytes"
        old.write_text("1000000\n")
        stat.write_text("inactive_file 1\ntotal_inactive_file 50000\ntotal_active_file 6000\n")
        monkeypatch.setattr(memory, "_containers", lambda: ((limit, old),))
        assert free_bytes() == 4_056_000
    limit.write_text("max\n")
    assert free_bytes() > 4_000_000


@pytest.mark.parametrize("limit", [None, "1 GB"])
def test_what_is_loaded_is_not_counted_but_is_not_free_either(limit, monkeypatch):
    """Memory of loaded code is not counted, and lowers the default limit but not a given one."""
    held = iter([1_000_000, 5_000_000, 55_000_000, 58_000_000])  # in turn
    monkeypatch.setattr(memory, "anonymous_bytes", lambda: next(held))
    meter = MemoryMeter(limit)
    before = meter.limit
    with meter.leaving_out():
        pass  # the loaded code takes 50 of the 58 million bytes in use at the end
    assert meter.in_use() == 7_000_000
    assert before - meter.limit == (0 if limit else 0.85 * 50_000_000)


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ("", ["memory.max", "memory/memory.limit_in_bytes"]),
        ("0::/user/shell\n", ["user/shell/memory.max", "user/memory.max", "memory.max"]),
        (
            "5:cpu:/jobs\n4:memory:/jobs/ours\n1:name=systemd:/x\n",
            [
                "memory/jobs/ours/memory.limit_in_bytes",
                "memory/jobs/memory.limit_in_bytes",
                "memory/memory.limit_in_bytes",
            ],
        ),
    ],
    ids=["none", "one tree", "a tree of its own"],
)
def test_every_group_around_a_process_is_looked_at(groups, expected):
    """The limits of every enclosing control group are read, up to the outermost one."""
    mounted = Path("/mounted")
    files = [str(limit.relative_to(mounted)) for limit, _ in containers(groups, mounted)]
    assert list(dict.fromkeys(files))[: len(expected)] == expected


def test_systems_without_proc_query_psutil(monkeypatch):
    """On systems other than Linux the numbers come from psutil."""
    pytest.importorskip("psutil", reason="psutil is installed only where it is needed")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert anonymous_bytes() > 1_000_000
    assert free_bytes() > 1_000_000


def test_a_solve_within_its_limit_goes_through():
    """A solve within its memory limit succeeds with either method."""
    for method in ("minimax", "retrograde"):
        assert solve(TicTacToe(), memory="200 MB", method=method).remoteness == 9


def test_a_graph_too_large_for_the_solver_is_refused_before_it_starts():
    """The memory of the reversed graph is checked before it is built."""
    graph = explore(TicTacToe())
    from gamesolver.graph.retrograde import retrograde

    retrograde(graph.rows, graph.edges, graph.labels())  # kernels are loaded
    meter = MemoryMeter(1)
    meter.base = anonymous_bytes() + 1_000
    with pytest.raises(MemoryLimitError, match="exploring 765 positions and 2270 moves"):
        retrograde(graph.rows, graph.edges, graph.labels(), meter=meter)


def test_minimax_stays_within_the_limit_too():
    """The memory that minimax needs in addition to the graph is checked before it starts."""
    with pytest.raises(MemoryLimitError) as caught:
        solve(Heap(150_000), method="minimax", memory="36 MB")
    error = caught.value
    assert str(error) == (
        f"out of memory: the limit is 36.0 MB (as requested), {error.needed / 1e6:.1f} MB are "
        "needed after exploring 150001 positions and 299999 moves: "
        "symmetries or a smaller start would help; memory=... allows more"
    )


@pytest.fixture
def unhurried(monkeypatch):
    """Clock that advances by a second at each call, so that no report is skipped."""
    monkeypatch.setattr(time, "monotonic", count().__next__)


@pytest.mark.parametrize("phase", ["put in order", "resolved"])
def test_minimax_looks_at_the_memory_now_and_then(phase, unhurried, monkeypatch):
    """Minimax stops in either phase if memory runs out, and the error has its progress."""

    def others_take_the_rest(news):
        if news.phase == phase and news.done:
            monkeypatch.setattr(memory, "anonymous_bytes", lambda: 10**12)

    with pytest.raises(MemoryLimitError, match=rf"after \d+ of 40001 positions {phase}: symm"):
        solve(Heap(40_000), method="minimax", memory="1 GB", progress=others_take_the_rest)


def test_minimax_reports_how_far_it_is(unhurried):
    """Minimax reports the sorting of positions, then their resolution until all are resolved."""
    reported = []
    solve(Heap(40_000), method="minimax", progress=reported.append)
    halves = ["put in order", "resolved"]
    news = [each for each in reported if each.phase in halves]
    assert list(dict.fromkeys(each.phase for each in news)) == halves
    assert [each.done for each in news if each.phase == "put in order"] == [16_384, 32_768]
    assert [each.done for each in news if each.phase == "resolved"] == [0, 16_384, 32_768, 40_001]
    assert {each.total for each in news} == {40_001}


@pytest.mark.parametrize("method", ["minimax", "retrograde"])
def test_either_method_ends_its_report_alike(method):
    """Both methods report that all positions are resolved, and then the finished spot check."""
    news = []
    solution = solve(TicTacToe(), method=method, progress=news.append)
    assert [each for each in news if each.phase != "spot check"][-1] == Progress(
        "resolved", 765, 765
    )
    checked = solution.how.spot_check.positions + solution.how.spot_check.folded
    assert news[-1] == Progress("spot check", checked, checked)


def test_roots_are_counted_as_they_come_in():
    """An endless stream of roots is stopped by the memory limit."""

    def heaps():
        size = 0
        while True:
            size += 1
            yield (size,)

    with pytest.raises(MemoryLimitError):
        explore(Nim(heaps=(1,)), positions=heaps(), memory="20 MB")


def test_progress_knows_its_share():
    """``share`` is known if the total is known."""
    assert Progress("explore", 3).share is None
    assert Progress("explore", 3, 4).share == 0.75


def test_a_listener_is_not_flooded():
    """Reports are limited in rate, and the last one is always passed on."""
    news = []
    with reporting(news.append) as report:
        for done in range(1001):
            report("count", done, 1000)
    assert 2 <= len(news) < 50
    assert news[-1] == Progress("count", 1000, 1000)


def test_compilation_is_reported_at_once():
    """Compilation is reported immediately and once, as a phase after the one that has ended."""
    news = []
    with reporting(news.append) as report:
        report("find", 10, 10)
        report_compilation()
        report_compilation()
        report("solve", 1, 10)
    assert news == [Progress("find", 10, 10), Progress("compile", 0)]


def test_a_solve_needs_no_function_that_gives_memory_back(monkeypatch):
    """A solve succeeds even if the C library has no function to give memory back."""
    monkeypatch.setattr(solving, "MANY", 1)
    assert str(solve(TicTacToe()).outcome) == "draw in 9"
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    assert str(solve(TicTacToe()).outcome) == "draw in 9"
