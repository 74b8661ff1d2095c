"""Errors of writing to a full disk, without permission, and to a missing folder."""

import os
import sys
from tempfile import TemporaryDirectory

import pytest

from tests.support.own_process import printed

WRITERS = """
import os, shutil, sys, tempfile
from pathlib import Path
from games import ConnectFour, Nim, Quixo
from gamesolver import FileError, solve
from gamesolver.cli.commands.plot import _write
from gamesolver.cli.output import written
from gamesolver.system.progress import Reporter
from gamesolver.web.single import write

plain, found = solve(Nim(heaps=(2, 3))), solve(ConnectFour(2, 2))
SUFFIXES = "csv jsonl npz parquet graphml gexf dot values".split()

def drawn(path):
    from matplotlib import pyplot
    figure, axes = pyplot.subplots()
    axes.plot([1, 2])
    _write(figure, str(path))

def kept(game, **options):
    return lambda folder: solve(game, folder=folder, every=0, **options)

WAYS = {
    "save": lambda folder: plain.save(folder / "a"),
    "save enumerated": lambda folder: found.save(folder / "a"),
}
WAYS |= {each: lambda folder, each=each: plain.export(folder / f"a.{each}") for each in SUFFIXES}
WAYS |= {
    "values of an enumerated game": lambda folder: found.export(folder / "a.values"),
    "page": lambda folder: write(plain, folder / "a.html", Reporter(None)),
    "sheet": lambda folder: written(str(folder / "a.html"), "x" * 9_000),
    "plot": lambda folder: drawn(folder / "a.png"),
    "checkpoints, enumerated": kept(ConnectFour(2, 2)),
    "checkpoints, indexed": kept(Quixo(size=2)),
}

def tried(name, way, folder):
    try:
        way(folder)
        print(name, "| nothing was refused")
    except FileError as error:
        print(name, "|", str(error).replace(str(folder), "FOLDER"))
    except BaseException as error:
        print(name, "| foreign:", repr(error))

home = Path(sys.argv[1])
# All kernels are compiled while there is room. Those of a small enumerated game are compiled the
# second time, since its rules have been compiled by then.
for time in ("first", "second"):
    for name, way in WAYS.items():
        (home / time / name).mkdir(parents=True)
        way(home / time / name)
"""

FULL = """
from tests.support.own_process import make_room_for
for limit in (0, 100):
    make_room_for(limit)
    for name, way in WAYS.items():
        folder = home / f"{limit} {name}"
        folder.mkdir()
        tried(f"{limit} {name}", way, folder)
        left = [each.name for each in folder.iterdir() if not each.name.startswith("gamesolver-")]
        if left:
            print(f"{limit} {name} | left behind:", left)
"""

GONE = """
for name, way in WAYS.items():
    tried(name, way, home / name / "nowhere")
"""

NOT_OURS = """
os.seteuid(65534)  # nobody; the folder is another's, who lets all look into it
for name, way in WAYS.items():
    tried(name, way, home)
os.seteuid(0)
"""

FILES = {
    name: f"a.{name}"
    for name in ["csv", "jsonl", "npz", "parquet", "graphml", "gexf", "dot", "values"]
} | {
    "save": "a",
    "save enumerated": "a",
    "values of an enumerated game": "a.values",
    "page": "a.html",
    "sheet": "a.html",
    "plot": "a.png",
}
KEPT = ("checkpoints, enumerated", "checkpoints, indexed")
SQLITE = ("save", "save enumerated", "values", "values of an enumerated game")


def lines(script, folder):
    """Return the output of a script as a dict from each attempt to its message."""
    printed_lines = printed(WRITERS + script, folder).splitlines()
    return dict(line.partition(" | ")[::2] for line in printed_lines)


def too_large(name):
    """Return the message of the system, or of SQLite, about a file that is too large."""
    return "disk I/O error" if name in SQLITE else "File too large"


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on the size of files")
def test_a_full_disk(tmp_path):
    """With room for 0 or 100 bytes each writer is refused, and leaves nothing behind."""
    output = lines(FULL, tmp_path)
    what_to_do = "free space there, or name another place"
    expected = {
        f"{limit} {name}": f"cannot write FOLDER/{file}: {too_large(name)}; {what_to_do}"
        for name, file in FILES.items()
        for limit in (0, 100)
    }
    kept = f"cannot keep checkpoints in FOLDER: File too large; {what_to_do}"
    about = f"cannot write FOLDER/gamesolver-checkpoint: File too large; {what_to_do}"
    expected |= {f"0 {name}": kept for name in KEPT} | {f"100 {name}": about for name in KEPT}
    assert output == expected


def test_a_folder_that_is_gone(tmp_path):
    """A file is refused if its folder does not exist, and checkpoints create theirs."""
    expected = {
        name: f"cannot write FOLDER/{file}: there is no folder FOLDER"
        for name, file in FILES.items()
    }
    assert lines(GONE, tmp_path) == expected | dict.fromkeys(KEPT, "nothing was refused")


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only the superuser may become another"
)
def test_a_folder_that_is_not_ours():
    """A folder without write permission is refused with the system's reason and what to do."""
    with TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        output = lines(NOT_OURS, folder)
    what_to_do = "Permission denied; name a place where you may write"
    expected = {name: f"cannot write FOLDER/{file}: {what_to_do}" for name, file in FILES.items()}
    unopened = "unable to open database file; name a place where you may write"
    expected |= {name: f"cannot write FOLDER/{FILES[name]}: {unopened}" for name in SQLITE}
    kept = f"cannot keep checkpoints in FOLDER: {what_to_do}"
    assert output == expected | dict.fromkeys(KEPT, kept)
