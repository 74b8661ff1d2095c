"""Unfinished files of ended processes are removed, and those of live processes stay."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import attrs
import pytest

from games import Nim
from gamesolver import load, load_proof, load_values, prove, solve
from gamesolver.files import leftovers
from gamesolver.web import write_page

GAME = Nim(heaps=(1, 2))
WRITES = """
import sys, time
from gamesolver.files.replacing import replacing
with replacing(sys.argv[1]) as unfinished:
    unfinished.write_bytes(b"half")
    print(unfinished, flush=True)
    sys.stdin.read()
    unfinished.write_bytes(b"whole")
"""
LONG_AGO = 1_000_000.0
ENDS = "0" * 7 + "1"


@pytest.fixture
def path(tmp_path):
    """A path to save to."""
    return tmp_path / "a.solution"


def begun(path):
    """Start a process that writes a file, and wait until half of it is there."""
    running = subprocess.Popen(
        [sys.executable, "-c", WRITES, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert running.stdout.readline().strip()
    return running


def hidden(path):
    """Return the names of the hidden files next to a path."""
    return sorted(each.name for each in path.parent.iterdir() if each.name.startswith("."))


def left_by(path, **changed):
    """Write an unfinished file whose writer differs from this process in the given fields."""
    writer = attrs.evolve(leftovers.Writer.here(), **changed)
    numbers = f"{writer.host}-{writer.boot}-{writer.process}-{writer.started}-{ENDS}"
    file = path.with_name(f".{path.name}.{numbers}")
    file.write_bytes(b"half")
    return file


def ended_process():
    """Return the number of a process that has ended."""
    running = subprocess.Popen([sys.executable, "-c", ""])
    running.wait()
    return running.pid


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("next_call", ["save", "load"])
def test_what_a_killed_process_left_goes(path, next_call):
    """Half a file left by a killed process is removed by the next save or load of its path."""
    solution = solve(GAME)
    solution.save(path)
    running = begun(path)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    assert len(hidden(path)) == 1
    if next_call == "save":
        solution.save(path)
    with load(path) as loaded:
        assert loaded.outcome == solution.outcome
    assert hidden(path) == []


def test_what_a_live_process_writes_stays(path):
    """Two processes that write one path at once do not harm each other."""
    running = begun(path)
    solve(GAME).save(path)
    with load(path) as loaded:
        assert loaded.game == GAME
    assert len(hidden(path)) == 1
    running.communicate(b"")
    assert running.returncode == 0
    assert path.read_bytes() == b"whole"
    assert hidden(path) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows such a process as ended")
def test_a_killed_process_that_no_player_waited_for_has_ended(path):
    """A file of a killed process is removed although that process is still a zombie."""
    running = begun(path)
    running.send_signal(signal.SIGKILL)
    for _ in range(500):
        leftovers.remove_leftovers(path)
        if not hidden(path):
            break
        time.sleep(0.01)
    assert hidden(path) == []
    running.communicate()


def test_a_number_that_another_process_has_now(path):
    """A file is removed if its writer's number belongs to a process with another start time."""
    own = leftovers.Writer.here()
    assert own.started
    kept, gone = left_by(path), left_by(path, started=own.started + 1)
    leftovers.remove_leftovers(path)
    assert (kept.exists(), gone.exists()) == (True, False)


def test_a_writer_that_does_not_know_its_start_counts_by_its_number(path):
    """A file without the start time of its writer stays while any process has that number."""
    kept, gone = left_by(path, started=0), left_by(path, started=0, process=ended_process())
    leftovers.remove_leftovers(path)
    assert (kept.exists(), gone.exists()) == (True, False)


def test_files_of_other_hosts_stay(path):
    """A file from another host stays, however old it is."""
    file = left_by(path, host="0" * 8, process=ended_process())
    os.utime(file, (LONG_AGO, LONG_AGO))
    leftovers.remove_leftovers(path)
    assert file.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux names its boots")
@pytest.mark.parametrize(("touched", "stays"), [(LONG_AGO, False), (None, True)])
def test_files_of_an_earlier_boot_go_when_they_are_old(path, touched, stays):
    """A file of another boot is removed only if it is older than this boot.

    A newer file may belong to a live process of a host that looks like this one.
    """
    file = left_by(path, boot="0" * 8)
    if touched is not None:
        os.utime(file, (touched, touched))
    leftovers.remove_leftovers(path)
    assert file.exists() is stays


def test_other_names_stay(path):
    """Hidden files of other targets, files with other names, folders and links are not removed."""
    process = ended_process()
    file = left_by(path.with_name("b.solution"), process=process)
    named = left_by(path, process=process).rename(path.with_name(f".{path.name}.old"))
    folder = left_by(path, process=process)
    folder.unlink()
    folder.mkdir()
    link = left_by(path, process=process, started=1)
    link.unlink()
    link.symlink_to(named)
    leftovers.remove_leftovers(path)
    assert all(map(os.path.lexists, (file, named, folder, link)))


def test_a_name_states_who_writes_and_is_not_too_long(path):
    """The name of an unfinished file identifies this process, and is never too long."""
    for target in (path, path.with_name("é" * 100 + ".solution")):
        name = leftovers.unfinished_for(target)
        writer = leftovers.NAMED.fullmatch(name.name.rpartition(".")[2])
        own = leftovers.Writer.here()
        assert writer.groups() == (own.host, own.boot, str(own.process), str(own.started))
        assert len(os.fsencode(name.name)) < 255
        assert leftovers.unfinished_for(target) != name


def exported(path):
    """Solve the game and export it in the format of the suffix."""
    solve(GAME).export(path)


WRITERS = {
    "a.solution": lambda path: solve(GAME).save(path),
    "a.values": exported,
    "a.csv": exported,
    "a.jsonl": exported,
    "a.npz": exported,
    "a.dot": exported,
    "a.proof": lambda path: prove(GAME).save(path),
    "a.html": lambda path: write_page(solve(GAME), path),
}
READERS = {"a.solution": load, "a.values": load_values, "a.proof": load_proof}


@pytest.mark.parametrize("name", WRITERS)
def test_each_writer_removes_what_was_left(tmp_path, name):
    """Writing a solution, values, an export, a proof or a page removes leftovers of its path."""
    path = tmp_path / name
    left_by(path, process=ended_process())
    WRITERS[name](path)
    assert hidden(path) == []


@pytest.mark.parametrize("name", READERS)
def test_each_reader_removes_what_was_left(tmp_path, name):
    """Loading a solution, values or a proof removes leftovers of its path."""
    path = tmp_path / name
    WRITERS[name](path)
    left_by(path, process=ended_process())
    READERS[name](path)
    assert hidden(path) == []
