"""Workers: chunks run in parallel, with results independent of the number of threads."""

import threading
import time

import numpy as np
import pytest

from gamesolver import Progress, solve
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import Workers, chunks_of, default_threads
from tests.attacks.endless_games import FAR
from tests.attacks.engine_games import SheetGame
from tests.support.engine_solving import chain, random_drawing, table_of

THREADS = pytest.mark.parametrize("threads", [1, 2, 5])


def workers_of(threads, listener=None):
    """Return workers with lists as scratch objects."""
    return Workers(threads, list, Reporter(listener), MemoryMeter())


@THREADS
def test_results_come_in_the_order_of_the_chunks(threads):
    """Results are in the order of the chunks, and no thread is left running."""
    workers, before = workers_of(threads), set(threading.enumerate())
    assert workers.run("square", lambda scratch, chunk: chunk**2, range(100)) == [
        n**2 for n in range(100)
    ]
    assert workers.run("square", lambda scratch, chunk: chunk**2, [7]) == [49]
    assert workers.run("square", lambda scratch, chunk: chunk**2, []) == []
    assert set(threading.enumerate()) <= before


@THREADS
def test_every_worker_has_a_room_of_its_own(threads):
    """Each worker has its own scratch object, and together they contain all chunks."""
    workers = workers_of(threads)
    workers.run(
        "note", lambda scratch, chunk: scratch.append((threading.get_ident(), chunk)), range(500)
    )
    assert sorted(chunk for scratch in workers.scratches for _, chunk in scratch) == list(
        range(500)
    )
    idents = [{ident for ident, _ in scratch} for scratch in workers.scratches]
    assert all(len(each) <= 1 for each in idents)
    assert len(workers.scratches) == threads


@THREADS
def test_a_chunk_that_fails_ends_the_work(threads):
    """The exception of a chunk is raised, later chunks are skipped, and workers are reusable."""
    workers, before = workers_of(threads), set(threading.enumerate())
    done = []

    def work(scratch, chunk):
        if chunk == 20:
            raise LookupError("chunk 20")
        done.append(chunk)

    with pytest.raises(LookupError, match="chunk 20"):
        workers.run("fail", work, range(10_000))
    assert len(done) < 10_000
    assert set(threading.enumerate()) <= before
    assert workers.run("square", lambda scratch, chunk: chunk**2, range(9)) == [
        n**2 for n in range(9)
    ]


def test_workers_are_reported_to_stop():
    """``is_stopping`` becomes true for a worker after another worker has failed."""
    workers = workers_of(2)
    begun = threading.Barrier(2)
    seen = []

    def work(scratch, chunk):
        begun.wait()
        if chunk == 0:
            raise LookupError
        while not workers.is_stopping:
            time.sleep(0.001)
        seen.append(chunk)

    with pytest.raises(LookupError):
        workers.run("wait", work, range(2))
    assert seen == [1]
    assert not workers.run("again", lambda scratch, chunk: workers.is_stopping, [0])[0]


def test_chunks_make_up_the_whole():
    """``chunks_of`` returns ranges of one size, the last one possibly shorter."""
    assert chunks_of(10, 4) == [(0, 4), (4, 8), (8, 10)]
    assert chunks_of(8, 4) == [(0, 4), (4, 8)]
    assert chunks_of(0, 4) == []
    assert default_threads() >= 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("indexed", [False, True], ids=["found", "indexed"])
def test_progress_reports_phase_and_share(threads, indexed):
    """All phases are reported in order, with a share above 0 and up to 1, and end at 1."""
    game = SheetGame(random_drawing(2_000, seed=5), "raw", indexed)
    news = []
    solve(game, threads=threads, progress=news.append)
    phases = list(dict.fromkeys(each.phase for each in news))
    finding = [] if indexed else ["finding", "sorting"]
    assert phases.pop(0) == "compile"
    sweeps = [f"wins and losses in {plies}" for plies in range(2, len(phases))]
    assert phases[: len(finding) + 2] == [*finding, "ends of play", sweeps[0]]
    assert phases[-2:] == ["checking indexes", "spot check"]
    assert all(isinstance(each, Progress) and 0 < each.share <= 1 for each in news[1:])
    last = {each.phase: each for each in news[1:]}
    assert {each.share for each in last.values()} == {1}
    assert all(each.seconds >= 0 for each in news)


def test_finding_is_reported_in_positions():
    """The progress of finding is counted in positions, not in chunks."""
    game = SheetGame(chain(FAR, -1))
    news = []
    solve(game, progress=news.append)
    finding = [each for each in news if each.phase == "finding"]
    assert finding[-1] == Progress("finding", FAR + 1, FAR + 1)


@pytest.mark.parametrize("way", ["sweeps", "graph", "either"])
@pytest.mark.parametrize("indexed", [False, True], ids=["found", "indexed"])
def test_tables_are_the_same_for_any_number_of_threads(way, indexed):
    """Tables are equal byte for byte with one, two and five threads."""
    game = SheetGame(random_drawing(1_000, seed=6), "raw", indexed)
    tables = [table_of(game, way, threads)[0] for threads in (1, 2, 5)]
    for table in tables:
        assert table.entries.tobytes() == tables[0].entries.tobytes()
        assert np.array_equal(table.places.keys, tables[0].places.keys)
