"""Broken files: each is refused with a ``GameSolverError``, or gives only right answers."""

import json
import random
import sqlite3
from contextlib import closing

import pytest
import zstandard

from games import ConnectFour, Nim, Quixo
from gamesolver import FileError, GameSolverError, load, load_values, solve
from tests.support.scale import scaled

GAMES = {"plain": Nim(heaps=(2, 3)), "enumerated": ConnectFour(3, 2), "indexed": Quixo(size=2)}


@pytest.fixture(scope="module", params=GAMES)
def saved(request, tmp_path_factory):
    """A solution, and the bytes of its file."""
    solution = solve(GAMES[request.param])
    path = tmp_path_factory.mktemp("saved") / "file"
    solution.save(path)
    return solution, path.read_bytes()


def main_of(solution):
    """Return the name of the column with the outcomes."""
    return "found_cells" if solution.game == GAMES["enumerated"] else "cells"


def is_refused(path, solution):
    """Return True if a file is refused; if it is not, every answer must be right."""
    try:
        again = load(path, solution.game, check=False)
        assert len(again) == len(solution)
        assert again.counts() == solution.counts()
        for position in solution:
            assert again[position] == solution[position]
        assert list(again) == list(solution)
        assert again.start == solution.start
    except GameSolverError:
        return True
    return False


# ── at random ──────────────────────────────────────────────────────────────


def flipped(content, luck):
    """Flip one bit."""
    place = luck.choice(nonzero(content) if luck.random() < 0.7 else range(len(content)))
    content[place] ^= 1 << luck.randrange(8)


def zeroed(content, luck):
    """Overwrite a run of bytes with zeros."""
    first = luck.choice(nonzero(content))
    for place in range(first, min(len(content), first + luck.randrange(1, 400))):
        content[place] = 0


def filled(content, luck):
    """Overwrite a run of bytes with random ones."""
    first = luck.choice(nonzero(content))
    for place in range(first, min(len(content), first + luck.randrange(1, 100))):
        content[place] = luck.randrange(256)


def cut_short(content, luck):
    """Remove the end."""
    del content[luck.randrange(len(content)) :]


def grown(content, luck):
    """Append random bytes."""
    content.extend(luck.randbytes(luck.randrange(1, 5_000)))


def exchanged(content, luck):
    """Exchange two pages."""
    one, other = (luck.randrange(len(content) // PAGE) * PAGE for _ in range(2))
    pages = content[one : one + PAGE], content[other : other + PAGE]
    content[one : one + PAGE], content[other : other + PAGE] = reversed(pages)


PAGE = 2_048
ACCIDENTS = [flipped, flipped, zeroed, filled, cut_short, grown, exchanged]


def nonzero(content):
    """Return the offsets of the bytes that are not zero."""
    return [place for place, byte in enumerate(content) if byte]


def test_accidents(saved, tmp_path):
    """Randomly damaged files, 70 of each kind (3,500 at night), are refused or right."""
    solution, right = saved
    luck, refused, tried = random.Random(len(right)), 0, scaled(70, 3_500)
    for number in range(tried):
        content = bytearray(right)
        ACCIDENTS[number % len(ACCIDENTS)](content, luck)
        path = tmp_path / str(number)
        path.write_bytes(content)
        refused += is_refused(path, solution)
        path.unlink()
    assert refused > tried / 4


def outcomes_of(solution, positions):
    """Return the outcomes of some positions."""
    return list(map(solution.__getitem__, positions))


def test_files_that_are_some_bytes_short(saved, tmp_path):
    """A file without its last bytes is refused, unless these held nothing that is read."""
    solution, right = saved
    solution.export(tmp_path / "a.values")
    values, short = (tmp_path / "a.values").read_bytes(), tmp_path / "short"
    outcomes = outcomes_of(solution, solution)
    true_values = [outcome.value for outcome in outcomes]
    for missing in (*range(1, 11), PAGE - 1, PAGE, PAGE + 1, len(right)):
        short.write_bytes(right[: len(right) - missing])
        try:
            assert outcomes_of(load(short, solution.game), solution) == outcomes
        except FileError:
            continue
        assert missing < PAGE
    for missing in (*range(1, 11), PAGE - 1, PAGE, PAGE + 1, len(values)):
        short.write_bytes(values[: len(values) - missing])
        try:
            again = load_values(short, solution.game)
            assert list(map(again.value, solution)) == true_values
        except FileError:
            continue
        assert missing < PAGE


# ── on purpose, hashes left alone ──────────────────────────────────────────


def changed(path, content, *statements):
    """Write a file, change it by SQL statements, and return its path."""
    path.write_bytes(content)
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            file.execute(*statement) if isinstance(statement, tuple) else file.execute(statement)
        file.commit()
    return path


BOMB = zstandard.ZstdCompressor().compress(bytes(1 << 28))


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW more AS SELECT * FROM about",
        "CREATE TRIGGER more AFTER INSERT ON about BEGIN DELETE FROM about; END",
        "CREATE TABLE more (number INTEGER)",
        "CREATE INDEX more ON about (content)",
        "DROP TABLE attached",
        "DELETE FROM about WHERE name = 'root'",
        "DELETE FROM about WHERE name = 'shape'",
        "DELETE FROM guides",
        "DELETE FROM {main}",
        "UPDATE {main} SET number = number + 1",
        "UPDATE {main} SET content = 7",
        "UPDATE {main} SET content = x''",
        ("UPDATE {main} SET content = ?", (BOMB,)),
        "UPDATE guides SET hashes = x''",
        "UPDATE guides SET hashes = zeroblob(length(hashes))",
        "UPDATE guides SET firsts = 'x'",
        "UPDATE about SET content = x'ff' WHERE name = 'identity'",
        "UPDATE about SET content = '[]' WHERE name = 'identity'",
        "UPDATE about SET content = content || ' '",
        "UPDATE about SET content = '../../etc/passwd'",
        "UPDATE about SET content = '''; DROP TABLE cells; --'",
    ],
)
def test_changes_by_sql(saved, statement, tmp_path):
    """A file with another schema, or with missing, moved or replaced rows, is refused."""
    solution, right = saved
    if isinstance(statement, str):
        statement = statement.replace("{main}", main_of(solution))
    else:
        statement = statement[0].replace("{main}", main_of(solution)), *statement[1:]
    assert is_refused(changed(tmp_path / "file", right, statement), solution)


SHAPES = [
    {"positions": -1},
    {"positions": 2**62},
    {"positions": "7"},
    {"roots": []},
    {"roots": [7]},
    {"kind": "table"},
    {"kind": []},
    {"counts": [[1, 3, -5]]},
    {"counts": [[7, 3, 5]]},
    {"counts": []},
    {"reached": 2**62},
    {"columns": {}},
    {"columns": {"cells": [2**62, 1]}},
    {"columns": {"cells": [5, 2**40]}},
    {"columns": {"cells": [5, 0]}},
    {"columns": {"about": [5, 5]}},
    {"columns": 7},
    {"more": 7},
]


@pytest.mark.parametrize("change", SHAPES, ids=str)
def test_wrong_sizes_and_counts(saved, change, tmp_path):
    """A file whose description has impossible sizes or counts is refused on loading."""
    solution, right = saved
    path = tmp_path / "file"
    path.write_bytes(right)
    with closing(sqlite3.connect(path)) as file:
        ((text,),) = file.execute("SELECT content FROM about WHERE name = 'shape'")
        text = json.dumps(json.loads(text) | change)
        file.execute("UPDATE about SET content = ? WHERE name = 'shape'", (text,))
        file.commit()
    with pytest.raises(FileError, match="is broken"):
        load(path, solution.game)


def test_a_block_from_another_file(saved, tmp_path):
    """An intact block from the file of another game is refused."""
    solution, right = saved
    solve(Nim(heaps=(1, 4))).save(tmp_path / "other")
    with closing(sqlite3.connect(tmp_path / "other")) as file:
        ((block,),) = file.execute("SELECT content FROM cells")
    main = main_of(solution)
    path = changed(tmp_path / "file", right, (f"UPDATE {main} SET content = ?", (block,)))
    with pytest.raises(FileError, match=f"block 0 of {main}: its checksum is wrong"):
        _ = load(path, solution.game).outcome


def test_a_block_in_the_place_of_another(saved, tmp_path):
    """A block of another column is refused, because its hash covers the column."""
    solution, right = saved
    main = main_of(solution)
    other = "keys" if solution.game == GAMES["plain"] else "guides"
    column = "hashes" if other == "guides" else "content"
    statement = f"UPDATE {main} SET content = (SELECT {column} FROM {other} LIMIT 1)"
    with pytest.raises(FileError, match=f"block 0 of {main}"):
        _ = load(changed(tmp_path / "file", right, statement), solution.game).outcome
