"""Forged files with right hashes: ``verify`` refuses false contents."""

import json
import sqlite3
from contextlib import closing

import numpy as np
import pytest
import zstandard
from numba import njit

from games import ConnectFour, Nim
from gamesolver import (
    CompiledGame,
    CompiledRules,
    FileError,
    Game,
    GameContractError,
    GameSolverError,
    Value,
    load,
    load_values,
    solve,
)
from gamesolver.files import blocks, entry_tables, packing, tables, writing
from gamesolver.files.format import Guide, root_of
from tests.attacks.forged_files import Contents

ENUMERATED, PLAIN = ConnectFour(3, 3), Nim(heaps=(2, 3))


def forged(game, path, column, changed=None, shape=None, first=None):
    """Return the solution of a file with a forged part and fitting hashes."""
    solve(game).save(path)
    with closing(sqlite3.connect(path)) as file:
        texts = dict(file.execute("SELECT name, content FROM about"))
        ((how,),) = file.execute("SELECT content FROM attached")
        seal = blocks.Seal(texts["identity"].encode(), column)
        ((content,),) = file.execute(f"SELECT content FROM {column}")
        about = json.loads(texts["shape"])
        entries = blocks.READERS[column](
            zstandard.ZstdDecompressor().decompress(content), about["columns"][column][0]
        )
        if changed is not None:
            raw = changed(entries)
            content = zstandard.ZstdCompressor().compress(raw)
            file.execute(f"UPDATE {column} SET content = ?", (content,))
        if first is not None:
            firsts = first.to_bytes(8, "little")
            file.execute("UPDATE guides SET firsts = ? WHERE column = ?", (firsts, column))
        ((bounds,),) = file.execute("SELECT firsts FROM guides WHERE column = ?", (column,))
        hashed = seal.hash(0, zstandard.frame_content_size(content), content, bounds)
        file.execute("UPDATE guides SET hashes = ? WHERE column = ?", (hashed, column))
        text = json.dumps(about | (shape(about) if shape else {}))
        guides = {
            name: Guide(hashes, firsts)
            for name, hashes, firsts in file.execute("SELECT * FROM guides")
        }
        file.execute("UPDATE about SET content = ? WHERE name = 'shape'", (text,))
        root = root_of(texts["identity"], text, how, guides)
        file.execute("UPDATE about SET content = ? WHERE name = 'root'", (root,))
        file.commit()
    return load(path, game)


def block(positions, entries):
    """Return the bytes of a block of positions and entries of an enumerated game."""
    return packing.enumerated_entries((np.array(positions, np.uint64), entries), len(positions))[
        0
    ].tobytes()


def too_long(entries):
    """Return a block whose entries differ from the right ones only above their lowest byte."""
    positions, column = entries
    return block(positions, np.where(column > 2, column.astype(np.uint32) + 768, column))


def twice(entries):
    """Return a block with the last position twice and the first one missing."""
    positions, column = entries
    return block([*positions[1:], positions[-1]], column)


def falling(entries):
    """Return a block with the positions in descending order."""
    positions, column = entries
    with np.errstate(over="ignore"):  # in plain Python numpy would warn of steps downwards
        return block(positions[::-1], column[::-1])


def none_at_the_end(entries):
    """Return a block whose last position is the integer that stands for no position."""
    positions, column = entries
    return block([*positions[:-1], 2**64 - 1], column)


@pytest.mark.parametrize("changed", [too_long, twice, falling, none_at_the_end])
def test_positions_and_entries_of_a_forger(changed, tmp_path):
    """Forged positions and entries are refused by ``verify`` and ``save``."""
    solution = forged(ENUMERATED, tmp_path / "file", "found_cells", changed)
    with pytest.raises(FileError, match="is broken"):
        solution.verify()
    with pytest.raises(FileError, match="is broken"):
        solution.save(tmp_path / "other")


def test_first_numbers_of_a_forger(tmp_path):
    """A forged first number of a block is refused by ``verify``."""
    for game, column in ((ENUMERATED, "found_cells"), (PLAIN, "keys")):
        solution = forged(game, tmp_path / "file", column, first=7)
        with pytest.raises(FileError, match=f"the index of its {column} does not match"):
            solution.verify()


def forged_text(tmp_path, text):
    """Return the solution of a file in which the last position has another text."""

    def changed(texts):
        return blocks.to_texts([*texts[:-1], text])

    return forged(PLAIN, tmp_path / "file", "texts", changed)


@pytest.mark.parametrize("text", ["(", "(1, [2])", "{}", "(9, 9)", "(" * 300, "1", "None", "x", ""])
def test_texts_of_a_forger(text, tmp_path):
    """A text that belongs to no position is refused, whatever ``parse`` returns for it."""
    solution = forged_text(tmp_path, text)
    with pytest.raises(FileError, match=r"is broken: .*; solve the game again"):
        solution.verify()
    with pytest.raises(FileError, match="is broken"):
        solution.save(tmp_path / "other")


def test_a_text_that_cannot_be_read(tmp_path):
    """The message about a text that cannot be parsed names the text and the game."""
    with pytest.raises(FileError) as caught:
        forged_text(tmp_path, "(1, 2").verify()
    assert str(caught.value) == (
        f"{tmp_path / 'file'} is broken: '(1, 2' is not the text of a position of "
        "Nim(heaps=(2, 3)); solve the game again"
    )


def reached_less(about):
    """Return the description's number of reached positions, less one."""
    return {"reached": about["reached"] - 1}


def test_what_the_start_reaches(tmp_path):
    """A wrong number of reached positions is refused, and so is a position that no root reaches."""
    solution = forged(PLAIN, tmp_path / "file", "cells", shape=reached_less)
    with pytest.raises(FileError, match="its start reaches 9 positions, and its description has 8"):
        solution.verify()
    more = solve(Nim(heaps=(2, 2)), positions=[(2, 3)])
    more.save(tmp_path / "more")
    opened = Contents.read(tmp_path / "more")
    shape = opened.part("shape")
    opened.set_part("shape", shape | {"roots": shape["roots"][:1]})
    opened.made_anew()
    opened.write(tmp_path / "fewer")
    with pytest.raises(FileError, match="its positions differ from the reachable ones"):
        load(tmp_path / "fewer").verify()


def test_more_than_a_found_game_reaches(tmp_path):
    """Positions of an enumerated game are refused if the root that reaches them was removed."""
    game = ConnectFour(2, 2)
    near_the_end, *others = reversed(list(solve(game)))
    solve(game, start=near_the_end, positions=others).save(tmp_path / "several")
    opened = Contents.read(tmp_path / "several")
    shape = opened.part("shape")
    opened.set_part("shape", shape | {"roots": shape["roots"][:1], "is_all_reached": True})
    opened.made_anew()
    opened.write(tmp_path / "one")
    assert load(tmp_path / "several", check=False).verify().positions == shape["positions"]
    with pytest.raises(FileError, match="some of its positions are not reachable from its roots"):
        load(tmp_path / "one", check=False).verify()


def one_ply_more(about):
    """Return the description's counts with one ply added to every outcome."""
    return {
        "counts": [
            [value, plies if plies is None else plies + 1, n] for value, plies, n in about["counts"]
        ]
    }


@pytest.mark.parametrize(("game", "column"), [(ENUMERATED, "found_cells"), (PLAIN, "cells")])
def test_counts_of_a_forger(game, column, tmp_path):
    """Forged counts are refused, because ``verify`` compares them with the table entries."""
    solution = forged(game, tmp_path / "file", column, shape=one_ply_more)
    with pytest.raises(FileError, match="its counts do not match its positions"):
        solution.verify()


def test_plies_without_end(tmp_path):
    """A number of plies that no table entry can hold is refused."""
    with pytest.raises(FileError, match="its description is invalid"):
        forged(
            PLAIN,
            tmp_path / "file",
            "cells",
            shape=lambda about: {"counts": [[0, 10**30, about["positions"]]]},
        )


@pytest.mark.parametrize(
    ("column", "changed"),
    [
        ("numbers", lambda numbers: blocks.to_planes(np.full(len(numbers), 200, np.uint64))),
        ("keys", lambda keys: blocks.to_steps(np.full(len(keys), keys[0], np.uint64))),
    ],
)
def test_ways_to_texts_of_a_forger(column, changed, tmp_path):
    """Forged text numbers that lead nowhere, and forged keys that are all equal, are refused."""
    solution = forged(PLAIN, tmp_path / "file", column, changed)
    with pytest.raises(GameSolverError):
        solution.verify()
    with pytest.raises(GameSolverError):
        solution.export(tmp_path / "positions.csv")


# ── contents that cannot be loaded are not saved ───────────────────────────


class LongTexts(Nim):
    """Positions with long texts."""

    def format(self, position):
        return super().format(position) + " " * 50

    def parse(self, text):
        return super().parse(text.rstrip())


def test_long_texts_stand_few_to_a_block(tmp_path, monkeypatch):
    """Long texts are stored a few to a block, and a text that is too long is refused."""
    game = LongTexts(heaps=(3, 4))
    monkeypatch.setattr(tables, "MOST_LETTERS", 200)
    solution = solve(game)
    solution.save(tmp_path / "file")
    again = load(tmp_path / "file", game)
    assert again._table.file.shape.columns["texts"].in_a_block == 4
    assert list(again) == list(solution)
    monkeypatch.setattr(tables, "MOST_LETTERS", 40)
    with pytest.raises(GameSolverError, match="a position has a text of 56 letters, and 40 is the"):
        solution.save(tmp_path / "other")


def test_too_many_roots(tmp_path, monkeypatch):
    """A solution with more roots than a file can list is not saved."""
    monkeypatch.setattr(writing, "MOST_TEXT", 500)
    solution = solve(Nim(heaps=(1, 2)), positions=[(1, each) for each in range(3, 60)])
    with pytest.raises(FileError, match="the texts of 58 positions that were solved from"):
        solution.save(tmp_path / "file")
    assert not list(tmp_path.iterdir())


# ── guides of several blocks ───────────────────────────────────────────────

GUIDED = {
    "found_cells": (ConnectFour(2, 3), entry_tables, "ENUMERATED_A_BLOCK"),
    "keys": (PLAIN, tables, "KEYS_A_BLOCK"),
}


@pytest.fixture(params=[(column, block) for column in GUIDED for block in (0, 1)])
def misled(request, tmp_path, monkeypatch):
    """A file in which the first number of one block is too high by one, its game, and a path."""
    column, block = request.param
    game, module, size = GUIDED[column]
    monkeypatch.setattr(module, size, 4)
    solve(game).save(tmp_path / "file")
    contents = Contents.read(tmp_path / "file")
    contents.guides[column][1] = raised(contents.guides[column][1], block)
    return contents, game, tmp_path / "misled"


def raised(firsts, block):
    """Return the first numbers of all blocks, that of one block raised by one."""
    numbers = np.frombuffer(firsts, "<u8").copy()
    numbers[block] += 1
    return numbers.tobytes()


@pytest.mark.parametrize(
    ("game", "column"), [(ConnectFour(2, 3), "found_digits"), (PLAIN, "keys")], ids=repr
)
def test_values_before_the_first_block_are_not_denied(game, column, tmp_path):
    """A values file with a forged first number raises ``FileError`` and denies no position."""
    solution = solve(game)
    solution.export(tmp_path / "file.values")
    contents = Contents.read(tmp_path / "file.values")
    contents.guides[column][1] = raised(contents.guides[column][1], 0)
    contents.root_anew()
    contents.write(tmp_path / "misled.values")
    values = load_values(tmp_path / "misled.values", game)
    for position in solution:
        with pytest.raises(FileError):
            values.value(position)


def denied(path, game):
    """Return the number of positions that are refused; the outcomes of all others must be right."""
    solution, refused = load(path, game), 0
    for position, outcome in ((each, right[each]) for right in [solve(game)] for each in right):
        try:
            assert solution.get(position) == outcome
            assert solution.probe_many([position]).known.all()
        except FileError:
            refused += 1
    return refused


def test_a_guide_is_under_the_root(misled):
    """A file with a forged guide and unchanged hashes is not opened."""
    contents, game, path = misled
    contents.write(path)
    with pytest.raises(FileError, match="its description does not match its checksum"):
        load(path, game)


def test_a_guide_is_bound_to_its_blocks(misled):
    """With a new root hash, positions that a forged guide misses are refused and not denied."""
    contents, game, path = misled
    contents.root_anew()
    contents.write(path)
    assert denied(path, game) > 0


def test_a_guide_is_made_again_by_verify(misled):
    """With all hashes made again, a forged guide is refused by ``verify`` and ``save``."""
    contents, game, path = misled
    contents.made_anew()
    contents.write(path)
    with pytest.raises(FileError, match="does not match its blocks"):
        load(path, game).verify()
    with pytest.raises(FileError, match="does not match its blocks"):
        load(path, game).save(path)


def test_guides_of_schema_1_are_not_believed(misled):
    """A forged guide in a file of schema 1, whose hashes do not cover it, spoils no answer."""
    contents, game, path = misled
    contents.made_old()
    contents.write(path)
    assert denied(path, game) == 0
    assert load(path, game).verify().positions == len(solve(game))


def test_a_new_file_under_the_old_number(misled):
    """A file with hashes of schema 2 is refused if it claims to have schema 1."""
    contents, game, path = misled
    contents.version = 1
    contents.write(path)
    with pytest.raises(FileError, match="its description does not match its checksum"):
        load(path, game)
    contents.set_part("identity", contents.part("identity") | {"schema": 1})
    contents.write(path)
    with pytest.raises(FileError, match="its description does not match its checksum"):
        load(path, game)


# ── infinite play with a payoff, so that each outcome depends on the player to move ───────


class Ring(Game):
    """Take one or two from a heap, or none; infinite play is won by the first player."""

    endless = Value.WIN

    def start(self):
        return 3, 0

    def moves(self, position):
        return [1, 2]

    def play(self, position, move):
        heap, seat = position
        return (heap - move if heap >= move else heap), 1 - seat

    def terminal_value(self, position):
        return Value.LOSS if position == (0, 0) else None

    def player(self, position):
        return position[1]


@njit
def pass_or_take(position, moves, positions):
    """Generate two moves, a pass and taking one; the lowest bit is the player to move."""
    count = 1
    moves[0], positions[0] = 0, position ^ np.uint64(1)
    if position >= np.uint64(2):
        moves[1], positions[1] = 1, (position - np.uint64(2)) ^ np.uint64(1)
        count = 2
    return np.int64(count)


@njit
def lost_at_zero(position):
    """Return the code of a loss at 0, where play ends."""
    return np.int64(2 if position else -1)


@njit
def lowest_bit(position):
    """Return the player to move, or the bad index 7 for an integer that is not a position."""
    return np.int64(position & np.uint64(1)) if position < np.uint64(10) else np.int64(7)


class CompiledRing(CompiledGame):
    """A heap and the player to move in one number; infinite play is won by the first player."""

    endless = Value.WIN
    rules = CompiledRules(pass_or_take, lost_at_zero, max_moves=2, player=lowest_bit)

    def start(self):
        return 9


def last_is(text):
    """Return a change that gives the last position another text."""
    return lambda texts: blocks.to_texts([*texts[:-1], text])


def far_at_the_end(entries):
    """Return a block whose last position is not a position of the game."""
    positions, column = entries
    return block([*positions[:-1], 55], column)


WITHOUT_A_POSITION = [
    (PLAIN, "texts", last_is("(9, 9)")),
    (ENUMERATED, "found_cells", far_at_the_end),
]


def row_by_row(solution, folder):
    """Return the rows of the moves of every listed position that can be looked up."""
    return [solution.moves(position) for position in solution if position in solution]


CALLS_THAT_PLAY_MOVES = {
    "moves": row_by_row,
    "csv": lambda solution, folder: solution.export(folder / "rows.csv", moves=True),
    "parquet": lambda solution, folder: solution.export(folder / "rows.parquet", moves=True),
    "graph": lambda solution, folder: solution.export(folder / "rows.dot"),
    "networkx": lambda solution, folder: solution.to_networkx(),
    "data frame": lambda solution, folder: solution.to_pandas(moves=True),
    "labels": lambda solution, folder: solution.label_moves([*solution]),
    "one by one": lambda solution, folder: [solution.label_moves([each]) for each in solution],
}


@pytest.mark.parametrize("call", CALLS_THAT_PLAY_MOVES.values(), ids=CALLS_THAT_PLAY_MOVES)
@pytest.mark.parametrize(
    ("game", "column", "changed"), WITHOUT_A_POSITION, ids=["plain", "enumerated"]
)
def test_a_file_without_a_position_is_blamed_and_not_the_rules(
    game, column, changed, call, tmp_path
):
    """A call that plays a move to a position missing in the file raises a ``FileError``."""
    solution = forged(game, tmp_path / "file", column, changed)
    with pytest.raises(FileError) as caught:
        call(solution, tmp_path)
    assert caught.value.path == str(tmp_path / "file")
    assert caught.value.is_wrong
    if call is row_by_row:
        assert str(caught.value).startswith(
            f"{tmp_path / 'file'} does not fit the rules of {game!r}: position "
        )
        assert str(caught.value).endswith(" is not in it; solve the game again")
        assert ", one move after " in str(caught.value)


STRANGERS = [
    (Ring(), "texts", last_is("(1, 5)"), "player((1, 5)) returned 5: expected 0, 1 or None"),
    (Ring(), "texts", last_is("7"), "player(7) raised TypeError: 'int' object is not "),
    (CompiledRing(), "found_cells", far_at_the_end, "player(55) returned 7: expected 0 or 1"),
]


@pytest.mark.parametrize("question", ["items", "values"])
@pytest.mark.parametrize(("game", "column", "changed", "why"), STRANGERS)
def test_a_position_that_the_game_does_not_know_is_the_file_s(
    game, column, changed, why, question, tmp_path
):
    """An error in ``player`` for a forged position is reported as an error of the file."""
    solution = forged(game, tmp_path / "file", column, changed)
    with pytest.raises(FileError) as caught:
        list(getattr(solution, question)())
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'file'} is broken: ")
    assert f" is not a position of {game!r}: {why}" in message
    assert message.endswith("; solve the game again")
    with pytest.raises(GameSolverError) as refused:
        solution.verify()
    assert not isinstance(refused.value, GameContractError)
